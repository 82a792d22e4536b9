"""Floats of modules as literals of C++: each is worth the very bits, however a compiler reads it."""

from __future__ import annotations

import math
import random
import struct
from fractions import Fraction

import pytest

from hipify_py.subjects.ptx.literals import decimal

EDGES = (0, 1, 0x7FFFFF, 0x800000, 0x800001, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x7F7FFFFF, 0x7F800000, 0x7FC00000)


def _bits(width: int) -> list[int]:
    chance = random.Random(width)
    edges = [each << (width - 32) for each in EDGES]
    whole = [int.from_bytes(struct.pack("<f" if width == 32 else "<d", each), "little") for each in range(-300, 300)]
    powers = [exponent << (23 if width == 32 else 52) for exponent in range(255 if width == 32 else 2047)]
    found = [*edges, *whole, *powers, *(chance.getrandbits(width) for _ in range(20_000))]
    return [*found, *(each | 1 << (width - 1) for each in found)]


@pytest.mark.parametrize("width", [32, 64])
def test_a_literal_is_next_to_no_other_number(width: int) -> None:
    layout, digits = ("<f", 24) if width == 32 else ("<d", 53)
    for bits in _bits(width):
        (value,) = struct.unpack(layout, bits.to_bytes(width // 8, "little"))
        text = decimal(bits, width)
        if not text:
            assert not math.isfinite(value) or abs(value) < 2.0 ** (-126 if width == 32 else -1022)
            continue
        assert text.endswith("f") == (width == 32)
        assert set(text) & set(".e")
        assert text.startswith("-") == (math.copysign(1, value) < 0)
        step = Fraction(2) ** (math.frexp(value)[1] - digits)
        exact = Fraction(text.removesuffix("f"))
        # Python reads doubles as compilers do; those of 32 bits may be read as doubles first.
        assert float(exact) == value if width == 64 else abs(exact - Fraction(value)) < step / 4


def test_short_ones_are_short() -> None:
    assert [decimal(bits, 32) for bits in (0x3F000000, 0x3DCCCCCD, 0xC0400000, 0x3ED1A693)] == [
        "0.5f", "0.1f", "-3.0f", "0.40947399f",
    ]  # fmt: skip
    assert decimal(0x3FE0000000000000, 64) == "0.5"
