"""`tile.ballot(p)`, `match_any`, `match_all`: `unsigned` in CUDA and `unsigned long long` in HIP. The type is written
where bits above the lower 32 reach what takes them, where lists in braces must not narrow, and where a type is deduced
or chooses an overload."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.groups import Groups, Kind, groups_of
from hipify_py.file.retyped_results import COMPARISONS, RetypedResult
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.tables.gpus import lanes
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset((b"ballot", b"match_any", b"match_all")), tells=False)
_WAVE = 32
# Take 32 bits in CUDA and in HIP, without overloads.
_TAKES_32_BITS = (b"__popc", b"__clz", b"__brev", b"__fns", b"__any", b"__all")
# Are of the type that they are passed, or have overloads in HIP.
_SHOWS_TYPE = (b"__ffs", b"printf", b"sizeof")


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
    start = groups.receiver(name)[0]
    return (start, closing + 1) if _Mask(facts, start, closing + 1).shows_its_type() else None


class _Mask(RetypedResult):
    """`unsigned` in CUDA and `unsigned long long` in HIP: differs once bits above the lower 32 may be set."""

    CALL = pattern(rb"[A-Za-z_]\w*\s{0,9}\.\s{0,9}(?:ballot|match_any|match_all)\s{0,9}(?=\()")
    CUDA_TYPE = b"unsigned"
    FITS_LIST = pattern(rb"\bunsigned\s{1,9}long\s{1,9}long\b|\bulonglong\d\b")

    def _test_shows(self) -> bool:
        return self._may_differ

    def _shift_shows(self, sign: bytes) -> bool | None:
        if sign == b">>" and self._may_differ:
            return True
        self._may_differ = self._may_differ or sign == b"<<"
        return None

    def _operation_shows(self, sign: bytes, kind: bytes | None, *, is_negative: bool) -> bool | None:
        if kind in (b"long", b"long long"):
            return True
        if kind not in (b"int", b"unsigned", None):
            return self._may_differ
        if sign in (b"==", b"!=", *COMPARISONS):
            return self._may_differ or is_negative
        if sign in (b"/", b"%"):
            return True if self._may_differ or is_negative else None
        if sign == b"&":
            self._may_differ = self._may_differ and is_negative
        else:
            self._may_differ = self._may_differ or is_negative or sign in (b"+", b"-", b"*")
        return None

    def _quotient_shows(self, kind: bytes | None, *, is_negative: bool) -> bool:
        return self._may_differ or (kind != b"unsigned" and is_negative)

    def _argument_shows(self, function: bytes) -> bool:
        return function in _SHOWS_TYPE or (self._may_differ and function not in _TAKES_32_BITS)
