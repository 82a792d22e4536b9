"""Parameters, results and calls of functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hipify_py.helpers import NAMESPACE
from hipify_py.subjects.ptx.grammar import (
    Address,
    Block,
    Call,
    Declaration,
    Instruction,
    Item,
    Meaning,
    NotUnderstood,
    Nowhere,
    Operand,
    Register,
    expected,
)
from hipify_py.subjects.ptx.match import registers_of
from hipify_py.subjects.ptx.module import printing
from hipify_py.subjects.ptx.module.accesses import Accesses
from hipify_py.subjects.ptx.module.bodies import RETURNS, Body
from hipify_py.subjects.ptx.module.computing import Computing
from hipify_py.subjects.ptx.module.context import (
    NOTHING,
    FunctionContext,
    ModuleContext,
    Passed,
    function_name,
    passed,
    signature_of,
)
from hipify_py.subjects.ptx.module.cpp import Line, Local, Statement
from hipify_py.subjects.ptx.module.opcodes import parameter_type
from hipify_py.subjects.ptx.module.pointers import Pointer, accessed, as_kind, element_of, written
from hipify_py.subjects.ptx.module.storage import Storage
from hipify_py.subjects.ptx.module.syntax import Signature, Variable
from hipify_py.subjects.ptx.module.type_inference import BYTES
from hipify_py.subjects.ptx.module.values import Value, assigned, converted, pack
from hipify_py.subjects.ptx.operations import External, Op
from hipify_py.subjects.ptx.registers import Reg
from hipify_py.subjects.ptx.types import ADDRESS, CppType, cpp_type


class Calls:
    def __init__(
        self,
        body: Body,
        function: FunctionContext,
        module: ModuleContext,
        storage: Storage,
        computing: Computing,
        accesses: Accesses,
    ) -> None:
        self._prototypes = body.prototypes
        self._function = function
        self._module = module
        self._storage = storage
        self._computing = computing
        self._accesses = accesses
        self.result = _variable(self._function.fresh("result"), self._function.result)
        self._slots: dict[Variable, Value | Pointer] = {}  # what is passed, and what has come back
        self._arrays: dict[Variable, Local] = {}
        self.needs_result = self._function.result != NOTHING

    # Loads and stores

    def load(self, op: Op) -> None:
        """`ld.param`: of a parameter of the function, or of what a call has returned."""
        target, place = _two(op)
        if not isinstance(place, Address):
            raise NotUnderstood("a parameter is read in an unexpected way")
        type = parameter_type(op.opcode)
        kind = cpp_type(type) if type else None
        if kind is None:
            raise NotUnderstood(f"'{op.opcode}' has no translation")
        value = self._value(op, place, kind, len(registers_of(target)))
        self._accesses.put(op, target, _loaded(value, kind, target), kind)

    def _value(self, op: Op, place: Address, kind: CppType, count: int) -> Value | Pointer:
        found = place.base
        if isinstance(found, Variable):
            if found in self._slots and not place.offset and count == 1:
                return self._slots[found]
            how = self._function.parameters.get(found.name)
            if how is not None and how[1].kind is not None and not place.offset and count == 1:
                name, passed = how
                if passed.points_to:
                    return Pointer(name, passed.points_to)
                return Value(name, passed.kind or kind)
        pointer = self._place(op, place)
        if count > 1:
            text = f"{NAMESPACE}load<{kind.name}, {count}>({written(pointer, BYTES).text})"
            return Value(text, kind, reads=pointer.reads)
        value = accessed(pointer, element_of(kind))
        is_own = isinstance(found, Variable) and found.name in self._function.parameters
        return Value(value.text, value.cpp_type, value.level, value.reads, memory=not is_own)

    def _place(self, op: Op, place: Address) -> Pointer:
        found = place.base
        if isinstance(found, Variable) and found in self._arrays:
            local = self._arrays[found]
            return Pointer(f"{local.name}.element", BYTES, offset=place.offset, reads=frozenset((local,)))
        if isinstance(found, Variable) and found.name == self._function.returned:
            return Pointer(f"{self.result.name}.element", BYTES, offset=place.offset, reads=frozenset((self.result,)))
        base = self._computing.operand(op, place.base)
        if isinstance(base, Pointer):
            return base.moved(place.offset)
        return Pointer(f"((u8*){base.text})", BYTES, offset=place.offset, reads=base.reads, memory=base.memory)

    def store(self, op: Op) -> None:
        """`st.param`: an argument of the next call, or what the function returns."""
        place, moved = _two(op)
        if not isinstance(place, Address) or not isinstance(place.base, Meaning):
            raise NotUnderstood("a parameter is written in an unexpected way")
        type = parameter_type(op.opcode)
        kind = cpp_type(type) if type else None
        found = place.base
        if kind is None or not isinstance(found, Variable):
            raise NotUnderstood(f"'{op.opcode}' has no translation")
        if found.name == self._function.returned:
            self._store_result(op, found, place, moved, kind)
        else:
            self._store_argument(op, found, place, moved, kind)

    def _store_result(self, op: Op, found: Variable, place: Address, moved: Operand, kind: CppType) -> None:
        how = passed(found)
        if how.kind is None or place.offset or len(registers_of(moved)) > 1:
            self._store_bytes(op, place, moved, kind)
            return
        wanted = self._function.result.kind or how.kind
        value = assigned(self._computing.typed(op, moved, kind), wanted)
        self._storage.out.append(Line(value.text, self.result, value.reads))

    def _store_argument(self, op: Op, found: Variable, place: Address, moved: Operand, kind: CppType) -> None:
        if found.dimensions is not None or found.lanes or place.offset:
            if found not in self._arrays:
                self._arrays[found] = _variable(self._function.fresh(found.name), passed(found))
            self._store_bytes(op, place, moved, kind)
            return
        value = self._computing.operand(op, moved)
        if isinstance(value, Value) and value.number is not None:
            value = converted(value, kind)
        if value.memory or not self._storage.is_lasting(value.reads):
            typed = as_kind(value, kind)
            local = Local(self._function.fresh(found.name), kind.name)
            self._storage.out.append(Line(assigned(typed, kind).text, local, typed.reads))
            value = Value(local.name, kind, reads=frozenset((local,)))
        self._slots[found] = value

    def _store_bytes(self, op: Op, place: Address, moved: Operand, kind: CppType) -> None:
        pointer = self._place(op, place)
        parts = [self._computing.typed(op, part, kind) for part in registers_of(moved) if not isinstance(part, Nowhere)]
        reads = pointer.reads.union(*(part.reads for part in parts))
        if len(parts) > 1:
            values = pack(kind, parts).text
            text = f"{NAMESPACE}store<{kind.name}, {len(parts)}>({written(pointer, BYTES).text}, {values});"
        else:
            text = f"{accessed(pointer, element_of(kind)).text} = {assigned(parts[0], kind).text};"
        self._storage.out.append(Line(text, None, reads))

    def returned(self, statements: list[Statement]) -> Line:
        """`return`, with what was stored last where that stands right before it."""
        last = statements[-1] if statements else None
        if isinstance(last, Line) and last.target is self.result:
            statements.pop()
            return Line(f"return {last.text};", None, last.reads, is_end=True)
        return Line(f"return {self.result.name};", None, frozenset((self.result,)), is_end=True)

    # Calls

    def call(self, op: Op, call: Call) -> None:
        target = call.target
        arguments = [self._argument(op, each) for each in call.arguments]
        name = target.name if isinstance(target, External) else ""
        if printing.is_known(name, self._module):
            text, kind = printing.said(name, arguments, self._module)
            result = Passed(kind.name, kind) if kind is not None else NOTHING
            reads = frozenset[Local]().union(*(value.reads for value in arguments))
        else:
            text, result, values = self._called(op, call, arguments)
            reads = frozenset[Local]().union(*(value.reads for value in values))
        self._storage.clobber()
        self._store_returned(op, call, text, result, reads)

    def _argument(self, op: Op, operand: Operand) -> Value | Pointer:
        if isinstance(operand, Variable):
            if operand in self._arrays:
                local = self._arrays[operand]
                return Value(local.name, CppType(local.type, 0), reads=frozenset((local,)))
            if operand not in self._slots:
                raise NotUnderstood(f"'{operand.name}' is passed, and has no value")
            return self._slots[operand]
        return self._computing.operand(op, operand)

    def _called(self, op: Op, call: Call, arguments: list[Value | Pointer]) -> tuple[str, Passed, list[Value]]:
        if isinstance(call.target, External):
            name = call.target.name
            if name not in self._module.functions:
                raise NotUnderstood(f"'{name}' is not declared")
            result, parameters = self._module.signature(name)
            self._module.used.add(name)
            name = function_name(self._module.functions[name])
        else:
            if not isinstance(call.target, Reg) or call.prototype not in self._prototypes:
                raise NotUnderstood("a function is called through a register, and its prototype is not known")
            result, parameters = signature_of(self._prototypes[call.prototype])
            pointer = self._computing.typed(op, call.target, ADDRESS)
            types = ", ".join(each.text for each in parameters)
            name = f"(({result.text} (*)({types})){pointer.text})"
        if len(parameters) != len(arguments):
            raise NotUnderstood(f"a call passes {len(arguments)} values, and the function takes {len(parameters)}")
        values = [self._passed_as(value, parameter) for value, parameter in zip(arguments, parameters, strict=True)]
        return f"{name}({', '.join(value.text for value in values)})", result, values

    def _passed_as(self, value: Value | Pointer, how: Passed) -> Value:
        if how.kind is None:
            if not isinstance(value, Value) or value.cpp_type.name != how.text:
                raise NotUnderstood("a call passes bytes in an unexpected way")
            return value
        return as_kind(value, how.kind)

    def _store_returned(self, op: Op, call: Call, text: str, result: Passed, reads: frozenset[Local]) -> None:
        found = call.returns[0] if call.returns else None
        if result == NOTHING or found is None:
            self._storage.out.append(Line(f"{text};", None, reads))
            return
        if isinstance(found, Reg):
            kind = expected(CppType, result.kind, "a register gets a result that is no number")
            self._storage.write(op, found, Value(text, kind, reads=reads), is_calm=False)
            return
        found = expected(Variable, found)
        if result.kind is None:
            self._arrays[found] = Local(self._function.fresh(found.name), result.text)
            self._storage.out.append(Line(text, self._arrays[found], reads))
            return
        local = Local(self._function.fresh(found.name), result.kind.name)
        self._storage.out.append(Line(text, local, reads))
        self._slots[found] = Value(local.name, result.kind, reads=frozenset((local,)))


def through_memory(signature: Signature, items: Sequence[Item]) -> tuple[Signature, Sequence[Item]]:
    """A function that takes or returns registers as one with parameters, which it reads first, and writes before it
    returns."""
    sides = signature.returns, signature.parameters
    results, taken = ([each for each in side if each.space == "reg"] for side in sides)
    if not results and not taken:
        return signature, items
    returns, parameters = (tuple(map(_in_memory, side)) for side in sides)
    declared = [Declaration(each.type, (each.name,)) for each in (*results, *taken)]
    loads = [_moved("ld", each, Register(each.name), _place_of(each)) for each in taken]
    stores = [_moved("st", each, _place_of(each), Register(each.name)) for each in results]
    made = (*declared, *loads, *_storing(items, stores), *stores, Instruction("ret", (), None, "ret", 0))
    return replace(signature, returns=returns, parameters=parameters), made


def _in_memory(variable: Variable) -> Variable:
    if variable.space != "reg":
        return variable
    return replace(variable, space="param", name=f"{variable.name}$passed")


def _place_of(variable: Variable) -> Address:
    return Address(Register(_in_memory(variable).name))


def _moved(how: str, variable: Variable, *operands: Operand) -> Instruction:
    opcode = f"{how}.param.{variable.type}"
    return Instruction(opcode, operands, None, opcode, variable.offset)


def _storing(items: Sequence[Item], stores: Sequence[Instruction]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Block):
            yield Block(tuple(_storing(item.items, stores)))
            continue
        if isinstance(item, Instruction) and item.opcode in RETURNS:
            yield from stores
        yield item


def _two(op: Op) -> tuple[Operand, Operand]:
    if len(op.operands) != 2:
        raise NotUnderstood(f"'{op.opcode}' has another number of operands")
    return op.operands[0], op.operands[1]


def _loaded(value: Value | Pointer, kind: CppType, target: object) -> Value | Pointer:
    """What a register gets of a value that is read as a type: the bits of that, extended by its sign if it has one."""
    if not isinstance(target, Reg):
        return value  # several registers
    if isinstance(value, Pointer):
        return value if kind.width == ADDRESS.width else as_kind(value, kind)
    return value if value.cpp_type.width == kind.width == target.cpp_type.width else converted(value, kind)


def _variable(name: str, how: Passed) -> Local:
    """What is passed: bytes are written where they lie, and not by that name."""
    return Local(name, how.text, is_passed=how.kind is None)
