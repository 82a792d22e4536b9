"""A body with its names resolved: basic blocks of operations on registers, and who reads and writes these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cache

from hipify_py.records import dataclass
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.grammar import (
    Address,
    AddressOfParts,
    Declaration,
    Instruction,
    Label,
    Not,
    NotUnderstood,
    Operand,
    Pair,
    Parameter,
    Part,
    Register,
    Vector,
)
from hipify_py.subjects.ptx.module.syntax import Block as Scoped
from hipify_py.subjects.ptx.module.syntax import BodyItem, Call, Location, Signature, Targets, Variable
from hipify_py.subjects.ptx.registers import SPECIAL, SpecialRegister, refusal
from hipify_py.subjects.ptx.registers import find as find_special
from hipify_py.subjects.ptx.types import PREDICATE, Held, held

_JUMPS = ("bra", "bra.uni")
RETURNS = ("ret", "ret.uni", "exit")


class Reg:
    """A register of a function."""

    __slots__ = ("definition", "held", "is_guarded", "name", "reads", "type", "writes")

    def __init__(self, name: str, type: str, kind: Held) -> None:
        self.name = name
        self.type = type
        self.held = kind
        self.reads = 0
        self.writes = 0
        self.is_guarded = False
        self.definition: Op | None = None  # the last one

    def __repr__(self) -> str:
        return self.name

    @property
    def is_single(self) -> bool:
        """Whether it has one value in each turn: it is written at one place, whatever the condition."""
        return self.writes == 1 and not self.is_guarded


Named = Reg | Variable | SpecialRegister | str  # a str is the name of something outside of the function


@dataclass(eq=False)
class Guard:
    register: Reg
    is_negated: bool


@dataclass(eq=False)
class Op:
    """An instruction or a call, with what its names mean."""

    item: Instruction | Call
    names: Names
    guard: Guard | None
    block: int = 0
    place: int = 0  # in its block
    written: tuple[Reg, ...] = ()
    read: tuple[Reg, ...] = ()
    opcode: str = "call"
    operands: tuple[Operand, ...] = ()
    location: Location | None = None  # in the source that the module was compiled from

    def __post_init__(self) -> None:
        item = self.item
        if isinstance(item, Instruction):
            self.opcode, self.operands = forms.spelled(item.opcode), item.operands
        else:
            self.operands = (*item.returns, *item.arguments)

    @property
    def addresses(self) -> list[Address]:
        return [operand for operand in self.operands if isinstance(operand, Address)]

    def named(self, operand: Operand | None) -> Named | None:
        """What an operand names; None for one that is no name."""
        return self.names.find(operand.name) if isinstance(operand, Register) else None


@dataclass(eq=False)
class Basic:
    """A basic block: what it does, and where it goes on. With a guard the first target is where it holds; with a
    selector there are any number."""

    ops: list[Op] = field(default_factory=list)
    targets: tuple[int, ...] = ()
    guard: Guard | None = None
    selector: Reg | None = None

    @property
    def asked(self) -> tuple[Reg, ...]:
        """The register that decides where it goes on, if one does."""
        if self.guard is not None:
            return (self.guard.register,)
        return (self.selector,) if self.selector is not None else ()


@dataclass(eq=False)
class Body:
    blocks: list[Basic]
    registers: list[Reg]
    variables: list[Variable]
    prototypes: Mapping[str, Signature]
    names: Names


class Names:
    """What names mean within braces, which may be within others. Labels have names of their own."""

    __slots__ = ("_around", "_labels", "_own")

    def __init__(self, around: Names | None = None) -> None:
        self._around = around
        self._own: dict[str, Named] = {}
        self._labels: dict[str, int] = {}

    def label(self, name: str, block: int) -> None:
        """Raises NotUnderstood for a second label of the same name."""
        if self._labels.setdefault(name, block) != block:
            raise NotUnderstood(f"there are two labels '{name}'")

    def target(self, name: str) -> int:
        """The block that a label stands before. Raises NotUnderstood if there is none."""
        names: Names | None = self
        while names is not None:
            if name in names._labels:
                return names._labels[name]
            names = names._around
        raise NotUnderstood(f"there is no label '{name}'")

    def declare(self, name: str, what: Named) -> None:
        self._own[name] = what

    def find(self, name: str) -> Named:
        """What is found is kept, as all names are asked for again and again."""
        found = self._own.get(name)
        names = self._around
        while found is None and names is not None:
            found = names._own.get(name)
            names = names._around
        if found is None:
            found = self._outside(name)
        self._own[name] = found
        return found

    def _outside(self, name: str) -> Named:
        special = find_special(name.lstrip("%"))
        if special is not None and name.startswith("%"):
            return special
        if SPECIAL.fullmatch(name):
            raise NotUnderstood(refusal(name))
        if name.startswith("%"):
            raise NotUnderstood(f"'{name}' is not declared")
        return name

    def registers(self, operands: Iterable[Operand]) -> list[Reg]:
        """The registers that operands name."""
        found: list[Reg] = []
        for operand in operands:
            if isinstance(operand, Register):
                named = self.find(operand.name)
                if isinstance(named, Reg):
                    found.append(named)
            elif (parts := _parts(operand)) is not None:
                found += self.registers(parts)
        return found


def _parts(operand: Operand) -> Sequence[Operand] | None:
    """What may name registers in an operand that is no name itself."""
    if isinstance(operand, Address):
        return (operand.base,)
    if isinstance(operand, (Vector, AddressOfParts)):
        return operand.parts
    if isinstance(operand, Pair):
        return operand.first, operand.second
    if isinstance(operand, (Not, Part)):
        return (operand.operand,)
    if isinstance(operand, Parameter):
        raise NotUnderstood("an operand of inline assembler in a module")
    return None


def resolved(items: Sequence[BodyItem], parameters: Sequence[Variable], outside: Names | None = None) -> Body:
    """Raises NotUnderstood for what a function of C++ cannot be made of."""
    return _Resolver(parameters, outside).body(items)


class _Resolver:
    def __init__(self, parameters: Sequence[Variable], outside: Names | None) -> None:
        self._names = Names(outside)
        self._registers: list[Reg] = []
        self._variables: list[Variable] = []
        self._prototypes: dict[str, Signature] = {}
        self._targets: dict[str, Targets] = {}
        self._blocks = [Basic()]
        self._location: Location | None = None
        self._taken = {parameter.name for parameter in parameters}
        self._counts: dict[str, int] = {}  # how often a variable of a name was declared
        self._open = True  # whether the last block goes on
        self._jumps: list[tuple[Basic, tuple[str, ...], int, Names]] = []
        for parameter in parameters:
            self._names.declare(parameter.name, parameter)

    def body(self, items: Sequence[BodyItem]) -> Body:
        self._read(items, self._names)
        if self._blocks[-1].targets == () and self._open:
            self._open = False
        for block, labels, following, names in self._jumps:
            targets = tuple(map(names.target, labels))
            block.targets = (*targets, following) if following >= 0 else targets
        end = len(self._blocks)
        for block in self._blocks:
            block.targets = tuple(min(each, end) for each in block.targets)
        if any(end in block.targets for block in self._blocks):
            self._blocks.append(Basic())
        for number in self._reached():
            block = self._blocks[number]
            for place, op in enumerate(block.ops):
                self._account(op, number, place)
            for register in block.asked:
                register.reads += 1
        return Body(self._blocks, self._registers, self._variables, self._prototypes, self._names)

    def _reached(self) -> list[int]:
        """The blocks that control can get to: what others read and write nobody asks for."""
        seen, waiting = {0}, [0]
        while waiting:
            new = set(self._blocks[waiting.pop()].targets) - seen
            seen |= new
            waiting += new
        return sorted(seen)

    def _read(self, items: Sequence[BodyItem], names: Names) -> None:
        for item in items:
            if isinstance(item, Declaration):
                for name in item.names:
                    self._declare(names, item, name)
            elif isinstance(item, (Instruction, Call)):
                self._do(item, names)
            elif isinstance(item, Label):
                self._begin(is_named=True)
                names.label(item.name, len(self._blocks) - 1)
            elif isinstance(item, Scoped):
                self._read(item.items, Names(names))
            elif isinstance(item, Variable):
                variable = self._renamed(item) if item.space != "param" else item
                names.declare(item.name, variable)
                self._variables.append(variable)
            elif isinstance(item, Targets):
                if self._targets.setdefault(item.label, item) is not item:
                    raise NotUnderstood(f"there are two lists of labels '{item.label}'")
            elif isinstance(item, Signature):
                if self._prototypes.setdefault(item.name, item) != item:
                    raise NotUnderstood(f"there are two prototypes '{item.name}'")
            elif isinstance(item, Location):
                self._location = item

    def _renamed(self, variable: Variable) -> Variable:
        """With a name that no other variable of the function has, whatever braces it stands in."""
        name, count = variable.name, self._counts.get(variable.name, 1)
        while name in self._taken:
            count += 1
            name = f"{variable.name}_{count}"
        self._counts[variable.name] = count
        self._taken.add(name)
        return replace(variable, name=name)

    def _declare(self, names: Names, item: Declaration, name: str) -> None:
        if not item.lanes:
            self._register(names, name, item.type)
            return
        for first, second in zip("xyzw"[: item.lanes], "rgba", strict=False):
            register = self._register(names, f"{name}.{first}", item.type)
            names.declare(f"{name}.{second}", register)

    def _register(self, names: Names, name: str, type: str) -> Reg:
        kind = held(type)
        if kind is None:
            raise NotUnderstood(f"registers of type .{type} have no counterpart")
        register = Reg(name, type, kind)
        names.declare(name, register)
        self._registers.append(register)
        return register

    # Blocks

    def _begin(self, *, is_named: bool = False) -> None:
        last = self._blocks[-1]
        if self._open and (last.ops or is_named):
            last.targets = (len(self._blocks),)
        if last.ops or not self._open or last.targets:
            self._blocks.append(Basic())
        self._open = True

    def _close(self) -> None:
        self._open = False

    def _do(self, item: Instruction | Call, names: Names) -> None:
        if not self._open:
            self._begin()
        block = self._blocks[-1]
        guard = self._guard(item, names)
        opcode = item.opcode if isinstance(item, Instruction) else "call"
        if isinstance(item, Instruction) and opcode in _JUMPS:
            self._jump(block, guard, (_label(item),), names)
        elif isinstance(item, Instruction) and opcode in RETURNS:
            self._leave(item, block, guard)
        elif isinstance(item, Instruction) and opcode in ("brx.idx", "brx.idx.uni"):
            self._switch(item, names, block, guard)
        else:
            block.ops.append(Op(item, names, guard, location=self._location))

    def _guard(self, item: Instruction | Call, names: Names) -> Guard | None:
        if item.predicate is None:
            return None
        operand = item.predicate.operand
        found = names.find(operand.name) if isinstance(operand, Register) else None
        if not isinstance(found, Reg) or found.held != PREDICATE:
            raise NotUnderstood("its guard is not a predicate", item.offset)
        return Guard(found, item.predicate.negated)

    def _jump(self, block: Basic, guard: Guard | None, labels: tuple[str, ...], names: Names) -> None:
        block.guard = guard
        self._jumps.append((block, labels, len(self._blocks) if guard is not None else -1, names))
        self._close()

    def _leave(self, item: Instruction, block: Basic, guard: Guard | None) -> None:
        # What `exit` means depends on the function.
        last = [Op(item, self._names, None)] if item.opcode == "exit" else []
        if guard is None:
            block.ops += last
            self._close()
            return
        block.guard = guard
        number = len(self._blocks)
        self._blocks += [Basic(last), Basic()]
        block.targets = (number, number + 1)

    def _switch(self, item: Instruction, names: Names, block: Basic, guard: Guard | None) -> None:
        index, table = item.operands if len(item.operands) == 2 else (None, None)
        selector = names.find(index.name) if isinstance(index, Register) else None
        targets = self._targets.get(table.name) if isinstance(table, Register) else None
        if guard is not None or not isinstance(selector, Reg) or targets is None:
            raise NotUnderstood("it jumps to one of several labels in a way that is not understood", item.offset)
        block.selector = selector
        self._jumps.append((block, targets.names, -1, names))
        self._close()

    # Registers

    def _account(self, op: Op, block: int, place: int) -> None:
        op.block, op.place = block, place
        if isinstance(op.item, Call):
            outputs: Sequence[Operand] = op.item.returns
            inputs: Sequence[Operand] = (*op.item.arguments, op.item.target)
        else:
            outputs, inputs = _sides(op.item)
        op.written = tuple(op.names.registers(outputs))
        read = op.names.registers(inputs)
        op.read = tuple(read if op.guard is None else [*read, op.guard.register])
        for register in op.written:
            register.writes += 1
            register.is_guarded = register.is_guarded or op.guard is not None
            register.definition = op
        for register in op.read:
            register.reads += 1


def _label(item: Instruction) -> str:
    target = item.operands[0] if len(item.operands) == 1 else None
    if not isinstance(target, Register):
        raise NotUnderstood("it jumps to no label", item.offset)
    return target.name


def _sides(item: Instruction) -> tuple[Sequence[Operand], Sequence[Operand]]:
    """What an instruction writes, and what it reads."""
    count = outputs_of(item.opcode)
    return item.operands[:count], item.operands[count:]


_NO_RESULT = frozenset(
    ("st", "red", "bar", "barrier", "membar", "fence", "prefetch", "prefetchu", "trap", "brkpt", "nanosleep", "exit",
     "stmatrix", "sust", "sured", "discard", "applypriority", "multimem", "pmevent", "griddepcontrol", "setmaxnreg")
)  # fmt: skip


@cache
def outputs_of(opcode: str) -> int:
    """How many operands of an instruction are its results."""
    if opcode.startswith(("ld.param", "mov", "cvta", "add", "ld.")):
        return 1
    found = forms.find(opcode)
    if found:
        return len(found[0].outputs)
    return 0 if opcode.partition(".")[0] in _NO_RESULT else 1
