"""What stands around a statement in both of its kernels: variables that are drawn, memory, and what is compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.ptx_gpu.kernels import WORDS
from benchmarks.ptx_gpu.operands import UntestableError, lane
from benchmarks.ptx_gpu.statement_roles import BYTES, Area, Roles, value_lane
from benchmarks.ptx_gpu.statements import Sample
from hipify_py.subjects.ptx.program import Program
from hipify_py.subjects.ptx.registers import BoundRegister, Reg
from hipify_py.subjects.ptx.types import cpp_type

_MOST_SLOTS = 6  # that shared memory has room for


@dataclass(frozen=True)
class Variable:
    """A variable that operands are: as which it is read and written, and what it points to if it is an address."""

    name: str
    reads: tuple[BoundRegister, ...]
    written: BoundRegister | None
    area: Area | None
    space: str

    @property
    def type(self) -> str:
        return (self.written or self.reads[0]).cpp_type.name


class Body:
    """`inputs` and `outputs` are the lanes; `text` is the body of a kernel with a statement."""

    def __init__(
        self,
        sample: Sample,
        program: Program,
        roles: Roles,
        variables: Sequence[Variable],
        spaces: Mapping[str, str],
        bound: str,
    ) -> None:
        self._sample, self._program, self._roles, self._bound = sample, program, roles, bound
        self.inputs: list[str] = []
        self._spaces: list[str] = []
        self._words: list[str] = []
        self._declared: list[str] = []
        self._mask = -1
        for name, type_ in sample.drawn.items():
            self._drawn(name, type_, sample.lanes.get(name, "i64"))
        for variable in variables:
            self._variable(variable, spaces.get(variable.name) or variable.space)
        self._memory = len(self.inputs)
        for word in self._words:
            self.inputs += [word] * WORDS
        self._results = [(each.name, self._lane(each.written)) for each in variables if each.written is not None]
        self._results += [(text, "i64") for text in sample.keep]
        self.outputs = [lane for _text, lane in self._results]
        self.outputs += ["f64" if word == "f64" else "i64" for word in self._words for _k in range(WORDS)]

    def text(self, asm: str) -> str:
        lines = [f"if (!joins(t, {self._mask}, i, {len(self.outputs)})) return;"] if self._mask >= 0 else []
        lines += [*self._slots(), *self._declared, *self._sample.before.strip().splitlines(), asm.strip()]
        if "cp.async" in asm:
            lines.append("wait_for_copies();")
        lines += [f"put(t, {number}, i, {text});" for number, (text, _lane) in enumerate(self._results)]
        first = len(self._results)
        lines += [f"keep(t, {first + WORDS * k}, i, slot{k});" for k in range(len(self._words))]
        return "\n".join(lines)

    def _slots(self) -> Iterator[str]:
        for number, space in enumerate(self._spaces):
            where = "shared" if "shared" in space else "global"
            yield f"uint64_t* const slot{number} = {where}_slot<{number}>(t, i, {self._memory + WORDS * number});"

    # Variables

    def _drawn(self, name: str, type_: str, drawn: str) -> None:
        self._declared.append(f"{type_} {name} = get<{type_}>(t, {len(self.inputs)}, i);")
        self.inputs.append(drawn)

    def _variable(self, variable: Variable, space: str) -> None:
        name, reads = variable.name, set[Reg](variable.reads)
        type_ = self._sample.types.get(name, variable.type)
        if variable.area:
            self._declared.append(f"{type_} {name} = {self._pointer(type_, space, variable.area)};")
        elif not reads:
            self._declared.append(f"{type_} {name}{{}};")
        elif name in self._sample.lanes:
            self._drawn(name, type_, self._sample.lanes[name])
        elif reads & self._roles.policies:
            self._declared.append(f"{type_} {name} = some_policy();")
        elif reads & self._roles.masks:
            self._mask_of_warp(name, type_)
        elif moved := [self._roles.offsets[cell] for cell in reads if cell in self._roles.offsets]:
            self._offset(name, type_, moved[0])
        else:
            self._drawn(name, type_, value_lane(self._program, variable.reads[0]))

    def _mask_of_warp(self, name: str, type_: str) -> None:
        """A mask by chance, the same in a warp. What `shfl` reads from a lane that is not in it is undefined."""
        if any(step.match.form.opcode.startswith("shfl.") for step in self._program.instructions):
            self._declared.append(f"{type_} {name} = 0xffffffffu;")
            return
        if self._mask >= 0:
            raise UntestableError("it has several masks")
        self._mask = len(self.inputs)
        self._drawn(name, type_, "m32")

    def _offset(self, name: str, type_: str, scale: int) -> None:
        if not scale:
            self._declared.append(f"{type_} {name} = 0;")
            return
        self._declared.append(f"{type_} {name} = get<uint32_t>(t, {len(self.inputs)}, i) * {scale};")
        self.inputs.append("i1")

    def _pointer(self, type_: str, space: str, area: Area) -> str:
        """The address that a thread's piece of memory has, so that what is touched lies in it."""
        shift = -(area.lowest // 16 * 16) if area.lowest < 0 else min(16, (BYTES - area.highest) // 32 * 16)
        if shift + area.highest > BYTES or len(self._words) >= _MOST_SLOTS:
            raise UntestableError("it needs more memory than a thread has here")
        number = len(self._words)
        self._words.append(_word(area))
        self._spaces.append(space)
        place = f"slot{number} + {shift // 8}" if shift else f"slot{number}"
        if space == "shared":
            return f"static_cast<{type_}>(shared_address({place}))"
        return f"reinterpret_cast<{type_}>({place})"

    # What is compared

    def _lane(self, cell: Reg) -> str:
        """A result of an approximate instruction is compared as what it writes; all others by their bits."""
        if cell.cpp_type.is_float:
            return f"f{cell.cpp_type.width}"
        for step in self._program.instructions if self._bound != "-" else ():
            for wanted, operand in zip(step.match.form.outputs, step.match.outputs, strict=True):
                if not wanted.count and operand is cell and cpp_type(wanted.type) == cell.cpp_type:
                    return lane(wanted.type)
        return f"i{cell.cpp_type.width}"


def _word(area: Area) -> str:
    """Memory is filled with values of the type that is read there, or written."""
    found = lane(area.types[-1]) if area.types else "i64"
    width = int(re.split(r"\D+", found)[1])
    return f"{found[0]}{width}x{64 // width}" if width < 64 else found
