"""Reads statements as compilers print them: one regular expression for each, and what operands say read once.

What is not taken here, the parser of statements reads; of what both take they make the same.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.grammar import (
    Address,
    Declaration,
    Instruction,
    NotUnderstood,
    Operand,
    Predicate,
    Register,
    Vector,
)
from hipify_py.subjects.ptx.module.literals import quick_number
from hipify_py.subjects.ptx.module.statements import StatementParser
from hipify_py.subjects.ptx.module.syntax import Call, Variable

# The number of the group says what it is: of an instruction the guard, the opcode, and the operands.
STATEMENT = pattern(
    r"\s*(?:([A-Za-z_$%][\w$]*)\s*:(?!:)"
    r"|(?:@(!?[\w$%]+)\s+)?([A-Za-z_][\w.:]*)(?:\s([^;\"/@():?]*))?;"
    r"|(\{)|(\})|(;)"
    r"|\.loc\s+(\d{1,9})\s+(\d{1,9})(?:[^\S\n]+(\d{1,9}))?"
    r"((?:\s*,\s*function_name\s+[\w$.]+(?:\s*\+\s*\d+)?|\s*,\s*inlined_at\s+\d+\s+\d+\s+\d+)*)"
    r"|//[^\n]*)",
    re.ASCII,
)
LABEL, GUARD, OPCODE, OPERANDS, OPENING, CLOSING, NOTHING, FILE, LINE, COLUMN, LOCATION = range(1, 12)
_OPCODE = pattern(r"[A-Za-z_]\w*(?:(?:\.|::)\w+)*", re.ASCII)
_REGISTER = pattern(r"%[A-Za-z_$][\w$]*", re.ASCII)
_ADDRESS = pattern(r"\[(%[A-Za-z_$][\w$]*)(?:\+([1-9][0-9]{0,9}))?\]", re.ASCII)
_VECTOR = pattern(r"\{(\s*%[A-Za-z_$][\w$]*\s*(?:,\s*%[A-Za-z_$][\w$]*\s*)+)\}", re.ASCII)
# What stands around calls, and what a body begins with.
_OTHER = pattern(
    r"\.param\s+\.([busf](?:8|16|32|64|128))\s+([A-Za-z_$][\w$]*)\s*;"
    r"|\.reg\s+\.(pred|[busf]\d{1,3})\s+(%?[A-Za-z_$][\w$]*)(?:<(\d{1,4})>)?\s*;"
    r"|(?:@(!?[\w$%]+)\s+)?call(?:\.uni)?(?![\w.:$])\s*(?:\(([\w$%\s,]*)\)\s*,\s*)?([\w$%]+)"
    r"\s*(?:,\s*\(([\w$%\s,]*)\)\s*)?(?:,\s*([A-Za-z_$][\w$]*)\s*)?;",
    re.ASCII,
)
_PARAMETER_TYPE, _PARAMETER, _TYPE, _REGISTERS, _COUNT, _CALL_GUARD, _RETURNS, _TARGET, _ARGUMENTS, _PROTOTYPE = range(
    1, 11
)
_MOST_CACHED = 1 << 15


def quick_instruction(found: re.Match[str], position: int) -> Instruction | None:
    """The instruction that STATEMENT has found; None if it is to be parsed."""
    guard, opcode, operands = found.group(GUARD, OPCODE, OPERANDS)
    try:
        known = _opcode(opcode)
        if not operands:
            read: tuple[Operand, ...] = ()
        elif "{" in operands:
            read = tuple(map(_operand, _pieces(operands)))
        else:
            read = tuple(map(_operand, operands.split(",")))
        predicate = _predicate(guard) if guard else None
    except NotUnderstood:
        return None
    start = found.start(GUARD) - 1 if guard else found.start(OPCODE)
    return Instruction(known, read, predicate, " ".join(found[0][start - position : -1].split()), start)


def quick_other(text: str, start: int, end: int) -> tuple[Call | Declaration | Variable, int] | None:
    """The declaration or call that begins there, and where it ends; None if it is to be parsed."""
    found = _OTHER.match(text, start, end)
    if not found:
        return None
    if name := found[_PARAMETER]:
        variable = Variable("param", found[_PARAMETER_TYPE], sys.intern(name), offset=found.start(_PARAMETER))
        return variable, found.end()
    if name := found[_REGISTERS]:
        count = found[_COUNT]
        return Declaration(found[_TYPE], _names(name, int(count)) if count else (name,)), found.end()
    call = _quick_call(found)
    return (call, found.end()) if call else None


def _quick_call(found: re.Match[str]) -> Call | None:
    guard, returns, name, arguments = found.group(_CALL_GUARD, _RETURNS, _TARGET, _ARGUMENTS)
    try:
        target = _operand(name)
        if not isinstance(target, Register):
            return None
        return Call(
            tuple(map(_operand, returns.split(","))) if returns else (),
            target,
            tuple(map(_operand, arguments.split(","))) if arguments else (),
            found[_PROTOTYPE] or "",
            _predicate(guard) if guard else None,
            " ".join(found[0][:-1].split()),
            found.start(),
        )
    except NotUnderstood:
        return None


@lru_cache(_MOST_CACHED)
def _names(name: str, count: int) -> tuple[str, ...]:
    return tuple([f"{name}{number}" for number in range(count)])


def _pieces(operands: str) -> list[str]:
    """The operands, whose brackets have commas in them."""
    found: list[str] = []
    inside: list[str] = []
    depth = 0
    for piece in operands.split(","):
        depth += piece.count("{") + piece.count("[") - piece.count("}") - piece.count("]")
        inside.append(piece)
        if not depth:
            found.append(",".join(inside) if len(inside) > 1 else piece)
            inside = []
    if inside:
        raise NotUnderstood("a bracket is missing")
    return found


@lru_cache(_MOST_CACHED)
def _opcode(text: str) -> str:
    if not _OPCODE.fullmatch(text) or text.partition(".")[0] == "call":
        raise NotUnderstood("it is no common instruction")
    return sys.intern(text)


@lru_cache(_MOST_CACHED)
def _predicate(guard: str) -> Predicate:
    is_negated = guard.startswith("!")
    return Predicate(_operand(guard[is_negated:]), is_negated)


@lru_cache(_MOST_CACHED)
def _operand(text: str) -> Operand:
    text = text.strip()
    if _REGISTER.fullmatch(text):
        return Register(sys.intern(text))
    if address := _ADDRESS.fullmatch(text):
        return Address(_operand(address[1]), int(address[2] or 0))
    if vector := _VECTOR.fullmatch(text):
        return Vector(tuple(map(_operand, vector[1].split(","))))
    return quick_number(text) or StatementParser(text).operand()
