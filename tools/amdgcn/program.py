"""A code object as the machine takes it: a file with its instructions as records, and the library of their forms.

    python -m tools.amdgcn.program CODE_OBJECT INTO

Libraries are kept in a folder beside the toolchain and are built once for each set of forms.
"""

from __future__ import annotations

import hashlib
import os
import re
import struct
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tools.amdgcn.code_object import CodeObject, Kernel, Placed
from tools.amdgcn.forms import form_name, form_text, lanes_of, plain_name
from tools.amdgcn.pseudocode import Unknown
from tools.hip_toolchain import DEFAULT_INTO

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("AMDGCN_CACHE", DEFAULT_INTO / "amdgcn"))
_COMPILE = ("-std=c++20", "-O2", "-march=native", "-ffp-contract=off", "-fPIC", "-w")
_NONE, _SCALAR, _VECTOR, _IMMEDIATE = range(4)
_SCC, _SHARED, _PRIVATE, _SINK = 128, 130, 132, 136
_VCC, _EXEC = 106, 126
_FLOATS = {240: 0.5, 241: -0.5, 242: 1.0, 243: -1.0, 244: 2.0, 245: -2.0, 246: 4.0, 247: -4.0, 248: 0.15915494309189535}
_RECORD = struct.Struct("<IIIii 20s QQQ 8B H4B 6B 4B")
_SEGMENTS = {"FLAT": 0, "GLOBAL": 1, "SCRATCH": 2, "DS": 3, "MUBUF": 4}
_NO_DPP = 0xFFFF
_SPARE = 510
_RESULT_AT = 20
# The operands of these are accumulators by the operation; of others, bits say which are.
_ACCUMULATORS = {
    "V_ACCVGPR_READ": ("src0",),
    "V_ACCVGPR_WRITE": ("vdst",),
    "V_ACCVGPR_MOV_B32": ("src0", "vdst"),
}
_OWN_FORMS = {
    "nothing": 'extern "C" void nothing(Wave &, const Instruction &) {}\n',
    "DS_GWS_BARRIER": """extern "C" void DS_GWS_BARRIER(Wave &wave, const Instruction &) {
  wave.waits = wave.waits_for_grid = true;
}
""",
    "move": """extern "C" void move(Wave &wave, const Instruction &i) {
  const uint64_t active = wave.mask(EXEC_LO);
  for (unsigned lane = 0; lane < 32; ++lane)
    if (active >> lane & 1) wave.vector[i.d.number][lane] = wave.vector[i.s0.number][lane];
}
""",
}


