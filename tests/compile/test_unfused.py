"""Sums and products of half and bfloat16 that CUDA never fuses are not fused for AMD, whatever compilers like."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from hipify_py import api, helpers
from hipify_py.file.marks import COMPAT_HEADER
from tests.compile.judging import ARCHS, TOOLCHAIN

pytestmark = pytest.mark.slow

KERNEL = """#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void k({type}* v) {{ v[0] = {sum}({product}(v[1], v[2]), v[3]); }}
"""
TYPES = [("__half", ""), ("__half2", "2"), ("__nv_bfloat16", ""), ("__nv_bfloat162", "2")]
_FUSED = re.compile(r"\bv_(?:pk_)?(?:fma|mad|mac|fmac)\w*")


def _instructions(source: str, folder: Path) -> str:
    assert TOOLCHAIN
    result = api.convert(source.encode(), api.policy(rocm=TOOLCHAIN.rocm), path="a.cu")
    calls = result.header_calls.get(COMPAT_HEADER, frozenset())
    (folder / COMPAT_HEADER).write_text(helpers.text_for(COMPAT_HEADER, calls), encoding="utf-8")
    (folder / "a.hip").write_bytes(result.output)
    command = [part for part in TOOLCHAIN.command(ARCHS[0]) if part not in ("-c", "/dev/null", "-o")]
    asked = [*command, "--cuda-device-only", "-O3", "-S", "-o", "-", "a.hip"]
    return subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(("type", "of_pairs"), TYPES)
def test_products_stay_apart(type: str, of_pairs: str, tmp_path: Path) -> None:
    apart = KERNEL.format(type=type, sum=f"__hadd{of_pairs}_rn", product=f"__hmul{of_pairs}_rn")
    assert not _FUSED.findall(_instructions(apart, tmp_path))


def test_others_are_fused(tmp_path: Path) -> None:
    """Else the test above says nothing."""
    assert _FUSED.findall(_instructions(KERNEL.format(type="__half", sum="__hadd", product="__hmul"), tmp_path))
