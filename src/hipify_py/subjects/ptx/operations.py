"""Instructions whose operands are known: which register, variable or number each name means, and which form of the
tables an instruction is. Statements and modules are made of the same ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hipify_py.records import dataclass
from hipify_py.subjects.ptx import forms, logic_tables
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.forms import FormOperand
from hipify_py.subjects.ptx.grammar import (
    Address,
    AddressOfParts,
    Call,
    Declaration,
    Displaced,
    Instruction,
    Location,
    Meaning,
    Not,
    NotUnderstood,
    Operand,
    Pair,
    Parameter,
    Part,
    Predicate,
    Register,
    Vector,
)
from hipify_py.subjects.ptx.match import Match, match
from hipify_py.subjects.ptx.registers import SPECIAL, Reg, refusal
from hipify_py.subjects.ptx.registers import find as find_special
from hipify_py.subjects.ptx.types import PREDICATE, cpp_type

_AXES = ("xyzw", "rgba")
_WITH_AXES = ("tid", "ntid", "ctaid", "nctaid")
TABLE = "lop3.b32"
NO_MATCH = Match(forms.NO_FORM, (), None, ())


@dataclass(frozen=True)
class External(Meaning):
    """The name of something outside of the function."""

    name: str


@dataclass(eq=False)
class Guard:
    """`@p`, `@!p`"""

    register: Reg
    is_negated: bool


@dataclass(eq=False)
class Op:
    """An instruction or a call, with what its operands mean. `match` is what the tables say of it; some instructions
    are those of functions alone, which no table has. `code` is the expression of its result, where it needs no
    function."""

    opcode: str  # with its modifiers in the order of the tables
    operands: tuple[Operand, ...]
    guard: Guard | None = None
    offset: int = 0
    match: Match = NO_MATCH
    code: str = ""
    block: int = 0
    place: int = 0  # in its block
    written: tuple[Reg, ...] = ()
    read: tuple[Reg, ...] = ()
    call: Call | None = None
    location: Location | None = None  # in the source that a module was compiled from

    @property
    def addresses(self) -> list[Address]:
        return [operand for operand in self.operands if isinstance(operand, Address)]

    @property
    def results(self) -> Iterator[Operand]:
        """What it writes, with the second result."""
        yield from self.match.outputs
        if self.match.pair is not None:
            yield self.match.pair

    def arguments(self) -> Iterator[tuple[FormOperand, Operand]]:
        """The inputs that its expression names, or all that a call takes."""
        for wanted, operand in zip(self.match.form.inputs, self.match.inputs, strict=False):
            if wanted.literal is None and (not self.code or f"{{{wanted.name}}}" in self.code):
                yield wanted, operand

    def reads(self) -> Iterator[tuple[Operand, int]]:
        """What it reads beside its guard, and how often: the expression may leave something out."""
        for wanted, operand in zip(self.match.form.inputs, self.match.inputs, strict=False):
            if times := self.code.count(f"{{{wanted.name}}}") if self.code else 1:
                yield operand, times

    @property
    def may_touch_memory(self) -> bool:
        """Whether it may do more than compute."""
        form = self.match.form
        return form.test != "value" or form.ordered or form.waits

    @property
    def is_value(self) -> bool:
        """Whether all that it does is one value of its operands."""
        return not (self.may_touch_memory or self.match.form.carry or self.match.pair)


def typed(item: Instruction, names: Names, guard: Guard | None = None) -> Op:
    """An instruction of the tables. Raises NotUnderstood if no form takes its operands."""
    if any(isinstance(operand, Part) for operand in item.operands):
        # On an H200 most of them do something else than the manual says, so neither can be relied on.
        raise NotUnderstood("it has 16-bit or 8-bit operands", item.offset)
    if not forms.find(item.opcode):
        raise NotUnderstood(f"'{item.opcode}' has no translation", item.offset)
    operands = tuple(map(names.operand, item.operands))
    found = match(item.opcode, operands, item.offset)
    table = found.inputs[-1] if found.form.opcode == TABLE else None
    code = logic_tables.expression(int(table.value)) if isinstance(table, Number) else found.form.code
    return Op(found.form.opcode, operands, guard, item.offset, found, code)


def leaves(operand: Operand) -> list[Meaning]:
    """The registers in an operand, and other things with names."""
    if isinstance(operand, Meaning):
        return [operand]
    if isinstance(operand, (Vector, AddressOfParts)):
        return [leaf for part in operand.parts for leaf in leaves(part)]
    if isinstance(operand, Address):
        return leaves(operand.base) if operand.constant is None else [*leaves(operand.base), *leaves(operand.constant)]
    if isinstance(operand, Pair):
        return [*leaves(operand.first), *leaves(operand.second)]
    return leaves(operand.operand) if isinstance(operand, Not) else []


def registers_in(operands: Iterable[Operand]) -> list[Reg]:
    return [leaf for operand in operands for leaf in leaves(operand) if isinstance(leaf, Reg)]


class Names:
    """What names mean within braces, which may be within others. Labels have names of their own."""

    __slots__ = ("_around", "_found", "_labels", "_own")

    def __init__(self, around: Names | None = None) -> None:
        self._around = around
        self._own: dict[str, Operand] = {}
        self._found: dict[str, Operand] = {}  # further out
        self._labels: dict[str, int] = {}

    def label(self, name: str, number: int) -> None:
        """Raises NotUnderstood for a second label of the same name."""
        if self._labels.setdefault(name, number) != number:
            raise NotUnderstood(f"there are two labels '{name}'")

    def target(self, name: str) -> int | None:
        """The number that a label was given."""
        names: Names | None = self
        while names is not None:
            if name in names._labels:
                return names._labels[name]
            names = names._around
        return None

    def declare(self, name: str, what: Operand) -> None:
        self._own[name] = what

    def declare_registers(self, item: Declaration) -> list[Reg]:
        """New registers for the names of a declaration; a name of a vector stands for all of its lanes."""
        kind = cpp_type(item.type)
        if kind is None:
            raise NotUnderstood(f"registers of type .{item.type} have no counterpart")
        found: list[Reg] = []
        for name in item.names:
            axes = [f".{axis}" for axis in _AXES[0][: item.lanes]] or [""]
            if name in self._own:
                raise NotUnderstood(f"'{name}' is declared twice")
            lanes = [Reg(f"{name}{axis}", kind) for axis in axes]
            self._own[name] = Vector(tuple(lanes)) if item.lanes else lanes[0]
            if item.lanes:
                self._own |= {f"{name}.{axis}": lane for axes in _AXES for axis, lane in zip(axes, lanes, strict=False)}
            found += lanes
        return found

    def find(self, name: str) -> Operand:
        """What is found further out is kept, as all names are asked for again and again."""
        found = self._own.get(name) or self._found.get(name)
        if found is None:
            found = self._found[name] = self._around.find(name) if self._around is not None else self._outside(name)
        return found

    def _outside(self, name: str) -> Operand:
        """What a name means that nothing declares. Raises NotUnderstood for a register."""
        if not name.startswith("%"):
            return External(name)
        return special(name) or self._undeclared(name)

    def _undeclared(self, name: str) -> Operand:
        raise NotUnderstood(f"'{name}' is not declared")

    def operand(self, operand: Operand) -> Operand:
        """An operand of an instruction with what its names mean in their places."""
        return self.meaning(operand)

    def meaning(self, operand: Operand) -> Operand:
        if isinstance(operand, Register):
            return self.find(operand.name)
        if isinstance(operand, Address):
            constant = operand.constant
            return Address(self.meaning(operand.base), operand.offset, self.meaning(constant) if constant else None)
        if isinstance(operand, (Vector, AddressOfParts)):
            return type(operand)(tuple(map(self.meaning, operand.parts)))
        if isinstance(operand, Pair):
            return Pair(self.meaning(operand.first), self.meaning(operand.second))
        if isinstance(operand, Not):
            return Not(self.meaning(operand.operand))
        if isinstance(operand, Displaced):
            return Displaced(self.meaning(operand.base), operand.offset)
        return self.find(f"%[{operand.name}]") if isinstance(operand, Parameter) else operand

    def guard(self, predicate: Predicate | None, offset: int) -> Guard | None:
        if predicate is None:
            return None
        found = self.meaning(predicate.operand)
        if not isinstance(found, Reg) or found.cpp_type != PREDICATE:
            raise NotUnderstood("its guard is not a predicate", offset)
        return Guard(found, predicate.negated)


def special(name: str) -> Operand | None:
    """The special register of a name, or the lanes of one. Raises NotUnderstood for one without a counterpart."""
    plain = name.lstrip("%")
    if plain in _WITH_AXES:  # the fourth lane is always 0
        return Vector((*filter(None, (find_special(f"{plain}.{axis}") for axis in "xyz")), Number("0", 0)))
    if (found := find_special(plain)) is not None:
        return found
    if SPECIAL.fullmatch(name):
        raise NotUnderstood(refusal(name))
    return None
