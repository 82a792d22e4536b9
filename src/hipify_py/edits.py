"""Replacements of byte spans: how they are told apart, ordered, nested and applied."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

# The group of edits of includes that name a file which gets a new name.
RENAMED_FILES = "renamed files"
# That of lines with includes, which stand before others that are added at their place.
INCLUDES = "includes"
# How reports call what changes in build files: options, versions and paths, which are no names of CUDA.
BUILD_FILES = "build files"


class Span(NamedTuple):
    """Bytes of the input as a part of new text: with whatever other edits make of them."""

    start: int
    end: int


class Edit(NamedTuple):
    """Bytes `start:end` become `new`. `why` is the CUDA name that changes, `group` its library.

    Where `new` is made of parts, other edits may stand within: those inside a part that is a `Span` are made there,
    the others go with the bytes that they would have changed.

    `takes` is the code that goes, in order: text, and spans of whole arguments. Unless it is said, a piece of text
    stands for one name or for none, and parts take nothing. `file/accounting.py` holds every edit to it.
    """

    start: int
    end: int
    new: bytes | tuple[bytes | Span, ...]
    why: str
    group: str
    takes: tuple[bytes | Span, ...] | None = None

    @property
    def parts(self) -> tuple[bytes | Span, ...]:
        return (self.new,) if isinstance(self.new, bytes) else self.new


class OverlapError(Exception):
    """Two passes want the same bytes: a bug in a pass, never a matter of the input."""


def in_order(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits by position, outer ones first; equal ones once. Passes own disjoint kinds of places, so two that
    want the same bytes are an error."""
    ordered = tuple(sorted(set(edits), key=_order))
    around: list[Edit] = []
    for edit in ordered:
        while around and around[-1].end <= edit.start and _ends_before(around[-1], edit):
            around.pop()
        if around and not _may_hold(around[-1], edit):
            raise OverlapError(f"{around[-1]} and {edit}")
        around.append(edit)
    return ordered


def splice(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Apply ordered edits: every byte outside them is copied as it is."""
    starts = [edit.start for edit in edits]
    pieces: list[bytes] = []
    # A list of what is still to come and not a recursion: calls may be nested as deeply as anyone likes.
    to_come: list[bytes | tuple[Span, int, int]] = [(Span(0, len(data)), 0, -1)]
    while to_come:
        part = to_come.pop()
        if isinstance(part, bytes):
            pieces.append(part)
            continue
        span, first, behind = part
        position = span.start
        while (index := _next_within(edits, span, first, behind)) is not None:
            edit = edits[index]
            pieces.append(data[position : edit.start])
            position, first = edit.end, bisect_left(starts, edit.end, index + 1)
            if isinstance(edit.new, bytes):
                pieces.append(edit.new)
                continue
            to_come.append((Span(position, span.end), first, behind))
            to_come += [
                piece if isinstance(piece, bytes) else (piece, _first_within(starts, piece, index), edit.end)
                for piece in reversed(edit.new)
            ]
            break
        else:
            pieces.append(data[position : span.end])
    return b"".join(pieces)


def _next_within(edits: Sequence[Edit], span: Span, first: int, behind: int) -> int | None:
    """The first edit from `first` on that lies inside a span, and is no insertion behind the edit around it."""
    for index in range(first, len(edits)):
        if edits[index].start > span.end:
            return None
        if edits[index].start >= span.start and edits[index].end <= span.end and edits[index].start != behind:
            return index
    return None


def _first_within(starts: Sequence[int], part: Span, index: int) -> int:
    """Where the edits of a part begin: behind the edit whose part it is, if that begins at the same place."""
    first = bisect_left(starts, part.start)
    return max(first, index + 1) if starts[index] == part.start else first


class Replaced:
    """The code that other text takes the place of, with nothing of it kept."""

    def __init__(self, edits: Iterable[Edit]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        whole = ((each.start, each.end) for each in edits if each.start < each.end and not _keeps(each))
        for start, end in sorted(whole, key=lambda span: (span[0], -span[1])):
            if not self._ends or start >= self._ends[-1]:  # what stands in another one goes with it
                self._starts.append(start)
                self._ends.append(end)

    def holds(self, start: int, end: int) -> bool:
        """Whether all between two places goes."""
        index = bisect_right(self._starts, start) - 1
        return index >= 0 and end <= self._ends[index]


def outermost(edits: Iterable[Edit]) -> list[Edit]:
    """The ordered edits that stand in no other one."""
    found: list[Edit] = []
    for edit in edits:
        if not found or edit.start >= found[-1].end:
            found.append(edit)
    return found


def _keeps(edit: Edit) -> bool:
    """Whether any of the code that an edit changes is a part of the new text."""
    return not isinstance(edit.new, bytes) and any(isinstance(part, Span) for part in edit.new)


def _order(edit: Edit) -> tuple[int, int, int, bool, bool]:
    """Insertions stand before what begins at their place, lines first, and of these includes; the longer of two edits
    is the outer one."""
    is_insertion, adds_lines = edit.start == edit.end, _adds_lines(edit)
    is_late = adds_lines and edit.group != INCLUDES
    return edit.start, 2 - is_insertion - adds_lines, -edit.end, is_late, isinstance(edit.new, bytes)


def _adds_lines(edit: Edit) -> bool:
    return edit.start == edit.end and isinstance(edit.new, bytes) and edit.new.endswith((b"\n", b"\r"))


def _ends_before(left: Edit, right: Edit) -> bool:
    """Whether `right`, which begins where `left` ends or later, is another place: two insertions at one are not, unless
    the first one adds lines and the other one does not, or has no includes as the first one."""
    if not left.start == left.end == right.start == right.end:
        return True
    return _adds_lines(left) and (not _adds_lines(right) or right.group != INCLUDES == left.group)


def _may_hold(outer: Edit, inner: Edit) -> bool:
    if isinstance(outer.new, bytes) or inner.end > outer.end:
        return False
    return isinstance(inner.new, bytes) or (inner.start, inner.end) != (outer.start, outer.end)
