"""Loops of device code that do nothing but wait for a plain variable to change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hipify_py.edits import Span
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.once_per_file import once_per_file
from hipify_py.file.tree_loops import LEAVES, PAUSES, Loop, branches, last_of, loop_with_keyword
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import Declaration
from hipify_py.reading.parts import BLOCK, Part, bodies_of
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import rskip_blank
from hipify_py.reading.tree import EXPRESSION_START, expression

_KEYWORDS = (b"while", b"for")
_COUNTS = pattern(rb"\+\+|--|[-+*/<>]=")
_WORD = pattern(rb"(?<![\w.>])[A-Za-z_]\w*")
_COUNTING = ("+=", "-=", "*=", "/=", "<<=", ">>=", "++", "--")
_LOADS = frozenset((b"__ldcg", b"__ldcv"))
_HARMLESS = _LOADS | {b"static_cast", b"reinterpret_cast", b"const_cast"}
_VOLATILE = pattern(rb"\bvolatile\b|\b__ldc[gv]\b")
_SHARED_OBJECT = pattern(rb"\b__shared__\s+(?:\w{1,60}\s{0,9}::\s{0,9}){0,5}([A-Za-z_]\w*)")
_FLAG = pattern(rb"flag|ready|done|signal|arrived|semaphore|turn", re.IGNORECASE)
_IN_MEMORY = frozenset((b"__shared__", b"__device__", b"__managed__"))
_NUMBER = pattern(rb"\w+_t|bool|(?:unsigned |signed )?(?:char|short|int|long|unsigned)(?: \w+){0,2}|unsigned")
_SETS = ("declaration", "assignment_expression", "update_expression")
_MOST_STATEMENTS = 2
_MOST_IN_ALL = 8  # with those that leave the loop
_LONGEST = 200
_FARTHEST = 4_000


class Wait(NamedTuple):
    """A loop by the condition that ends it, brackets included, and what each turn reads for that. `keyword` is where
    the loop, or the `if` that leaves it, begins with the condition."""

    place: Span
    read: Part
    asked: Part
    keyword: int


def loops(facts: Facts, *, in_shared_memory: bool) -> Iterator[Wait]:
    """The loops that wait for a plain or volatile variable: those where it is one of the block's own, or the others."""
    for wait in _loops(facts):
        if in_shared_memory is any(_is_of_block(facts, known) for known in _read(facts, wait.read).values()):
            yield wait


def is_shared(facts: Facts, name: bytes, place: int) -> bool:
    """Whether a variable is one of the block's own."""
    known = facts.reading.declarations.of(name, place)
    return known is not None and _is_of_block(facts, known)


def _is_of_block(facts: Facts, known: Declaration) -> bool:
    """Whether a variable is in shared memory, or a member of a class of which an object is there."""
    if b"__shared__" in known.qualifiers:
        return True
    path = facts.reading.scopes.path_at(known.place)
    return path.is_in_class and bool(path.names) and path.names[-1] in _classes_in_shared_memory(facts)


@once_per_file
def _classes_in_shared_memory(facts: Facts) -> frozenset[bytes]:
    return frozenset(found[1] for found in _SHARED_OBJECT.finditer(facts.reading.plain))


def calls_of_macros(facts: Facts) -> Iterator[tuple[Span, frozenset[bytes]]]:
    """The calls of macros that are such loops, for what is read as volatile, each with the names in that."""
    reading = facts.reading
    heads = [name.start for name in reading.names(_KEYWORDS) if reading.directive_at(name.start) is not None]
    for head in heads if _VOLATILE.search(reading.code) else ():
        macro = reading.macro_at(head)
        if macro is None or not macro.parameters:
            continue
        reads = [wait.read.text for wait in _waits(reading, head)]
        for name in reading.names_in_code((macro.name,)) if reads else ():
            opening = reading.skip_blank(name.end)
            texts = [reading.code[slice(*reading.stripped(*each))] for each in reading.arguments(opening) or ()]
            parts = [_filled_in(read, dict(zip(macro.parameters, texts, strict=False))) for read in reads]
            found = (part for part in parts if part is not None and not part.names_set)
            if read := next((part for part in found if _is_volatile_at(facts, part, name.start)), None):
                yield Span(name.start, reading.closers[opening] + 1), read.words


