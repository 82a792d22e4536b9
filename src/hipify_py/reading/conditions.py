"""What must hold for a place in a function to run: `if`, `?:`, `&&`, `||`, loops, `switch`, and ways out before it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.tree import first

if TYPE_CHECKING:
    from hipify_py.reading.reading import Reading
    from hipify_py.reading.tree import Node

# What runs when something else calls it: the conditions around it are not its own.
_FUNCTIONS = ("function_definition", "lambda_expression")
BLOCKS = ("compound_statement", "case_statement")
_CHOICES = ("if_statement", "conditional_expression")
_LOOPS = ("while_statement", "for_statement")
_LEAVES = ("return_statement", "break_statement", "continue_statement", "goto_statement", "throw_statement")
_DEEPEST = 50
_AND, _OR = ("&&", "and"), ("||", "or")
_ASKS = pattern(rb"\b(?:if|else|for|while|switch|case|default)\b|[?&|]|\b(?:and|or)\b")
_LEAVING = pattern(rb"\b(?:return|break|continue|goto|throw)\b")


class Condition(NamedTuple):
    """An expression without the brackets of its statement, and whether it is true or false where a place runs: in each
    turn, if it is that of a loop. That of a `switch` is neither: it has one of several values."""

    start: int
    end: int
    holds: bool | None
    of_loop: bool = False


def conditions_of(reading: Reading, place: int) -> list[Condition] | None:
    """The conditions of a place, the outermost first, those that `&&` joins one by one; None where nobody knows."""
    if not are_possible(reading, place):
        return []
    begin, path = reading.bodies.path(place)
    if not path or any(_is_torn(node, child) for node, child in pairwise(path)):
        return None
    found: list[Condition] = []
    for node, child in pairwise(path):
        if node.type in _FUNCTIONS:
            found.clear()
        found += _before(node, child) if node.type in BLOCKS else _around(node, child)
    return [each._replace(start=begin + each.start, end=begin + each.end) for each in found]


def are_possible(reading: Reading, place: int) -> bool:
    """Whether a place may have conditions at all, which is found out without a tree."""
    *_inner, body = None, *reading.scopes.around(place)
    may_be_left = body is None or _LEAVING.search(reading.plain, body.start, place) is not None
    return may_be_left or reading.bodies.is_said_before(_ASKS, place)


def _is_torn(node: Node, child: Node) -> bool:
    """Whether something that the parser has skipped stands before a part: it may have been a condition."""
    return node.has_error and any(each.is_error and each.start_byte < child.start_byte for each in node.children)


def _around(node: Node, child: Node) -> Iterator[Condition]:
    """What a statement or an expression says of when one of its parts runs."""
    part = node.field_name_for_child(node.children.index(child))
    if node.type in _CHOICES and part in ("consequence", "alternative"):
        yield from _in_field(node, "condition", holds=part == "consequence")
    elif node.type in _LOOPS and part in ("body", "update"):
        yield from (each._replace(of_loop=True) for each in _in_field(node, "condition", holds=True))
    elif node.type == "switch_statement" and part == "body":
        if (value := _expression(node, "condition")) is not None:
            yield Condition(value.start_byte, value.end_byte, holds=None)
    elif node.type == "binary_expression" and part == "right" and (sign := _sign(node)) in (*_AND, *_OR):
        yield from _in_field(node, "left", holds=sign in _AND)


def _before(block: Node, child: Node) -> Iterator[Condition]:
    """What holds behind statements that leave the block: `if (done) return;`."""
    for statement in block.named_children:
        if statement.start_byte >= child.start_byte:
            return
        if leaves(statement):
            yield from _in_field(statement, "condition", holds=False)


def leaves(choice: Node) -> bool:
    """Whether a statement is `if (…) { …; return; }`, or another way out."""
    way_out = choice.child_by_field_name("consequence") if choice.type == "if_statement" else None
    if way_out is None or choice.child_by_field_name("alternative") is not None:
        return False
    last: Node | None = way_out
    while last is not None and last.type == "compound_statement":
        *_others, last = None, *last.named_children
    return last is not None and last.type in _LEAVES


def _in_field(node: Node, field: str, *, holds: bool) -> Iterator[Condition]:
    return _parts(_expression(node, field), holds=holds)


def _expression(node: Node, field: str) -> Node | None:
    """What a statement asks, without its brackets and what stands before it there: `if (int i = f(); i > n)`."""
    expression = node.child_by_field_name(field)
    is_in_brackets = expression is not None and expression.type == "condition_clause"
    return expression.child_by_field_name("value") if expression is not None and is_in_brackets else expression


def _parts(condition: Node | None, *, holds: bool, depth: int = 0) -> Iterator[Condition]:
    """What is certain of the parts of a condition: of both in `a && b` where it holds, in `a || b` where not."""
    if condition is None:
        return
    sign = _sign(condition)
    if depth > _DEEPEST:
        yield Condition(condition.start_byte, condition.end_byte, holds)
    elif condition.type == "parenthesized_expression":
        yield from _parts(first(condition), holds=holds, depth=depth + 1)
    elif condition.type == "unary_expression" and sign in ("!", "not"):
        yield from _parts(condition.child_by_field_name("argument"), holds=not holds, depth=depth + 1)
    elif condition.type == "binary_expression" and sign in (_AND if holds else _OR):
        for side in ("left", "right"):
            yield from _parts(condition.child_by_field_name(side), holds=holds, depth=depth + 1)
    else:
        yield Condition(condition.start_byte, condition.end_byte, holds)


def _sign(node: Node) -> str:
    sign = node.child_by_field_name("operator")
    return sign.type if sign is not None else ""
