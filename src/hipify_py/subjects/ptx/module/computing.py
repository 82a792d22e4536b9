"""What operands are worth, and what instructions that compute make of them."""

from __future__ import annotations

import re

from hipify_py.helpers import NAMESPACE
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.forms import FormOperand
from hipify_py.subjects.ptx.grammar import Address, Displaced, Not, NotUnderstood, Operand, expected
from hipify_py.subjects.ptx.match import registers_of
from hipify_py.subjects.ptx.module import ranges
from hipify_py.subjects.ptx.module.arithmetic import (
    in_code,
    is_same_width,
    widened,
    without_suffix,
    wraps,
)
from hipify_py.subjects.ptx.module.context import FunctionContext, ModuleContext
from hipify_py.subjects.ptx.module.opcodes import COMPARISON, SHIFT, is_in_shared_memory
from hipify_py.subjects.ptx.module.pointers import Pointer, Term, as_kind, as_number, written
from hipify_py.subjects.ptx.module.storage import Storage
from hipify_py.subjects.ptx.module.syntax import Variable, known_type
from hipify_py.subjects.ptx.module.type_inference import Slot
from hipify_py.subjects.ptx.module.values import (
    ATOM,
    CHOICE,
    Value,
    binary,
    comparison,
    logical,
    negation,
    number_as,
    pack,
    untyped,
)
from hipify_py.subjects.ptx.operations import External, Op
from hipify_py.subjects.ptx.registers import Reg, SpecialRegister
from hipify_py.subjects.ptx.types import ADDRESS, PREDICATE, S32, U32, CppType, cpp_type, integer

_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "lo": "<", "ls": "<=", "hi": ">",
          "hs": ">=", "neu": "!="}  # fmt: skip
# Comparisons that hold for NaN, as what holds if the opposite does not.
_DENIED = {"equ": "", "ltu": ">=", "leu": ">", "gtu": "<=", "geu": "<"}
_ORDERED = frozenset(("eq", "lt", "le", "gt", "ge", "neu"))


