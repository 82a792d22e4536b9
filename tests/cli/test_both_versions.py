"""`hipify-py shim --fix-sources`: sources that stay CUDA, with a version for AMD of what the header cannot do."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Hipify, Write

CLANG = next(filter(None, map(shutil.which, ("clang-19", "clang"))), None)
_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include[^\n]*", re.MULTILINE)
# What nvcc defines for a GPU and for the host, and in an old release; and what a compiler of the host does.
_BUILDS = (
    ("__CUDACC__", "__CUDA_ARCH__=800", "CUDART_VERSION=12040"),
    ("__CUDACC__", "CUDART_VERSION=12040"),
    ("__CUDACC__", "__CUDA_ARCH__=350", "CUDART_VERSION=8000"),
    (),
)
_SELECTING = b"#define HIPIFY_PTX_AMD(...)\n#define HIPIFY_PTX_NVIDIA(...) __VA_ARGS__\n"

# Each with what becomes of it: the code of a kernel, or of a file.
CASES = {
    "lines that follow each other": (
        """\
__global__ void k(float *x) {
  float v = x[0];
  v += warpSize / 2;

  v -= warpSize % 5;
  x[0] = __shfl_down_sync(0xffffffff, v, 1);
}
""",
        """\
  float v = x[0];
#if defined(__HIP_PLATFORM_AMD__)
  v += 16;

  v -= 32 % 5;
#else
  v += warpSize / 2;

  v -= warpSize % 5;
#endif
  x[0] = __shfl_down_sync(0xffffffff, v, 1);
""",
    ),
    "a block goes on behind both versions": (
        """\
__global__ void k(float *x) {
  for (int i = warpSize / 2; i > 0; i /= 2) {
    x[0] += __shfl_down_sync(0xffffffff, x[0], i);
  }
}
""",
        """\
#if defined(__HIP_PLATFORM_AMD__)
  for (int i = 16; i > 0; i /= 2)
#else
  for (int i = warpSize / 2; i > 0; i /= 2)
