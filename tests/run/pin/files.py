"""Recordings as instrumented programs write them, for tests."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hipify_py.run.pin.records import MAGIC, WHOLE, Kind, Note, State, Type

CHUNKS = 16
INFINITE = float("inf")


class Data(NamedTuple):
    """What lies in a buffer, as a digest tells it."""

    elements: Sequence[float]
    hash: int = 0

    def digest(self) -> bytes:
        finite = [each for each in self.elements if abs(each) < INFINITE]
        nan = sum(each != each for each in self.elements)
        numbers = [0.0] * (CHUNKS - 1) + [sum(finite)]
        absolutes = [0.0] * (CHUNKS - 1) + [sum(map(abs, finite))]
        scattered = [0.0] * (CHUNKS - 1) + [sum(each * (-1) ** (at // 2) for at, each in enumerate(finite))]
        return struct.pack(
            "<BQQQdd48d",
            State.TAKEN,
            self.hash or (hash(tuple(map(str, self.elements))) & 0xFFFFFFFFFFFF),
            nan,
            len(self.elements) - len(finite) - nan,
            min(finite, default=INFINITE),
            max(finite, default=-INFINITE),
            *numbers,
            *absolutes,
            *scattered,
        )


ABSENT, LOST = bytes([State.ABSENT]), bytes([State.LOST])


def buffer(
    place: int,
    before: Data | bytes = ABSENT,
    after: Data | bytes = ABSENT,
    *,
    kind: Type = Type.F32,
    note: Note = Note.AS_IS,
    count: int | None = None,
    offset: int = WHOLE,
) -> bytes:
    known = next((each for each in (before, after) if isinstance(each, Data)), Data(()))
    head = struct.pack("<HIBBQ", place, offset, kind, note, len(known.elements) if count is None else count)
    return head + b"".join(each if isinstance(each, bytes) else each.digest() for each in (before, after))


def scalar(place: int, value: float, kind: Type = Type.I32) -> bytes:
    layout = "d" if kind.is_float else "q" if value < 0 else "Q"
    return struct.pack(f"<HB{layout}", place, kind, value)


class Writer:
    """A recording in the making. Places are numbered as they come."""

    def __init__(self, dialect: str = "CUDA", *, options: str = "", rank: int = -1) -> None:
        self.data = MAGIC
        self._number = 0
        self._places = 0
        name = b"Some GPU"
        self.record(
            b"P",
            struct.pack("<BBIiii", dialect == "HIP", 0, 42, rank, 13000, 13000)
            + _text(options)
            + struct.pack("<BH", 1, len(name))
            + name,
        )

    def record(self, kind: bytes, payload: bytes) -> None:
        self.data += struct.pack("<Ic", len(payload), kind) + payload

    def place(self, kind: Kind, file: str, line: int, name: str, nth: int = 0) -> int:
        number = self._places
        self._places += 1
        self.record(b"S", struct.pack("<IBII", number, kind, line, nth) + _text(file) + _text(name))
        return number

    def call(
        self,
        place: int,
        visit: int = 0,
        *,
        scalars: Sequence[bytes] = (),
        buffers: Sequence[bytes] = (),
        thread: int = 0,
        flags: int = 0,
        status: int = 0,
        grid: tuple[int, int, int] = (1, 1, 1),
    ) -> int:
        payload = struct.pack(
            "<QIQIhB3I3IQq", self._number, place, visit, thread, 0, flags, *grid, 256, 1, 1, 0, status
        )
        payload += struct.pack("<H", len(scalars)) + b"".join(scalars)
        payload += struct.pack("<H", len(buffers)) + b"".join(buffers)
        self.record(b"C", payload)
        self._number += 1
        return self._number - 1

    def values(
        self, call: int, index: int, data: bytes, total: int, *, is_after: bool, is_sample: bool = False
    ) -> None:
        self.record(b"V", struct.pack("<QHBBQQ", call, index, is_after, is_sample, 0, total) + data)

    def end(self, path: Path) -> Path:
        self.record(b"E", struct.pack("<Q", self._number))
        return self.unfinished(path)

    def unfinished(self, path: Path) -> Path:
        path.write_bytes(self.data)
        return path


def _text(text: str) -> bytes:
    data = text.encode("utf-8", "surrogateescape")
    return struct.pack("<H", len(data)) + data
