"""`#line`, where a conversion adds or removes lines: compilers then speak of the lines of the original, in errors as in
debug information and in what `__LINE__` and `assert` say."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from difflib import SequenceMatcher

from hipify_py.patterns import pattern
from hipify_py.reading.tokens import code_only

# Comparing takes time that grows with the square of the lines. Of longer files only what stands behind all changes gets
# its lines.
_MOST_LINES = 20_000
_CONDITIONAL = pattern(rb"[ \t]*#[ \t]*((?:el)?if\w*|else|endif)\b")


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
    said = _Said()
    depth = number = place = 0
    may_stand = True
    for line in code_only(text).splitlines(keepends=True):
        shift = shifts[bisect_right(starts, number) - 1][1]
        if said.shift != shift and may_stand and depth == 0:
            yield b"#line %d\n" % (number + shift + 1)
            said.say(shift)
        part = text[place : place + len(line)]
        yield part
        said.pass_by(line)
        place += len(line)
        number += part.count(b"\n")
        depth = max(depth + line.count(b"(") - line.count(b")"), 0)
        may_stand = not line.rstrip().endswith(b"\\")


class _Said:
    """By how much the lines are shifted, as the compiler knows; None where that depends on conditions."""

    def __init__(self) -> None:
        self.shift: int | None = 0
        self._groups: list[bool] = []  # whether something was said in each of the conditional groups around

    def say(self, shift: int) -> None:
        self.shift = shift
        self._groups = [True] * len(self._groups)

    def pass_by(self, line: bytes) -> None:
        match = _CONDITIONAL.match(line)
        if match is None:
            return
        if match[1].startswith(b"if"):
            self._groups.append(False)
        elif self._groups:
            self.shift = None if self._groups[-1] else self.shift
            if match[1] == b"endif":
                self._groups.pop()
