"""On which side code runs."""

from __future__ import annotations

import pytest

from hipify_py.file.functions import Functions, Side
from hipify_py.reading.reading import Reading
from hipify_py.source import Source


def _functions(code: str) -> Functions:
    return Functions(Reading(Source("a.cu", code.encode()), True))


@pytest.mark.parametrize(
    ("code", "side"),
    [
        ("int HERE;", Side.FILE),
        ("void f() { HERE; }", Side.HOST),
        ("__global__ void k(int *p) { HERE; }", Side.KERNEL),
        ("template <class T> __global__ void __launch_bounds__(256) k(T *p) { if (a) { HERE; } }", Side.KERNEL),
        ("__device__ int f() { HERE; }", Side.DEVICE),
        ("__host__ __device__ inline int f() { HERE; }", Side.BOTH),
        ("struct S { __device__ int f() const { HERE; } };", Side.DEVICE),
        ("struct S { int f() { HERE; } };", Side.HOST),
        ("namespace n { static __device__ void f() { HERE; } }", Side.DEVICE),
        ("void f() { auto g = [=] __device__ (int i) { HERE; }; }", Side.DEVICE),
        ("void f() { auto g = [=] __host__ __device__ (int i) mutable { HERE; }; HOST; }", Side.BOTH),
        ("__global__ void k() { auto g = [&](int i) { HERE; }; }", Side.KERNEL),
        ("#define HD __host__ __device__\nHD int f() { HERE; }", Side.BOTH),
        ("#define MY_KERNEL(n) __global__ void n\nMY_KERNEL(k)(int *p) { HERE; }", Side.KERNEL),
        ("C10_HOST_DEVICE int f() { HERE; }", Side.BOTH),
        ("#define M() do { HERE; } while (0)\n", Side.MACRO),
        ("#define M(n) __global__ void n() { HERE; }\n", Side.KERNEL),
    ],
)
def test_side(code: str, side: Side) -> None:
    assert _functions(code).side_at(code.index("HERE")) is side


def test_kernels() -> None:
    code = "int a;\n__global__ void one(int *p) { }\nvoid f() { }\ntemplate <int N>\n__global__ void two() { { } }\n"
    assert [code[found.start : found.end].split("(")[0] for found in _functions(code).kernels] == [
        "__global__ void one",
        "template <int N>\n__global__ void two",
    ]


@pytest.mark.parametrize(
    "head",
    [
        "template <int N> __global__ void __launch_bounds__(256, 2) k(int *p)",
        "__attribute__((noinline)) static __device__ auto k(int *p) -> decltype(p)",
        "__device__ __align__(8) int k (int *p)",
    ],
)
def test_attributes_are_no_names(head: str) -> None:
    code = head + " { HERE; }"
    function = _functions(code).around(code.index("HERE"))
    assert function is not None
    assert function.name == b"k"
