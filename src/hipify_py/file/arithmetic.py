"""The types that C computes with, by one name each, and what the usual conversions make of two of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.numbers import integer

# What becomes `int` wherever it is computed with.
SMALL = frozenset(
    (
        *b"bool char uchar short ushort int8_t uint8_t int16_t uint16_t".split(),
        *(b"signed char", b"unsigned char", b"short int", b"signed short", b"unsigned short", b"unsigned short int"),
    )
)
_NAMES = {
    b"int": b"int signed int32_t",
    b"unsigned": b"unsigned uint uint32_t",
    b"long": b"long int64_t ssize_t ptrdiff_t intptr_t",
    b"unsigned long": b"size_t uint64_t ulong uintptr_t",
    b"float": b"float",
    b"double": b"double",
}
_IN_WORDS = {
    b"signed int": b"int",
    b"unsigned int": b"unsigned",
    b"long int": b"long",
    b"signed long": b"long",
    b"unsigned long": b"unsigned long",
    b"unsigned long int": b"unsigned long",
    b"long unsigned int": b"unsigned long",
    b"long unsigned": b"unsigned long",
    b"long long": b"long long",
    b"long long int": b"long long",
    b"signed long long": b"long long",
    b"unsigned long long": b"unsigned long long",
    b"unsigned long long int": b"unsigned long long",
    b"long long unsigned": b"unsigned long long",
}
_ONE_NAME = {name: kind for kind, names in _NAMES.items() for name in names.split()} | _IN_WORDS
# By rank: of two, the later one is what both are converted to. A `long` holds all that an `unsigned` does.
_RANKS = (b"int", b"unsigned", b"long", b"unsigned long", b"long long", b"unsigned long long", b"float", b"double")


# What C calls arithmetic types, but for those that become `int` in sums.
NUMBERS = frozenset(
    (
        *b"int unsigned signed long float double uint size_t int32_t uint32_t int64_t uint64_t".split(),
        *(b"unsigned int", b"unsigned long", b"long long", b"unsigned long long", b"long int", b"long long int"),
        b"unsigned long long int",
    )
)


# How many bits the types of numbers have, with a sign for those that have one.
_BITS = {
    **dict.fromkeys((b"char", b"signed char", b"int8_t"), -8),
    **dict.fromkeys((b"unsigned char", b"uchar", b"uint8_t", b"bool"), 8),
    **dict.fromkeys((b"short", b"short int", b"signed short", b"int16_t"), -16),
    **dict.fromkeys((b"unsigned short", b"unsigned short int", b"ushort", b"uint16_t"), 16),
    **dict.fromkeys((b"int", b"float"), -32),
    b"unsigned": 32,
    **dict.fromkeys((b"long", b"long long", b"double"), -64),
    **dict.fromkeys((b"unsigned long", b"unsigned long long"), 64),
}

_FLOATING = pattern(rb"(?:\d+\.\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+)([fFlL]?)")

NAMES_OF_NUMBERS = frozenset((*_BITS, *_ONE_NAME))


class Typed(NamedTuple):
    """`float *`: the type, and how many pointers or arrays deep."""

    type: bytes
    stars: int = 0

    @property
    def is_number(self) -> bool:
        return not self.stars and self.type in NUMBERS


def promoted(type: bytes) -> bytes | None:
    """The one name of a number's type, as it is computed with on 64-bit Linux; None for what is no number."""
    plain = type.removeprefix(b"std::")
    return b"int" if plain in SMALL else _ONE_NAME.get(plain)


def one_name(type: bytes) -> bytes:
    """The one name of a type that several names mean: `unsigned long` for `uint64_t`."""
    return _ONE_NAME.get(type.removeprefix(b"std::"), type)


def bits_of(type: bytes) -> int | None:
    """How many bits a number has, below zero for one with a sign."""
    return _BITS.get(one_name(type))


def common(types: Iterable[bytes]) -> bytes | None:
    """The type of a sum of numbers; None if one of them is none."""
    kinds = [promoted(type) for type in types]
    known = [kind for kind in kinds if kind is not None]
    return reduce(_of_two, known) if known and len(known) == len(kinds) else None


def _of_two(left: bytes, right: bytes) -> bytes:
    if {left, right} == {b"unsigned long", b"long long"}:
        return b"unsigned long long"
    return max(left, right, key=_RANKS.index)


def of_literal(text: bytes) -> bytes | None:
    """The type of a number as it is written: `3u`, `0xffffffff`, `1e-3f`; None for what is none."""
    if (floating := _FLOATING.fullmatch(text)) is not None:
        return b"float" if floating[1] in (b"f", b"F") else b"double"
    value = integer(text)
    if value is None:
        return None
    suffix, is_decimal = text.lower().lstrip(b"x0123456789abcdef"), text[:1] != b"0"
    is_wide = b"l" in suffix or value >= 2 ** (31 if is_decimal and b"u" not in suffix else 32)
    kind = b"long long" if b"ll" in suffix else b"long" if is_wide else b"int"
    is_unsigned = b"u" in suffix or value >= 2**63 or (not is_decimal and 2**31 <= value < 2**32 and not is_wide)
    if not is_unsigned:
        return kind
    return b"unsigned" if kind == b"int" else b"unsigned " + kind
