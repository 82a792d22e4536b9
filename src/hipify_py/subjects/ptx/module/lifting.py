"""From operations on registers to statements of C++."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hipify_py.records import dataclass
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.forms import Form
from hipify_py.subjects.ptx.grammar import Location, NotUnderstood, Nowhere, expected
from hipify_py.subjects.ptx.match import registers_of
from hipify_py.subjects.ptx.module.accesses import Accesses
from hipify_py.subjects.ptx.module.bodies import Basic, Body
from hipify_py.subjects.ptx.module.calls import Calls
from hipify_py.subjects.ptx.module.computing import Computing, register
from hipify_py.subjects.ptx.module.context import FunctionContext, ModuleContext, Passed
from hipify_py.subjects.ptx.module.cpp import Line, Local, Selector, Statement
from hipify_py.subjects.ptx.module.flow import Block, Exit, Graph
from hipify_py.subjects.ptx.module.opcodes import FETCH, SCALED
from hipify_py.subjects.ptx.module.pointers import as_kind
from hipify_py.subjects.ptx.module.storage import Storage
from hipify_py.subjects.ptx.module.syntax import Variable
from hipify_py.subjects.ptx.module.textures import fetched
from hipify_py.subjects.ptx.module.type_inference import Slot, TypeInference
from hipify_py.subjects.ptx.module.values import UNARY, Value
from hipify_py.subjects.ptx.module.waits import Waits, waits
from hipify_py.subjects.ptx.operations import NO_MATCH, Op
from hipify_py.subjects.ptx.registers import SpecialRegister
from hipify_py.subjects.ptx.types import PREDICATE, U32, cpp_type

_VOLATILE = ("clock", "clock_hi", "clock64", "globaltimer", "globaltimer_lo", "globaltimer_hi")


@dataclass(frozen=True)
class Lifted:
    """A function's statements, by blocks, with what they use, and of which lines of a source they were made."""

    blocks: Sequence[Block]
    forms: Mapping[str, Form]
    instructions: int
    waits: Waits
    locations: Mapping[Statement, Location]


