"""Files that instrumented programs wrote: `HIPIFYPIN 1`, then records, each with its length and its kind.

helpers/pin.hpp writes them. A program may have been killed while it wrote, and a file may come from anybody: what is
behind the first damage is not read, and no length in a file is believed before it is known to be there. Calls are found
in one pass, and read when they are asked for; values are read piece by piece.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from enum import IntEnum, IntFlag
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple, TypeVar

from hipify_py.system.disk import IrregularError, open_regular
from hipify_py.texts import reason

MAGIC = b"HIPIFYPIN 1\n"
_ANY_MAGIC = b"HIPIFYPIN "
CHUNKS = 16
# Of longer ones nobody waits for the end, nor has the memory.
MOST_CALLS = 2_000_000
MOST_PIECES = 2_000_000
MOST_PLACES = 200_000
_LONGEST_NAME = 1_000
_LONGEST = {b"P": 1 << 20, b"S": 1 << 18, b"C": 1 << 26, b"V": (1 << 20) + 64, b"E": 64}
WHOLE = 0xFFFFFFFF
"""The offset of what is no member of a structure."""


class UnreadableError(Exception):
    """A file that is no recording, in one line."""


class Kind(IntEnum):
    LAUNCH, COPY, SET, ALLOCATE, LIBRARY, GRAPH, FREE, OTHER = range(8)


class Type(IntEnum):
    NONE, F32, F64, F16, BF16, I8, U8, I16, U16, I32, U32, I64, U64, BOOL, BYTES, POINTERS, ENUMERATION = range(17)

    @property
    def size(self) -> int:
        return _SIZES.get(self, 1)

    @property
    def is_float(self) -> bool:
        return Type.F32 <= self <= Type.BF16


_SIZES = {
    **dict.fromkeys((Type.F64, Type.I64, Type.U64, Type.POINTERS), 8),
    **dict.fromkeys((Type.F32, Type.I32, Type.U32), 4),
    **dict.fromkeys((Type.F16, Type.BF16, Type.I16, Type.U16), 2),
}


class Flag(IntFlag):
    """`INCOMPLETE`: its arguments never came together. `RETURNED`: its status is what it returned, and not the error
    that a launch left."""

    CAPTURED, INCOMPLETE, UNFINISHED, ERROR_PENDING, RETURNED = 1, 2, 4, 8, 16


class Note(IntEnum):
    AS_IS, NO_ADDRESS, ELSEWHERE, NO_RANGE = range(4)


class State(IntEnum):
    ABSENT, TAKEN, LOST = range(3)


class Role(IntEnum):
    """What stands in the place of an argument's number."""

    TO, FROM, OUT, GONE, SIZE = range(0xFF00, 0xFF05)


class Program(NamedTuple):
    dialect: str
    platform: str
    pid: int
    rank: int
    runtime: int
    driver: int
    options: str
    devices: tuple[str, ...]


class Place(NamedTuple):
    kind: Kind
    file: str
    line: int
    name: str
    nth: int


class Scalar(NamedTuple):
    place: int
    type: Type
    value: float | int


class Digest(NamedTuple):
    """`sums`, `absolutes` and `scattered` are of sixteen chunks."""

    state: State
    hash: int = 0
    nan: int = 0
    inf: int = 0
    least: float = 0.0
    most: float = 0.0
    sums: tuple[float, ...] = ()
    absolutes: tuple[float, ...] = ()
    scattered: tuple[float, ...] = ()


class Buffer(NamedTuple):
    place: int
    offset: int
    type: Type
    note: Note
    elements: int
    before: Digest
    after: Digest


class Call(NamedTuple):
    number: int
    place: Place
    visit: int
    thread: int
    device: int
    flags: Flag
    grid: tuple[int, ...]
    block: tuple[int, ...]
    status: int
    scalars: tuple[Scalar, ...]
    buffers: tuple[Buffer, ...]


class Piece(NamedTuple):
    """Elements of a buffer, from the one with this number on: all of them, or samples of so many."""

    first: int
    total: int
    is_sample: bool
    offset: int
    bytes: int


class Seen(NamedTuple):
    """A call, before it is read."""

    place: int
    visit: int
    thread: int


_E = TypeVar("_E", bound=IntEnum)
_HEAD = struct.Struct("<Ic")
_PROGRAM = struct.Struct("<BBIiii")
_PLACE = struct.Struct("<IBII")
_CALL = struct.Struct("<QIQIhB3I3IQq")
_SEEN = struct.Struct("<QIQI")
_SCALAR = struct.Struct("<HBQ")
_BUFFER = struct.Struct("<HIBBQ")
_DIGEST = struct.Struct(f"<QQQdd{3 * CHUNKS}d")
_VALUES = struct.Struct("<QHBBQQ")


