"""The warp size of a device in host code, where other files of the tree have the kernels, or compute with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

KERNELS = b"#include <cuda_runtime.h>\n__global__ void k(int* p) { p[0] = %s; }\n"
HOST = "#include <cuda_runtime.h>\nint threads(int n, const cudaDeviceProp& p) {{ {} }}\n"
KEPT = "void keep(Info& i, const cudaDeviceProp& p) {{ i.{0} = p.warpSize; }}\n"


def _found(hipify: Hipify) -> list[str]:
    lines = hipify("scan", ".", "--format", "concise", "--select", "WRP027", "-v").out.splitlines()
    return [line.split(": ")[0].split(" ")[0] for line in lines if "WRP027" in line]


@pytest.mark.parametrize(
    ("kernel", "host", "is_said"),
    [
        (b"__shfl_down_sync(~0u, p[1], 16)", "return n / p.warpSize;", True),
        (b"threadIdx.x / warpSize", "const int w = p.warpSize; return n / w;", True),
        (b"threadIdx.x >> 5", "int w; cudaDeviceGetAttribute(&w, cudaDevAttrWarpSize, 0); return n / w;", True),
        (b"threadIdx.x", "return n / p.warpSize;", False),
        (b"__shfl_down_sync(~0u, p[1], 16)", 'printf("%d", p.warpSize); return 0;', False),
        (b"__shfl_down_sync(~0u, p[1], 16)", "int w = p.warpSize; return n;", False),
    ],
)
def test_kernels_of_other_files(hipify: Hipify, write: Write, kernel: bytes, host: str, is_said: bool) -> None:
    write("k.cu", KERNELS % kernel)
    write("host.cpp", HOST.format(host).encode())
    assert _found(hipify) == (["host.cpp:2:" + _column(host)] if is_said else [])


def _column(host: str) -> str:
    line = HOST.format(host).split("\n")[1]
    word = "cudaDevAttrWarpSize" if "cudaDevAttr" in line else "warpSize"
    return str(line.index(word) + 1)


@pytest.mark.parametrize(("member", "is_said"), [("warp_size", True), ("warp", False), ("size", False)])
def test_other_files_compute_with_a_member(hipify: Hipify, write: Write, member: str, is_said: bool) -> None:
    write("k.cu", KERNELS % b"__ballot_sync(~0u, p[1])")
    write("info.cpp", b"#include <cuda_runtime.h>\n" + KEPT.format(member).encode())
    write("use.cpp", b"int f(const Info& i) { return 256 / i.warp_size + 4 * i.size; }\nint g() { return i.warp; }\n")
    assert _found(hipify) == (["info.cpp:2:63"] if is_said else [])


def test_kernels_that_are_ported_say_nothing(hipify: Hipify, write: Write) -> None:
    write("k.cu", b"#include <hip/hip_runtime.h>\n__global__ void k(int* p) { p[0] = __shfl_down(p[1], 32); }\n")
    write("host.cpp", HOST.format("return n / p.warpSize;").encode())
    assert _found(hipify) == []
