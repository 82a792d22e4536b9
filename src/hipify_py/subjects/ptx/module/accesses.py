"""Loads, stores and addresses of modules as accesses and pointers of C++."""

from __future__ import annotations

from hipify_py.helpers import NAMESPACE
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.grammar import Address, Nowhere, Operand, expected
from hipify_py.subjects.ptx.match import registers_of
from hipify_py.subjects.ptx.module.arithmetic import without_suffix
from hipify_py.subjects.ptx.module.computing import Computing, register
from hipify_py.subjects.ptx.module.context import FunctionContext
from hipify_py.subjects.ptx.module.cpp import Line, Local, Statement
from hipify_py.subjects.ptx.module.opcodes import SUM, WIDE, element
from hipify_py.subjects.ptx.module.pointers import Pointer, Term, accessed, as_kind, scalar, written
from hipify_py.subjects.ptx.module.storage import Storage, as_pointer
from hipify_py.subjects.ptx.module.syntax import Variable
from hipify_py.subjects.ptx.module.values import Value, as_signed, assigned, converted
from hipify_py.subjects.ptx.operations import External, Op
from hipify_py.subjects.ptx.registers import Reg
from hipify_py.subjects.ptx.types import ADDRESS, S32, S64, U32, CppType, integer


class Accesses:
    def __init__(self, storage: Storage, computing: Computing, function: FunctionContext) -> None:
        self._storage = storage
        self._types = storage.types
        self._computing = computing
        self._function = function

    # Several registers at once

    def put(self, op: Op, target: Operand, value: Value | Pointer, kind: CppType) -> None:
        """Give one or several registers what was read."""
        parts = registers_of(target)
        if len(parts) == 1:
            self._storage.write(op, register(op, parts[0]), value)
        else:
            self._storage.out += self.unpacked(op, target, expected(Value, value), kind)

    def unpacked(self, op: Op, target: Operand, value: Value, kind: CppType) -> list[Statement]:
        parts = registers_of(target)
        vector = Local(self._function.fresh("v"), f"{NAMESPACE}vec<{kind.name}, {len(parts)}>")
        lines: list[Statement] = [Line(value.text, vector, value.reads)]
        for position, part in enumerate(parts):
            found = None if isinstance(part, Nowhere) else register(op, part)
            if found is not None and found.reads:
                lane = Value(f"{vector.name}[{position}]", kind, reads=frozenset((vector,)))
                lines.append(self._storage.written(found, lane))
        return lines

    # Loads and stores

    def is_access(self, op: Op) -> bool:
        """Writes a plain load or store, which is an access of C++."""
        access = element(op.opcode)
        if access is None:
            return False
        is_load = op.opcode.startswith("ld")
        moved, place = op.operands if is_load else reversed(op.operands)
        pointer = self._pointer(op, place) if isinstance(place, Address) else None
        if pointer is None:
            return False
        if ".v2." in op.opcode or ".v4." in op.opcode:
            self._move_vector(op, pointer, moved, scalar(access[0]), is_load)
            return True
        kind = self._moved_as(op, moved, access[0])
        # A wider register is filled by the sign of the access; else the type of the pointer will do.
        is_extended = is_load and register(op, moved).cpp_type.width != scalar(kind).width
        if pointer.element[1:] == kind[1:] and pointer.element[0] != kind[0] and not is_extended:
            kind = pointer.element
        if is_load:
            self._storage.write(op, register(op, moved), accessed(pointer, kind))
        else:
            self._store(op, accessed(pointer, kind), moved, scalar(kind))
        return True

    def _moved_as(self, op: Op, moved: Operand, plain: str) -> str:
        """The type of an access; of bits, that of the register."""
        is_bits = op.opcode.rpartition(".")[2].startswith("b") and plain in ("u32", "u64")
        if (
            is_bits
            and isinstance(moved, Reg)
            and self._types.cpp_type(moved).is_float
            and not self._types.points_to(moved)
        ):
            return f"f{plain[1:]}"
        return plain

    def _store(self, op: Op, place: Value, moved: Operand, kind: CppType) -> None:
        stored = self._computing.operand(op, moved)
        if isinstance(stored, Value) and stored.number is not None:
            stored = converted(stored, kind)
        value = without_suffix(assigned(as_kind(stored, None, kind), kind))
        guard = self._storage.guarding(op.guard)
        self._storage.clobber()
        line = Line(f"{place.text} = {value.text};", None, place.reads | value.reads)
        self._storage.emit_under(guard, [line])

    def _move_vector(self, op: Op, pointer: Pointer, moved: Operand, kind: CppType, is_load: bool) -> None:
        text = written(pointer, pointer.element).text
        what = f"<{kind.name}, {len(registers_of(moved))}>"
        if is_load:
            guard = self._storage.guarding(op.guard)
            loaded = Value(f"{NAMESPACE}load{what}({text})", kind, reads=pointer.reads)
            lines = self.unpacked(op, moved, loaded, kind)
        else:
            values = self._computing.vector(op, moved, kind)
            guard = self._storage.guarding(op.guard)
            self._storage.clobber()
            lines = [Line(f"{NAMESPACE}store{what}({text}, {values.text});", None, pointer.reads | values.reads)]
        self._storage.emit_under(guard, lines)

    def _pointer(self, op: Op, operand: Address) -> Pointer | None:
        """Where an access goes; None if it is known as a number only."""
        base = operand.base
        if isinstance(base, Number):
            return None
        is_number = isinstance(base, Reg) and not isinstance(self._storage.standing(base), Pointer)
        if is_number and isinstance(base, Reg) and not self._types.points_to(base):
            return None
        return self._cast(base, self._computing.operand(op, base)).moved(operand.offset)

    def _cast(self, operand: Operand, value: Value | Pointer) -> Pointer:
        """A number that is an address, as which a register is used."""
        if isinstance(value, Pointer):
            return value
        found = expected(Reg, operand, "an address is neither a variable nor in a register")
        is_shared = self._types.is_shared(found)
        cast = as_pointer(value, self._types.points_to(found), is_shared=is_shared)
        return Pointer(f"({cast.text})", cast.points_to, (), 0, is_shared, "", cast.reads, cast.memory)

    # Addresses

    def is_pointer_math(self, op: Op) -> bool:
        """Writes sums of a pointer and a distance, and what makes a pointer of another kind of address."""
        if op.opcode.startswith("cvta"):
            return self._is_cast(op)
        if op.opcode == "cvt.u64.u32":
            return self._is_widened(op)
        target = op.operands[0] if SUM(op.opcode) or WIDE(op.opcode) else None
        return isinstance(target, Reg) and bool(self._types.points_to(target)) and self._is_sum(op, target)

    def _is_cast(self, op: Op) -> bool:
        source = op.operands[1]
        if isinstance(source, Reg) and not self._types.points_to(source):
            return False
        value = self._computing.operand(op, source)
        target = register(op, op.operands[0])
        if not isinstance(value, Pointer):
            self._storage.write(op, target, self._cast_number(op, value))
            return True
        is_shared = ".to." in op.opcode and "shared" in op.opcode
        is_shared = is_shared or (value.is_shared and "shared" not in op.opcode)
        self._storage.write(op, target, value._replace(is_shared=is_shared))
        return True

    def _cast_number(self, op: Op, value: Value) -> Value:
        """`cvta` of an address that is a number."""
        if "shared" not in op.opcode:
            return value
        number = as_kind(value, ADDRESS)
        name = "cvta_to_shared" if ".to." in op.opcode else "cvta_shared"
        return Value(f"{NAMESPACE}{name}({number.text})", number.cpp_type).made_of(number)

    def _is_widened(self, op: Op) -> bool:
        """`cvt.u64.u32` of an address within shared memory, which is the same pointer."""
        target, source = register(op, op.operands[0]), op.operands[1]
        if not self._is_pointer(source) or not self._types.points_to(target):
            return False
        value = self._computing.operand(op, source)
        is_kept = isinstance(value, Pointer) and value.is_shared
        self._storage.write(op, target, value if is_kept else as_kind(as_kind(value, U32), ADDRESS))
        return True

    def _is_sum(self, op: Op, target: Reg) -> bool:
        wide, is_difference = WIDE(op.opcode), op.opcode.startswith("sub")
        left, right = (op.operands[3], op.operands[1]) if wide else op.operands[1:3]
        if not wide and self._is_pointer(right) and not self._is_pointer(left):
            left, right = right, left
            if is_difference:
                return False
        if not self._is_pointer(left) or self._is_pointer(right):
            return False
        if wide and not isinstance(op.operands[2], Number):
            return False
        base = self._cast(left, self._computing.operand(op, left))
        sign = -1 if is_difference else 1
        if wide:
            scale = expected(Number, op.operands[2])
            index = self._computing.typed(op, right, integer(32, is_signed=wide[1] == "s"))
            self._storage.write(op, target, base.added(Term(index, int(scale.value))))
        elif isinstance(right, Number):
            self._storage.write(op, target, base.moved(sign * as_signed(int(right.value), target.cpp_type.width)))
        else:
            self._storage.write(op, target, base.added(self._term(op, right, sign, target.cpp_type.width)))
        return True

    def _is_pointer(self, operand: Operand) -> bool:
        if isinstance(operand, Reg):
            return bool(self._types.points_to(operand))
        return isinstance(operand, (Variable, External))

    def _term(self, op: Op, operand: Operand, sign: int, width: int) -> Term:
        """A distance, as an index times a scale where it is computed so and nothing else reads it."""
        index = register(op, operand)
        if index in self._storage.scaled and self._storage.standing(index) is not None:
            term = self._storage.scaled[index]
            if width == 64 or term.fits:
                self._storage.read(index)
                return term._replace(scale=sign * term.scale)
        kind = S32 if width == 32 else S64
        found = self._computing.operand(op, operand)
        if width == 64 and isinstance(found, Value) and found.cpp_type.name == "uint64_t":
            kind = found.cpp_type
        return Term(as_kind(found, kind), sign)
