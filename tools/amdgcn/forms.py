"""The C++ of each form of instruction: an operation in one encoding of one family of GPUs."""

from __future__ import annotations

import functools
import json
import re
from typing import Any

from tinygrad.runtime.autogen.amd.cdna import str_pcode as _cdna
from tinygrad.runtime.autogen.amd.rdna3 import str_pcode as _rdna3

from tools.amdgcn.operations import LANE, SCALAR, WAVE
from tools.amdgcn.pseudocode import Unknown, translate

_TABLES = [{op.name: text for op, text in table.PCODE.items()} for table in (_cdna, _rdna3)]
_TEXTS = {"cdna": _TABLES, "cdna2": _TABLES, "rdna3": _TABLES[::-1]}
# The tables are those of gfx942. What gfx90a calls by these numbers; `code_object` gives V_MAD_F32 that of V_CUBEID_F32,
# which no compute kernel has.
_OF_CDNA2 = {
    "V_DOT2C_F32_BF16": "V_MAC_F32",
    "V_FMAMK_F32": "V_MADMK_F32",
    "V_FMAAK_F32": "V_MADAK_F32",
    "V_CUBEID_F32": "V_MAD_F32",
}
_ENCODING = re.compile(r"_(?:E32|E64|SDWA|DPP)$")
_FLOAT = re.compile(r"FMT_NUM_(?:PK2?_|PK2_)?(?:F16|F32|F64)$")
_KNOWN_LAMBDA = re.compile(r"(?:ABSDIFF|LT_NEG_ZERO|GT_NEG_ZERO) = lambda\([^)]*\) \(.*?\);\n", re.DOTALL)
_CARRY = re.compile(r"V_(?:CNDMASK|ADDC|SUBB|SUBBREV|\w+_CI)_")
MEMORY = {"DS", "FLAT", "GLOBAL", "SCRATCH", "MUBUF"}


def plain_name(name: str, family: str) -> str:
    """The name of an operation without its encoding."""
    name = _ENCODING.sub("", name)
    return _OF_CDNA2.get(name, name) if family == "cdna2" else name


def family_of(arch: str) -> str:
    return "rdna3" if arch.startswith("gfx11") else "cdna2" if arch == "gfx90a" else "cdna"


def lanes_of(family: str) -> int:
    return 32 if family == "rdna3" else 64


@functools.cache
def _body(family: str, name: str) -> str:
    """An operation as its documents describe it, or those of the other family where these cannot be read."""
    reason = "the documents do not describe it"
    for texts in _TEXTS[family]:
        plain = plain_name(name, family)
        for spelling in (name, plain, f"{plain}_E32", f"{plain}_E64"):
            if spelling not in texts:
                continue
            try:
                return translate(_prepared(name, texts[spelling]))
            except Unknown as error:
                reason = str(error)
    raise Unknown(f"{name}: {reason}")


def _prepared(name: str, text: str) -> str:
    text = text.replace("VDATA", "RETURN_DATA" if re.search("LOAD|READ", name) else "DATA")
    text = _KNOWN_LAMBDA.sub("", text)
    if name.startswith("V_CMPX"):
        text = text.replace("EXEC.u64[laneId] = D0.u64[laneId]", "D0.u64[laneId]").replace("EXEC.u64", "D0.u64")
    return text


def form_name(family: str, instruction: Any) -> str:
    encoding = type(instruction).__name__.partition("_")[0]
    return f"{family}_{encoding}_{plain_name(instruction.op_name, family)}"


