"""Vector types and their other names in a file, and whether an expression is a number or such a vector."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import Enum, auto

from hipify_py.edits import Span
from hipify_py.file.declarations import Own
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.tables.model import VECTOR_ELEMENTS
from hipify_py.texts import to_bytes

VECTORS = {to_bytes(f"{element}{width}"): width for element in VECTOR_ELEMENTS for width in (2, 3, 4)}
_SCALARS = frozenset(
    b"bool char short int long float double size_t unsigned signed int8_t int16_t int32_t int64_t uint8_t uint16_t "
    b"uint32_t uint64_t".split()
)
_BUILTINS = frozenset((b"threadIdx", b"blockIdx", b"blockDim", b"gridDim"))
_CONSTANTS = frozenset(b"FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX DBL_MIN DBL_EPSILON INFINITY M_PI warpSize".split())
_ROOTS = (
    b"sqrt cbrt rsqrt rcbrt exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan sinpi cospi asin acos atan atan2 "
    b"sinh cosh tanh asinh acosh atanh pow fabs fmin fmax fmod floor ceil round trunc rint fma hypot "
    b"copysign erf erfc tgamma lgamma fdim ldexp"
).split()
_FUNCTIONS = frozenset(
    (*_ROOTS, *(root + b"f" for root in _ROOTS), b"abs", b"min", b"max", b"saturate", b"__saturatef")
)
_ALIAS = pattern(
    rb"\btypedef\s+((?:unsigned\s+)?\w+)\s+(\w+)\s*;|\busing\s+(\w+)\s*=\s*(?:::\s*)?((?:unsigned\s+)?\w+)\s*;"
)
_TYPE_NAME = pattern(rb"\w+(?:\s+\w+)*")
_PREFIX = pattern(rb"[-+!~\s]*(\*?)[-+!~\s]*")
_NUMBER = pattern(rb"\.?\d(?:[eE][+-]|[\w.])*|(?:true|false)\b")
_NAME = pattern(rb"(?:::\s*)?(?:std\s*::\s*)?([A-Za-z_]\w*)\s*")
_OPERATOR = pattern(rb"\s*(?:<<|>>|&&|\|\||[<>=!]=|[-+*/%<>&|^?]|:(?!:))(?![=])")
_COMPONENT = pattern(rb"\s*(?:\.|->)\s*([A-Za-z_]\w*)(?!\w|\s*[(\[])")
_SUBSCRIPT = pattern(rb"\s*\[")
_ARGUMENT = pattern(rb"<\s{0,9}(?:const\s{1,9})?(\w+(?:\s{1,9}\w+)?)(?:\s{1,9}const\b)?\s{0,9}([*&]?)\s{0,9}>\s{0,9}\(")
_CAST = pattern(rb"\w+_cast")
_LONGEST = 300
_DEEPEST = 8


class Sort(Enum):
    SCALAR = auto()
    VECTOR = auto()
    UNKNOWN = auto()


class VectorTypes:
    """The names of vector types, and what values of them and of numbers look like."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._own = Own(facts)
        self._scalars: set[bytes] = set(_SCALARS)
        self._widths = {name: VECTORS[name] for name in VECTORS.keys() & facts.reading.words}
        self._ends: set[int] = set()
        self._add_aliases()

    @property
    def names(self) -> Collection[bytes]:
        """What may name a vector type in the file."""
        return self._widths.keys()

    def width(self, name: bytes) -> int | None:
        """Of a vector type; 0 where it depends on the build, None of what is no such type, or the file's own one."""
        width = self._widths.get(name)
        return None if width is not None and name in VECTORS and name in self._own else width

    def is_alias_of(self, end: int) -> bool:
        """Whether the type that ends there is what another name stands for."""
        return end in self._ends

    def _add_aliases(self) -> None:
        found: dict[bytes, set[int]] = {}
        places: set[int] = set()
        for kind, end, name, place in self._aliases():
            width = self.width(kind) or int(self._is_scalar_type(kind))
            found.setdefault(name, set()).add(width)
            if width:
                self._ends.add(end)
                places.add(place)
                if len(found[name]) == 1:
                    self._add(name, width)
        for name, widths in found.items():
            if widths != {0} and (len(widths) > 1 or self._is_otherwise(name, places)):
                self._widths.pop(name, None)
                self._scalars.discard(name)
            if len(widths) > 1 and min(widths) > 1:
                self._widths[name] = 0  # so many in some builds, and others in others

    def _add(self, name: bytes, width: int) -> None:
        if width == 1:
            self._scalars.add(name)
        else:
            self._widths[name] = width

    def _aliases(self) -> Iterator[tuple[bytes, int, bytes, int]]:
        """What type, where it ends, and the other name for it."""
        reading = self._facts.reading
        for found in _ALIAS.finditer(reading.plain):
            kind, name = (1, 2) if found[1] else (4, 3)
            yield found[kind], found.end(kind), found[name], found.start(name)
        for macro in reading.macros:
            start, end = reading.stripped(macro.body, macro.end)
            if macro.parameters is None and _TYPE_NAME.fullmatch(reading.code, start, min(end, start + 40)):
                yield reading.code[start:end], end, macro.name, macro.name_start

    def _is_otherwise(self, name: bytes, places: set[int]) -> bool:
        """Whether a name stands for something else elsewhere in the file, as a parameter of a template."""
        for use in self._facts.reading.names([name]):
            before = self._facts.reading.neighbours(use).word_before
            if use.start not in places and (before in (b"class", b"typename") or self._facts.introduces(use)):
                return True
        return False

    def _is_scalar_type(self, kind: bytes) -> bool:
        return bool(kind) and self._scalars.issuperset(kind.split())

    def _sort_of(self, kind: bytes) -> Sort:
        if self.width(kind) is not None:
            return Sort.VECTOR
        return Sort.SCALAR if self._is_scalar_type(kind) else Sort.UNKNOWN

    def sort(self, value: Span, depth: int = 0) -> Sort:
        """What an expression is: a number if all in it are, a vector if one in it is, and everything else is known."""
        if value.end - value.start > _LONGEST or depth > _DEEPEST:
            return Sort.UNKNOWN
        position, sorts = value.start, set()
        while True:
            sort, position = self._operand(position, value.end, depth)
            sorts.add(sort)
            if sort is Sort.UNKNOWN or not self._facts.reading.code[position : value.end].strip():
                break
            operator = _OPERATOR.match(self._facts.reading.code, position, value.end)
            if operator is None:
                return Sort.UNKNOWN
            position = operator.end()
        return next(sort for sort in (Sort.UNKNOWN, Sort.VECTOR, Sort.SCALAR) if sort in sorts)

    def _operand(self, start: int, end: int, depth: int) -> tuple[Sort, int]:
        code = self._facts.reading.code
        prefix = _PREFIX.match(code, start, end)
        start, stars = (prefix.end(), len(prefix[1])) if prefix else (start, 0)
        if number := _NUMBER.match(code, start, end):
            return (Sort.UNKNOWN if stars else Sort.SCALAR), number.end()
        if code[start : start + 1] == b"(" and not stars:
            return self._component(*self._in_parentheses(start, end, depth), end)
        name = _NAME.match(code, start, end)
        if name is None:
            return Sort.UNKNOWN, start
        return self._component(*self._named(name[1], name.end(), end, stars, depth), end)

    def _component(self, sort: Sort, position: int, end: int) -> tuple[Sort, int]:
        found = _COMPONENT.match(self._facts.reading.code, position, end)
        if found is None:
            return sort, position
        is_number = sort is Sort.VECTOR and found[1] in (b"x", b"y", b"z", b"w")
        return (Sort.SCALAR if is_number else Sort.UNKNOWN), found.end()

    def _in_parentheses(self, start: int, end: int, depth: int) -> tuple[Sort, int]:
        """`(float)x`, or an expression."""
        closing = self._facts.reading.closers.get(start, end)
        if closing >= end:
            return Sort.UNKNOWN, end
        inside = self._facts.reading.code[start + 1 : closing].strip()
        sort = self._sort_of(inside)
        if sort is Sort.UNKNOWN:
            return self.sort(Span(start + 1, closing), depth + 1), closing + 1
        if depth >= _DEEPEST:
            return Sort.UNKNOWN, end
        _cast, position = self._operand(closing + 1, end, depth + 1)
        return (sort if _cast is not Sort.UNKNOWN or position >= end else Sort.UNKNOWN), position

    def _named(self, name: bytes, position: int, end: int, stars: int, depth: int) -> tuple[Sort, int]:
        """A call, a cast or a variable; `position` is behind the name."""
        code, closers = self._facts.reading.code, self._facts.reading.closers
        if argument := _ARGUMENT.match(code, position, end):
            behind, is_element = self._behind_subscripts(closers.get(argument.end() - 1, end) + 1, end)
            sort = self._sort_of(argument[1])
            is_known = (argument[2] == b"*") == (is_element or bool(stars))
            is_typed = sort is Sort.VECTOR or _CAST.fullmatch(name)
            return (sort if is_known and is_typed else Sort.UNKNOWN), behind
        sign = code[position : position + 1] if position < end else b""
        if sign in (b"(", b"{"):
            closing = closers.get(position, end)
            is_value = closing < end and not stars
            return (self._called(name, position, depth) if is_value else Sort.UNKNOWN), closing + 1
        if name in _BUILTINS:
            return Sort.VECTOR, position
        return self._variable(name, position, end, stars)

    def _called(self, name: bytes, opening: int, depth: int) -> Sort:
        sort = self._sort_of(name.removeprefix(b"make_"))
        if sort is not Sort.UNKNOWN or name not in _FUNCTIONS or name in self._own:
            return sort
        arguments = self._facts.reading.arguments(opening) or []
        sorts = {self.sort(Span(*argument), depth + 1) for argument in arguments}
        return Sort.SCALAR if sorts == {Sort.SCALAR} else Sort.UNKNOWN

    def _variable(self, name: bytes, position: int, end: int, stars: int) -> tuple[Sort, int]:
        """A variable, or what it points to."""
        behind, is_element = self._behind_subscripts(position, end)
        is_element = is_element or bool(stars) or self._facts.reading.code[behind:end].startswith(b"->")
        known = self._facts.reading.declarations.of(name, position)
        if known is None:
            is_number = name in _CONSTANTS or _NUMBER.fullmatch(self._facts.constant(name, position))
            return (Sort.SCALAR if is_number and not is_element else Sort.UNKNOWN), behind
        is_value = is_element == (known.depth > 0)
        return (self._sort_of(known.type) if is_value else Sort.UNKNOWN), behind

    def _behind_subscripts(self, position: int, end: int) -> tuple[int, bool]:
        """Where the subscripts there end, and whether there are any."""
        start = position
        while subscript := _SUBSCRIPT.match(self._facts.reading.code, position, end):
            position = self._facts.reading.closers.get(subscript.end() - 1, end) + 1
        return position, position > start