class Computing:
    """Raises NotUnderstood for what has no translation."""

    def __init__(self, storage: Storage, function: FunctionContext, module: ModuleContext) -> None:
        self._storage = storage
        self._types = storage.types
        self._function = function
        self._module = module
        self._memory: dict[Variable | External, Pointer] = {}

    # Operands

    def operand(self, op: Op, operand: Operand) -> Value | Pointer:
        """What an operand is worth."""
        if isinstance(operand, Reg):
            return self._storage.read(operand)
        if isinstance(operand, Number):
            return untyped(operand)
        if isinstance(operand, SpecialRegister):
            return Value(operand.code, known_type(operand.type))
        if isinstance(operand, (Variable, External)):
            return self._place(op, operand)
        if isinstance(operand, Not):
            return negation(as_kind(self.operand(op, operand.operand), PREDICATE))
        if isinstance(operand, Displaced) and isinstance(operand.base, (Variable, External)):
            return self._place(op, operand.base).moved(operand.offset)
        raise NotUnderstood("an operand has an unexpected form", op.offset)

    def typed(self, op: Op, operand: Operand, kind: CppType) -> Value:
        return as_kind(self.operand(op, operand), kind)

    def vector(self, op: Op, operand: Operand, kind: CppType) -> Value:
        """The registers of an operand, packed."""
        return pack(kind, [self.typed(op, part, kind) for part in registers_of(operand)])

    def _place(self, op: Op, found: Variable | External) -> Pointer:
        """The address of a variable, a parameter, or a function."""
        if found not in self._memory:
            self._memory[found] = (
                self._function.place(found, self._types.points_to(Slot(found.name)))
                if isinstance(found, Variable)
                else self._module.place(found.name, op.offset)
            )
        return self._memory[found]

    def address(self, op: Op, operand: Address) -> Value:
        """An address as an argument of a function of the helper header."""
        base = operand.base
        value = number_as(base, ADDRESS) if isinstance(base, Number) else self.operand(op, base)
        if isinstance(value, Pointer):
            value = value.moved(operand.offset)
            if is_in_shared_memory(op.opcode, op.addresses.index(operand)):
                return as_number(value, U32)
            return written(value, value.element)
        if not operand.offset:
            return value
        text = f"{NAMESPACE}address({value.text}) + {operand.offset}"
        return Value(text, value.cpp_type, CHOICE).made_of(value)

    # Instructions

    def value(self, op: Op) -> Value | Pointer:
        """What an instruction computes."""
        form, inputs = op.match.form, op.match.inputs
        if op.code == "{a}":
            operand = self.operand(op, inputs[0])
            kind = cpp_type(form.outputs[0].type)
            is_typed = isinstance(operand, Value) and operand.number is not None and kind is not None
            return number_as(operand.number, kind) if is_typed else operand  # type: ignore[union-attr,arg-type]
        if (compared := COMPARISON(op.opcode)) and (value := self._compared(op, compared)) is not None:
            return value
        if (shift := SHIFT(op.opcode)) and (value := self._shifted(op, shift)) is not None:
            return value
        arguments = self.arguments(op, op.code)
        kind = known_type(form.outputs[0].type) if form.outputs else PREDICATE
        if op.code:
            return in_code(op.code, arguments, kind)
        text = form.text({name: value.text for name, value in arguments.items()})
        return Value(text, kind).made_of(*arguments.values())

    def arguments(self, op: Op, calculated: str) -> dict[str, Value]:
        """The inputs of an instruction by name; `calculated` is what is done with them here."""
        return {wanted.name: self._argument(op, wanted, operand, calculated) for wanted, operand in op.arguments()}

    def _argument(self, op: Op, wanted: FormOperand, operand: Operand, code: str) -> Value:
        if isinstance(operand, Address):
            return self.address(op, operand)
        if wanted.type == "imm":
            if not isinstance(operand, Number):
                raise NotUnderstood(f"'{op.opcode}' needs a constant operand", op.offset)
            return Value(str(operand.value), CppType("int", 32))
        kind = known_type(wanted.type)
        if wanted.count:
            return self.vector(op, operand, kind)
        value = self.operand(op, operand)
        if not kind.is_float and kind.width >= 32 and wraps(code):  # integers are calculated without signs
            if isinstance(value, Value) and value.number is None and is_same_width(value, kind):
                return value  # what calculates looks after the signs
            kind = integer(kind.width)
        return as_kind(value, kind)

    def scaled(self, op: Op, scaled: re.Match[str]) -> Term | None:
        """`mul.wide.s32 d, a, 4`, which will be the distance of an element."""
        operand, factor = op.match.inputs[:2]
        how, width, is_signed = scaled[1], int(scaled[3]), scaled[2] == "s"
        if not isinstance(factor, Number) or not isinstance(factor.value, int) or factor.value <= 0:
            return None
        if (how == "shl" and factor.value >= 16) or (how == "mul.lo" and width == 32):
            return None
        scale = 1 << factor.value if how == "shl" else factor.value
        bounds = ranges.of(operand)
        if how == "mul.wide":
            index = as_kind(self.operand(op, operand), integer(32, is_signed=is_signed))
            wide = integer(64, is_signed=is_signed)
            product = binary("*", widened(index, wide), Value(str(scale), wide), wide)
            return Term(index, scale, product, fits=True)
        kind = integer(width)
        index = as_kind(self.operand(op, operand), None)
        sign, amount = ("<<", scale.bit_length() - 1) if how == "shl" else ("*", scale)
        product = binary(sign, as_kind(index, kind), Value(str(amount), kind), kind)
        if width == 32:
            index = as_kind(index, S32)
        return Term(index, scale, product, fits=ranges.fits(bounds, scale, width))

    def _compared(self, op: Op, opcode: re.Match[str]) -> Value | None:
        name, joined, type = opcode[1], opcode[2], opcode[3]
        if op.match.pair is not None:
            return None
        is_float = type.startswith("f")
        if is_float and name not in _ORDERED and name not in _DENIED:
            return None
        sign = _DENIED.get(name) if is_float and name in _DENIED else _SIGNS.get(name)
        if not sign:
            return None
        kind = self._compared_as(op, known_type(type), sign)
        left, right = (self.typed(op, each, kind) for each in op.match.inputs[:2])
        if right.number is not None and not is_float:
            right = without_suffix(right)
        value = comparison(sign, left, right)
        if is_float and name in _DENIED:
            value = negation(value)
        if not joined:
            return value
        third = self.typed(op, op.match.inputs[2], PREDICATE)
        if joined == "xor":
            return comparison("!=", value._replace(text=f"({value.text})", level=ATOM), third)
        return logical(value, third, "&&" if joined == "and" else "||")

    def _compared_as(self, op: Op, kind: CppType, sign: str) -> CppType:
        """The type of a comparison of integers: what one operand has already, if the answer is the same."""
        if kind.is_float or kind.width not in (32, 64):
            return kind
        operands = op.match.inputs[:2]
        have = {self._held_as(each) for each in operands} - {None}
        other = next(iter(have)) if len(have) == 1 else None
        if other is None or other == kind or other.is_float or other.width != kind.width:
            return kind
        if sign in ("==", "!="):
            return other
        limits = [ranges.of(each) for each in operands]
        is_small = all(each is not None and each[0] >= 0 and each[1] < 1 << (kind.width - 1) for each in limits)
        return other if is_small else kind

    def _held_as(self, operand: Operand) -> CppType | None:
        """The type that an operand has where it is read; of numbers any."""
        if isinstance(operand, SpecialRegister):
            return cpp_type(operand.type)
        if not isinstance(operand, Reg):
            return None
        value = self._storage.standing(operand)
        if isinstance(value, Value) and value.number is None:
            return value.cpp_type
        return None if value is not None else self._types.cpp_type(operand)

    def _shifted(self, op: Op, shift: re.Match[str]) -> Value | None:
        """A shift by a number that is less than the width; by others the functions of the tables."""
        (operand, amount), width = op.match.inputs[:2], int(shift[3])
        if not isinstance(amount, Number) or not 0 <= amount.value < width or width == 16:
            return None
        kind = integer(width, is_signed=shift[2] == "s" and shift[1] == "shr")
        left = self.typed(op, operand, kind)
        return binary("<<" if shift[1] == "shl" else ">>", left, Value(str(amount.value), kind), kind)


def register(op: Op, operand: Operand) -> Reg:
    """A register that is a result."""
    try:
        return expected(Reg, operand, "a result is no register")
    except NotUnderstood as problem:
        raise NotUnderstood(problem.reason, op.offset) from None
