"""Parts of a condition that AMD answers by itself, as a person would write them: `AMD || V >= 9`, with no more brackets
than that takes, and `AMD` once for parts that stand beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.subjects.guards.questions import Token, tokens_of

AMD = b"defined(__HIP_PLATFORM_AMD__)"
_AND, _OR = b"&&", b"||"
_ENDS = (b"", b")", _AND, _OR)
# In what is longer, each part is answered by itself.
_MOST_TOKENS = 100


class Part(NamedTuple):
    """A part with its answer on AMD; `sign` joins those that it is made of, and `inner` stands in its brackets."""

    start: int
    end: int
    holds: bool
    is_operand: bool = False
    sign: bytes = b""
    inner: Part | None = None


def answer(code: bytes, start: int, end: int, parts: Sequence[Part]) -> Iterator[Edit]:
    """The edits of a condition that stands between two places."""
    tokens = tokens_of(code, start, end)
    if len(tokens) > _MOST_TOKENS:
        for part in parts:
            yield from _said(part, in_brackets=True)
    elif parts:
        yield from _Condition(tokens, parts).edits()


def _said(part: Part, *, in_brackets: bool) -> Iterator[Edit]:
    if part.inner is not None:
        yield from _said(part.inner, in_brackets=False)
        return
    sign = _OR if part.holds else _AND
    brackets = in_brackets + (part.sign not in (b"", sign))
    first = b"(" * in_brackets + b"!" * (not part.holds) + AMD + b" " + sign + b" "
    yield Edit(part.start, part.start, first + b"(" * (brackets - in_brackets), "CUDA_VERSION", "guards")
    if brackets:
        yield Edit(part.end, part.end, b")" * brackets, "CUDA_VERSION", "guards")


class _Condition:
    """Reads the parts from left to right, and joins those beside each other; what stands with others is said there."""

    def __init__(self, tokens: Sequence[Token], parts: Sequence[Part]) -> None:
        starts = {part.start: part for part in parts}
        self._items: list[Part | Token] = []
        end = 0
        for token in tokens:
            if token.start >= end:
                item = starts.get(token.start, token)
                self._items.append(item)
                end = item.end
        self._place = 0
        self._edits: list[Edit] = []

    def edits(self) -> list[Edit]:
        while self._place < len(self._items):
            self._say(self._any())
            self._place += 1  # a bracket that closes nothing
        return self._edits

    def _say(self, part: Part | None, around: bytes = b"") -> None:
        """A part between others that a sign joins."""
        if part is not None:
            is_apart = around not in (b"", _OR if part.holds else _AND)
            self._edits += _said(part, in_brackets=is_apart)

    def _say_apart(self, part: Part | None) -> None:
        self._edits += _said(part, in_brackets=True) if part is not None else ()

    @property
    def _sign(self) -> bytes:
        item = self._items[self._place] if self._place < len(self._items) else None
        return item.means if isinstance(item, Token) else b"" if item is None else b"?"

    def _any(self) -> Part | None:
        return self._joined(_OR, self._all)

    def _all(self) -> Part | None:
        return self._joined(_AND, self._operand)

    def _joined(self, sign: bytes, operand: Callable[[], Part | None]) -> Part | None:
        found = [operand()]
        while self._sign == sign:
            self._place += 1
            found.append(operand())
        runs = [_join(sign, [each for each in run if each]) for known, run in groupby(found, bool) if known]
        if None not in found:
            return runs[0]
        for run in runs:
            self._say(run, sign)
        return None

    def _operand(self) -> Part | None:
        found = self._first()
        if self._sign in _ENDS:
            return found
        self._say_apart(found)
        while self._sign not in _ENDS:
            place = self._place
            self._say_apart(self._first())
            self._place += self._place == place
        return None

    def _first(self) -> Part | None:
        """The first thing of an operand, which is all of it if this can be answered."""
        item = self._items[self._place] if self._place < len(self._items) else None
        if isinstance(item, Part):
            self._place += 1
            return item
        if item is None or item.means not in (b"(", b"!"):
            return None
        if item.means == b"(":
            return self._brackets()
        self._place += 1
        inner = self._first()
        if inner is not None and inner.is_operand:
            return Part(item.start, inner.end, not inner.holds, is_operand=True)
        self._say_apart(inner)
        return None

    def _brackets(self) -> Part | None:
        """`( … )`"""
        opening = self._items[self._place]
        self._place += 1
        inner = self._any()
        closing = self._items[self._place] if self._place < len(self._items) else None
        if closing is None:
            self._say(inner)
            return None
        self._place += 1
        return Part(opening.start, closing.end, inner.holds, is_operand=True, inner=inner) if inner else None


def _join(sign: bytes, parts: Sequence[Part]) -> Part:
    if len(parts) == 1:
        return parts[0]
    holds = any(part.holds for part in parts) if sign == _OR else all(part.holds for part in parts)
    return Part(parts[0].start, parts[-1].end, holds, sign=sign)
