"""Which kernels clear numbered barriers first, and what is said of waits."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, Result, convert
from hipify_py.file.style import Style

MEETS = 'asm volatile("bar.sync %0, 64;" :: "r"(id) : "memory");'
BEGINS = b"hipify_ptx::begin_barriers();"


def converted(text: str, path: str = "a.cu", *archs: str, ptx: str = "approx") -> Result:
    return convert(text.encode(), Context(api.policy(arch=archs), path, style=Style.of("kernel", ptx)))


def rules(result: Result) -> list[str]:
    return [found.rule for found in result.findings if found.rule in ("PTX030", "PTX031")]


REACHED = {
    "itself": f"__global__ void k(int id) {{ {MEETS} }}",
    "template": f"template <int N> __global__ void k(int id) {{ {MEETS} }}",
    "function": f"__device__ void meet(int id) {{ {MEETS} }} __global__ void k() {{ meet(1); }}",
    "below": f"""__device__ void meet(int id) {{ {MEETS} }}
__device__ void more() {{ meet(1); }}
__global__ void k() {{ more(); }}""",
    "operator": f"""struct Meet {{ __device__ void operator()(int id) const {{ {MEETS} }} }};
template <class F> __global__ void k(F f) {{ f(1); }}""",
    "constructor": f"""struct Meet {{ __device__ Meet(int id) {{ {MEETS} }} }};
__global__ void k() {{ Meet meet(1); }}""",
    "macro": f"#define MEET(id) {MEETS}\n__global__ void k() {{ MEET(1); }}",
}


@pytest.mark.parametrize("name", REACHED)
def test_kernels_that_reach_a_numbered_barrier_clear_it(name: str) -> None:
    result = converted(REACHED[name] + "\n__global__ void first() { }\n")
    head = b"__global__ void k"
    body = result.output[result.output.index(head) :].partition(b"{")[2]
    assert body.split(b"#endif")[0].split(b"\n") == [b"", b"#if defined(__HIP_PLATFORM_AMD__)", b"  " + BEGINS, b""]
    assert "PTX031" not in rules(result)


def test_others_do_not() -> None:
    result = converted(f"__global__ void k(int id) {{ {MEETS} }}\n__global__ void other() {{ f(); }}\n")
    assert result.output.count(BEGINS) == 1
    assert result.output.endswith(b"__global__ void other() { f(); }\n")


def test_a_kernel_that_clears_them_does_so_once() -> None:
    assert converted(f"__global__ void k(int id) {{\n  {BEGINS.decode()}\n  {MEETS}\n}}\n").output.count(BEGINS) == 1


def test_replaced() -> None:
    result = converted(f"__global__ void k(int id) {{  // meets\n  {MEETS}\n}}\n", ptx="replace")
    assert (
        b"{  // meets\n  hipify_ptx::begin_barriers();\n  hipify_ptx::barrier_sync<true>(id, 64u);\n}" in result.output
    )


def test_within_arguments_of_a_macro() -> None:
    result = converted(f"TEST(__global__ void k(int id) {{ {MEETS} }})\n")
    assert b"void k(int id) { HIPIFY_PTX_AMD(hipify_ptx::begin_barriers();) HIPIFY_PTX_AMD(" in result.output


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (f"__device__ inline void meet(int id) {{ {MEETS} }}", "a.cuh"),
        (f"__device__ void meet(int id) {{ {MEETS} }}", "a.cu"),
        (f"__device__ inline void meet(int id) {{ {MEETS} }} __global__ void k() {{ meet(1); }}", "a.cuh"),
        (f"#define KERNEL(k) __global__ void k(int id) {{ {MEETS} }}\nKERNEL(one)", "a.cu"),
    ],
    ids=["header", "nobody", "header with a kernel", "kernel in a macro"],
)
def test_kernels_that_are_not_seen_are_reported(text: str, path: str) -> None:
    assert "PTX031" in rules(converted(f"#include <cuda_runtime.h>\n{text}\n", path))


def test_a_function_is_reported_once() -> None:
    text = f"__device__ void meet(int id) {{ if (id) {{ {MEETS} }} else {{ {MEETS} }} }}\n"
    found = [each for each in converted(text).findings if each.rule == "PTX031"]
    assert [(each.start, each.end) for each in found] == [(text.index("meet"), text.index("(int"))]


WAITS = """__device__ void wait(unsigned bar, unsigned parity) {{
  if ({condition}) {{
    asm volatile("{{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra W; }}"
                 :: "r"(bar), "r"(parity) : "memory");
  }}
}}
__global__ void k() {{ wait(1, 0); }}
"""


def test_a_wait_is_reported_with_its_condition() -> None:
    (found,) = (
        each for each in converted(WAITS.format(condition="threadIdx.x == 0")).findings if each.rule == "PTX030"
    )
    assert found.message.startswith(
        "'mbarrier.try_wait.parity.shared.b64' waits for other threads, under 'if (threadIdx.x == 0)': on GPUs with"
    )


def test_other_conditions_say_nothing_of_lanes() -> None:
    (found,) = (each for each in converted(WAITS.format(condition="parity < 2")).findings if each.rule == "PTX030")
    assert "under" not in found.message


@pytest.mark.parametrize(("arch", "said"), [("gfx90a", ["PTX030"]), ("gfx942", ["PTX030"]), ("gfx1100", [])])
def test_only_where_wavefronts_have_64_lanes(arch: str, said: list[str]) -> None:
    assert rules(converted(WAITS.format(condition="true"), "a.cu", arch)) == said


def test_arrivals_do_not_wait() -> None:
    text = '__global__ void k(int b) { asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(b) : "memory"); }\n'
    assert rules(converted(text)) == []
