"""Which form of the tables an instruction is, and what stands at each of its places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat

from hipify_py.records import dataclass
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.forms import Form
from hipify_py.subjects.ptx.grammar import (
    Address,
    Instruction,
    Not,
    NotUnderstood,
    Nowhere,
    Operand,
    Pair,
    Vector,
)
from hipify_py.subjects.ptx.types import PREDICATE, Held, held

# What a place holds: its C++ type; None for what fits any integer (a constant).
HeldBy = Callable[[Operand], Held | None]
_NO_RESULT = "has a result that is no register"
# Registers wider than the type are allowed here: what is read is cut, what is written is extended.
# Memory whose addresses are generic ones on AMD.
_PRIVATE = frozenset(("local", "const"))
_RELAXED = frozenset(("ld", "ldu", "st", "cvt"))


@dataclass(frozen=True)
class Match:
    """An instruction with its form. `inputs` are as many as the form's first ones: optional ones may be missing."""

    instruction: Instruction
    form: Form
    outputs: tuple[Operand, ...]
    pair: Operand | None
    inputs: tuple[Operand, ...]


def registers_of(operand: Operand) -> Sequence[Operand]:
    """The registers of `{%0, %1}`; those of one register are itself, with or without its braces."""
    return operand.parts if isinstance(operand, Vector) else (operand,)


def is_relaxed(opcode: str) -> bool:
    return opcode.partition(".")[0] in _RELAXED


def match(instruction: Instruction, held_by: HeldBy) -> Match:
    """The form that takes these operands. Raises NotUnderstood if there is none."""
    candidates = forms.find(instruction.opcode)
    if not candidates:
        raise NotUnderstood(f"'{instruction.opcode}' has no translation", instruction.offset)
    problem = ""
    for form in candidates:
        count = len(form.outputs)
        outputs = _as_wanted(form.outputs, instruction.operands[:count])
        inputs = _as_wanted(form.inputs, instruction.operands[count:])
        problem = _problem(form, outputs, inputs, held_by)
        if not problem:
            firsts = tuple(operand.first if isinstance(operand, Pair) else operand for operand in outputs)
            second = next((operand.second for operand in outputs if isinstance(operand, Pair)), None)
            return Match(instruction, form, firsts, None if isinstance(second, Nowhere) else second, inputs)
    raise NotUnderstood(f"'{instruction.opcode}' {problem}", instruction.offset)


def _as_wanted(wanted: Sequence[forms.FormOperand], operands: Sequence[Operand]) -> tuple[Operand, ...]:
    """Operands in which a vector of one register is one, with braces or without."""
    counts = (*(each.count for each in wanted), *repeat(0, len(operands)))
    return tuple(
        Vector((operand,)) if count == 1 and not isinstance(operand, (Vector, Pair)) else operand
        for operand, count in zip(operands, counts, strict=False)
    )


def _problem(form: Form, outputs: Sequence[Operand], inputs: Sequence[Operand], held_by: HeldBy) -> str:
    """Why operands are not those of a form; nothing if they are."""
    least = sum(not operand.optional for operand in form.inputs)
    if len(outputs) != len(form.outputs) or not least <= len(inputs) <= len(form.inputs):
        return "is not supported with this number of operands"
    relaxed = is_relaxed(form.opcode)
    for wanted, operand in zip(form.outputs, outputs, strict=True):
        if problem := _output_problem(form, wanted, operand, held_by, relaxed):
            return problem
    for wanted, operand in zip(form.inputs, inputs, strict=False):
        if problem := _input_problem(wanted, operand, held_by, relaxed):
            return problem
    if not _PRIVATE.isdisjoint(form.opcode.split(".")) and any(_is_short(operand, held_by) for operand in inputs):
        return "has an address of 32 bits, and that memory has addresses of 64 bits on AMD"
    return ""


def _is_short(operand: Operand, held_by: HeldBy) -> bool:
    """Whether it is an address in a register of 32 bits."""
    if not isinstance(operand, Address) or isinstance(operand.base, Number):
        return False
    kind = held_by(operand.base)
    return kind is not None and kind.width == 32


def _output_problem(form: Form, wanted: forms.FormOperand, operand: Operand, held_by: HeldBy, relaxed: bool) -> str:
    if isinstance(operand, Pair):
        if form.pair is None:
            return "is not supported with two results"
        if not isinstance(operand.second, Nowhere) and held_by(operand.second) != held(form.pair.type):
            return "has a second result of another type"
        operand = operand.first
    elif form.pair is not None and not form.pair.optional:
        return "is not supported without its second result"
    if isinstance(operand, Nowhere):
        return ""
    if wanted.count:
        is_writable = all(_is_writable(part, held_by) for part in registers_of(operand))
        return _vector_problem(wanted, operand, held_by, relaxed) or ("" if is_writable else _NO_RESULT)
    if isinstance(operand, (Vector, Address, Number, Not)):
        return _NO_RESULT
    return _NO_RESULT if held_by(operand) is None else _size_problem(wanted, held_by(operand), relaxed)


def _is_writable(part: Operand, held_by: HeldBy) -> bool:
    return isinstance(part, Nowhere) or (not isinstance(part, Number) and held_by(part) is not None)


def _input_problem(wanted: forms.FormOperand, operand: Operand, held_by: HeldBy, relaxed: bool) -> str:
    if wanted.literal is not None:
        is_it = isinstance(operand, Number) and operand.value == wanted.literal
        return "" if is_it else f"is translated only with {wanted.literal} as that operand"
    if wanted.type == "address" or isinstance(operand, Address):
        return "" if wanted.type == "address" and isinstance(operand, Address) else "has an address as another operand"
    if wanted.type == "imm":
        is_constant = isinstance(operand, Number) or (
            not isinstance(operand, (Vector, Not)) and held_by(operand) is None
        )
        return "" if is_constant else "needs a constant operand"
    if wanted.count:
        return _vector_problem(wanted, operand, held_by, relaxed)
    if isinstance(operand, Not):
        return (
            ""
            if held(wanted.type) == PREDICATE and held_by(operand.operand) == PREDICATE
            else "negates something else than a predicate"
        )
    if isinstance(operand, (Vector, Pair, Nowhere)):
        return "has operands of an unexpected form"
    if isinstance(operand, Number):
        return "" if held(wanted.type) != PREDICATE else "has a number instead of a predicate"
    return _size_problem(wanted, held_by(operand), relaxed)


def _vector_problem(wanted: forms.FormOperand, operand: Operand, held_by: HeldBy, relaxed: bool) -> str:
    if len(registers_of(operand)) != wanted.count:
        return "has operands of an unexpected form"
    for part in registers_of(operand):
        if isinstance(part, (Vector, Address, Not, Pair)):
            return "has operands of an unexpected form"
        if not isinstance(part, (Nowhere, Number)) and (problem := _size_problem(wanted, held_by(part), relaxed)):
            return problem
    return ""


def _size_problem(wanted: forms.FormOperand, have: Held | None, relaxed: bool) -> str:
    want = held(wanted.type)
    if want is None:
        return f"has an unknown type ({wanted.type})"
    if have is None or have.width == want.width:
        return ""
    if relaxed and PREDICATE not in (want, have) and have.width > want.width and not have.is_float:
        return ""
    return "has a register of another size"
