"""From a place in converted text back to the original."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.source import Position, Source

_TOKEN = pattern(rb"\w+|\s+|.", re.S)
# Beyond these, comparing costs more than a guess is wrong.
_MAX_CANDIDATES = 60
_MAX_LINE = 2_000
# Lines compared at once, with as many before and after them: conversion adds and takes away fewer than that.
_WINDOW = 1_000


class Block(NamedTuple):
    """Items `before` that became items `after`; `same` if they are equal."""

    same: bool
    before: range
    after: range


class Places:
    def __init__(self, path: str, original: bytes, converted: bytes) -> None:
        self._source = Source(path, original)
        self._before = original.split(b"\n")
        self._after = converted.split(b"\n")
        self._windows: dict[int, list[Block]] = {}

    def original(self, line: int, column: int) -> Position:
        """Line and column as compilers count them, in bytes; what is returned is as findings count."""
        number = min(max(line - 1, 0), len(self._after) - 1)
        origin = self._line(number)
        column = _column(self._before[origin], self._after[number], max(column - 1, 0))
        start = sum(len(text) + 1 for text in self._before[:origin])
        return self._source.position(start + min(column, len(self._before[origin])))

    def _blocks_around(self, number: int) -> list[Block]:
        """Comparing takes time that grows with the square of the lines, so of a long file only a part is compared."""
        window = number // _WINDOW
        if window not in self._windows:
            part = slice(max(window - 1, 0) * _WINDOW, (window + 2) * _WINDOW)
            self._windows[window] = _blocks(self._before[part], self._after[part], part.start)
        return self._windows[window]

    def _line(self, number: int) -> int:
        block = next(block for block in self._blocks_around(number) if number in block.after)
        if not block.before:  # added by the conversion: it belongs to what follows
            return min(block.before.start, len(self._before) - 1)
        if len(block.before) == len(block.after):
            return block.before[number - block.after.start]
        return self._most_alike(number, block)

    def _most_alike(self, number: int, block: Block) -> int:
        expected = block.before[(number - block.after.start) * len(block.before) // len(block.after)]
        if len(block.before) > _MAX_CANDIDATES:
            return expected
        words = _tokens(self._after[number])
        return max(
            block.before, key=lambda line: (_likeness(_tokens(self._before[line]), words), -abs(line - expected))
        )


def _column(before: bytes, after: bytes, column: int) -> int:
    """A column of a line in what the line was. A word that changed is where it begins."""
    if before == after:
        return column
    old, new = _tokens(before), _tokens(after)
    starts_old, starts_new = _starts(old), _starts(new)
    if column >= starts_new[-1]:
        return starts_old[-1] + column - starts_new[-1]
    number = next(number for number, start in enumerate(starts_new[1:]) if start > column)
    block = next(block for block in _blocks(old, new) if number in block.after)
    if block.same:
        return starts_old[block.before[number - block.after.start]] + column - starts_new[number]
    return starts_old[block.before.start]


def _blocks(before: Sequence[bytes], after: Sequence[bytes], first: int = 0) -> list[Block]:
    """What became of what; numbers count from `first`."""
    matcher = SequenceMatcher(None, before, after)
    return [
        Block(tag == "equal", range(first + a, first + b), range(first + c, first + d))
        for tag, a, b, c, d in matcher.get_opcodes()
    ]


def _likeness(before: Sequence[bytes], after: Sequence[bytes]) -> float:
    return SequenceMatcher(None, before, after).ratio()


def _tokens(line: bytes) -> list[bytes]:
    return _TOKEN.findall(line[:_MAX_LINE])


def _starts(tokens: Sequence[bytes]) -> list[int]:
    """Where each token begins, and where the last one ends."""
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token))
    return starts
