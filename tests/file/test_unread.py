"""What keeps findings from AMD beside conditions around them: those around all uses of a function or a macro."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.rules.run import severity

LANE = "int lane = threadIdx.x & 31; __ballot_sync(~0u, lane); volatile int v = 0;"
PTX = 'asm volatile("no.such.thing %0;" :: "r"(a));'
REJECTED = 'asm volatile("no.such.thing %0;" :: "l"(a));'
USE = "__global__ void k() {\n#if __CUDA_ARCH__ >= 900\n  used(1);\n#endif\n}\n"


def _found(text: str, rule: str, path: str = "a.cu") -> list[str]:
    """What is said by a rule, each with its severity and what keeps it from AMD."""
    result = convert(text.encode(), Context(api.policy(), path))
    return [f"{severity(each, ())} {each.guard}".strip() for each in result.findings if each.rule == rule]


STATIC = f"static __device__ void used(int a) {{ {LANE} }}\n"
GUARD = "info #if __CUDA_ARCH__ >= 900 (around all uses of '{}')"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (f"{STATIC}{USE}", "used"),
        (f"template <typename T> __device__ void used(T a) {{ {LANE} }}\n{USE}", "used"),
        (f"namespace {{\n__device__ void used(int a) {{ {LANE} }}\n}}\n{USE}", "used"),
        (f"template <int N> __device__ int in() {{ {LANE} }}\nstatic void used(int) {{ in<3>(); }}\n{USE}", "in"),
        (f"static __device__ void used(int a);\n{USE}static __device__ void used(int a) {{ {LANE} }}\n", "used"),
        (f"static __device__ void used(int a) {{ if (a) used(a - 1); {LANE} }}\n{USE}", "used"),
        (f"#define used(a) do {{ {LANE} }} while (0)\n{USE}", "used"),
        (f"#define inner {LANE}\n#define used(a) inner\n{USE}", "inner"),
    ],
    ids=["static", "template", "anonymous", "two_levels", "declared", "recursive", "macro", "two_macros"],
)
def test_what_is_used_only_where_amd_does_not_read(text: str, name: str) -> None:
    assert _found(text, "WRP002") == [GUARD.format(name)]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (f"inline __device__ void __launch_bounds__(64) used(int a) {{ {LANE} }}\n{USE}", "a.cu"),
        (f"__device__ void used(int a) {{ {LANE} }}\n{USE}", "a.cu"),
        (f"{STATIC}{USE}", "a.cuh"),
        (f"{STATIC}{USE}__global__ void more() {{ used(2); }}\n", "a.cu"),
        (f"static __device__ void nobody(int a) {{ {LANE} }}\n{USE}", "a.cu"),
        (f"{STATIC}template <int N> __device__ void other() {{ used(N); }}\n{USE}", "a.cu"),
        (f"#define CALL(name) us##name(1)\nstatic __device__ void used(int a) {{ {LANE} }}\n{USE}", "a.cu"),
        (f'{STATIC}#include "more.h"\n{USE}', "a.cu"),
        (f"template <typename T> __device__ void used(T a) {{ {LANE} }}\ntemplate void used<int>(int);\n{USE}", "a.cu"),
        (f"{STATIC}auto pointer = &used;\n{USE}", "a.cu"),
        (f"static __device__ void run(int a) {{ {LANE} }}\n{USE.replace('used', 'object.run')}", "a.cu"),
    ],
    ids=[
        "attribute",
        "shared",
        "header",
        "also",
        "unused",
        "of_unused",
        "pasted",
        "behind",
        "instance",
        "address",
        "member",
    ],
)
def test_what_others_may_use_counts_as_read(text: str, path: str) -> None:
    assert _found(text, "WRP002", path) == ["warning"]


def test_what_compilers_mind_in_functions_that_nobody_calls_stays() -> None:
    head = "static __device__ void used(long a) {"
    assert _found(f"{head} cuMulticastCreate(a, 0); }}\n{USE}", "API017") == ["error"]
    assert _found(f"{head} {PTX} }}\n{USE}", "PTX001") == [GUARD.format("used")]
    assert _found(f"{head} {REJECTED} }}\n{USE}", "PTX023") == ["error"]


def test_kernels_are_compiled_though_nobody_launches_them() -> None:
    launch = "void f() {\n#if CUDART_VERSION + 0 >= 9000\n  used<<<1, 1>>>(1);\n#endif\n}\n"
    assert _found(f"static __global__ void used(int a) {{ {PTX} }}\n{launch}", "PTX001") == ["error"]


def test_macros_in_functions_that_nobody_calls_are_read() -> None:
    text = f"#define LANE {LANE}\nstatic __device__ void used(int a) {{ LANE }}\n{USE}"
    assert _found(text, "WRP002") == ["warning"]


def test_what_only_the_compiler_for_the_host_reads_of_device_functions_is_never_run() -> None:
    old_gpus = f"#if __CUDA_ARCH__ >= 300\n  new_code();\n#else\n  {LANE}\n#endif\n"
    assert _found(f"__device__ void f() {{\n{old_gpus}}}\n", "WRP002") == ["info #else of #if __CUDA_ARCH__ >= 300"]
    assert _found(f"__host__ __device__ void f() {{\n{old_gpus}}}\n", "WRP002") == ["warning"]
    missing = old_gpus.replace(LANE, "cuMulticastCreate(0, 0);")
    assert _found(f"__device__ void f() {{\n{missing}}}\n", "API017") == ["error"]


def test_what_conversion_keeps_for_other_compilers_is_not_compiled_for_amd() -> None:
    first = "const char *text(cudaError_t e) { return 0; }\n"
    second = "const char *text(CUresult e) { return f(cudaErrorLossyQuery); }\n"
    assert _found(first + second, "API001") == ["info #if !defined(__HIP_PLATFORM_AMD__)"]
    assert _found(first + second, "API006") == ["warning"]
