"""`tile.ballot(p)`, `match_any`, `match_all`: `unsigned` in CUDA and `unsigned long long` in HIP. The type is written
where bits above the lower 32 reach what takes them, in lists in braces, and where a type is deduced or unknown."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.groups import Groups, Kind, groups_of
from hipify_py.file.retyped_results import Retyped, RetypedResult
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.tables.gpus import lanes
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset((b"ballot", b"match_any", b"match_all")), tells=False)
_WAVE = 32
_FITS_LIST = pattern(rb"\bunsigned\s{1,9}long\s{1,9}long\b|\bulonglong\d\b")
# `unsigned long long` in HIP, which has the same values as `unsigned long`.
_MASK = Retyped(cuda=b"unsigned", hip=b"unsigned long", leaving=("+", "-", "*", "<<"), fits_list=_FITS_LIST)


def propose(facts: Facts) -> Iterator[Edit]:
    if not facts.is_surely_cuda:
        return
    groups = groups_of(facts)
    for name in groups.members(ANCHORS.words):
        if has_32_lanes(facts, groups.kind(name)) and (place := shown_at(facts, groups, name)) is not None:
            yield Edit(place[0], place[0], b"static_cast<unsigned>(", to_text(name.text), "dialect")
            yield Edit(place[1], place[1], b")", to_text(name.text), "dialect")


def has_32_lanes(facts: Facts, kind: Kind) -> bool:
    """Whether a group has at most 32 lanes on all GPUs of the run."""
    is_narrow = bool(facts.policy.archs) and all(max(lanes(target)) <= _WAVE for target in facts.policy.archs)
    return kind is Kind.TILE or (kind is Kind.COALESCED and is_narrow)


def shown_at(facts: Facts, groups: Groups, name: Name) -> tuple[int, int] | None:
    """Where the call of a member of a group stands, if its type makes a difference there."""
    closing = facts.reading.closers.get(facts.reading.neighbours(name).after)
    is_code = not facts.reading.directive_at(name.start) or facts.reading.macro_at(name.start)
    if closing is None or not is_code or facts.is_left_alone(name.start):
        return None
    span = groups.receiver(name)[0], closing + 1
    return span if RetypedResult(facts, _MASK, *span).shows_its_type() else None
