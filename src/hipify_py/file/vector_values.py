"""Vector types and their other names in a file, and whether an expression is a number or such a vector."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import Enum, auto

from hipify_py.edits import Span
from hipify_py.file.declarations import Own
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.tables.model import VECTOR_ELEMENTS
from hipify_py.texts import to_bytes

VECTORS = {to_bytes(f"{element}{width}"): width for element in VECTOR_ELEMENTS for width in (2, 3, 4)}
_SCALARS = frozenset(
    b"bool char short int long float double size_t unsigned signed int8_t int16_t int32_t int64_t uint8_t uint16_t "
    b"uint32_t uint64_t".split()
)
_ALIAS = pattern(
    rb"\btypedef\s+((?:unsigned\s+)?\w+)\s+(\w+)\s*;|\busing\s+(\w+)\s*=\s*(?:::\s*)?((?:unsigned\s+)?\w+)\s*;"
)
_TYPE_NAME = pattern(rb"\w+(?:\s+\w+)*")


class Sort(Enum):
    SCALAR = auto()
    VECTOR = auto()
    UNKNOWN = auto()


class VectorTypes:
    """The names of vector types, and what values of them and of numbers look like."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._own, self._types = Own(facts), expression_types(facts)
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

    def sort(self, value: Span) -> Sort:
        """What an expression is: a number if all in it are, a vector if one in it is, and everything else is known."""
        sorts = {self._sort(*part) for part in self._types.operands(*value)}
        return next((sort for sort in (Sort.UNKNOWN, Sort.VECTOR, Sort.SCALAR) if sort in sorts), Sort.UNKNOWN)

    def _sort(self, start: int, end: int) -> Sort:
        typed = self._types.of(start, end)
        return self._sort_of(typed.type) if typed is not None and not typed.stars else Sort.UNKNOWN
