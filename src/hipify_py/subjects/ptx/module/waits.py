"""Where a module waits for other threads, which the lanes of a wavefront cannot do for each other."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from re import Match

from hipify_py.patterns import pattern

# What may take a lock: a compare with a number or an exchange for one; loops that try again with what they have found
# never wait for anybody.
_LOCK = pattern(
    r"\batom(?:\.\w+(?:::\w+)?){0,6}\.(?:cas|(exch))(?:\.\w+){1,2}\s+[^;,]{1,60},\s*\[[^\];]{1,80}\],\s*([^;,\s]{1,60})"
)
_NUMBER = pattern(r"-?\d")
_FUNCTION = pattern(r"(?<![\w.])\.(?:entry|func)\b")
# Of shared memory, or of what only the block sees.
_FLAG = pattern(r"\bld\.(?:(?:relaxed|acquire)\.cta|(?:volatile|relaxed|acquire)(?:\.\w+(?:::\w+)?){0,4}\.shared)\b")
_OPCODE = pattern(r"(?<![\w$%.])([a-z]\w{0,20})(?:(?:\.|::)\w{1,30}){0,9}\s[^;:]{0,200};")
# What a loop does that only looks at a flag until another thread sets it.
_LOOKS = frozenset(
    ("ld", "setp", "and", "or", "xor", "not", "cvt", "mov", "selp", "nanosleep", "membar", "fence", "bra")
)
_LONGEST = 600
_COMMENT = pattern(r"//[^\n]*")
_STEP = pattern(r"(?<![\w$%.])([A-Za-z_$%][\w$%]*)\s*:(?!:)|\bbra(?:\.uni)?\s+([\w$%]+)|(?<![\w.])\.(?:entry|func)\b")


def locks(text: str) -> Iterator[tuple[int, int]]:
    """Instructions in loops that take a lock."""
    matches = list(_LOCK.finditer(text))
    heads = [0, *(match.start() for match in _FUNCTION.finditer(text)), len(text)] if matches else []
    found = [match.span() for match in matches if _is_of_lock(text, match, heads)]
    if not found:
        return
    loops = _merged(_loops(text))
    starts = [start for start, _end in loops]
    for start, end in found:
        before = bisect_left(starts, start) - 1
        if before >= 0 and start < loops[before][1]:
            yield start, end


def _is_of_lock(text: str, match: Match[str], heads: Sequence[int]) -> bool:
    number = _number(text, match.start(), match[2], heads)
    return number not in ("", "0") if match[1] else bool(number)


def _number(text: str, place: int, operand: str, heads: Sequence[int]) -> str:
    """The number that an operand is, or a register that holds nothing else in its function; else an empty text."""
    if _NUMBER.match(operand):
        return operand
    following = bisect_left(heads, place)
    written = pattern(rf"\b[a-z][\w.:]{{0,60}}\s+{re.escape(operand)}\s*[,|]\s*([^;]{{1,80}});")
    values = {each[1].strip() for each in written.finditer(text, heads[following - 1], heads[following])}
    return values.pop() if len(values) == 1 and all(map(_NUMBER.match, values)) else ""


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order that cover the same places, none of which reaches into the next."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            start, end = found[-1][0], max(end, found[-1][1])
            found.pop()
        found.append((start, end))
    return found


def flags(text: str) -> Iterator[tuple[int, int]]:
    """Loads of what the block shares in loops that do nothing else than look at what is there."""
    if _FLAG.search(text):
        for start, end in _loops(text):
            load = _FLAG.search(text, start, end) if end - start < _LONGEST else None
            if load and all(opcode in _LOOKS for opcode in _OPCODE.findall(_COMMENT.sub("", text[start:end]))):
                yield load.span()


def _loops(text: str) -> Iterator[tuple[int, int]]:
    """From labels to the jumps back to them."""
    labels: dict[str, int] = {}
    for step in _STEP.finditer(text):
        if step[1]:
            labels[step[1]] = step.start()
        elif step[2] is None:
            labels.clear()  # another function
        elif step[2] in labels:
            yield labels[step[2]], step.start()


def first(text: str, opcodes: Iterable[str]) -> tuple[int, int] | None:
    """The first of the instructions that wait, but for the barrier of all threads."""
    names = "|".join(each.replace(".", r"\.") for each in sorted(opcodes, key=len, reverse=True))
    match = pattern(rf"(?<![\w.])(?:{names})(?=\s+(?!0\s*;))").search(text)
    return match.span() if match else None
