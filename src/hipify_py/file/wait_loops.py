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
_FOR = pattern(rb"\bfor\s*(?=\(\s{0,40};)")
_ENDLESS = pattern(rb"\bfor\s*\(\s*;\s*;\s*\)|\bwhile\s*\(\s*(?:1|true)\s*\)")
_IF = pattern(rb"\s*\{" + _IDLE + rb"if\s*(?=\()")
_BREAK = pattern(rb"\s*(?:break\s*;|\{\s*break\s*;\s*\})" + _IDLE + rb"\}")
_AFTER = pattern(rb"\s*(?:;|\{" + _IDLE + rb"\}|__nanosleep\s*\([^()]{0,40}\)\s*;)")
_DO = pattern(rb"\bdo\s*\{" + _IDLE + rb"\}\s*$|\bdo\s*;\s*$")
_DO_READ = pattern(rb"\bdo\b\s*(?:\{" + _IDLE + rb")?([A-Za-z_]\w*)\s*=(?!=)([^;{}=]{1,120});(?:" + _IDLE + rb"\})?\Z")
_CALL = pattern(
    rb"\b(?!sizeof\b|__ldcg\b|__ldcv\b|static_cast\b|reinterpret_cast\b|const_cast\b|not\b)[A-Za-z_]\w*\s*\("
)
_CHANGES = pattern(rb"\+\+|--|(?<![=<>!])=(?!=)")
# The result of `while ((seen = *flag) == 0)`.
_RESULT = pattern(rb"\(\s*[A-Za-z_]\w*\s*=(?!=)")
_CAST = pattern(
    rb"\(\s*(?:const\s+)?volatile\b|_cast\s*<\s*(?:const\s+)?volatile\b|\w\s+volatile\s*\*\s*\)|__ldc[gv]\s*\("
)
_WORD = pattern(rb"(?<![\w.>])[A-Za-z_]\w*")
_FLAG = pattern(rb"flag|ready|done|signal|arrived|semaphore|turn", re.IGNORECASE)
# Where the name of such a variable reads memory: through a pointer, as an element, or by how it is declared.
_READS = rb"(?:^|[(!&|=<>~,?:;]|\breturn)\s*\*+\s*(?:\(\s*)?%s\b|(?<![\w.>])%s\s*\["
_IN_MEMORY = frozenset((b"__shared__", b"__device__", b"__managed__"))
_NUMBER = pattern(rb"\w+_t|bool|(?:unsigned |signed )?(?:char|short|int|long|unsigned)(?: \w+){0,2}|unsigned")
_DO_REACH = 160
_LONGEST = 200


def loops(facts: Facts, *, in_shared_memory: bool) -> Iterator[Span]:
    """The conditions of loops that wait for a plain or volatile variable, brackets included: of those where it is one
    of the block's own, or of the others."""
    for condition, read in _loops(facts):
        if in_shared_memory is any(b"__shared__" in known.qualifiers for known in _read(facts, read).values()):
            yield condition


def _loops(facts: Facts) -> Iterator[tuple[Span, Span]]:
    plain = facts.reading.plain
    for condition, read in _idle_loops(facts.reading):
        is_on_device = _may_wait(plain, read) and facts.functions.side_at(condition.start) in ON_DEVICE
        if is_on_device and _reads_plainly(plain[slice(*read)], _read(facts, read)):
            yield condition, read


def _read(facts: Facts, span: Span) -> dict[bytes, Declaration]:
    """The variables that an expression reads, by their names."""
    words = _WORD.finditer(facts.reading.plain, span.start, span.end)
    found = ((word[0], facts.reading.declarations.of(word[0], word.start())) for word in words)
    return {name: known for name, known in found if known is not None}


def _idle_loops(reading: Reading) -> Iterator[tuple[Span, Span]]:
    """The conditions of loops in which nothing is done, and what each turn reads: the condition itself, or what a
    variable is set to that the condition asks for."""
    plain = reading.plain
    for head in (*_WHILE.finditer(plain), *_FOR.finditer(plain)):
        if (condition := _brackets(reading, head.end())) is None:
            continue
        if _is_idle(plain, head.start(), condition.end):
            yield condition, Span(condition.start + 1, condition.end - 1)
        read = _DO_READ.search(plain, *reading.stripped(max(0, head.start() - _DO_REACH), head.start()))
        if read is not None and _may_wait(plain, condition) and _is_asked(plain, read, condition):
            yield condition, Span(*read.span(2))
    for head in _ENDLESS.finditer(plain):
        asked = _IF.match(plain, head.end())
        condition = _brackets(reading, asked.end()) if asked is not None else None
        if condition is not None and _BREAK.match(plain, condition.end):
            yield condition, Span(condition.start + 1, condition.end - 1)


def _brackets(reading: Reading, opening: int) -> Span | None:
    closing = reading.closers.get(opening, -1)
    return Span(opening, closing + 1) if 0 < closing - opening < _LONGEST else None


def _is_asked(plain: bytes, read: re.Match[bytes], condition: Span) -> bool:
    """Whether a condition asks for a variable that is read from the same place in each turn."""
    return read[1] in _WORD.findall(plain, *condition) and read[1] not in _WORD.findall(read[2])


def _is_idle(plain: bytes, start: int, after: int) -> bool:
    if not _AFTER.match(plain, after):
        return False
    before = plain[max(0, start - _DO_REACH) : start].rstrip()
    return not before.endswith(b"}") or _DO.search(before) is not None or not re.search(rb"\bdo\s*\{", before)


def _may_wait(plain: bytes, span: Span) -> bool:
    """Whether an expression reads something and does nothing."""
    text = _RESULT.sub(b"(", plain[slice(*span)])
    return bool(_WORD.search(text) and not _CALL.search(text) and not _CHANGES.search(text))


def _reads_plainly(condition: bytes, read: Mapping[bytes, Declaration]) -> bool:
    if _CAST.search(condition) or any(b"volatile" in known.qualifiers for known in read.values()):
        return True
    flags = {word for word in _WORD.findall(condition) if _FLAG.search(word)}
    in_memory = {word for word, known in read.items() if _is_in_memory(known)}
    return any(word in in_memory or re.search(_READS % (word, word), condition) for word in flags)


def _is_in_memory(known: Declaration) -> bool:
    is_number = known.is_reference and not known.depth and _NUMBER.fullmatch(known.type) is not None
    return is_number or not known.qualifiers.isdisjoint(_IN_MEMORY)
