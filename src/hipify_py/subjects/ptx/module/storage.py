"""What stands for a register where it is read.

A register that is written once and read once is folded into the expression that reads it, if nothing in between may
change what it reads; one that merely names a number, a parameter or the place of a thread stands for that wherever it
is read. What is left becomes variables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hipify_py.helpers import NAMESPACE
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.module.arithmetic import without_suffix
from hipify_py.subjects.ptx.module.bodies import Body
from hipify_py.subjects.ptx.module.context import FunctionContext
from hipify_py.subjects.ptx.module.cpp import Condition, If, Line, Local, Statement
from hipify_py.subjects.ptx.module.flow import Graph
from hipify_py.subjects.ptx.module.liveness import Liveness
from hipify_py.subjects.ptx.module.pointers import Pointer, Term, as_kind, written
from hipify_py.subjects.ptx.module.type_inference import TypeInference
from hipify_py.subjects.ptx.module.values import ATOM, UNARY, Value, assigned, converted, negation, number_as
from hipify_py.subjects.ptx.operations import Guard, Op
from hipify_py.subjects.ptx.registers import Reg
from hipify_py.subjects.ptx.types import ADDRESS, PREDICATE, U32, integer

_LONGEST, _DEEPEST = 90, 5
_NAME = pattern(r"[\w.:]+(?:\(\))?")
_SIMPLE = pattern(r"[\w.]+|[^()]*\([^()]*\)")
# What a pending value may read beside variables: memory, and variables that are written more than once.
_MEMORY, _CHANGING = "memory", "changing"


@dataclass
class _Pending:
    """What stands for a register where it is read, as often as that is still to come; numbered in the order in which
    they came."""

    value: Value | Pointer
    left: int
    number: int


class Storage:
    """The registers of a function that is translated, and the statements that give them their values: these are
    appended to `out`."""

    def __init__(self, body: Body, function: FunctionContext, graph: Graph, types: TypeInference) -> None:
        self.out: list[Statement] = []
        self.types = types
        self.carry = Local(function.fresh("carry"), "bool", is_read_first=True)
        self._body = body
        self._function = function
        self._graph = graph
        self._liveness = Liveness(body, graph)
        self._locals: dict[Reg, Local] = {}
        self._variables: dict[Reg, Value | Pointer] = {}
        self._fixed: dict[Reg, Value | Pointer] = {}  # stand for a register wherever it is read
        self._pending: dict[Reg, _Pending] = {}
        # What is or was pending, by the variables that it reads, _MEMORY, _CHANGING, and the one block that reads it.
        self._concerned: dict[Local | str | int, list[Reg]] = {}
        self._pending_count = 0
        self.scaled: dict[Reg, Term] = {}  # registers that are an index times a number
        self.also_changing: tuple[Local, ...] = ()

    # Variables

    def local(self, register: Reg) -> Local:
        if register not in self._locals:
            name = self._function.fresh(register.name)
            target = self.types.points_to(register)
            kind = f"{target}*" if target else self.types.cpp_type(register).name
            self._locals[register] = Local(name, kind, register in self._liveness.read_first)
        return self._locals[register]

    def is_lasting(self, reads: frozenset[Local]) -> bool:
        """Whether variables keep their values."""
        return all(each not in self._changing for each in reads)

    @cached_property
    def _changing(self) -> set[Local]:
        often = {self.local(register) for register in self._body.registers if register.reads and not register.is_single}
        return {*often, self.carry, *self.also_changing}

    # Reading

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

    def standing(self, register: Reg) -> Value | Pointer | None:
        """What stands for a register where it is no variable; nobody reads it by that."""
        pending = self._pending.get(register)
        return self._fixed.get(register) or (pending.value if pending is not None else None)

    def _named(self, register: Reg) -> Value | Pointer:
        """The variable of a register."""
        found = self._variables.get(register)
        if found is None:
            local = self.local(register)
            reads = frozenset((local,))
            if target := self.types.points_to(register):
                found = Pointer(local.name, target, is_shared=self.types.is_shared(register), reads=reads)
            else:
                found = Value(local.name, self.types.cpp_type(register), reads=reads)
            self._variables[register] = found
        return found

    # Writing

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
        if not _is_short(value) or (register.reads > 1 and register not in self.scaled):
            return False
        blocks = self._liveness.readers[register]
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

    def _assign(self, register: Reg, value: Value | Pointer, guard: Guard | None = None) -> None:
        local, result = self.local(register), self._suited(register, value)
        condition = self.guarding(guard)
        if local in self._changing:
            self.flush(local)
        self.emit_under(condition, [Line(result.text, local, result.reads, step=_step(local, result))])

    def _suited(self, register: Reg, value: Value | Pointer) -> Value:
        """A value as the variable of a register takes it."""
        if target := self.types.points_to(register):
            return as_pointer(value, target, is_shared=self.types.is_shared(register))
        kind = self.types.cpp_type(register)
        if isinstance(value, Value) and value.number is not None:
            return without_suffix(converted(value, kind))
        return assigned(as_kind(value, None), kind)

    def written(self, register: Reg, value: Value, by_reference: tuple[Local, ...] = ()) -> Line:
        """A register that gets a result which stands in no other expression."""
        local = self.local(register)
        self.flush(local)
        return Line(self._suited(register, value).text, local, value.reads, writes=by_reference)

    def flush(self, *concerns: Local | str | int) -> None:
        """Put into variables what is not to be read later: a variable changes, or a block ends."""
        found = {register for concern in concerns for register in self._concerned.pop(concern, ())}
        for register in sorted(found & self._pending.keys(), key=lambda each: self._pending[each].number):
            pending = self._pending.pop(register, None)
            if pending is not None:
                self._assign(register, pending.value)

    def clobber(self) -> None:
        """Memory may change here."""
        self.flush(_MEMORY)

    # Statements

    def condition(self, guard: Guard) -> Value:
        value = as_kind(self.read(guard.register), PREDICATE)
        return negation(value) if guard.is_negated else value

    def guarding(self, guard: Guard | None) -> Condition | None:
        """What is asked before a statement, which is read before anything is written."""
        return None if guard is None else self.condition(guard).condition

    def under(self, op: Op, act: Callable[[], None]) -> None:
        """Statements under the guard of an operation. What it may change is put into variables before: under the guard
        these would get their values only where it holds."""
        if op.guard is None:
            act()
            return
        guard = self.guarding(op.guard)
        self.flush(_MEMORY, _CHANGING)
        out, self.out = self.out, []
        act()
        inner, self.out = self.out, out
        self.emit_under(guard, inner)

    def emit_under(self, guard: Condition | None, statements: Sequence[Statement]) -> None:
        if guard is None:
            self.out += statements
        elif statements:
            self.out.append(If(guard, [*statements]))


def as_pointer(value: Value | Pointer, element: str, *, is_shared: bool) -> Value:
    """A pointer of C++; a number is an address as PTX has it, within shared memory if `is_shared`."""
    if isinstance(value, Pointer):
        return written(value, element)
    if value.number is not None:
        value = number_as(value.number, ADDRESS)
    if value.cpp_type.is_float:
        value = as_kind(value, integer(value.cpp_type.width))
    if is_shared:
        value = converted(value, U32)
    if value.cpp_type.width == 32:
        text = f"({element}*){NAMESPACE}shared_pointer({value.text})"
    else:
        text = f"({element}*){value.within(UNARY)}"
    return Value(text, value.cpp_type, UNARY, value.reads, points_to=element, memory=value.memory)


def _is_trivial(value: Value | Pointer) -> bool:
    """Whether it may stand wherever it is read: a name, a number, the place of a thread."""
    if isinstance(value, Pointer):
        return value.is_plain
    return value.number is not None or (
        value.level == ATOM and len(value.text) <= 40 and _NAME.fullmatch(value.text) is not None
    )


def _is_short(value: Value | Pointer) -> bool:
    if isinstance(value, Pointer):
        return sum(len(term.value.text) for term in value.terms) + len(value.base) < _LONGEST
    return len(value.text) < _LONGEST and value.depth <= _DEEPEST


def _step(local: Local, value: Value) -> str:
    """`+= 4` for what a variable is increased by."""
    for sign in "+-*":
        if value.text.startswith(f"{local.name} {sign} "):
            rest = value.text[len(local.name) + 3 :]
            if _SIMPLE.fullmatch(rest):
                return f"{sign}= {rest}"
    return ""
