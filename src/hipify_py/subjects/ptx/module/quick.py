"""Reads instructions as compilers print them: one regular expression for each, and what operands say read once.

What is not taken here, the parser of statements reads; of what both take they make the same.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.grammar import Address, Instruction, NotUnderstood, Operand, Predicate, Register, Vector
from hipify_py.subjects.ptx.module.literals import quick_number
from hipify_py.subjects.ptx.module.statements import StatementParser

# The number of the group says what it is: of an instruction the guard, the opcode, and the operands.
STATEMENT = pattern(
    r"\s*(?:([A-Za-z_$%][\w$]*)\s*:(?!:)"
    r"|(?:@(!?[\w$%]+)\s+)?([A-Za-z_][\w.:]*)(?:\s+([^;\"/@():?]*))?;"
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
_MOST_CACHED = 1 << 15


def quick_instruction(found: re.Match[str], position: int) -> Instruction | None:
    """The instruction that STATEMENT has found; None if it is to be parsed."""
    guard, opcode, operands = found.group(GUARD, OPCODE, OPERANDS)
    try:
        known = _opcode(opcode)
        if not operands:
            read: tuple[Operand, ...] = ()
        elif "{" in operands or "[" in operands:
            read = tuple(map(_operand, _pieces(operands)))
        else:
            read = tuple(map(_operand, operands.split(",")))
        predicate = _predicate(guard) if guard else None
    except NotUnderstood:
        return None
    start = found.start(GUARD) - 1 if guard else found.start(OPCODE)
    return Instruction(known, read, predicate, " ".join(found[0][start - position : -1].split()), start)


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
