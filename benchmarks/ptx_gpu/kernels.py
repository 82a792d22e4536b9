"""The two kernels of a case: the instruction as an inline `asm`, and the C++ that is put in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from benchmarks.ptx_gpu.cases import Case
from benchmarks.ptx_gpu.operands import UntestableError, count_of, lane, register, type_of
from hipify_py.subjects.ptx.forms import FormOperand

WORDS = 8  # of 64 bits, that a thread has as its own piece of memory
_OFFSET = 32  # of the address of an instruction in that piece
_POLICY = "policy"  # an operand that only createpolicy can make
_OF_SHUFFLES = {"b": "s32", "c": "c32"}
_HOLE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Pair:
    """Both kernels of a case, and what the one who runs them has to know."""

    original: str
    ours: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    mode: str


@dataclass
class _Assembly:
    """An `asm` statement as it comes together: registers that it declares, what it does before, after."""

    outputs: list[str] = field(default_factory=list)
    inputs: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    output_count: int = 0

    def input(self, constraint: str, expression: str) -> str:
        self.inputs.append(f'"{constraint}"({expression})')
        return f"%{self.output_count + len(self.inputs) - 1}"

    def output(self, constraint: str, variable: str) -> str:
        self.outputs.append(f'"={constraint}"({variable})')
        return f"%{len(self.outputs) - 1}"

    def text(self, instruction: str) -> str:
        body = " ".join((*self.before, instruction, *self.after))
        body = f"{{ {body} }}" if self.before else body
        return f'asm volatile("{body}" : {", ".join(self.outputs)} : {", ".join(self.inputs)} : "memory");'


class Writer:
    """Writes both kernels of one case; `wrong` is a translation to use instead, in which `{ours}` is the right one."""

    def __init__(self, case: Case, wrong: str = "") -> None:
        self.case, self.form, self.wrong = case, case.form, wrong
        self.mode = self.form.test
        self.input_lanes: list[str] = []
        self.first: dict[str, int] = {}  # lane of an input
        for operand in case.inputs:
            if operand.literal is None and operand.type not in ("imm", "address") and operand.name != _POLICY:
                self.first[operand.name] = len(self.input_lanes)
                self.input_lanes += [self._drawn(operand)] * count_of(operand)
        if self.form.carry in ("in", "inout"):
            self.first["carry"] = len(self.input_lanes)
            self.input_lanes.append("i1")
        self.memory = len(self.input_lanes)
        self.input_lanes += [self._word()] * (WORDS * len(case.spaces))
        self.results = list(self._results())

    def pair(self) -> Pair:
        lanes = [lane for _name, _type, lane in self.results]
        lanes += ["f64" if self._word() == "f64" else "i64"] * (WORDS * len(self.case.spaces))
        kernels = self._kernel(self._original()), self._kernel(self._ours())
        return Pair(*kernels, tuple(self.input_lanes), tuple(lanes), self.mode)

    # What goes in and comes out.

    def _drawn(self, operand: FormOperand) -> str:
        if self.mode == "warp" and operand.name == "mask":
            return "m32"
        if self.form.opcode.startswith("shfl.") and operand.name in _OF_SHUFFLES:
            return _OF_SHUFFLES[operand.name]
        if self.form.opcode.startswith("cp.async.") and operand.name == "there":
            return f"i32<{max(self.case.immediates.values()) + 1}"
        return lane(operand.type)

    def _word(self) -> str:
        """Memory is filled with values of the type that the instruction has, as far as one can tell."""
        types = [word for word in self.form.opcode.split(".") if re.fullmatch(r"(?:bf|[busf])\d+(?:x\d)?", word)]
        kind = lane(types[-1]) if types else "i64"
        letter, width = kind[0], int(re.split(r"\D+", kind)[1])
        return f"{letter}{width}x{64 // width}" if width < 64 else kind

    def _results(self) -> Iterator[tuple[str, str, str]]:
        """Name, type and lane of every register that is written."""
        if len(self.form.outputs) > 1:
            raise UntestableError("has several outputs")
        for operand in self.form.outputs:
            for k in range(count_of(operand)):
                yield f"{operand.name}{k}", operand.type, _compared(operand.type)
        if self.case.pair:
            yield f"{self.case.pair.name}0", self.case.pair.type, _compared(self.case.pair.type)
        if self.form.carry in ("out", "inout"):
            yield "carry_out", "pred", "i1"

    def _kernel(self, body: str) -> str:
        if self.mode == "warp" and "mask" in self.first:
            body = f"if (!joins(t, {self.first['mask']}, i, {len(self.results)})) return;\n{body}"
        return body

    # The instruction.

    def _original(self) -> str:
        asm = _Assembly(output_count=len(self.results))
        lines = [f"{register(ptx).type} {name};" for name, ptx, _lane in self.results]
        written = self._written(asm)
        read = [self._read(asm, operand) for operand in self.case.inputs]
        self._set_carry(asm)
        operands = ", ".join((*written, *read))
        lines += self._slots()
        lines.append(asm.text(f"{self.form.opcode} {operands};" if operands else f"{self.form.opcode};"))
        lines += self._kept([name for name, _ptx, _lane in self.results])
        return "\n".join(lines)

    def _written(self, asm: _Assembly) -> list[str]:
        operands = []
        for operand in self.form.outputs:
            registers = [self._out(asm, f"{operand.name}{k}", operand.type) for k in range(count_of(operand))]
            operands.append(_vector(operand, registers))
        if self.case.pair:
            name = self.case.pair.name
            operands[0] += "|" + self._out(asm, f"{name}0", self.case.pair.type)
        if self.form.carry in ("out", "inout"):
            head = "subc" if self._subtracts else "addc"
            place = asm.output("r", "carry_out")
            asm.before.append("")
            asm.after.append(f"{head}.u32 {place}, 0, 0;")
        return operands

    def _out(self, asm: _Assembly, name: str, ptx: str) -> str:
        place = asm.output(register(ptx).constraint, name)
        if ptx == "pred":
            asm.before.append(f".reg .pred {name}_p;")
            asm.after.append(f"selp.u32 {place}, 1, 0, {name}_p;")
            return f"{name}_p"
        if self._is_byte(ptx):
            asm.before.append(f".reg .b8 {name}_b;")
            asm.after.append(f"cvt.{'s32.s8' if ptx == 's8' else 'u32.u8'} {place}, {name}_b;")
            return f"{name}_b"
        return place

    def _read(self, asm: _Assembly, operand: FormOperand) -> str:
        if operand.literal is not None:
            return operand.type
        if operand.type == "imm":
            return str(self.case.immediates[operand.name])
        if operand.type == "address":
            number = self._number(operand)
            constraint = "r" if self.case.spaces[number] == "shared" else "l"
            return f"[{asm.input(constraint, f'at{number}')}+{_OFFSET}]"
        if operand.name == _POLICY:
            asm.before.append(".reg .b64 hint; createpolicy.fractional.L2::evict_first.b64 hint, 1.0;")
            return "hint"
        registers = [self._in(asm, operand, k) for k in range(count_of(operand))]
        return _vector(operand, registers)

    def _in(self, asm: _Assembly, operand: FormOperand, k: int) -> str:
        where = self.first[operand.name] + k
        bound = register(operand.type)
        name = f"{operand.name}{k}"
        reader = "get_wide" if type_of(operand.type).width == 8 else self._reader()
        place = asm.input(bound.constraint, f"{reader}<{bound.type}>(t, {where}, i)")
        if operand.type == "pred":
            asm.before += [f".reg .pred {name}_p;", f"setp.ne.u32 {name}_p, {place}, 0;"]
            return f"{name}_p"
        if self._is_byte(operand.type):
            asm.before += [f".reg .b8 {name}_b;", f"cvt.u8.u32 {name}_b, {place};"]
            return f"{name}_b"
        return place

    def _is_byte(self, ptx: str) -> bool:
        """Whether an operand has to be a register of 8 bits, which only PTX itself can declare."""
        opcode = self.form.opcode
        is_of_bf16 = ptx in ("u8", "s8") and opcode.startswith("cvt.") and opcode.endswith(".bf16")
        return ptx == "e2m1x2" or is_of_bf16 or (ptx == "b8" and opcode.startswith("mov."))

    def _reader(self) -> str:
        """What gets an operand from its lane; an address is no value that may be any."""
        head, *modifiers = self.form.opcode.split(".")
        if head == "isspacep":
            return "some_address"
        if head != "cvta":
            return "get"
        if "global" in modifiers:
            return "global_address"
        return "generic_shared_address" if "to" in modifiers else "some_shared_address"

    def _set_carry(self, asm: _Assembly) -> None:
        if self.form.carry not in ("in", "inout"):
            return
        place = asm.input("r", f"get<uint32_t>(t, {self.first['carry']}, i)")
        how = f"sub.cc.u32 c, 0, {place};" if self._subtracts else f"add.cc.u32 c, {place}, -1;"
        asm.before += [".reg .u32 c;", how]

    # The C++.

    def _ours(self) -> str:
        lines = list(self._slots())
        names = {operand.name: self._argument(operand) for operand in self.case.inputs}
        by_reference = []
        if self.case.pair:
            lines.append(f"bool {self.case.pair.name}0 = false;")
            by_reference.append(f"{self.case.pair.name}0")
        if self.form.carry:
            lines += self._own_carry()
            by_reference.append("carry_out")
        given = {each.name: names[each.name] for each in self.case.inputs if each.literal is None}
        if self.form.code:
            given = {name: f"({text})" for name, text in given.items()}
        says = self.form.text(given, by_reference)
        if self.wrong:
            says = _filled(self.wrong, {**names, "ours": says})
        lines.append(self._assigned(says))
        return "\n".join((*lines, *self._kept(list(self._own_results()))))

    def _own_carry(self) -> Iterator[str]:
        """What the flag means is between instructions: it is set by one of ours, as the other one is by PTX."""
        yield "bool carry_out = false;"
        if "carry" in self.first:
            given = f"get<uint32_t>(t, {self.first['carry']}, i)"
            how = f"sub_cc<uint32_t>(0u, {given}" if self._subtracts else f"add_cc<uint32_t>({given}, 0xffffffffu"
            yield f"hipify_ptx::{how}, carry_out);"

    @property
    def _subtracts(self) -> bool:
        return self.form.opcode.startswith("sub")

    def _argument(self, operand: FormOperand) -> str:
        if operand.literal is not None:
            return operand.type
        if operand.type == "imm":
            return str(self.case.immediates[operand.name])
        if operand.type == "address":
            return f"hipify_ptx::address(at{self._number(operand)}) + {_OFFSET}"
        if operand.name == _POLICY:
            return "uint64_t{0}"
        where, held = self.first[operand.name], type_of(operand.type).name
        values = [f"{self._reader()}<{held}>(t, {where + k}, i)" for k in range(count_of(operand))]
        return f"hipify_ptx::vec<{held}, {operand.count}>{{{{{', '.join(values)}}}}}" if operand.count else values[0]

    def _assigned(self, says: str) -> str:
        if not self.form.outputs:
            return f"{says};"
        output = self.form.outputs[0]
        held = type_of(output.type).name
        kind = f"hipify_ptx::vec<{held}, {output.count}>" if output.count else held
        return f"const {kind} {output.name} = {says};"

    def _own_results(self) -> Iterator[str]:
        """Every register that is written, as wide as it is in the instruction."""
        for operand in self.form.outputs:
            wide = register(operand.type).type
            for k in range(count_of(operand)):
                element = f"{operand.name}[{k}]" if operand.count else operand.name
                yield f"static_cast<{wide}>({element})"
        if self.case.pair:
            yield f"static_cast<uint32_t>({self.case.pair.name}0)"
        if self.form.carry in ("out", "inout"):
            yield f"hipify_ptx::{'subc' if self._subtracts else 'addc'}<uint32_t>(0u, 0u, carry_out)"

    # Memory, and what is compared.

    def _number(self, operand: FormOperand) -> int:
        return [each for each in self.case.inputs if each.type == "address"].index(operand)

    def _slots(self) -> Iterator[str]:
        for number, space in enumerate(self.case.spaces):
            where = "shared" if "shared" in space else "global"
            yield f"uint64_t* const slot{number} = {where}_slot<{number}>(t, i, {self.memory + WORDS * number});"
            pointer = f"shared_address(slot{number})" if space == "shared" else f"slot{number}"
            yield f"const auto at{number} = {pointer};"

    def _kept(self, expressions: list[str]) -> Iterator[str]:
        if "cp.async" in self.form.opcode:
            yield 'asm volatile("cp.async.wait_all;" ::: "memory");'
        for number, expression in enumerate(expressions):
            if self.results[number][0] == "carry_out":
                expression = f"{expression} & 1u"
            elif self.form.opcode.startswith("shfl.") and number == 0:
                mode = next(word for word in self.form.opcode.split(".") if word in ("up", "down", "bfly", "idx"))
                expression = f"from_shfl<'{mode[0]}'>(t, {self.first['b']}, i, {expression})"
            yield f"put(t, {number}, i, {expression});"
        for number in range(len(self.case.spaces)):
            yield f"keep(t, {len(self.results) + WORDS * number}, i, slot{number});"


def _filled(code: str, names: Mapping[str, str]) -> str:
    """A template with expressions in its holes."""
    return _HOLE.sub(lambda match: f"({names[match[1]]})" if match[1] in names else match[0], code)


def _compared(ptx: str) -> str:
    return "i32" if type_of(ptx).width == 8 else lane(ptx)


def _vector(operand: FormOperand, registers: list[str]) -> str:
    return f"{{{', '.join(registers)}}}" if operand.count else registers[0]