def _filled_in(text: bytes, given: Mapping[bytes, bytes]) -> Part | None:
    text = _WORD.sub(lambda word: given.get(word[0], word[0]), text)
    node = expression(text)
    return Part(text, -EXPRESSION_START, node) if node is not None else None


@once_per_file
def _loops(facts: Facts) -> tuple[Wait, ...]:
    first = dict[Span, Wait]()
    plain = facts.reading.plain
    likely = [name for name in facts.reading.names_in_code(_KEYWORDS) if _may_wait(facts.reading, name.start, name.end)]
    for name in likely if likely and (_VOLATILE.search(plain) or _FLAG.search(plain)) else ():
        if facts.functions.side_at(name.start) in ON_DEVICE:
            for wait in _waits(facts.reading, name.start):
                if wait.place not in first and not _tries(wait.asked) and _reads_memory(facts, wait.read):
                    first[wait.place] = wait
    return tuple(first.values())


def _may_wait(reading: Reading, start: int, end: int) -> bool:
    """Whether a loop is none of those that end by counting, as most do."""
    opening = reading.skip_blank(end)
    text = reading.plain[opening + 1 : reading.closers.get(opening, opening)]
    _first, is_for, rest = text.partition(b";")
    condition, _sign, step = rest.partition(b";")
    is_counted = _COUNTS.search(step) and not set(_WORD.findall(step)).isdisjoint(_WORD.findall(condition))
    if not 0 < len(text) < _LONGEST or is_counted or bool(is_for) is not reading.plain.startswith(b"for", start):
        return False
    return not _works(reading, start, reading.closers[opening])


def _works(reading: Reading, start: int, end: int) -> bool:
    """Whether a loop plainly does more than wait: most of those with a `do` change something until nobody else does."""
    plain, opening = reading.plain, reading.skip_blank(end + 1)
    is_behind = opening in reading.closers
    if not is_behind:
        opening = reading.openers.get(rskip_blank(plain, start, 0) - 1, end)
        if not plain.endswith(b"do", 0, rskip_blank(plain, opening, 0)):
            return False
    body = plain[opening : reading.closers.get(opening, opening)]
    return body.count(b";") > _MOST_IN_ALL or (not is_behind and b"atomic" in body)


def _waits(reading: Reading, keyword: int) -> Iterator[Wait]:
    """What the loop with a keyword may wait for, if it does nothing else."""
    loop = loop_with_keyword(reading, keyword)
    if loop is not None and not loop.part.has_error and loop.part.end - loop.part.start < _FARTHEST:
        yield from _Turn(loop).waits()


