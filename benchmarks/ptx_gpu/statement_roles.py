"""What the operands of a statement are to it: values, addresses, masks of a warp, policies of a cache."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from benchmarks.ptx_gpu.operands import UntestableError, lane
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.grammar import Address, Operand, Vector
from hipify_py.subjects.ptx.operations import Op, registers_in
from hipify_py.subjects.ptx.program import Program
from hipify_py.subjects.ptx.registers import BoundRegister, Reg
from hipify_py.subjects.ptx.types import cpp_type

BYTES = 64  # that a thread has behind an address
_VECTOR = re.compile(r"v([248])")
_TYPE = re.compile(r"(?:bf|[busf])\d+(?:x\d)?")
_SPACES = ("global", "shared", "const", "local", "param")
_COPIES = ("mov", "cvt")
_OF_BARRIERS = ("mbarrier.", "cp.async.bulk", "cp.async.mbarrier")


@dataclass
class Area:
    """What an address points to: in which spaces it is said to be, which bytes are touched, of which types."""

    spaces: set[str] = field(default_factory=set)
    lowest: int = 0
    highest: int = 0
    types: list[str] = field(default_factory=list)


@dataclass
class Roles:
    """By cells of operands; a cell that is in none of these is a value."""

    areas: dict[Reg, Area] = field(default_factory=dict)
    masks: set[Reg] = field(default_factory=set)
    policies: set[Reg] = field(default_factory=set)
    offsets: dict[Reg, int] = field(default_factory=dict)  # by which an address is moved: so much, or 0


def roles(program: Program) -> Roles:
    """Raises UntestableError for an address that comes from where nothing is known of it."""
    return _Finder(program).roles()


def value_lane(program: Program, cell: Reg) -> str:
    """How values of an operand are drawn: as the instructions say that read it."""
    width = cell.cpp_type.width or 32
    for step in program.instructions:
        for wanted, operand in zip(step.match.form.inputs, step.match.inputs, strict=False):
            if wanted.type in ("imm", "address") or wanted.literal is not None:
                continue
            kind = cpp_type(wanted.type)
            is_size = wanted.type == "u32" and step.match.form.opcode.startswith("cp.async")
            if is_size and cell in registers_in([operand]):
                return "i32<5"  # no copy may have a source that is larger than itself
            if cell in registers_in([operand]) and kind and kind.width == width:
                found = lane(wanted.type)
                if not found.startswith("i"):
                    return found
    return f"{'f' if cell.cpp_type.is_float else 'i'}{width}"


def _is_given(register: Reg) -> bool:
    """Whether it is an operand that has a value before the statement."""
    return isinstance(register, BoundRegister) and register.initial is not None


@dataclass(frozen=True)
class _Path:
    """The way from an instruction back to the operand that its address comes from."""

    space: str
    size: int
    offset: int = 0
    seen: frozenset[Reg] = frozenset()


class _Finder:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._roles = Roles()
        self._writers: Mapping[Reg, list[Op]] = defaultdict(list)
        for step in program.instructions:
            for operand in step.match.outputs:
                for cell in registers_in([operand]):
                    self._writers[cell].append(step)

    def roles(self) -> Roles:
        for step in self._program.instructions:
            if step.match.form.opcode.startswith(_OF_BARRIERS):
                raise UntestableError("threads wait for each other (contention_meetings.py)")
            for number, operand in enumerate(self._addresses(step)):
                size = _size(step)
                path = _Path(_space(step, number), size, operand.offset)
                self._address(operand.base, path, _types(step))
            if step.match.form.opcode.startswith("cvta."):
                self._address(step.match.inputs[0], _Path(_converted(step), 1), ["u64"])
            for wanted, given in zip(step.match.form.inputs, step.match.inputs, strict=False):
                if wanted.name == "policy":
                    self._roles.policies.update(self._sources(given))
                if wanted.name == "mask":
                    self._mask(given)
        return self._roles

    def _addresses(self, step: Op) -> Iterator[Address]:
        for operand in step.match.inputs:
            if isinstance(operand, Address):
                yield operand

    def _address(self, operand: Operand, path: _Path, types: list[str]) -> None:
        if not isinstance(operand, Reg):
            raise UntestableError("an address is no pointer that can be given")
        cell = operand
        if cell in path.seen:
            return
        path = _Path(path.space, path.size, path.offset, path.seen | {cell})
        if _is_given(cell):
            self._reached(cell, path, types)
        for step in self._writers.get(cell, ()):
            self._through(step, path, types)

    def _reached(self, cell: Reg, path: _Path, types: list[str]) -> None:
        area = self._roles.areas.setdefault(cell, Area())
        area.spaces.add(path.space)
        area.lowest = min(area.lowest, path.offset)
        area.highest = max(area.highest, path.offset + path.size)
        area.types += types

    def _through(self, step: Op, path: _Path, types: list[str]) -> None:
        """The instruction that makes an address: from which of its inputs."""
        head, inputs = step.match.form.opcode.split(".")[0], step.match.inputs
        if head == "cvta":
            path = _Path(_converted(step), path.size, path.offset, path.seen)
            self._address(inputs[0], path, types)
        elif head in _COPIES and not isinstance(inputs[0], Vector):
            self._address(inputs[0], path, types)
        elif head == "selp":
            for operand in inputs[:2]:
                self._address(operand, path, types)
        elif head in ("add", "sub"):
            self._sum(step, inputs[0], inputs[1], path, types)
        elif head in ("mad", "fma"):
            scale = inputs[1].value if isinstance(inputs[1], Number) else 0
            self._moved(step, inputs[0], int(scale), path)
            self._address(inputs[2], path, types)
        else:
            raise UntestableError(f"an address is the result of '{step.match.form.opcode}'")

    def _sum(self, step: Op, base: Operand, other: Operand, path: _Path, types: list[str]) -> None:
        if isinstance(base, Number) or (not isinstance(other, Number) and self._is_product(base)):
            base, other = other, base
        if isinstance(other, Number):
            sign = -1 if step.match.form.opcode.startswith("sub") else 1
            path = _Path(path.space, path.size, path.offset + sign * int(other.value), path.seen)
        else:
            self._moved(step, other, path.size, path)
        self._address(base, path, types)

    def _is_product(self, operand: Operand) -> bool:
        found = registers_in([operand])
        heads = {writer.match.form.opcode.split(".")[0] for cell in found for writer in self._writers.get(cell, ())}
        return not heads.isdisjoint(("mul", "shl"))

    def _moved(self, step: Op, operand: Operand, scale: int, path: _Path) -> None:
        """An offset: an operand that is, or is multiplied to, the size of what is accessed; else 0."""
        for cell in registers_in([operand]):
            if _is_given(cell):
                good = scale and scale % path.size == 0
                direct = step.match.form.opcode.startswith(("add", "sub"))
                self._roles.offsets[cell] = (scale if direct else 1) if good else 0
            for writer in self._writers.get(cell, ()):
                if cell not in path.seen:
                    self._scaled(writer, scale, _Path(path.space, path.size, path.offset, path.seen | {cell}))

    def _scaled(self, writer: Op, scale: int, path: _Path) -> None:
        head, *inputs = writer.match.form.opcode.split(".")[0], *writer.match.inputs
        factor = inputs[1].value if len(inputs) > 1 and isinstance(inputs[1], Number) else 0
        if head in ("mul", "shl"):
            self._moved(writer, inputs[0], int(factor) if head == "mul" else 1 << int(factor), path)
        elif head in (*_COPIES, "add"):
            self._moved(writer, inputs[0], scale, path)
        else:
            for operand in inputs:
                self._moved(writer, operand, 0, path)

    def _sources(self, operand: Operand, seen: frozenset[Reg] = frozenset()) -> Iterator[Reg]:
        """The operands that a register is a copy of."""
        for cell in registers_in([operand]):
            if _is_given(cell):
                yield cell
            for step in self._writers.get(cell, ()):
                if step.match.form.opcode.startswith(_COPIES) and cell not in seen:
                    yield from self._sources(step.match.inputs[0], seen | {cell})

    def _mask(self, operand: Operand) -> None:
        if isinstance(operand, Number) and int(operand.value) & 0xFFFFFFFF != 0xFFFFFFFF:
            raise UntestableError("a part of a warp takes part")
        self._roles.masks.update(self._sources(operand))


def _space(step: Op, number: int) -> str:
    opcode = step.match.form.opcode
    if opcode.startswith("cp.async"):
        return ("shared", "global")[number]
    named = [word for word in opcode.replace("::", ".").split(".") if word in _SPACES]
    if named and named[0] not in ("global", "shared"):
        raise UntestableError(f"nothing can be put where its address points to: .{named[0]}")
    return named[0] if named else "generic"


def _converted(step: Op) -> str:
    """Where what `cvta` is applied to points to."""
    words = step.match.form.opcode.replace("::", ".").split(".")
    space = next((word for word in words if word in _SPACES), "")
    if space not in ("global", "shared"):
        raise UntestableError(f"nothing can be put where its address points to: .{space}")
    return f"generic {space}" if "to" in words else space


def _types(step: Op) -> list[str]:
    return [word for word in step.match.form.opcode.split(".") if _TYPE.fullmatch(word)][-1:]


def _size(step: Op) -> int:
    """Bytes that an instruction touches."""
    if step.match.form.opcode.startswith("cp.async"):
        return 16
    words = step.match.form.opcode.split(".")
    count = next((int(word[1]) for word in words if _VECTOR.fullmatch(word)), 1)
    kind = cpp_type(_types(step)[0]) if _types(step) else None
    return count * max(kind.width // 8 if kind else 1, 1)
