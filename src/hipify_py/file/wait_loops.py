"""Loops of device code that do nothing but wait for a plain variable to change."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Span
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading

# Nothing in such a loop but a pause or a fence.
_IDLE = rb"(?:\s*(?:__nanosleep|__threadfence(?:_block|_system)?|__builtin_amdgcn_s_sleep)\s*\([^()]{0,40}\)\s*;)*\s*"
_WHILE = pattern(rb"\bwhile\s*(?=\()")
_AFTER = pattern(rb"\s*(?:;|\{" + _IDLE + rb"\}|__nanosleep\s*\([^()]{0,40}\)\s*;)")
_DO = pattern(rb"\bdo\s*\{" + _IDLE + rb"\}\s*$|\bdo\s*;\s*$")
_CALL = pattern(
    rb"\b(?!sizeof\b|__ldcg\b|__ldcv\b|static_cast\b|reinterpret_cast\b|const_cast\b|not\b)[A-Za-z_]\w*\s*\("
)
_CHANGES = pattern(rb"\+\+|--|(?<![=<>!])=(?!=)")
_CAST = pattern(
    rb"\(\s*(?:const\s+)?volatile\b|_cast\s*<\s*(?:const\s+)?volatile\b|\w\s+volatile\s*\*\s*\)|__ldc[gv]\s*\("
)
_WORD = pattern(rb"(?<![\w.>])[A-Za-z_]\w*")
_VOLATILE = pattern(rb"\bvolatile\b[\w\s:*&]{0,60}?[\s*&](\w+)\s*[,;)=\[]|\b\w+\s*\*\s*volatile\s+(\w+)")
_FLAG = pattern(rb"flag|ready|done|signal|arrived|semaphore|turn", re.IGNORECASE)
# Where the name of such a variable reads memory: through a pointer, as an element, or by how it is declared.
_READS = rb"(?:^|[(!&|=<>~,?:]|\breturn)\s*\*+\s*(?:\(\s*)?%s\b|(?<![\w.>])%s\s*\["
_IN_MEMORY = pattern(
    rb"\b__(?:shared|device|managed)__\b[\w\s:*&<>]{0,60}?[\s*&](\w+)\s*[,;=\[({]|"
    rb"\b(?:\w+_t|bool|char|short|int|unsigned|long)\s*&\s*(\w+)\s*[,)=]"
)
_SHARED = pattern(rb"\b__shared__\b[\w\s:*&]{0,60}?[\s*&](\w+)\s*[,;=\[]")
_DO_REACH = 160
_LONGEST = 200


def loops(facts: Facts, *, in_shared_memory: bool) -> Iterator[Span]:
    """The conditions of loops that wait for a plain or volatile variable, brackets included: of those where it is one
    of the block's own, or of the others."""
    plain = facts.reading.plain
    found = list(_loops(facts))
    shared = {match[1] for match in _SHARED.finditer(plain)} if found else set()
    for span in found:
        if in_shared_memory is not shared.isdisjoint(_WORD.findall(plain, span.start, span.end)):
            yield span


def _loops(facts: Facts) -> Iterator[Span]:
    plain = facts.reading.plain
    idle = (span for span in _idle_loops(facts.reading) if _may_wait(plain, span))
    conditions = [span for span in idle if facts.functions.side_at(span.start) in ON_DEVICE]
    variables = {found[1] or found[2] for found in _VOLATILE.finditer(plain)} if conditions else set()
    in_memory = {found[1] or found[2] for found in _IN_MEMORY.finditer(plain)} if conditions else set()
    for condition in conditions:
        text = plain[condition.start + 1 : condition.end - 1]
        if _reads_plainly(text, variables, in_memory):
            yield condition


def _idle_loops(reading: Reading) -> Iterator[Span]:
    """The conditions of loops in which nothing is done."""
    plain = reading.plain
    for head in _WHILE.finditer(plain):
        closing = reading.closers.get(head.end(), -1)
        if 0 < closing - head.end() < _LONGEST and _is_idle(plain, head.start(), closing + 1):
            yield Span(head.end(), closing + 1)


def _is_idle(plain: bytes, start: int, after: int) -> bool:
    if not _AFTER.match(plain, after):
        return False
    before = plain[max(0, start - _DO_REACH) : start].rstrip()
    return not before.endswith(b"}") or _DO.search(before) is not None or not re.search(rb"\bdo\s*\{", before)


def _may_wait(plain: bytes, span: Span) -> bool:
    """Whether a condition reads something and does nothing."""
    place = span.start + 1, span.end - 1
    return bool(_WORD.search(plain, *place) and not _CALL.search(plain, *place) and not _CHANGES.search(plain, *place))


def _reads_plainly(condition: bytes, variables: set[bytes], in_memory: set[bytes]) -> bool:
    words = _WORD.findall(condition)
    if _CAST.search(condition) or not variables.isdisjoint(words):
        return True
    flags = {word for word in words if _FLAG.search(word)}
    return any(word in in_memory or re.search(_READS % (word, word), condition) for word in flags)
