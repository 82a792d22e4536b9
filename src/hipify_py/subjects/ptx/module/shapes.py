"""Which form of the tables an operation is. Instructions of one shape are looked up once: what matters is the opcode
and what kind of operands there are."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from hipify_py.records import dataclass
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.forms import Form
from hipify_py.subjects.ptx.grammar import (
    Address,
    Displaced,
    Instruction,
    Not,
    NotUnderstood,
    Nowhere,
    Operand,
    Pair,
    Part,
    Register,
    Vector,
)
from hipify_py.subjects.ptx.match import match
from hipify_py.subjects.ptx.module.bodies import Op, Reg
from hipify_py.subjects.ptx.registers import SpecialRegister
from hipify_py.subjects.ptx.types import Held, held

# Why some have none, where that is worth saying.
_BY_FORMAT = "HIP reads and writes surfaces by the format of their array, and PTX as bits"
_WITHOUT = {"suld": _BY_FORMAT, "sust": _BY_FORMAT, "sured": _BY_FORMAT}


@dataclass(frozen=True)
class Shaped:
    """An operation with its form: `results` and `inputs` are as many as the form has first, `asked` are the types of
    both."""

    form: Form
    results: tuple[Operand, ...]
    second: Operand | None
    inputs: tuple[Operand, ...]
    asked: tuple[Held | None, ...]


def shaped(op: Op, item: Instruction) -> Shaped:
    """Raises NotUnderstood if no form takes these operands."""
    with_values = _has_literal(item.opcode)
    found = _form(item.opcode, tuple([_shape(op, operand, with_values) for operand in item.operands]))
    if isinstance(found, str):
        why = _WITHOUT.get(item.opcode.partition(".")[0])
        raise NotUnderstood(f"{found}: {why}" if why else found, item.offset)
    form, asked, is_double = found
    count = len(form.outputs)
    results, second = item.operands[:count], None
    if is_double:
        second = next((each.second for each in results if isinstance(each, Pair)), None)
        results = tuple(each.first if isinstance(each, Pair) else each for each in results)
    return Shaped(form, results, None if isinstance(second, Nowhere) else second, item.operands[count:], asked)


@cache
def _has_literal(opcode: str) -> bool:
    return any(operand.literal is not None for form in forms.find(opcode) for operand in form.inputs)


def _shape(op: Op, operand: Operand, with_values: bool) -> Any:
    """What of an operand decides about the form."""
    if isinstance(operand, Register):
        found = op.names.find(operand.name)
        if isinstance(found, Reg):
            return found.held
        return held(found.type) if isinstance(found, SpecialRegister) else "symbol"
    if isinstance(operand, Number):
        return operand.value if with_values else "number"
    if isinstance(operand, Address):
        return ("address", _shape(op, operand.base, False))
    if isinstance(operand, Vector):
        return ("vector", *(_shape(op, part, False) for part in operand.parts))
    if isinstance(operand, Not):
        return ("not", _shape(op, operand.operand, False))
    if isinstance(operand, Pair):
        return ("pair", _shape(op, operand.first, False), _shape(op, operand.second, False))
    if isinstance(operand, Part):
        return "part"
    if isinstance(operand, Displaced):
        return "symbol"
    return "nowhere"


@lru_cache(maxsize=50_000)
def _form(opcode: str, shapes: tuple[Any, ...]) -> tuple[Form, tuple[Held | None, ...], bool] | str:
    """The form, the types of its operands, and whether one of these is `p|q`; or why there is none."""
    operands = tuple(_operand(shape) for shape in shapes)
    if any(isinstance(operand, Part) for operand in operands):
        return f"'{opcode}' has 16-bit or 8-bit parts of registers as operands"
    try:
        form = match(Instruction(opcode, operands, None, "", 0), _held_by).form
        asked = tuple(held(each.type) for each in (*form.outputs, *form.inputs))
        return form, asked, any(isinstance(operand, Pair) for operand in operands)
    except NotUnderstood as problem:
        return problem.reason


@dataclass(frozen=True)
class _Typed(Register):
    """A register that stands for all of its type."""

    kind: Held | None = None


def _operand(shape: Any) -> Operand:
    if isinstance(shape, Held):
        return _Typed("r", shape)
    if isinstance(shape, (int, float)):
        return Number(str(shape), shape)
    if isinstance(shape, tuple):
        inner = tuple(_operand(each) for each in shape[1:])
        if shape[0] == "address":
            return Address(inner[0])
        if shape[0] == "vector":
            return Vector(inner)
        return Not(inner[0]) if shape[0] == "not" else Pair(*inner)
    if shape == "number":
        return Number("12345", 12345)
    if shape == "symbol":
        return _Typed("s", None)
    return Part(Register("r"), "h0") if shape == "part" else Nowhere()


def _held_by(operand: Operand) -> Held | None:
    return operand.kind if isinstance(operand, _Typed) else None
