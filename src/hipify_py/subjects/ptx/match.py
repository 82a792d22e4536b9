"""Which form of the tables an instruction is, and what stands at each of its places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from hipify_py.records import dataclass
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.forms import Form
from hipify_py.subjects.ptx.grammar import Address, Not, NotUnderstood, Nowhere, Operand, Pair, Vector
from hipify_py.subjects.ptx.registers import Reg, SpecialRegister
from hipify_py.subjects.ptx.types import PREDICATE, UNTYPED, CppType, cpp_type

_NO_RESULT = "has a result that is no register"
# Memory whose addresses are generic ones on AMD.
_PRIVATE = frozenset(("local", "const"))
# Registers wider than the type are allowed here: what is read is cut, what is written is extended.
_RELAXED = frozenset(("ld", "ldu", "st", "cvt"))
# A form by an opcode and what kind of operands it has, or why there is none: a module has some hundred of these, and a
# million instructions.
_KNOWN: dict[tuple[Any, ...], Form | str] = {}
_MOST_KNOWN = 50_000


@dataclass(frozen=True)
class Match:
    """A form, with what stands at each of its places: `pair` is what stands behind `|`. Of inputs there are as many as
    the form's first ones: optional ones may be missing."""

    form: Form
    outputs: tuple[Operand, ...]
    pair: Operand | None
    inputs: tuple[Operand, ...]


def registers_of(operand: Operand) -> Sequence[Operand]:
    """The registers of `{%0, %1}`; those of one register are itself, with or without its braces."""
    return operand.parts if isinstance(operand, Vector) else (operand,)


def match(opcode: str, operands: tuple[Operand, ...], offset: int = 0) -> Match:
    """The form that takes these operands, whose names are resolved. Raises NotUnderstood if there is none."""
    with_values = _has_literal(opcode)
    key = (opcode, *[_shape(operand, with_values) for operand in operands])
    form = _KNOWN.get(key)
    if form is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        form = _KNOWN[key] = _form(opcode, operands)
    if isinstance(form, str):
        raise NotUnderstood(form, offset)
    count = len(form.outputs)
    outputs, second = operands[:count], None
    if form.pair is not None:
        second = next((each.second for each in outputs if isinstance(each, Pair)), None)
        outputs = tuple(each.first if isinstance(each, Pair) else each for each in outputs)
    return Match(form, outputs, None if isinstance(second, Nowhere) else second, operands[count:])


@cache
def _has_literal(opcode: str) -> bool:
    return any(operand.literal is not None for form in forms.find(opcode) for operand in form.inputs)


def _shape(operand: Operand, with_values: bool) -> Any:
    """What of an operand decides about the form."""
    if isinstance(operand, Reg):
        return operand.cpp_type
    if isinstance(operand, Number):
        return operand.value if with_values else "number"
    if isinstance(operand, Address):
        return ("address", _shape(operand.base, False))
    if isinstance(operand, Vector):
        return ("vector", *[_shape(part, False) for part in operand.parts])
    if isinstance(operand, Not):
        return ("not", _shape(operand.operand, False))
    if isinstance(operand, Pair):
        return ("pair", _shape(operand.first, False), _shape(operand.second, False))
    if isinstance(operand, SpecialRegister):
        return cpp_type(operand.type)
    return type(operand)


def _held(operand: Operand) -> CppType | None:
    """How C++ holds an operand; None for what fits any integer, as a constant does."""
    if isinstance(operand, Reg):
        return None if operand.cpp_type is UNTYPED else operand.cpp_type
    return cpp_type(operand.type) if isinstance(operand, SpecialRegister) else None


def _form(opcode: str, operands: tuple[Operand, ...]) -> Form | str:
    """The form, or why there is none."""
    problem = "has no translation"
    for form in forms.find(opcode):
        count = len(form.outputs)
        problem = _problem(form, operands[:count], operands[count:])
        if not problem:
            return form
    return f"'{opcode}' {problem}"


