"""A module of PTX as a source of HIP C++: all functions that can be translated, and why the others cannot."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import field
from functools import partial
from typing import Protocol, TypeVar

from hipify_py.helpers import NAMESPACE
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.grammar import Location, NotUnderstood
from hipify_py.subjects.ptx.module.bodies import resolved
from hipify_py.subjects.ptx.module.calls import through_memory
from hipify_py.subjects.ptx.module.context import (
    FunctionContext,
    ModuleContext,
    Passed,
    function_name,
    global_name,
    identifier,
    symbol_name,
)
from hipify_py.subjects.ptx.module.flow import structured
from hipify_py.subjects.ptx.module.global_variables import GlobalVariables, declared
from hipify_py.subjects.ptx.module.lifting import Lifter
from hipify_py.subjects.ptx.module.printing import is_known
from hipify_py.subjects.ptx.module.reader import body, read
from hipify_py.subjects.ptx.module.reserved_names import ALIASES, SHORT_NAMES
from hipify_py.subjects.ptx.module.syntax import Function, Module, Variable
from hipify_py.subjects.ptx.module.textures import GUARD
from hipify_py.subjects.ptx.module.type_inference import BYTES
from hipify_py.subjects.ptx.module.waits import Waits
from hipify_py.subjects.ptx.module.writing import text as written
from hipify_py.subjects.ptx.names import FreshNames
from hipify_py.subjects.ptx.result import Class

_HEADER = "hipify_ptx.hpp"
_RECURSION = 10_000
# Functions of longer modules are translated one by one: what others say of a variable none of them knows.
_LOOKED_AT_TWICE = 4_000_000
# What another process is given at a time: so much that the way there takes less than the work.
_GIVEN_AWAY = 50_000
_SHORT = pattern(rf"\bhipify_ptx::({'|'.join(SHORT_NAMES)})\b")
_WORD = pattern(r"[\w$]+")
_FILE_NAME = pattern(r"[\w.+ -]+")
_NOTHING: frozenset[str] = frozenset()
_Item = TypeVar("_Item")
_Made = TypeVar("_Made")
# How each is said, and what tells it from parts of other names.
_SAID_SHORT = {
    **{each: (each, pattern(rf"(?<![\w:.]){each}\b")) for each in ALIASES},
    **{each: (f"{NAMESPACE}{each}", pattern(rf"\b{NAMESPACE}{each}\b")) for each in SHORT_NAMES},
}


@dataclass(frozen=True)
class Left:
    """A function or a variable that is left out, or something that is neither: where and why."""

    name: str
    reason: str
    offset: int
    is_kernel: bool
    is_variable: bool = False


class Mapped(Protocol):
    """What is made of each item, in their order, be it by other processes: these know what the callable knows, while
    items and results are copied."""

    def __call__(self, act: Callable[[_Item], _Made], items: Sequence[_Item]) -> Iterable[_Made]: ...


def _here(act: Callable[[_Item], _Made], items: Sequence[_Item]) -> Iterable[_Made]:
    """By this process."""
    return map(act, items)


@dataclass
class Translated:
    """The source, and what is to be said of it."""

    code: str = ""
    left: list[Left] = field(default_factory=list)
    kernels: int = 0
    functions: int = 0
    instructions: int = 0
    approximate: set[str] = field(default_factory=set)
    waits: Waits = field(default_factory=Waits)
    has_images: bool = False


@dataclass
class _Written:
    """A function as text, and what it stands on."""

    name: str
    is_kernel: bool
    offset: int
    head: str
    rest: str
    used: frozenset[str]  # what of the module it stands on
    said: frozenset[str]  # the names in its text that the module may have to declare
    short: frozenset[str]  # what its text says without a namespace
    approximate: frozenset[str]
    waits: Waits
    begins: bool  # whether kernels have to prepare its barriers
    has_images: bool  # whether it reads textures
    instructions: int


def translated(text: str, header: str = _HEADER, mapped: Mapped | None = None) -> Translated:
    """Never raises for any text."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION))  # branches within branches
    try:
        return _Translation(read(text), header).translated(mapped or _here)
    finally:
        sys.setrecursionlimit(limit)