class _Operands:
    """The operands of one instruction as records."""

    def __init__(self, family: str, instruction: Any) -> None:
        self.family = family
        self.instruction = instruction
        # A literal that is no operand, as the K of FMAMK, takes the third place.
        self.immediates = [0, 0, int(getattr(instruction, "literal", 0) or 0)]

    def field(self, *names: str) -> tuple[str, Any]:
        for name in names:
            if hasattr(type(self.instruction), name):
                return name, getattr(self.instruction, name)
        return "", None

    def source(self, number: int, *names: str) -> bytes:
        name, register = self.field(*names)
        if register is None or (number == 2 and name not in self.instruction.op_bits):
            return _operand(_NONE, 0)
        offset = register.offset
        if offset >= 256:
            return _operand(_VECTOR, offset - 256 + (256 if self._is_accumulator(name) else 0))
        special = {253: _SCC, 235: _SHARED, 237: _PRIVATE}.get(offset)
        if special is not None:
            return _operand(_SCALAR, special)
        is_null = self.family == "rdna3" and offset == 124
        if offset < 128 and not is_null:
            return _operand(_SCALAR, offset)
        self.immediates[number] = 0 if is_null else self._constant(name, offset)
        return _operand(_IMMEDIATE, 0)

    def _is_accumulator(self, name: str) -> bool:
        operation = plain_name(self.instruction.op_name, self.family)
        if operation in _ACCUMULATORS:
            return name in _ACCUMULATORS[operation]
        if name in ("src0", "src1"):
            return bool(getattr(self.instruction, "acc", 0) >> int(name[-1]) & 1)
        # The third source of a sparse product has indices.
        is_sum = name == "vdst" or (name == "src2" and not operation.startswith("V_SMFMAC"))
        return is_sum and bool(getattr(self.instruction, "acc_cd", 0))

    def _constant(self, name: str, offset: int) -> int:
        bits = int(self.instruction.op_bits.get(name, self.instruction.op_bits.get(name.removeprefix("v"), 32)))
        if 128 <= offset <= 208:
            value = offset - 128 if offset <= 192 else 192 - offset
            return value & (1 << 64) - 1
        if offset in _FLOATS:
            layout = {16: "<e", 64: "<d"}.get(bits if not self._is_packed() else 16 if bits == 32 else 32, "<f")
            return int.from_bytes(struct.pack(layout, _FLOATS[offset]), "little")
        if offset == 255:
            return self._literal(name, bits)
        raise Unknown(f"operand {offset} of {self.instruction.op_name}")

    def _is_packed(self) -> bool:
        return str(self.instruction.op_name).startswith("V_PK_")

    def _literal(self, name: str, bits: int) -> int:
        value = int(self.instruction.literal)
        layout = self.instruction.operands.get(name, (None,))[0]
        if bits == 64 and layout is not None and layout.name.endswith("F64"):
            return value << 32
        if bits == 64 and layout is not None and layout.name.endswith("I64") and value >> 31:
            return value | 0xFFFFFFFF00000000
        return value

    def result(self, *names: str) -> bytes:
        name, register = self.field(*names)
        if register is None:
            return _operand(_NONE, 0)
        offset = register.offset
        if offset >= 256:
            return _operand(_VECTOR, offset - 256 + (256 if self._is_accumulator(name) else 0))
        if self.family == "rdna3" and offset == 124:
            offset = _SINK
        return _operand(_SCALAR, offset)


def _operand(kind: int, number: int) -> bytes:
    return struct.pack("<BBH", kind, 0, number)


def record(family: str, placed: Placed, forms: Mapping[str, int]) -> Iterator[bytes]:
    instruction = placed.instruction
    if isinstance(instruction, str):
        yield _pack(forms.get(instruction, forms["nothing"]), placed, [_operand(_NONE, 0)] * 5, [0, 0, 0], {})
        return
    if type(instruction).__name__.startswith("VOPD"):
        yield from _dual_records(family, placed, forms)
        return
    yield _record(family, placed, instruction, forms)


def _record(family: str, placed: Placed, instruction: Any, forms: Mapping[str, int]) -> bytes:
    kind = type(instruction).__name__
    encoding = kind.partition("_")[0]
    name = plain_name(instruction.op_name, family)
    made = _Operands(family, instruction)
    values: dict[str, int] = {"opsel_hi": 0}
    if encoding in _SEGMENTS:
        operands = _memory_operands(made, encoding, name, values)
    elif encoding == "SMEM":
        values["offset"] = _signed(instruction.offset, 21)
        second = made.source(1, "soffset")
        enabled = instruction.soffset_en if family != "rdna3" else instruction.soffset.offset != 124
        base = _operand(_SCALAR, instruction.sbase.offset)
        operands = [
            made.result("sdata"),
            _operand(_NONE, 0),
            base,
            second if enabled else _operand(_NONE, 0),
            _operand(_NONE, 0),
        ]
    else:
        operands = _register_operands(made, name, encoding)
        _modifiers(instruction, kind, values)
    if hasattr(type(instruction), "simm16"):
        values["offset"] = _signed(instruction.simm16, 16)
    return _pack(forms[form_name(family, instruction)], placed, operands, made.immediates, values)


