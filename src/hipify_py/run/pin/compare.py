"""Where two runs part: the first call that was given the same in both and made something else of it.

`matching.py` says which calls are the same, `differences.py` compares two of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import Enum
from typing import NamedTuple

from hipify_py.records import dataclass
from hipify_py.report.lines import counted
from hipify_py.run.pin.differences import TOLERANCES, Compared, Run, compared_calls
from hipify_py.run.pin.matching import Pair, timeline
from hipify_py.run.pin.records import Kind, Place, Seen, Type

# Of a run that differs everywhere nobody reads all.
MOST_ROWS = 1_000
_AROUND = 3


class Verdict(Enum):
    """What the first difference is: of a call that was given the same; of what a copy brought from the host; of a
    number that the host passed; of memory that no recorded call wrote; or that only one run has the call."""

    EQUAL = "equal"
    CALL = "call"
    HOST_DATA = "host-data"
    HOST_VALUE = "host-value"
    UNSEEN = "unseen"
    ONLY_ONE = "only-one"
    NOTHING = "nothing"


class Row(NamedTuple):
    """A call in both runs, or in one. `number` is its own in the order of the first run, from 1."""

    number: int
    visit: int
    first: Place | None
    second: Place | None
    found: Compared = Compared()

    @property
    def place(self) -> Place:
        found = self.first or self.second
        assert found is not None
        return found

    @property
    def is_in_both(self) -> bool:
        return self.first is not None and self.second is not None

    @property
    def is_equal(self) -> bool:
        return self.is_in_both and not self.found.differences


@dataclass
class Comparison:
    """`fault` is the call that the verdict is about, `earlier` a call before it that only one run has, `typed` the
    first one where something differs whose type is known, `culprit` the first one with equal inputs if the fault is
    none such, `graph` the last launch of a graph before the fault, and `around` are the calls before and after it.
    `rows` are those that are not equal, as many as anybody reads."""

    verdict: Verdict
    fault: Row | None = None
    earlier: Row | None = None
    typed: Row | None = None
    culprit: Row | None = None
    graph: Row | None = None
    around: Sequence[Row] = ()
    rows: Sequence[Row] = ()
    calls: int = 0
    equal: int = 0
    different: int = 0
    only: tuple[int, int] = (0, 0)
    buffers: int = 0
    notes: Sequence[str] = ()
    tolerances: Mapping[Type, float] = field(default_factory=dict)

    @property
    def exit_code(self) -> int:
        if self.verdict is Verdict.NOTHING:
            return 2
        return int(self.verdict is not Verdict.EQUAL)


def compare(first: Run, second: Run, tolerances: Mapping[Type, float] = TOLERANCES) -> Comparison:
    tolerances = {**TOLERANCES, **tolerances}
    calls, unfinished = _without_ends(list(timeline(first, second, tolerances)), first, second)
    if not any(one and other for one, other in calls):
        return Comparison(Verdict.NOTHING, tolerances=tolerances)

    def row(at: int) -> Row:
        one, other = calls[at]
        places = first.places[one.place] if one else None, second.places[other.place] if other else None
        visit = (one or other or Seen(0, 0, 0)).visit
        found = compared_calls(first, one, second, other, tolerances) if one and other else Compared()
        return Row(at + 1, visit, *places, found)

    tally = _Tally()
    for at in range(len(calls)):
        tally.add(row(at))
    fault = tally.different or tally.alone
    around = [row(at) for at in _near(fault.number - 1, len(calls))] if fault else ()
    return Comparison(
        _verdict(tally),
        fault,
        tally.alone if tally.is_alone_first else None,
        tally.typed if tally.different and tally.different.found.is_of_bytes else None,
        tally.culprit if tally.culprit is not tally.different else None,
        tally.graph,
        around,
        tally.rows,
        len(calls),
        tally.counts["equal"],
        tally.counts["different"],
        (tally.counts["first"], tally.counts["second"]),
        tally.counts["buffers"],
        [*unfinished, *(f"{note} ({count:,} times)" if count > 1 else note for note, count in tally.notes.items())],
        tolerances,
    )


class _Tally:
    """What there is of all rows. Of those that differ, the first with equal inputs is looked for: an input that differs
    makes other outputs, and so on through the rest of the run."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.counts = Counter[str]()
        self.notes = Counter[str]()
        self.different: Row | None = None
        self.typed: Row | None = None
        self.culprit: Row | None = None
        self.graph: Row | None = None
        self.alone: Row | None = None

    def add(self, row: Row) -> None:
        self.notes.update(row.found.notes)
        self.counts[_what(row)] += 1
        self.counts["buffers"] += row.found.buffers
        if row.place.kind is Kind.GRAPH and "Launch" in row.place.name and self.different is None:
            self.graph = row
        if row.is_equal:
            return
        if row.is_in_both:
            self.different = self.different or row
            self.culprit = self.culprit or (row if row.found.has_equal_inputs else None)
            self.typed = self.typed or (None if row.found.is_of_bytes else row)
        else:
            self.alone = self.alone or row
        if len(self.rows) < MOST_ROWS:
            self.rows.append(row)

    @property
    def is_alone_first(self) -> bool:
        return bool(self.alone and self.different and self.alone.number < self.different.number)


def _what(row: Row) -> str:
    if row.is_in_both:
        return "equal" if row.is_equal else "different"
    return "first" if row.first else "second"


def _verdict(tally: _Tally) -> Verdict:
    row = tally.different
    if row is None:
        return Verdict.ONLY_ONE if tally.alone else Verdict.EQUAL
    if row.found.has_equal_inputs:
        is_from_host = row.place.kind is Kind.COPY and not row.found.reads_device
        return Verdict.HOST_DATA if is_from_host else Verdict.CALL
    if any(each.is_input and each.is_number for each in row.found.differences):
        return Verdict.HOST_VALUE
    return Verdict.UNSEEN


def _near(at: int, count: int) -> range:
    return range(max(0, at - _AROUND), min(count, at + _AROUND + 1))


def _without_ends(calls: list[Pair], first: Run, second: Run) -> tuple[list[Pair], list[str]]:
    """The calls without those at the end that a run has not come to, or whose record is lost."""
    last = max((at for at, (one, other) in enumerate(calls) if one and other), default=-1)
    kept, notes = calls[: last + 1], []
    for side, (what, other) in enumerate((("first", second), ("second", first))):
        alone = [pair for pair in calls[last + 1 :] if pair[side]]
        if other.is_complete and not other.damage:
            kept += alone
        elif alone:
            notes.append(f"{counted(len(alone), 'call')} of the {what} run came later than what the other file holds")
    return kept, notes
