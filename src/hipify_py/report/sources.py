"""What a file says, before a run and after it, packed: most of a tree's text is the same twice."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from hipify_py.texts import to_bytes

_LEVEL = 9


class Hunk(NamedTuple):
    """`taken` lines of the original, from `first` on (zero-based), and what stands in their place."""

    first: int
    taken: int
    lines: Sequence[str]


class Text(NamedTuple):
    """The lines of a file, and how the converted one differs."""

    lines: Sequence[str]
    hunks: Sequence[Hunk]

    def converted(self) -> list[str]:
        lines: list[str] = []
        done = 0
        for first, taken, others in self.hunks:
            lines += [*self.lines[done:first], *others]
            done = first + taken
        return [*lines, *self.lines[done:]]


def packed(text: Text) -> bytes:
    """zlib over JSON, as browsers read both: `[lines, [[first, taken, lines], …]]`, lines joined by line feeds."""
    hunks = [[first, taken, list(lines)] for first, taken, lines in text.hunks]
    return zlib.compress(to_bytes(json.dumps(["\n".join(text.lines), hunks], separators=(",", ":"))), _LEVEL)


def unpacked(data: bytes) -> Text:
    joined, hunks = json.loads(zlib.decompress(data))
    return Text(joined.split("\n"), [Hunk(*hunk) for hunk in hunks])