def _register_operands(made: _Operands, name: str, encoding: str) -> list[bytes]:
    instruction = made.instruction
    if "DPP16" in type(instruction).__name__ or "SDWA" in type(instruction).__name__:
        first = made.source(0, "vsrc0")
        if getattr(instruction, "s0", 0):
            first = _operand(_SCALAR, instruction.vsrc0.offset - 256)
        second = made.source(1, "vsrc1")
        if getattr(instruction, "s1", 0):
            second = _operand(_SCALAR, instruction.vsrc1.offset - 256)
        sources = [first, second, _operand(_NONE, 0)]
    else:
        sources = [made.source(0, "src0", "ssrc0"), made.source(1, "src1", "vsrc1", "ssrc1"), made.source(2, "src2")]
    second_result = _operand(_NONE, 0)
    if encoding == "VOP3SD":
        second_result = made.result("sdst")
    elif re.match(r"V_(?:ADD|SUB|SUBREV)_CO_|V_(?:ADDC|SUBB|SUBBREV)_CO_", name) and encoding == "VOP2":
        second_result = _operand(_SCALAR, _VCC)
    if encoding == "VOPC":
        explicit = getattr(instruction, "sd", 0)
        result = made.result("sdst") if explicit else _operand(_SCALAR, _VCC)
        if name.startswith("V_CMPX") and made.family == "rdna3":
            result = _operand(_SCALAR, _EXEC)
    elif name.startswith("V_CMPX") and made.family == "rdna3":
        result = _operand(_SCALAR, _EXEC)
    else:
        result = made.result("vdst", "sdst")
    return [result, second_result, *sources]


def _memory_operands(made: _Operands, encoding: str, name: str, values: dict[str, int]) -> list[bytes]:
    instruction = made.instruction
    values["segment"] = _SEGMENTS[encoding]
    accumulator = 256 if getattr(instruction, "acc", 0) else 0
    returns = bool(re.search("LOAD|READ|_RTN|PERMUTE|SWIZZLE", name))
    if "ATOMIC" in name:
        returns = bool(instruction.glc if made.family == "rdna3" else instruction.sc0)

    def vector(register: Any) -> bytes:
        return _operand(_VECTOR, register.offset - 256)

    def held(register: Any) -> bytes:
        return _operand(_VECTOR, register.offset - 256 + accumulator)

    if encoding == "MUBUF":
        values["offset"] = int(instruction.offset)
        address = vector(instruction.vaddr) if instruction.offen else _operand(_NONE, 0)
        data = held(instruction.vdata)
        result = data if returns else _operand(_NONE, 0)
        return [result, _operand(_SCALAR, instruction.srsrc.offset), address, data, made.source(2, "soffset")]

    result = held(instruction.vdst) if returns else _operand(_NONE, 0)
    if encoding == "DS":
        if re.search("2ADDR|READ2|WRITE2|WRXCHG2", name):
            values["offset"], values["offset1"] = instruction.offset0, instruction.offset1
        else:
            values["offset"] = instruction.offset0 | instruction.offset1 << 8
        return [result, _operand(_NONE, 0), vector(instruction.addr), held(instruction.data0), held(instruction.data1)]
    values["offset"] = _signed(instruction.offset, 13)
    scalar = instruction.saddr.offset
    missing = scalar >= (124 if made.family == "rdna3" else 127)
    address = vector(instruction.addr)
    if encoding == "SCRATCH" and not instruction.sve:
        address = _operand(_NONE, 0)
    base = _operand(_NONE, 0) if missing or encoding == "FLAT" else _operand(_SCALAR, scalar)
    return [result, _operand(_NONE, 0), address, held(instruction.data), base]


def _modifiers(instruction: Any, kind: str, values: dict[str, int]) -> None:
    def get(name: str) -> int:
        return int(getattr(instruction, name)) if hasattr(type(instruction), name) else 0

    if kind.startswith("VOP3"):
        values.update(neg=get("neg"), abs=get("abs"), clamp=get("clmp"), omod=get("omod"), opsel=get("opsel"))
        values.update(neg_hi=get("neg_hi"), opsel_hi=get("opsel_hi") | get("opsel_hi2") << 2)
        values.update(broadcast=get("cbsz"), abid=get("abid"), blgp=get("blgp"))
    if "DPP16" in kind or "SDWA" in kind:
        values.update(neg=get("src0_neg") | get("src1_neg") << 1, abs=get("src0_abs") | get("src1_abs") << 1)
    if "DPP16" in kind:
        values.update(dpp=get("dpp"), row_mask=get("row_mask"), bank_mask=get("bank_mask"), bound_control=get("bc"))
        values.update(fetch_inactive=get("fi"))
    if "SDWA" in kind:
        values.update(sdwa=1, dst_sel=get("dst_sel") if "SDST" not in kind else 6, dst_unused=get("dst_unused"))
        values.update(sel0=get("src0_sel"), sel1=get("src1_sel"), sext=get("src0_sext") | get("src1_sext") << 1)
        values.update(clamp=get("clmp"), omod=get("omod"))