def form_text(family: str, instruction: Any) -> str:
    """A C++ function that runs instructions of this form."""
    name = plain_name(instruction.op_name, family)
    encoding = type(instruction).__name__.partition("_")[0]
    head = f'extern "C" void {form_name(family, instruction)}(Wave &wave, const Instruction &i) {{\n'
    head += f"  [[maybe_unused]] constexpr bool WAVE64 = {str(lanes_of(family) == 64).lower()};\n"
    lanes = lanes_of(family)
    try:
        if name in WAVE:
            body = WAVE[name].replace("LANES", str(lanes))
        elif encoding in MEMORY:
            body = _memory(family, name, instruction)
        elif encoding.startswith("SOP") or encoding == "SMEM":
            body = _scalar(family, name, encoding, instruction)
        else:
            body = _vector(family, name, instruction)
    except Unknown as error:  # it stops the program that runs it
        body = f"  (void)wave, (void)i; fail({json.dumps(f'unknown instruction: {error}')});"
    return f"{head}{body}\n}}\n"


def _bits(instruction: Any, *names: str) -> int:
    for name in names:
        if name in instruction.op_bits:
            return int(instruction.op_bits[name])
    return 0


def _is_float(instruction: Any, *names: str) -> bool:
    for name in names:
        if name in instruction.operands:
            return bool(_FLOAT.match(instruction.operands[name][0].name))
    return False


_SOURCES = (("src0", "vsrc0"), ("src1", "vsrc1"), ("src2",))


def _width(bits: int) -> int:
    return 0 if not bits else 16 if bits == 16 else 64 if bits >= 64 else 32


_SUM = re.compile(r"V_(ADD|SUB|SUBREV)(?:_NC)?_([UI])(16|32)$")


def _saturating(name: str) -> str:
    """The body of a sum of integers, which `clamp` keeps in the range of its type."""
    found = _SUM.match(name)
    if found is None:
        return ""
    kind = f"{'u' if found[2] == 'U' else ''}int{found[3]}_t"
    sides = ("S1", "S0") if found[1] == "SUBREV" else ("S0", "S1")
    operator = "+" if found[1] == "ADD" else "-"
    return f"D0 = (uint{found[3]}_t)limited<{kind}>((int64_t)({kind}){sides[0]} {operator} (int64_t)({kind}){sides[1]}, i.clamp);"


