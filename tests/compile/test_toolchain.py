"""Says so where the programs beside are not compiled."""

from __future__ import annotations

import pytest

from tests.compile.judging import TOOLCHAIN
from tools.hip_toolchain import SET_UP


def test_toolchain_is_there() -> None:
    if TOOLCHAIN is None:
        pytest.skip(f"what we convert is not compiled, for want of a compiler; get one with: {SET_UP}")
