"""`__device__ constexpr` functions of headers that host code of other files calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

HEADER = b"""\
#pragma once
#include "more.cuh"
__device__ inline constexpr int bytes_of(int n) { return n * width(); }
__device__ constexpr int unused(int n) { return n; }
template <int N> struct Tile {
  __device__ static constexpr int size() { return N; }
  __device__ static constexpr int lane() { return threadIdx.x; }
};
"""
MORE = b"#pragma once\n__device__ constexpr int width() { return 4; }\n__device__ constexpr int other() { return 4; }\n"
UNIT = b"""\
#include "sizes.cuh"
static int other() { return 1; }
__global__ void k(int* p) { p[0] = unused(1) + Tile<4>::lane(); }
void launch(int* p, Shape s) { k<<<other(), 32, bytes_of(4) + Tile<8>::size() + s.unused(1)>>>(p); }
"""


def test_host_code_of_other_files_calls_them(hipify: Hipify, write: Write) -> None:
    header, more = write("sizes.cuh", HEADER), write("more.cuh", MORE)
    write("a.cu", UNIT)
    hipify(".")
    both = [line.split("(")[0].split()[-1] for line in header.read_text().split("\n") if "__host__ __device__" in line]
    assert both == ["bytes_of", "size"]
    assert [b"__host__" in line for line in more.read_bytes().split(b"\n")[1:3]] == [True, False]


def test_nobody_includes_it(hipify: Hipify, write: Write) -> None:
    header = write("sizes.cuh", HEADER)
    write("more.cuh", MORE)
    write("a.cu", UNIT.replace(b'#include "sizes.cuh"', b""))
    hipify(".")
    assert b"__host__" not in header.read_bytes()
