"""Branches for GPUs without the instructions of another branch: what a GPU of AMD should run, where they are code."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter

from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.facts import Facts
from hipify_py.findings import DEVICE_ARCHITECTURE, Finding, Severity
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.tokens import skip_blank
from hipify_py.records import dataclass

_HELP = "AMD GPUs run the branch for old GPUs, which does the work; add one of their own only if they can do better"
_DECLARED = "prototypes do no harm; what they declare is judged where it is defined and called"
# `__device__ double add(double* to, double value)`
_PROTOTYPE = pattern(rb"\s*(?:[A-Za-z_]\w*[\s*&]+){1,12}[A-Za-z_]\w*\s*\([^(){}#=]{0,400}\)\s*")
# What gives up, or says that the GPU is too old.
_GIVES_UP = pattern(
    rb"(?i)trap\b|assert|\babort\b|\bthrow\b|unreachable|not_?(?:implemented|supported)|unsupported|__brkpt|"
    rb"\bstderr\b|\bcerr\b|\bv?f?printf\b|\bexit\s*\("
)
# What does nothing, or returns a value that says nothing: `return;`, `return 0;`, `return {};`, `(void)x;`.
_NO_WORK = pattern(
    rb"\breturn\b\s{0,9}(?:[-+]?[\d.]\w{0,20}|[\w:]{0,60}(?:\((?:[\d.]\w{0,20})?\)|\{[0. ]{0,9}\})?)\s{0,9};"
    rb"|\(\s{0,9}void\s{0,9}\)\s{0,9}\w{1,60}\s{0,9};|\belse\b|[{};\s]"
)
# `return x;`, which is work if `x` is one of the function's parameters, or holds what it has computed.
_RETURNS_NAME = pattern(rb"return\s+([A-Za-z_]\w*)\s*;")
_COMPUTED = rb"\b%s\s{0,9}[-+*/|&^]?=(?!=)[^;]{0,400}?[A-Za-z_(]"
# Functions of whole warps: what a thread brings into them is not what they return.
_OF_WARPS = pattern(rb"\w_sync\s{0,9}\(")
# Statements that only give up, or say that the GPU is too old.
_GIVES_UP_ALONE = pattern(
    rb"(?i)\b(?:return\s{1,9})?(?:\w{1,60}::){0,4}\w{0,60}"
    rb"(?:trap|assert|abort|printf|unreachable|not_?(?:implemented|supported)|unsupported|invalid"
    rb"|no_device_code|__brkpt|exit)\w{0,60}\s{0,9}(?:\([^;{}]{0,400}\)\s{0,9})?;"
    rb"|\bthrow\b[^;{}]{0,400};|\bif\s{0,9}\([^;{}]{0,400}\)"
)
_GIVES_UP_FIRST = pattern(
    rb"(?:\bprintf\s{0,9}\([^;{}]{0,400}\)\s{0,9};\s{0,60})?"
    rb"(?:(?:__trap|__builtin_trap|abort|__builtin_unreachable)\s{0,9}\(|assert\s{0,9}\(\s{0,9}(?:false|0)\b)"
)
# What old GPUs may do without: hints, and waiting for what they do not start.
_OPTIONAL = pattern(
    rb"(?i)\b\w{0,60}(?:nanosleep|prefetch\w{0,60}|assume|programmatic\w{0,60}|griddependency\w{0,60})\s{0,9}"
    rb"\([^;{}]{0,400}\)\s{0,9};"
)
_ASM = pattern(rb"\b(?:asm|__asm__|__asm)\b[^;{}()]{0,60}\([^;{}]{0,2000}\)\s{0,9};")
_IDLE_ASM = pattern(
    rb"[^\"]*\"\s{0,9}(?:trap|brkpt|exit|prefetch|griddepcontrol|nanosleep|discard|applypriority|setmaxnreg|pmevent"
    rb"|cp\.async\.(?:commit_group|wait_group|wait_all))\b"
)
_ERROR = "an #error says so"
_IDLE_HELP = "write that branch for AMD GPUs, or let them take the one that does the work and port its code"
# What threads share, and what orders that: a fallback without it is right for old GPUs only, or for the host.
_SHARES = pattern(
    rb"(?i)atomic|acquire|release|acq_rel|memory_order|fence|__syncwarp|__syncthreads|shfl|ballot|volatile"
)
# Chains with more are no choice between old and new.
_MOST_BRANCHES = 8
_LONGEST = 20_000


@dataclass(frozen=True)
class Fallbacks:
    """`amd` tells which branches AMD takes."""

    facts: Facts
    amd: AmdBranches

    def applied(self, found: Sequence[Finding], failing: Iterable[int]) -> list[Finding]:
        """The findings, those on a comparison as information where AMD takes a fallback; `failing` are the places of
        what is worse than information."""
        places, settled = sorted(failing), set[int]()
        idle = self._idle(found, places)
        kept: list[Finding] = []
        for item in reversed(found):  # so that what stands in a fallback is judged before the condition of it
            is_worse = item.rule == DEVICE_ARCHITECTURE and _between(places, item.start, item.start + 1)
            if is_worse and self._declares_only(item):
                item = replace(item, severity=Severity.INFO, help=_DECLARED)
                is_worse = False
            if item.start in idle:
                item, is_worse = idle[item.start](item), False
            fallback = self._fallback(item) if is_worse else None
            if fallback is not None and settled.issuperset(_between(places, fallback.start, fallback.end)):
                settled.add(item.start)
                item = replace(item, severity=Severity.INFO, help=_HELP)
            kept.append(item)
        return kept[::-1]

    def _idle(self, found: Sequence[Finding], failing: Sequence[int]) -> dict[int, Callable[[Finding], Finding]]:
        """What becomes of comparisons by their places where AMD takes a branch that does nothing in place of one with
        work: the first one of a chain is an error, the others are information, as they are where `#error` is one."""
        idle, seen = dict[int, Callable[[Finding], Finding]](), set[int]()
        for item in sorted((each for each in found if each.rule == DEVICE_ARCHITECTURE), key=attrgetter("start")):
            line = self.facts.reading.directive_at(item.start)
            branch = self.facts.reading.conditionals.opened_by(line) if line is not None else None
            if branch is not None and (what := self._why_idle(branch, failing)):
                is_told = branch.chain.branches[0].start in seen or what == _ERROR
                seen.add(branch.chain.branches[0].start)
                idle[item.start] = _told if is_told else partial(_failing, what)
        return idle

    def does_work(self, branch: Branch) -> bool:
        """Whether a branch does more than to give up, to return, or what old GPUs do without."""
        return bool(self._work(branch.start, branch.end))

    def _why_idle(self, opened: Branch, failing: Sequence[int]) -> str:
        """Why the branch that AMD takes does nothing where others do something."""
        branches = opened.chain.branches
        if len(branches) > _MOST_BRANCHES or branches[-1].end - branches[0].start > _LONGEST:
            return ""
        if self.facts.functions.around(opened.start) is None:
            return ""
        taken = self.amd.taken(branches)
        others = [branch for branch in branches if branch is not taken]
        if not any(self._work(branch.start, branch.end) for branch in others):
            return ""
        if taken is None:
            is_all = all(self.amd.is_dead(branch.start) for branch in branches) and self._is_body(branches)
            return "the function does nothing there" if is_all else ""
        lines = self.facts.reading.directives_between(taken.start, taken.end)
        if any(line.keyword == b"error" and _between(failing, line.start, line.end) for line in lines):
            return _ERROR
        if not self._is_for_old(taken) or any(line.keyword != b"pragma" for line in lines):
            return ""
        plain = self.facts.reading.plain
        gives_up = _GIVES_UP_FIRST.match(plain, skip_blank(plain, taken.start, taken.end), taken.end)
        is_idle = gives_up or not self._work(taken.start, taken.end)
        return "the branch that AMD takes does nothing but give up or return" if is_idle else ""

    def _is_body(self, branches: Sequence[Branch]) -> bool:
        """Whether a function does nothing beside a chain."""
        block = self.facts.reading.scopes.block_at(branches[0].directive.start)
        if block is None or self.facts.reading.scopes.block_around(block) is not None:
            return False
        return not self._work(block.start + 1, branches[0].directive.start) + self._work(branches[-1].end, block.end)

    def _work(self, start: int, end: int) -> bytes:
        """What code does, but for what only gives up and what old GPUs do without."""
        code, text = self.facts.reading.plain[start:end], self.facts.reading.source.text
        statements = list(_ASM.finditer(code))
        for found in reversed(statements):
            if _IDLE_ASM.match(text, start + found.start(), start + found.end()):
                code = code[: found.start()] + code[found.end() :]
        for idle in (_OPTIONAL, _GIVES_UP_ALONE, _NO_WORK):
            code = idle.sub(partial(self._without, start), code)
        return code

    def _without(self, place: int, idle: re.Match[bytes]) -> bytes:
        """What stays of a statement that may do nothing, in the function at a place."""
        returned = _RETURNS_NAME.fullmatch(idle[0])
        return idle[0] if returned is not None and self._is_result(returned[1], place) else b""

    def _is_result(self, name: bytes, place: int) -> bool:
        """Whether a name is a parameter of the function at a place, or a variable that has been computed there."""
        plain, function = self.facts.reading.plain, self.facts.functions.around(place)
        known = self.facts.reading.declarations.of(name, place) if function is not None else None
        if known is None or function is None or known.place < function.start:
            return False
        is_parameter = self.facts.reading.scopes.block_at(known.place) is None
        computed = re.compile(_COMPUTED % re.escape(name))
        return is_parameter or computed.search(plain, known.place, place) is not None

    def _fallback(self, item: Finding) -> Branch | None:
        """The branch for old GPUs that AMD takes, where it does the work of the others."""
        line = self.facts.reading.directive_at(item.start)
        opened = self.facts.reading.conditionals.opened_by(line) if line is not None else None
        branches = opened.chain.branches if opened is not None else []
        if not branches or len(branches) > _MOST_BRANCHES or branches[-1].end - branches[0].start > _LONGEST:
            return None
        taken = self.amd.taken(branches)
        if taken is None or not self._is_for_old(taken) or not self._does_the_work(taken):
            return None
        others = [branch for branch in branches if branch is not taken]
        does_as_much = set(self._shares([taken])) >= set(self._shares(others)) and not self._passes_on(taken, others)
        return taken if does_as_much and any(map(self._is_code, others)) else None

    def _passes_on(self, taken: Branch, others: Iterable[Branch]) -> bool:
        """Whether a branch only returns what the others give to a function of whole warps."""
        plain = self.facts.reading.plain
        if _NO_WORK.sub(b"", plain[taken.start : taken.end]):
            return False
        return any(_OF_WARPS.search(plain, branch.start, branch.end) for branch in others)

    def _declares_only(self, item: Finding) -> bool:
        """Whether AMD takes a branch that holds prototypes alone, and has no other beside it."""
        line = self.facts.reading.directive_at(item.start)
        branch = self.facts.reading.conditionals.opened_by(line) if line is not None else None
        if branch is None or len(branch.chain.branches) > 1 or branch.end - branch.start > _LONGEST:
            return False
        *prototypes, rest = self.facts.reading.code[branch.start : branch.end].split(b";")
        if rest.strip() or not prototypes or not all(map(_PROTOTYPE.fullmatch, prototypes)):
            return False
        is_in_function = self.facts.functions.around(branch.start) is not None
        return not is_in_function and self.amd.taken([branch]) is not None

    def _is_for_old(self, branch: Branch) -> bool:
        """Whether the newest GPU surely takes another branch."""
        return branch.directive.keyword == b"else" or self.amd.is_false_by_newest(branch.directive)

    def _does_the_work(self, branch: Branch) -> bool:
        code = self.facts.reading.code[branch.start : branch.end]
        lines = self.facts.reading.directives_between(branch.start, branch.end)
        if any(line.keyword == b"error" for line in lines) or _GIVES_UP.search(code) or not self._is_code(branch):
            return False
        return not _between(self._assembler, branch.start, branch.end)

    def _is_code(self, branch: Branch) -> bool:
        code = self.facts.reading.plain[branch.start : branch.end]
        return bool(_NO_WORK.sub(partial(self._without, branch.start), code))

    @cached_property
    def _assembler(self) -> list[int]:
        return [name.start for name in self.facts.reading.names(self.facts.assembler_keywords)]

    def _shares(self, branches: Iterable[Branch]) -> Iterator[bytes]:
        for branch in branches:
            code = self.facts.reading.code[branch.start : branch.end]
            yield from (found[0].lower() for found in _SHARES.finditer(code))


def _told(item: Finding) -> Finding:
    return replace(item, severity=Severity.INFO)


def _failing(why: str, item: Finding) -> Finding:
    message = f"{item.message.partition(':')[0]}, and {why}"
    return replace(item, severity=Severity.ERROR, message=message, help=_IDLE_HELP)


def _between(places: Sequence[int], start: int, end: int) -> Sequence[int]:
    return places[bisect_left(places, start) : bisect_left(places, end)]
