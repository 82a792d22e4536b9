"""Loops as the syntax tree has them: what they ask, what they do in each turn, and how they are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.edits import Span
from hipify_py.reading.parts import BLOCK, OBJECTS, Part, path_to
from hipify_py.reading.reading import Reading

_KEYWORDS = ("while", "for")
_LOOPS = ("while_statement", "do_statement", "for_statement")
TRUE, FALSE = (b"true", b"1"), (b"false", b"0")
# What a `break` leaves, too, and what runs by itself.
_OTHERS = ("switch_statement", "case_statement", "for_range_loop", "lambda_expression")
_RETURNS = ("return_statement", "goto_statement")
LEAVES = ("break_statement", *_RETURNS)
JUMPS = ("continue_statement", *LEAVES)
_AND_OR = ("&&", "||", "and", "or")
_STEPS = ("++", "--", "+=", "-=")
PAUSES = frozenset(
    b"__nanosleep __threadfence __threadfence_block __threadfence_system __syncwarp __builtin_amdgcn_s_sleep".split()
)
_NO_WORK = ("continue_statement", "break_statement")
_IDLE_SIGNS = ("=", "*=", "+=", "<<=")


class Loop:
    """A loop; `head` is its condition with the keyword and the brackets, `asked` only what it asks, nothing if it never
    ends by itself."""

    def __init__(self, part: Part, keyword: Part, opening: int, end: int, body: Part) -> None:
        self.part, self.keyword, self.opening, self.body = part, part.start, opening, body
        self.head, self.step = Span(keyword.start, end), part.field("update")
        condition = part.field("condition")
        asked = condition.bare if condition is not None else None
        self.asked = asked if asked is not None and asked.text not in TRUE else None
        self.is_once = part.type == "do_statement" and asked is not None and asked.text in FALSE

    @property
    def is_limited(self) -> bool:
        """Whether its turns are counted: `for (int i = 0; i < 9; ++i)`, `while (… && ++i < 9)`."""
        if self.asked is None:
            return False
        counted = {each.name for each in (self.step or self.asked).sets if each.sign in _STEPS}
        return not counted.isdisjoint(self.asked.objects)


def loop_with_keyword(reading: Reading, place: int) -> Loop | None:
    """The loop that a `while` or `for` belongs to."""
    *_around, loop, keyword = None, None, *path_to(reading, place)
    return _loop(loop) if loop is not None and keyword is not None and keyword.type in _KEYWORDS else None


def loop_around(path: Sequence[Part]) -> Loop | None:
    """The innermost loop around a place, with nothing in between that a `break` leaves."""
    around = (part for part in reversed(path) if part.type in (*_LOOPS, *_OTHERS) and part.type != "switch_statement")
    found = next(around, None)
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
        if each.type in _RETURNS or (each.type == "break_statement" and not is_inner):
            return True
        is_inner = is_inner or each.type in (*_LOOPS, *_OTHERS)
        waiting += [(inner, is_inner) for inner in each.parts if inner.type.endswith(("_statement", "clause", "loop"))]
    return False


def last_of(statement: Part | None) -> Part | None:
    """What is done last in a statement."""
    while statement is not None and statement.type == BLOCK:
        *_others, statement = None, *statement.parts
    return statement


def leaves_first(statement: Part | None) -> bool:
    """Whether a statement does nothing before it leaves a loop."""
    while statement is not None and statement.type == BLOCK:
        statement = next(iter(statement.parts), None)
    return statement is not None and statement.type in LEAVES


def branches(choice: Part) -> tuple[Part | None, Part | None]:
    """The two of an `if`."""
    otherwise = choice.field("alternative")
    return choice.field("consequence"), otherwise.parts[0] if otherwise is not None and otherwise.parts else None


def is_idle(statement: Part | None) -> bool:
    """Whether a statement does no work: `{ __nanosleep(20); }`."""
    waiting = [statement] if statement is not None else []
    while waiting:
        each = waiting.pop()
        if each.type == BLOCK:
            waiting += each.parts
        elif each.type not in _NO_WORK and not (each.type == "expression_statement" and _pauses(each)):
            return False
    return True


def _pauses(statement: Part) -> bool:
    """Whether an expression is a pause, or computes the length of one; an empty one is none at all."""
    for what in statement.parts:
        left = what.field("left") if what.type == "assignment_expression" and what.sign in _IDLE_SIGNS else None
        return what.called in PAUSES or (left is not None and left.type == "identifier")
    return True


def flag_of(condition: Part) -> tuple[bytes, bool] | None:
    """The variable of which the truth is asked, and with which value the condition holds: `!done`, `done == false`."""
    part, holds = condition.bare, True
    while part.type not in OBJECTS:
        argument, left, right = (part.field(name) for name in ("argument", "left", "right"))
        if part.sign in ("!", "not") and argument is not None:
            part, holds = argument.bare, not holds
        elif part.sign in ("==", "!=") and left is not None and right is not None and right.text in (*TRUE, *FALSE):
            part, holds = left.bare, holds is ((right.text in TRUE) is (part.sign == "=="))
        else:
            return None
    return part.packed, holds


def flags(condition: Part) -> Iterator[tuple[bytes, bool]]:
    """Those of all that `&&` and `||` join."""
    waiting = [condition]
    while waiting:
        part = waiting.pop().bare
        if part.sign in _AND_OR:
            waiting += part.parts
        elif (found := flag_of(part)) is not None:
            yield found
