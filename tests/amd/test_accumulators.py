"""The registers of instructions are those that clang's assembler was given."""

from __future__ import annotations

import collections
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("tinygrad", reason="without the extra `amd`, no machine code of AMD's GPUs runs")

from tools.amdgcn.code_object import CodeObject
from tools.amdgcn.program import record

_VECTOR = 2
_OPERANDS_AT = 20
CLANG = shutil.which("clang-19")

# All encodings that can name accumulators. No register is number 0, which fields have that are not used.
WITH_ACCUMULATORS = """\
v_accvgpr_read_b32 v1, a2
v_accvgpr_write_b32 a5, v7
v_accvgpr_write_b32 a5, 1
v_accvgpr_write_b32 a5, s3
v_accvgpr_mov_b32 a5, a7
v_mfma_f32_16x16x16f16 a[4:7], v[8:9], a[10:11], a[12:15]
v_mfma_f32_16x16x16f16 a[4:7], a[8:9], v[10:11], 1.0
v_mfma_f32_16x16x16f16 v[4:7], a[8:9], v[10:11], v[12:15]
v_mfma_f64_16x16x4f64 a[8:15], v[4:5], v[6:7], a[16:23]
ds_read_b32 a1, v2
ds_read2_b64 a[4:7], v2 offset1:1
ds_write_b32 v2, a1
ds_write2_b32 v2, a1, a3 offset0:1 offset1:2
ds_add_rtn_u32 a1, v2, a3
ds_bpermute_b32 a1, v2, a3
flat_load_dword a1, v[2:3]
flat_store_dword v[2:3], a1
flat_atomic_add a1, v[2:3], a4 RETURNS
global_load_dwordx4 a[4:7], v[2:3], off
global_load_dwordx4 a[4:7], v2, s[4:5]
global_load_short_d16_hi a1, v[2:3], off
global_store_dwordx2 v2, a[4:5], s[4:5]
global_atomic_add a1, v[2:3], a4, off RETURNS
global_atomic_add v[2:3], a4, off
scratch_load_dword a1, off, s33
scratch_store_dword off, a1, s33
buffer_load_dword a1, off, s[0:3], 0 offset:4
buffer_load_dword a1, v2, s[0:3], s32 offen
buffer_store_dword a1, off, s[0:3], s32 offset:4
buffer_store_dword a1, v2, s[0:3], s32 offen
buffer_atomic_add a1, off, s[0:3], 0 RETURNS
"""
OF_GFX942 = """\
v_smfmac_f32_16x16x32_f16 a[8:11], a[2:3], v[4:7], v1
v_smfmac_f32_16x16x32_f16 v[8:11], v[2:3], a[4:7], v1
scratch_load_dword a1, v2, off
scratch_store_dword v2, a1, off
"""


@pytest.mark.amd
@pytest.mark.skipif(CLANG is None, reason="no clang-19 assembles")
@pytest.mark.parametrize("arch", ["gfx90a", "gfx942"])
def test_accumulators_are_no_vector_registers(tmp_path: Path, arch: str) -> None:
    text = WITH_ACCUMULATORS.replace("RETURNS", "sc0" if arch == "gfx942" else "glc")
    lines = (text + (OF_GFX942 if arch == "gfx942" else "")).splitlines()
    assert dict(zip(lines, _vector_registers(lines, arch, tmp_path), strict=True)) == {
        line: {int(number) + 256 * (kind == "a") for kind, number in re.findall(r"\b([av])\[?(\d+)", line)}
        for line in lines
    }


def _vector_registers(lines: list[str], arch: str, folder: Path) -> list[set[int]]:
    """The numbers of vector registers in each instruction, and 256 more for accumulators."""
    source, assembled = folder / "code.s", folder / "code.o"
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert CLANG is not None
    command = [CLANG, "--target=amdgcn-amd-amdhsa", f"-mcpu={arch}", "-c", str(source), "-o", str(assembled)]
    subprocess.run(command, check=True)
    code = CodeObject(assembled.read_bytes())
    forms: dict[str, int] = collections.defaultdict(int)
    rows = [next(record(code.family, placed, forms)) for placed in code.instructions()]
    operands = [struct.unpack_from("<" + "BBH" * 5, row, _OPERANDS_AT) for row in rows]
    return [
        {number for kind, number in zip(row[::3], row[2::3], strict=True) if kind == _VECTOR and number % 256}
        for row in operands
    ]
