"""Which pieces of a file can be made alone, and which only together.

What is declined today must be found again tomorrow: converting a file in which some pieces are made has to give what
converting all of it at once gives. That is tried out, with choices of pieces in which any two are once on different
sides, which takes few conversions: twice the logarithm of their number. Where it does not hold, the pieces that are to
blame are searched for and asked for as one. So are those that open a block that others close. The lines of includes
are made with the first piece that is accepted, as all the others need them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.records import dataclass
from hipify_py.run.deliver.hunks import Hunks
from hipify_py.run.review.pieces import Piece, made, split

# What finding out may take, before a person is kept waiting for too long.
_SECONDS = 8.0
_OPENS = pattern(rb"(?m)^[ \t]*#[ \t]*(?:if|ifdef|ifndef)\b")
_CLOSES = pattern(rb"(?m)^[ \t]*#[ \t]*endif\b")

Convert = Callable[[bytes], bytes]
Group = tuple[int, ...]


class _InseparableError(Exception):
    """Only the file as a whole can be asked for."""


@dataclass(frozen=True)
class Question:
    """Pieces that are made together or not at all."""

    pieces: tuple[Piece, ...]

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset[str]().union(*(piece.kinds for piece in self.pieces))


@dataclass(frozen=True)
class Questions:
    """What there is to ask of a file, and what comes with whatever is accepted."""

    asked: tuple[Question, ...]
    with_any: tuple[Piece, ...] = ()


def questions(data: bytes, pieces: Sequence[Piece], convert: Convert, seconds: float = _SECONDS) -> Questions:
    """What there is to ask of a file that becomes `made(data, pieces)`."""
    if len(pieces) < 2:
        return Questions((Question(tuple(pieces)),))
    try:
        groups, with_any = _Trial(data, pieces, convert, time.monotonic() + seconds).groups()
    except _InseparableError:
        return Questions((Question(tuple(pieces)),))
    asked = tuple(Question(tuple(pieces[index] for index in group)) for group in groups)
    if not asked:
        return Questions((Question(tuple(pieces)),))
    return Questions(asked, tuple(pieces[index] for index in with_any))


class _Trial:
    def __init__(self, data: bytes, pieces: Sequence[Piece], convert: Convert, deadline: float) -> None:
        self._data, self._pieces, self._convert, self._deadline = data, pieces, convert, deadline
        self._all = made(data, pieces)
        self._lines = split(self._all)
        self._spans = _spans_after(data, pieces)
        self._with_any = tuple(index for index, piece in enumerate(pieces) if piece.is_include)

    def groups(self) -> tuple[list[Group], Group]:
        self._grow_with_any()
        groups = self._balanced([index for index in range(len(self._pieces)) if index not in self._with_any])
        for _round in range(len(self._pieces) + 1):
            to_blame = self._to_blame(groups)
            if to_blame is None:
                return groups, self._with_any
            groups = _joined(groups, to_blame)
        raise _InseparableError

    def _grow_with_any(self) -> None:
        """Whatever is not found any more once the includes are made comes with them."""
        while self._with_any and (missing := self._missing(self._with_any)):
            if missing <= set(self._with_any):
                raise _InseparableError
            self._with_any = tuple(sorted(missing.union(self._with_any)))

    def _to_blame(self, groups: list[Group]) -> set[int] | None:
        """Pieces that have to be made together, and are not yet; None where there are none."""
        for chosen in self._choices(groups):
            if missing := self._missing_with(chosen):
                return self._narrowed(chosen, missing)
        return None

    def _choices(self, groups: list[Group]) -> Iterator[list[Group]]:
        """Choices in which any two groups are once on different sides, and those of one kind, as people choose."""
        for bit in range(max(len(groups) - 1, 0).bit_length()):
            for side in (0, 1):
                yield [group for number, group in enumerate(groups) if number >> bit & 1 == side]
        kinds = [frozenset[str]().union(*(self._pieces[index].kinds for index in group)) for group in groups]
        for kind in sorted(frozenset[str]().union(*kinds)) if len(set(kinds)) > 1 else ():
            yield [group for group, of_it in zip(groups, kinds, strict=True) if kind in of_it]
            yield [group for group, of_it in zip(groups, kinds, strict=True) if kind not in of_it]

    def _narrowed(self, chosen: list[Group], missing: set[int]) -> set[int]:
        """The fewest of the chosen ones because of which some are missing, and these."""
        while len(chosen) > 1:
            half = len(chosen) // 2
            for part in (chosen[:half], chosen[half:]):
                if found := self._missing_with(part):
                    chosen, missing = part, found
                    break
            else:
                break
        blamed = {index for group in chosen for index in group}
        if missing <= blamed and len(chosen) == 1:
            raise _InseparableError
        return blamed | missing

    def _missing_with(self, groups: Iterable[Group]) -> set[int]:
        return self._missing([index for group in groups for index in group])

    def _missing(self, chosen: Iterable[int]) -> set[int]:
        """The pieces that conversion does not find any more, or finds otherwise, where the chosen ones are made."""
        if time.monotonic() > self._deadline:
            raise _InseparableError
        indices = set(chosen).union(self._with_any)
        again = self._convert(made(self._data, (self._pieces[index] for index in indices)))
        if again == self._all:
            return set()
        found = {index for start, end in self._changed(again) for index in self._at(start, end)} - set(self._with_any)
        if not found:
            raise _InseparableError
        return found

    def _changed(self, again: bytes) -> Iterable[tuple[int, int]]:
        compared = Hunks(self._lines, split(again))
        return ((i1, i2) for tag, i1, i2, _j1, _j2 in compared.get_opcodes() if tag != "equal")

    def _at(self, start: int, end: int) -> Iterable[int]:
        for index, (first, last) in enumerate(self._spans):
            if (first < end and start < last) or (start == end and first <= start <= last) or first == last == start:
                yield index

    def _balanced(self, indices: Iterable[int]) -> list[Group]:
        """Pieces one by one, but for those of which one opens what another closes."""
        groups: list[Group] = []
        open_now = [0] * _MEASURES
        current: Group = ()
        for index in indices:
            piece = self._pieces[index]
            old, new = _depths(self._data[piece.start : piece.end]), _depths(piece.new)
            open_now = [now + after - before for now, before, after in zip(open_now, old, new, strict=True)]
            current = (*current, index)
            if not any(open_now):
                groups.append(current)
                current = ()
        if current:
            raise _InseparableError
        return groups


_MEASURES = 4


def _depths(text: bytes) -> list[int]:
    """What a text opens and does not close: conditions, and brackets of each kind."""
    code = tokens.code_only(text)
    conditions = len(_OPENS.findall(code)) - len(_CLOSES.findall(code))
    return [conditions, *(code.count(left) - code.count(right) for left, right in (b"()", b"[]", b"{}"))]


def _joined(groups: list[Group], indices: set[int]) -> list[Group]:
    """The groups with those as one that hold any of some pieces."""
    together = [group for group in groups if not indices.isdisjoint(group)]
    if len(together) < 2:
        raise _InseparableError
    one = tuple(sorted(index for group in together for index in group))
    return sorted([*(group for group in groups if group not in together), one])


def _spans_after(data: bytes, pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    """The lines of each piece in the text in which all are made."""
    spans: list[tuple[int, int]] = []
    at, line = 0, 0
    for piece in pieces:
        line += data.count(b"\n", at, piece.start)
        length = len(split(piece.new))
        spans.append((line, line + length))
        line += piece.new.count(b"\n")
        at = piece.end
    return spans
