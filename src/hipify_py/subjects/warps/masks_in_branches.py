"""WRP014: masks of all 64 lanes below a condition on the lane."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import behind_last
from hipify_py.rules.detect import Hit

_MASK = pattern(
    rb"\b__(?:shfl|shfl_up|shfl_down|shfl_xor|ballot|any|all|match_any|match_all|reduce_\w{2,3})_sync\s*\(\s*"
    rb"(?:0[xX][fF]{16}[uUlL]*|~\s*0[uU]?[lL]{2}[uU]?|-1[lL]{2})"
)
_IF = pattern(rb"\bif\s*\(")
_LANE = pattern(rb"\b(?:threadIdx|(?:tid|lane)\w*|idx|i)\b")
# So much before a builtin is looked at, and so much may stand between it and the condition.
_REACH = 360
_NEAR = 120


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    code = facts.reading.code
    for found in _MASK.finditer(code):
        if _is_below_lane_condition(code[max(0, found.start() - _REACH) : found.start()]):
            yield Hit(found.start(), found.end())


def _is_below_lane_condition(before: bytes) -> bool:
    """Whether a text ends in `if (… lane …)` and the beginning of a statement, or a brace and that."""
    start = behind_last(before, b"{};")
    if _asks_for_lane(before[start:]):
        return True
    head = before[: start - 1].rstrip() if before[start - 1 : start] == b"{" else b""
    return head.endswith(b")") and len(before) - start <= _NEAR and _asks_for_lane(head[behind_last(head, b"{};") :])


def _asks_for_lane(text: bytes) -> bool:
    condition, closing = _IF.search(text), text.rfind(b")")
    if condition is None or len(text) - closing > _NEAR:
        return False
    return _LANE.search(text, condition.end(), closing) is not None