class _Translation:
    def __init__(self, module: Module, header: str) -> None:
        self._module = module
        self._header = header
        self._context = ModuleContext(module)
        self._found = Translated()
        self._written: dict[str, _Written] = {}
        self._functions = [each for each in module.functions if each.body is not None]
        self._stored = GlobalVariables(module, self._context)

    def translated(self, mapped: Mapped) -> Translated:
        found = self._found
        for problem in self._module.problems:
            found.left.append(Left("", problem.reason, problem.offset, False))
        is_small = len(self._module.text) < _LOOKED_AT_TWICE
        for made in self._together() if is_small else self._one_by_one(mapped):
            if isinstance(made, Left):
                found.left.append(made)
            else:
                self._written[made.name] = made
        self._drop_callers()
        for each in self._written.values():
            found.kernels += each.is_kernel
            found.functions += not each.is_kernel
            found.instructions += each.instructions
            found.approximate |= each.approximate
            found.waits.add(each.waits)
            found.has_images |= each.has_images
        found.left.sort(key=lambda each: each.offset)
        if self._written:
            found.code = "\n".join(self._lines()) + "\n"
        return found

    def _together(self) -> Iterator[_Written | Left]:
        """Of all functions, which agree on the types of variables first."""
        lifters = [self._tried(each, self._lifter) for each in self._functions]
        self._context.elements = _agreed(each for each in lifters if isinstance(each, Lifter))
        lifters.reverse()
        for function in self._functions:
            lifter = lifters.pop()  # it is large
            yield lifter if isinstance(lifter, Left) else self._tried(function, partial(self._one, lifter))

    def _one_by_one(self, mapped: Mapped) -> Iterator[_Written | Left]:
        """The longest first, so that nobody waits for one that was begun last; short ones several at a time."""
        order = sorted(range(len(self._functions)), key=lambda number: -_length(self._functions[number]))
        groups = list(self._grouped(order))
        made: dict[int, _Written | Left] = {}
        for numbers, results in zip(groups, mapped(self._alone, groups), strict=True):
            made.update(zip(numbers, results, strict=True))
        yield from (made.pop(number) for number in range(len(order)))

    def _grouped(self, order: Sequence[int]) -> Iterator[list[int]]:
        group, length = list[int](), 0
        for number in order:
            group.append(number)
            length += _length(self._functions[number])
            if length >= _GIVEN_AWAY:
                yield group
                group, length = [], 0
        if group:
            yield group

    def _alone(self, numbers: Sequence[int]) -> list[_Written | Left]:
        functions = [self._functions[number] for number in numbers]
        return [self._tried(each, lambda function: self._one(self._lifter(function), function)) for each in functions]

    def _tried(self, function: Function, act: Callable[[Function], _Made]) -> _Made | Left:
        """What is made of a function, or a word about it."""
        try:
            return act(function)
        except NotUnderstood as problem:
            return _left(function, problem.reason, problem.offset or function.offset)
        except RecursionError:
            return _left(function, "it is nested too deeply", function.offset)

    def _drop_callers(self) -> None:
        """What calls a function that is left out cannot be compiled."""
        self._stored.settle({name: each.used for name, each in self._written.items()})
        for name, each in list(self._written.items()):
            missing = min(filter(self._stored.problem, each.used), default=None)
            if missing is not None:
                del self._written[name]
                does = "uses" if missing in self._context.variables else "calls"
                reason = f"it {does} '{missing}', which is not translated"
                self._found.left.append(Left(name, reason, each.offset, each.is_kernel))

    @cached_property
    def _images(self) -> Set[str]:
        """The functions that read textures, and what leads to these. Computed when all is known that is translated."""
        return self._stored.leading_to(each.name for each in self._written.values() if each.has_images)

    @cached_property
    def _begin_in_calls(self) -> bool:
        return any(not each.is_kernel and each.begins for each in self._written.values())

    def _lifter(self, function: Function) -> Lifter:
        signature, items = through_memory(function.signature, body(self._module, function))
        parameters = [*signature.parameters, *signature.returns]
        inner = resolved(items, parameters, self._context.names)
        result, types = self._context.signature(function.name)
        if len(types) != len(signature.parameters):
            raise NotUnderstood(f"'{function.name}' stands there again with other parameters", function.offset)
        names = FreshNames(identifier, self._context.taken.__contains__)
        context = FunctionContext(function.name, function.is_kernel, result, names.fresh)
        context.returned = signature.returns[0].name if signature.returns else ""
        for parameter, how in zip(signature.parameters, types, strict=True):
            context.parameters[parameter.name] = (context.fresh(_short(parameter.name, function.name)), how)
        lifter = Lifter(inner, context, self._context)
        if function.is_kernel:
            lifter.type_parameters(signature.parameters)
        return lifter

    def _one(self, lifter: Lifter, function: Function) -> _Written:
        self._context.used = set()
        lifted, context = lifter.lifted(), lifter.function
        statements = structured(lifted.blocks)
        places = {statement: self._place(where) for statement, where in lifted.locations.items()}
        head = _head(function, context.result.text, list(context.parameters.values()))
        rest = "\n".join((*_variables(context), *written(statements, places), "}"))
        text, forms = f"{head}\n{rest}", lifted.forms
        return _Written(
            name=function.name,
            is_kernel=function.is_kernel,
            offset=function.offset,
            head=_SHORT.sub(r"\1", head),
            rest=_SHORT.sub(r"\1", rest),
            used=_frozen(self._context.used),
            said=_frozen(self._declarable.intersection(_WORD.findall(text))),
            short=_short_names(text),
            approximate=_frozen(
                form.opcode.partition(".")[0] for form in forms.values() if form.kind is Class.APPROXIMATE
            ),
            waits=lifted.waits,
            begins=any(form.begun for form in forms.values()),
            has_images=lifter.has_images,
            instructions=lifted.instructions,
        )

    @cached_property
    def _declarable(self) -> frozenset[str]:
        variables = (global_name(each.name) for each in self._module.variables)
        return frozenset((*variables, *map(function_name, self._context.functions.values())))

    def _place(self, where: Location) -> str:
        """A line of a source as a comment says it."""
        name = self._module.files.get(where.file, "").replace("\\", "/").rpartition("/")[2]
        return f"{name}:{where.line}" if _FILE_NAME.fullmatch(name) else f"line {where.line}"

    # The text

    def _lines(self) -> Iterator[str]:
        names = set[str]().union(*(each.said for each in self._written.values()))
        globals, tables = self._globals(names)
        parts = globals, self._prototypes(names), tables
        declarations = "\n".join("\n".join([*each, ""]) for each in parts if each)
        short = _short_names(declarations).union(*(each.short for each in self._written.values()))
        yield f'#include "{self._header}"'
        yield ""
        yield "// Products and sums are rounded each, as in PTX; where it merges them it says `fma`."
        yield "#pragma clang fp contract(off)"
        yield ""
        if short:
            yield from (f"using {each} = hipify_ptx::any_{each};" for each in ALIASES if each in short)
            yield from (f"using hipify_ptx::{each};" for each in sorted(short.difference(ALIASES)))
            yield ""
        if declarations:
            yield _SHORT.sub(r"\1", declarations)
        yield from self._labels()
        for number, each in enumerate(self._written.values()):
            if number:
                yield ""
            lines = (*self._comment(each), each.head, *self._beginning(each), each.rest)
            yield from (GUARD, *lines, "#endif") if each.name in self._images else lines

    def _beginning(self, each: _Written) -> Iterator[str]:
        """What kernels do first that have barriers of a part of a block, be it in a function that they may call."""
        if each.is_kernel and (each.begins or self._begin_in_calls):
            yield f"  {NAMESPACE}begin_barriers();"

    def _labels(self) -> Iterator[str]:
        """Kernels whose names C++ or HIP have already keep them in the code object, where programs look them up."""
        for each in self._written.values():
            name = symbol_name(each.name)
            if each.is_kernel and global_name(each.name) != name:
                label = f'{each.head.removesuffix(" {")} __asm__("{name}");'
                guard = GUARD.removeprefix("#if ") if each.name in self._images else ""
                asked = " && ".join(filter(None, ("__HIP_DEVICE_COMPILE__", guard)))
                yield from (f"#if {asked}  // `{name}` is something else in C++ or HIP", label, "#endif", "")

    def _comment(self, each: _Written) -> Iterator[str]:
        name = _plain_name(each.name)
        if name:
            yield f"// {name}"

    def _globals(self, names: set[str]) -> tuple[list[str], list[str]]:
        """The variables, those apart that hold addresses."""
        found: dict[bool, list[Variable]] = {False: [], True: []}
        for variable in self._stored.needed(names):
            if problem := self._stored.problem(variable.name):
                self._found.left.append(Left(variable.name, problem, variable.offset, False, True))
            else:
                found[bool(variable.symbols)].append(variable)
        first, last = (self._stored.declarations(each, self._images) for each in (found[False], found[True]))
        return first, last

    def _prototypes(self, names: set[str]) -> list[str]:
        """Functions that are defined elsewhere, or further down."""
        found, seen = list[str](), set[str]()
        for name in [*self._context.functions]:
            function = self._context.functions[name]
            spelled = function_name(function)
            if spelled not in names or is_known(name, self._context) or name in seen or self._stored.problem(name):
                continue
            seen.add(name)
            if function.body is None:
                result, parameters = self._context.signature(name)
                kinds = ", ".join(each.text for each in parameters)
                found.append(f'extern "C" __device__ {result.text} {spelled}({kinds});')
            elif name in self._written and not function.is_kernel:
                found.append(self._written[name].head.removesuffix(" {") + ";")
        return found


def _agreed(lifters: Iterable[Lifter]) -> dict[str, str]:
    """The types that all functions use a variable as."""
    found: dict[str, str] = {}
    for lifter in lifters:
        for name, element in lifter.elements():
            found[name] = element if found.get(name, element) == element else BYTES
    return found


def _short_names(text: str) -> frozenset[str]:
    """What a text says of the helper header that the source makes shorter."""
    return _frozen(
        name
        for name, (said, is_reserved_in_functions) in _SAID_SHORT.items()
        if said in text and is_reserved_in_functions.search(text)
    )


def _frozen(items: Iterable[str]) -> frozenset[str]:
    """A set; empty ones, as most are of the many in a module, are one object."""
    return frozenset(items) or _NOTHING


def _left(function: Function, reason: str, offset: int) -> Left:
    return Left(function.name, reason, offset, function.is_kernel)


def _length(function: Function) -> int:
    start, end = function.body or (0, 0)
    return end - start


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


def _variables(context: FunctionContext) -> list[str]:
    """The variables that a function declares itself."""
    return [f"  {declared(variable, name, element)};" for variable, name, element in context.own.values()]
