"""Which type of C++ each register gets: that of most of its uses, or a pointer where it is used as an address.

This is a matter of style alone: wherever a value is used as another type it is converted. Registers that are copied
into each other get one type; pointers that are made from each other point to one type, or to bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping

from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.grammar import Address, Operand
from hipify_py.subjects.ptx.match import registers_of
from hipify_py.subjects.ptx.module.bodies import Body
from hipify_py.subjects.ptx.module.opcodes import SUM, element, is_in_shared_memory, opcodes, parameter_type, weight
from hipify_py.subjects.ptx.module.syntax import Variable
from hipify_py.subjects.ptx.operations import NO_MATCH, External, Op
from hipify_py.subjects.ptx.registers import Reg
from hipify_py.subjects.ptx.types import CppType, cpp_type

BYTES = "u8"
_SCALES = opcodes(
    pattern(r"(mul\.wide\.[su]32|shl\.b(?:32|64)|mul\.lo\.[su](?:32|64)|cvt\.[us]64\.[us]32|mad\.wide\.[su]32)")
)
_SAME = opcodes(pattern(r"cvta(?:\.to)?\.(?:global|local|const|param)(?:\.u64)?"))


class Classes:
    """What belongs together."""

    def __init__(self) -> None:
        self._parent: dict[Hashable, Hashable] = {}

    def find(self, item: Hashable) -> Hashable:
        root = item
        while (above := self._parent.get(root, root)) is not root:
            root = above
        while (above := self._parent.get(item, item)) is not root and above is not item:
            self._parent[item] = root
            item = above
        return root

    def join(self, first: Hashable, second: Hashable) -> None:
        one, other = self.find(first), self.find(second)
        if one is not other:
            self._parent[one] = other


@dataclass(frozen=True)
class Slot:
    """A parameter as a whole, or a variable in memory."""

    name: str


class _Pointers:
    """What is known of pointers that are made from each other."""

    def __init__(self) -> None:
        self.accesses: Counter[str] = Counter()
        self.shared = False  # whether they are addresses within shared memory
        self.generic = False


class TypeInference:
    def __init__(self, body: Body, spaces: Mapping[str, str]) -> None:
        self._spaces = spaces  # of variables of the module
        self._copies, self._derived = Classes(), Classes()
        self._votes: dict[Hashable, Counter[str]] = {}
        self._pointers: dict[Hashable, _Pointers] = {}
        self._is_pointer: set[Reg | Slot] = set()
        self.named: set[str] = set()  # the variables and parameters that are named
        self._ops = [op for block in body.blocks for op in block.ops]
        self._held: dict[Reg, CppType] = {}  # answers, which are asked for often
        self._elements: dict[Reg | Slot, str] = {}
        self._look()

    # Answers

    def cpp_type(self, register: Reg) -> CppType:
        """The type of a variable that is no pointer."""
        found = self._held.get(register)
        if found is None:
            kind = register.cpp_type
            found = kind if kind.width < 16 or kind.is_float else self._elected(register, kind)
            self._held[register] = found
        return found

    def slot(self, name: str, kind: CppType) -> CppType:
        """The type of a parameter."""
        return kind if kind.is_float else self._elected(Slot(name), kind)

    def _elected(self, item: Hashable, kind: CppType) -> CppType:
        """What most uses ask for, of those as wide as a type."""
        votes = self._votes.get(self._copies.find(item)) or Counter[str]()
        fitting = [
            (count, name) for name, count in votes.items() if (it := _KINDS.get(name)) and it.width == kind.width
        ]
        return _KINDS[max(fitting)[1]] if fitting else kind

    def points_to(self, item: Reg | Slot) -> str:
        """The type of the elements that a pointer points to; nothing for what is no pointer."""
        element = self._elements.get(item)
        if element is None:
            found = self._pointers.get(self._derived.find(item)) if item in self._is_pointer else None
            element = "" if found is None or (found.shared and found.generic) else _common(found)
            self._elements[item] = element
        return element

    def is_shared(self, register: Reg) -> bool:
        """Whether a pointer is an address within shared memory in PTX."""
        found = self._pointers.get(self._derived.find(register))
        return register.cpp_type.width == 32 or (found is not None and found.shared)

    # Evidence

    def _look(self) -> None:
        for op in self._ops:
            self._vote(op)
            self._join(op)
        self._spread()
        for op in self._ops:
            self._measure(op)

    def _vote(self, op: Op) -> None:
        found = op.match
        counted = weight(op.opcode) if found is not NO_MATCH else 0
        if not counted:
            return
        for kind, operand in zip(found.form.types, (*found.outputs, *found.inputs), strict=False):
            for part in registers_of(operand) if kind is not None else ():
                if kind is not None and isinstance(part, Reg) and kind.width == part.cpp_type.width:
                    self._voted(part, kind.name, counted)

    def _voted(self, item: Hashable, name: str, weight: int) -> None:
        root = self._copies.find(item)
        votes = self._votes.get(root)
        if votes is None:
            votes = self._votes[root] = Counter()
        votes[name] += weight

    def _node(self, operand: Operand) -> Reg | Slot | None:
        """A register, or the memory that a name stands for."""
        if isinstance(operand, Reg):
            return operand
        if not isinstance(operand, (Variable, External)):
            return None
        self.named.add(operand.name)
        return Slot(operand.name)

    def _join(self, op: Op) -> None:
        operands, opcode = op.operands, op.opcode
        target = operands[0] if operands and op.call is None else None
        if not isinstance(target, Reg):
            return
        if opcode.startswith("ld.param"):
            self._join_parameter(op, target)
        elif opcode.startswith(("mov.b", "mov.u", "mov.s", "mov.f")) and len(operands) == 2:
            source = self._node(operands[1])
            if source is not None:
                self._same(target, source)
                if isinstance(source, Slot):
                    self._is_pointer |= {target, source}
                    self._found(target).shared |= self._space(operands[1]) == "shared"
        elif opcode.startswith("selp.") and len(operands) == 4:
            for operand in operands[1:3]:
                if isinstance(operand, Reg):
                    self._same(target, operand)
        elif _SAME(opcode):
            source = self._node(operands[1])
            if source is not None:
                self._same(target, source)
                self._is_pointer |= {target, source}
                self._found(target).generic = True
        elif opcode.startswith("cvta"):
            self._is_pointer |= {each for each in (target, self._node(operands[1])) if each is not None}
            if opcode.startswith("cvta.to."):
                self._found(target).shared = True
            elif (source := self._node(operands[1])) is not None:
                self._found(source).shared = True

    def _join_parameter(self, op: Op, target: Reg) -> None:
        address = op.operands[1]
        if isinstance(address, Address) and not address.offset:
            slot = self._node(address.base)
            if isinstance(slot, Slot):
                self._same(target, slot)

    def _space(self, operand: Operand) -> str:
        if isinstance(operand, Variable):
            return operand.space
        return self._spaces.get(operand.name, "") if isinstance(operand, External) else ""

    def _same(self, first: Reg | Slot, second: Reg | Slot) -> None:
        votes = [self._votes.pop(self._copies.find(each), Counter()) for each in (first, second)]
        self._copies.join(first, second)
        joined = votes[0] + votes[1]
        if joined:
            root = self._copies.find(first)
            self._votes[root] = self._votes.get(root, Counter()) + joined
        self._derive(first, second)

    def _derive(self, first: Reg | Slot, second: Reg | Slot) -> None:
        known = [self._pointers.pop(self._derived.find(each), None) for each in (first, second)]
        if self._derived.find(first) is self._derived.find(second):
            known = known[:1] if known[0] is not None else known[1:]
        self._derived.join(first, second)
        root = self._derived.find(first)
        for each in filter(None, known):
            into = self._pointers.setdefault(root, _Pointers())
            into.accesses += each.accesses
            into.shared |= each.shared
            into.generic |= each.generic

    def _found(self, item: Reg | Slot) -> _Pointers:
        return self._pointers.setdefault(self._derived.find(item), _Pointers())

    # Pointers

    def _spread(self) -> None:
        """From what is a pointer, or is used as an address, to what is made from it, and from what it is made."""
        for op in self._ops:
            if op.opcode.startswith(("ld.param", "st.param")):
                continue
            for operand in op.operands:
                if isinstance(operand, Address) and (base := self._node(operand.base)) is not None:
                    self._is_pointer.add(base)
        adds = [op for op in self._ops if SUM(op.opcode) and len(op.operands) == 3]
        wide = [op for op in self._ops if op.opcode.startswith("mad.wide") and len(op.operands) == 4]
        copies = [op for op in self._ops if op.opcode.startswith(("mov.", "selp.", "ld.param")) and op.operands]
        for _turn in range(8):
            before = len(self._is_pointer)
            for op in copies:
                self._spread_copy(op)
            for op in adds:
                self._spread_sum(op, op.operands[1], op.operands[2])
            for op in wide:
                self._spread_sum(op, op.operands[3], op.operands[1])
            if len(self._is_pointer) == before:
                break

    def _spread_copy(self, op: Op) -> None:
        target = op.operands[0]
        if not isinstance(target, Reg):
            return
        group = [target, *self._sources(op)]
        if any(each in self._is_pointer for each in group):
            self._is_pointer.update(each for each in group if self._width(each) == target.cpp_type.width)

    def _width(self, item: Reg | Slot) -> int:
        return item.cpp_type.width if isinstance(item, Reg) else 64

    def _sources(self, op: Op) -> Iterator[Reg | Slot]:
        if op.opcode.startswith("ld.param"):
            address = op.operands[1]
            if (
                isinstance(address, Address)
                and not address.offset
                and parameter_type(op.opcode) in ("u64", "b64", "s64")
            ):
                node = self._node(address.base)
                if isinstance(node, Slot):
                    yield node
            return
        for operand in op.operands[1:3]:
            if (source := self._node(operand)) is not None:
                yield source

    def _spread_sum(self, op: Op, first: Operand, second: Operand) -> None:
        target = op.operands[0]
        if not isinstance(target, Reg):
            return
        nodes = [self._node(first), self._node(second)]
        known = [each for each in nodes if each is not None and each in self._is_pointer]
        if len(known) == 2 and nodes[0] is not nodes[1]:
            return  # a difference, or two guesses
        base = known[0] if known else None
        if base is None and target in self._is_pointer and target.cpp_type.width == 64:
            base = self._likely(nodes)
        if base is None or (op.opcode.startswith("sub") and base is not nodes[0]):
            return
        if isinstance(base, Reg) and base.cpp_type.width != target.cpp_type.width:
            return
        if not {base, target} <= self._is_pointer or self._derived.find(base) is not self._derived.find(target):
            self._is_pointer |= {base, target}
            self._derive(target, base)

    def _likely(self, nodes: list[Reg | Slot | None]) -> Reg | Slot | None:
        """Which of two summands is the pointer: the one that is not a scaled index."""
        likely = [each for each in nodes if each is not None and not self._is_index(each)]
        return likely[0] if len(likely) == 1 else None

    def _is_index(self, item: Reg | Slot) -> bool:
        definition = item.definition if isinstance(item, Reg) and item.is_single else None
        return definition is not None and _SCALES(definition.opcode) is not None

    # Accesses

    def _measure(self, op: Op) -> None:
        access = element(op.opcode)
        for number, operand in enumerate(op.addresses):
            base = self._node(operand.base)
            if base is None or base not in self._is_pointer:
                continue
            found = self._found(base)
            if is_in_shared_memory(op.opcode, number):
                found.shared = True
            else:
                found.generic = True
            if access is not None:
                found.accesses[self._typed(op, access[0])] += 1

    def _typed(self, op: Op, access: str) -> str:
        """The type of an access; of bits, the type of the register."""
        if op.opcode.rpartition(".")[2][0] not in "b":
            return access
        moved = op.operands[0] if op.opcode.startswith("ld") else op.operands[-1]
        register = registers_of(moved)[0]
        return f"f{access[1:]}" if isinstance(register, Reg) and self.cpp_type(register).is_float else access


_KINDS = {
    kind.name: kind
    for word in ["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32", "f64"]
    if (kind := cpp_type(word))
}


def _common(found: _Pointers) -> str:
    sizes = {int(access[1:]) for access in found.accesses}
    if len(sizes) != 1:
        return BYTES
    return max(found.accesses.items(), key=lambda item: (item[1], item[0]))[0]
