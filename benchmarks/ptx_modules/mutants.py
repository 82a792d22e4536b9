"""Wrong translations: one thing of a kernel is changed, as a wrong translator could have written it."""

from __future__ import annotations

import re
from typing import NamedTuple

# What stands there, what a wrong one has in its place.
_FAULTS = (
    (r" \+ ", " - "),
    (r" \* ", " + "),
    (r" < ", " <= "),
    (r" >= ", " > "),
    (r" == ", " != "),
    (r" << ", " >> "),
    (r" - ", " + "),
    (r" & ", " | "),
    (r"\bthreadIdx\.x\b", "threadIdx.y"),
    (r"\bblockIdx\.x\b", "blockIdx.y"),
    (r"\bblockDim\.x\b", "gridDim.x"),
    (r"\bif \(", "if (!"),
    (r"\b1\b", "2"),
)


class Mutant(NamedTuple):
    code: str
    kind: int
    what: str


def mutant_of(code: str, kernel: str, at: int) -> Mutant | None:
    """One of the faults, beginning with number `at`, at its last place in the kernel."""
    begin, end = _bounds(code, kernel)
    for turn in range(len(_FAULTS)):
        kind = (at + turn) % len(_FAULTS)
        right, wrong = _FAULTS[kind]
        body = code[begin:end]
        places = list(re.finditer(right, body))
        if places:
            last = places[-1]
            changed = body[: last.start()] + wrong + body[last.end() :]
            line = body[body.rfind("\n", 0, last.start()) + 1 :].partition("\n")[0].strip()
            return Mutant(code[:begin] + changed + code[end:], kind, f"{last[0]} => {wrong} in: {line}"[:200])
    return None


def _bounds(code: str, kernel: str) -> tuple[int, int]:
    """Where the body of a kernel begins and ends: its closing brace is the first at the beginning of a line."""
    found = re.search(rf"__global__[^\n;{{}}]*\b{re.escape(kernel)}\s*\([^{{}};]*\{{", code)
    end = code.find("\n}", found.end()) if found else -1
    return (found.end(), end) if found and end > 0 else (0, 0)
