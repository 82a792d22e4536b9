"""`#if defined(__CUDACC__) && CUDA_VERSION < 9000` stays as it is where it cannot become HIP's as a whole.

`__HIPCC__` in it would make it true on AMD, where the version is not defined and counts as 0: a branch that is for old
releases or GPUs of NVIDIA alone would be compiled there.
"""

from __future__ import annotations

from hipify_py.edits import Edit
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors, Judged
from hipify_py.reading.preprocessor import Directive
from hipify_py.subjects.guards.versions import foreign_places, without

ANCHORS = Anchors(frozenset((b"__CUDACC__", b"__NVCC__")), tells=False)

# What asks more often than any code does is left as it is.
_MOST_LINES = 200


def judge(facts: Facts, edits: tuple[Edit, ...]) -> Judged:
    lines = {
        line.start: line for name in facts.names(ANCHORS.words) if (line := facts.reading.directive_at(name.start))
    }
    half = [line for line in lines.values() if line.keyword in (b"if", b"elif") and _has_question(facts, line)]
    if facts.policy.unsafe or not half or len(half) > _MOST_LINES:
        return Judged(edits)
    foreign = foreign_places(facts)
    for line in half:
        unchanged = without(edits, line)
        if len(unchanged) < len(edits) and _comes_alive(facts, edits, unchanged, line, foreign):
            edits = unchanged
    return Judged(edits)


def _has_question(facts: Facts, line: Directive) -> bool:
    return any(sign in facts.reading.code[line.body : line.end] for sign in (b"<", b">", b"="))


def _comes_alive(
    facts: Facts, edits: tuple[Edit, ...], unchanged: tuple[Edit, ...], line: Directive, foreign: list[int]
) -> bool:
    """Whether a branch that holds what AMD cannot compile is read there only for the change of its condition, while
    the newest CUDA does not read it."""
    branch = facts.reading.conditionals.opened_by(line)
    if branch is None or not any(branch.start <= place < branch.end for place in foreign):
        return False
    changed = AmdBranches(facts.reading, edits, facts.on_amd)
    if changed.is_dead(branch.start) or not changed.is_false_by_newest(line):
        return False
    return AmdBranches(facts.reading, unchanged, facts.on_amd).is_dead(branch.start)
