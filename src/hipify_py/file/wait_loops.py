"""Loops of device code that do nothing but wait for a plain variable to change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hipify_py.edits import Span
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.once_per_file import once_per_file
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import Declaration
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import join_lines
from hipify_py.source import Source

_HEAD = pattern(rb"\b(?:while|for)\s*(?=\()")
_ENDLESS = (b"", b"1", b"true")
_DO = pattern(rb"\bdo\s*\Z")
_DO_ONE = pattern(rb"\bdo\b([^;{}]{0,120};)\s*\Z")
# Pauses, fences, and the length of the next pause.
_IDLE = pattern(
    rb"\s*(?:[;{}]|else\b|(?:__nanosleep|__threadfence(?:_block|_system)?|__syncwarp|__builtin_amdgcn_s_sleep)\s*\([^;{}]{0,60};)"
)
_STEP = pattern(
    rb"\s*(?:([A-Za-z_]\w*)\s*(?:\+\+|--|(?:[-+*/]|<<|>>)=[^;{}]{0,60})|(?:\+\+|--)\s*([A-Za-z_]\w*))\s*(?:;|\Z)"
)
_READ = pattern(rb"\s*(?:[A-Za-z_]\w*\b[\s*]*){0,4}?\b([A-Za-z_]\w*)\s*=(?!=)([^;{}]{1,120})(?:;|\Z)")
_IF = pattern(rb"\s*if\s*(?=\()")
_LEAVES = pattern(rb"\b(?:break|return\b[^;{}]{0,80}|goto\s+\w+)\s*;[\s}]*\Z")
_ASSIGNED = pattern(rb"(?<![\w.>*])([A-Za-z_]\w*)\s*=(?!=)")
_CALL = pattern(
    rb"\b(?!sizeof\b|__ldcg\b|__ldcv\b|static_cast\b|reinterpret_cast\b|const_cast\b|not\b)([A-Za-z_]\w*)\s*\("
)
# A function that may do nothing but read.
_READER = pattern(
    rb"\b([A-Za-z_]\w*)\s*\([^(){};]{0,200}\)\s*(?:const\s*)?\{((?:[^;{}]{1,120};)?\s*return\b[^;{}]{1,120};)\s*\}"
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
_DO_LOOP = pattern(rb"do\b\s{0,40}")
_ENDS = pattern(rb"[;{(\[]")
_DO_REACH = 160
_LONGEST = 200
_FARTHEST = 4_000


class Wait(NamedTuple):
    """A loop by the condition that ends it, brackets included, and what each turn reads for that."""

    place: Span
    read: Span


class _Loop:
    """A loop that only waits: the variables that each turn sets, with what it reads for them, those that it counts, and
    the conditions under which it leaves the loop, or sets what the head asks for."""

    def __init__(self, place: Span, condition: Span, step: Span, body: Span) -> None:
        self.place, self.condition, self.step, self.body = place, condition, step, body
        self.reads: dict[bytes, Span] = {}
        self.counted: set[bytes] = set()
        self.exits: list[Span] = []
        self.is_left = False


def loops(facts: Facts, *, in_shared_memory: bool) -> Iterator[Wait]:
    """The loops that wait for a plain or volatile variable: those where it is one of the block's own, or the others."""
    for wait in _loops(facts):
        if in_shared_memory is any(b"__shared__" in known.qualifiers for known in _read(facts, wait.read).values()):
            yield wait


def calls_of_macros(facts: Facts) -> Iterator[tuple[Span, bytes]]:
    """The calls of macros that are such loops, for what is read as volatile, each with the text of that."""
    reading = facts.reading
    for macro in reading.macros:
        body = join_lines(reading.code[macro.body : macro.end])
        if not macro.parameters or not _HEAD.search(body):
            continue
        inner = Reading(Source("", body), is_cuda=True)
        reads = [inner.plain[slice(*wait.read)] for wait in _idle_loops(inner)]
        for name in reading.names_in_code((macro.name,)) if reads else ():
            opening = reading.skip_blank(name.end)
            texts = [reading.code[slice(*reading.stripped(*each))] for each in reading.arguments(opening) or ()]
            found = (_filled_in(read, dict(zip(macro.parameters, texts, strict=False))) for read in reads)
            text = next((each for each in found if _CAST.search(each) and not _CHANGES.search(each)), None)
            if text is not None:
                yield Span(name.start, reading.closers[opening] + 1), text


