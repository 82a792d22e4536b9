"""Buffers compared element by element, a piece of them at a time."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from math import isfinite
from typing import NamedTuple

from hipify_py.run.pin.records import Piece, Type
from hipify_py.run.pin.words import number

Read = Callable[[Piece], bytes]
_LAYOUTS = {
    Type.F32: "f", Type.F64: "d", Type.F16: "e", Type.BF16: "H", Type.I8: "b", Type.U8: "B", Type.I16: "h",
    Type.U16: "H", Type.I32: "i", Type.U32: "I", Type.I64: "q", Type.U64: "Q", Type.BOOL: "B",
}  # fmt: skip


class Found(NamedTuple):
    """How elements differ; `is_sample` if there are others that nobody recorded."""

    how: str
    is_sample: bool


def compared(
    read: tuple[Read, Read],
    pieces: tuple[Sequence[Piece], Sequence[Piece]],
    kind: Type,
    tolerance: float,
    scale: float,
) -> Found | None:
    """None if they were not recorded alike. What is small beside `scale` may differ by its tolerance."""
    is_sample = any(piece.is_sample for some in pieces for piece in some)
    first, count, total = "", 0, 0
    for one, other in zip_longest(*pieces):
        if one is None or other is None or one[:3] != other[:3]:
            return None
        a, b = read[0](one), read[1](other)
        if len(a) != len(b):
            return None
        total += len(a) // kind.size
        for at, x, y in _unequal(a, b, kind, tolerance, scale):
            count += 1
            what = "sample" if is_sample else "element"
            first = first or f"{what} {one.first + at:,}: {number(x)}, {number(y)}"
    if not count:
        return Found("", is_sample)
    return Found(f"{count:,} of {total:,} {'samples' if is_sample else 'elements'} differ, first {first}", is_sample)


def _unequal(a: bytes, b: bytes, kind: Type, tolerance: float, scale: float) -> Iterator[tuple[int, float, float]]:
    if a == b:
        return
    for at, (x, y) in enumerate(zip(_elements(a, kind), _elements(b, kind), strict=True)):
        if x == y or (x != x and y != y):
            continue
        is_near = isfinite(x) and isfinite(y) and abs(x - y) <= tolerance * max(abs(x), abs(y), scale)
        if not is_near:
            yield at, x, y


def _elements(data: bytes, kind: Type) -> Iterator[float]:
    layout = _LAYOUTS.get(kind, "B")
    whole = data[: len(data) - len(data) % struct.calcsize(layout)]
    numbers = (value for (value,) in struct.iter_unpack(f"<{layout}", whole))
    if kind is Type.BF16:
        return (struct.unpack("<f", struct.pack("<I", bits << 16))[0] for bits in numbers)
    return numbers
