"""What is said of surface reads with a boundary mode that AMD's reads do not have."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert


@pytest.mark.parametrize("mode", ["cudaBoundaryModeClamp", "mode"])
def test_coordinates_have_to_be_clamped(mode: str) -> None:
    code = f"__device__ float f(cudaSurfaceObject_t s, M mode) {{ return surf2Dread<float>(s, 4, 2, {mode}); }}\n"
    (found,) = (
        each for each in convert(code.encode(), Context(api.policy(), "a.cu")).findings if each.rule == "TEX004"
    )
    assert "clamp the coordinates, x in bytes" in found.help
