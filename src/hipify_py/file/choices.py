"""`if (…) … else if (…) … else …` in the code of a function: the ways that threads may take beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.edits import Span
from hipify_py.file.facts import Facts
from hipify_py.file.thread_values import WAVE, differ_within, thread_values
from hipify_py.patterns import pattern
from hipify_py.reading.tree import first

if TYPE_CHECKING:
    from hipify_py.reading.tree import Node

# How conditions are written that not all threads of a block, or of a wave, meet.
_OF_THREADS = pattern(
    rb"(?i)threadIdx|lane|warp|elect|leader|\btid\b|thread|producer|consumer|role|local_?id|\bitem_ct"
)
_OF_CHOICE = pattern(rb"\b(?:if|else)\b")


class Way(NamedTuple):
    """A branch: its condition, none for an `else`, and what it holds."""

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
        if node.type == "if_statement" and around.type != "else_clause":
            choice = list(_ways(node, begin))
            way = next((way for way in choice if way.start <= offset < way.end), None)
            if way is not None:
                yield choice, way


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
    """Whether the lanes of a wave of 64 may take different ways by the condition of one."""
    if way.condition is None:
        return False
    values = thread_values(facts).of(*way.condition)
    if values is None:
        return _OF_THREADS.search(facts.reading.plain, *way.condition) is not None
    return differ_within(values, WAVE)
