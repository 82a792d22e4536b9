"""Loops of device code that do nothing but wait for a plain variable to change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hipify_py.edits import Span
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import Declaration
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
_FLAG = pattern(rb"flag|ready|done|signal|arrived|semaphore|turn", re.IGNORECASE)
# Where the name of such a variable reads memory: through a pointer, as an element, or by how it is declared.
_READS = rb"(?:^|[(!&|=<>~,?:]|\breturn)\s*\*+\s*(?:\(\s*)?%s\b|(?<![\w.>])%s\s*\["
_IN_MEMORY = frozenset((b"__shared__", b"__device__", b"__managed__"))
_NUMBER = pattern(rb"\w+_t|bool|(?:unsigned |signed )?(?:char|short|int|long|unsigned)(?: \w+){0,2}|unsigned")
_DO_REACH = 160
_LONGEST = 200


def loops(facts: Facts, *, in_shared_memory: bool) -> Iterator[Span]:
    """The conditions of loops that wait for a plain or volatile variable, brackets included: of those where it is one
    of the block's own, or of the others."""
    for span in _loops(facts):
        if in_shared_memory is any(b"__shared__" in known.qualifiers for known in _read(facts, span).values()):
            yield span


def _loops(facts: Facts) -> Iterator[Span]:
    for span in _idle_loops(facts.reading):
        is_on_device = _may_wait(facts.reading.plain, span) and facts.functions.side_at(span.start) in ON_DEVICE
        if is_on_device and _reads_plainly(facts.reading.plain[span.start + 1 : span.end - 1], _read(facts, span)):
            yield span


def _read(facts: Facts, span: Span) -> dict[bytes, Declaration]:
    """The variables that a condition reads, by their names."""
    words = _WORD.finditer(facts.reading.plain, span.start, span.end)
    found = ((word[0], facts.reading.declarations.of(word[0], word.start())) for word in words)
    return {name: known for name, known in found if known is not None}


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


def _reads_plainly(condition: bytes, read: Mapping[bytes, Declaration]) -> bool:
    if _CAST.search(condition) or any(b"volatile" in known.qualifiers for known in read.values()):
        return True
    flags = {word for word in _WORD.findall(condition) if _FLAG.search(word)}
    in_memory = {word for word, known in read.items() if _is_in_memory(known)}
    return any(word in in_memory or re.search(_READS % (word, word), condition) for word in flags)


def _is_in_memory(known: Declaration) -> bool:
    is_number = known.is_reference and not known.depth and _NUMBER.fullmatch(known.type) is not None
    return is_number or not known.qualifiers.isdisjoint(_IN_MEMORY)
