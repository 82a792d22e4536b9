"""Lifts the instructions of a statement to lines of C++.

Inputs are evaluated once and before any result is written, registers become typed locals, predicates `if`, labels
labels. Where one expression says it all, one expression it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hipify_py.file.assembler import Statement
from hipify_py.helpers import NAMESPACE
from hipify_py.subjects.ptx.expressions import Expression
from hipify_py.subjects.ptx.grammar import Nowhere
from hipify_py.subjects.ptx.match import registers_of
from hipify_py.subjects.ptx.names import FreshNames
from hipify_py.subjects.ptx.operand_texts import OperandTexts, register
from hipify_py.subjects.ptx.operations import Guard, Op
from hipify_py.subjects.ptx.placement import Placement
from hipify_py.subjects.ptx.program import Jump, Program, Target
from hipify_py.subjects.ptx.registers import BoundRegister, Reg
from hipify_py.subjects.ptx.result import slot
from hipify_py.subjects.ptx.types import PREDICATE, CppType, cpp_type

# What a line may have, with the expressions of operands in it, and how deep registers may be folded into others.
_LONG = 100
_LONGEST_FOLDED = 100
_DEEPEST = 3


def lines(statement: Statement, expressions: Sequence[Expression], program: Program, names: FreshNames) -> list[str]:
    """Raises NotUnderstood for what has no translation."""
    return _Lifter(statement, expressions, program, names).lines()


class _Lifter:
    def __init__(
        self, statement: Statement, expressions: Sequence[Expression], program: Program, names: FreshNames
    ) -> None:
        self._expressions = expressions
        self._program = program
        self._fresh = names.fresh
        self._texts = OperandTexts(statement, expressions)
        self._placement = Placement(program, expressions)
        # Whether "memory" says more than the instructions do by themselves.
        is_ordered = all(op.match.form.ordered and not op.guard for op in program.instructions) and not program.jumps
        self._needs_order = "memory" in statement.clobbers and not is_ordered
        self._in_place = False

    def lines(self) -> list[str]:
        return self._one_expression() or self._block()

    # One expression

    def _one_expression(self) -> list[str]:
        """The statement in one line, if one will do."""
        steps, operands = self._program.steps, self._program.operands
        op = steps[0] if len(steps) == 1 else None
        if not isinstance(op, Op) or self._needs_order:
            return []
        form = op.match.form
        if op.guard or form.carry or op.match.pair or any(output.count for output in form.outputs):
            return []
        outputs = [each for each in operands if each.is_output]
        if len(outputs) > 1 or any(each.reads > 1 for each in operands) or not self._placement.is_calm(op):
            return []
        if outputs and outputs[0].initial is not None and not self._expressions[outputs[0].index].is_path:
            return []
        if not form.outputs:
            return [f"{self._texts.expression(op)};"]
        self._in_place = True
        return self._stored(op, self._texts.expression(op))

    # Several lines

    def _block(self) -> list[str]:
        top = [*self._operands(), *self._variables()]
        body = [line for step in self._program.steps for line in self._step(step)]
        if self._program.jumps:
            body = ["[&] {", *_indented(body), "}();"]
        if self._needs_order:
            body = [f"{NAMESPACE}keep_order();", *body, f"{NAMESPACE}keep_order();"]
        lines = [*top, *body, *self._results()]
        # An `else` may follow, which is no part of the statement.
        is_alone = len(lines) == 1 and not lines[0].startswith("if (")
        return lines if is_alone else ["{", *_indented(lines), "}"]

    def _operands(self) -> list[str]:
        """The values that there are at the beginning."""
        found: list[str] = []
        for each in dict.fromkeys(self._program.operands):
            if each.is_output and self._placement.needs_reference(each):
                reference = self._fresh(f"at{each.index}")
                found.append(f"auto& {reference} = {self._texts.slot(each.index)};")
                self._texts.references[each.index] = reference
            if each.initial is not None and not self._placement.stays_in_place(each):
                found += self._declared(each, each.initial)
        return found

    def _declared(self, operand: BoundRegister, index: int) -> list[str]:
        self._texts.declared.add(operand)
        if operand.is_constant:
            return []
        if not operand.reads and not operand.is_output:
            return [f"(void)({slot(index)});"] if self._expressions[index].acts else []
        kind, text = operand.cpp_type, self._texts.place(index)
        if kind.width == 64 and not kind.is_float and not self._expressions[index].is_of(kind.name):
            text = f"uint64_t({text})"
        return [f"{'' if operand.writes else 'const '}{kind.name} {operand.name} = {text};"]

    def _variables(self) -> list[str]:
        """The variables that are declared before all instructions."""
        found: list[str] = []
        if any(op.match.form.carry for op in self._program.instructions):
            self._texts.carry = self._fresh("carry")
            found.append(f"bool {self._texts.carry} = false;")
        registers: tuple[Reg, ...] = (*dict.fromkeys(self._program.operands), *self._program.locals)
        for each in registers:
            if each not in self._texts.declared and self._placement.is_declared_first(each):
                found.append(f"{each.cpp_type.name} {each.name}{{}};")
                self._texts.declared.add(each)
        return found

    def _results(self) -> list[str]:
        """What is left to be stored at the end."""
        return [
            _assigned(self._texts.place(each.index), each.name, each.cpp_type)
            for each in dict.fromkeys(self._program.operands)
            if each.is_output and each.writes and not self._placement.is_direct(each)
        ]

    # Instructions

    def _step(self, step: Op | Jump | Target) -> list[str]:
        if isinstance(step, Target):
            return [f"{step.label}:;"]
        if isinstance(step, Jump):
            return self._guarded(step.guard, [f"goto {step.label};"])
        return self._guarded(step.guard, self._statements(step))

    def _guarded(self, guard: Guard | None, lines: list[str]) -> list[str]:
        if guard is None or not lines:
            return lines
        condition = self._texts.value(guard.register, PREDICATE, explicit=guard.is_negated)
        head = f"if ({'!' if guard.is_negated else ''}{condition})"
        is_short = len(lines) == 1 and self._texts.length(f"{head} {lines[0]}") <= _LONG
        return [f"{head} {lines[0]}"] if is_short else [f"{head} {{", *_indented(lines), "}"]

    def _statements(self, op: Op) -> list[str]:
        form = op.match.form
        text, before = self._readable(op)
        if not form.outputs:
            return [*before, f"{text};"]
        target, kind = op.match.outputs[0], cpp_type(form.outputs[0].type)
        if form.outputs[0].count:
            return [*before, *self._vector_stored(op, text)]
        if isinstance(target, Reg) and target in self._placement.folded and kind is not None:
            is_long = self._texts.fold(target, text, kind) > _LONGEST_FOLDED
            return [*before, self._texts.unfolded(target)] if is_long else before
        return [*before, *self._stored(op, text)]

    def _readable(self, op: Op) -> tuple[str, list[str]]:
        """The expression of an instruction; what is folded into it gets a line of its own where that is too much."""
        text, used = self._texts.expression(op), self._texts.used
        if not used or (self._texts.depth <= _DEEPEST and self._texts.length(text) <= _LONGEST_FOLDED):
            return text, []
        before = [self._texts.unfolded(each) for each in dict.fromkeys(used)]
        return self._texts.expression(op), before

    def _vector_stored(self, op: Op, text: str) -> list[str]:
        target, kind = op.match.outputs[0], cpp_type(op.match.form.outputs[0].type)
        name = self._fresh("v")
        lines = [f"const auto {name} = {text};"]
        if ">(" in lines[0] and len(lines[0]) > _LONG:
            lines = _broken(lines[0])
        for position, part in enumerate(registers_of(target)):
            if kind is not None and not isinstance(part, Nowhere):
                lines.append(self._assign(op, register(part), f"{name}[{position}]", kind))
        # No jump may pass by the beginning of a variable.
        return ["{", *_indented(lines), "}"] if self._program.jumps else lines

    def _stored(self, op: Op, text: str) -> list[str]:
        target, kind = op.match.outputs[0], cpp_type(op.match.form.outputs[0].type)
        if isinstance(target, Nowhere) or kind is None:
            return [f"{text};"]
        result, source = register(target), _copied(op)
        if source is not None and result.cpp_type == source.cpp_type:
            return [self._assign(op, result, self._texts.name(source), source.cpp_type)]
        return [self._assign(op, result, text, kind)]

    def _assign(self, op: Op, result: Reg, text: str, kind: CppType) -> str:
        if result.cpp_type.is_float != kind.is_float:
            text = f"{NAMESPACE}bits<{result.cpp_type.name}>({text})"
        may_be_pointer = self._may_be_pointer(op)
        if isinstance(result, BoundRegister) and (self._in_place or self._placement.is_direct(result)):
            is_extended = result.cpp_type.width == 64 and kind.width != 64
            value = f"uint64_t({text})" if is_extended else text
            place = self._texts.place(result.index)
            if self._expressions[result.index].is_of(result.cpp_type.name) and not may_be_pointer:
                return f"{place} = {value};"
            return _assigned(place, value, result.cpp_type)
        if may_be_pointer and not text.startswith("uint64_t("):
            text = f"uint64_t({text})"
        if result in self._texts.declared or op.guard is not None:
            return f"{result.name} = {text};"
        self._texts.declared.add(result)
        return f"{'const ' if result.writes == 1 else ''}{result.cpp_type.name} {result.name} = {text};"

    def _may_be_pointer(self, op: Op) -> bool:
        """Whether it copies an operand of 64 bits that may be a pointer, which C++ assigns to no integer."""
        source = _copied(op)
        if not isinstance(source, BoundRegister) or source.cpp_type.is_float:
            return False
        return source.cpp_type.width == 64 and not self._expressions[source.index].is_of(source.cpp_type.name)


def _copied(op: Op) -> Reg | None:
    """The register that is merely copied."""
    source = op.match.inputs[0] if op.code == "{a}" else None
    return source if isinstance(source, Reg) else None


def _broken(line: str) -> list[str]:
    """A call with packs of registers for arguments, each on a line of its own."""
    opening = line.index("(", line.index("<") if "<" in line else 0) + 1
    first, *others = re.split(rf", (?={NAMESPACE}pack<)", line[opening:])
    inside = [f"    {each}," for each in (first, *others)]
    return [line[:opening], *inside[:-1], inside[-1].removesuffix(",")]


def _assigned(place: str, text: str, kind: CppType) -> str:
    """A result put into a variable of the user's: 64 bits may be a pointer's."""
    if kind.width == 64 and not kind.is_float:
        return f"{NAMESPACE}assign({place}, {text});"
    return f"{place} = {text};"


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]
