"""A module of PTX as a source of HIP C++: all functions that can be translated, and why the others cannot."""

from __future__ import annotations

import math
import struct
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TypeVar

from hipify_py.helpers import NAMESPACE
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.forms import Form
from hipify_py.subjects.ptx.grammar import NotUnderstood
from hipify_py.subjects.ptx.literals import literal
from hipify_py.subjects.ptx.module.bodies import resolved
from hipify_py.subjects.ptx.module.flow import structured
from hipify_py.subjects.ptx.module.kinds import BYTES
from hipify_py.subjects.ptx.module.lifting import Lifter
from hipify_py.subjects.ptx.module.printing import is_known
from hipify_py.subjects.ptx.module.reader import body, read
from hipify_py.subjects.ptx.module.surroundings import (
    ALIASES,
    SHORT_NAMES,
    Owner,
    Passed,
    Surroundings,
    align_of,
    function_name,
    global_name,
    size_of,
)
from hipify_py.subjects.ptx.module.syntax import Function, Location, Module, Symbol, Variable
from hipify_py.subjects.ptx.module.writing import text as written
from hipify_py.subjects.ptx.result import Class
from hipify_py.subjects.ptx.types import Held, held

_HEADER = "hipify_ptx.hpp"
_RECURSION = 10_000
_LOOKED_AT_TWICE = 4_000_000
_SHORT = pattern(rf"\bhipify_ptx::({'|'.join(SHORT_NAMES)})\b")
_WORD = pattern(r"[\w$]+")
_FILE_NAME = pattern(r"[\w.+ -]+")
_Made = TypeVar("_Made")
_Of = TypeVar("_Of", Function, tuple[Function, Lifter])
_ALIAS = pattern(rf"(?<![\w:.])(?:{'|'.join(ALIASES)})\b")


@dataclass(frozen=True)
class Left:
    """A function or a variable that is left out, or something that is neither: where and why."""

    name: str
    reason: str
    offset: int
    is_kernel: bool
    is_variable: bool = False


@dataclass
class Translated:
    """The source, and what is to be said of it."""

    code: str = ""
    left: list[Left] = field(default_factory=list)
    kernels: int = 0
    functions: int = 0
    instructions: int = 0
    approximate: set[str] = field(default_factory=set)
    waits: set[str] = field(default_factory=set)


@dataclass
class _Written:
    """A function as text, and what it stands on."""

    function: Function
    head: str
    lines: list[str]
    used: set[str]  # the names of the module that it says
    forms: Mapping[str, Form]
    instructions: int


