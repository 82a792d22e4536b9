"""`while (!done) { if (atomicCAS(lock, 0, 1) == 0) { …; atomicExch(lock, 0); done = true; } }`: lanes that have done
their work stay in the loop until all of them have.

Compilers move what only leaving lanes do behind the loop, the release of the lock too, and the lanes of a wave leave
together: they would wait for what one of them does afterwards. A vote stays where it is, and the same lanes go on to do
the same: `while (__any(!done)) { if (!done) { … } }`. The outer braces keep an `else` behind the loop where it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.once_per_file import once_per_file
from hipify_py.file.rewrites import Anchors
from hipify_py.file.tree_loops import JUMPS, Loop, flag_of, loop_around
from hipify_py.patterns import pattern
from hipify_py.reading.parts import BLOCK, Part, blocks, path_to
from hipify_py.subjects.warps.one_thread import is_for_one_thread
from hipify_py.subjects.warps.spins import Spin, spins
from hipify_py.subjects.warps.tries import Try

ANCHORS = Anchors(
    frozenset(
        b"atomicCAS atomicExch atomicOr atomicAnd atomicMax atomicMin atomicAdd atomicSub atomicInc atomicDec".split()
    ),
    tells=False,
)
_TYPES = (b"bool", b"int", b"unsigned", b"unsigned int")
_BEGINNINGS = (b"0", b"1", b"true", b"false", b"{}")
_STATEMENT = "expression_statement"
_NAME = pattern(rb"[A-Za-z_]\w*")
_FREES = pattern(rb"atomic(?:Exch|CAS|And|Sub|Dec)\w{0,9}|\w*(?:unlock|release|store|exchange|clear)\w*")
_VALUES = ("identifier", "number_literal", "true", "false", "cast_expression")


def propose(facts: Facts) -> Iterator[Edit]:
    for _spin, loop in loops_to_convert(facts) if facts.is_surely_cuda else ():
        if loop is not None:
            asked = _condition(loop)
            condition = b" ".join(facts.reading.plain[slice(*asked)].split())
            yield _inserted(asked.start, b"__any(")
            yield _inserted(asked.end, b")")
            yield _inserted(loop.body.start, b"{ if (" + condition + b") ")
            yield _inserted(loop.body.end, b" }")


def _inserted(place: int, text: bytes) -> Edit:
    return Edit(place, place, text, "lock", "warps")


def _condition(loop: Loop) -> Span:
    """What the head of a loop asks, with the blanks in its brackets; a `for` has more there."""
    is_for = loop.part.type == "for_statement" and loop.asked is not None
    return loop.asked.span if is_for and loop.asked is not None else Span(loop.opening + 1, loop.head.end - 1)


@once_per_file
def loops_to_convert(facts: Facts) -> Sequence[tuple[Spin, Loop | None]]:
    """What spins in a file, each with its loop if that is one of a lock in which lanes can stay until all are done."""
    return [(spin, _loop_to_convert(facts, spin)) for spin in spins(facts)]


def _loop_to_convert(facts: Facts, spin: Spin) -> Loop | None:
    loop = loop_around(path_to(facts.reading, spin.tried.start))
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
    asked = flag_of(loop.asked) if loop.asked is not None else None
    path = path_to(facts.reading, loop.keyword)
    block = next(reversed(blocks(path)), None)
    if asked is None or block is None or loop.step is not None or loop.body.type != BLOCK:
        return b""
    if any(loop.body.of_type(*JUMPS)) or facts.reading.directives_between(block.start, loop.part.end):
        return b""
    before = [each for each in block.parts if each.start < loop.keyword]
    return asked[0] if any(_declares(each, asked[0]) for each in (*before, loop.part.field("initializer"))) else b""


def _declares(statement: Part | None, flag: bytes) -> bool:
    """`bool done = false;`"""
    parts = statement.parts if statement is not None and statement.type == "declaration" else []
    if [each.type for each in parts[1:]] != ["init_declarator"] or b" ".join(parts[0].text.split()) not in _TYPES:
        return False
    (first, *_others) = parts[1].sets
    return first.name == flag and first.value is not None and first.value.packed in _BEGINNINGS


def _is_freed_within(facts: Facts, tried: Try, loop: Loop, flag: bytes) -> bool:
    """Whether all lanes that set the flag give the lock back in the loop: a lane that keeps it must not wait for the
    others."""
    places = [name.start for name in facts.reading.names([flag]) if loop.body.start < name.start < loop.body.end]
    path = path_to(facts.reading, places[0]) if len(places) == 1 else []
    around = blocks(path, loop.body.start)
    behind = (each for block in around for each in block.parts if each.start >= tried.end and each.type == _STATEMENT)
    return any(_frees(each) and tried.address <= set(_NAME.findall(each.text)) for each in behind)


def _frees(statement: Part) -> bool:
    what = statement.parts[0] if statement.parts else statement
    value = what.field("right") if what.sign == "=" else None
    return _FREES.fullmatch(what.called) is not None or (value is not None and value.type in _VALUES)
