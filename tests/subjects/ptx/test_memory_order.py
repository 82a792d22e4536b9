"""Instructions that order memory become the AMD instructions that someone has read against the memory model."""

from __future__ import annotations

import os

import pytest

from tools.hip_toolchain import SET_UP, find_toolchain
from tools.ptx_memory_order import GOLDEN, GPUS, cases, golden

pytestmark = pytest.mark.slow

TOOLCHAIN = find_toolchain(os.environ.get("HIPIFY_PY_ROCM"))


@pytest.mark.parametrize("gpu", GPUS)
def test_memory_order(gpu: str) -> None:
    if TOOLCHAIN is None:
        pytest.skip(f"memory order is not compiled, for want of a compiler; get one with: {SET_UP}")
    expected = (GOLDEN / f"{gpu}.txt").read_text(encoding="utf-8")
    assert golden(gpu, TOOLCHAIN) == expected, "read what changed, then: python -m tools.ptx_memory_order"


@pytest.mark.parametrize("gpu", GPUS)
def test_every_case_is_there(gpu: str) -> None:
    """Without a compiler, too."""
    text = (GOLDEN / f"{gpu}.txt").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line and not line.startswith(" ")] == list(cases())
