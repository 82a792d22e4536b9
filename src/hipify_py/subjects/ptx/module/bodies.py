"""A body with its names resolved: basic blocks of operations on registers, and who reads and writes these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace

from hipify_py.records import dataclass
from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.grammar import (
    Block,
    Call,
    Declaration,
    Instruction,
    Item,
    Label,
    Location,
    NotUnderstood,
    Operand,
    Register,
)
from hipify_py.subjects.ptx.module import plain
from hipify_py.subjects.ptx.module.opcodes import FETCH
from hipify_py.subjects.ptx.module.syntax import Signature, Targets, Variable
from hipify_py.subjects.ptx.operations import NO_MATCH, Guard, Names, Op, registers_in, typed
from hipify_py.subjects.ptx.registers import Reg

_JUMPS = ("bra", "bra.uni")
RETURNS = ("ret", "ret.uni", "exit")
_SWITCHES = ("brx.idx", "brx.idx.uni")
# Why some have no translation, where that is worth saying.
_BY_FORMAT = "HIP reads and writes surfaces by the format of their array, and PTX as bits"
_WITHOUT = {"suld": _BY_FORMAT, "sust": _BY_FORMAT, "sured": _BY_FORMAT}


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


def resolved(items: Sequence[Item], parameters: Sequence[Variable], outside: Names | None = None) -> Body:
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

    def body(self, items: Sequence[Item]) -> Body:
        self._read(items, self._names)
        if self._blocks[-1].targets == () and self._open:
            self._open = False
        for block, labels, following, names in self._jumps:
            targets = tuple(_number(names, label) for label in labels)
            block.targets = (*targets, following) if following >= 0 else targets
        end = len(self._blocks)
        for block in self._blocks:
            block.targets = tuple(min(each, end) for each in block.targets)
        if any(end in block.targets for block in self._blocks):
            self._blocks.append(Basic())
        for number in self._reached():
            block = self._blocks[number]
            for place, op in enumerate(block.ops):
                _account(op, number, place)
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

    def _read(self, items: Sequence[Item], names: Names) -> None:
        for item in items:
            if isinstance(item, Declaration):
                self._registers += names.declare_registers(item)
            elif isinstance(item, (Instruction, Call)):
                self._do(item, names)
            elif isinstance(item, Label):
                self._begin(is_named=True)
                names.label(item.name, len(self._blocks) - 1)
            elif isinstance(item, Block):
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
        guard = names.guard(item.predicate, item.offset)
        if isinstance(item, Call):
            block.ops.append(_call(item, names, guard, self._location))
        elif item.opcode in _JUMPS:
            self._jump(block, guard, (_label(item),), names)
        elif item.opcode in RETURNS:
            self._leave(item, block, guard)
        elif item.opcode in _SWITCHES:
            self._switch(item, names, block, guard)
        else:
            op = _operation(item, names, guard)
            op.location = self._location
            block.ops.append(op)

    def _jump(self, block: Basic, guard: Guard | None, labels: tuple[str, ...], names: Names) -> None:
        block.guard = guard
        self._jumps.append((block, labels, len(self._blocks) if guard is not None else -1, names))
        self._close()

    def _leave(self, item: Instruction, block: Basic, guard: Guard | None) -> None:
        # What `exit` means depends on the function.
        last = [Op(item.opcode, (), offset=item.offset)] if item.opcode == "exit" else []
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
        selector = names.meaning(index) if index is not None else None
        targets = self._targets.get(table.name) if isinstance(table, Register) else None
        if guard is not None or not isinstance(selector, Reg) or targets is None:
            raise NotUnderstood("it jumps to one of several labels in a way that is not understood", item.offset)
        block.selector = selector
        self._jumps.append((block, targets.names, -1, names))
        self._close()


def _number(names: Names, label: str) -> int:
    number = names.target(label)
    if number is None:
        raise NotUnderstood(f"there is no label '{label}'")
    return number


def _label(item: Instruction) -> str:
    target = item.operands[0] if len(item.operands) == 1 else None
    if not isinstance(target, Register):
        raise NotUnderstood("it jumps to no label", item.offset)
    return target.name


def _call(item: Call, names: Names, guard: Guard | None, location: Location | None) -> Op:
    returns, arguments = (tuple(map(names.meaning, side)) for side in (item.returns, item.arguments))
    call = replace(item, returns=returns, arguments=arguments, target=names.meaning(item.target))
    return Op("call", (*returns, *arguments), guard, item.offset, call=call, location=location)


def _operation(item: Instruction, names: Names, guard: Guard | None) -> Op:
    """An instruction of the tables, or one of functions alone."""
    opcode = forms.spelled(item.opcode)
    if _is_of_functions(opcode, item.operands):
        return Op(opcode, tuple(map(names.meaning, item.operands)), guard, item.offset)
    try:
        op = typed(item, names, guard)
    except NotUnderstood as problem:
        why = _WITHOUT.get(opcode.partition(".")[0])
        raise NotUnderstood(f"{problem.reason}: {why}", problem.offset) if why else problem from None
    op.code = plain.code(op.opcode) or op.code
    return op


def _is_of_functions(opcode: str, operands: Sequence[Operand]) -> bool:
    """Whether the tables do not have it, as it belongs to functions alone."""
    is_truth = opcode == "mov.pred" and isinstance(operands[-1], Number)
    is_known = opcode == "exit" or opcode.startswith(("ld.param", "st.param")) or FETCH(opcode) is not None
    return is_truth or is_known


def _account(op: Op, block: int, place: int) -> None:
    op.block, op.place = block, place
    op.written = tuple(registers_in(_results(op)))
    read = registers_in(_inputs(op))
    op.read = tuple(read if op.guard is None else [*read, op.guard.register])
    for register in op.written:
        register.writes += 1
        register.is_guarded = register.is_guarded or op.guard is not None
        register.definition = op
    for register in op.read:
        register.reads += 1


def _results(op: Op) -> Iterable[Operand]:
    if op.call is not None:
        return op.call.returns
    if op.match is NO_MATCH:
        return () if op.opcode.startswith("st.") else op.operands[:1]
    return op.results


def _inputs(op: Op) -> Sequence[Operand]:
    if op.call is not None:
        return *op.call.arguments, op.call.target
    if op.match is NO_MATCH:
        return op.operands if op.opcode.startswith("st.") else op.operands[1:]
    return op.match.inputs
