"""Words of options that change or go: what an edit has to take away with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

from hipify_py.edits import Edit
from hipify_py.subjects.buildfiles.statements import GROUP


class Placed(Protocol):
    """Some text, and where it stands."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def text(self) -> str: ...


class Word(NamedTuple):
    start: int
    end: int
    text: str


def edits_of(code: bytes, words: Sequence[Placed], made: Mapping[int, str], begin: int) -> Iterator[Edit]:
    """The words of one text, of which some get another text or go: with what stands before them, or behind them where
    the text begins. `begin` is from where the first one goes."""
    for is_removed, group in groupby(range(len(words)), key=lambda index: made.get(index) == ""):
        run = list(group)
        first, last = words[run[0]], words[run[-1]]
        if is_removed and run[0] == 0 and begin == first.start:
            end = words[run[-1] + 1].start if run[-1] + 1 < len(words) else last.end
            yield Edit(begin, end, b"", first.text, GROUP)
        elif is_removed:
            before = begin if run[0] == 0 else words[run[0] - 1].end
            behind = words[run[-1] + 1].start if run[-1] + 1 < len(words) else before
            begins_line = b"\n" in code[before : first.start] and b"\n" not in code[first.start : behind]
            start, end = (first.start, behind) if begins_line and behind > before else (before, last.end)
            yield Edit(start, end, b"", first.text, GROUP)
        for index in run if not is_removed else ():
            if index in made:
                new = made[index].encode("utf-8", "surrogateescape")
                yield Edit(words[index].start, words[index].end, new, words[index].text, GROUP)
