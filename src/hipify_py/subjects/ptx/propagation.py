"""What needs no variable of its own in the translation of a statement: operands that are read where they are, results
that go to the user's variable at once, and registers whose one value stands where it is read.

Each is so only where nothing between can tell the difference: no result that is stored, no memory that is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.subjects.ptx.expressions import Expression
from hipify_py.subjects.ptx.operations import Op, leaves
from hipify_py.subjects.ptx.program import Program
from hipify_py.subjects.ptx.registers import BoundRegister, Reg, SpecialRegister
from hipify_py.subjects.ptx.result import Class

# Instructions beside those that compute which write to no memory.
_READING = frozenset(("ld", "ldu", "shfl", "vote", "match", "redux", "activemask", "ldmatrix", "movmatrix", "mma"))


class Propagation:
    """Registers by what becomes of them: `folded` ones stand in the expression that reads them, `in_place` ones are the
    user's expression itself."""

    def __init__(self, program: Program, expressions: Sequence[Expression]) -> None:
        self.folded: set[Reg] = set()
        self.in_place: set[Reg] = set()
        self._program = program
        self._expressions = expressions
        self._ops = program.instructions
        if program.jumps or any(expression.acts for expression in expressions):
            return
        self._reads = _places(op.read for op in self._ops)
        self._writes = _places(op.written for op in self._ops)
        self._done = self._fold(frozenset(program.locals))
        for register in dict.fromkeys(program.operands):
            may_stay = self._is_stored_at_once if register.is_output else self._is_read_in_place
            if not register.is_constant and may_stay(register):
                self.in_place.add(register)

    # Registers

    def _fold(self, registers: frozenset[Reg]) -> list[int]:
        """Choose what is folded; returns for each operation the one in whose line it is computed then."""
        done = list(range(len(self._ops)))
        for number in reversed(done):
            op = self._ops[number]
            result = op.written[0] if len(op.written) == 1 else None
            if result is not None and result in registers and self._is_foldable(result, op):
                self.folded.add(result)
                done[number] = done[self._reads[result][0]]
        return done

    def _is_foldable(self, register: Reg, op: Op) -> bool:
        if (register.writes, register.reads) != (1, 1) or register.is_guarded or register in self._program.read_first:
            return False
        if not op.is_value or op.found.form.outputs[0].count or op.guard is not None:
            return False
        read = [leaf for operand, _times in op.reads() for leaf in leaves(operand)]
        return all(_keeps(leaf) if isinstance(leaf, Reg) else _is_exact(leaf) for leaf in read)

    # Operands

    def _is_read_in_place(self, register: BoundRegister) -> bool:
        """Whether an input can be read where its register is."""
        expression = self._expressions[register.index]
        if not register.reads or not (register.reads == 1 or _is_own(expression) or expression.number is not None):
            return False
        return all(self._passes(register, number) for number in range(self._last_read(register)))

    def _last_read(self, register: Reg) -> int:
        return max((self._done[number] for number in self._reads.get(register, ())), default=0)

    def _passes(self, register: BoundRegister, number: int) -> bool:
        """Whether what an operation does changes nothing of an operand that is read later."""
        op, expression = self._ops[number], self._expressions[register.index]
        if expression.number is not None:
            return True
        is_own = _is_own(expression)
        if op.may_touch_memory and not (is_own and op.opcode.partition(".")[0] in _READING):
            return False
        stored = (each for each in op.written if isinstance(each, BoundRegister) and each is not register)
        return all(is_own and _is_another(expression, self._expressions[each.index]) for each in stored)

    def _is_stored_at_once(self, register: BoundRegister) -> bool:
        """Whether an output can be the user's variable all the time."""
        expression = self._expressions[register.index]
        if not expression.is_name or register.initial not in (None, register.index) or not register.writes:
            return False
        first = self._writes[register][0]
        is_read_first = register in self._program.read_first
        if register.initial is None and (is_read_first or self._ops[first].guard is not None):
            return False
        if any(self._ops[number].found.pair is not None for number in self._writes[register]):
            return False
        is_simple = register.writes == 1 and register.reads <= 1 and self._last_read(register) <= first
        if not (is_simple or _is_own(expression)):
            return False
        return all(self._passes(register, number) for number in range(self._last_read(register)))


def _places(registers: Iterator[Sequence[Reg]]) -> dict[Reg, list[int]]:
    """The operations in which each register is read, or written to."""
    found: dict[Reg, list[int]] = {}
    for number, some in enumerate(registers):
        for register in some:
            found.setdefault(register, []).append(number)
    return found


def _keeps(register: Reg) -> bool:
    """Whether a register has one value all the time."""
    is_output = isinstance(register, BoundRegister) and register.is_output
    return register.writes <= 1 and not (is_output and register.writes) and not register.is_guarded


def _is_exact(leaf: object) -> bool:
    return isinstance(leaf, SpecialRegister) and leaf.kind is Class.EXACT


def _is_own(expression: Expression) -> bool:
    """Whether it is a variable of the function: nobody else sees how often it is read or written to."""
    return expression.variable is not None and not expression.variable.is_reference


def _is_another(expression: Expression, other: Expression) -> bool:
    """Whether storing to one variable leaves another one as it is."""
    return _is_own(other) and expression.text.strip() != other.text.strip()
