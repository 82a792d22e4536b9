"""Integers as C++ reads them, and its arithmetic of them."""

from __future__ import annotations

import pytest

from hipify_py.file.arithmetic import of_literal
from hipify_py.reading.numbers import DIVISIONS, integer


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        (b"0", 0),
        (b"42ul", 42),
        (b"0x1Fu", 31),
        (b"010", 8),
        (b"0" * 5_000, None),
        (b"9" * 5_000, None),
        (b"089", None),
        (b"0b11", None),
        (b"1.0", None),
        (b"-1", None),
        (b"", None),
    ],
)
def test_integers(literal: bytes, value: int | None) -> None:
    assert integer(literal) == value


@pytest.mark.parametrize(
    ("literal", "type"),
    [
        (b"1", b"int"),
        (b"2147483648", b"long"),
        (b"0x80000000", b"unsigned"),
        (b"020000000000", b"unsigned"),
        (b"1ull", b"unsigned long long"),
        (b"1e3", b"double"),
        (b".5f", b"float"),
        (b"1.F", b"float"),
        (b"1.5L", b"double"),
        (b"089", None),
        (b"0x1p3", None),
    ],
)
def test_types_of_literals(literal: bytes, type: bytes | None) -> None:
    assert of_literal(literal) == type


@pytest.mark.parametrize(("left", "right"), [(7, 2), (-7, 2), (7, -2), (-7, -2)])
def test_division_rounds_towards_zero(left: int, right: int) -> None:
    assert DIVISIONS["/"](left, right) == int(left / right)
    assert DIVISIONS["/"](left, right) * right + DIVISIONS["%"](left, right) == left
