"""The help names what makes a difference: the types of a number format, what an operator lacks."""

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


@pytest.mark.parametrize(("inline", "help"), [("inline ", "on lines of its own"), ("", "make it inline")])
def test_the_help_for_an_operator_is_not_to_do_what_is_done(inline: str, help: str) -> None:
    head = f"{inline}__host__ __device__ float2 operator*(float2 a, float2 b)"
    code = f"namespace c {{ {head} {{ return {{a.x, b.y}}; }} }}\n"
    found = convert(code.encode(), Context(api.policy(), "a.cu")).findings
    assert [help in item.help for item in found if item.rule == "MTH016"] == [True]