class _DamagedError(Exception):
    """What is wrong with a record."""


class _Payload:
    """The bytes of a record, read from the front."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, layout: struct.Struct) -> tuple[Any, ...]:
        try:
            values = layout.unpack_from(self._data, self._at)
        except struct.error:
            raise _DamagedError("is shorter than what it says it holds") from None
        self._at += layout.size
        return values

    def number(self, layout: str) -> int:
        return int(self.take(struct.Struct(layout))[0])

    def text(self) -> str:
        size = self.number("<H")
        data = self._data[self._at : self._at + size]
        if len(data) < size:
            raise _DamagedError("is shorter than what it says it holds")
        self._at += size
        return data.decode("utf-8", "replace")


class Recording:
    """One run. `damage` says from where on its file could not be read, `is_complete` whether the program ended it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.program: Program | None = None
        self.places: dict[int, Place] = {}
        self.calls: dict[Seen, int] = {}
        self.is_complete = False
        self.damage = ""
        self._pieces: dict[tuple[int, int, bool], list[Piece]] = {}
        self._count = 0
        try:
            self._file: BinaryIO = open_regular(path)
            self._size = os.fstat(self._file.fileno()).st_size
        except IrregularError as error:
            raise UnreadableError(f"{path}: {error.what}, not a regular file") from error
        except OSError as error:
            raise UnreadableError(f"{path}: {reason(error)}") from error
        try:
            self._scan()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Recording:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def call(self, seen: Seen) -> Call | None:
        """A call, or nothing if its record is damaged."""
        try:
            return _call(_Payload(self._payload(self.calls[seen])), self.places)
        except _DamagedError as error:
            self._damaged(self.calls[seen], str(error))
            return None

    def contents(self, seen: Seen) -> bytes:
        """The record of a call, without what tells it from others: its number, its place, its visit and its thread."""
        return self._payload(self.calls[seen])[_SEEN.size :]

    def pieces(self, call: Call, buffer: int, *, is_after: bool) -> list[Piece]:
        return self._pieces.get((call.number, buffer, is_after), [])

    def values(self, piece: Piece) -> bytes:
        self._file.seek(piece.offset)
        return self._file.read(piece.bytes)

    # -- one pass over all records -------------------------------------------------------------------------------------

    def _scan(self) -> None:
        magic = self._file.read(len(MAGIC))
        if magic != MAGIC:
            if magic.startswith(_ANY_MAGIC):
                raise UnreadableError(f"{self.path}: written by another version of hipify_pin.hpp than this one reads")
            raise UnreadableError(f"{self.path}: not a file that an instrumented program wrote")
        for at, kind, length in self._records():
            try:
                self._note(at, kind, length)
            except _DamagedError as error:
                self._damaged(at, str(error))
                return

    def _records(self) -> Iterator[tuple[int, bytes, int]]:
        """Where the payload of each record begins, its kind and its length."""
        at = len(MAGIC)
        while at < self._size:
            self._file.seek(at)
            head = self._file.read(_HEAD.size)
            if len(head) < _HEAD.size:
                self._damaged(at, "ends within a record")
                return
            length, kind = _HEAD.unpack(head)
            start = at + _HEAD.size
            if length > self._size - start:
                self._damaged(at, "ends within a record")
                return
            yield start, kind, length
            if self.damage:
                return
            at = start + length

    def _note(self, at: int, kind: bytes, length: int) -> None:
        if kind not in _LONGEST:
            return  # of a later version
        if length > _LONGEST[kind]:
            raise _DamagedError("is longer than records of its kind are")
        if kind == b"V":
            self._note_values(at, length)
        elif kind == b"C":
            self._note_call(at, length)
        else:
            payload = _Payload(self._file.read(length))
            if kind == b"P":
                self.program = self.program or _program(payload)
            elif kind == b"S":
                self._note_place(payload)
            else:
                self.is_complete = True

    def _note_place(self, payload: _Payload) -> None:
        number, kind, line, nth = payload.take(_PLACE)
        file, name = (payload.text()[:_LONGEST_NAME] for _ in range(2))
        if len(self.places) >= MOST_PLACES:
            raise _DamagedError(f"is behind {MOST_PLACES:,} places in sources, which are all that is read")
        self.places[number] = Place(Kind(min(kind, Kind.OTHER)), file, line, name, nth)

    def _note_call(self, at: int, length: int) -> None:
        if length < _CALL.size:
            raise _DamagedError("is shorter than what it says it holds")
        _number, place, visit, thread = _SEEN.unpack(self._file.read(_SEEN.size))
        if place not in self.places:
            raise _DamagedError("is of a place that is not known")
        if len(self.calls) >= MOST_CALLS:
            raise _DamagedError(f"is behind {MOST_CALLS:,} calls, which are all that is read")
        self.calls.setdefault(Seen(place, visit, thread), at)

    def _note_values(self, at: int, length: int) -> None:
        call, buffer, is_after, is_sample, first, total = _Payload(self._file.read(_VALUES.size)).take(_VALUES)
        self._count += 1
        if length < _VALUES.size or self._count > MOST_PIECES:
            raise _DamagedError("holds no values")
        piece = Piece(first, total, bool(is_sample), at + _VALUES.size, length - _VALUES.size)
        self._pieces.setdefault((call, buffer, bool(is_after)), []).append(piece)

    def _payload(self, at: int) -> bytes:
        self._file.seek(at - _HEAD.size)
        length, _kind = _HEAD.unpack(self._file.read(_HEAD.size))
        return self._file.read(length)

    def _damaged(self, at: int, why: str) -> None:
        self.damage = self.damage or f"damaged at byte {at:,}: the file {why}; what is before it is compared"


