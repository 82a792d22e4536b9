"""What is written in place of OptiX: HIP RT traces rays, and has no denoiser."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.rules.load import load


@pytest.mark.parametrize(
    ("code", "library"),
    [
        ("#include <optix_denoiser_tiling.h>\n", "Open Image Denoise"),
        ("OptixDenoiserParams params;\n", "Open Image Denoise"),
        ("int f() { return optixDenoiserInvoke(d); }\n", "Open Image Denoise"),
        ("bool f(int result) { return result == OPTIX_ERROR_DENOISER_NOT_INITIALIZED; }\n", "Open Image Denoise"),
        ("#include <optix_device.h>\n", "HIP RT"),
        ("int f() { return optixLaunch(p); }\n", "HIP RT"),
        ("bool f(int result) { return result == OPTIX_ERROR_INVALID_VALUE; }\n", "HIP RT"),
    ],
)
def test_replacement(code: str, library: str) -> None:
    (found,) = convert(code.encode(), Context(api.policy(), path="rays.cpp")).findings
    assert found.rule == "LIB013"
    help = found.help or load().rules[found.rule].help
    assert help.startswith("replace the denoiser" if library == "Open Image Denoise" else "port to HIP RT")
    assert library in help
