"""A template with its names resolved: which register each operand is, and who reads and writes it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace

from hipify_py.file.assembler import HOLE, Statement
from hipify_py.helpers import NAMESPACE
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx import logic_tables
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.expressions import Expression
from hipify_py.subjects.ptx.grammar import (
    Address,
    Declaration,
    Instruction,
    Label,
    Not,
    NotUnderstood,
    Operand,
    Parameter,
    Part,
    Predicate,
    Register,
    Scope,
    Vector,
    parse,
)
from hipify_py.subjects.ptx.match import Match, match
from hipify_py.subjects.ptx.registers import SPECIAL, SpecialRegister, refusal
from hipify_py.subjects.ptx.registers import find as find_special
from hipify_py.subjects.ptx.result import MAX_OPERANDS, Class
from hipify_py.subjects.ptx.types import PREDICATE, Held, held
from hipify_py.texts import to_bytes, to_text

_PREFIX = "ptx_"
_MATRICES = "Matrices"  # the group of their instructions
LETTERS = {
    "h": Held("uint16_t", 16),
    "r": Held("uint32_t", 32),
    "l": Held("uint64_t", 64),
    "f": Held("float", 32, True),
    "d": Held("double", 64, True),
}
_CONSTANT = "n"
_TABLE = "lop3.b32"
_MOVE_OF_FOUR = "mov.v4.u32"
_WITH_AXES = ("tid", "ntid", "ctaid", "nctaid")
# What a macro of another file names the register of: an address takes any, and nothing else does.
ANY_ADDRESS = Held(f"{NAMESPACE}address", 0)
_NO_NAME = pattern(r"\W", re.ASCII)


@dataclass(eq=False)
class Cell:
    """A register of the template: one that it declares, or an operand of the statement."""

    name: str
    held: Held | None
    index: int | None = None  # of the operand
    is_output: bool = False
    initial: int | None = None  # the operand whose value it has at the beginning
    reads: int = 0
    writes: int = 0
    guarded: bool = False  # whether anything is written to it under a condition
    first: str = ""  # whether it is read or written first
    declared: bool = False

    @property
    def is_operand(self) -> bool:
        return self.index is not None


@dataclass(frozen=True)
class Registers:
    """What names mean at one place of a template; parameters are known by number and by name."""

    parameters: Mapping[str, Cell]
    declared: Mapping[str, Cell]

    def cell(self, operand: Operand) -> Cell:
        if isinstance(operand, Register) and operand.name in self.declared:
            return self.declared[operand.name]
        if isinstance(operand, Parameter) and operand.name in self.parameters:
            return self.parameters[operand.name]
        if isinstance(operand, Parameter):
            raise NotUnderstood(f"there is no operand %{operand.name}")
        raise NotUnderstood("an operand has an unknown form")

    def special(self, operand: Operand) -> SpecialRegister | None:
        """The special register that an operand is; one that we do not know cannot be translated."""
        if not isinstance(operand, Register) or operand.name in self.declared:
            return None
        special = find_special(operand.name.lstrip("%"))
        if special is None:
            if SPECIAL.fullmatch(operand.name):
                raise NotUnderstood(refusal(operand.name))
            raise NotUnderstood(f"'{operand.name}' is not declared in the statement")
        return special

    def held(self, operand: Operand) -> Held | None:
        special = self.special(operand)
        return held(special.type) if special else self.cell(operand).held


@dataclass(frozen=True)
class Step:
    """An instruction whose registers are known, and the expression of its result where it needs no function."""

    found: Match
    registers: Registers
    predicate: Predicate | None
    code: str

    @property
    def may_touch_memory(self) -> bool:
        """Whether it may do more than compute."""
        form = self.found.form
        return form.test != "value" or form.ordered or form.waits

    @property
    def is_value(self) -> bool:
        """Whether all that it does is one value of its operands."""
        return not (self.may_touch_memory or self.found.form.carry or self.found.pair)

    def reads(self) -> Iterator[tuple[Operand, int]]:
        """What it reads beside its guard, and how often: the expression may leave something out."""
        for wanted, operand in zip(self.found.form.inputs, self.found.inputs, strict=False):
            if times := self.code.count(f"{{{wanted.name}}}") if self.code else 1:
                yield operand, times


@dataclass(frozen=True)
class Jump:
    label: str
    registers: Registers
    predicate: Predicate | None


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

    operands: list[Cell]
    steps: list[Step | Jump | Target] = field(default_factory=list)
    locals: list[Cell] = field(default_factory=list)
    kind: Class = Class.EXACT
    notes: list[str] = field(default_factory=list)

    @property
    def jumps(self) -> bool:
        return any(isinstance(step, (Jump, Target)) for step in self.steps)

    @property
    def instructions(self) -> list[Step]:
        return [step for step in self.steps if isinstance(step, Step)]


class Names:
    """Names for locals that nothing in the file has."""

    def __init__(self, taken: Collection[bytes]) -> None:
        self._taken = taken
        self._given: set[str] = set()

    def fresh(self, hint: str) -> str:
        name = base = _PREFIX + (_NO_NAME.sub("_", hint.lstrip("%$")) or "r")
        count = 1
        while name in self._given or to_bytes(name) in self._taken:
            count += 1
            name = f"{base}_{count}"
        self._given.add(name)
        return name


def resolve(statement: Statement, expressions: Sequence[Expression], wishes: Wishes, names: Names) -> Program:
    """Raises NotUnderstood for a statement that cannot be translated, NotWanted for one that should not be."""
    return _Resolver(statement, expressions, wishes, names).program()


class _Resolver:
    def __init__(self, statement: Statement, expressions: Sequence[Expression], wishes: Wishes, names: Names) -> None:
        self._statement = statement
        self._expressions = expressions
        self._wishes = wishes
        self._fresh = names.fresh
        self._carry = ""
        self._vectors: dict[str, Vector] = {}
        self._unwanted: NotWanted | None = None  # said only of what could be translated

    def program(self) -> Program:
        if self._statement.is_goto:
            raise NotUnderstood("'asm goto' has no counterpart")
        if len(self._statement.operands) > MAX_OPERANDS:
            raise NotUnderstood("the statement has too many operands")
        self._operands = self._cells_of_operands()
        self._program = Program(self._operands)
        numbered = {str(index): cell for index, cell in enumerate(self._operands)}
        named = zip((operand.name for operand in self._statement.operands), self._operands, strict=True)
        constants = zip(numbered, self._statement.operands, self._expressions, strict=True)
        self._constants = {
            name: Number(expression.spelling, expression.number)
            for name, operand, expression in constants
            if operand.letter == _CONSTANT and expression.number is not None
        }
        self._parameters = {**numbered, **{name: cell for name, cell in named if name}}
        for unknown in self._statement.unknown[:1]:
            what = "has several definitions" if unknown.is_defined else "is not defined"
            if unknown.name.startswith("#"):
                raise NotUnderstood(f"a part of its text is in another file: {unknown.name}")
            raise NotUnderstood(
                f"'{unknown.name}' in its text {what} in this file", self._statement.template.index(HOLE)
            )
        self._resolve(parse(self._statement.template), {}, {})
        if not (self._program.instructions or self._is_hint):
            raise NotUnderstood("the template has no instruction")
        if self._wishes.passes_carry and self._carry in ("out", "inout"):
            raise NotUnderstood("it may pass a carry to another statement")
        if self._unwanted is not None:
            raise self._unwanted
        return self._program

    @property
    def _is_hint(self) -> bool:
        """Whether it only says something to ptxas: `.pragma "nounroll";`."""
        return not (self._program.steps or self._program.locals or self._operands)

    # Operands

    def _cells_of_operands(self) -> list[Cell]:
        cells: list[Cell] = []
        for index, operand in enumerate(self._statement.operands):
            letter = operand.letter
            if letter.isdecimal() and int(letter) < len(cells):
                cells[int(letter)].initial = index
                cells.append(cells[int(letter)])
                continue
            kind = LETTERS.get(letter)
            if kind is None and letter != _CONSTANT and (operand.is_output or HOLE not in letter):
                what = "is for 128 bits, and no such operand is translated" if letter == "q" else "is unknown"
                raise NotUnderstood(f'the constraint "{operand.constraint}" {what}')
            if HOLE in letter:
                kind = ANY_ADDRESS
            cell = Cell(self._name_of(index), kind, index, operand.is_output)
            if not operand.is_output or "+" in operand.constraint:
                cell.initial = index
            cells.append(cell)
        return cells

    def _name_of(self, index: int) -> str:
        """After the expression, where that is one name."""
        text = to_text(self._expressions[index].text.strip())
        way = "out" if self._statement.operands[index].is_output else "in"
        return self._fresh(text if text.isidentifier() else f"{way}{index}")

    # Names of the template

    def _resolve(self, scope: Scope, around: Mapping[str, Cell], labels: Mapping[str, str]) -> None:
        declared = dict(around)
        labels = {**labels, **{item.name: self._fresh(item.name) for item in scope.items if isinstance(item, Label)}}
        for item in scope.items:
            if isinstance(item, Declaration):
                for name in item.names:
                    declared |= self._lanes(item, name) if item.lanes else {name: self._declared(item, name)}
            elif isinstance(item, Label):
                self._program.steps.append(Target(labels[item.name]))
            elif isinstance(item, Scope):
                self._resolve(item, declared, labels)
            else:
                self._program.steps.append(self._step(item, Registers(self._parameters, dict(declared)), labels))

    def _declared(self, item: Declaration, name: str) -> Cell:
        kind = held(item.type)
        if kind is None:
            raise NotUnderstood(f"registers of type .{item.type} have no counterpart")
        cell = Cell(self._fresh(name), kind)
        self._program.locals.append(cell)
        return cell

    def _step(self, found: Instruction, registers: Registers, labels: Mapping[str, str]) -> Step | Jump:
        if found.predicate is not None:
            if registers.held(found.predicate.operand) != PREDICATE:
                raise NotUnderstood("its guard is not a predicate", found.offset)
            self._read(registers, found.predicate.operand)
        if found.opcode in ("bra", "bra.uni"):
            target = found.operands[0] if len(found.operands) == 1 else None
            if not isinstance(target, Register) or target.name not in labels:
                raise NotUnderstood("it jumps out of the statement", found.offset)
            return Jump(labels[target.name], registers, found.predicate)
        if any(isinstance(operand, Part) for operand in found.operands):
            # On an H200 most of them do something else than the manual says, so neither can be relied on.
            raise NotUnderstood("it has 16-bit or 8-bit operands", found.offset)
        found = replace(found, operands=tuple(map(self._with_constants, found.operands)))
        if found.opcode == _MOVE_OF_FOUR and isinstance(found.operands[-1], Register):
            found = replace(found, operands=(*found.operands[:-1], _of_axes(found.operands[-1])))
        matched = match(found, registers.held)
        step = Step(matched, registers, found.predicate, self._code(matched))
        self._account(step)
        return step

    def _code(self, found: Match) -> str:
        """The expression that an instruction is; `lop3` is one by its table, where that is known."""
        table = found.inputs[-1] if found.form.opcode == _TABLE else None
        value = table.value if isinstance(table, Number) else None
        if isinstance(table, Parameter):
            value = self._expressions[self._parameters[table.name].index or 0].constant
        return found.form.code if value is None else logic_tables.expression(int(value))

    def _with_constants(self, operand: Operand) -> Operand:
        """The operand with the numbers that its constants are, where these are numbers in the source."""
        if isinstance(operand, Register) and operand.name in self._vectors:
            return self._vectors[operand.name]
        if isinstance(operand, Parameter):
            return self._constants.get(operand.name, operand)
        if isinstance(operand, Vector):
            return Vector(tuple(map(self._with_constants, operand.parts)))
        return operand

    def _lanes(self, item: Declaration, name: str) -> dict[str, Cell]:
        """The registers of a vector, by both ways to name them."""
        cells = [self._declared(item, f"{name}.{axis}") for axis in "xyzw"[: item.lanes]]
        self._vectors[name] = Vector(tuple(Register(f"{name}.{axis}") for axis in "xyzw"[: item.lanes]))
        ways = (f"{name}.{axis}" for axes in ("xyzw", "rgba") for axis in axes[: item.lanes])
        return dict(zip(ways, cells * 2, strict=True))

    # Who reads and who writes

    def _account(self, step: Step) -> None:
        form = step.found.form
        self._program.kind = self._program.kind.worse(form.kind)
        if form.kind is Class.APPROXIMATE and not self._wishes.approximate and self._unwanted is None:
            self._unwanted = NotWanted(f"'{form.opcode}' has no exact counterpart", step.found.instruction.offset)
        if form.group == _MATRICES and not self._wishes.matrices:
            raise NotUnderstood("--tensor-cores=translate would do it by shuffles", step.found.instruction.offset)
        if form.note:
            self._program.notes.append(form.note)
        for operand, times in step.reads():
            self._read(step.registers, operand, times)
        for operand in (*step.found.outputs, *([step.found.pair] if step.found.pair else [])):
            self._write(step.registers, operand, guarded=step.predicate is not None)
        if form.carry in ("in", "inout") and not self._carry:
            raise NotUnderstood("it uses a carry from another statement", step.found.instruction.offset)
        self._carry = form.carry or self._carry

    def _read(self, registers: Registers, operand: Operand, times: int = 1) -> None:
        for part in leaves(operand):
            if (special := registers.special(part)) is not None:
                self._program.kind = self._program.kind.worse(special.kind)
                self._program.notes += [special.note] if special.note else []
                continue
            cell = registers.cell(part)
            cell.reads += times
            cell.first = cell.first or "read"

    def _write(self, registers: Registers, operand: Operand, *, guarded: bool) -> None:
        for part in leaves(operand):
            cell = registers.cell(part)
            if cell.is_operand and not cell.is_output:
                raise NotUnderstood("it writes to an operand that is not an output")
            cell.writes += 1
            cell.guarded |= guarded
            cell.first = cell.first or "write"


def _of_axes(operand: Register) -> Operand:
    """`%tid` as its numbers along the axes, of which the fourth is always 0."""
    if operand.name.lstrip("%") not in _WITH_AXES:
        raise NotUnderstood(f"'{operand.name}' has no counterpart")
    return Vector((*(Register(f"{operand.name}.{axis}") for axis in "xyz"), Number("0", 0)))


def leaves(operand: Operand) -> Iterator[Operand]:
    """The registers in an operand."""
    if isinstance(operand, Vector):
        for part in operand.parts:
            yield from leaves(part)
    elif isinstance(operand, Address):
        yield from leaves(operand.base)
        yield from [operand.constant] if operand.constant is not None else []
    elif isinstance(operand, Not):
        yield from leaves(operand.operand)
    elif isinstance(operand, (Register, Parameter)):
        yield operand
