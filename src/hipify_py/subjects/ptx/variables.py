"""What the variables of a function hold, in the words of C++ for what an instruction takes: then no cast is needed, and
a pointer points to what an instruction reads."""

from __future__ import annotations

from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading

_HELD_AS = {
    b"unsigned": "uint32_t",
    b"unsigned int": "uint32_t",
    b"uint32_t": "uint32_t",
    b"uint": "uint32_t",
    b"int": "int32_t",
    b"int32_t": "int32_t",
    b"unsigned short": "uint16_t",
    b"uint16_t": "uint16_t",
    b"unsigned long long": "uint64_t",
    b"uint64_t": "uint64_t",
    b"float": "float",
    b"double": "double",
}
_QUALIFIERS = frozenset(b"const constexpr static register __restrict__ __restrict".split())
_VALUE = pattern(rb"\s*=([^;,{}]{1,200});")


class Variable(NamedTuple):
    """`type` is the name of the type in C++ that holds the same; `stars` are those of a pointer to it. `value` is what
    stands behind the `=` of a constant."""

    type: str
    stars: int = 0
    is_reference: bool = False
    value: bytes = b""


def variable_at(reading: Reading, name: bytes, offset: int) -> Variable | None:
    """The variable of the function around a place that a name means there; None where that is not certain, or where
    not everybody who reads the place reads its declaration."""
    blocks, known = list(reading.scopes.around(offset)), reading.declarations.of(name, offset)
    if not blocks or known is None or known.place < blocks[-1].head or known.dimensions or known.stars > 1:
        return None
    type, around = _HELD_AS.get(known.type.removeprefix(b"std::")), reading.conditionals.around(offset)
    is_read = all(branch in around for branch in reading.conditionals.around(known.place))
    if type is None or not is_read or not known.qualifiers <= _QUALIFIERS:
        return None
    value = _VALUE.match(reading.plain, known.place + len(name)) if b"constexpr" in known.qualifiers else None
    return Variable(type, known.stars, known.is_reference, value[1] if value is not None else b"")
