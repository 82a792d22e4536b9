"""A file as bytes, with line numbers; nothing is ever decoded to be converted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate, count
from operator import add
from typing import NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass

UTF8_BOM = b"\xef\xbb\xbf"
_MARKS = pattern(b"(?:" + UTF8_BOM + b")*")
_WIDE_BOMS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


# Counting characters to here again and again costs too much.
_FAR = 10_000


class Position(NamedTuple):
    """One-based line and column; columns count characters where the line is UTF-8, else (or far into it) bytes."""

    line: int
    column: int


@dataclass(frozen=True)
class Source:
    path: str
    data: bytes

    @cached_property
    def mark(self) -> int:
        """How many bytes at the beginning are byte-order marks: one, if any, but for an accident of an editor."""
        marks = _MARKS.match(self.data)
        return marks.end() if marks else 0

    @cached_property
    def text(self) -> bytes:
        """The bytes as scanners should see them: byte-order marks are blanks, so that offsets stay the same."""
        return b" " * self.mark + self.data[self.mark :] if self.mark else self.data

    @cached_property
    def line_end(self) -> bytes:
        """Files of old systems have no line feeds."""
        return b"\r" if b"\r" in self.data and b"\n" not in self.data else b"\n"

    @cached_property
    def _line_starts(self) -> list[int]:
        ends = accumulate(map(len, self.data.split(self.line_end)))
        return [0, *map(add, ends, count(1))][:-1]

    def line_start(self, offset: int) -> int:
        """Where the line of a place begins."""
        return self.data.rfind(self.line_end, 0, offset) + 1

    def position(self, offset: int) -> Position:
        line = self.line(offset)
        start = self._line_starts[line - 1]
        before = self.data[start:offset]
        if line == 1:
            before = before.removeprefix(UTF8_BOM)
        return Position(line, _characters(before) + 1)

    def offset(self, position: Position) -> int:
        """The place of a position that `position` gave."""
        start = self._line_starts[position.line - 1]
        if position.line == 1 and self.data.startswith(UTF8_BOM):
            start += len(UTF8_BOM)
        ahead = position.column - 1
        if ahead > _FAR:
            return start + ahead
        line = self.data[start : start + _FAR + 1]
        try:
            text = line.decode("utf-8", "strict")
        except UnicodeDecodeError as error:
            text = line[: error.start].decode("utf-8", "strict")
            if ahead > len(text):  # behind what is no UTF-8 bytes are counted
                return start + ahead
        return start + (len(text[:ahead].encode("utf-8", "strict")) if not line.isascii() else ahead)

    def line(self, offset: int) -> int:
        """The one-based number of the line of a place."""
        return bisect_right(self._line_starts, offset)

    def lines(self, offsets: Iterable[int]) -> set[int]:
        """The numbers of the lines of many places."""
        starts = self._line_starts
        return {bisect_right(starts, offset) for offset in offsets}

    def line_text(self, line: int) -> str:
        start = self._line_starts[line - 1]
        end = self._line_starts[line] if line < len(self._line_starts) else len(self.data)
        return self.data[start:end].removeprefix(UTF8_BOM).rstrip(b"\r\n").decode("utf-8", "replace")


def why_not_text(data: bytes) -> str | None:
    """Why these bytes cannot be source code that we edit, or None."""
    for mark, name in _WIDE_BOMS.items():
        if data.startswith(mark):
            return f"{name} file: CUDA compilers read UTF-8; save it as UTF-8 first"
    if (nul := data.find(b"\0")) >= 0:
        return f"binary file: NUL byte at offset {nul}"
    return None


def _characters(data: bytes) -> int:
    if len(data) > _FAR:
        return len(data)
    try:
        return len(data.decode("utf-8", "strict"))
    except UnicodeDecodeError:
        return len(data)
