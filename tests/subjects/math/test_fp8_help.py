"""The help for a number format names the types of that format."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.file.style import Style


@pytest.mark.parametrize("format", ["e4m3", "e5m2"])
def test_the_help_names_the_format(format: str) -> None:
    code = f"#include <cuda_fp8.h>\nvoid f(__nv_fp8_{format} a) {{ g(__NV_{format.upper()}); }}\n"
    found = [item for item in convert(code.encode(), Context(api.policy(), "a.cu")).findings if item.rule == "MTH007"]
    assert len(found) == 2
    assert all(f"__hip_fp8_{format}_fnuz" in item.help for item in found)


def test_the_help_for_half_names_functions_of_half() -> None:
    code = '__device__ void f(short &d, short a) { asm("ex2.approx.f16 %0, %1;" : "=h"(d) : "h"(a)); }\n'
    found = convert(code.encode(), Context(api.policy(), "a.cu", style=Style(ptx="exact"))).findings
    assert ["hexp2" in item.help for item in found if item.rule == "PTX015"] == [True]