def _signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) else value


_BYTES = ("neg", "abs", "opsel", "opsel_hi", "neg_hi", "clamp", "omod", "segment")
_LANE_BYTES = (
    "row_mask",
    "bank_mask",
    "bound_control",
    "fetch_inactive",
    "sdwa",
    "dst_sel",
    "dst_unused",
    "sel0",
    "sel1",
    "sext",
    "broadcast",
    "abid",
    "blgp",
    "continues",
)


def _pack(form: int, placed: Placed, operands: list[bytes], immediates: list[int], values: Mapping[str, int]) -> bytes:
    return _RECORD.pack(
        form, placed.address, placed.size, values.get("offset", 0), values.get("offset1", 0), b"".join(operands),
        *immediates, *(values.get(name, 0) for name in _BYTES), values.get("dpp", _NO_DPP),
        *(values.get(name, 0) for name in _LANE_BYTES),
    )  # fmt: skip


# -- two instructions in one -------------------------------------------------------------------------------------------


class _Half:
    """One of the two operations of a VOPD instruction, as the instruction that it is by itself."""

    def __init__(self, pair: Any, half: str) -> None:
        from tinygrad.runtime.autogen.amd.rdna3 import ins

        name = getattr(pair, f"op{half}").name.replace("V_DUAL_", "V_")
        first = getattr(pair, f"src{half}0")
        self.target = getattr(pair, f"vdst{half}")
        second = getattr(pair, f"vsrc{half}1")
        self.sources = {first.offset, second.offset}
        literal = getattr(pair, "literal", None) if hasattr(type(pair), "literal") else None
        needs_literal = first.offset == 255 or "FMAAK" in name or "FMAMK" in name
        make = getattr(ins, f"{name.lower()}_e32", None) or getattr(ins, name.lower())
        arguments = [self.target, first] if "MOV_B32" in name else [self.target, first, second]
        self.instruction = make(*arguments, literal=literal) if needs_literal else make(*arguments)


def _halves(pair: Any) -> list[_Half]:
    return [_Half(pair, "x"), _Half(pair, "y")]


def _dual_records(family: str, placed: Placed, forms: Mapping[str, int]) -> Iterator[bytes]:
    """Both operations read before either writes: they come in the order that gives the same."""
    first, second = _halves(placed.instruction)
    if first.target.offset in second.sources:
        if second.target.offset in first.sources:
            yield from _crossed_records(family, placed, first, second, forms)
            return
        first, second = second, first
    yield _record(family, Placed(placed.address, placed.size, first.instruction), first.instruction, forms)
    yield _record(family, Placed(placed.address, placed.size, second.instruction), second.instruction, forms)


def _crossed_records(
    family: str, placed: Placed, first: _Half, second: _Half, forms: Mapping[str, int]
) -> Iterator[bytes]:
    """Each reads what the other writes: the first result waits in a register that no code names."""
    spare, target = _operand(_VECTOR, _SPARE), _operand(_VECTOR, first.target.offset - 256)
    whole = _record(family, placed, first.instruction, forms)
    yield whole[:_RESULT_AT] + spare + whole[_RESULT_AT + len(spare) :]
    yield _record(family, placed, second.instruction, forms)
    yield _pack(forms["move"], placed, [target, _operand(_NONE, 0), spare, *[_operand(_NONE, 0)] * 2], [0, 0, 0], {})


# -- the file ----------------------------------------------------------------------------------------------------------


