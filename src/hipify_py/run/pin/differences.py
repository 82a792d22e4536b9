"""What two calls were given, and what they made of it.

Numbers and buffers are compared, addresses and handles are not. Buffers are compared by their digests, or by their
values where both runs recorded these. Real numbers may differ by a tolerance: of the larger one, or for sums of the sum
of absolute values, which is what the errors of their terms add up to at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf, isfinite
from typing import NamedTuple, Protocol

from hipify_py.run.pin import values
from hipify_py.run.pin.records import (
    Buffer,
    Call,
    Digest,
    Flag,
    Note,
    Piece,
    Place,
    Program,
    Scalar,
    Seen,
    State,
    Type,
    digests,
)
from hipify_py.run.pin.words import argument, number, of_type, sizes, status

# Of what is rounded in another way, or added up in another order.
TOLERANCES: Mapping[Type, float] = {Type.F16: 1e-2, Type.BF16: 2e-2, Type.F32: 1e-4, Type.F64: 1e-10}
_NOT_COMPARED = frozenset((Type.POINTERS, Type.ENUMERATION))


class Run(Protocol):
    """What is asked of a recording."""

    @property
    def program(self) -> Program | None: ...
    @property
    def places(self) -> Mapping[int, Place]: ...
    @property
    def calls(self) -> Mapping[Seen, int]: ...
    @property
    def is_complete(self) -> bool: ...
    @property
    def damage(self) -> str: ...
    def contents(self, seen: Seen) -> bytes: ...
    def call(self, seen: Seen) -> Call | None: ...
    def pieces(self, call: Call, buffer: int, *, is_after: bool) -> list[Piece]: ...
    def values(self, piece: Piece) -> bytes: ...


class Difference(NamedTuple):
    """`is_number` is one that was passed by value, `is_of_bytes` of a buffer whose type is not known: what differs
    there may be rounded differently, and no more."""

    argument: str
    is_input: bool
    how: str
    is_number: bool = False
    is_of_bytes: bool = False


class Compared(NamedTuple):
    """`reads_device`: some of what the call read was recorded."""

    differences: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    reads_device: bool = False
    buffers: int = 0

    @property
    def is_of_bytes(self) -> bool:
        """Nothing differs whose type is known."""
        return all(each.is_of_bytes for each in self.differences)

    @property
    def has_equal_inputs(self) -> bool:
        return not any(each.is_input for each in self.differences)


def compared_calls(first: Run, one: Seen, second: Run, other: Seen, tolerances: Mapping[Type, float]) -> Compared:
    contents = first.contents(one)
    if contents == second.contents(other) and (count := digests(contents)) >= 0:
        return Compared(buffers=count)
    a, b = first.call(one), second.call(other)
    if a is None or b is None:
        return Compared(notes=("calls whose record is damaged are not compared",))
    return _Comparer(first, a, second, b, tolerances).compared()


class _Comparer:
    def __init__(self, first: Run, a: Call, second: Run, b: Call, tolerances: Mapping[Type, float]) -> None:
        self._runs = first, second
        self._a, self._b = a, b
        self._tolerances = tolerances
        self._differences: list[Difference] = []
        self._notes: dict[str, None] = {}
        self._buffers = 0

    def compared(self) -> Compared:
        a, b = self._a, self._b
        self._differences += self._scalars()
        pairs = list(_pairs(a, b))
        for at, of_a, to, of_b in pairs:
            self._buffer(at, of_a, to, of_b)
        self._status()
        reads = any(buffer.before.state is State.TAKEN for buffer in a.buffers)
        found = sorted(self._differences, key=lambda each: not each.is_input)
        return Compared(tuple(found), tuple(self._notes), tuple(_remarks(a, b)), reads, self._buffers)

    def _scalars(self) -> Iterator[Difference]:
        others = {scalar.place: scalar for scalar in self._b.scalars}
        for one in self._a.scalars:
            other = others.get(one.place)
            if other is None or _NOT_COMPARED.intersection((one.type, other.type)):
                continue
            tolerance = max(self._tolerances.get(each.type, 0.0) for each in (one, other))
            if not _near(one.value, other.value, tolerance):
                yield Difference(argument(one.place), True, f"{_spelled(one)}, {_spelled(other)}", is_number=True)

    def _buffer(self, at: int, one: Buffer, to: int, other: Buffer) -> None:
        name = argument(one.place, one.offset)
        if (one.note is Note.NO_ADDRESS) != (other.note is Note.NO_ADDRESS):
            how = "is null, is not null" if one.note is Note.NO_ADDRESS else "is not null, is null"
            self._differences.append(Difference(name, True, how, is_number=True))
            return
        if one.elements * one.type.size != other.elements * other.type.size:
            self._note(f"buffers of other sizes are not compared ({self._a.place.name}, {name}: {sizes(one, other)})")
            return
        for is_after, pair in ((False, (one.before, other.before)), (True, (one.after, other.after))):
            how = self._contents((at, one), (to, other), *pair, is_after=is_after)
            if how:
                is_of_bytes = _common(one.type, other.type) is Type.BYTES
                found = Difference(f"{name}, {of_type(one)}", not is_after, how, is_of_bytes=is_of_bytes)
                self._differences.append(found)

    def _contents(
        self, one: tuple[int, Buffer], other: tuple[int, Buffer], a: Digest, b: Digest, *, is_after: bool
    ) -> str:
        """How what lies in a buffer differs; nothing if it does not, or nobody knows."""
        kind = _common(one[1].type, other[1].type)
        if kind in _NOT_COMPARED or State.ABSENT in (a.state, b.state):
            return ""
        if a.state is not b.state:
            return f"{_lost(a)}, {_lost(b)}"
        if a.state is State.LOST:
            self._note("buffers are not compared whose digests were lost, as the device failed or did not answer")
            return ""
        self._buffers += 1
        if a.hash == b.hash:
            return ""
        tolerance = self._tolerances.get(kind, 0.0)
        found = self._values(one, other, kind, tolerance, is_after=is_after)
        if found is not None and (found.how or not found.is_sample):
            return found.how
        return _digests(kind, a, b, one[1].elements, tolerance)

    def _values(
        self, one: tuple[int, Buffer], other: tuple[int, Buffer], kind: Type, tolerance: float, *, is_after: bool
    ) -> values.Found | None:
        first, second = self._runs
        pieces = (
            first.pieces(self._a, one[0], is_after=is_after),
            second.pieces(self._b, other[0], is_after=is_after),
        )
        if not all(pieces):
            return None
        digest = one[1].after if is_after else one[1].before
        scale = sum(digest.absolutes) / one[1].elements if one[1].elements else 0.0
        return values.compared((first.values, second.values), pieces, kind, tolerance, scale)

    def _status(self) -> None:
        a, b = self._a, self._b
        if Flag.UNFINISHED in a.flags | b.flags:
            self._note("calls that had not ended when a program did are compared as far as they went")
        elif (a.status == 0) != (b.status == 0):
            self._differences.append(Difference("status", False, f"{status(a)}, {status(b)}"))

    def _note(self, text: str) -> None:
        self._notes[text] = None


def _pairs(a: Call, b: Call) -> Iterator[tuple[int, Buffer, int, Buffer]]:
    """The buffers of both, by the argument that they are reached from."""
    others = {(buffer.place, buffer.offset): (at, buffer) for at, buffer in enumerate(b.buffers)}
    for at, buffer in enumerate(a.buffers):
        found = others.get((buffer.place, buffer.offset))
        if found is not None:
            yield at, buffer, *found


def _remarks(a: Call, b: Call) -> Iterator[str]:
    for what, one, other in (("grid", a.grid, b.grid), ("block", a.block, b.block)):
        if one != other:
            yield f"another {what}: {_size(one)}, {_size(other)}"
    if Flag.CAPTURED in a.flags | b.flags:
        yield "captured into a graph: what it reads and writes is not known"
    if Flag.INCOMPLETE in a.flags | b.flags:
        yield "its arguments were not all seen: what it reads is not known"
    if Flag.ERROR_PENDING in a.flags | b.flags:
        yield "made while an error was pending: what it reads and writes is not known"


def _size(sizes: tuple[int, ...]) -> str:
    return "x".join(map(str, sizes))


def _spelled(scalar: Scalar) -> str:
    return number(scalar.value)


def _common(one: Type, other: Type) -> Type:
    """What two programs take the same memory for: one may see `void *`."""
    if one is other:
        return one
    return Type.POINTERS if Type.POINTERS in (one, other) else Type.BYTES


def _near(a: float, b: float, tolerance: float, scale: float = 0.0) -> bool:
    if a == b or (a != a and b != b):
        return True
    if not (isfinite(a) and isfinite(b)):
        return False
    return abs(a - b) <= tolerance * max(abs(a), abs(b), scale)


def _lost(digest: Digest) -> str:
    return "lost, as the device failed or did not answer" if digest.state is State.LOST else "recorded"


def _digests(kind: Type, a: Digest, b: Digest, count: int, tolerance: float) -> str:
    """How digests with other bits differ, of more than what is tolerated."""
    if kind is Type.BYTES:
        return "bytes differ; their type is not known"
    found = [*_counts(a, b), *_extremes(a, b, tolerance), *_sums(a, b, count, tolerance)]
    if not found and not tolerance:
        return "elements differ, which no sum shows"
    return "; ".join(found)


def _counts(a: Digest, b: Digest) -> Iterator[str]:
    for name, one, other in (("NaN", a.nan, b.nan), ("Inf", a.inf, b.inf)):
        if one != other:
            yield f"{name}: {one:,}, {other:,}"


def _extremes(a: Digest, b: Digest, tolerance: float) -> Iterator[str]:
    sizes = [abs(each) for each in (a.least, a.most, b.least, b.most) if isfinite(each)]
    scale = max(sizes, default=0.0)
    for name, one, other in (("min", a.least, b.least), ("max", a.most, b.most)):
        if not _near(one, other, tolerance, scale):
            yield f"{name}: {_or_none(one)}, {_or_none(other)}"


def _or_none(value: float) -> str:
    """The least and the greatest of no elements are infinite."""
    return "none" if abs(value) == inf else number(value)


def _sums(a: Digest, b: Digest, count: int, tolerance: float) -> Iterator[str]:
    """The chunk whose sums differ most, and how many do."""
    worst, bad = (0.0, ""), 0
    for chunk, (size, other_size) in enumerate(zip(a.absolutes, b.absolutes, strict=True)):
        scale = max(size, other_size)
        sums = (
            ("sum", a.sums[chunk], b.sums[chunk]),
            ("sum of |x|", size, other_size),
            ("sum by position", a.scattered[chunk], b.scattered[chunk]),
        )
        for name, one, other in sums:
            if not _near(one, other, tolerance, scale):
                bad += 1
                error = abs(one - other) / scale if scale and isfinite(scale) else inf
                where = _elements(chunk, len(a.absolutes), count)
                worst = max(worst, (error, f"{name} of {where}: {number(one)}, {number(other)}"))
                break
    if bad:
        others = f", and {bad - 1} other chunks" if bad > 2 else ", and another chunk" if bad == 2 else ""
        yield worst[1] + others


_UNIT = 16


def _elements(chunk: int, chunks: int, count: int) -> str:
    """The elements of a chunk, which pin.hpp cuts in the same way."""
    first = count // _UNIT * chunk // chunks * _UNIT
    last = count if chunk == chunks - 1 else count // _UNIT * (chunk + 1) // chunks * _UNIT
    return f"elements {first:,} to {max(first, last - 1):,}"