#endif
  {
""",
    ),
    "a call over several lines": (
        """\
__global__ void k(unsigned *x) {
  x[0] = f(1,
           __shfl_sync(x[3], x[1], warpSize / 2),
           2);
}
""",
        None,
    ),
    "an argument of a macro": (
        """\
#define DISPATCH(type, ...) switch (type) { default: __VA_ARGS__(); }
__global__ void k(float *x) {
  DISPATCH(1, [&] {
    x[0] = __shfl_down_sync(0xffffffff, x[0], warpSize / 2);
  });
}
""",
        "    x[0] = __shfl_down_sync(0xffffffff, x[0], HIPIFY_PTX_AMD(16) HIPIFY_PTX_NVIDIA(warpSize / 2));\n",
    ),
    "macros": (
        """\
#define FIRST(x) ((x) & (warpSize - 1))
#define LAST(x) ((x) | (warpSize - 1))
__global__ void k(int *x) { x[0] = __shfl_sync(~0u, LAST(x[1]), FIRST(x[2])); }
""",
        """\
#if defined(__HIP_PLATFORM_AMD__)
#define FIRST(x) ((x) & 31)
#define LAST(x) ((x) | 31)
#else
#define FIRST(x) ((x) & (warpSize - 1))
#define LAST(x) ((x) | (warpSize - 1))
#endif
""",
    ),
    "a condition on the compiler": (
        "#ifdef __CUDACC__\n#define BOTH __host__ __device__\n#endif\nBOTH int f();\n",
        "#if defined(__CUDACC__) || defined(__HIPCC__)\n",
    ),
    "no condition on a GPU": (
        "__host__ __device__ int f() {\n#if !defined(__CUDA_ARCH__)\n  return 1;\n#else\n  return 2;\n#endif\n}\n",
        "#if !(defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__))\n",
    ),
    "a condition on a release": (
        "#if CUDART_VERSION >= 9000\nvoid f() { cudaFree(0); }\n#endif\n",
        "#if defined(__HIP_PLATFORM_AMD__) || CUDART_VERSION >= 9000\n",
    ),
    "inline PTX": (
        '__global__ void k(int *x) {\n  int i;\n  asm("mov.u32 %0, %laneid;" : "=r"(i));\n  x[0] = i;\n}\n',
        """\
#if defined(__HIP_PLATFORM_AMD__)
  i = hipify_ptx::laneid();
#else
  asm("mov.u32 %0, %laneid;" : "=r"(i));
#endif
""",
    ),
    "a launch that nvcc alone reads is written for both": (
        "__global__ void k(int *x);\nvoid f(int *x) { k<< <1, 32 >> >(x); }\n",
        "void f(int *x) { k<<<1, 32 >>>(x); }\n",
    ),
}


@pytest.fixture
def ported(hipify: Hipify, write: Write, tree: Path, request: pytest.FixtureRequest) -> tuple[bytes, bytes]:
    """A source before and after."""
    before = b"#include <cuda_runtime.h>\n" + CASES[request.param][0].encode()
    write("a.cu", before)
    ran = hipify("shim", ".", "--fix-sources", "--rocm", "7.2", "--format", "json")
    assert [found["rule"] for found in json.loads(ran.out)["findings"] if found["rule"].startswith("SHM")] == []
    return before, (tree / "a.cu").read_bytes()


@pytest.mark.parametrize(
    ("ported", "written"), [(name, each[1]) for name, each in CASES.items()], ids=CASES, indirect=["ported"]
)
def test_what_is_written(ported: tuple[bytes, bytes], written: str | None) -> None:
    assert ported[1].startswith(b'#include "cuda_to_hip.h"\n')
    if written is not None:
        assert written in ported[1].decode()


@pytest.mark.skipif(CLANG is None, reason="needs a preprocessor")
@pytest.mark.parametrize("ported", CASES, indirect=True)
def test_a_build_for_cuda_reads_what_it_did(ported: tuple[bytes, bytes]) -> None:
    before, after = ported
    for build in _BUILDS:
        assert _preprocessed(after, build) == _preprocessed(before, build)


def _preprocessed(source: bytes, build: tuple[str, ...]) -> bytes:
    """What stands behind the includes, without blanks."""
    assert CLANG is not None
    command = [CLANG, "-E", "-P", "-undef", "-x", "c++", *(f"-D{name}" for name in build), "-"]
    text = _SELECTING + _INCLUDE.sub(b"", source)
    return b"".join(subprocess.run(command, input=text, capture_output=True, check=True).stdout.split())


@pytest.mark.parametrize("ported", CASES, indirect=True)
def test_a_second_run_changes_nothing(ported: tuple[bytes, bytes], hipify: Hipify, tree: Path) -> None:
    header = (tree / "cuda_to_hip.h").read_bytes()
    hipify("shim", ".", "--fix-sources", "--rocm", "7.2")
    assert ((tree / "a.cu").read_bytes(), (tree / "cuda_to_hip.h").read_bytes()) == (ported[1], header)


@pytest.mark.parametrize("ported", CASES, indirect=True)
def test_undo(ported: tuple[bytes, bytes], hipify: Hipify, tree: Path) -> None:
    assert hipify("undo").code == 0
    assert (tree / "a.cu").read_bytes() == ported[0]
    assert not (tree / "cuda_to_hip.h").exists()


def test_the_build_comes_between(hipify: Hipify, write: Write, tree: Path) -> None:
    """Files that a build for both speaks for keep what they need of the header."""
    write("a.cu", b'#include <cuda_runtime.h>\n#include "b.cuh"\n__global__ void k(int *m) { FENCE(); m[0] = 1; }\n')
    write("b.cuh", b'#define FENCE() do { asm volatile("membar.gl;"); } while (0)\n')
    write("CMakeLists.txt", b"project(a LANGUAGES CXX CUDA)\nadd_executable(a a.cu)\n")
    hipify("shim", ".", "--fix-sources")
    hipify(".", "--build-style", "single")
    before = {path.name: path.read_bytes() for path in tree.iterdir() if path.is_file()}
    hipify("shim", ".", "--fix-sources")
    assert {name: (tree / name).read_bytes() for name in before} == before
    assert b'#include "hipify_ptx.hpp"' in before["cuda_to_hip.h"]


@pytest.mark.parametrize(
    "between", ["#define __CUDA_NO_HALF_OPERATORS__", "#ifdef WITH_HALF"], ids=["a macro", "a condition"]
)
def test_includes_that_depend_on_what_is_before_them(hipify: Hipify, write: Write, tree: Path, between: str) -> None:
    closing = "#endif\n" if between.startswith("#if") else ""
    fp16 = "#include <cuda_fp16.h>\n"
    write("a.cu", f"#include <cuda_runtime.h>\n{between}\n{fp16}{closing}__half h;\n".encode())
    hipify("shim", ".", "--fix-sources")
    kept = f"#if !defined(__HIP_PLATFORM_AMD__)\n{fp16}#endif\n"
    assert (tree / "a.cu").read_text() == f'#include "cuda_to_hip.h"\n{between}\n{kept}{closing}__half h;\n'
    hip, _, cuda = (tree / "cuda_to_hip.h").read_text().partition("#else")
    assert "hip/hip_fp16.h" in hip
    assert "cuda_fp16.h" not in cuda


def test_what_is_compiled_at_run_time_finds_no_header(hipify: Hipify, write: Write, tree: Path) -> None:
    kernel = b'extern "C" __global__ void k(float *x) { x[0] = __shfl_sync(~0u, x[0], warpSize / 2); }\n'
    write("k.cu", kernel)
    write("main.cpp", b"#include <nvrtc.h>\nvoid f(nvrtcProgram p) { nvrtcCompileProgram(p, 0, 0); }\n")
    ran = hipify("shim", ".", "--fix-sources")
    assert (tree / "k.cu").read_bytes() == kernel
    assert "SHM001" in ran.err


@pytest.mark.parametrize(
    "line",
    ["\ufeff#ifdef __CUDACC__", "/* c */ #ifdef __CUDACC__", "%:ifdef __CUDACC__"],
    ids=["mark", "comment", "digraph"],
)
def test_conditions_written_oddly(hipify: Hipify, write: Write, tree: Path, line: str) -> None:
    write("a.h", f"{line}\n#define A 1\n#endif\n".encode())
    hipify("shim", ".", "--fix-sources")
    expected = line.replace("ifdef __CUDACC__", "if defined(__CUDACC__) || defined(__HIPCC__)")
    assert (tree / "a.h").read_text(encoding="utf-8").startswith(expected)


def test_a_condition_that_cannot_be_told_apart_is_reported(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.h", b"#ifdef/**/__CUDACC__\n#define A 1\n#endif\n")
    assert "SHM004" in hipify("shim", ".", "--fix-sources").err
    assert (tree / "a.h").read_bytes().startswith(b"#ifdef/**/__CUDACC__\n")
