"""Where statements, functions and lambdas end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind

if TYPE_CHECKING:
    from hipify_py.reading.reading import Reading

_CONTROL = pattern(rb"\s*(if|for|while|switch|catch|else|do|try)\b\s*(?:constexpr\s*)?")
_ELSE = pattern(rb"\s*(?:else|catch)\b")
_SIGN = pattern(rb"[(\[{;)}\]]")
_CALL = pattern(rb"\s*[A-Za-z_]\w*\s*(?=\()")
_BRACE = pattern(rb"\s*(?=\{)")
_WORD = pattern(rb"[A-Za-z_]")
# What stands between parameters and a body.
_BEHIND_PARAMETERS = pattern(rb"\s*(::|->|&&|\.\.\.|[A-Za-z_]\w*|[^\s\w])")
# Nobody writes more heads one behind the other, or more between parameters and a body.
_MOST_HEADS, _MOST_SIGNS = 100, 2_000
UNKNOWN = -1


def statement_end(reading: Reading, start: int, choices: int = 0) -> int:
    """Where the statement ends that begins at a place: its loop's body and the branches of its `if` belong to it, and
    those of so many before it. UNKNOWN where that would take too long."""
    code, closers, position = reading.plain, reading.closers, start
    for _head in range(_MOST_HEADS):
        if head := _CONTROL.match(code, position):
            position = head.end()
            choices += head[1] in (b"if", b"try")
            if code[position : position + 1] == b"(":
                position = closers.get(position, len(code)) + 1
            continue
        position = simple_end(reading, position)
        if position == UNKNOWN or not choices or not _ELSE.match(code, position):
            return position
        choices -= 1
    return UNKNOWN


def simple_end(reading: Reading, start: int) -> int:
    """The end of a block, or behind the semicolon of an expression."""
    code, closers = reading.plain, reading.closers
    call = _CALL.match(code, start)  # the loop of a macro
    behind = closers.get(call.end(), len(code)) + 1 if call else start
    if brace := _BRACE.match(code, behind):
        return closers.get(brace.end(), len(code)) + 1
    place = _end_of_brackets(reading, behind)
    return place + code.startswith(b";", place) if place != UNKNOWN else UNKNOWN


def _end_of_brackets(reading: Reading, start: int) -> int:
    """The semicolon of a statement, or what closes the brackets around it. UNKNOWN behind too many brackets."""
    for _bracket in range(_MOST_HEADS):
        found = _SIGN.search(reading.plain, start)
        if found is None or found[0] in (b";", b")", b"}", b"]"):
            return found.start() if found is not None else len(reading.plain)
        start = reading.closers.get(found.start(), len(reading.plain)) + 1
    return UNKNOWN


def declaration_end(reading: Reading, start: int) -> int:
    """Where the declaration ends that goes on at a place: its body, or its semicolon."""
    code, closers, scopes = reading.plain, reading.closers, reading.scopes
    while (found := _SIGN.search(code, start)) is not None and found[0] in (b"(", b"[", b"{"):
        start = closers.get(found.start(), len(code)) + 1
        scope = scopes.at(found.start()) if found[0] == b"{" else None
        if scope is not None and scope.kind in (Kind.BLOCK, Kind.CLASS):
            return scope.end
    return found.start() if found is not None else len(code)


def body_end(reading: Reading, start: int) -> int | None:
    """Where the function or lambda ends whose parameters end before a place; None of one without a body. UNKNOWN where
    that would take too long."""
    code, closers, position = reading.plain, reading.closers, start
    may_list, initializes, before = False, False, b""
    for _sign in range(_MOST_SIGNS):
        found = _BEHIND_PARAMETERS.match(code, position)
        sign = found[1] if found is not None else b""
        if found is None or sign in (b";", b"=", b")", b"}", b"]", b'"') or (sign == b"," and not may_list):
            return None
        position = found.end()
        if sign in (b":", b"->"):
            may_list, initializes = True, sign == b":"
        elif sign in (b"(", b"[", b"{"):
            closing = closers.get(position - 1)
            is_value = initializes and (before == b">" or _WORD.match(before) is not None)
            if closing is None or (sign == b"{" and not is_value):
                return closing
            position = closing + 1
        before = sign
    return UNKNOWN