def digests(contents: bytes) -> int:
    """How many digests there are in what a record holds; -1 if anything is not as usual, and has to be read."""
    at = _CALL.size - _SEEN.size
    if contents[2] & (Flag.UNFINISHED | Flag.ERROR_PENDING):
        return -1
    try:
        at += 2 + _SCALAR.size * int.from_bytes(contents[at : at + 2], "little")
        count, found = int.from_bytes(contents[at : at + 2], "little"), 0
        at += 2
        for _ in range(count):
            at += _BUFFER.size
            for _when in range(2):
                state = contents[at]
                at += 1 + (_DIGEST.size if state == State.TAKEN else 0)
                found += state == State.TAKEN
                if state == State.LOST:
                    return -1
    except IndexError:
        return -1
    return found if at == len(contents) else -1


def _program(payload: _Payload) -> Program:
    dialect, platform, pid, rank, runtime, driver = payload.take(_PROGRAM)
    options = payload.text()
    devices = tuple(payload.text() for _ in range(payload.number("<B")))
    return Program(
        "HIP" if dialect else "CUDA", "AMD" if platform else "NVIDIA", pid, rank, runtime, driver, options, devices
    )


def _call(payload: _Payload, places: dict[int, Place]) -> Call:
    number, place, visit, thread, device, flags, *rest = payload.take(_CALL)
    scalars = tuple(_scalar(payload) for _ in range(payload.number("<H")))
    buffers = tuple(_buffer(payload) for _ in range(payload.number("<H")))
    grid, block, status = tuple(rest[:3]), tuple(rest[3:6]), rest[7]
    return Call(number, places[place], visit, thread, device, Flag(flags), grid, block, status, scalars, buffers)


def _scalar(payload: _Payload) -> Scalar:
    place, code, value = payload.take(_SCALAR)
    kind = _type(code)
    if kind.is_float:
        return Scalar(place, kind, float(struct.unpack("<d", struct.pack("<Q", value))[0]))
    is_signed = kind not in (Type.U64, Type.U32, Type.U16, Type.U8)
    return Scalar(place, kind, value - (1 << 64) if is_signed and value >> 63 else value)


def _buffer(payload: _Payload) -> Buffer:
    place, offset, code, note, count = payload.take(_BUFFER)
    return Buffer(place, offset, _type(code), _one_of(Note, note), count, _digest(payload), _digest(payload))


def _digest(payload: _Payload) -> Digest:
    state = _one_of(State, payload.number("<B"))
    if state is not State.TAKEN:
        return Digest(state)
    hashed, nan, inf, least, most, *sums = payload.take(_DIGEST)
    return Digest(
        state,
        hashed,
        nan,
        inf,
        least,
        most,
        tuple(sums[:CHUNKS]),
        tuple(sums[CHUNKS : 2 * CHUNKS]),
        tuple(sums[2 * CHUNKS :]),
    )


def _type(code: int) -> Type:
    return _one_of(Type, code)


def _one_of(kind: type[_E], code: int) -> _E:
    try:
        return kind(code)
    except ValueError:
        raise _DamagedError(f"says {code} where it should say a {kind.__name__.lower()}") from None
