"""Loops as the syntax tree has them: what they ask, what they do in each turn, and how they are left."""

from __future__ import annotations

from collections.abc import Sequence

from hipify_py.edits import Span
from hipify_py.reading.parts import Part, path_to
from hipify_py.reading.reading import Reading

_KEYWORDS = ("while", "for")
_LOOPS = ("while_statement", "do_statement", "for_statement")
_TRUE, _FALSE = (b"true", b"1"), (b"false", b"0")
# What a `break` leaves, too, and what runs by itself.
_OTHERS = ("switch_statement", "for_range_loop", "lambda_expression")
_JUMPS = ("return_statement", "goto_statement")
LEAVES = ("break_statement", *_JUMPS)


class Loop:
    """A loop; `head` is its condition with the keyword and the brackets, `asked` only what it asks, nothing if it never
    ends by itself."""

    def __init__(self, part: Part, keyword: Part, opening: int, end: int, body: Part) -> None:
        self.part, self.keyword, self.opening, self.body = part, part.start, opening, body
        self.head, self.is_do, self.step = Span(keyword.start, end), part.type == "do_statement", part.field("update")
        condition = part.field("condition")
        asked = condition.bare if condition is not None else None
        self.asked = asked if asked is not None and asked.text not in _TRUE else None
        self.is_once = self.is_do and asked is not None and asked.text in _FALSE

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loop) and self.part.span == other.part.span

    __hash__ = None  # type: ignore[assignment]


def loop_with_keyword(reading: Reading, place: int) -> Loop | None:
    """The loop that a `while` or `for` belongs to."""
    *_around, loop, keyword = None, None, *path_to(reading, place)
    return _loop(loop) if loop is not None and keyword is not None and keyword.type in _KEYWORDS else None


def loop_around(path: Sequence[Part]) -> Loop | None:
    """The innermost loop around a place, with nothing in between that a `break` leaves."""
    found = next((part for part in reversed(path) if part.type in (*_LOOPS, *_OTHERS)), None)
    loop = _loop(found) if found is not None else None
    return None if loop is None or loop.is_once else loop


def _loop(part: Part) -> Loop | None:
    if part.type not in _LOOPS:
        return None
    keyword, condition, body = part.token("for") or part.token("while"), part.field("condition"), part.field("body")
    is_for = part.type == "for_statement"
    opening, closing = (part.token("("), part.token(")")) if is_for else (condition, condition)
    if keyword is None or opening is None or closing is None or body is None:
        return None
    return Loop(part, keyword, opening.start, closing.end, body)


def is_left_in(part: Part | None) -> bool:
    """Whether a part of a loop holds a statement that leaves the loop."""
    waiting = [(part, False)] if part is not None else []
    while waiting:
        each, is_inner = waiting.pop()
        if each.type in _JUMPS or (each.type == "break_statement" and not is_inner):
            return True
        is_inner = is_inner or each.type in (*_LOOPS, *_OTHERS)
        waiting += [(inner, is_inner) for inner in each.parts if inner.type.endswith(("_statement", "clause", "loop"))]
    return False


def last_of(statement: Part | None) -> Part | None:
    """What is done last in a statement."""
    while statement is not None and statement.type == "compound_statement":
        *_others, statement = None, *statement.parts
    return statement


def branches(choice: Part) -> tuple[Part | None, Part | None]:
    """The two of an `if`."""
    otherwise = choice.field("alternative")
    return choice.field("consequence"), otherwise.parts[0] if otherwise is not None and otherwise.parts else None
