"""The backslashes at the ends of a macro's lines stay in their column where names before them get longer or shorter."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.reading import Reading

_CONTINUED = pattern(rb"(?<= )\\\r?\n")


class _Line(NamedTuple):
    start: int
    blanks: int
    backslash: int

    @property
    def column(self) -> int:
        return self.backslash - self.start


def aligned(reading: Reading, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Edits of the blanks before backslashes that stand in a column with others of their macro."""
    starts = [edit.start for edit in edits]
    for macro in reading.macros if edits else ():
        first, behind = (bisect_left(starts, place) for place in (macro.body, macro.end))
        if first < behind:
            lines = list(_lines(reading, macro))
            columns = Counter(line.column for line in lines)
            inside = edits[first:behind]
            yield from (edit for line in lines if columns[line.column] > 1 for edit in _moved(line, inside))


def _lines(reading: Reading, macro: Macro) -> Iterator[_Line]:
    text = reading.source.text
    for found in _CONTINUED.finditer(text, macro.body, macro.end):
        start = text.rfind(b"\n", 0, found.start()) + 1
        yield _Line(start, start + len(text[start : found.start()].rstrip(b" ")), found.start())


def _moved(line: _Line, edits: Sequence[Edit]) -> Iterator[Edit]:
    inside = [edit for edit in edits if line.start <= edit.start and edit.end <= line.blanks]
    if any(isinstance(part, bytes) and b"\n" in part for edit in inside for part in edit.parts):
        return
    blanks = line.backslash - line.blanks
    wanted = max(1, blanks - sum(map(_growth, inside)))
    if wanted != blanks:
        yield Edit(line.blanks, line.backslash, b" " * wanted, "\\", "alignment")


def _growth(edit: Edit) -> int:
    return sum(len(part) if isinstance(part, bytes) else part.end - part.start for part in edit.parts) - (
        edit.end - edit.start
    )