def _problem(form: Form, outputs: Sequence[Operand], inputs: Sequence[Operand]) -> str:
    """Why operands are not those of a form; nothing if they are."""
    least = sum(not operand.optional for operand in form.inputs)
    if len(outputs) != len(form.outputs) or not least <= len(inputs) <= len(form.inputs):
        return "is not supported with this number of operands"
    is_relaxed = form.opcode.partition(".")[0] in _RELAXED
    for wanted, operand in zip(form.outputs, outputs, strict=True):
        if problem := _output_problem(form, wanted, operand, is_relaxed):
            return problem
    for wanted, operand in zip(form.inputs, inputs, strict=False):
        if problem := _input_problem(wanted, operand, is_relaxed):
            return problem
    if not _PRIVATE.isdisjoint(form.opcode.split(".")) and any(map(_is_short, inputs)):
        return "has an address of 32 bits, and that memory has addresses of 64 bits on AMD"
    return ""


def _is_short(operand: Operand) -> bool:
    """Whether it is an address in a register of 32 bits."""
    kind = _held(operand.base) if isinstance(operand, Address) else None
    return kind is not None and kind.width == 32


def _output_problem(form: Form, wanted: forms.FormOperand, operand: Operand, is_relaxed: bool) -> str:
    if isinstance(operand, Pair):
        if form.pair is None:
            return "is not supported with two results"
        if not isinstance(operand.second, Nowhere) and _held(operand.second) != cpp_type(form.pair.type):
            return "has a second result of another type"
        operand = operand.first
    elif form.pair is not None and not form.pair.optional:
        return "is not supported without its second result"
    if isinstance(operand, Nowhere):
        return ""
    if wanted.count:
        is_writable = all(isinstance(part, Nowhere) or _held(part) is not None for part in registers_of(operand))
        return _vector_problem(wanted, operand, is_relaxed) or ("" if is_writable else _NO_RESULT)
    kind = _held(operand)
    return _NO_RESULT if kind is None else _size_problem(wanted, kind, is_relaxed)


def _input_problem(wanted: forms.FormOperand, operand: Operand, is_relaxed: bool) -> str:
    if wanted.literal is not None:
        is_it = isinstance(operand, Number) and operand.value == wanted.literal
        return "" if is_it else f"is translated only with {wanted.literal} as that operand"
    if wanted.type == "address" or isinstance(operand, Address):
        return "" if wanted.type == "address" and isinstance(operand, Address) else "has an address as another operand"
    if wanted.type == "imm":
        is_constant = not isinstance(operand, (Vector, Not)) and _held(operand) is None
        return "" if is_constant else "needs a constant operand"
    if wanted.count:
        return _vector_problem(wanted, operand, is_relaxed)
    if isinstance(operand, Not):
        are_predicates = cpp_type(wanted.type) == PREDICATE and _held(operand.operand) == PREDICATE
        return "" if are_predicates else "negates something else than a predicate"
    if isinstance(operand, (Vector, Pair, Nowhere)):
        return "has operands of an unexpected form"
    if isinstance(operand, Number):
        return "" if cpp_type(wanted.type) != PREDICATE else "has a number instead of a predicate"
    return _size_problem(wanted, _held(operand), is_relaxed)


def _vector_problem(wanted: forms.FormOperand, operand: Operand, is_relaxed: bool) -> str:
    if len(registers_of(operand)) != wanted.count:
        return "has operands of an unexpected form"
    for part in registers_of(operand):
        if isinstance(part, (Vector, Address, Not, Pair)):
            return "has operands of an unexpected form"
        if not isinstance(part, (Nowhere, Number)) and (problem := _size_problem(wanted, _held(part), is_relaxed)):
            return problem
    return ""


def _size_problem(wanted: forms.FormOperand, have: CppType | None, is_relaxed: bool) -> str:
    want = cpp_type(wanted.type)
    if want is None:
        return f"has an unknown type ({wanted.type})"
    if have is None or have.width == want.width:
        return ""
    if is_relaxed and PREDICATE not in (want, have) and have.width > want.width and not have.is_float:
        return ""
    return "has a register of another size"
