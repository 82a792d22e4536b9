"""Properties of devices that are worth knowing, and no more."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.rules.run import severity

_QUERY = "cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0); "
_DEBUG = "#ifdef DEBUG_RUNTIME\n"


def _found(rule: str, body: str) -> list[str]:
    text = f"#include <cuda_runtime.h>\nvoid f(int n, cudaDeviceProp p, int busWidth) {{\n{body}\n}}\n"
    result = convert(text.encode(), Context(api.policy(), "a.cu", True))
    return sorted({str(severity(each, ())) for each in result.findings if each.rule == rule})


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (f"{_DEBUG}int major = 0; {_QUERY}\ndebug() << major + 1;\n#endif\n", ["info"]),
        (f"#if defined(MY_DEBUG)\nint major = 0; {_QUERY}\ntell(major);\n#endif\n", ["info"]),
        (f"int major = 0;\n{_DEBUG}{_QUERY}\n#endif\nuse(major);\n", ["warning"]),
        (f"#ifndef DEBUG\nint major; {_QUERY}\nuse(major);\n#endif\n", ["warning"]),
        (f"#ifdef NDEBUG\nint major; {_QUERY}\nuse(major);\n#endif\n", ["warning"]),
        (f"#ifdef FAST\nint major; {_QUERY}\nuse(major);\n#endif\n", ["warning"]),
    ],
)
def test_a_query_for_debugging(body: str, found: list[str]) -> None:
    assert _found("PRP001", body) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("double b = 2.0 * p.memoryClockRate * (busWidth / 8);", ["info"]),
        ("cudaDeviceGetAttribute(&n, cudaDevAttrMemoryClockRate, 0); n *= busWidth;", ["info"]),
        ("double t = cycles / (double)p.clockRate;", ["warning"]),
    ],
)
def test_bandwidth_is_right_for_hbm(body: str, found: list[str]) -> None:
    assert _found("PRP005", body) == found