class Lifter:
    """Raises NotUnderstood for what has no translation."""

    def __init__(self, body: Body, function: FunctionContext, module: ModuleContext) -> None:
        self._body = body
        self.function = function
        self._module = module
        self._types = TypeInference(body, module.spaces)
        self._graph = Graph([Block(exit=Exit(block.targets)) for block in body.blocks])
        self._storage = Storage(body, function, self._graph, self._types)
        self._computing = Computing(self._storage, function, module)
        self._accesses = Accesses(self._storage, self._computing, function)
        self._calls = Calls(body, function, module, self._storage, self._computing, self._accesses)
        self._storage.also_changing = (self._calls.result,)
        self._locations: dict[Statement, Location] = {}
        self._forms: dict[str, Form] = {}
        self._count = 0
        self.has_images = False  # whether textures are read

    # The function

    def lifted(self) -> Lifted:
        blocks = [Block() for _block in self._body.blocks]
        for number in self._graph.order:
            self._storage.out = blocks[number].statements
            blocks[number].exit = self._block(number, self._body.blocks[number])
        return Lifted(blocks, self._forms, self._count, waits(self._body, self._graph), self._locations)

    def _block(self, number: int, block: Basic) -> Exit:
        out = self._storage.out
        for op in block.ops:
            self._count += 1
            before = len(out)
            try:
                self._op(op)
            except NotUnderstood as problem:
                raise NotUnderstood(problem.reason, problem.offset or op.offset) from None
            if op.location is not None:
                self._locations.update((statement, op.location) for statement in out[before:])
        self._count += bool(block.targets)
        exit = Exit(block.targets)
        if block.guard is not None:
            exit = Exit(block.targets, self._storage.condition(block.guard).condition)
        elif block.selector is not None:
            index = as_kind(self._storage.read(block.selector), U32)
            exit = Exit(block.targets, selector=Selector(index.text, index.reads))
        elif not block.targets and self._calls.needs_result:
            exit = Exit(result=self._calls.returned(out))
        self._storage.flush(number)
        return exit

    def elements(self) -> Iterator[tuple[str, str]]:
        """The variables of the module that are read or written, and as which type."""
        for name in self._types.named & self._module.variables.keys():
            yield name, self._types.points_to(Slot(name))

    def type_parameters(self, parameters: Sequence[Variable]) -> None:
        """Give the parameters of a kernel the types that they are used as: their layout stays."""
        for parameter in parameters:
            name, how = self.function.parameters[parameter.name]
            if how.kind is None:
                continue
            slot = Slot(parameter.name)
            if how.kind.width == 64 and (target := self._types.points_to(slot)):
                self.function.parameters[parameter.name] = (name, replace(how, points_to=target))
            else:
                kind = self._types.slot(parameter.name, how.kind)
                self.function.parameters[parameter.name] = (name, Passed(kind.name, kind))

    # Operations

    def _op(self, op: Op) -> None:
        if op.match is not NO_MATCH:
            self._instruction(op)
        elif op.call is not None:
            call = op.call
            self._storage.under(op, lambda: self._calls.call(op, call))
        elif op.opcode.startswith("ld.param"):
            self._calls.load(op)
        elif op.opcode.startswith("st.param"):
            self._storage.under(op, lambda: self._calls.store(op))
        elif op.opcode == "exit":
            if not self.function.is_kernel:
                raise NotUnderstood("'exit' ends the thread in a function, and AMD GPUs end whole waves")
        elif FETCH(op.opcode):
            self._fetch(op)
        else:  # `mov.pred p, 1;`
            number = expected(Number, op.operands[1])
            truth = Value("true" if number.value else "false", PREDICATE)
            self._storage.write(op, register(op, op.operands[0]), truth)

    def _instruction(self, op: Op) -> None:
        form, results = op.match.form, op.match.outputs
        if form.test == "none" and form.kind.value == "manual":
            raise NotUnderstood(f"'{op.opcode}' has no translation")
        self._forms[f"{op.opcode} {form.call}"] = form  # some opcodes have several
        if self._accesses.is_access(op) or self._accesses.is_pointer_math(op):
            return
        is_calm = op.is_value or form.group == "Addresses" or form.opcode.startswith("mov.")
        is_one = len(results) == 1 and not form.outputs[0].count and not isinstance(results[0], Nowhere)
        if is_calm and is_one:
            self._compute(op)
        else:
            self._act(op, is_calm)

    def _compute(self, op: Op) -> None:
        target, inputs = register(op, op.match.outputs[0]), op.match.inputs
        is_clock = bool(inputs) and isinstance(inputs[0], SpecialRegister) and inputs[0].name in _VOLATILE
        if is_clock:
            self._storage.clobber()
        if (scaled := SCALED(op.opcode)) and (term := self._computing.scaled(op, scaled)) is not None:
            self._storage.scaled[target] = term
            self._storage.write(op, target, term.product)
            return
        self._storage.write(op, target, self._computing.value(op), is_calm=not is_clock)

    def _act(self, op: Op, is_calm: bool) -> None:
        """An instruction that does more than compute one register."""
        form, second = op.match.form, op.match.pair
        arguments = self._computing.arguments(op, "")
        guard = self._storage.guarding(op.guard)
        if not is_calm:
            self._storage.clobber()
        by_reference: list[Local] = []
        if second is not None and (form.pair is None or not form.pair.optional or register(op, second).reads):
            passed = self._storage.local(register(op, second))
            passed.is_passed = True
            by_reference.append(passed)
        if form.carry:
            by_reference.append(self._storage.carry)
        for local in by_reference:
            self._storage.flush(local)
        texts = {name: value.text if not op.code else value.within(UNARY) for name, value in arguments.items()}
        text = form.text(texts, [each.name for each in by_reference], op.code)
        reads = frozenset[Local]().union(*(value.reads for value in arguments.values()))
        self._storage.emit_under(guard, self._stored(op, text, reads, tuple(by_reference)))

    def _stored(
        self, op: Op, text: str, reads: frozenset[Local], by_reference: tuple[Local, ...]
    ) -> Sequence[Statement]:
        result = op.match.outputs[0] if op.match.outputs else Nowhere()
        if isinstance(result, Nowhere):
            return [Line(f"{text};", None, reads, writes=by_reference)]
        wanted = op.match.form.outputs[0]
        kind = cpp_type(wanted.type)
        if kind is None:
            raise NotUnderstood(f"'{op.opcode}' has a result of an unknown type", op.offset)
        value = Value(text, kind, reads=reads)
        if wanted.count:
            return self._accesses.unpacked(op, result, value, kind)
        if not register(op, result).reads and not by_reference:
            return [Line(f"{text};", None, reads, writes=by_reference)]
        return [self._storage.written(register(op, result), value, by_reference)]

    def _fetch(self, op: Op) -> None:
        """Elements of a texture, which no store of the same launch changes."""
        call, type = fetched(self._computing, op)
        self.has_images = True
        parts = registers_of(op.operands[0])
        if len(parts) != len("xyzw"):
            raise NotUnderstood(f"'{op.opcode}' has an unexpected number of results")
        guard = self._storage.guarding(op.guard)
        results = zip("xyzw", parts, strict=True)
        registers = {letter: register(op, part) for letter, part in results if not isinstance(part, Nowhere)}
        read = {letter: each for letter, each in registers.items() if each.reads}
        whole, lines, value = call.text, list[Line](), call
        if len(read) > 1:
            vector = Local(self.function.fresh("texel"), type)
            lines.append(Line(whole, vector, call.reads))
            whole, value = vector.name, call._replace(reads=frozenset((vector,)))
        lines += [
            self._storage.written(each, value._replace(text=f"{whole}.{letter}")) for letter, each in read.items()
        ]
        self._storage.emit_under(guard, lines)