def _vector(family: str, name: str, instruction: Any) -> str:
    body = LANE.get(name) or _saturating(name) or _body(family, instruction.op_name)
    packed = type(instruction).__name__.startswith("VOP3P")
    lane_result = name.startswith("V_CMP")
    widths = [_width(_bits(instruction, *names)) for names in _SOURCES]
    result = _width(_bits(instruction, "vdst")) or 32
    if packed:
        widths = [32 if width == 16 else width for width in widths]
        result = 32 if result == 16 else result
    floats = sum(1 << number for number, names in enumerate(_SOURCES) if _is_float(instruction, *names))
    if name == "V_CNDMASK_B32":  # its sources have no type, and signs that can be turned
        floats = 3
    keeps = (
        family == "rdna3"
        or bool(re.match(r"V_(?:FMA|MAD|DIV_FIXUP)_(?:MIX|F16)", name))
        or (packed and "DOT" not in name)
    )
    shape = (
        f"Shape{{{result}, {widths[0]}, {widths[1]}, {widths[2]}, {floats}, {_truth(_is_float(instruction, 'vdst'))}, "
        f"{_truth(lane_result)}, {_truth(bool(_CARRY.match(name)))}, {_truth(keeps)}, {_truth(packed and 'MIX' not in name)}}}"
    )
    arguments = (
        "[[maybe_unused]] uint64_t S0, [[maybe_unused]] uint64_t S1, [[maybe_unused]] uint64_t S2, "
        "[[maybe_unused]] uint64_t &D0, [[maybe_unused]] uint64_t &VCC, [[maybe_unused]] int lane"
    )
    text = f"  per_lane<{shape}, {lanes_of(family)}>(wave, i, [&]({arguments}) {{\n"
    if "SIMM32" in body:
        body = body.replace("SIMM32", "i.immediate[2]")
    carried = "VCC = (VCC & ~(1ull << lane)) | (D1 & 1) << lane;" if re.search(r"\bD1 = ", body) else ""
    text += f"    [[maybe_unused]] uint64_t D1 = 0; {{ {body} }} {carried}\n  }});"
    if not _is_float(instruction, "vdst") and not lane_result and not _saturating(name):
        text = '  if (i.clamp) fail("clamp of an integer");\n' + text
    if name.startswith("V_CMPX") and family != "rdna3":
        text += "\n  wave.set_pair(EXEC_LO, wave.pair(i.d.number));"
    return text


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _scalar(family: str, name: str, encoding: str, instruction: Any) -> str:
    body = SCALAR.get(name) or _body(family, instruction.op_name)
    bits = {key: _width(_bits(instruction, *names)) or 32 for key, names in
            {"D0": ("sdst",), "S0": ("ssrc0",), "S1": ("ssrc1",)}.items()}  # fmt: skip
    wide = name.endswith("64")
    bits = {key: max(size, 64 if wide and size == 0 else 32) for key, size in bits.items()}
    parts = []
    if encoding == "SOPK":
        immediate = "(uint64_t)(uint16_t)i.offset"
        first = "scalar_source(wave, i.d, 0, 32)" if name.startswith("S_CMPK") else immediate
        parts += [f"uint64_t S0 = {first}, S1 = {immediate}, SIMM16 = {immediate};"]
    else:
        parts += [
            f"uint64_t S0 = scalar_source(wave, i.s0, i.immediate[0], {bits['S0']}), "
            f"S1 = scalar_source(wave, i.s1, i.immediate[1], {bits['S1']}), SIMM16 = (uint16_t)i.offset;"
        ]
    parts += [
        f"uint64_t D0 = i.d.kind == NONE ? 0 : scalar_source(wave, i.d, 0, {bits['D0']}), SCC = wave.scalar[SCC_PLACE];",
        "uint64_t EXEC = wave.mask(EXEC_LO), VCC = wave.mask(VCC_LO), PC = wave.pc - i.size;",
        f"{{ {body} }}",
        "wave.scalar[SCC_PLACE] = SCC & 1;",
    ]
    if re.search(r"\bEXEC(?:_LO)? = ", body):
        parts.append("if (WAVE64) wave.set_pair(EXEC_LO, EXEC); else wave.scalar[EXEC_LO] = (uint32_t)EXEC;")
    if re.search(r"\bPC = ", body):
        parts.append("wave.pc = PC;")
    if re.search(r"\bD0 = ", body):
        parts.append(f"scalar_result(wave, i.d, D0, {bits['D0']});")
    return "  " + "\n  ".join(parts).replace("EXEC_LO = (", "EXEC = (")


_WORDS = re.compile(r"DWORDX(\d)$|_(X2)$|_[BUIF](8|16|32|64|96|128)(?:_D16)?$")


def result_words(name: str) -> int:
    """How many registers the result of an access has. The tables of operands do not know it for all operations."""
    found = _WORDS.search(name)
    count = 1
    if found:
        count = int(found[1]) if found[1] else 2 if found[2] else max(1, int(found[3]) // 32)
    return 2 * count if re.search("READ2|2ADDR|WRXCHG2", name) else count


def _memory(family: str, name: str, instruction: Any) -> str:
    body = _body(family, instruction.op_name)
    local = type(instruction).__name__ == "DS"
    words = result_words(name)
    texts = next((table[name] for table in _TEXTS[family] if name in table), "")
    before = "" if not local or "OFFSET" in texts else "ADDR += OFFSET; "
    arguments = (
        "const Cell &memory, uint64_t ADDR, [[maybe_unused]] u128 DATA, [[maybe_unused]] u128 DATA2, "
        "[[maybe_unused]] u128 &RETURN_DATA, [[maybe_unused]] int lane"
    )
    offsets = "[[maybe_unused]] const uint64_t OFFSET = i.offset, OFFSET0 = i.offset & 255, OFFSET1 = i.offset1;"
    return f"  per_access<{words}, {lanes_of(family)}>(wave, i, [&]({arguments}) {{\n    {offsets} {before}{{ {body} }}\n  }});"
