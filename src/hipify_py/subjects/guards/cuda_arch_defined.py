"""ARC001: `__CUDA_ARCH__` as a question for device code, where conversion leaves it."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import CONDITIONS
from hipify_py.reading.preprocessor import Directive
from hipify_py.rules.detect import Hit
from hipify_py.subjects.guards.conditions import is_about_any_gpu
from hipify_py.subjects.guards.questions import Asks, questions

_MACRO = b"__CUDA_ARCH__"
_HIP = pattern(rb"__HIP")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    code = facts.reading.code
    if b"__HIP_DEVICE_COMPILE__" in code or _MACRO in facts.own_macros:
        return
    lines = {name.start: facts.reading.directive_at(name.start) for name in facts.reading.names((_MACRO,))}
    for line in dict.fromkeys(line for line in lines.values() if line is not None):
        if not _HIP.search(code, line.body, line.end) and not _is_number_inside(facts, line):
            yield from (Hit(start, start + len(_MACRO)) for start in _asked(code, line))


def _asked(code: bytes, line: Directive) -> Iterator[int]:
    """Where a directive asks whether device code is compiled: all that it asks has one answer on all GPUs."""
    if line.keyword in CONDITIONS and line.keyword not in (b"if", b"elif"):
        yield code.index(_MACRO, line.body, line.end)
        return
    asked = list(questions(code, line.body, line.end, (_MACRO,)))
    forms = (Asks.IS_DEFINED,) if line.keyword == b"define" else (Asks.IS_DEFINED, Asks.IS_TRUE)
    if asked and asked[0].asks in forms and all(map(is_about_any_gpu, asked)):
        yield asked[0].start


def _is_number_inside(facts: Facts, directive: Directive) -> bool:
    """Whether a branch that a question opens, or another one of its chain, needs the number: that is reported there."""
    branch = facts.reading.conditionals.at(directive.end + 1)
    if directive.keyword == b"define" or branch is None or branch.directive.start != directive.start:
        return False
    if facts.asks_for_architecture(directive.end, branch.end):
        return True
    is_reported = not (facts.is_ported or facts.asks_for_hip or facts.asks_for_amd_devices)
    branches = branch.chain.branches
    return is_reported and facts.computes_with_architecture(branches[0].start, branches[-1].end)
