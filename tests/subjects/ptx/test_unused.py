"""What is said of inline PTX by who uses it: what nothing calls, no compiler assembles, so it is no error."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.rules.run import severity

BARRIER = 'asm volatile("barrier.cluster.arrive.relaxed %0, %1;" :: "r"(id), "n"(N));'
LONG = 'asm volatile("no.such.thing %0;" :: "l"(id));'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"template <int N> __device__ void meet(int id) {{ {BARRIER} }}\n", {"PTX008 info", "PTX026 info"}),
        (
            f"template <int N> __device__ void meet(int id) {{ {BARRIER} }}\n__global__ void k() {{ meet<2>(1); }}\n",
            {"PTX008 error"},
        ),
        (f"#define CALL(x) me##x(1)\nstatic __device__ void meet(int id) {{ {BARRIER} }}\n", {"PTX008 error"}),
        (f"static __global__ void meet(int id) {{ {BARRIER} }}\n", {"PTX008 error"}),
        (f"static __device__ void meet(long id) {{ {LONG} }}\n", {"PTX023 error"}),
    ],
    ids=["unused", "used", "pasted", "kernel", "constraint"],
)
def test_what_nothing_calls_is_no_error(text: str, found: set[str]) -> None:
    result = convert(text.encode(), Context(api.policy(), "a.cu"))
    said = (each for each in result.findings if each.rule.startswith("PTX"))
    assert {f"{each.rule} {severity(each, ()).name.lower()}" for each in said} == found


@pytest.mark.parametrize(
    ("mark", "found"),
    [("__device__", {"PTX001 error", "PTX024 info"}), ("static", {"PTX001 warning", "PTX024 info"})],
)
def test_macros_that_are_given_all_their_words(mark: str, found: set[str]) -> None:
    text = f"""#define ASM(...) asm volatile(__VA_ARGS__)
{mark} void f(int &x, int y) {{ ASM("add.u32 %0, %1, 1;" : "=r"(x) : "r"(y)); }}
__global__ void k(int *p) {{ p[0] = 1; }}
"""
    result = convert(text.encode(), Context(api.policy(), "a.cu"))
    said = (each for each in result.findings if each.rule.startswith("PTX"))
    assert {f"{each.rule} {severity(each, ()).name.lower()}" for each in said} == found
