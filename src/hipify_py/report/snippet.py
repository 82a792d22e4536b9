"""The place of a finding as people see it: its line, and a mark under what is meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hipify_py.report.lines import printable
from hipify_py.run.outcome import Remark

_TAB = 4
_WIDTH = 100
# How much of a long line is shown before what is meant.
_BEFORE = 24
_GAP = "…"
# From there on the columns of a line count bytes.
_FAR = 10_000


class Snippet(NamedTuple):
    """`mark` is empty where columns are bytes, and the place of a character is not known."""

    text: str
    mark: str


def snippet(remark: Remark, width: int = _WIDTH) -> Snippet | None:
    """The line of a finding, or of its first part; nothing where there is none to show."""
    source = remark.source
    if not source.strip():
        return None
    start = remark.start.column - 1
    end = remark.end.column - 1 if remark.end.line == remark.start.line else len(source.rstrip())
    if not _is_exact(source, start):
        return Snippet(_cut(_cells(source[: 4 * width]), 0, width)[0].rstrip(), "")
    marked = len(source[start:end]) or 1
    if source.isascii() and source.isprintable() and max(len(source), start + marked) <= width:  # as most lines
        return Snippet(source.rstrip(), " " * start + "^" * marked)
    # Far-away ends of a line of megabytes need not be drawn.
    first = max(0, start - 4 * width)
    cells = _cells(source[first : start + 4 * width])
    start, end = start - first, max(end, start + 1) - first
    before = sum(len_shown for _text, len_shown in cells[:start])
    marked = sum(len_shown for _text, len_shown in cells[start:end]) or 1
    return _window(cells, before, marked, width, is_cut=first > 0)


def _window(cells: Sequence[tuple[str, int]], before: int, marked: int, width: int, *, is_cut: bool) -> Snippet:
    """As much around what is marked as fits."""
    total = max(sum(len_shown for _text, len_shown in cells), before + marked)
    is_long = is_cut or total > width
    skipped = max(0, min(before - _BEFORE, total - width)) if is_long else 0
    text, dropped = _cut(cells, skipped, width)
    lead = _GAP if skipped or is_cut else ""
    offset = before - dropped + len(lead)
    return Snippet((lead + text).rstrip(), " " * offset + "^" * max(1, min(marked, width - offset + len(lead))))


def _cut(cells: Sequence[tuple[str, int]], skipped: int, width: int) -> tuple[str, int]:
    """The cells that begin after so many columns and fit into a width, and the columns dropped before them."""
    pieces: list[str] = []
    column = dropped = 0
    for text, len_shown in cells:
        if column < skipped:
            dropped = column + len_shown
        elif column + len_shown - dropped > width:
            pieces.append(_GAP)
            break
        else:
            pieces.append(text)
        column += len_shown
    return "".join(pieces), dropped


def _cells(source: str) -> list[tuple[str, int]]:
    """Each character as it is shown, and the columns that it takes."""
    if source.isascii() and source.isprintable():
        return [(sign, 1) for sign in source]
    cells: list[tuple[str, int]] = []
    column = 0
    for sign in source:
        text = " " * (_TAB - column % _TAB) if sign == "\t" else printable(sign)
        cells.append((text, len(text) if text != sign else _columns(sign)))
        column += cells[-1][1]
    return cells


def _columns(sign: str) -> int:
    if sign.isascii():
        return 1
    import unicodedata  # few files have a use for it

    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _is_exact(source: str, start: int) -> bool:
    """Whether the column counts characters: not in a line that is no UTF-8, and not far into a line."""
    if start > len(source):
        return False
    return source[:start].isascii() or ("\ufffd" not in source and start <= _FAR)
