"""`#if __CUDA_ARCH__ >= 800`: AMD takes the branch with assembler where all of that translates, and the branch that it
would take else does nothing, or does with less order in memory, or with assembler too.

A branch for old GPUs that does the work in C++ stays the one for AMD.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.edits import Edit, in_order
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.assembler import Statement
from hipify_py.file.facts import Facts
from hipify_py.file.fallbacks import Fallbacks
from hipify_py.file.platform import FOR_AMD_DEVICES
from hipify_py.file.rewrites import Anchors, Judged
from hipify_py.findings import DEVICE_ARCHITECTURE, Severity
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.preprocessor import Directive
from hipify_py.rules import detect
from hipify_py.subjects.ptx.rewrite import translated

_MACRO = b"__CUDA_ARCH__"
ANCHORS = Anchors(frozenset((_MACRO,)), tells=False)
RANK = -1  # before the assembler itself, which is translated where AMD reads it

_AMD, _NOT_AMD = FOR_AMD_DEVICES + b" || ", b"!" + FOR_AMD_DEVICES + b" && "
# `__CUDA_ARCH__ >= 800`, `defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800)`: what holds for all newer GPUs.
_IS_DEFINED = rb"defined\s{0,9}(?:\(\s{0,9}__CUDA_ARCH__\s{0,9}\)|\s__CUDA_ARCH__)"
_IS_NEWER = rb"\(?\s{0,9}__CUDA_ARCH__\s{0,9}>=?\s{0,9}\d{3,4}\s{0,9}\)?"
_FOR_NEWER = pattern(rb"\s{0,40}(?:%s\s{0,40}&&\s{0,40})?%s\s{0,40}" % (_IS_DEFINED, _IS_NEWER))
# `__CUDA_ARCH__ < 800`, before an `#else`.
_FOR_OLDER = pattern(rb"\s{0,40}\(?\s{0,9}__CUDA_ARCH__\s{0,9}<=?\s{0,9}\d{3,4}\s{0,9}\)?\s{0,40}")
# Lanes of a wave do not go on without each other.
_WAITS = pattern(rb"\b(?:while|goto|do)\b|\bfor\s{0,9}\(\s{0,9};\s{0,9};")
_ORDERS = pattern(rb"(?i)acquire|release|acq_rel|fence|membar|\.volatile")
# Each branch is translated for the question alone: what asks more often than any code does stays as it is.
_MOST = 200


def judge(facts: Facts, edits: tuple[Edit, ...]) -> Judged:
    if not facts.assembler or facts.style.ptx == "off" or facts.is_ported or facts.asks_for_hip:
        return Judged(edits)
    amd = AmdBranches(facts.reading, edits, facts.on_amd)
    chosen = [branch for branch in _for_newer(facts, amd) if _is_for_amd(facts, amd, branch)]
    if not chosen:
        return Judged(edits)
    failing = _failing(facts, edits)
    new = [each for branch in chosen if not _holds(branch, failing) for each in _asked(facts, branch)]
    return Judged(in_order((*edits, *new)))


def _for_newer(facts: Facts, amd: AmdBranches) -> Iterator[Branch]:
    """The branches of functions that AMD does not read, for newer GPUs, with assembler."""
    seen = set[int]()
    for name in facts.names((_MACRO,)):
        line = facts.reading.directive_at(name.start)
        if line is None or line.start in seen or len(seen) >= _MOST:
            continue
        seen.add(line.start)
        branch = _asked_for(facts, line)
        if branch is None or facts.functions.around(branch.start) is None or not amd.is_dead(branch.start):
            continue
        before = (other for other in branch.chain.branches[: branch.number] if other.directive is not line)
        is_last_word = all(amd.is_dead(other.start) for other in before)
        if is_last_word and _statements(facts, branch):
            yield branch


def _asked_for(facts: Facts, line: Directive) -> Branch | None:
    """The branch that newer GPUs take by a condition: its own, or the `#else` behind it."""
    branch = facts.reading.conditionals.opened_by(line) if line.keyword in (b"if", b"elif") else None
    code = facts.reading.code[line.body : line.end]
    if branch is None or _FOR_NEWER.fullmatch(code):
        return branch
    others = branch.chain.branches[branch.number + 1 :]
    is_choice = len(others) == 1 and others[0].directive.keyword == b"else"
    return others[0] if is_choice and _FOR_OLDER.fullmatch(code) else None


def _statements(facts: Facts, branch: Branch) -> Sequence[Statement]:
    return [each for each in facts.assembler if branch.start <= each.start < branch.end]


def _is_for_amd(facts: Facts, amd: AmdBranches, branch: Branch) -> bool:
    is_better = _does_nothing(facts, amd, branch) or _is_stronger(facts, amd.taken(branch.chain.branches), branch)
    return is_better and translated(facts, _statements(facts, branch))


def _does_nothing(facts: Facts, amd: AmdBranches, branch: Branch) -> bool:
    """Whether the branch that AMD would take gives up, or is not there."""
    taken = amd.taken(branch.chain.branches)
    return taken is None or not Fallbacks(facts, amd).does_work(taken)


def _is_stronger(facts: Facts, taken: Branch | None, branch: Branch) -> bool:
    """Whether a branch for newer GPUs does more than the one that AMD would take, and waits for no other lane."""
    if taken is None or _WAITS.search(facts.reading.plain, branch.start, branch.end):
        return False
    return bool(_statements(facts, taken)) or (_orders(facts, branch) and not _orders(facts, taken))


def _orders(facts: Facts, branch: Branch) -> bool:
    return _ORDERS.search(facts.reading.source.text, branch.start, branch.end) is not None


def _failing(facts: Facts, edits: Sequence[Edit]) -> list[int]:
    """Where rules will say that AMD lacks something, apart from assembler."""
    starts = [edit.start for edit in edits]
    return [
        hit.start
        for detector, hit in detect.detect(facts, includes_known=True)
        if detector.rule.severity is Severity.ERROR
        and detector.rule.id != DEVICE_ARCHITECTURE
        and (detector.stays or not detect.is_touched(hit, edits, starts))
    ]


def _holds(branch: Branch, places: Sequence[int]) -> bool:
    return any(branch.start <= place < branch.end for place in places)


def _asked(facts: Facts, branch: Branch) -> Iterator[Edit]:
    is_else = branch.directive.keyword == b"else"
    line = branch.chain.branches[branch.number - 1].directive if is_else else branch.directive
    code = facts.reading.code[line.body : line.end]
    start = line.body + len(code) - len(code.lstrip())
    end = line.body + len(code.rstrip())
    is_long = b"&&" in code
    yield Edit(start, start, (_NOT_AMD if is_else else _AMD) + b"(" * is_long, "__CUDA_ARCH__", "guards")
    if is_long:
        yield Edit(end, end, b")", "__CUDA_ARCH__", "guards")
