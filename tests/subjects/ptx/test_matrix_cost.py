"""mma compiles for GPUs with matrix cores, and uses them where that costs less."""

from __future__ import annotations

import pytest

from hipify_py.subjects.ptx import forms
from tools.hip_toolchain import find_toolchain
from tools.ptx_matrix_cost import GPUS, costs

pytestmark = pytest.mark.slow

TOOLCHAIN = find_toolchain(None)
FIRST, *OTHERS = GPUS
_ONES = ("m16n8k16.row.col.f32.f16", "m16n8k16.row.col.f32.bf16", "m16n8k16.row.col.f32.e4m3.e5m2")


@pytest.mark.skipif(TOOLCHAIN is None, reason="no compiler for HIP")
@pytest.mark.parametrize("gpu", [FIRST, *(pytest.param(gpu, marks=pytest.mark.thorough) for gpu in OTHERS)])
def test_matrix_cores_cost_less(gpu: str) -> None:
    assert TOOLCHAIN is not None
    chosen = [form for form in forms.every() if any(word in form.opcode for word in _ONES)]
    assert len(chosen) == len(_ONES)
    before, after = (costs(TOOLCHAIN, gpu, chosen, portable=portable) for portable in (True, False))
    for form, old, new in zip(chosen, before, after, strict=True):
        assert old.products == 0, form.opcode
        assert new.products > 0, form.opcode
        assert new.cycles < old.cycles, form.opcode
