"""`if (…) … else if (…) … else …`, `switch (…)` and `if (…) { …; return; } …` in the code of a function: the ways that
threads may take beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.edits import Span
from hipify_py.file.facts import Facts
from hipify_py.file.thread_values import WAVE, differ_within, values_by_shape
from hipify_py.patterns import pattern
from hipify_py.reading.conditions import BLOCKS, leaves
from hipify_py.reading.tree import first

if TYPE_CHECKING:
    from hipify_py.reading.tree import Node

# How conditions are written that not all threads of a block, or of a wave, meet.
_OF_THREADS = pattern(
    rb"(?i)threadIdx|lane|warp|elect|leader|\btid\b|thread|producer|consumer|role|rank|local_?id|\bitem_ct"
)
_OF_CHOICE = pattern(rb"\b(?:if|else|switch)\b")


class Way(NamedTuple):
    """A branch: its condition, the value of the `switch`, or none for an `else`, and what it holds."""

    condition: Span | None
    start: int
    end: int


Choice = list[Way]


def choices_around(facts: Facts, offset: int) -> Iterator[tuple[Choice, Way]]:
    """The choices of its function that a place stands in, the innermost first, each with the way of the place."""
    if not facts.reading.bodies.is_said_before(_OF_CHOICE, offset):
        return
    begin, path = facts.reading.bodies.path(offset)
    for around, node in reversed(list(pairwise(path))):
        for choice in _choices(around, node, begin):
            way = next((way for way in choice if way.start <= offset < way.end), None)
            if way is not None and len(choice) > 1:
                yield choice, way


def _choices(around: Node, node: Node, begin: int) -> Iterator[Choice]:
    """Those that a node makes of its own parts, or for what stands behind it in a block."""
    if node.type == "if_statement" and around.type != "else_clause":
        yield list(_ways(node, begin))
    elif node.type == "switch_statement":
        yield list(_cases(node, begin))
    if around.type in BLOCKS:
        before = [each for each in around.named_children if each.start_byte <= node.start_byte]
        yield from (list(_ways_out(each, around, begin)) for each in reversed(before) if leaves(each))


def _cases(switch: Node, begin: int) -> Iterator[Way]:
    condition, body = switch.child_by_field_name("condition"), switch.child_by_field_name("body")
    asked = condition.child_by_field_name("value") if condition is not None else None
    if asked is not None and body is not None:
        cases = (case for case in body.named_children if case.type == "case_statement")
        yield from (Way(_span(asked, begin), *_span(case, begin)) for case in cases)


def _ways_out(choice: Node, block: Node, begin: int) -> Iterator[Way]:
    """`if (…) { …; return; }`, and the rest of the block."""
    yield from _ways(choice, begin)
    yield Way(None, begin + choice.end_byte, begin + block.end_byte)


def _ways(choice: Node, begin: int) -> Iterator[Way]:
    rest: Node | None = choice
    while rest is not None and rest.type == "if_statement":
        condition, way = rest.child_by_field_name("condition"), rest.child_by_field_name("consequence")
        asked = condition.child_by_field_name("value") if condition is not None else None
        if asked is None or way is None:
            return
        yield Way(_span(asked, begin), *_span(way, begin))
        behind = rest.child_by_field_name("alternative")
        rest = first(behind)
    if rest is not None:
        yield Way(None, *_span(rest, begin))


def _span(node: Node, begin: int) -> Span:
    return Span(begin + node.start_byte, begin + node.end_byte)


def parts_waves(facts: Facts, way: Way) -> bool:
    """Whether the lanes of a wave of 64 may take different ways by the condition of one, in blocks of any shape."""
    if way.condition is None:
        return False
    found = list(values_by_shape(facts, *way.condition))
    is_unknown = any(values is None for values in found)
    if is_unknown and _OF_THREADS.search(facts.reading.plain, *way.condition) is not None:
        return True
    return any(values is not None and differ_within(values, WAVE) for values in found)