def translated(text: str, header: str = _HEADER) -> Translated:
    """Never raises for any text."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION))  # branches within branches
    try:
        return _Translation(read(text), header).translated()
    finally:
        sys.setrecursionlimit(limit)


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
        functions = [each for each in self._module.functions if each.body is not None]
        is_small = len(self._module.text) < _LOOKED_AT_TWICE
        lifters = {each.name: self._tried(each, self._lifter) for each in functions if is_small}
        self._around.elements = _agreed(each for each in lifters.values() if each is not None)
        for function in functions:
            lifter = lifters.pop(function.name) if is_small else self._tried(function, self._lifter)
            if lifter is not None:
                self._around.used = set()
                written = self._tried(lifter, self._one)
                if written is not None:
                    self._written[function.name] = written
        self._drop_callers()
        for each in self._written.values():
            found.kernels += each.function.is_kernel
            found.functions += not each.function.is_kernel
            found.instructions += each.instructions
            for form in each.forms.values():
                if form.kind is Class.APPROXIMATE:
                    found.approximate.add(form.opcode.partition(".")[0])
            found.waits.update(key.partition(" ")[0] for key, form in each.forms.items() if form.waits)
        found.left.sort(key=lambda each: each.offset)
        if self._written:
            found.code = "\n".join(self._lines()) + "\n"
        return found

    def _tried(self, what: _Of, act: Callable[[_Of], _Made]) -> _Made | None:
        """What is made of a function, or nothing and a word about it."""
        function = what if isinstance(what, Function) else what[0]
        try:
            return act(what)
        except NotUnderstood as problem:
            self._leave(function, problem.reason, problem.offset or function.offset)
        except RecursionError:
            self._leave(function, "it is nested too deeply", function.offset)
        return None

    def _leave(self, function: Function, reason: str, offset: int) -> None:
        self._found.left.append(Left(function.name, reason, offset, function.is_kernel))

    def _drop_callers(self) -> None:
        """What calls a function that is left out cannot be compiled."""
        changed = True
        while changed:
            changed = False
            for name, each in list(self._written.items()):
                missing = [other for other in sorted(each.used) if self._is_missing(other)]
                if missing:
                    del self._written[name]
                    self._leave(
                        each.function, f"it calls '{missing[0]}', which is not translated", each.function.offset
                    )
                    changed = True

    def _is_missing(self, name: str) -> bool:
        function = self._around.functions.get(name)
        return function is not None and function.body is not None and name not in self._written

    def _lifter(self, function: Function) -> tuple[Function, Lifter]:
        signature = function.signature
        inner = resolved(body(self._module, function), [*signature.parameters, *signature.returns])
        result, types = self._around.signature(function.name)
        owner = Owner(function.name, function.is_kernel, result, self._around.taken)
        owner.returned = signature.returns[0].name if signature.returns else ""
        for parameter, how in zip(signature.parameters, types, strict=True):
            owner.parameters[parameter.name] = (owner.fresh(_short(parameter.name, function.name)), how)
        lifter = Lifter(inner, owner, self._around)
        if function.is_kernel:
            lifter.type_parameters(signature.parameters)
        return function, lifter

    def _one(self, pair: tuple[Function, Lifter]) -> _Written:
        function, lifter = pair
        lifted, owner = lifter.lifted(), lifter.owner
        statements = structured(lifted.blocks)
        said = {statement: self._said(where) for statement, where in lifted.locations.items()}
        lines = [*_variables(owner), *written(statements, said)]
        parameters = [owner.parameters[each.name] for each in function.signature.parameters]
        head = _head(function, owner.result.text, parameters)
        return _Written(function, head, lines, set(self._around.used), lifted.forms, lifted.instructions)

    def _said(self, where: Location) -> str:
        """A line of a source as a comment says it."""
        name = self._module.files.get(where.file, "").replace("\\", "/").rpartition("/")[2]
        return f"{name}:{where.line}" if _FILE_NAME.fullmatch(name) else f"line {where.line}"

    # The text

    def _lines(self) -> Iterator[str]:
        body = [
            line
            for each in self._written.values()
            for line in (*self._comment(each), each.head, *self._beginning(each), *each.lines, "}", "")
        ]
        names = _words(body)
        declarations = [*self._globals(names), *self._prototypes(names)]
        aliases = sorted({each for line in (*declarations, *body) for each in _ALIAS.findall(line)}, key=ALIASES.index)
        yield f'#include "{self._header}"'
        yield ""
        yield "// Products and sums are rounded each, as in PTX; where it merges them it says `fma`."
        yield "#pragma clang fp contract(off)"
        yield ""
        lines = [*declarations, *body[:-1]]
        shortened = [_SHORT.sub(r"\1", line) for line in lines]
        short = sorted({each for line in lines for each in _SHORT.findall(line)})
        if short or aliases:
            yield from (f"using {each} = hipify_ptx::any_{each};" for each in aliases)
            yield from (f"using hipify_ptx::{each};" for each in short)
            yield ""
        yield from shortened

    def _beginning(self, each: _Written) -> Iterator[str]:
        """What kernels do first that have barriers of a part of a block, be it in a function that they may call."""
        reached = (other for other in self._written.values() if other is each or not other.function.is_kernel)
        if each.function.is_kernel and any(form.begun for other in reached for form in other.forms.values()):
            yield f"  {NAMESPACE}begin_barriers();"

    def _comment(self, each: _Written) -> Iterator[str]:
        name = _plain_name(each.function.name)
        if name:
            yield f"// {name}"

    def _globals(self, names: set[str]) -> list[str]:
        found = []
        for variable in self._module.variables:
            if global_name(variable.name) not in names and variable.linkage in ("", "extern"):
                continue
            try:
                found.append(_global(variable, self._around.element(variable)))
            except NotUnderstood as problem:
                self._found.left.append(Left(variable.name, problem.reason, variable.offset, False, True))
        return [*found, ""] if found else []

    def _prototypes(self, names: set[str]) -> list[str]:
        """Functions that are defined elsewhere, or further down."""
        found, seen = list[str](), set[str]()
        for name in [*self._around.functions]:
            function = self._around.functions[name]
            spelled = function_name(function)
            if spelled not in names or is_known(name) or name in seen:
                continue
            seen.add(name)
            if function.body is None:
                result, parameters = self._around.signature(name)
                kinds = ", ".join(each.text for each in parameters)
                found.append(f'extern "C" __device__ {result.text} {spelled}({kinds});')
            elif name in self._written and not function.is_kernel:
                found.append(self._written[name].head.removesuffix(" {") + ";")
        return [*found, ""] if found else []


def _agreed(pairs: Iterator[tuple[Function, Lifter]]) -> dict[str, str]:
    """The types that all functions use a variable as."""
    found: dict[str, str] = {}
    for _function, lifter in pairs:
        for name, element in lifter.elements():
            found[name] = element if found.get(name, element) == element else BYTES
    return found


def _words(lines: Sequence[str]) -> set[str]:
    return {word for line in lines for word in _WORD.findall(line)}


def _head(function: Function, result: str, parameters: Sequence[tuple[str, Passed]]) -> str:
    given = ", ".join(f"{how.points_to + '*' if how.points_to else how.text} {name}" for name, how in parameters)
    name = function_name(function)
    if function.is_kernel:
        bounds = _bounds(function)
        return f'extern "C" __global__ void {bounds}{name}({given}) {{'
    linkage = "static __device__" if function.linkage == "" else 'extern "C" __device__'
    weak = " __attribute__((weak))" if function.linkage == "weak" else ""
    return f"{linkage}{weak} {result} {name}({given}) {{"


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
    """What a mangled name says first: `sums::reduce` for `_ZN4sums6reduceIfEEvPKfPfi`."""
    found = _MANGLED.match(name)
    position, parts = found.end() if found else len(name), list[str]()
    while count := _LENGTH.match(name, position):
        position = count.end() + int(count[0])
        parts.append(name[count.end() : position])
        if found is None or not found[1]:
            break
    return "::".join(parts) if position <= len(name) and all(map(str.isidentifier, parts)) else ""


_MANGLED = pattern(r"_Z(N[rVK]{0,3})?")
_LENGTH = pattern(r"[1-9]\d{0,2}")


def _variables(owner: Owner) -> list[str]:
    """The variables that a function declares itself."""
    return [f"  {_declared(variable, name, element)};" for variable, name, element in owner.own.values()]


def _declared(variable: Variable, name: str, element: str, before: str = "") -> str:
    """A declaration with what stands before its type."""
    size = int(element[1:]) // 8
    align = align_of(variable)
    start = f"alignas({align}) {before}" if align > size else before
    if variable.space == "shared":
        start += "__shared__ "
    if variable.dimensions is None and not variable.lanes:
        return f"{start}{element} {name}"
    total = size_of(variable)
    if not total:
        return f"{start.replace('__shared__', 'extern __shared__')}{element} {name}[]"
    return f"{start}{element} {name}[{total // size}]"


def _global(variable: Variable, element: str) -> str:
    name = global_name(variable.name)
    if variable.space == "shared":
        return f"{_declared(variable, name, element)};"
    if variable.space not in ("global", "const"):
        raise NotUnderstood(f"a .{variable.space} variable has no counterpart")
    where = "__constant__ " if variable.space == "const" else "__device__ "
    if variable.is_managed:
        where += "__managed__ "
    if variable.linkage == "":
        return f"{_initialised(variable, _declared(variable, name, element, f'static {where}'), element)};"
    if variable.linkage == "extern":
        return f'extern "C" {_declared(variable, name, element, where)};'
    if variable.linkage in ("weak", "common"):
        where = f"__attribute__((weak)) {where}"
    return f'extern "C" {{ {_initialised(variable, _declared(variable, name, element, where), element)}; }}'


def _initialised(variable: Variable, declared: str, element: str) -> str:
    if variable.initial is None:
        return declared
    if any(isinstance(each, Symbol) for each in variable.initial):
        raise NotUnderstood(f"'{variable.name}' holds the address of another variable")
    values = _values(variable, element)
    if variable.dimensions is None and not variable.lanes:
        return f"{declared} = {values[0]}" if values else declared
    return "".join([declared, " = {", _wrapped(values), "}"])


def _values(variable: Variable, element: str) -> list[str]:
    """The elements as literals of C++; bytes may be those of wider ones."""
    own, kind = held(variable.type), held(element)
    assert own is not None
    assert kind is not None
    numbers = [each for each in variable.initial or () if isinstance(each, Number)]
    if own.width == kind.width:
        return [_short_literal(_typed(each, kind), kind) for each in numbers]
    total = size_of(variable)
    data = b"".join((int(each.value) & (1 << own.width) - 1).to_bytes(own.width // 8, "little") for each in numbers)
    data = data.ljust(total, b"\0")
    size = kind.width // 8
    pieces = [int.from_bytes(data[place : place + size], "little") for place in range(0, total, size)]
    while len(pieces) > 1 and not pieces[-1]:
        pieces.pop()  # zeros at the end need not be said
    return [_short_literal(_typed(Number(str(each), each), kind), kind) for each in pieces]


def _typed(number: Number, kind: Held) -> Number:
    """A number whose bits are to be those of a type."""
    if kind.is_float and not number.width and isinstance(number.value, int):
        bits = number.value & (1 << kind.width) - 1
        return Number(f"{bits:#x}", bits, kind.width)
    return number if kind.is_float or not number.width else Number(number.text, number.value)


def _short_literal(number: Number, kind: Held) -> str:
    if kind.is_float and number.width == kind.width and kind.width > 16:
        return _float(int(number.value), kind.width)
    text = literal(number, kind)
    return text if kind.is_float or kind.width > 32 else text.removesuffix("u")


def _float(bits: int, width: int) -> str:
    """A number of 32 or 64 bits as a constant of the compiler, which calls no functions for a variable."""
    if width == 32:
        (value,) = struct.unpack("<f", bits.to_bytes(4, "little"))
        return f"{value!r}f" if math.isfinite(value) else f"__builtin_bit_cast(float, {bits:#x}u)"
    (value,) = struct.unpack("<d", bits.to_bytes(8, "little"))
    return repr(value) if math.isfinite(value) else f"__builtin_bit_cast(double, {bits:#x}ull)"


def _wrapped(values: Sequence[str]) -> str:
    lines, line = [], ""
    for value in values:
        if len(line) + len(value) > 100:
            lines.append(line)
            line = ""
        line += f"{value}, "
    lines.append(line.removesuffix(", "))
    return lines[0] if len(lines) == 1 else "\n  " + "\n  ".join(each.rstrip() for each in lines) + "\n"
