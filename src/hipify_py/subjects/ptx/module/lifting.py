"""From operations on registers to statements of C++.

A register that is written once and read once is folded into the expression that reads it, if nothing in between may
change what it reads; one that merely names a number, a parameter or the place of a thread stands for that wherever it
is read. What is left becomes variables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from hipify_py.helpers import NAMESPACE
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx import logic_tables
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.forms import Form, FormOperand
from hipify_py.subjects.ptx.grammar import (
    Address,
    Displaced,
    Instruction,
    Not,
    NotUnderstood,
    Nowhere,
    Operand,
    Register,
)
from hipify_py.subjects.ptx.match import registers_of
from hipify_py.subjects.ptx.module import plain, ranges
from hipify_py.subjects.ptx.module.arithmetic import (
    in_code,
    is_same_width,
    names_in,
    number_as,
    widened,
    without_suffix,
    wraps,
)
from hipify_py.subjects.ptx.module.bodies import Basic, Body, Guard, Op, Reg
from hipify_py.subjects.ptx.module.calls import Calls
from hipify_py.subjects.ptx.module.cpp import Condition, If, Line, Local, Selector, Statement
from hipify_py.subjects.ptx.module.flow import Block, Exit, Graph
from hipify_py.subjects.ptx.module.kinds import Kinds, Slot
from hipify_py.subjects.ptx.module.opcodes import COMPARISON, SCALED, SHIFT, SUM, WIDE, element, is_in_window
from hipify_py.subjects.ptx.module.pointers import Pointer, Term, accessed, as_kind, as_number, scalar, written
from hipify_py.subjects.ptx.module.shapes import Shaped, shaped
from hipify_py.subjects.ptx.module.surroundings import Owner, Passed, Surroundings
from hipify_py.subjects.ptx.module.syntax import Call, Location, Signature, Variable, expected, held_as
from hipify_py.subjects.ptx.module.textures import fetched, is_fetch
from hipify_py.subjects.ptx.module.values import (
    ADDRESS,
    ATOM,
    CHOICE,
    S32,
    S64,
    U32,
    UNARY,
    Value,
    assigned,
    both,
    calculated,
    compared,
    constant,
    converted,
    denied,
    packed,
    signed,
    spelled,
)
from hipify_py.subjects.ptx.registers import SpecialRegister
from hipify_py.subjects.ptx.types import PREDICATE, Held, held

_LONGEST, _DEEPEST = 90, 5
_NAME = pattern(r"[\w.:]+(?:\(\))?")
_SIMPLE = pattern(r"[\w.]+|[^()]*\([^()]*\)")
_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "lo": "<", "ls": "<=", "hi": ">",
          "hs": ">=", "neu": "!="}  # fmt: skip
# Comparisons that hold for NaN, as what holds if the opposite does not.
_DENIED = {"equ": "", "ltu": ">=", "leu": ">", "gtu": "<=", "geu": "<"}
_ORDERED = frozenset(("eq", "lt", "le", "gt", "ge", "neu"))
_VOLATILE = ("clock", "clock_hi", "clock64", "globaltimer", "globaltimer_lo", "globaltimer_hi")


@dataclass(frozen=True)
class Lifted:
    """A function's statements, by blocks, with what they use, and of which lines of a source they were made."""

    blocks: Sequence[Block]
    forms: Mapping[str, Form]
    instructions: int
    locations: Mapping[Statement, Location]


@dataclass
class _Pending:
    """What stands for a register where it is read, as often as that is still to come; numbered in the order in which
    they came."""

    value: Value | Pointer
    left: int
    number: int


# Registers whose lives are looked at together: a bit of each for each block is all that is in memory.
_AT_ONCE = 2_048
# What a pending value may read beside variables: memory, and variables that are written more than once.
_MEMORY, _CHANGING = "memory", "changing"