def _filled_in(text: bytes, given: Mapping[bytes, bytes]) -> bytes:
    return _WORD.sub(lambda word: given.get(word[0], word[0]), text)


@once_per_file
def _loops(facts: Facts) -> tuple[Wait, ...]:
    first = dict[Span, Wait]()
    for wait in _idle_loops(facts.reading):
        if wait.place not in first and _reads_memory(facts, wait.read):
            first[wait.place] = wait
    return tuple(wait for wait in first.values() if facts.functions.side_at(wait.place.start) in ON_DEVICE)


def _reads_memory(facts: Facts, read: Span) -> bool:
    """Whether an expression reads a plain variable, maybe by a function of the file, and does nothing else."""
    text = _RESULT.sub(b"(", facts.reading.plain[slice(*read)])
    if not _WORD.search(text) or _CHANGES.search(text):
        return False
    called = set(_CALL.findall(text))
    return called <= _readers(facts) if called else _reads_plainly(facts, read)


@once_per_file
def _readers(facts: Facts) -> frozenset[bytes]:
    found = _READER.finditer(facts.reading.plain)
    is_one = (each[1] for each in found if not _CALL.search(each[2]) and _reads_plainly(facts, Span(*each.span(2))))
    return frozenset(is_one)


def _read(facts: Facts, span: Span) -> dict[bytes, Declaration]:
    """The variables that an expression reads, by their names."""
    words = _WORD.finditer(facts.reading.plain, span.start, span.end)
    found = ((word[0], facts.reading.declarations.of(word[0], word.start())) for word in words)
    return {name: known for name, known in found if known is not None}


def _idle_loops(reading: Reading) -> Iterator[Wait]:
    for head in _HEAD.finditer(reading.plain):
        if (loop := _loop(reading, head)) is not None and _only_waits(reading, loop):
            yield from _waits(reading.plain, loop)


def _loop(reading: Reading, head: re.Match[bytes]) -> _Loop | None:
    plain, opening = reading.plain, head.end()
    closing = reading.closers.get(opening, -1)
    if not 0 < closing - opening < _LONGEST:
        return None
    condition, step = Span(opening + 1, closing), Span(closing, closing)
    if is_for := head[0].startswith(b"for"):
        first = plain.find(b";", opening, closing)
        second = plain.find(b";", first + 1, closing)
        if second <= first:
            return None
        condition, step = Span(first + 1, second), Span(second + 1, closing)
        counted = _STEP.fullmatch(plain, *step)
        if counted is not None and (counted[1] or counted[2]) in _WORD.findall(plain, *condition):
            return None  # as most loops: it ends by itself
    body = _body_before(reading, head.start()) if not is_for else None
    begin = reading.skip_blank(closing + 1)
    body = body or Span(begin, _end_of_statement(reading, begin, min(begin + _FARTHEST, len(plain))))
    return _Loop(Span(opening, closing + 1), condition, step, body)


def _body_before(reading: Reading, offset: int) -> Span | None:
    """The body of a `do` loop whose condition begins at a place."""
    plain = reading.plain
    _start, end = reading.stripped(max(0, offset - _DO_REACH), offset)
    opening = reading.openers.get(end - 1) if plain[end - 1 : end] == b"}" else None
    if opening is not None:
        return Span(opening, end) if _DO.search(plain, max(0, opening - _DO_REACH), opening) else None
    one = _DO_ONE.search(plain, max(0, offset - _DO_REACH), offset)
    return Span(*one.span(1)) if one is not None else None


