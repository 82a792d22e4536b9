"""A module of PTX as a source of HIP C++: all functions that can be translated, and why the others cannot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.forms import Form
from hipify_py.subjects.ptx.grammar import NotUnderstood
from hipify_py.subjects.ptx.literals import literal
from hipify_py.subjects.ptx.module.bodies import resolved
from hipify_py.subjects.ptx.module.flow import structured
from hipify_py.subjects.ptx.module.kinds import BYTES, Slot
from hipify_py.subjects.ptx.module.lifting import Lifter
from hipify_py.subjects.ptx.module.printing import is_known
from hipify_py.subjects.ptx.module.reader import body, read
from hipify_py.subjects.ptx.module.surroundings import (
    NOTHING,
    Owner,
    Passed,
    Surroundings,
    align_of,
    global_name,
    identifier,
    passed,
    size_of,
)
from hipify_py.subjects.ptx.module.syntax import Function, Module, Symbol, Variable
from hipify_py.subjects.ptx.module.writing import text as written
from hipify_py.subjects.ptx.result import Class
from hipify_py.subjects.ptx.types import held

_HEADER = "hipify_ptx.hpp"
_ALIASES = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "f32", "f64")
_ALIAS = pattern(r"(?<![\w:.])(?:[usf](?:8|16|32|64))\b")


@dataclass(frozen=True)
class Left:
    """A function that is left out: where and why."""

    name: str
    reason: str
    offset: int
    is_kernel: bool


@dataclass
class Translated:
    """The source, and what is to be said of it."""

    code: str = ""
    left: list[Left] = field(default_factory=list)
    kernels: int = 0
    functions: int = 0
    instructions: int = 0
    notes: list[str] = field(default_factory=list)
    approximate: set[str] = field(default_factory=set)


@dataclass
class _Written:
    """A function as text, and what it stands on."""

    function: Function
    head: str
    lines: list[str]
    called: set[str]
    forms: Mapping[str, Form]
    instructions: int


def translated(text: str, header: str = _HEADER) -> Translated:
    """Never raises for any text."""
    module = read(text)
    return _Translation(module, header).translated()


class _Translation:
    def __init__(self, module: Module, header: str) -> None:
        self._module = module
        self._header = header
        self._around = Surroundings(module)
        self._found = Translated()
        self._written: dict[str, _Written] = {}

    def translated(self) -> Translated:
        found = self._found
        for problem in self._module.problems:
            found.left.append(Left("", problem.reason, problem.offset, False))
        for function in self._module.functions:
            if function.body is not None:
                self._function(function)
        self._drop_callers()
        for each in self._written.values():
            found.kernels += each.function.is_kernel
            found.functions += not each.function.is_kernel
            found.instructions += each.instructions
            for form in each.forms.values():
                if form.kind is Class.APPROXIMATE:
                    found.approximate.add(form.opcode.partition(".")[0])
        found.left.sort(key=lambda each: each.offset)
        if self._written:
            found.code = "\n".join(self._lines()) + "\n"
        return found

    def _function(self, function: Function) -> None:
        self._around.used = set()
        try:
            self._written[function.name] = self._one(function)
        except NotUnderstood as problem:
            self._leave(function, problem.reason, problem.offset or function.offset)
        except RecursionError:
            self._leave(function, "it is nested too deeply", function.offset)

    def _leave(self, function: Function, reason: str, offset: int) -> None:
        self._found.left.append(Left(function.name, reason, offset, function.is_kernel))

    def _drop_callers(self) -> None:
        """What calls a function that is left out cannot be compiled."""
        changed = True
        while changed:
            changed = False
            for name, each in list(self._written.items()):
                missing = [other for other in sorted(each.called) if self._is_missing(other)]
                if missing:
                    del self._written[name]
                    self._leave(each.function, f"it calls '{missing[0]}', which is not translated", each.function.offset)
                    changed = True

    def _is_missing(self, name: str) -> bool:
        function = self._around.functions.get(name)
        return function is not None and function.body is not None and name not in self._written

    def _one(self, function: Function) -> _Written:
        items = body(self._module, function)
        signature = function.signature
        parameters = [*signature.parameters, *signature.returns]
        inner = resolved(items, parameters)
        result, types = self._around.signature(function.name)
        owner = Owner(function.name, function.is_kernel, result.text, self._around.taken)
        owner.returned = signature.returns[0].name if signature.returns else ""
        for parameter, how in zip(signature.parameters, types, strict=True):
            owner.parameters[parameter.name] = (owner.fresh(_short(parameter.name, function.name)), how)
        lifter = Lifter(inner, owner, self._around)
        if function.is_kernel:
            lifter.type_parameters(signature.parameters)
        lifted = lifter.lifted()
        statements = structured(lifted.blocks)
        lines = [*_variables(owner), *written(statements)]
        head = _head(function, owner, result, [owner.parameters[each.name] for each in signature.parameters])
        called = {each for each in self._around.used if each in self._around.functions}
        used = set(self._around.used)
        return _Written(function, head, lines, called, lifted.forms, lifted.instructions) if not used else _Written(
            function, head, lines, used, lifted.forms, lifted.instructions
        )

    # The text

    def _lines(self) -> Iterator[str]:
        names = set[str]().union(*(each.called for each in self._written.values()))
        body = [line for each in self._written.values() for line in (*self._comment(each), each.head, *each.lines, "}", "")]
        declarations = [*self._globals(names), *self._prototypes(names)]
        aliases = sorted({each for line in (*declarations, *body) for each in _ALIAS.findall(line)}, key=_ALIASES.index)
        yield f'#include "{self._header}"'
        yield ""
        yield "// Products and sums are rounded each, as in PTX; where it merges them it says `fma`."
        yield "#pragma clang fp contract(off)"
        yield ""
        if aliases:
            yield from (f"using hipify_ptx::{each};" for each in aliases)
            yield ""
        yield from declarations
        yield from body[:-1]

    def _comment(self, each: _Written) -> Iterator[str]:
        name = _plain_name(each.function.name)
        if name:
            yield f"// {name}"

    def _globals(self, names: set[str]) -> list[str]:
        found = []
        for variable in self._module.variables:
            if variable.name not in names and variable.linkage in ("", "extern"):
                continue
            try:
                found.append(_global(variable))
            except NotUnderstood as problem:
                self._found.left.append(Left(variable.name, problem.reason, variable.offset, False))
        return [*found, ""] if found else []

    def _prototypes(self, names: set[str]) -> list[str]:
        """Functions that are defined elsewhere, or further down."""
        found, seen = list[str](), set[str]()
        for name in [*self._around.functions]:
            function = self._around.functions[name]
            if name not in names or is_known(name) or name in seen:
                continue
            seen.add(name)
            if function.body is None:
                result, parameters = self._around.signature(name)
                kinds = ", ".join(each.text for each in parameters)
                found.append(f'extern "C" __device__ {result.text} {global_name(name)}({kinds});')
            elif name in self._written and not function.is_kernel:
                found.append(self._written[name].head.removesuffix(" {") + ";")
        return [*found, ""] if found else []


def _head(function: Function, owner: Owner, result: Passed, parameters: Sequence[tuple[str, Passed]]) -> str:
    given = ", ".join(f"{how.points_to + '*' if how.points_to else how.text} {name}" for name, how in parameters)
    name = global_name(function.name)
    if function.is_kernel:
        bounds = _bounds(function)
        return f'extern "C" __global__ void {bounds}{name}({given}) {{'
    linkage = "static __device__" if function.linkage == "" else 'extern "C" __device__'
    weak = " __attribute__((weak))" if function.linkage == "weak" else ""
    del owner
    return f"{linkage}{weak} {result.text} {name}({given}) {{"


def _bounds(function: Function) -> str:
    limits = function.directives.get("reqntid") or function.directives.get("maxntid")
    if not limits:
        return ""
    threads = 1
    for each in limits:
        threads *= each
    least = function.directives.get("minnctapersm")
    return f"__launch_bounds__({threads}{f', {least[0]}' if least else ''}) "


def _short(name: str, function: str) -> str:
    """The name of a parameter without that of its function."""
    return name.removeprefix(f"{function}_") or name


def _plain_name(name: str) -> str:
    """What a mangled name says first: `reduce` for `_Z6reducePKfPfi`."""
    found = _MANGLED.match(name)
    if found is None:
        return ""
    count = int(found[1])
    rest = name[found.end() :]
    return rest[:count] if len(rest) >= count else ""


_MANGLED = pattern(r"_Z(?:N\w{0,9}?)?(\d{1,3})(?=[A-Za-z_])")


def _variables(owner: Owner) -> list[str]:
    """The variables that a function declares itself."""
    return [
        f"  {_declared(variable, name, element)};" for variable, name, element in owner.own.values()
    ]


def _declared(variable: Variable, name: str, element: str) -> str:
    size = int(element[1:]) // 8
    align = align_of(variable)
    aligned = f"alignas({align}) " if align > size else ""
    if variable.space == "shared":
        start = f"__shared__ {aligned}"
    else:
        start = aligned
    if variable.dimensions is None and not variable.lanes:
        return f"{start}{element} {name}"
    total = size_of(variable)
    if not total:
        return f"extern {start}{element} {name}[]"
    return f"{start}{element} {name}[{total // size}]"


def _global(variable: Variable) -> str:
    from hipify_py.subjects.ptx.module.surroundings import declared_element

    name, element = global_name(variable.name), declared_element(variable)
    if variable.space == "shared":
        return f"{_declared(variable, name, BYTES if variable.dimensions is not None else element)};"
    if variable.space not in ("global", "const"):
        raise NotUnderstood(f"a .{variable.space} variable has no counterpart")
    where = "__constant__" if variable.space == "const" else "__device__"
    linkage = {"visible": 'extern "C" ', "weak": 'extern "C" __attribute__((weak)) ', "extern": 'extern "C" ',
               "common": 'extern "C" __attribute__((weak)) '}.get(variable.linkage, "static ")  # fmt: skip
    declared = _declared(variable, name, element)
    if variable.linkage == "extern":
        return f"{linkage}{where} {declared.removeprefix('extern ')};"
    if linkage.startswith("extern"):
        linkage = linkage.replace('extern "C" ', "")
        return f'extern "C" {{ {linkage}{where} {_initialised(variable, declared, element)}; }}'
    return f"{linkage}{where} {_initialised(variable, declared, element)};"


def _initialised(variable: Variable, declared: str, element: str) -> str:
    if variable.initial is None:
        return declared
    if any(isinstance(each, Symbol) for each in variable.initial):
        raise NotUnderstood(f"'{variable.name}' holds the address of another variable")
    kind = held(element)
    assert kind is not None
    values = [literal(each, kind).removesuffix("u") if not kind.is_float else literal(each, kind)
              for each in variable.initial if isinstance(each, Number)]  # fmt: skip
    if variable.dimensions is None and not variable.lanes:
        return f"{declared} = {values[0]}" if values else declared
    return "".join([declared, " = {", _wrapped(values), "}"])


def _wrapped(values: Sequence[str]) -> str:
    lines, line = [], ""
    for value in values:
        if len(line) + len(value) > 100:
            lines.append(line)
            line = ""
        line += f"{value}, "
    lines.append(line.removesuffix(", "))
    return lines[0] if len(lines) == 1 else "\n  " + "\n  ".join(each.rstrip() for each in lines) + "\n"


__all__ = ["NOTHING", "Left", "Slot", "Translated", "identifier", "passed", "translated"]
