"""Variables of modules as declarations of C++, with what they hold: numbers, and addresses of each other."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.grammar import NotUnderstood
from hipify_py.subjects.ptx.literals import literal, with_bits_as
from hipify_py.subjects.ptx.module.context import ModuleContext, align_of, global_name, size_of, symbol_name
from hipify_py.subjects.ptx.module.printing import is_known
from hipify_py.subjects.ptx.module.syntax import Module, Symbol, Variable, known_type
from hipify_py.subjects.ptx.module.textures import GUARD
from hipify_py.subjects.ptx.types import CppType, cpp_type

# Texts, tables of functions, statics of functions and of sources: names that compilers have made.
_OF_COMPILERS = pattern(r"\$|__|\.|_ZN\d+_INTERNAL_|_ZZ|_ZT")


class GlobalVariables:
    """The variables of a module, and what functions and variables need of each other."""

    def __init__(self, module: Module, context: ModuleContext) -> None:
        self._variables = module.variables
        self._context = context
        self._known: dict[str, tuple[str, str]] = {}  # the declaration of a variable, or why there is none
        self._written: Mapping[str, Collection[str]] = {}
        self._users: dict[str, list[str]] = {}  # the functions and variables that name each
        self._problems: dict[str, str] = {}

    def settle(self, written: Mapping[str, Collection[str]]) -> None:
        """Find out what cannot be had: `written` are the functions that are translated, and what each needs."""
        self._written = written
        for name, used in written.items():
            for each in used:
                self._users.setdefault(each, []).append(name)
        for name in self._context.variables:
            for each in self._next(name):
                self._users.setdefault(each, []).append(name)
        problems = {name: self._own_problem(name) for name in {**self._context.variables, **self._users}}
        self._problems = {name: problem for name, problem in problems.items() if problem}
        for name, cause in _spread(self._problems, self._users):
            is_variable = name in self._context.variables
            self._problems[name] = self._problems[cause] if is_variable else _not_translated(name)

    def problem(self, name: str) -> str:
        """Why something that the module declares, or a variable that holds its address, cannot be had."""
        return self._problems.get(name, "")

    def leading_to(self, names: Iterable[str]) -> Set[str]:
        """These functions, the variables that hold their addresses, and the functions that need any of these."""
        found = set(names)
        found.update([name for name, _cause in _spread(found, self._users)])
        return found

    def needed(self, names: set[str]) -> Iterator[Variable]:
        """The variables to declare beside functions that say some names, which get those that variables say."""
        waiting = [
            each
            for each in self._variables
            if (is_for_hosts(each) and each.linkage != "extern") or global_name(each.name) in names
        ]
        found = {each.name for each in waiting}
        while waiting:
            for symbol in waiting.pop().symbols:
                variable = self._context.variables.get(symbol.name)
                if variable is not None and variable.name not in found:
                    found.add(variable.name)
                    waiting.append(variable)
                function = self._context.functions.get(symbol.name)
                if variable is None and function is not None:
                    names.add(self._context.spelled(symbol.name))
        return (each for each in self._variables if each.name in found)

    def declarations(self, variables: Sequence[Variable], guarded: Collection[str]) -> list[str]:
        """Each behind those that it holds the addresses of."""
        wanted = {each.name: None for each in variables}
        order = (name for component in _components(wanted, self._next) for name in component if name in wanted)
        found = ((name, self._declaration(name)[0]) for name in order)
        return [f"{GUARD}\n{text}\n#endif" if name in guarded else text for name, text in found]

    def _next(self, name: str) -> Iterator[str]:
        variable = self._context.variables.get(name)
        yield from (each.name for each in (variable.symbols if variable is not None else ()))

    @cached_property
    def _cycles(self) -> Mapping[str, int]:
        """The variables that lead to others and from these back to themselves, by the number of their cycle."""
        components = _components(self._context.variables, self._next)
        return {name: number for number, each in enumerate(components) for name in each if len(each) > 1}

    def _declaration(self, name: str) -> tuple[str, str]:
        if name not in self._known:
            variable = self._context.variables[name]
            try:
                self._check(variable)
                self._known[name] = _global(variable, self._context), ""
            except NotUnderstood as problem:
                self._known[name] = "", problem.reason
        return self._known[name]

    def _check(self, variable: Variable) -> None:
        """Whether C++ can have it, and the compiler put in all addresses before the program starts."""
        if variable.is_managed and global_name(variable.name) != symbol_name(variable.name):
            raise NotUnderstood(f"'{variable.name}' means something else in HIP C++")
        for symbol in variable.symbols:
            other = self._context.variables.get(symbol.name)
            function = self._context.functions.get(symbol.name)
            kind = cpp_type(variable.type)
            if kind is None or kind.width != 64 or symbol.mask is not None:
                raise NotUnderstood(f"'{variable.name}' holds a part of the address of '{symbol.name}'")
            if other is not None and other.space not in ("global", "const"):
                raise NotUnderstood(f"'{variable.name}' holds an address within .{other.space} memory")
            cycle = self._cycles.get(symbol.name)
            if other is not variable and cycle is not None and cycle == self._cycles.get(variable.name):
                raise NotUnderstood(f"'{variable.name}' and '{symbol.name}' hold the addresses of each other")
            if other is None and (
                function is None or function.is_kernel or is_known(symbol.name, self._context) or symbol.offset
            ):
                raise NotUnderstood(f"'{variable.name}' holds the address of '{symbol.name}'")

    def _own_problem(self, name: str) -> str:
        if name in self._context.variables:
            return self._declaration(name)[1]
        function = self._context.functions.get(name)
        if function is None or is_known(name, self._context):
            return ""
        if function.body is not None:
            return "" if name in self._written else _not_translated(name)
        try:
            self._context.signature(name)
        except NotUnderstood as problem:
            return problem.reason
        return ""


def _not_translated(name: str) -> str:
    return f"'{name}' is not translated"


def _spread(starts: Iterable[str], users: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """All that use some names, and what uses these, each once, with the nearest name by which it does."""
    waiting = list(starts)
    seen = set(waiting)
    for name in waiting:  # which grows
        for user in users.get(name, ()):
            if user not in seen:
                seen.add(user)
                waiting.append(user)
                yield user, name


def _components(starts: Iterable[str], following: Callable[[str], Iterable[str]]) -> list[list[str]]:
    """All that names lead to, each behind what it leads to; together where they lead to each other (Tarjan)."""
    found: list[list[str]] = []
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: dict[str, None] = {}  # for the component that they belong to
    for start in starts:
        path = [] if start in index else [(start, iter(following(start)))]
        while path:
            name, others = path[-1]
            if name not in index:
                index[name] = lowest[name] = len(index)
                waiting[name] = None
            for other in others:
                if other not in index:
                    path.append((other, iter(following(other))))
                    break
                if other in waiting:
                    lowest[name] = min(lowest[name], index[other])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[name])
                if lowest[name] == index[name]:
                    found.append(_last_until(name, waiting))
    return found


def _last_until(name: str, waiting: dict[str, None]) -> list[str]:
    taken = [waiting.popitem()[0]]
    while taken[-1] != name:
        taken.append(waiting.popitem()[0])
    return taken


def declared(variable: Variable, name: str, element: str, before: str = "") -> str:
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


def _global(variable: Variable, context: ModuleContext) -> str:
    name, element = global_name(variable.name), context.element(variable)
    if variable.space == "shared":
        return f"{declared(variable, name, element)};"
    if variable.space not in ("global", "const"):
        raise NotUnderstood(f"a .{variable.space} variable has no counterpart")
    where = "__constant__ " if variable.space == "const" else "__device__ "
    if variable.is_managed:
        where += "__managed__ "
    label = f' __asm__("{symbol}")' if is_for_hosts(variable) and name != (symbol := symbol_name(variable.name)) else ""
    if variable.linkage == "extern":
        return f'extern "C" {declared(variable, name, element, where)}{label};'
    if variable.linkage in ("weak", "common"):
        where = f"__attribute__((weak)) {where}"
    where = where if is_for_hosts(variable) else f"static {where}"
    return f"{_initialized(variable, declared(variable, name, element, where) + label, element, context)};"


def is_for_hosts(variable: Variable) -> bool:
    """Whether a host may ask for a variable by its name. nvcc says `.visible` of those of relocatable code alone."""
    is_memory = variable.space in ("global", "const") and cpp_type(variable.type) is not None
    return bool(variable.linkage) or (is_memory and not _OF_COMPILERS.match(variable.name))


def _initialized(variable: Variable, declared: str, element: str, context: ModuleContext) -> str:
    if variable.initial is None:
        return declared
    values = _addresses(variable, context) if variable.symbols else _values(variable, element)
    if variable.dimensions is None and not variable.lanes:
        return f"{declared} = {values[0]}" if values else declared
    return "".join([declared, " = {", _wrapped(values), "}"])


def _addresses(variable: Variable, context: ModuleContext) -> list[str]:
    """Elements some of which are addresses. That of a variable is the same in its space as in all of memory."""
    kind = known_type(variable.type)
    found = []
    for each in variable.initial or ():
        if isinstance(each, Symbol):
            found.append(f"uint64_t(&{context.spelled(each.name)})" + (f" + {each.offset}" if each.offset else ""))
        elif isinstance(each, Number):
            found.append(literal(with_bits_as(each, kind), kind))
    return found


def _values(variable: Variable, element: str) -> list[str]:
    """The elements as literals of C++; bytes may be those of wider ones."""
    own, kind = known_type(variable.type), known_type(element)
    numbers = [each for each in variable.initial or () if isinstance(each, Number)]
    if own.width == kind.width:
        if not kind.is_float and kind.width <= 32:
            below = 1 << (kind.width - kind.is_signed)
            return [
                each.text if _is_plain(each, below) else _short_literal(with_bits_as(each, kind), kind)
                for each in numbers
            ]
        return [_short_literal(with_bits_as(each, kind), kind) for each in numbers]
    total = size_of(variable)
    data = b"".join((int(each.value) & (1 << own.width) - 1).to_bytes(own.width // 8, "little") for each in numbers)
    data = data.ljust(total, b"\0")
    size = kind.width // 8
    pieces = [int.from_bytes(data[place : place + size], "little") for place in range(0, total, size)]
    while len(pieces) > 1 and not pieces[-1]:
        pieces.pop()  # zeros at the end need not be said
    return [_short_literal(with_bits_as(Number(str(each), each), kind), kind) for each in pieces]


def _is_plain(number: Number, below: int) -> bool:
    """Whether an integer is the same in C++, of any type that holds it: tables may have millions."""
    text = number.text
    return text.isdecimal() and (text[0] != "0" or text == "0") and int(number.value) < below


def _short_literal(number: Number, kind: CppType) -> str:
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