class _Turn:
    """What a loop does in each turn: the variables that it sets, with what it reads for them, those that it counts, and
    the conditions under which it leaves the loop, or sets what the head asks for."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._head = loop.asked.names if loop.asked is not None else frozenset()
        self._reads: dict[bytes, Part] = {}
        self._counted: set[bytes] = set()
        self._exits: list[Part] = []
        self._is_left = False

    def waits(self) -> Iterator[Wait]:
        if not self._only_waits() or len(self._exits) > 1 or (self._loop.asked is None) is not self._is_left:
            return
        if not self._head.isdisjoint(self._counted) or (self._exits and not self._head.isdisjoint(self._reads)):
            return
        place, keyword, asked = Span(self._loop.opening, self._loop.head.end), self._loop.head.start, self._loop.asked
        for choice in self._exits:
            condition = choice.field("condition") or choice
            place, keyword, asked = condition.span, choice.start, condition.bare
        if asked is None:
            return
        reads, names = [asked], set(asked.names)
        for name in reversed(self._reads):
            if name in names:
                reads.append(self._reads[name])
                names |= reads[-1].names
        if self._counted.isdisjoint(names):
            own = (read for read in reads if read.names.isdisjoint(self._reads))
            yield from (Wait(place, read, asked, keyword) for read in own)

    def _only_waits(self) -> bool:
        if self._loop.step is not None and not self._is_idle(self._loop.step):
            return False
        waiting: list[Part | None] = [self._loop.body]
        while waiting:
            statement = waiting.pop()
            if statement is not None and statement.type == BLOCK:
                waiting += reversed(statement.parts)
            elif statement is not None and statement.type == "if_statement":
                then, otherwise = branches(statement)
                last = last_of(then)
                leads_on = last is not None and last.type == "continue_statement"
                if self._is_exit(statement, then, last_of(self._loop.body) if leads_on else last):
                    waiting = [] if leads_on else [*waiting, otherwise]
                else:
                    waiting += [otherwise, then]
            elif statement is not None and not self._is_idle(statement):
                return False
        return True

    def _is_exit(self, choice: Part, then: Part | None, last: Part | None) -> bool:
        """Whether a choice leaves the loop, or sets what its head asks for."""
        is_left = last is not None and last.type in LEAVES
        is_exit = is_left or (then is not None and not self._head.isdisjoint(then.names_set))
        self._exits += [choice] if is_exit else []
        self._is_left = self._is_left or is_left
        return is_exit

    def _is_idle(self, statement: Part) -> bool:
        """Whether a statement only counts, reads or pauses."""
        what = statement.parts[0] if statement.type == "expression_statement" and statement.parts else statement
        if what.type == "call_expression":
            return what.called in PAUSES
        for each in what.sets if what.type in _SETS else ():
            if not _WORD.fullmatch(each.name):
                return False
            if each.sign in _COUNTING and what.names.isdisjoint(self._reads):
                self._counted.add(each.name)
            elif each.sign == "=" and each.value is not None:
                self._reads[each.name] = each.value
            else:
                return False
        return what.type in _SETS or (statement.type == "expression_statement" and not statement.parts)


def _tries(condition: Part) -> bool:
    """Whether a condition changes what it asks for."""
    return any(each.called.startswith(b"atomic") for each in condition.of_type("call_expression"))


def _reads_memory(facts: Facts, read: Part) -> bool:
    """Whether an expression reads a plain variable, maybe by a function of the file, and does nothing else."""
    if not read.names or any(each.sign != "=" or not _WORD.fullmatch(each.name) for each in read.sets):
        return False
    called = {each.called for each in read.of_type("call_expression")} - _HARMLESS
    return all(_is_reader(facts, name) for name in called) if called else _reads_plainly(facts, read)


def _is_reader(facts: Facts, function: bytes) -> bool:
    """Whether a function of the file does nothing but read."""
    for body in bodies_of(facts.reading, function):
        *before, last = body.parts
        if last.type == "return_statement" and len(before) < _MOST_STATEMENTS:
            calls = body.of_type("call_expression")
            return all(call.called in _HARMLESS for call in calls) and _reads_plainly(facts, last)
    return False


def _read(facts: Facts, part: Part) -> dict[bytes, Declaration]:
    """The variables that an expression reads, by their names."""
    found = ((each.text, facts.reading.declarations.of(each.text, each.start)) for each in part.of_type("identifier"))
    return {name: known for name, known in found if known is not None}


def _reads_plainly(facts: Facts, part: Part) -> bool:
    read = _read(facts, part)
    if _is_volatile(part) or any(b"volatile" in known.qualifiers for known in read.values()):
        return True
    in_memory = {name for name, known in read.items() if _is_in_memory(known)}
    for each in part.of_type("pointer_expression", "subscript_expression"):
        pointer = each.field("argument")
        if pointer is not None and each.sign != "&":
            in_memory |= pointer.names
    return any(_FLAG.search(name) for name in in_memory)


def _is_volatile(part: Part) -> bool:
    """Whether an expression has a cast to what is volatile, or loads past a cache."""
    casts = part.of_type("type_qualifier", "call_expression")
    return any(each.text == b"volatile" or each.called in _LOADS for each in casts)


def _is_volatile_at(facts: Facts, read: Part, place: int) -> bool:
    """Whether an expression that a macro is given reads what is volatile, by a cast, a load or a declaration."""
    known = (facts.reading.declarations.of(name, place) for name in read.names)
    return _is_volatile(read) or any(each is not None and b"volatile" in each.qualifiers for each in known)


def _is_in_memory(known: Declaration) -> bool:
    is_number = known.is_reference and not known.depth and _NUMBER.fullmatch(known.type) is not None
    return is_number or not known.qualifiers.isdisjoint(_IN_MEMORY)
