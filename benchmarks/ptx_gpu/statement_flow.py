"""Whether everything that a statement reads, and everything that it leaves behind, was written before.

What a register holds that was not written, or written under a predicate that does not hold, is undefined in PTX: there
is nothing to compare.
"""

from __future__ import annotations

from dataclasses import dataclass

from hipify_py.subjects.ptx.operations import Guard, Op, registers_in
from hipify_py.subjects.ptx.program import Jump, Program, Target
from hipify_py.subjects.ptx.registers import Reg

Condition = tuple[Reg, bool]  # a predicate, and whether it is negated


@dataclass(frozen=True)
class _State:
    """What is written for sure, and what if a predicate holds."""

    always: frozenset[Reg]
    under: frozenset[tuple[Reg, Condition]] = frozenset()

    def has(self, cell: Reg, condition: Condition | None) -> bool:
        return cell in self.always or (condition is not None and (cell, condition) in self.under)

    def with_written(self, cell: Reg, condition: Condition | None) -> _State:
        # What was known under a predicate is not known any more when it changes.
        under = frozenset(fact for fact in self.under if fact[1][0] is not cell)
        if condition is None or (cell, (condition[0], not condition[1])) in under:
            return _State(self.always | {cell}, under)
        if condition[0] is cell:
            return _State(self.always, under)
        return _State(self.always, under | {(cell, condition)})

    def both(self, other: _State) -> _State:
        return _State(self.always & other.always, self.under & other.under)


def undefined(program: Program) -> str:
    """What a statement reads or returns without having written it; nothing if there is none."""
    steps = program.steps
    first = _State(frozenset[Reg](cell for cell in program.operands if cell.initial is not None))
    states: dict[int, _State] = {0: first}
    labels = {step.label: index for index, step in enumerate(steps) if isinstance(step, Target)}
    waiting = [0]
    while waiting:
        index = waiting.pop()
        if index == len(steps):
            continue
        for target, state in _after(steps[index], index, states[index], labels):
            joined = state.both(states[target]) if target in states else state
            if states.get(target) != joined:
                states[target] = joined
                waiting.append(target)
    for index, step in enumerate(steps):
        if index in states and isinstance(step, Op) and (name := _unwritten(step, states[index])):
            return f"it reads '{name}' where that may not be written"
    end = states.get(len(steps))
    if end is None:
        return "it is a loop that does not end"
    lost = [cell for cell in program.operands if cell.is_output and not end.has(cell, None)]
    return "a result is undefined where a predicate does not hold" if lost else ""


def _after(step: Op | Jump | Target, index: int, state: _State, labels: dict[str, int]) -> list[tuple[int, _State]]:
    if isinstance(step, Jump):
        jumped = (labels[step.label], state)
        return [jumped] if step.guard is None else [jumped, (index + 1, state)]
    if isinstance(step, Op):
        condition = condition_of(step.guard)
        for register in step.written:
            state = state.with_written(register, condition)
    return [(index + 1, state)]


def condition_of(guard: Guard | None) -> Condition | None:
    return None if guard is None else (guard.register, guard.is_negated)


def _unwritten(step: Op, state: _State) -> str:
    condition = condition_of(step.guard)
    for number, operand in enumerate(step.match.inputs):
        for cell in registers_in([operand]):
            if not state.has(cell, condition) and not state.has(cell, _chosen_if(step, number)):
                return cell.name
    return ""


def _chosen_if(step: Op, number: int) -> Condition | None:
    """The predicate under which `selp` reads one of its two inputs."""
    if not step.match.form.opcode.startswith("selp.") or number > 1:
        return None
    asked = registers_in(step.match.inputs[2:3])
    return (asked[0], number == 1) if len(asked) == 1 else None
