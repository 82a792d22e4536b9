"""Wrong translations, each of which the judge must notice: what stands in the code for AMD, and what a bug writes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from benchmarks.ptx_second.model import Case

# A statement, what its translation has, and what replaces it.
MUTANTS: tuple[tuple[str, str, str], ...] = (
    ("sub.u32 %0, %1, %2;", r"a0 - a1", "a1 - a0"),
    ("mul.hi.s32 %0, %1, %2;", r"int32_t", "uint32_t"),
    ("shr.s32 %0, %1, %2;", r"int32_t", "uint32_t"),
    ("bfe.s32 %0, %1, %2, %3;", r"int32_t", "uint32_t"),
    ("shf.l.clamp.b32 %0, %1, %2, %3;", r"clamp", "wrap"),
    ("prmt.b32.f4e %0, %1, %2, %3;", r"f4e", "b4e"),
    ("lop3.b32 %0, %1, %2, %3, 0xea;", r"&", "|"),
    ("fma.rz.f32 %0, %1, %2, %3;", r"rz", "rn"),
    ("add.rm.f64 %0, %1, %2;", r"rm", "rp"),
    ("mul.rn.ftz.f32 %0, %1, %2;", r", true", ", false"),
    ("min.NaN.f32 %0, %1, %2;", r"true", "false"),
    ("cvt.rmi.sat.s32.f64 %0, %1;", r"rounding::rm", "rounding::rp"),
    ("cvt.rz.f16.f32 %0, %1;", r"rz", "rn"),
    ("add.cc.u32 %0, %2, %4; addc.u32 %1, %3, %5;", r"addc<", "add_cc<"),
    ("mov.b64 %0, {%1, %2};", r"a0, a1", "a1, a0"),
    ("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;", r"idx", "bfly"),
    ("redux.sync.max.s32 %0, %1, 0xffffffff;", r"max", "min"),
    ("match.any.sync.b32 %0, %1, 0xffffffff;", r"a0", "a0 & 1u"),
)
_CODE = re.compile(r"(#if defined\(__HIP_PLATFORM_AMD__\)\n)(.*?)(#else)", re.DOTALL)


def mutated(cases: Sequence[Case], converted: Path) -> list[Case]:
    """Puts the bugs into converted sources; the cases that have one."""
    by_text = {case.text: case for case in cases}
    changed: list[Case] = []
    for text, pattern, replacement in MUTANTS:
        case = by_text[text]
        for part in sorted(converted.glob("part*.cu")):
            source = part.read_text()
            begin = source.find(f"void {case.name}(")
            code = _CODE.search(source, begin) if begin >= 0 else None
            if code is None:
                continue
            wrong = re.sub(pattern, replacement, code[2])
            if wrong != code[2]:
                changed.append(case)
                part.write_text(source[: code.start(2)] + wrong + source[code.end(2) :])
    return changed
