"""Pointers and what is added to them, before they are text: `x + i`, `x[i + 4]`, `access<float>(x, 12)`."""

from __future__ import annotations

from typing import NamedTuple

from hipify_py.helpers import NAMESPACE
from hipify_py.subjects.ptx.module.cpp import Local
from hipify_py.subjects.ptx.module.syntax import known_type
from hipify_py.subjects.ptx.module.values import ATOM, PRODUCT, SUM, UNARY, Value, converted
from hipify_py.subjects.ptx.types import ADDRESS, S32, S64, U32, CppType, integer


class Term(NamedTuple):
    """An index of 64 bits, or of 32 whose product does not overflow, and what it is multiplied with; `product` is both
    as a value, and `fits` says whether that is the same in the width it is computed in."""

    value: Value
    scale: int
    product: Value = Value("", ADDRESS)
    fits: bool = False


class Pointer(NamedTuple):
    """An address: `base` is an expression of C++ that points to `element`s; `variable` is the name of a variable whose
    address it is. `is_shared`: for PTX it is an address within shared memory."""

    base: str
    element: str
    terms: tuple[Term, ...] = ()
    offset: int = 0
    is_shared: bool = False
    variable: str = ""
    reads: frozenset[Local] = frozenset()
    memory: bool = False

    def moved(self, offset: int) -> Pointer:
        return self._replace(offset=self.offset + offset)

    def added(self, term: Term) -> Pointer:
        return self._replace(
            terms=(*self.terms, term),
            reads=self.reads | term.value.reads,
            memory=self.memory or term.value.memory,
        )

    @property
    def is_plain(self) -> bool:
        return not (self.terms or self.offset)


def size_of(element: str) -> int:
    return int(element[1:]) // 8


def scalar(element: str) -> CppType:
    return known_type(element)


def element_of(kind: CppType) -> str:
    """The name of what memory is read as for a type; `scalar` is the way back."""
    letter = "f" if kind.is_float else "s" if kind.is_signed else "u"
    return f"{letter}{kind.width}"


def accessed(pointer: Pointer, element: str) -> Value:
    """What a pointer points to, as one type."""
    kind = scalar(element)
    text, level = _access(pointer, element)
    return Value(text, kind, level, pointer.reads, memory=True)


def _access(pointer: Pointer, element: str) -> tuple[str, int]:
    if pointer.variable and pointer.is_plain and pointer.element == element:
        return pointer.variable, ATOM
    index = _index(pointer, size_of(element)) if pointer.element == element else None
    if index is None:
        arguments = [pointer.base, *filter(None, [_distance(pointer)])]
        return f"{NAMESPACE}access<{scalar(element).name}>({', '.join(arguments)})", ATOM
    if not index:
        is_array = pointer.base.isidentifier() or pointer.base.endswith(")")
        return f"*{pointer.base if is_array else f'({pointer.base})'}", UNARY
    base = pointer.base if pointer.base.isidentifier() or pointer.base.endswith(")") else f"({pointer.base})"
    return f"{base}[{index}]", ATOM


def written(pointer: Pointer, element: str) -> Value:
    """The pointer itself, to elements of a type."""
    index = _index(pointer, size_of(element)) if pointer.element == element else None
    reads, memory = pointer.reads, pointer.memory
    if index is not None:
        sign = "-" if index.startswith("-") and index[1:].isdigit() else "+"
        text = f"{pointer.base} {sign} {index.removeprefix('-') if sign == '-' else index}" if index else pointer.base
        return Value(text, ADDRESS, SUM if index else ATOM, reads, points_to=element, memory=memory)
    distance = _distance(pointer)
    if not distance:
        return Value(f"({element}*){pointer.base}", ADDRESS, UNARY, reads, points_to=element, memory=memory)
    text = f"&{NAMESPACE}access<{scalar(element).name}>({pointer.base}, {distance})"
    return Value(text, ADDRESS, UNARY, reads, points_to=element, memory=memory)


def as_number(pointer: Pointer, kind: CppType) -> Value:
    """The address as PTX has it, in a register."""
    base = written(pointer._replace(terms=(), offset=0), pointer.element)
    if pointer.is_shared:
        text = f"{NAMESPACE}shared_address({base.text})"
        number = Value(text, U32, ATOM, base.reads)
    else:
        number = Value(f"uint64_t({base.text})", ADDRESS, ATOM, base.reads)
    distance = _distance(pointer)
    number = converted(number, kind)
    if not distance:
        return number
    unsigned = integer(kind.width)
    left = converted(number, unsigned)
    right = distance if distance.lstrip("-").isdigit() else f"{unsigned.name}({distance})"
    is_negative = right.startswith("-") and right[1:].isdigit()
    text = f"{left.text} - {right[1:]}" if is_negative else f"{left.text} + {right}"
    return Value(text, unsigned, SUM, pointer.reads, memory=pointer.memory)


def as_kind(value: Value | Pointer, kind: CppType | None, fallback: CppType | None = None) -> Value:
    """A value of a type; without one, of whatever type it has."""
    if isinstance(value, Pointer):
        default = U32 if value.is_shared else ADDRESS
        return as_number(value, kind or fallback or default)
    return value if kind is None else converted(value, kind)


def _index(pointer: Pointer, size: int) -> str | None:
    """What an index says: nothing for the first element, None if it is no number of elements."""
    if pointer.offset % size or any(term.scale % size for term in pointer.terms):
        return None
    is_alone = len(pointer.terms) == 1 and not pointer.offset
    parts = [_multiplied(term, term.scale // size, is_alone) for term in pointer.terms]
    if pointer.offset or not parts:
        number = pointer.offset // size
        parts.append(str(number) if number or parts else "")
    return _summed(parts)


def _distance(pointer: Pointer) -> str:
    """In bytes."""
    is_alone = len(pointer.terms) == 1 and not pointer.offset
    parts = [_multiplied(term, term.scale, is_alone) for term in pointer.terms]
    if pointer.offset:
        parts.append(str(pointer.offset))
    return _summed(parts)


def _summed(parts: list[str]) -> str:
    text = parts[0] if parts else ""
    for part in parts[1:]:
        text += f" - {part[1:]}" if part.startswith("-") else f" + {part}"
    return text


def _multiplied(term: Term, factor: int, is_alone: bool) -> str:
    """An index times a factor, where nothing overflows: in 64 bits, unless it stands alone."""
    index = term.value
    wide = index if index.cpp_type.width == 64 or (is_alone and factor == 1) else converted(index, S64)
    if index.cpp_type == S32 and index.text.startswith("int32_t(") and wide is not index:
        wide = Value(f"int64_t({index.text})", S64, ATOM, index.reads)
    if factor == 1:
        return wide.within(SUM)
    return f"{wide.within(PRODUCT)} * {factor}"
