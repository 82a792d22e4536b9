"""What conversion changes in a file, in whole lines: pieces of the old text, each with its new one.

A piece is as small as lines allow: edits that share a line, a statement that one of them writes anew, or a directive
with its continuations are one. Any choice of pieces can be made alone, byte for byte; whether it should be is for
`together.py` to say.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hipify_py.edits import Edit, in_order, splice
from hipify_py.patterns import pattern

_INCLUDE = pattern(rb"[ \t]*#[ \t]*(?:include|include_next|import)\b")
_NEW_INCLUDE = pattern(rb"(?:^|\n)#include\b")
_CONTINUED = (b"\\\n", b"\\\r\n")


class Piece(NamedTuple):
    """The bytes `start:end`, which are whole lines or a place between two, become `new`. `kinds` are the groups of its
    edits, and `names` the names that change."""

    start: int
    end: int
    new: bytes
    kinds: frozenset[str] = frozenset()
    names: tuple[tuple[str, str], ...] = ()
    is_include: bool = False


class Lines:
    """The lines of a text by their places."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._starts = [0, *(match.end() for match in re.finditer(b"\n", data))]

    def number(self, place: int) -> int:
        """Zero-based."""
        return bisect_right(self._starts, place) - 1

    def start(self, number: int) -> int:
        return self._starts[number] if number < len(self._starts) else len(self.data)

    def text(self, number: int) -> bytes:
        return self.data[self.start(number) : self.start(number + 1)]


def pieces_of(data: bytes, edits: Iterable[Edit], planned: Iterable[Edit]) -> list[Piece]:
    """The pieces of all edits. `planned` are those that count; the others only keep comments and columns in order."""
    lines = Lines(data)
    spans = sorted(((*_whole_lines(lines, edit), [edit]) for edit in edits), key=lambda span: span[:2])
    return [_piece(lines, start, end, some, planned) for start, end, some in _disjoint(spans)]


def split(data: bytes) -> list[bytes]:
    """Lines with their ends, as git counts them: only a line feed ends one."""
    lines = [line + b"\n" for line in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def whole(data: bytes, new: bytes, edits: Sequence[Edit]) -> list[Piece]:
    """A file that is changed as a whole or not at all."""
    return [Piece(0, len(data), new, *_said_of(edits))]


def made(data: bytes, pieces: Iterable[Piece]) -> bytes:
    """The text with some of its pieces."""
    parts: list[bytes] = []
    at = 0
    for piece in sorted(pieces, key=lambda each: (each.start, each.end)):
        parts += (data[at : piece.start], piece.new)
        at = piece.end
    return b"".join((*parts, data[at:]))


def _whole_lines(lines: Lines, edit: Edit) -> tuple[int, int]:
    """The lines that an edit changes, with all of a directive or command that goes on over several; new lines between
    two old ones change neither."""
    first = lines.number(edit.start)
    if edit.start == edit.end == lines.start(first) and _adds_lines(edit) and not _continues(lines, first - 1):
        return edit.start, edit.end
    last = lines.number(max(edit.start, edit.end - 1))
    while _continues(lines, first - 1):
        first -= 1
    while _continues(lines, last) and lines.start(last + 1) < len(lines.data):
        last += 1
    return lines.start(first), lines.start(last + 1)


def _adds_lines(edit: Edit) -> bool:
    return isinstance(edit.new, bytes) and edit.new.endswith(b"\n")


def _continues(lines: Lines, number: int) -> bool:
    return number >= 0 and lines.text(number).endswith(_CONTINUED)


def _disjoint(spans: Iterable[tuple[int, int, list[Edit]]]) -> list[tuple[int, int, list[Edit]]]:
    """Spans in their order, those that share a line, or are at one place, as one."""
    found: list[tuple[int, int, list[Edit]]] = []
    for start, end, edits in spans:
        if found and (start < found[-1][1] or start == end == found[-1][0]):
            before = found.pop()
            start, end, edits = before[0], max(before[1], end), [*before[2], *edits]
        found.append((start, end, edits))
    return found


def _piece(lines: Lines, start: int, end: int, edits: Sequence[Edit], planned: Iterable[Edit]) -> Piece:
    data = lines.data
    spliced = splice(data, in_order(edits))
    new = spliced[start : len(spliced) - (len(data) - end)]
    places = {(edit.start, edit.end) for edit in edits}
    counted = [edit for edit in planned if (edit.start, edit.end) in places]
    is_include = all(_is_of_include(lines, edit) for edit in edits)
    return Piece(start, end, new, *_said_of(counted), is_include)


def _said_of(edits: Sequence[Edit]) -> tuple[frozenset[str], tuple[tuple[str, str], ...]]:
    return frozenset(edit.group for edit in edits), tuple((edit.group, edit.why) for edit in edits)


def _is_of_include(lines: Lines, edit: Edit) -> bool:
    if edit.start == edit.end and isinstance(edit.new, bytes) and _NEW_INCLUDE.search(edit.new):
        return True
    return _INCLUDE.match(lines.text(lines.number(edit.start))) is not None
