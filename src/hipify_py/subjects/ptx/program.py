"""A template with its names resolved: its instructions in order, and who reads and writes each register."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import field

from hipify_py.file.assembler import HOLE, Statement
from hipify_py.helpers import NAMESPACE
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx import logic_tables
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.expressions import Expression
from hipify_py.subjects.ptx.grammar import (
    Block,
    Declaration,
    Instruction,
    Label,
    Meaning,
    NotUnderstood,
    Operand,
    Register,
    Vector,
    expected,
)
from hipify_py.subjects.ptx.names import FreshNames
from hipify_py.subjects.ptx.operations import TABLE, Guard, Names, Op, leaves, special, typed
from hipify_py.subjects.ptx.registers import BoundRegister, Reg, SpecialRegister
from hipify_py.subjects.ptx.result import MAX_OPERANDS, Class
from hipify_py.subjects.ptx.templates import parse
from hipify_py.subjects.ptx.types import ADDRESS, DOUBLE, FLOAT, U32, UNTYPED, CppType, integer
from hipify_py.texts import to_bytes, to_text

_PREFIX = "ptx_"
_MATRICES = "Matrices"  # the group of their instructions
LETTERS = {
    "h": integer(16),
    "r": U32,
    "l": ADDRESS,
    "f": FLOAT,
    "d": DOUBLE,
}
_CONSTANT = "n"
# What a macro of another file names the register of: an address takes any, and nothing else does.
ANY_ADDRESS = CppType(f"{NAMESPACE}address", 0)
_NO_NAME = pattern(r"\W", re.ASCII)


class TemplateNames(Names):
    """What names mean in a template: operands of the statement are known by number and by name."""

    def operand(self, operand: Operand) -> Operand:
        """With the numbers that its constants are, where these are numbers in the source."""
        return _with_numbers(self.meaning(operand))

    def _outside(self, name: str) -> Operand:
        return special(name) or self._undeclared(name)

    def _undeclared(self, name: str) -> Operand:
        if name.startswith("%["):
            raise NotUnderstood(f"there is no operand %{name[2:-1]}")
        raise NotUnderstood(f"'{name}' is not declared in the statement")


def _with_numbers(operand: Operand) -> Operand:
    if isinstance(operand, BoundRegister) and operand.number is not None:
        return operand.number
    return Vector(tuple(map(_with_numbers, operand.parts))) if isinstance(operand, Vector) else operand


@dataclass(frozen=True)
class Jump:
    label: str
    guard: Guard | None


@dataclass(frozen=True)
class Target:
    label: str


@dataclass(frozen=True)
class Wishes:
    """What the user wants, and what is known of the file: names that are taken, whether a carry is passed on, macros
    that may do something where they are used."""

    approximate: bool = False
    taken: Collection[bytes] = frozenset()
    passes_carry: bool = False
    acting: frozenset[bytes] = frozenset()
    matrices: bool = True


class NotWanted(NotUnderstood):
    """It could be translated, but only nearly."""


@dataclass
class Program:
    """The steps of a statement in order, with every register that they use."""

    operands: list[BoundRegister]
    steps: list[Op | Jump | Target] = field(default_factory=list)
    locals: list[Reg] = field(default_factory=list)
    read_first: set[Reg] = field(default_factory=set)  # before anything is written to them
    kind: Class = Class.EXACT
    notes: list[str] = field(default_factory=list)

    @property
    def jumps(self) -> bool:
        return any(isinstance(step, (Jump, Target)) for step in self.steps)

    @property
    def instructions(self) -> list[Op]:
        return [step for step in self.steps if isinstance(step, Op)]


def fresh_names(taken: Collection[bytes]) -> FreshNames:
    """Names for locals that nothing in the file has."""
    return FreshNames(
        lambda hint: _PREFIX + (_NO_NAME.sub("_", hint.lstrip("%$")) or "r"), lambda name: to_bytes(name) in taken
    )


def resolve(statement: Statement, expressions: Sequence[Expression], wishes: Wishes, names: FreshNames) -> Program:
    """Raises NotUnderstood for a statement that cannot be translated, NotWanted for one that should not be."""
    return _Resolver(statement, expressions, wishes, names).program()


class _Resolver:
    def __init__(
        self, statement: Statement, expressions: Sequence[Expression], wishes: Wishes, names: FreshNames
    ) -> None:
        self._statement = statement
        self._expressions = expressions
        self._wishes = wishes
        self._fresh = names.fresh
        self._carry = ""
        self._labels: list[str] = []  # as C++ calls them
        self._unwanted: NotWanted | None = None  # said only of what could be translated

    def program(self) -> Program:
        self._check()
        names = TemplateNames()
        self._program = Program(self._operands(names))
        self._check_text()
        self._resolve(parse(self._statement.template), names)
        if not (self._program.instructions or self._is_hint):
            raise NotUnderstood("the template has no instruction")
        if self._wishes.passes_carry and self._carry in ("out", "inout"):
            raise NotUnderstood("it may pass a carry to another statement")
        if self._unwanted is not None:
            raise self._unwanted
        return self._program

    def _check(self) -> None:
        """Raises NotUnderstood for a statement that is refused whatever its instructions are."""
        if self._statement.is_goto:
            raise NotUnderstood("'asm goto' has no counterpart")
        if len(self._statement.operands) > MAX_OPERANDS:
            raise NotUnderstood("the statement has too many operands")

    def _check_text(self) -> None:
        for unknown in self._statement.unknown[:1]:
            what = "has several definitions" if unknown.is_defined else "is not defined"
            if unknown.name.startswith("#"):
                raise NotUnderstood(f"a part of its text is in another file: {unknown.name}")
            raise NotUnderstood(
                f"'{unknown.name}' in its text {what} in this file", self._statement.template.index(HOLE)
            )

    @property
    def _is_hint(self) -> bool:
        """Whether it only says something to ptxas: `.pragma "nounroll";`."""
        return not (self._program.steps or self._program.locals or self._program.operands)

    # Operands

    def _operands(self, names: TemplateNames) -> list[BoundRegister]:
        registers: list[BoundRegister] = []
        for index, operand in enumerate(self._statement.operands):
            letter = operand.letter
            if letter.isdecimal() and int(letter) < len(registers):
                register = registers[int(letter)]
                register.initial = index
            else:
                register = self._operand(index)
            registers.append(register)
            names.declare(f"%[{index}]", register)
            if operand.name:
                names.declare(f"%[{operand.name}]", register)
        return registers

    def _operand(self, index: int) -> BoundRegister:
        operand, expression = self._statement.operands[index], self._expressions[index]
        letter, is_open = operand.letter, HOLE in operand.letter
        if letter not in (*LETTERS, _CONSTANT) and (operand.is_output or not is_open):
            what = "is for 128 bits, and no such operand is translated" if letter == "q" else "is unknown"
            raise NotUnderstood(f'the constraint "{operand.constraint}" {what}')
        kind = ANY_ADDRESS if is_open else LETTERS.get(letter, UNTYPED)
        register = BoundRegister(self._name_of(index), kind, index, is_output=operand.is_output)
        if not operand.is_output or "+" in operand.constraint:
            register.initial = index
        if letter == _CONSTANT and expression.number is not None:
            register.number = Number(expression.spelling, expression.number)
        return register

    def _name_of(self, index: int) -> str:
        """After the expression, where that is one name."""
        text = to_text(self._expressions[index].text.strip())
        way = "out" if self._statement.operands[index].is_output else "in"
        return self._fresh(text if text.isidentifier() else f"{way}{index}")

    # Instructions

    def _resolve(self, scope: Block, names: TemplateNames) -> None:
        for item in scope.items:
            if isinstance(item, Label):
                names.label(item.name, len(self._labels))
                self._labels.append(self._fresh(item.name))
        for item in scope.items:
            if isinstance(item, Declaration):
                registers = names.declare_registers(item)
                for register in registers:
                    register.name = self._fresh(register.name)
                self._program.locals += registers
            elif isinstance(item, Label):
                self._program.steps.append(Target(self._label(names, item.name)))
            elif isinstance(item, Block):
                self._resolve(item, TemplateNames(names))
            elif isinstance(item, Instruction):
                self._program.steps.append(self._step(item, names))

    def _label(self, names: TemplateNames, name: str, offset: int = 0) -> str:
        number = names.target(name)
        if number is None:
            raise NotUnderstood("it jumps out of the statement", offset)
        return self._labels[number]

    def _step(self, item: Instruction, names: TemplateNames) -> Op | Jump:
        guard = names.guard(item.predicate, item.offset)
        if guard is not None:
            self._read(guard.register)
        if item.opcode in ("bra", "bra.uni"):
            target = item.operands[0] if len(item.operands) == 1 else None
            name = target.name if isinstance(target, Register) else ""
            return Jump(self._label(names, name, item.offset), guard)
        op = typed(item, names, guard)
        table = op.match.inputs[-1] if op.match.form.opcode == TABLE else None
        if isinstance(table, BoundRegister) and (value := self._expressions[table.index].constant) is not None:
            op.code = logic_tables.expression(value)
        self._account(op)
        return op

    # Who reads and who writes

    def _account(self, op: Op) -> None:
        form = op.match.form
        self._program.kind = self._program.kind.worse(form.kind)
        if form.kind is Class.APPROXIMATE and not self._wishes.approximate and self._unwanted is None:
            self._unwanted = NotWanted(f"'{form.opcode}' has no exact counterpart", op.offset)
        if form.group == _MATRICES and not self._wishes.matrices:
            raise NotUnderstood("--tensor-cores=translate would do it by shuffles", op.offset)
        if form.note:
            self._program.notes.append(form.note)
        read = [(leaf, times) for operand, times in op.reads() for leaf in leaves(operand)]
        op.read = tuple(leaf for leaf, _times in read if isinstance(leaf, Reg))
        op.written = tuple(_register(leaf) for operand in op.results for leaf in leaves(operand))
        for leaf, times in read:
            self._read(leaf, times)
        for register in op.written:
            self._write(register, is_guarded=op.guard is not None)
        if op.guard is not None:
            op.read = (op.guard.register, *op.read)
        if form.carry in ("in", "inout") and not self._carry:
            raise NotUnderstood("it uses a carry from another statement", op.offset)
        self._carry = form.carry or self._carry

    def _read(self, leaf: Meaning, times: int = 1) -> None:
        if isinstance(leaf, SpecialRegister):
            self._program.kind = self._program.kind.worse(leaf.kind)
            self._program.notes += [leaf.note] if leaf.note else []
            return
        register = _register(leaf)
        if not (register.reads or register.writes):
            self._program.read_first.add(register)
        register.reads += times

    def _write(self, register: Reg, *, is_guarded: bool) -> None:
        if isinstance(register, BoundRegister) and not register.is_output:
            raise NotUnderstood("it writes to an operand that is not an output")
        register.writes += 1
        register.is_guarded |= is_guarded


def _register(leaf: Meaning) -> Reg:
    return expected(Reg, leaf, "an operand has an unknown form")
