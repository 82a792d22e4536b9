"""A few statements of the second judge of translated PTX: the code for AMD, on the CPU, has the GPU's results."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.ptx_second import sources
from benchmarks.ptx_second.__main__ import DIGESTS, clang, digest_mismatches, run_emulated
from benchmarks.ptx_second.cases import all_cases

TEXTS = (
    "add.cc.u32 %0, %2, %4; addc.u32 %1, %3, %5;",
    "bfe.s64 %0, %1, %2, %3;",
    "prmt.b32 %0, %1, %2, %3;",
    "fma.rz.f32 %0, %1, %2, %3;",
    "cvt.rni.s32.f64 %0, %1;",
    "cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;",
    "shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;",
    "match.any.sync.b32 %0, %1, 0xffffffff;",
)


@pytest.mark.skipif(not (shutil.which("clang++-19") or shutil.which("clang++")), reason="no clang++ found")
def test_statements_have_the_results_of_the_gpu(tmp_path: Path) -> None:
    by_text = {case.text: case for case in all_cases()}
    cases = [by_text[text] for text in TEXTS]
    program, refused = sources.build_kept(cases, tmp_path, clang())
    assert not refused
    assert digest_mismatches(cases, run_emulated(program, cases)) == []


def test_statements_are_many_and_differ() -> None:
    cases = all_cases()
    assert len(cases) > 1900
    assert len({case.name for case in cases}) == len(cases) == len({case.text for case in cases})
    assert DIGESTS.exists()
