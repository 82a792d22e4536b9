"""`#line`, where a conversion adds or removes lines: compilers then speak of the lines of the original, in errors as in
debug information and in what `__LINE__` and `assert` say."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from difflib import SequenceMatcher

from hipify_py.reading.tokens import code_only

# Comparing takes time that grows with the square of the lines. Of longer files only what stands behind all changes gets
# its lines.
_MOST_LINES = 20_000


def with_line_marks(original: bytes, converted: bytes) -> bytes:
    before, after = original.split(b"\n"), converted.split(b"\n")
    if len(before) == len(after):
        return converted
    return b"".join(_marked(converted, list(_shifts(before, after))))


def _shifts(before: list[bytes], after: list[bytes]) -> Iterator[tuple[int, int]]:
    """From which lines on, counted from 0, the originals stand how many lines further down; in order."""
    yield 0, 0
    if max(len(before), len(after)) > _MOST_LINES:
        pairs = enumerate(zip(reversed(before), reversed(after), strict=False))
        alike = next((at for at, (one, other) in pairs if one != other), min(len(before), len(after)))
        yield len(after) - alike, len(before) - len(after)
        return
    for _tag, _start, end, _first, last in SequenceMatcher(None, before, after).get_opcodes():
        yield last, end - last


def _marked(text: bytes, shifts: list[tuple[int, int]]) -> Iterator[bytes]:
    """A directive may stand before a line that begins outside of literals, comments, directives, and parentheses, in
    which it would be part of what a macro is given."""
    starts = [start for start, _shift in shifts]
    said = depth = number = place = 0
    may_stand = True
    for line in code_only(text).splitlines(keepends=True):
        wanted = shifts[bisect_right(starts, number) - 1][1]
        if wanted != said and may_stand and depth == 0:
            yield b"#line %d\n" % (number + wanted + 1)
            said = wanted
        part = text[place : place + len(line)]
        yield part
        place += len(line)
        number += part.count(b"\n")
        depth = max(depth + line.count(b"(") - line.count(b")"), 0)
        may_stand = not line.rstrip().endswith(b"\\")