class Lifter:
    """Raises NotUnderstood for what has no translation."""

    def __init__(self, body: Body, owner: Owner, around: Surroundings) -> None:
        self._body = body
        self.owner = owner
        self.around = around
        self._shaped: dict[Op, Shaped] = {}
        self._look_up()
        self._kinds = Kinds(body, self._shaped, around.spaces)
        self._graph = Graph([Block(exit=Exit(block.targets)) for block in body.blocks])
        self._locals: dict[Reg, Local] = {}
        self._variables: dict[Reg, Value | Pointer] = {}
        self._fixed: dict[Reg, Value | Pointer] = {}  # stand for a register wherever it is read
        self._pending: dict[Reg, _Pending] = {}
        # What is or was pending, by the variables that it reads, _MEMORY, _CHANGING, and the one block that reads it.
        self._concerned: dict[Local | str | int, list[Reg]] = {}
        self._pending_count = 0
        self._out: list[Statement] = []
        self._locations: dict[Statement, Location] = {}
        self._forms: dict[str, Form] = {}
        self._memory: dict[Variable | str, Pointer] = {}
        self._carry = Local(owner.fresh("carry"), "bool", is_read_first=True)
        self._scaled: dict[Reg, Term] = {}  # what is pending as an index times a number
        self._calls = Calls(self)
        self._count = 0
        self.has_images = False  # whether textures are read
        self._find_singles()

    # What there is

    def _look_up(self) -> None:
        for block in self._body.blocks:
            for op in block.ops:
                if isinstance(op.item, Instruction) and not self._is_ours(op):
                    self._shaped[op] = shaped(op, op.item)

    def _is_ours(self, op: Op) -> bool:
        """Whether the tables do not have it, as it belongs to functions alone."""
        return (
            op.opcode.startswith(("ld.param", "st.param"))
            or op.opcode == "exit"
            or _is_truth(op)
            or is_fetch(op.opcode)
        )

    def _find_singles(self) -> None:
        """A register whose one definition does not come before all that reads it is as one that is written often."""
        self._readers: dict[Reg, set[int]] = {}  # the blocks that read a register
        for number, block in enumerate(self._body.blocks):
            if number not in self._graph.rank:
                continue
            for op in block.ops:
                for register in op.read:
                    self._reads(register, number, op.place)
            end = len(block.ops)
            for register in block.asked:
                self._reads(register, number, end)

    def _reads(self, register: Reg, block: int, place: int) -> None:
        readers = self._readers.get(register)
        if readers is None:
            readers = self._readers[register] = set()
        readers.add(block)
        definition = register.definition
        if definition is None or not register.is_single:
            return
        if definition.block == block:
            is_before = definition.place < place
        else:
            is_before = definition.block in self._graph.rank and self._graph.dominates(definition.block, block)
        if not is_before:
            register.is_guarded = True

    @cached_property
    def _live_first(self) -> set[Reg]:
        """The registers that may be read before anything is written to them."""
        often = [each for each in self._body.registers if each.reads and not each.is_single]
        found: set[Reg] = set()
        for start in range(0, len(often), _AT_ONCE):
            some = often[start : start + _AT_ONCE]
            found |= self._live_first_of({register: 1 << index for index, register in enumerate(some)})
        return found

    def _live_first_of(self, bit: Mapping[Reg, int]) -> set[Reg]:
        uses, kills = [], []
        for block in self._body.blocks:
            use = kill = 0
            for op in block.ops:
                for register in op.read:
                    use |= bit.get(register, 0) & ~kill
                for register in op.written:
                    kill |= bit.get(register, 0) if op.guard is None else 0
            for register in block.asked:
                use |= bit.get(register, 0) & ~kill
            uses.append(use)
            kills.append(kill)
        live = [0] * len(uses)
        changed = True
        while changed:
            changed = False
            for number in reversed(self._graph.order):
                after = 0
                for target in self._body.blocks[number].targets:
                    after |= live[target]
                new = uses[number] | (after & ~kills[number])
                if new != live[number]:
                    live[number], changed = new, True
        return {register for register, each in bit.items() if live[0] & each}

    # The function

    def lifted(self) -> Lifted:
        blocks = [Block() for _block in self._body.blocks]
        for number in self._graph.order:
            self._out = blocks[number].statements
            blocks[number].exit = self._block(number, self._body.blocks[number])
        return Lifted(blocks, self._forms, self._count, self._locations)

    def _block(self, number: int, block: Basic) -> Exit:
        for op in block.ops:
            self._count += 1
            before = len(self._out)
            try:
                self._op(op)
            except NotUnderstood as problem:
                raise NotUnderstood(problem.reason, problem.offset or op.item.offset) from None
            if op.location is not None:
                self._locations.update((statement, op.location) for statement in self._out[before:])
        self._count += bool(block.targets)
        exit = Exit(block.targets)
        if block.guard is not None:
            exit = Exit(block.targets, self._condition(block.guard).condition)
        elif block.selector is not None:
            index = as_kind(self.read(block.selector), U32)
            exit = Exit(block.targets, selector=Selector(index.text, index.reads))
        elif not block.targets and self._calls.needs_result:
            exit = Exit(result=self._calls.returned(self._out))
        self._flush(number)
        return exit

    def _condition(self, guard: Guard) -> Value:
        value = as_kind(self.read(guard.register), PREDICATE)
        return denied(value) if guard.is_negated else value

    def _op(self, op: Op) -> None:
        if isinstance(op.item, Call):
            call = op.item
            self._under(op, lambda: self._calls.call(op, call))
        elif op.opcode.startswith("ld.param"):
            self._calls.load(op)
        elif op.opcode.startswith("st.param"):
            self._under(op, lambda: self._calls.store(op))
        elif _is_truth(op):
            number = expected(Number, op.operands[1])
            self.write(op, self._register(op, op.operands[0]), Value("true" if number.value else "false", PREDICATE))
        elif op.opcode == "exit":
            if not self.owner.is_kernel:
                raise NotUnderstood("'exit' ends the thread in a function, and AMD GPUs end whole waves")
        elif is_fetch(op.opcode):
            self._fetch(op)
        else:
            self._instruction(op, self._shaped[op])

    def elements(self) -> Iterator[tuple[str, str]]:
        """The variables of the module that are read or written, and as which type."""
        for name in self._kinds.named & self.around.variables.keys():
            yield name, self._kinds.points_to(Slot(name))

    # What calls need

    @property
    def prototypes(self) -> Mapping[str, Signature]:
        return self._body.prototypes

    def type_parameters(self, parameters: Sequence[Variable]) -> None:
        """Give the parameters of a kernel the types that they are used as: their layout stays."""
        for parameter in parameters:
            name, how = self.owner.parameters[parameter.name]
            if how.kind is None:
                continue
            slot = Slot(parameter.name)
            if how.kind.width == 64 and (target := self._kinds.points_to(slot)):
                self.owner.parameters[parameter.name] = (name, replace(how, points_to=target))
            else:
                kind = self._kinds.slot(parameter.name, how.kind)
                self.owner.parameters[parameter.name] = (name, Passed(kind.name, kind))

    def put(self, op: Op, target: Operand, value: Value | Pointer, kind: Held) -> None:
        """Give one or several registers what was read."""
        parts = registers_of(target)
        if len(parts) == 1:
            self.write(op, self._register(op, parts[0]), value)
            return
        value = expected(Value, value)
        for line in self._unpacked(op, parts, value.text, value.reads, kind):
            self.emit(line)

    def typed(self, op: Op, operand: Operand, kind: Held) -> Value:
        return as_kind(self.operand(op, operand), kind)

    def _under(self, op: Op, act: Callable[[], None]) -> None:
        """Statements under the guard of an operation. What it may change is put into variables before: under the guard
        these would get their values only where it holds."""
        if op.guard is None:
            act()
            return
        guard = self._guarding(op.guard)
        self._flush(_MEMORY, _CHANGING)
        out, self._out = self._out, []
        act()
        inner, self._out = self._out, out
        self._emit_all(inner, guard)

    def _guarding(self, guard: Guard | None) -> Condition | None:
        """What is asked before a statement, which is read before anything is written."""
        return None if guard is None else self._condition(guard).condition

    def _emit_all(self, statements: Sequence[Statement], guard: Condition | None) -> None:
        if guard is None:
            self._out += statements
        elif statements:
            self.emit(If(guard, [*statements]))

    def emit(self, statement: Statement) -> None:
        self._out.append(statement)

    # Registers

    def local(self, register: Reg) -> Local:
        if register not in self._locals:
            name = self.owner.fresh(register.name)
            kind = self._type(register)
            self._locals[register] = Local(name, kind, register in self._live_first)
        return self._locals[register]

    def _type(self, register: Reg) -> str:
        target = self._kinds.points_to(register)
        return f"{target}*" if target else self._kinds.held(register).name

    def read(self, register: Reg) -> Value | Pointer:
        """What stands for a register where it is read."""
        if register in self._fixed:
            return self._fixed[register]
        pending = self._pending.get(register)
        if pending is None:
            return self._named(register)
        pending.left -= 1
        if not pending.left:
            del self._pending[register]
        return pending.value

    def _standing(self, register: Reg) -> Value | Pointer | None:
        """What stands for a register where it is no variable; nobody reads it by that."""
        pending = self._pending.get(register)
        return self._fixed.get(register) or (pending.value if pending is not None else None)

    def _named(self, register: Reg) -> Value | Pointer:
        """The variable of a register."""
        found = self._variables.get(register)
        if found is None:
            local = self.local(register)
            reads = frozenset((local,))
            if target := self._kinds.points_to(register):
                found = Pointer(local.name, target, is_window=self._kinds.is_window(register), reads=reads)
            else:
                found = Value(local.name, self._kinds.held(register), reads=reads)
            self._variables[register] = found
        return found

    def write(self, op: Op, register: Reg, value: Value | Pointer, *, is_calm: bool = True) -> None:
        """Give a register its value: `is_calm` if nobody minds when, how often, or whether that is computed."""
        if is_calm and not register.reads:
            return
        if is_calm and op.guard is None and register.is_single and self._is_folded(op, register, value):
            return
        self._assign(register, value, op.guard)

    def _is_folded(self, op: Op, register: Reg, value: Value | Pointer) -> bool:
        is_lasting = self.is_lasting(value.reads) and not value.memory
        if is_lasting and _is_trivial(value):
            self._fixed[register] = value
            return True
        if not _is_short(value) or (register.reads > 1 and register not in self._scaled):
            return False
        blocks = self._readers[register]
        if blocks != {op.block}:
            around = self._graph.around
            if not is_lasting or any(around[block] != around[op.block] for block in blocks):
                return False
        self._pending_count += 1
        self._pending[register] = _Pending(value, register.reads, self._pending_count)
        concerns: list[Local | str | int] = [*value.reads, *(blocks if len(blocks) == 1 else ())]
        concerns += [_MEMORY] * value.memory + [_CHANGING] * (not self.is_lasting(value.reads))
        for concern in concerns:
            self._concerned.setdefault(concern, []).append(register)
        return True

    def is_lasting(self, reads: frozenset[Local]) -> bool:
        """Whether variables keep their values."""
        return all(each not in self._changing for each in reads)

    @cached_property
    def _changing(self) -> set[Local]:
        often = {self.local(register) for register in self._body.registers if register.reads and not register.is_single}
        return {*often, self._carry, self._calls.result}

    def _suited(self, register: Reg, value: Value | Pointer) -> Value:
        """A value as the variable of a register takes it."""
        if target := self._kinds.points_to(register):
            return self._as_pointer(value, target, is_window=self._kinds.is_window(register))
        kind = self._kinds.held(register)
        if isinstance(value, Value) and value.number is not None:
            return without_suffix(number_as(value.number, kind))
        return assigned(as_kind(value, None), kind)

    def _assign(self, register: Reg, value: Value | Pointer, guard: Guard | None = None) -> None:
        local, result = self.local(register), self._suited(register, value)
        condition = self._guarding(guard)
        if local in self._changing:
            self._flush_readers(local)
        self._emit_all([Line(result.text, local, result.reads, step=_step(local, result))], condition)

    def _as_pointer(self, value: Value | Pointer, element: str, *, is_window: bool) -> Value:
        """A pointer of C++; a number is an address as PTX has it, within shared memory if `is_window`."""
        if isinstance(value, Pointer):
            return written(value, element)
        if value.number is not None:
            value = spelled(value.number, ADDRESS)
        if value.held.is_float:
            value = as_kind(value, Held(f"uint{value.held.width}_t", value.held.width))
        if is_window:
            value = converted(value, U32)
        if value.held.width == 32:
            text = f"({element}*){NAMESPACE}shared_pointer({value.text})"
        else:
            text = f"({element}*){value.within(UNARY)}"
        return Value(text, value.held, UNARY, value.reads, points_to=element, memory=value.memory)

    def _flush(self, *concerns: Local | str | int) -> None:
        """Put into variables what is not to be read later."""
        found = {register for concern in concerns for register in self._concerned.pop(concern, ())}
        for register in sorted(found & self._pending.keys(), key=lambda each: self._pending[each].number):
            pending = self._pending.pop(register, None)
            if pending is not None:
                self._assign(register, pending.value)

    def _flush_readers(self, local: Local) -> None:
        """A variable changes here."""
        self._flush(local)

    def clobber(self) -> None:
        """Memory may change here."""
        self._flush(_MEMORY)

    # Instructions

    def _instruction(self, op: Op, found: Shaped) -> None:
        form = found.form
        if form.test == "none" and form.kind.value == "manual":
            raise NotUnderstood(f"'{op.opcode}' has no translation")
        self._forms[f"{op.opcode} {form.call}"] = form  # some opcodes have several
        if self._is_memory(op) or self._is_pointer_math(op):
            return
        is_calm = not (form.test != "value" or form.ordered or form.waits or form.carry or found.second)
        is_calm = is_calm or form.group == "Addresses" or form.opcode.startswith("mov.")
        if (
            is_calm
            and len(found.results) == 1
            and not form.outputs[0].count
            and not isinstance(found.results[0], Nowhere)
        ):
            self._compute(op, found)
            return
        self._act(op, found, is_calm)

    def _compute(self, op: Op, found: Shaped) -> None:
        target = self._register(op, found.results[0])
        source = op.named(found.inputs[0]) if found.inputs else None
        is_clock = isinstance(source, SpecialRegister) and source.name in _VOLATILE
        if is_clock:
            self.clobber()
        if (scaled := SCALED(op.opcode)) and (term := self._scale(op, found, scaled)) is not None:
            self._scaled[target] = term
            self.write(op, target, term.product)
            return
        self.write(op, target, self._value(op, found), is_calm=not is_clock)

    def _scale(self, op: Op, found: Shaped, scaled: re.Match[str]) -> Term | None:
        """`mul.wide.s32 d, a, 4`, which will be the distance of an element."""
        factor = found.inputs[1]
        if not isinstance(factor, Number) or not isinstance(factor.value, int) or factor.value <= 0:
            return None
        scale, width = factor.value, int(scaled[3])
        if scaled[1] == "shl":
            if scale >= 16:
                return None
            scale = 1 << scale
        bounds = ranges.of(op, found.inputs[0])
        if scaled[1] == "mul.wide":
            kind = Held("int32_t" if scaled[2] == "s" else "uint32_t", 32)
            index = as_kind(self.operand(op, found.inputs[0]), kind)
            wide = Held("int64_t" if scaled[2] == "s" else "uint64_t", 64)
            product = calculated("*", widened(index, wide), Value(str(scale), wide), wide)
            return Term(index, scale, product, fits=True)
        if scaled[1] == "mul.lo" and width == 32:
            return None
        kind = Held(f"uint{width}_t", width)
        operand = self.operand(op, found.inputs[0])
        index = as_kind(operand, None)
        sign, amount = ("<<", scale.bit_length() - 1) if scaled[1] == "shl" else ("*", scale)
        product = calculated(sign, as_kind(index, kind), Value(str(amount), kind), kind)
        if width == 32:
            index = as_kind(index, S32)
        return Term(index, scale, product, fits=ranges.fits(bounds, scale, width))

    def _register(self, op: Op, operand: Operand) -> Reg:
        found = op.named(operand)
        if not isinstance(found, Reg):
            raise NotUnderstood("a result is no register", op.item.offset)
        return found

    def _value(self, op: Op, found: Shaped) -> Value | Pointer:
        """What an instruction computes."""
        form = found.form
        code = self._code(op, found)
        if code == "{a}":
            operand = self.operand(op, found.inputs[0])
            kind = held(form.outputs[0].type)
            is_typed = isinstance(operand, Value) and operand.number is not None and kind is not None
            return spelled(operand.number, kind) if is_typed else operand  # type: ignore[union-attr,arg-type]
        comparison = COMPARISON(op.opcode)
        if comparison and (value := self._compared(op, found, comparison)) is not None:
            return value
        if (shift := SHIFT(op.opcode)) and (value := self._shifted(op, found, shift)) is not None:
            return value
        return self._said(op, found, code)

    def _code(self, op: Op, found: Shaped) -> str:
        form = found.form
        if form.opcode == "lop3.b32" and isinstance(found.inputs[-1], Number):
            return logic_tables.expression(int(found.inputs[-1].value))
        return plain.code(op.opcode) or form.code

    def _said(self, op: Op, found: Shaped, code: str) -> Value:
        """By the text of the tables."""
        form = found.form
        kind = held_as(form.outputs[0].type) if form.outputs else PREDICATE
        arguments = self._arguments(op, found, code, code)
        if code:
            return in_code(code, arguments, kind)
        text = form.said({name: value.text for name, value in arguments.items()})
        return Value(text, kind).having(*arguments.values())

    def _arguments(self, op: Op, found: Shaped, code: str, calculated: str) -> dict[str, Value]:
        """What a text of the tables says, or all operands of a call; `calculated` is what is done with them here."""
        said = names_in(code)
        return {
            wanted.name: self._argument(op, wanted, operand, calculated)
            for wanted, operand in zip(found.form.inputs, found.inputs, strict=False)
            if wanted.literal is None and (not code or wanted.name in said)
        }

    def _argument(self, op: Op, wanted: FormOperand, operand: Operand, code: str) -> Value:
        if isinstance(operand, Address):
            return self.address(op, operand)
        if wanted.type == "imm":
            if not isinstance(operand, Number):
                raise NotUnderstood(f"'{op.opcode}' needs a constant operand", op.item.offset)
            return Value(str(operand.value), Held("int", 32))
        kind = held_as(wanted.type)
        if wanted.count:
            return packed(kind, [as_kind(self.operand(op, part), kind) for part in registers_of(operand)])
        value = self.operand(op, operand)
        if isinstance(value, Value) and value.number is None and self._wraps(code, kind) and is_same_width(value, kind):
            return value  # `calculated` looks after the signs
        if self._wraps(code, kind):
            kind = Held(f"uint{kind.width}_t", kind.width)
        return as_kind(value, kind)

    def _wraps(self, code: str, kind: Held) -> bool:
        """Whether an expression is one of integers that are calculated without signs."""
        return not kind.is_float and kind.width >= 32 and wraps(code)

    def _compared(self, op: Op, found: Shaped, comparison: re.Match[str]) -> Value | None:
        name, joined, type = comparison[1], comparison[2], comparison[3]
        if found.second is not None:
            return None
        is_float = type.startswith("f")
        if is_float and name not in _ORDERED and name not in _DENIED:
            return None
        sign = _DENIED.get(name) if is_float and name in _DENIED else _SIGNS.get(name)
        if not sign or (is_float and name == "ne"):
            return None
        kind = self._asked_as(op, found, held_as(type), sign)
        left, right = (as_kind(self.operand(op, each), kind) for each in found.inputs[:2])
        if right.number is not None and not is_float:
            right = without_suffix(right)
        value = compared(sign, left, right)
        if is_float and name in _DENIED:
            value = denied(value)
        if not joined:
            return value
        third = as_kind(self.operand(op, found.inputs[2]), PREDICATE)
        if joined == "xor":
            return compared("!=", value._replace(text=f"({value.text})", level=ATOM), third)
        return both(value, third, "&&" if joined == "and" else "||")

    def _asked_as(self, op: Op, found: Shaped, kind: Held, sign: str) -> Held:
        """The type of a comparison of integers: what one operand has already, if the answer is the same."""
        if kind.is_float or kind.width not in (32, 64):
            return kind
        have = {self._held_as(op, each) for each in found.inputs[:2]} - {None}
        other = next(iter(have)) if len(have) == 1 else None
        if other is None or other == kind or other.is_float or other.width != kind.width:
            return kind
        if sign in ("==", "!="):
            return other
        limits = [ranges.of(op, each) for each in found.inputs[:2]]
        is_small = all(each is not None and each[0] >= 0 and each[1] < 1 << (kind.width - 1) for each in limits)
        return other if is_small else kind

    def _held_as(self, op: Op, operand: Operand) -> Held | None:
        """The type that an operand has where it is read; of numbers any."""
        found = op.named(operand)
        if isinstance(found, SpecialRegister):
            return held(found.type)
        if not isinstance(found, Reg):
            return None
        value = self._standing(found)
        if isinstance(value, Value) and value.number is None:
            return value.held
        return None if value is not None else self._kinds.held(found)

    def _shifted(self, op: Op, found: Shaped, shift: re.Match[str]) -> Value | None:
        """A shift by a number that is less than the width; by others the functions of the tables."""
        amount, width = found.inputs[1], int(shift[3])
        if not isinstance(amount, Number) or not 0 <= amount.value < width or width == 16:
            return None
        kind = Held(f"int{width}_t" if shift[2] == "s" and shift[1] == "shr" else f"uint{width}_t", width)
        left = as_kind(self.operand(op, found.inputs[0]), kind)
        return calculated("<<" if shift[1] == "shl" else ">>", left, Value(str(amount.value), kind), kind)

    def operand(self, op: Op, operand: Operand) -> Value | Pointer:
        """What an operand is worth."""
        if isinstance(operand, Number):
            return constant(operand)
        if isinstance(operand, Not):
            return denied(as_kind(self.operand(op, operand.operand), PREDICATE))
        if isinstance(operand, Displaced) and not isinstance(op.named(operand.base), (Reg, SpecialRegister)):
            return expected(Pointer, self.operand(op, operand.base)).moved(operand.offset)
        if not isinstance(operand, Register):
            raise NotUnderstood("an operand has an unexpected form", op.item.offset)
        found = op.names.find(operand.name)
        if isinstance(found, Reg):
            return self.read(found)
        if isinstance(found, SpecialRegister):
            return Value(found.code, held_as(found.type))
        return self.memory(op, found)

    # Statements

    def _act(self, op: Op, found: Shaped, is_calm: bool) -> None:
        """An instruction that does more than compute one register."""
        form = found.form
        code = self._code(op, found)
        arguments = self._arguments(op, found, code, "")
        guard = self._guarding(op.guard)
        if not is_calm:
            self.clobber()
        by_reference: list[Local] = []
        if found.second is not None and (
            form.pair is None or not form.pair.optional or self._register(op, found.second).reads
        ):
            second = self.local(self._register(op, found.second))
            second.is_passed = True
            by_reference.append(second)
        if form.carry:
            by_reference.append(self._carry)
        for local in by_reference:
            self._flush_readers(local)
        texts = {name: value.text if not code else value.within(UNARY) for name, value in arguments.items()}
        text = form.said(texts, [each.name for each in by_reference], code)
        reads = frozenset[Local]().union(*(value.reads for value in arguments.values()))
        self._emit_all(self._stored(op, found, text, reads, tuple(by_reference)), guard)

    def _stored(
        self, op: Op, found: Shaped, text: str, reads: frozenset[Local], by_reference: tuple[Local, ...]
    ) -> list[Line]:
        form = found.form
        result = found.results[0] if found.results else None
        if result is None or isinstance(result, Nowhere):
            return [Line(f"{text};", None, reads, writes=by_reference)]
        wanted = form.outputs[0]
        kind = held(wanted.type)
        if kind is None:
            raise NotUnderstood(f"'{op.opcode}' has a result of an unknown type", op.item.offset)
        if wanted.count:
            return self._unpacked(op, registers_of(result), text, reads, kind)
        register = self._register(op, result)
        if not register.reads and not by_reference:
            return [Line(f"{text};", None, reads, writes=by_reference)]
        return [self._written(register, Value(text, kind, reads=reads), by_reference)]

    def _written(self, register: Reg, value: Value, by_reference: tuple[Local, ...] = ()) -> Line:
        """A register that gets a result which stands in no other expression."""
        local = self.local(register)
        self._flush_readers(local)
        return Line(self._suited(register, value).text, local, value.reads, writes=by_reference)

    def _unpacked(self, op: Op, parts: Sequence[Operand], text: str, reads: frozenset[Local], kind: Held) -> list[Line]:
        vector = Local(self.owner.fresh("v"), f"{NAMESPACE}vec<{kind.name}, {len(parts)}>")
        lines = [Line(text, vector, reads)]
        for position, part in enumerate(parts):
            register = self._register(op, part) if not isinstance(part, Nowhere) else None
            if register is None or not register.reads:
                continue
            value = Value(f"{vector.name}[{position}]", kind, reads=frozenset((vector,)))
            lines.append(self._written(register, value))
        return lines

    def _fetch(self, op: Op) -> None:
        """Elements of a texture, which no store of the same launch changes."""
        call, type = fetched(self, op)
        self.has_images = True
        parts = registers_of(op.operands[0])
        if len(parts) != len("xyzw"):
            raise NotUnderstood(f"'{op.opcode}' has an unexpected number of results")
        guard = self._guarding(op.guard)
        results = zip("xyzw", parts, strict=True)
        registers = {letter: self._register(op, part) for letter, part in results if part != Nowhere()}
        read = {letter: register for letter, register in registers.items() if register.reads}
        whole, lines, value = call.text, list[Line](), call
        if len(read) > 1:
            vector = Local(self.owner.fresh("texel"), type)
            lines.append(Line(whole, vector, call.reads))
            whole, value = vector.name, call._replace(reads=frozenset((vector,)))
        lines += [
            self._written(register, value._replace(text=f"{whole}.{letter}")) for letter, register in read.items()
        ]
        self._emit_all(lines, guard)

    # Memory

    def _is_memory(self, op: Op) -> bool:
        """A plain load or store, which is an access of C++."""
        access = element(op.opcode)
        if access is None:
            return False
        is_load = op.opcode.startswith("ld")
        place = op.operands[1] if is_load else op.operands[0]
        if not isinstance(place, Address):
            return False
        moved = op.operands[0] if is_load else op.operands[1]
        pointer = self._pointer(op, place)
        if pointer is None:
            return False
        if ".v2." in op.opcode or ".v4." in op.opcode:
            self._move_vector(op, pointer, moved, scalar(access[0]), is_load)
            return True
        kind = self._moved_as(op, moved, access[0])
        # A wider register is filled by the sign of the access; else the type of the pointer will do.
        is_extended = is_load and self._register(op, moved).held.width != scalar(kind).width
        if pointer.element[1:] == kind[1:] and pointer.element[0] != kind[0] and not is_extended:
            kind = pointer.element
        if is_load:
            self.write(op, self._register(op, moved), accessed(pointer, kind))
        else:
            self._store(op, accessed(pointer, kind), moved, scalar(kind))
        return True

    def _moved_as(self, op: Op, moved: Operand, plain: str) -> str:
        """The type of an access; of bits, that of the register."""
        if op.opcode.rpartition(".")[2].startswith("b") and plain in ("u32", "u64"):
            found = op.named(moved)
            if isinstance(found, Reg) and self._kinds.held(found).is_float and not self._kinds.points_to(found):
                return f"f{plain[1:]}"
        return plain

    def _store(self, op: Op, place: Value, moved: Operand, kind: Held) -> None:
        stored = self.operand(op, moved)
        if isinstance(stored, Value) and stored.number is not None:
            stored = number_as(stored.number, kind)
        value = without_suffix(assigned(as_kind(stored, None, kind), kind))
        guard = self._guarding(op.guard)
        self.clobber()
        self._emit_all([Line(f"{place.text} = {value.text};", None, place.reads | value.reads)], guard)

    def _move_vector(self, op: Op, pointer: Pointer, moved: Operand, kind: Held, is_load: bool) -> None:
        parts = registers_of(moved)
        text = written(pointer, pointer.element).text
        what = f"<{kind.name}, {len(parts)}>"
        if is_load:
            guard = self._guarding(op.guard)
            lines = self._unpacked(op, parts, f"{NAMESPACE}load{what}({text})", pointer.reads, kind)
        else:
            values = packed(kind, [as_kind(self.operand(op, part), kind) for part in parts])
            guard = self._guarding(op.guard)
            self.clobber()
            lines = [Line(f"{NAMESPACE}store{what}({text}, {values.text});", None, pointer.reads | values.reads)]
        self._emit_all(lines, guard)

    def address(self, op: Op, operand: Address) -> Value:
        """An address as an argument of a function of the helper header."""
        base = operand.base
        if isinstance(base, Number):
            value: Value | Pointer = spelled(base, ADDRESS)
        else:
            value = self.operand(op, base)
        if isinstance(value, Pointer):
            value = value.moved(operand.offset)
            if is_in_window(op.opcode, op.addresses.index(operand)):
                return as_number(value, U32)
            return written(value, value.element)
        if not operand.offset:
            return value
        text = f"{NAMESPACE}address({value.text}) + {operand.offset}"
        return Value(text, value.held, CHOICE).having(value)

    def _pointer(self, op: Op, operand: Address) -> Pointer | None:
        """Where an access goes; None if it is known as a number only."""
        if isinstance(operand.base, Number):
            return None
        node = op.named(operand.base)
        is_number = isinstance(node, Reg) and not isinstance(self._standing(node), Pointer)
        if is_number and isinstance(node, Reg) and not self._kinds.points_to(node):
            return None
        value = self.operand(op, operand.base)
        if isinstance(value, Pointer):
            return value.moved(operand.offset)
        return self._cast(op, operand.base, value).moved(operand.offset)

    def _cast(self, op: Op, operand: Operand, value: Value) -> Pointer:
        """A number that is an address, as which a register is used."""
        register = expected(Reg, op.named(operand), "an address is neither a variable nor in a register")
        is_window = self._kinds.is_window(register)
        cast = self._as_pointer(value, self._kinds.points_to(register), is_window=is_window)
        return Pointer(f"({cast.text})", cast.points_to, (), 0, is_window, "", cast.reads, cast.memory)

    def memory(self, op: Op, found: Variable | str) -> Pointer:
        """The address of a variable, a parameter, or a function."""
        if found in self._memory:
            return self._memory[found]
        if isinstance(found, Variable):
            pointer = self.owner.place(found, self._kinds.points_to(Slot(found.name)))
        else:
            pointer = self.around.place(found, op.item.offset)
        self._memory[found] = pointer
        return pointer

    def _is_pointer_math(self, op: Op) -> bool:
        """Sums of a pointer and a distance, and what makes a pointer of another kind of address."""
        operands = op.operands
        if op.opcode.startswith("cvta"):
            return self._is_cast(op)
        if op.opcode == "cvt.u64.u32":
            return self._is_widened(op)
        if (SUM(op.opcode) or WIDE(op.opcode)) and isinstance(operands[0], Register):
            target = op.names.find(operands[0].name)
            if isinstance(target, Reg) and self._kinds.points_to(target):
                return self._is_sum(op, target)
        return False

    def _is_cast(self, op: Op) -> bool:
        source = op.operands[1]
        node = op.named(source)
        if isinstance(node, Reg) and not self._kinds.points_to(node):
            return False
        value = self.operand(op, source)
        target = self._register(op, op.operands[0])
        if not isinstance(value, Pointer):
            self.write(op, target, self._cast_number(op, value))
            return True
        is_window = ".to." in op.opcode and "shared" in op.opcode
        self.write(op, target, value._replace(is_window=is_window or (value.is_window and "shared" not in op.opcode)))
        return True

    def _cast_number(self, op: Op, value: Value) -> Value:
        """`cvta` of an address that is a number."""
        if "shared" not in op.opcode:
            return value
        number = as_kind(value, ADDRESS)
        name = "cvta_to_shared" if ".to." in op.opcode else "cvta_shared"
        return Value(f"{NAMESPACE}{name}({number.text})", number.held).having(number)

    def _is_widened(self, op: Op) -> bool:
        """`cvt.u64.u32` of an address within shared memory, which is the same pointer."""
        operands = op.operands
        target = self._register(op, operands[0])
        if not self._is_pointer(op, operands[1]) or not self._kinds.points_to(target):
            return False
        value = self.operand(op, operands[1])
        is_kept = isinstance(value, Pointer) and value.is_window
        self.write(op, target, value if is_kept else as_kind(as_kind(value, U32), ADDRESS))
        return True

    def _is_sum(self, op: Op, target: Reg) -> bool:
        wide = WIDE(op.opcode)
        left, right = (op.operands[3], op.operands[1]) if wide else op.operands[1:3]
        if not wide and self._is_pointer(op, right) and not self._is_pointer(op, left):
            left, right = right, left
            if op.opcode.startswith("sub"):
                return False
        if not self._is_pointer(op, left) or self._is_pointer(op, right):
            return False
        if wide and not isinstance(op.operands[2], Number):
            return False
        base = self.operand(op, left)
        if not isinstance(base, Pointer):
            base = self._cast(op, left, base)
        sign = -1 if op.opcode.startswith("sub") else 1
        if wide:
            scale = expected(Number, op.operands[2])
            index = as_kind(self.operand(op, right), Held("int32_t" if wide[1] == "s" else "uint32_t", 32))
            self.write(op, target, base.added(Term(index, int(scale.value))))
        elif isinstance(right, Number):
            self.write(op, target, base.moved(sign * signed(int(right.value), target.held.width)))
        else:
            self.write(op, target, base.added(self._term(op, right, sign, target.held.width)))
        return True

    def _is_pointer(self, op: Op, operand: Operand) -> bool:
        found = op.named(operand)
        if isinstance(found, Reg):
            return bool(self._kinds.points_to(found))
        return isinstance(found, (Variable, str))

    def _term(self, op: Op, operand: Operand, sign: int, width: int) -> Term:
        """A distance, as an index times a scale where it is computed so and nothing else reads it."""
        register = self._register(op, operand)
        if register in self._scaled and (register in self._pending or register in self._fixed):
            term = self._scaled[register]
            if width == 64 or term.fits:
                self.read(register)
                return term._replace(scale=sign * term.scale)
        kind = S32 if width == 32 else S64
        found = self.operand(op, operand)
        if width == 64 and isinstance(found, Value) and found.held.name == "uint64_t":
            kind = found.held
        return Term(as_kind(found, kind), sign)


def _is_truth(op: Op) -> bool:
    """`mov.pred p, 1;`"""
    return op.opcode == "mov.pred" and isinstance(op.operands[-1], Number)


def _is_trivial(value: Value | Pointer) -> bool:
    """Whether it may stand wherever it is read: a name, a number, the place of a thread."""
    if isinstance(value, Pointer):
        return value.is_plain
    return value.number is not None or (
        value.level == ATOM and len(value.text) <= 40 and _NAME.fullmatch(value.text) is not None
    )


def _is_short(value: Value | Pointer) -> bool:
    if isinstance(value, Pointer):
        return sum(len(term.counted.text) for term in value.terms) + len(value.base) < _LONGEST
    return len(value.text) < _LONGEST and value.depth <= _DEEPEST


def _step(local: Local, value: Value) -> str:
    """`+= 4` for what a variable is increased by."""
    for sign in "+-*":
        if value.text.startswith(f"{local.name} {sign} "):
            rest = value.text[len(local.name) + 3 :]
            if _SIMPLE.fullmatch(rest):
                return f"{sign}= {rest}"
    return ""
