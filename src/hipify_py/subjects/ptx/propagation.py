"""What needs no variable of its own in the translation of a statement: operands that are read where they are, results
that go to the user's variable at once, and registers whose one value stands where it is read.

Each is so only where nothing between can tell the difference: no result that is stored, no memory that is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hipify_py.subjects.ptx.expressions import Expression
from hipify_py.subjects.ptx.grammar import Nowhere, Operand
from hipify_py.subjects.ptx.match import registers_of
from hipify_py.subjects.ptx.program import Cell, Program, Step, leaves
from hipify_py.subjects.ptx.result import Class

# Instructions beside those that compute which write to no memory.
_READING = frozenset(("ld", "ldu", "shfl", "vote", "match", "redux", "activemask", "ldmatrix", "movmatrix", "mma"))


class Propagation:
    """Cells by what becomes of them: `folded` ones stand in the expression that reads them, `in_place` ones are the
    user's expression itself."""

    def __init__(self, program: Program, expressions: Sequence[Expression]) -> None:
        self.folded: set[Cell] = set()
        self.in_place: set[Cell] = set()
        self._expressions = expressions
        self._steps = program.instructions
        if program.jumps or any(expression.acts for expression in expressions):
            return
        self._reads = self._places(_inputs)
        self._writes = self._places(_outputs)
        self._done = self._fold(frozenset(program.locals))
        cells = [cell for cell in dict.fromkeys(program.operands) if cell.held is not None]
        self._outputs = [cell for cell in cells if cell.is_output]
        self._inputs = [cell for cell in cells if not cell.is_output]
        self.in_place.update(cell for cell in self._outputs if self._is_stored_at_once(cell))
        self.in_place.update(cell for cell in self._inputs if self._may_stay(cell))

    # Registers

    def _places(self, operands_of: Callable[[Step], Iterator[Operand]]) -> dict[Cell, list[int]]:
        """The steps in which each cell is read, or written to."""
        found: dict[Cell, list[int]] = {}
        for number, step in enumerate(self._steps):
            for operand in operands_of(step):
                for part in leaves(operand):
                    if step.registers.special(part) is None:
                        found.setdefault(step.registers.cell(part), []).append(number)
        return found

    def _fold(self, cells: frozenset[Cell]) -> list[int]:
        """Choose what is folded; returns for each step the one in whose line it is computed then."""
        done = list(range(len(self._steps)))
        for number in reversed(done):
            cell = self._result(self._steps[number])
            if cell is not None and cell in cells and self._is_foldable(cell, number):
                self.folded.add(cell)
                done[number] = done[self._reads[cell][0]]
        return done

    def _is_foldable(self, cell: Cell, number: int) -> bool:
        step = self._steps[number]
        if cell.writes != 1 or cell.reads != 1 or cell.guarded or cell.first == "read" or not step.is_value:
            return False
        if step.found.form.outputs[0].count or step.predicate is not None:
            return False
        for operand in _inputs(step):
            for part in leaves(operand):
                special = step.registers.special(part)
                if special is not None and special.kind is not Class.EXACT:
                    return False
                if special is None and not _keeps(step.registers.cell(part)):
                    return False
        return True

    def _result(self, step: Step) -> Cell | None:
        outputs = step.found.outputs
        if len(outputs) != 1 or isinstance(outputs[0], Nowhere) or step.found.form.outputs[0].count:
            return None
        return step.registers.cell(outputs[0])

    # Operands

    def _may_stay(self, cell: Cell) -> bool:
        """Whether an input can be read where its register is."""
        expression = self._expressions[cell.index or 0]
        if not cell.reads or not (cell.reads == 1 or _is_own(expression) or expression.number is not None):
            return False
        return all(self._passes(cell, number) for number in range(self._last_read(cell)))

    def _last_read(self, cell: Cell) -> int:
        return max((self._done[number] for number in self._reads.get(cell, ())), default=0)

    def _passes(self, cell: Cell, number: int) -> bool:
        """Whether what a step does changes nothing of an operand that is read later."""
        step = self._steps[number]
        expression = self._expressions[cell.index or 0]
        if expression.number is not None:
            return True
        is_own = _is_own(expression)
        if step.may_touch_memory and not (is_own and step.found.instruction.opcode.partition(".")[0] in _READING):
            return False
        stored = [self._expressions[other.index or 0] for other in self._stored_by(step) if other is not cell]
        return all(is_own and _is_another(expression, other) for other in stored)

    def _stored_by(self, step: Step) -> list[Cell]:
        """The outputs that a step may store to at once."""
        cells = [step.registers.cell(part) for operand in _outputs(step) for part in leaves(operand)]
        return [cell for cell in cells if cell.is_output]

    def _is_stored_at_once(self, cell: Cell) -> bool:
        """Whether an output can be the user's variable all the time."""
        index = cell.index or 0
        if not self._expressions[index].is_name or cell.initial not in (None, index) or not cell.writes:
            return False
        if cell.initial is None and (cell.first == "read" or self._is_guarded_first(cell)):
            return False
        if any(self._steps[number].found.pair is not None for number in self._writes[cell]):
            return False
        is_simple = cell.writes == 1 and cell.reads <= 1 and self._last_read(cell) <= self._writes[cell][0]
        if not (is_simple or _is_own(self._expressions[index])):
            return False
        return all(self._passes(cell, number) for number in range(self._last_read(cell)))

    def _is_guarded_first(self, cell: Cell) -> bool:
        return self._steps[self._writes[cell][0]].predicate is not None


def _keeps(cell: Cell) -> bool:
    """Whether a register has one value all the time."""
    return cell.writes <= 1 and not (cell.is_output and cell.writes) and not cell.guarded


def _is_own(expression: Expression) -> bool:
    """Whether it is a variable of the function: nobody else sees how often it is read or written to."""
    return expression.variable is not None and not expression.variable.is_reference


def _is_another(expression: Expression, other: Expression) -> bool:
    """Whether storing to one variable leaves another one as it is."""
    return _is_own(other) and expression.text.strip() != other.text.strip()


def _inputs(step: Step) -> Iterator[Operand]:
    """What a step reads, its guard too."""
    if step.predicate is not None:
        yield step.predicate.operand
    yield from (operand for operand, _times in step.reads())


def _outputs(step: Step) -> Iterator[Operand]:
    for operand in (*step.found.outputs, *([step.found.pair] if step.found.pair else [])):
        yield from (part for part in registers_of(operand) if not isinstance(part, Nowhere))
