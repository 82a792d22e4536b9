"""AMD's pseudocode as C++."""

from __future__ import annotations

import pytest

pytest.importorskip("tinygrad", reason="without the extra `amd`, there are no instruction sets")

from tinygrad.runtime.autogen.amd.cdna.operands import OPERANDS as CDNA
from tinygrad.runtime.autogen.amd.rdna3.operands import OPERANDS as RDNA3

from tools.amdgcn.forms import plain_name, result_words
from tools.amdgcn.pseudocode import Unknown, translate


@pytest.mark.parametrize(
    ("text", "cpp"),
    [
        ("D0.u32 = S0.u32 & S1.u32", "D0 = (uint64_t)(uint32_t)"),
        ("SCC = S0.i32 == S1.i32", "SCC = "),
        ("D0.f32 = 32'F(0xffc00000)", "bits_float(0xffc00000)"),
        ("tmp = 0; for i in 0 : 31 do tmp += S0[i].u32 endfor; D0.u32 = tmp", "for (i = 0; i <= (int)(31); ++i)"),
        ("if EXECZ.u1 == 1'1U then PC = S0.i64 endif", "if ("),
        ("{ D1.u1, D0.u64 } = 65'B(65'U(S0.u32) * 65'U(S1.u32) + 65'U(S2.u64))", "const auto wide = "),
        ("MEM[ADDR].u32 += DATA.u32", "memory.store<uint32_t>(ADDR, "),
    ],
)
def test_statements(text: str, cpp: str) -> None:
    assert cpp in translate(text)


@pytest.mark.parametrize(
    "text", ["D = A (4x4) * B (4x4) + C (4x4)", "D0.u32 = v_unheard_of(S0.u32)", "D0.b7000 = 1", "?"]
)
def test_what_is_unknown_is_an_error(text: str) -> None:
    with pytest.raises(Unknown):
        translate(text)


def test_results_of_memory_have_the_words_that_the_tables_know() -> None:
    """But for a compare-and-swap, where the tables count both of its operands, and what no compiler chooses for us."""
    different = {
        op.name
        for table in (CDNA, RDNA3)
        for op, operands in table.items()
        if type(op).__name__ in ("DSOp", "FLATOp", "GLOBALOp", "SCRATCHOp") and "vdst" in operands
        if max(1, operands["vdst"][1] // 32) != result_words(plain_name(op.name, "cdna"))
    }
    assert {name for name in different if "CMPSWAP" not in name and "_TR_" not in name and "_GS_" not in name} == set()