def _only_waits(reading: Reading, loop: _Loop) -> bool:
    plain, head = reading.plain, _words(reading.plain, loop.condition)
    if not _is_idle(plain, loop, loop.step) or head & loop.counted:
        return False
    position, end = loop.body
    while position < end:
        if (branch := _IF.match(plain, position, end)) is not None:
            condition = Span(branch.end(), reading.closers.get(branch.end(), end) + 1)
            then = plain[condition.end : _end_of_statement(reading, condition.end, end)]
            leads_on = then.strip(b"{;} \t\r\n") == b"continue"
            is_left = _LEAVES.search(plain[max(position, end - _DO_REACH) : end] if leads_on else then) is not None
            is_exit = is_left or not head.isdisjoint(_ASSIGNED.findall(then))
            loop.exits += [condition] * is_exit
            loop.is_left |= is_left
            position = condition.end if not is_exit else end if leads_on else condition.end + len(then)
        elif (idle := _IDLE.match(plain, position, end)) is not None:
            position = idle.end()
        else:
            statement = Span(position, plain.find(b";", position, end) + 1)
            if not _is_idle(plain, loop, statement):
                return False
            position = reading.skip_blank(statement.end)
    return True


def _is_idle(plain: bytes, loop: _Loop, statement: Span) -> bool:
    """Whether a statement only counts or reads."""
    counted = _STEP.fullmatch(plain, *statement)
    if counted is not None and _words(plain, statement).isdisjoint(loop.reads):
        loop.counted.add(counted[1] or counted[2])
    elif (read := _READ.fullmatch(plain, *statement)) is not None:
        loop.reads[read[1]] = Span(*read.span(2))
    else:
        return not plain[slice(*statement)].strip() and statement.start <= statement.end
    return True


def _waits(plain: bytes, loop: _Loop) -> Iterator[Wait]:
    """What a loop may wait for, if nothing else ends it."""
    is_endless, head = plain[slice(*loop.condition)].strip() in _ENDLESS, _words(plain, loop.condition)
    if len(loop.exits) > 1 or is_endless is not loop.is_left or (loop.exits and not head.isdisjoint(loop.reads)):
        return
    place, asked = loop.place, loop.condition
    if loop.exits:
        place, asked = loop.exits[0], Span(loop.exits[0].start + 1, loop.exits[0].end - 1)
    reads, names = [asked], _words(plain, asked)
    for name in reversed(loop.reads):
        if name in names:
            reads.append(loop.reads[name])
            names |= _words(plain, reads[-1])
    if loop.counted.isdisjoint(names | head):
        yield from (Wait(place, read) for read in reads if _words(plain, read).isdisjoint(loop.reads))


def _words(plain: bytes, span: Span) -> set[bytes]:
    return set(_WORD.findall(plain, *span))


def _reads_plainly(facts: Facts, span: Span) -> bool:
    condition, read = facts.reading.plain[slice(*span)], _read(facts, span)
    if _CAST.search(condition) or any(b"volatile" in known.qualifiers for known in read.values()):
        return True
    flags = {word for word in _WORD.findall(condition) if _FLAG.search(word)}
    in_memory = {word for word, known in read.items() if _is_in_memory(known)}
    return any(word in in_memory or re.search(_READS % (word, word), condition) for word in flags)


def _is_in_memory(known: Declaration) -> bool:
    is_number = known.is_reference and not known.depth and _NUMBER.fullmatch(known.type) is not None
    return is_number or not known.qualifiers.isdisjoint(_IN_MEMORY)


def _end_of_statement(reading: Reading, start: int, limit: int) -> int:
    """Behind a statement: its semicolon, or its last brace."""
    plain = reading.plain
    loop = _DO_LOOP.match(plain, start, limit)
    position = reading.skip_blank(loop.end()) if loop is not None else start
    if loop is not None and plain[position : position + 1] == b"{":
        position = reading.closers.get(position, limit) + 1
    while (sign := _ENDS.search(plain, position, limit)) is not None:
        if sign[0] == b";":
            return sign.end()
        position = reading.closers.get(sign.start(), limit) + 1
        if sign[0] == b"{":
            return min(position, limit)
    return limit
