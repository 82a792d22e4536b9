"""Loops that end when a try of theirs succeeds: locks that are taken, and flags that are waited for."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hipify_py.edits import Span
from hipify_py.file.assembler import Statement
from hipify_py.file.facts import Facts
from hipify_py.file.once_per_file import once_per_file
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.scopes import Scope
from hipify_py.subjects.warps.loops import Loop, is_left_in, loop_around
from hipify_py.subjects.warps.tries import ZERO, Try, is_zero, mentions, tries

_LOOP_BEFORE = pattern(rb"\b(while|for)\s*\Z")
_HEAD = pattern(rb"\b(?:while|for)\s*(?=\()")
_IF = pattern(rb"\b(?:if|switch)\s*(?=\()")
_LEAVES = pattern(rb"\s*(?:\{\s*)?(?:break|return\b[^;{}]{0,80}|goto\s+\w+)\s*;")
# What a branch may hold that does no work: `{ __nanosleep(20); }`.
_IDLE = pattern(
    rb"\s{0,40}\{?(?:\s{0,40}(?:__nanosleep|__threadfence\w{0,9}|__syncwarp|__builtin_amdgcn_s_sleep|continue|backoff|break)\b[^;{}]{0,60};"
    rb"|\s{0,40}\w{1,40}\s{0,40}(?:\*=|\+=|<<=|=)[^;{}]{0,60};){0,9}\s{0,40}\}?\s{0,40}"
)
_DERIVED = rb"\b([A-Za-z_]\w*)\s*=(?!=)[^;{}]{0,90}?\b%s\b"
_CHANGED = rb"\b(?:%s)\b\s*(?:\+\+|--|(?:[-+*/%%|&^]|<<|>>)?=(?!=))|(?:\+\+|--)\s*(?:%s)\b"
_ELSE = pattern(rb"\s*else\b")
_CONDITIONAL = pattern(rb"\s*(?:if|else|for|while|switch)\b")
_JUMPS = pattern(rb"\b(?:break|return)\b")
_COMPARES = pattern(rb"[=!<>]=|<|(?<!-)>")
_CONTINUE = pattern(rb"\bcontinue\s*;")
_GOTO = pattern(rb"\bgoto\s+(\w+)")
# Variables, members and elements: `done`, `lane.done`, `done[0]`.
_VARIABLE = rb"(?<![\w.>])[A-Za-z_](?:\w|\.|->|\[\w{1,20}\]){0,40}"
_NAME = pattern(_VARIABLE)
_SET = pattern(rb"(" + _VARIABLE + rb")\s{0,20}[|&^]?=(?!=)")
_STEP = pattern(rb"(?:\+\+|--)\s*([A-Za-z_]\w*)|(?<![\w.>])([A-Za-z_]\w*)\s*(?:\+\+|--|[-+]=)")
# What one step may end: `for (int i = 0; i < 1;)`.
_STARTS = rb"\b%s\s*=\s*[01]\s*[;,]"
_COMPARED = rb"\b%s\s*(?:(?:[<>]=?|[!=]=)\s*[01]\s*)?[;)]"
_TRUTH = pattern(rb"\s*(true|false|[01])\s*;")
_TRUE = (b"true", b"1")
_ASKED = rb"(!\s*)?(?<![\w.>])%s\b\s*(?:([=!])=\s*(true|false|[01])\b)?"
# Lanes that have done their work stay in such a loop until all of them have.
_VOTE = pattern(rb"(?:any|all|ballot)(?:_sync)?\s*\(|__syncthreads_\w")
# `; *lock = 0;` and `*(volatile int*)lock = 0` change what is there.
_THROUGH = pattern(rb"(?:[;{})]\s*\*|\*\s*\([^()]{1,40}\)\s*(?:&\s*)?)\Z")
_NEAR = 20
_FAR = 60
_REACH = 200
_LABEL = pattern(r"(?<![\w$%])([A-Za-z_$%][\w$%]*)\s*:(?!:)")
_JUMP = pattern(r"\bbra(?:\.uni)?\s+([A-Za-z_$%][\w$%]*)")


class Spin(NamedTuple):
    """A loop by the place that says what it waits for."""

    place: Span
    tried: Try


@once_per_file
def spins(facts: Facts) -> Sequence[Spin]:
    """All of a file."""
    return tuple(_spins(facts))


def _spins(facts: Facts) -> Iterator[Spin]:
    statements = {each.start: each for each in facts.assembler}
    for tried in tries(facts):
        own = statements.get(tried.start)
        place = _loop_of_template(own, tried) if own is not None else None
        macro = facts.reading.macro_at(tried.start)
        place = place or (_loop_around(facts, tried) if macro is None else _loop_of_macro(facts, macro, tried))
        if place is not None and _ends_by_others(facts, place, tried):
            yield Spin(place, tried)


def _ends_by_others(facts: Facts, place: Span, tried: Try) -> bool:
    """Whether a loop is not ended by what it leaves in memory itself, as one is that takes all that is there."""
    if tried.undone:
        return _is_undone(facts, place, tried)
    plain, text = facts.reading.plain, facts.reading.plain[slice(*place)]
    then = plain[place.end : _end_of_branch(facts, place.end)]
    is_left = not _HEAD.match(text) and _JUMPS.search(then) is not None
    if not tried.left or not _COMPARES.search(text):
        return not is_zero(tried.left) or (b"!" in text) is not is_left
    left = re.escape(tried.left) if not is_zero(tried.left) else ZERO
    sign = b"==" if is_left else b"!="
    return re.search(rb"(?<![\w.])%s\s*%s|%s\s*%s(?![\w.])" % (left, sign, sign, left), text) is None


def _is_undone(facts: Facts, place: Span, tried: Try) -> bool:
    """Whether a loop that goes on takes back what it has counted: then it comes to the same again."""
    plain, loop, function = facts.reading.plain, loop_around(facts, tried.start), facts.functions.around(tried.start)
    in_head = _HEAD.match(plain, place.start) is not None and place.start <= tried.start < place.end
    body = Span(place.end, _end_of_branch(facts, place.end)) if in_head else loop.body if loop is not None else None
    if body is None or function is None:
        return False
    asked = frozenset(_NAME.findall(plain, *(loop.head if loop is not None else place)))
    if function.start <= tried.undone[0] < function.end:
        own = tried.undone[bisect_left(tried.undone, body.start) : bisect_left(tried.undone, body.end)]
        return not all(_is_last(facts, body, each, asked) for each in own)
    if in_head:
        return _IDLE.fullmatch(plain, *body) is not None
    before = Span(body.start, facts.reading.scopes.statement_at(tried.start))
    behind = Span(_end_of_branch(facts, max(place.end if place.start >= body.start else 0, tried.end)), body.end)
    return all(_IDLE.fullmatch(plain, *part) for part in (before, behind) if part.end > part.start)


def _is_last(facts: Facts, body: Span, offset: int, asked: frozenset[bytes]) -> bool:
    """Whether a place in a loop stands in a block that leaves it, or sets what its head asks for."""
    blocks = (scope for scope in facts.reading.scopes.around(offset) if body.start < scope.start)
    texts = (facts.reading.plain[scope.start : scope.end] for scope in blocks)
    return any(_JUMPS.search(text) or any(found[1] in asked for found in _SET.finditer(text)) for text in texts)


def _loop_of_template(statement: Statement, tried: Try) -> Span | None:
    """A jump back over the instruction, in the text of a statement."""
    labels = {found[1]: found.start() for found in _LABEL.finditer(statement.template)}
    for jump in _JUMP.finditer(statement.template):
        if labels.get(jump[1], jump.start()) < jump.start():
            return Span(*tried.place) if tried.place is not None else None
    return None


def _loop_of_macro(facts: Facts, macro: Macro, tried: Try) -> Span | None:
    """`#define LOCK(p) while (try_lock(p))`, and a loop that asks for what is set behind a try in its braces."""
    code, closers = facts.reading.code, facts.reading.closers
    for head in _HEAD.finditer(code, macro.body, tried.start):
        closing = closers.get(head.end(), -1)
        if tried.start < closing:
            return Span(head.start(), closing + 1)
        asked = frozenset(_NAME.findall(code, head.end(), max(closing, head.end())))
        is_asked = any(found[1] in asked for found in _SET.finditer(code, tried.end, macro.end))
        is_within = tried.start < closers.get(facts.reading.skip_blank(closing + 1), -1)
        if is_asked and is_within and not _moves(code, tried, head.start(), macro.end):
            return Span(head.start(), closing + 1)
    return None


def _loop_around(facts: Facts, tried: Try) -> Span | None:
    """What says that a loop goes on until the try succeeds: its head, or the `if` that leaves it."""
    plain = facts.reading.plain
    outermost = _brackets_around(facts, tried.start)
    if outermost is not None:
        before = _LOOP_BEFORE.search(plain, max(0, outermost.start - _NEAR), outermost.start)
        if before is not None:
            place = Span(before.start(1), outermost.end + 1)
            is_elsewhere = _moves(plain, tried, place.start, _end_of_branch(facts, place.end))
            return None if is_elsewhere or _is_limited(plain[slice(*place)]) else place
        begin = facts.reading.scopes.statement_at(tried.start)
        if (condition := _IF.search(plain, begin, outermost.start + 1)) is not None:
            left = _left_by_if(facts, tried, Span(condition.start(), outermost.end + 1))
            if left is not None:
                return left
    return _by_result(facts, tried) if tried.result else None


def _brackets_around(facts: Facts, offset: int) -> Scope | None:
    """The outermost parentheses around a place in its statement."""
    scope, found = facts.reading.scopes.at(offset), None
    while scope is not None and facts.reading.plain[scope.start : scope.start + 1] in (b"(", b"["):
        found, scope = scope, facts.reading.scopes.parent(scope)
    return found


def _left_by_if(facts: Facts, tried: Try, asked: Span) -> Span | None:
    """`while (true) { if (try_lock(p)) break; }`"""
    loop = _loop_at_one_place(facts, tried)
    if loop is not None:
        return _left_behind(facts, tried, loop, asked)
    return asked if _goes_back(facts, tried, asked) else None


def _goes_back(facts: Facts, tried: Try, asked: Span) -> bool:
    """`again: if (!try_lock(p)) goto again;`"""
    plain, function = facts.reading.plain, facts.functions.around(tried.start)
    if function is None:
        return False
    then = _end_of_branch(facts, asked.end)
    otherwise = _ELSE.match(plain, then)
    end = then if otherwise is None else _end_of_branch(facts, otherwise.end())
    for found in _GOTO.finditer(plain, asked.end, end):
        label = re.search(rb"[;{}]\s*(%s)\s*:(?!:)" % re.escape(found[1]), plain[function.start : tried.start])
        if label is not None and not _moves(plain, tried, function.start + label.start(1), end):
            return True
    return False


def _loop_at_one_place(facts: Facts, tried: Try) -> Loop | None:
    """The loop around a try, if it tries the same place in memory again, as often as it takes."""
    plain, loop = facts.reading.plain, loop_around(facts, tried.start)
    if loop is None or any(_moves(plain, tried, *part) for part in (loop.head, loop.body)):
        return None
    # One that gives up in the end is left by those that have the lock, too, and these may release it behind the loop.
    return None if not tried.takes and _is_limited(plain[slice(*loop.head)]) else loop


def _is_limited(head: bytes) -> bool:
    """Whether a loop counts its turns: `for (int i = 0; i < 9; ++i)`, `while (… && ++i < 9)`."""
    first, semicolon, step = head.rpartition(b";")
    counted = frozenset(found[1] or found[2] for found in _STEP.finditer(step))
    return mentions(first.rpartition(b";")[2], counted) if semicolon else bool(counted)


def _left_behind(facts: Facts, tried: Try, loop: Loop, asked: Span) -> Span | None:
    """What says that the loop is left by the lanes for which `if (…)` holds, or by those for which it does not: the
    `if` with a `break` behind it, or the head of the loop, which asks for what is set there.

    It does not matter whether a lane gives the lock back before it leaves: compilers move all that only such lanes do
    behind the loop."""
    plain = facts.reading.plain
    if _LEAVES.match(plain, asked.end):
        return asked
    then = Span(asked.end, _end_of_branch(facts, asked.end))
    otherwise = _other_branch(facts, loop, then)
    if not tried.takes and not _IDLE.fullmatch(plain, *otherwise):
        return None
    if is_left_in(facts, loop, *then) is not is_left_in(facts, loop, *otherwise):
        return asked
    in_one = _set_in(facts, loop, then) ^ _set_in(facts, loop, otherwise)
    rest = Span(loop.body.start, then.start), Span(max(then.end, otherwise.end), loop.body.end)
    outside = (found for part in rest for found in _SET.finditer(plain, *part))
    always = (
        found[1] for found in outside if _is_always(facts, tried, found) and not _goes_on(facts, loop, tried, found)
    )
    return _asked_by_head(facts, loop, in_one.difference(always)) if in_one else None


def _other_branch(facts: Facts, loop: Loop, then: Span) -> Span:
    """What lanes do for which a condition does not hold, beside what all do."""
    plain = facts.reading.plain
    if found := _ELSE.match(plain, then.end):
        return Span(found.end(), _end_of_branch(facts, found.end()))
    leads_back = _CONTINUE.search(plain, then.start, then.end)
    return Span(then.end, loop.body.end if leads_back else then.end)


def _set_in(facts: Facts, loop: Loop, part: Span) -> frozenset[bytes]:
    """The variables that a part of a loop sets, or changes by a step that may end the loop."""
    plain = facts.reading.plain
    stepped = {found[1] or found[2] for found in _STEP.finditer(plain, *part)}
    steps = (name for name in stepped if _is_ended_by_step(facts, loop, name))
    return frozenset((*(found[1] for found in _SET.finditer(plain, *part)), *steps))


def _is_ended_by_step(facts: Facts, loop: Loop, name: bytes) -> bool:
    """Compilers find out that such a loop is left then; one that counts on keeps the release."""
    plain, function = facts.reading.plain, facts.functions.around(loop.keyword)
    if function is None or not re.search(_COMPARED % name, plain[slice(*loop.head)]):
        return False
    return re.search(_STARTS % name, plain[function.start : max(loop.head.end, loop.body.start)]) is not None


def _is_always(facts: Facts, tried: Try, found: re.Match[bytes]) -> bool:
    """Whether all lanes that try come to an assignment."""
    plain, scopes = facts.reading.plain, facts.reading.scopes
    block, begin = scopes.block_at(found.start()), scopes.statement_at(found.start())
    return not _CONDITIONAL.match(plain, begin) and any(each is block for each in scopes.around(tried.start))


def _goes_on(facts: Facts, loop: Loop, tried: Try, found: re.Match[bytes]) -> bool:
    """Whether a variable is set before the try to what lets the loop go on: `done = false; … while (!done)`."""
    plain = facts.reading.plain
    given = _TRUTH.match(plain, found.end())
    asked = re.search(_ASKED % re.escape(found[1]), plain[slice(*loop.head)])
    if given is None or asked is None or found.start() > tried.start:
        return False
    is_true = given[1] in _TRUE
    if asked[2]:
        is_true = (is_true is (asked[3] in _TRUE)) is (asked[2] == b"=")
    return is_true is not bool(asked[1])


def _asked_by_head(facts: Facts, loop: Loop, names: frozenset[bytes]) -> Span | None:
    """The head of a loop, if each lane for itself asks there for one of the names."""
    plain = facts.reading.plain
    text = plain[slice(*loop.head)]
    if names.isdisjoint(_NAME.findall(text)) or _VOTE.search(text):
        return None
    return Span(min(loop.head.start, _keyword(plain, loop.head.start)), loop.head.end)


def _by_result(facts: Facts, tried: Try) -> Span | None:
    """A loop around that asks for what came of it."""
    plain, loop = facts.reading.plain, _loop_at_one_place(facts, tried)
    if loop is None:
        asks = _asks(facts, Span(tried.end, tried.end + _REACH), frozenset((tried.result,)))
        return next((each for each in asks if _goes_back(facts, tried, each)), None)
    if loop.head.start <= tried.start < loop.head.end:
        return None
    names = frozenset((tried.result, *_derived(plain, tried, loop)))
    own = list(_asks(facts, Span(tried.end, loop.body.end), names))
    if not tried.takes and any(
        not _IDLE.fullmatch(plain, each.end, _end_of_branch(facts, each.end))
        for each in own
        if not _LEAVES.match(plain, each.end)
    ):
        return None  # something else is done while the flag is not set
    by_head = _asked_by_head(facts, loop, names)
    return by_head or next(filter(None, (_left_behind(facts, tried, loop, each) for each in own)), None)


def _asks(facts: Facts, part: Span, names: frozenset[bytes]) -> Iterator[Span]:
    """The conditions of a part that ask for one of the names."""
    plain = facts.reading.plain
    for found in _IF.finditer(plain, *part):
        asked = Span(found.start(), facts.reading.closers.get(found.end(), part.end) + 1)
        if mentions(plain[slice(*asked)], names):
            yield asked


def _moves(plain: bytes, tried: Try, start: int, end: int) -> bool:
    """Whether the next try is made at another place in memory: in the next slot of a table."""
    names = b"|".join(map(re.escape, sorted(tried.address - {tried.result, tried.lock})))
    text = plain[start:end]
    changes = re.finditer(_CHANGED % (names, names), text) if names else ()
    return any(not _THROUGH.search(text, max(0, found.start() - _FAR), found.start()) for found in changes)


def _keyword(plain: bytes, opening: int) -> int:
    before = _LOOP_BEFORE.search(plain, max(0, opening - _NEAR), opening)
    return before.start(1) if before is not None else opening


def _derived(plain: bytes, tried: Try, loop: Loop) -> Iterator[bytes]:
    """The variables that are set by the result, in the body of the loop."""
    kind = re.compile(_DERIVED % re.escape(tried.result))
    return (found[1] for found in kind.finditer(plain, tried.start, loop.body.end))


def _end_of_branch(facts: Facts, start: int) -> int:
    plain = facts.reading.plain
    begin = facts.reading.skip_blank(start)
    if plain[begin : begin + 1] == b"{":
        return facts.reading.closers.get(begin, begin) + 1
    return plain.find(b";", begin) + 1
