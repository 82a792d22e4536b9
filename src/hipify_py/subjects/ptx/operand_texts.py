"""The expressions of a statement's instructions as text: slots for the user's expressions, names of locals, and what is
folded in between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hipify_py.file.assembler import Statement
from hipify_py.helpers import NAMESPACE
from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.expressions import Expression
from hipify_py.subjects.ptx.forms import FormOperand
from hipify_py.subjects.ptx.grammar import Address, Not, NotUnderstood, Nowhere, Operand, expected
from hipify_py.subjects.ptx.literals import literal
from hipify_py.subjects.ptx.match import registers_of
from hipify_py.subjects.ptx.operations import Op
from hipify_py.subjects.ptx.program import ANY_ADDRESS
from hipify_py.subjects.ptx.registers import BoundRegister, Reg, SpecialRegister
from hipify_py.subjects.ptx.result import Slot, slot, split
from hipify_py.subjects.ptx.types import UNTYPED, CppType, cpp_type

_ATOM = pattern(r"[-\w.:]+")
_CALL = pattern(r"[\w:]+(?:<[^()<>]*(?:<[^()<>]*>[^()<>]*)?>)?\(")
_LOAD = pattern(r"ld<(u?int32_t|uint64_t|float|double)(?:, hipify_ptx::space::global)?>")
_SIZES = {"int32_t": 4, "uint32_t": 4, "uint64_t": 8, "float": 4, "double": 8}


class _Folded(NamedTuple):
    """What stands for a register that is read once: of exactly its type."""

    text: str
    depth: int


class OperandTexts:
    """`declared` are the registers that have a variable, `used` those that the expression made last has folded in;
    `references` are names for places of the user's, by the index of the operand."""

    def __init__(self, statement: Statement, expressions: Sequence[Expression]) -> None:
        self._operands = statement.operands
        self._expressions = expressions
        self._keeps_its_place = statement.is_volatile or bool(statement.clobbers)
        self._folded: dict[Reg, _Folded] = {}
        self.used: list[Reg] = []
        self.declared: set[Reg] = set()
        self.references: dict[int, str] = {}
        self.carry = ""

    # Instructions

    def expression(self, op: Op) -> str:
        form, second = op.match.form, op.match.pair
        self.used = []
        if element := self._element(op):
            return element
        given = {
            wanted.name: self._input(wanted, operand, explicit=bool(op.code)) for wanted, operand in op.arguments()
        }
        by_reference = [second.name] if isinstance(second, Reg) else []
        return form.text(given, [*by_reference, self.carry] if form.carry else by_reference, op.code)

    def _element(self, op: Op) -> str:
        """`*p` for a plain load through a pointer to what is loaded, which the compiler may move as it likes."""
        load = _LOAD.fullmatch(op.match.form.call) if not self._keeps_its_place else None
        source = op.match.inputs[0] if load is not None else None
        if load is None or not isinstance(source, Address) or source.constant:
            return ""
        register = source.base
        if not isinstance(register, BoundRegister) or register in self.declared:
            return ""
        variable, size = self._expressions[register.index].variable, _SIZES[load[1]]
        if variable is None or (variable.type, variable.stars) != (load[1], 1) or source.offset % size:
            return ""
        name = self.name(register)
        return f"{name}[{source.offset // size}]" if source.offset else f"*{name}"

    def _input(self, wanted: FormOperand, operand: Operand, *, explicit: bool) -> str:
        if isinstance(operand, Address):
            return self._address(operand)
        if wanted.type == "imm":
            return _constant(operand) if isinstance(operand, Number) else self.name(register(operand))
        kind = cpp_type(wanted.type)
        assert kind is not None  # `match` has looked at it
        if wanted.count:
            parts = ", ".join(self.value(part, kind, explicit=False) for part in registers_of(operand))
            return f"{NAMESPACE}pack<{kind.name}>({parts})"
        return self.value(operand, kind, explicit=explicit)

    def _address(self, operand: Address) -> str:
        if isinstance(operand.base, Number):
            text = f"{NAMESPACE}address({int(operand.base.value) & (1 << 64) - 1}ull)"
            is_address = True
        else:
            base = register(operand.base)
            if base.cpp_type not in (UNTYPED, ANY_ADDRESS) and base.cpp_type.width not in (32, 64):
                raise NotUnderstood("an address is not 32 or 64 bits wide")
            text, is_address = self.name(base), False
        if operand.constant is not None:
            constant = register(operand.constant)
            if constant.cpp_type is not UNTYPED:
                raise NotUnderstood("an address has an offset that is not a constant")
            text = f"{NAMESPACE}address({text}) + ({self.name(constant)})"
            is_address = True
        if not operand.offset:
            return text
        return f"{text if is_address else f'{NAMESPACE}address({text})'} + {operand.offset}"

    # Operands

    def place(self, index: int) -> str:
        """Where the user has an operand."""
        return self.references.get(index) or self.slot(index)

    def slot(self, index: int) -> str:
        expression = self._expressions[index]
        is_assigned_to = self._operands[index].is_output and expression.binds_like_assignment
        return f"({slot(index)})" if expression.has_comma or is_assigned_to else slot(index)

    def name(self, register: Reg) -> str:
        """A register where it is read: a local, or the user's expression itself."""
        if register in self._folded:
            self.used.append(register)
            return self._folded[register].text
        if isinstance(register, BoundRegister) and register not in self.declared:
            return self.slot(register.index)
        return register.name

    def value(self, operand: Operand, kind: CppType, *, explicit: bool) -> str:
        """What an operand is worth as a C++ type; `explicit` where the type matters to what is around it."""
        if isinstance(operand, Not):
            return f"!{self.value(operand.operand, kind, explicit=True)}"
        if isinstance(operand, Number):
            return literal(operand, kind)
        if isinstance(operand, Nowhere):
            raise NotUnderstood("a value is missing")
        return operand.code if isinstance(operand, SpecialRegister) else self._typed(register(operand), kind, explicit)

    def _typed(self, register: Reg, kind: CppType, explicit: bool) -> str:
        text, have = self.name(register), register.cpp_type
        if register in self._folded and explicit and have == kind and not self._is_operand(text):
            text = f"({text})"
        is_own = register in self.declared or register in self._folded
        if not is_own and isinstance(register, BoundRegister) and self._expressions[register.index].is_of(kind.name):
            return text
        if have == kind:
            is_typed = is_own or (not explicit and (kind.is_float or kind.width < 64))
            return text if is_typed else f"{kind.name}({text})"
        if have is UNTYPED or have.is_float == kind.is_float:
            is_converted = not explicit and have.width == kind.width and (is_own or kind.width != 64)
            return text if is_converted else f"{kind.name}({text})"
        return f"{NAMESPACE}bits<{kind.name}>({text})"

    def _is_operand(self, text: str) -> bool:
        """Whether no operator beside it takes a part of it."""
        slots = [piece for piece in split(text) if isinstance(piece, Slot)]
        if slots and len(text) == 1:
            return self._expressions[slots[0].index].is_path
        call = _CALL.match(text)
        if call is None:
            return _ATOM.fullmatch(text) is not None
        depth = 0
        for position in range(call.end() - 1, len(text)):
            depth += (text[position] == "(") - (text[position] == ")")
            if not depth:
                return position == len(text) - 1
        return False

    # What is folded

    @property
    def depth(self) -> int:
        """How deep the expression is that was made last."""
        return 1 + max((self._folded[register].depth for register in self.used), default=0)

    def length(self, text: str) -> int:
        """With the expressions of operands in it."""
        pieces = split(text)
        return sum(len(self._expressions[each.index].text) if isinstance(each, Slot) else len(each) for each in pieces)

    def fold(self, register: Reg, text: str, kind: CppType) -> int:
        """Keep the expression that was made last, of a type, for the one place that reads its register; returns how
        long it is."""
        if register.cpp_type.is_float != kind.is_float:
            text = f"{NAMESPACE}bits<{register.cpp_type.name}>({text})"
        elif register.cpp_type != kind:
            text = f"{register.cpp_type.name}({text})"
        self._folded[register] = _Folded(text, self.depth)
        return self.length(text)

    def unfolded(self, register: Reg) -> str:
        """A line that declares the variable of a register that was folded."""
        self.declared.add(register)
        return f"const {register.cpp_type.name} {register.name} = {self._folded.pop(register).text};"


def register(operand: Operand) -> Reg:
    return expected(Reg, operand, "an operand has an unknown form")


def _constant(number: Number) -> str:
    """As the source writes it, where it writes bits."""
    return f"{int(number.value):#x}" if number.text[:2].lower() == "0x" else str(number.value)
