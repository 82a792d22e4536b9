"""`__CUDA_ARCH__ >= 600`: what the GPUs of CUDA 13 answer alike is answered so for AMD, where all that is then compiled
carries over.

A file is compiled as for one GPU: what asks for more than the first number whose branches do not carry over stays as it
is, and rules say so. So is a file with those whose branches define what its own use (run/project/gpu_numbers.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from hipify_py.edits import Edit, in_order
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors, Judged
from hipify_py.file.surroundings import GpuLimit
from hipify_py.file.wait_loops import loops
from hipify_py.findings import DEVICE_ARCHITECTURE, Finding
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.numbers import whole
from hipify_py.reading.preprocessor import Directive
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass
from hipify_py.rules import detect
from hipify_py.subjects.guards.conditions import (
    OLDEST_NOW,
    as_numbers,
    as_questions,
    depends_on_what_is_guarded,
)
from hipify_py.subjects.guards.questions import Asks, Question, questions
from hipify_py.subjects.guards.versions import foreign_places

_MACRO = b"__CUDA_ARCH__"
ANCHORS = Anchors(frozenset((_MACRO,)), tells=False)

# Each number is judged with all edits so far: what asks more often than any code does is left as it is.
_MOST_LINES = 200
_HIP = pattern(rb"\b__HIP(?:CC|_DEVICE_COMPILE)?__")
# Lanes of a warp that wait for each other go on by themselves since compute capability 7.0 only, and on no GPU of AMD.
_WAITS = pattern(
    rb"(?i)\batomic(?:CAS|Exch)|\bgoto\b|(?<![bc])lock|mutex|acquire|spin|semaphore|\bwait|volatile"
    rb"|\b(?:for\s{0,9}\(\s{0,9};\s{0,9};|while\s{0,9}\(\s{0,9}(?:1|true))\s{0,9}\)"
    rb"|\b(?:if\s{0,9}\([^;{}]{0,200}\)|else)\s{0,9}\{?\s{0,9}__syncthreads"
)
# Lanes that take different ways meet in a builtin there, and do not where they run in step.
_MEETS = pattern(rb"\b__\w{1,40}_sync\s{0,9}\(")
_PARTS = pattern(rb"\b(?:if|else|switch|return)\b|\?")
_TYPES = pattern(rb"\s*(?:template\s*<(?!\s*>)|(?:struct|class|union|enum|using|typedef)\b)")
# Functions that call what holds something foreign, in each other.
_DEEPEST = 3
_ORDERS = pattern(rb"(?i)sync|barrier|fence|acquire|release|acq_rel|memory_order|volatile")
_SHARED = "it belongs with code of %s that is left out on AMD: choose the branches that suit AMD in both"
# More than any number of an architecture.
_NEWER = 1_000_000


@dataclass(frozen=True)
class _Open:
    """A condition whose answer depends on what it guards."""

    line: Directive
    names: dict[int, Name]
    asked: list[Question]

    @property
    def is_for_newer(self) -> bool:
        """Whether it is newer GPUs that the condition holds for; it asks for no range."""
        return any(each.asks is Asks.COMPARES and each.holds_for(_NEWER) for each in self.asked)

    @property
    def number(self) -> int:
        return max(whole(each.number) for each in self.asked if each.asks is Asks.COMPARES)


class OpenChain(NamedTuple):
    """A condition whose answer depends on what it guards: which number it asks for, and which branches AMD takes in
    place of which if it is answered as by the GPUs of CUDA 13."""

    number: int
    line: Directive
    revived: Sequence[Branch]
    gone: Sequence[Branch]


def open_chains(facts: Facts) -> Iterator[OpenChain]:
    for each in _open_conditions(facts):
        opened = facts.reading.conditionals.opened_by(each.line)
        if opened is not None:
            yield OpenChain(each.number, each.line, *_exchanged(each, opened, opened.chain.branches))


def _exchanged(each: _Open, opened: Branch, branches: Sequence[Branch]) -> tuple[list[Branch], list[Branch]]:
    later = [branch for branch in branches if branch.number > opened.number]
    return ([opened], later) if each.is_for_newer else (later, [opened])


def judge(facts: Facts, edits: tuple[Edit, ...]) -> Judged:
    amd = AmdBranches(facts.reading, edits, facts.on_amd)
    said: list[Finding] = []
    by_number: dict[int, list[_Open]] = defaultdict(list)
    for each in _open_conditions(facts):
        if amd.is_answered_as_by_newest(each.line):
            said += _reported(facts, each)
        else:
            by_number[each.number].append(each)
    foreign = _Foreign(facts, edits)
    limit = facts.surroundings.gpu_limit
    may_answer = sum(map(len, by_number.values())) <= _MOST_LINES
    for number in sorted(by_number):
        alike = by_number[number]
        answered = in_order((*edits, *(new for each in alike for new in _answers(facts, each))))
        may_answer &= limit is None or number < limit.number
        if may_answer and _carry_over(facts, answered, alike, foreign):
            edits = answered
        else:
            may_answer = False
            said += (found for each in alike for found in _reported(facts, each, limit))
    return Judged(edits, said)


def _open_conditions(facts: Facts) -> Iterator[_Open]:
    if facts.is_ported or facts.asks_for_hip or _MACRO in facts.own_macros:
        return
    lines: dict[int, tuple[Directive, dict[int, Name]]] = {}
    for name in facts.names(ANCHORS.words):
        if (line := facts.reading.directive_at(name.start)) is not None:
            lines.setdefault(line.start, (line, {}))[1][name.start] = name
    for line, names in lines.values():
        asked = [*questions(facts.reading.code, line.body, line.end, (_MACRO,))]
        is_for_cuda = _HIP.search(facts.reading.code, line.body, line.end) is None
        if is_for_cuda and depends_on_what_is_guarded(facts, line, names, asked):
            yield _Open(line, names, asked)


def _answers(facts: Facts, each: _Open) -> Iterator[Edit]:
    return as_questions(facts, each.line, each.asked, OLDEST_NOW)


def _reported(facts: Facts, each: _Open, limit: GpuLimit | None = None) -> Iterator[Finding]:
    for item in as_numbers(facts, each.line, each.names, each.asked):
        if isinstance(item, Finding):
            yield item if limit is None or each.number < limit.number else replace(item, help=_SHARED % limit.file)


def _carry_over(facts: Facts, answered: Sequence[Edit], alike: Sequence[_Open], foreign: _Foreign) -> bool:
    """Whether all that may come alive on AMD is code that orders what threads share as what goes does, and nothing of
    it is foreign."""
    amd = AmdBranches(facts.reading, answered, facts.on_amd)
    for each in alike:
        opened = facts.reading.conditionals.opened_by(each.line)
        if opened is None:
            return False
        read = [branch for branch in opened.chain.branches if branch is opened or not amd.is_dead(branch.start)]
        revived, gone = _exchanged(each, opened, read)
        if not _may_replace(facts, revived, gone) or any(_parts_and_meets(facts, branch) for branch in revived):
            return False
        if any(one.start <= place < one.end and not amd.is_dead(place) for one in revived for place in foreign.places):
            return False
    return True


def _may_replace(facts: Facts, revived: Sequence[Branch], gone: Sequence[Branch]) -> bool:
    if not revived and not all(_is_in_function(facts, branch) for branch in gone):
        return False  # what is defined for old GPUs alone may be missing on AMD, too
    is_ordered = any(_orders(facts, branch) for branch in revived)
    is_alone = all(facts.reading.code[branch.start : branch.end].isspace() for branch in gone)
    return all(_is_code(facts, branch) or (is_alone and _is_of_types(facts, branch)) for branch in revived) and (
        is_ordered or not any(_orders(facts, branch) for branch in gone)
    )


def _parts_and_meets(facts: Facts, branch: Branch) -> bool:
    found = (kind.search(facts.reading.plain, branch.start, branch.end) for kind in (_MEETS, _PARTS))
    return all(each is not None for each in found)


def _orders(facts: Facts, branch: Branch) -> bool:
    return _ORDERS.search(facts.reading.plain, branch.start, branch.end) is not None


def _is_code(facts: Facts, branch: Branch) -> bool:
    """Whether a branch says what to do, and is no choice of macros, types or sizes: nobody knows here what others make
    of these, nor whether they fit the GPUs of AMD."""
    plain = facts.reading.plain[branch.start : branch.end]
    return bool(plain.strip()) if _is_in_function(facts, branch) else b"{" in plain and b"(" in plain


def _is_of_types(facts: Facts, branch: Branch) -> bool:
    """Whether a branch defines types that there are none of without it."""
    is_plain = not facts.reading.directives_between(branch.start, branch.end)
    return is_plain and _TYPES.match(facts.reading.plain, branch.start, branch.end) is not None


def _is_in_function(facts: Facts, branch: Branch) -> bool:
    return facts.functions.around(branch.start) is not None


@dataclass(frozen=True, eq=False)
class _Foreign:
    """What AMD cannot compile, what may not end where lanes run in step, and calls of what holds any of it: all rules
    look for it, so that nobody asks before the branches have passed all that costs less."""

    facts: Facts
    edits: Sequence[Edit]

    @cached_property
    def places(self) -> list[int]:
        waits = [
            wait.place.start for is_shared in (True, False) for wait in loops(self.facts, in_shared_memory=is_shared)
        ]
        waiting = [found.start() for found in _WAITS.finditer(self.facts.reading.plain)]
        places = [*foreign_places(self.facts), *waits, *waiting, *_errors(self.facts, self.edits)]
        return [*places, *self._calls(places)]

    def _calls(self, places: Sequence[int]) -> Iterator[int]:
        amd, known = AmdBranches(self.facts.reading, self.edits, self.facts.on_amd), set[bytes]()
        for _round in range(_DEEPEST):
            names = {_holder(self.facts, place) for place in places if not amd.is_dead(place)} - known - {b""}
            known |= names
            places = [name.start for name in self.facts.reading.names(names)] if names else []
            yield from places


def _errors(facts: Facts, edits: Sequence[Edit]) -> Iterator[int]:
    """Where rules will say that AMD lacks something."""
    starts = [edit.start for edit in edits]
    for detector, hit in detect.detect(facts, includes_known=True, errors_only=True):
        if detector.rule.id != DEVICE_ARCHITECTURE and (detector.stays or not detect.is_touched(hit, edits, starts)):
            yield hit.start


def _holder(facts: Facts, place: int) -> bytes:
    """The name of the macro or the function that a place stands in."""
    macro = facts.reading.macro_at(place)
    around = facts.functions.around(place) if macro is None else None
    return macro.name if macro is not None else around.name if around is not None else b""
