"""Twice as much of anything takes twice the CPU time: a file may define and name as many things as it will."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from hipify_py import api

pytestmark = pytest.mark.slow

# Twice the text takes four times as long where time grows with the square.
_MOST = 2.8
_TRIES = 3
_PIECES = {
    "namespaces in each other": (
        b"#include <cuda_runtime.h>\nnamespace a { int cudaFree(float *, int); }\n",
        b"namespace n%(n)d { void f%(n)d(void *p) { cudaFree(p); }\n",
        1_500,
    ),
    "questions for the version of CUDA": (
        b"#include <cuda_runtime.h>\n",
        b"#if CUDA_VERSION >= 1%(n)d\nvoid f%(n)d() { cudaFree(p); }\n#endif\n",
        1_000,
    ),
    "constants as masks": (
        b"#include <cuda_runtime.h>\n",
        b"__device__ int f%(n)d(int a) { const unsigned m%(n)d = 0xff; return __shfl_sync(m%(n)d, a, 2); }\n",
        2_000,
    ),
    "macros as masks": (
        b"#include <cuda_runtime.h>\n",
        b"#define M%(n)d 0xff\n__device__ int f%(n)d(int a) { return __shfl_sync(M%(n)d, a, 2); }\n",
        2_000,
    ),
    "masks of 32 bits in HIP code": (
        b"#include <hip/hip_runtime.h>\n",
        b"__device__ int f%(n)d(unsigned m%(n)d, int a) { return __shfl_sync(m%(n)d, a, 2); }\n",
        2_000,
    ),
    "limits on shared memory": (
        b"#include <cuda_runtime.h>\n",
        b"void f%(n)d(int size%(n)d) {\n"
        b"  cudaFuncSetAttribute(k%(n)d, cudaFuncAttributeMaxDynamicSharedMemorySize, size%(n)d);\n}\n",
        1_000,
    ),
    "functions that device code may call": (
        b"#include <cuda_runtime.h>\n",
        b"__host__ __device__ inline void f%(n)d(int n%(n)d) { if (n%(n)d) throw 1; }\n",
        2_500,
    ),
    "pointers to memory of both sides": (
        b"#include <cuda_runtime.h>\n",
        b"void f%(n)d() { float *p%(n)d; cudaMallocManaged(&p%(n)d, 4); }\n"
        b"__global__ void k%(n)d(float *p%(n)d) { atomicAdd(p%(n)d, 1.0f); }\n",
        1_000,
    ),
    "loops that wait": (
        b"#include <cuda_runtime.h>\n",
        b"__global__ void k%(n)d() { __shared__ int flag%(n)d; while (flag%(n)d == 0) {} }\n",
        1_500,
    ),
    "macros with assembler": (
        b"#include <cuda_runtime.h>\n",
        b'#define ADD%(n)d(a, b, c) asm("add.u32 %%0, %%1, %%2;" : "=r"(a) : "r"(b), "r"(c)); f(a, b, c)\n'
        + b"".join(b"#define NEXT%d_%%(n)d(a) ++(a)\n" % number for number in range(6)),
        1_500,
    ),
}


@pytest.mark.parametrize("name", _PIECES)
def test_time_grows_with_the_text(name: str) -> None:
    count = _PIECES[name][2]
    ratios = (_seconds_elsewhere(name, 2 * count) / _seconds_elsewhere(name, count) for _ in range(_TRIES))
    assert any(ratio < _MOST for ratio in ratios)


def _seconds_elsewhere(name: str, count: int) -> float:
    """Measured in a process of its own: the collector would look through what earlier tests left in this one."""
    measured = subprocess.run([sys.executable, __file__, name, str(count)], capture_output=True, text=True, check=True)
    return float(measured.stdout)


def _seconds(name: str, count: int) -> float:
    head, piece, _ = _PIECES[name]
    data = head + b"".join(piece % {b"n": number} for number in range(count))
    policy = api.policy()
    api.convert(head, policy, path="a.cu")  # loads what any file needs
    started = time.process_time()
    result = api.convert(data, policy, path="a.cu")
    assert not result.skipped
    return time.process_time() - started


if __name__ == "__main__":
    print(_seconds(sys.argv[1], int(sys.argv[2])))