def forms_of(code: CodeObject) -> dict[str, str]:
    """The C++ of each form that a code object uses, by its name."""
    texts = dict(_OWN_FORMS)
    for placed in code.instructions():
        for instruction in _single(placed.instruction):
            name = form_name(code.family, instruction)
            if name not in texts:
                texts[name] = form_text(code.family, instruction)
    return texts


def _single(instruction: Any) -> list[Any]:
    if isinstance(instruction, str):
        return []
    if type(instruction).__name__.startswith("VOPD"):
        return [half.instruction for half in _halves(instruction)]
    return [instruction]


def build_forms(texts: Mapping[str, str]) -> Path:
    """The library of some forms."""
    unit = '#include "operations.hpp"\nusing namespace amdgcn;\n'
    unit += "\n".join(texts[name] for name in sorted(texts))
    headers = b"".join(path.read_bytes() for path in sorted(HERE.glob("*.hpp")))
    digest = hashlib.sha256(unit.encode() + headers + " ".join(_COMPILE).encode()).hexdigest()[:16]
    library = CACHE / f"forms-{digest}.so"
    if not library.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        mine = f"{os.getpid()}-{threading.get_ident()}"
        source = library.with_suffix(f".{mine}.cpp")
        source.write_text(unit, encoding="utf-8")
        built = library.with_suffix(f".{mine}.so")
        _run("clang++-19", *_COMPILE, f"-I{HERE}", "-shared", str(source), "-o", str(built))
        built.replace(library)
        source.unlink()
    return library


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unknown(f"{' '.join(command)}\n{done.stderr[:4000]}")


def write_program(code: CodeObject, texts: Mapping[str, str], library: Path, into: Path) -> None:
    """The file that the machine reads: lines of text, then the memory image, then the records."""
    names = sorted(texts)
    numbers = {name: number for number, name in enumerate(names)}
    records = [each for placed in code.instructions() for each in record(code.family, placed, numbers)]
    size = max(segment.address + segment.in_memory for segment in code.segments)
    image = bytearray(size)
    for segment in code.segments:
        image[segment.address : segment.address + segment.in_file] = code.data[
            segment.offset : segment.offset + segment.in_file
        ]
    lines = [f"library {library}", f"arch {code.arch} {lanes_of(code.family)}"]
    lines += [f"form {name}" for name in names]
    lines += [line for kernel in code.kernels for line in _kernel_lines(kernel)]
    lines += [f"relocation {place} {added}" for place, added in code.relocations()]
    lines += [f"symbol {address} {length} {name}" for name, (address, length) in code.symbols.items() if name]
    lines += [f"format {digest} {text.encode().hex()}" for digest, text in code.formats()]
    lines += [f"image {len(image)}", f"records {len(records)} {_RECORD.size}", "end", ""]
    partial = into.with_suffix(f".{os.getpid()}")
    partial.write_bytes("\n".join(lines).encode() + bytes(image) + b"".join(records))
    partial.replace(into)


# What a lane has of private memory where the compiler does not know how deep functions call each other.
_DYNAMIC_STACK = 16384


def _kernel_lines(kernel: Kernel) -> Iterable[str]:
    about = kernel.metadata
    stack = _DYNAMIC_STACK if about.get(".uses_dynamic_stack") else 0
    yield (
        f"kernel {kernel.entry} {about['.kernarg_segment_size']} {about['.group_segment_fixed_size']} "
        f"{about['.private_segment_fixed_size'] + stack} {kernel.resources} {kernel.resources >> 1 & 31} "
        f"{kernel.properties} {kernel.name}"
    )
    for argument in about.get(".args", ()):
        kind = argument[".value_kind"]
        word = "hidden" if kind.startswith("hidden_") else "argument"
        yield f"{word} {argument['.offset']} {argument['.size']} {kind}"


def main(arguments: list[str]) -> int:
    source, into = map(Path, arguments)
    try:
        code = CodeObject(source.read_bytes())
        texts = forms_of(code)
        write_program(code, texts, build_forms(texts), into)
    except Unknown as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
