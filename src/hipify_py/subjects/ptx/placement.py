"""Which registers of a statement need a variable of their own, and when it is declared.

Operands may be read where they are, results may go to the user's variable at once, and a register may have one value
that stands where it is read. Each is so only where nothing between can tell the difference: no result that is stored,
no memory that is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.once import cached_property
from hipify_py.subjects.ptx.expressions import Expression
from hipify_py.subjects.ptx.operations import Op, leaves
from hipify_py.subjects.ptx.program import Program
from hipify_py.subjects.ptx.registers import BoundRegister, Reg, SpecialRegister
from hipify_py.subjects.ptx.result import Class

# Instructions beside those that compute which write to no memory.
_READING = frozenset(("ld", "ldu", "shfl", "vote", "match", "redux", "activemask", "ldmatrix", "movmatrix", "mma"))


class Placement:
    """`folded` registers stand in the expression that reads them, `in_place` ones are the user's expression itself."""

    def __init__(self, program: Program, expressions: Sequence[Expression]) -> None:
        self.folded: set[Reg] = set()
        self._in_place: set[Reg] = set()
        self._program = program
        self._expressions = expressions
        self._ops = program.instructions
        self._outputs = [register for register in dict.fromkeys(program.operands) if register.is_output]
        if not (program.jumps or any(expression.acts for expression in expressions)):
            self._propagate()

    def _propagate(self) -> None:
        self._reads = _places(op.read for op in self._ops)
        self._writes = _places(op.written for op in self._ops)
        self._done = self._fold(frozenset(self._program.locals))
        for register in dict.fromkeys(self._program.operands):
            may_stay = self._is_stored_at_once if register.is_output else self._is_read_in_place
            if not register.is_constant and may_stay(register):
                self._in_place.add(register)

    # The whole statement

    @cached_property
    def is_one_call(self) -> bool:
        """Whether the statement is one call of a function that returns several registers: it has read all its arguments
        when these are put where they belong."""
        op = self._ops[0] if len(self._program.steps) == len(self._ops) == 1 else None
        if op is None or op.guard or op.match.pair or op.match.form.carry:
            return False
        if not any(output.count for output in op.match.form.outputs):
            return False
        return not any(each.acts for each in self._expressions) and not any(map(self.needs_reference, self._outputs))

    def is_calm(self, op: Op) -> bool:
        """Whether expressions may be evaluated where they are used: nothing tells in which order, or how often."""
        registers = [register for register in self._program.operands if not register.is_constant]
        acting = [register for register in registers if self._expressions[register.index].acts]
        if not acting:
            return True
        kept = [each for each in registers if not (each.is_output and self._expressions[each.index].is_name)]
        is_once = len(kept) == 1 and "?" not in op.code
        return is_once and all(register.reads or register.is_output for register in acting)

    # Where registers are

    def stays_in_place(self, register: BoundRegister) -> bool:
        """Whether the expression itself can stand where the register is read."""
        if register.is_constant or self.is_one_call or register in self._in_place:
            return True
        if register.is_output or self._program.jumps or len(self._program.steps) > 1 or register.reads > 1:
            return False
        return self.is_calm(self._ops[0])

    def is_declared_first(self, register: Reg) -> bool:
        """Whether its variable is declared before all instructions."""
        if not register.reads and not register.writes:
            return False
        if isinstance(register, BoundRegister) and (not register.is_output or self.is_direct(register)):
            return False
        is_passed = any(op.match.pair is register for op in self._ops)  # a function writes to it by reference
        is_late = register.is_guarded or register in self._program.read_first
        return self._program.jumps or is_late or is_passed

    def is_direct(self, register: Reg) -> bool:
        """Whether the one result that it gets can go to the user's variable at once."""
        if not isinstance(register, BoundRegister) or not register.is_output:
            return False
        if self.is_one_call:
            return register.writes == 1
        if register in self._in_place:
            return True
        return register.initial is None and register.is_single and not register.reads and not self._program.jumps

    def needs_reference(self, register: BoundRegister) -> bool:
        """Whether the place must be fixed before anything else happens: that might change where it is."""
        own = self._expressions[register.index]
        if own.is_name:
            return False
        if any(expression.acts for expression in self._expressions):
            return True
        others = [each for each in self._outputs if each is not register]
        if not others:
            return not own.is_path and register.initial is not None
        names = {self._expressions[other.index].text.strip() for other in others}
        return not own.is_fixed or not own.names.isdisjoint(names)

    # What stands where it is read

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
        if not op.is_value or op.match.form.outputs[0].count or op.guard is not None:
            return False
        read = [leaf for operand, _times in op.reads() for leaf in leaves(operand)]
        return all(_keeps(leaf) if isinstance(leaf, Reg) else _is_exact(leaf) for leaf in read)

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
        if any(self._ops[number].match.pair is not None for number in self._writes[register]):
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
