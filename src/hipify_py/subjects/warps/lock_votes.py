"""`while (!done) { if (atomicCAS(lock, 0, 1) == 0) { …; atomicExch(lock, 0); done = true; } }`: lanes that have done
their work stay in the loop until all of them have.

Compilers move what only leaving lanes do behind the loop, the release of the lock too, and the lanes of a wave leave
together: they would wait for what one of them does afterwards. A vote stays where it is, and the same lanes go on to do
the same: `while (__any(!done)) { if (!done) { … } }`. The outer braces keep an `else` behind the loop where it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.subjects.warps.loops import Loop, loop_around
from hipify_py.subjects.warps.one_thread import is_for_one_thread
from hipify_py.subjects.warps.spins import Spin, spins
from hipify_py.subjects.warps.tries import Try

ANCHORS = Anchors(
    frozenset(
        b"atomicCAS atomicExch atomicOr atomicAnd atomicMax atomicMin atomicAdd atomicSub atomicInc atomicDec".split()
    ),
    tells=False,
)
_ASKED = pattern(rb"\s*(?:!\s*)?([A-Za-z_]\w*)\s*(?:[!=]=\s*(?:0|1|true|false)\s*)?")
_LOCAL = pattern(rb"\b(?:bool|int|unsigned(?:\s+int)?)\s+([A-Za-z_]\w*)\s*(?:=\s*(?:0|1|true|false)|\{\s*\})\s*;")
_JUMP = pattern(rb"\b(?:break|continue|return|goto)\b")
_STATEMENT = pattern(rb"[^;{}]{1,300};")
_NAME = pattern(rb"[A-Za-z_]\w*")
_FREES = pattern(
    rb"\s*(?:atomic(?:Exch|CAS|And|Sub|Dec)\w{0,9}\s*\(|(?:[\w.\[\]:]|->){0,80}(?:unlock|release|store|exchange|clear)\w{0,20}\s*\("
    rb"|(?:\*\s*\(\s*volatile\s+\w+\s*\*\s*\)\s*)?[^=()]{1,90}[^-+*/%|&^<>!=()]=\s*(?:\w+|\(\w+\)\s*\w+)\s*;)"
)
_BRACE = ord("{")
_DO = len(b"do")


def propose(facts: Facts) -> Iterator[Edit]:
    for spin in spins(facts) if facts.is_surely_cuda else ():
        loop = loop_to_convert(facts, spin)
        if loop is not None:
            asked = _condition(facts, loop)
            condition = b" ".join(facts.reading.plain[slice(*asked)].split())
            yield _inserted(asked.start, b"__any(")
            yield _inserted(asked.end, b")")
            yield _inserted(loop.body.start, b"{ if (" + condition + b") ")
            yield _inserted(loop.body.end, b" }")


def _inserted(place: int, text: bytes) -> Edit:
    return Edit(place, place, text, "lock", "warps")


def _condition(facts: Facts, loop: Loop) -> Span:
    """What the head of a loop asks, in a `for` without the blank before it; nothing, if a `for` has a step."""
    plain = facts.reading.plain
    start, end = loop.head.start + 1, loop.head.end - 1
    if not plain.startswith(b"for", loop.keyword):
        return Span(start, end)
    first = plain.find(b";", start, end)
    second = plain.find(b";", first + 1, end)
    has_step = plain[second + 1 : end].strip()
    return Span(facts.reading.skip_blank(first + 1), second) if 0 < first < second and not has_step else Span(end, end)


def loop_to_convert(facts: Facts, spin: Spin) -> Loop | None:
    """The loop of a lock, if lanes can stay in it until all are done."""
    loop = loop_around(facts, spin.tried.start)
    if loop is None or not spin.tried.takes or loop.head.end != spin.place.end:
        return None
    is_cuda = facts.is_surely_cuda and not (facts.style.for_shim or facts.is_left_alone(loop.keyword))
    is_on_device = facts.functions.side_at(loop.keyword) in (Side.KERNEL, Side.DEVICE)
    flag = _flag_of(facts, loop) if is_cuda and is_on_device else b""
    if not flag or not _is_freed_within(facts, spin.tried, loop, flag):
        return None
    return None if is_for_one_thread(facts, loop.keyword, of_wave=True) else loop


def _flag_of(facts: Facts, loop: Loop) -> bytes:
    """The local variable of which the value alone says who goes on."""
    plain, scopes = facts.reading.plain, facts.reading.scopes
    condition = _condition(facts, loop)
    asked = _ASKED.fullmatch(plain, *condition)
    behind = loop.keyword + _DO if loop.is_do else loop.head.end
    is_block = plain[loop.body.start] == _BRACE and not plain[behind : loop.body.start].strip()
    block = scopes.block_at(loop.keyword)
    if asked is None or not is_block or block is None or _JUMP.search(plain, *loop.body):
        return b""
    if facts.reading.directives_between(block.start, max(loop.body.end, loop.head.end)):
        return b""
    in_head = facts.reading.skip_blank(loop.head.start + 1)
    is_declared = any(
        found[1] == asked[1]
        and scopes.block_at(found.start()) is block
        and found.start() in (facts.reading.skip_blank(scopes.statement_at(found.start())), in_head)
        for found in _LOCAL.finditer(plain, block.start, max(loop.keyword, condition.start))
    )
    return asked[1] if is_declared else b""


def _is_freed_within(facts: Facts, tried: Try, loop: Loop, flag: bytes) -> bool:
    """Whether all lanes that set the flag give the lock back in the loop: a lane that keeps it must not wait for the
    others."""
    plain, scopes = facts.reading.plain, facts.reading.scopes
    places = [name.start for name in facts.reading.names([flag]) if loop.body.start < name.start < loop.body.end]
    if len(places) != 1:
        return False
    around = [scope.start for scope in scopes.around(places[0])]
    for statement in _STATEMENT.finditer(plain, tried.end, loop.body.end):
        block = scopes.block_at(statement.start())
        is_passed = block is not None and loop.body.start <= block.start and block.start in around
        if is_passed and _FREES.match(statement[0]) and tried.address <= set(_NAME.findall(statement[0])):
            return True
    return False
