"""Trees that nobody has ported, built for AMD by Make, ninja and CMake with hipify-nvcc in the place of nvcc."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.nvcc.conftest import Nvcc

pytestmark = pytest.mark.slow

HEADER = """\
#pragma once
#include <cuda_runtime.h>
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) throw e; } while (0)
__device__ inline float sum(float v) {
  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
  return v;
}
void run(float *p);
"""
KERNELS = """\
#include "sum.h"

__global__ void k(float *a) { a[threadIdx.x] = sum(a[threadIdx.x]) + __vadd2(1u, 2u); }

void run(float *p) {
  k<<<1, 32>>>(p);
  CHECK(cudaDeviceSynchronize());
}
"""
MAIN = """\
#include "sum.h"
int main() {
  float *p;
  CHECK(cudaMalloc(&p, 128));
  run(p);
  return 0;
}
"""
OTHER = "int other() { return 0; }\n"
MAKEFILE = """\
NVCC ?= nvcc
CUDA_HOME ?= /usr/local/cuda
FLAGS = -arch=sm_80 -O2 -Xcompiler -Wall,-fPIC --expt-relaxed-constexpr -Iinc -I$(CUDA_HOME)/include -MD -MP

app: main.o kernels.o other.o
\t$(NVCC) -o $@ $^ -L$(CUDA_HOME)/lib64 -lcudart

%.o: src/%.cu
\t$(NVCC) $(FLAGS) -MF $*.d -MT $@ -c $< -o $@

-include main.d kernels.d other.d
"""
NINJA = """\
rule cc
  command = hipify-nvcc -arch=sm_80 -Iinc -MD -MF $out.d -MT $out -c $in -o $out
  depfile = $out.d
  deps = gcc
rule link
  command = hipify-nvcc $in -o $out
build main.o: cc src/main.cu
build kernels.o: cc src/kernels.cu
build other.o: cc src/other.cu
build app: link main.o kernels.o other.o
"""
CMAKE = """\
cmake_minimum_required(VERSION 3.18)
project(demo LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
set(CMAKE_CUDA_STANDARD 17)
add_library(kernels STATIC src/kernels.cu src/other.cu)
target_include_directories(kernels PUBLIC inc)
target_compile_options(kernels PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall --use_fast_math>)
set_target_properties(kernels PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_ARCHITECTURES "70;80")
add_executable(app src/main.cu)
target_link_libraries(app kernels)
add_executable(mixed host.cpp)
target_link_libraries(mixed kernels CUDA::cudart)
"""


def _tree(nvcc: Nvcc) -> None:
    nvcc.write("inc/sum.h", HEADER)
    nvcc.write("src/kernels.cu", KERNELS)
    nvcc.write("src/main.cu", MAIN)
    nvcc.write("src/other.cu", OTHER)


def _needs(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} builds nothing, for want of it")


def _code_for_amd(path: Path) -> bool:
    return b"amdgcn-amd-amdhsa" in path.read_bytes()


def test_make(real: Nvcc) -> None:
    _needs("make")
    _tree(real)
    real.write("Makefile", MAKEFILE)
    make = ["make", "NVCC=hipify-nvcc"]
    done = real.call(make)
    assert done.returncode == 0, done.stderr
    assert _code_for_amd(real.folder / "app")
    assert real.call(["./app"], LD_LIBRARY_PATH=_runtime(real)).returncode == 0
    rules = (real.folder / "kernels.d").read_text()
    assert rules.startswith("kernels.o: src/kernels.cu")
    assert " inc/sum.h" in rules
    assert "\ninc/sum.h:\n" in rules
    assert "hipify" not in rules  # nothing of the cache
    assert "is up to date" in real.call(make).stdout

    real.write("inc/sum.h", HEADER.replace("o /= 2", "o >>= 1"))
    again = real.call(make).stdout
    assert "-c src/kernels.cu" in again
    assert "-c src/main.cu" in again
    assert "-c src/other.cu" not in again
    assert not [path for path in real.folder.rglob("*hipify*") if path.name != "hipify-nvcc"]


def _runtime(nvcc: Nvcc) -> str:
    root = re.search(r"--rocm-path=(\S+)", nvcc.environment["HIPIFY_NVCC_COMPILER"])
    assert root is not None
    return f"{root[1]}/lib"


@pytest.mark.thorough
def test_make_with_the_toolkit_of_the_makefile(real: Nvcc) -> None:
    """What others link finds the runtime as well."""
    _needs("make")
    _tree(real)
    real.write(
        "Makefile", MAKEFILE.replace("NVCC ?= nvcc", "NVCC = $(CUDA_HOME)/bin/nvcc").replace("$(NVCC) -o", "g++ -o")
    )
    toolkit = real.run("--print-toolkit").stdout.strip()
    done = real.call(["make", f"CUDA_HOME={toolkit}"])
    assert done.returncode == 0, done.stderr
    assert _code_for_amd(real.folder / "app")


@pytest.mark.thorough
def test_ninja(real: Nvcc) -> None:
    _needs("ninja")
    _tree(real)
    real.write("build.ninja", NINJA)
    done = real.call(["ninja", "-j2"])
    assert done.returncode == 0, done.stdout
    assert _code_for_amd(real.folder / "app")
    assert "no work to do" in real.call(["ninja"]).stdout
    real.write("inc/sum.h", HEADER + "\n")
    assert "[3/3]" in real.call(["ninja", "-j2"]).stdout


@pytest.mark.thorough
@pytest.mark.parametrize("generator", ["Ninja", "Unix Makefiles"])
def test_cmake(real: Nvcc, generator: str) -> None:
    """With device code that is linked in two steps, and a program that g++ links."""
    _needs("cmake")
    _needs("ninja" if generator == "Ninja" else "make")
    _tree(real)
    real.write("src/other.cu", "__device__ float twice(float x) { return 2 * x; }\n")
    real.write("src/kernels.cu", "extern __device__ float twice(float x);\n" + KERNELS.replace("sum(a[", "twice(a["))
    real.write("host.cpp", "void run(float *);\nint main() { run(nullptr); }\n")
    real.write("CMakeLists.txt", CMAKE)
    configured = real.call(["cmake", "-S", ".", "-B", "b", "-G", generator], CUDACXX="hipify-nvcc")
    assert configured.returncode == 0, configured.stderr
    assert "The CUDA compiler identification is NVIDIA 13.0" in configured.stdout
    done = real.call(["cmake", "--build", "b", "-j2"])
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("app", "mixed"):
        assert _code_for_amd(real.folder / "b" / name)
        ran = real.call([f"b/{name}"], LD_LIBRARY_PATH=_runtime(real))
        assert ran.returncode == 0, ran.stderr


@pytest.mark.thorough
def test_cmake_with_host_code_that_calls_cuda(real: Nvcc) -> None:
    _needs("cmake")
    _needs("ninja")
    _tree(real)
    real.write("host.cpp", HEADER.partition("__device__")[0] + "void run(float *);\n" + MAIN.partition("\n")[2])
    real.write("CMakeLists.txt", CMAKE)
    refused = _configured_and_built(real)
    assert "compile it with hipify-nvcc, by CXX=hipify-nvcc or as CUDA" in refused
    shutil.rmtree(real.folder / "b")
    assert "error" not in _configured_and_built(real, CXX="hipify-nvcc")
    assert real.call(["b/mixed"], LD_LIBRARY_PATH=_runtime(real)).returncode == 0


def _configured_and_built(nvcc: Nvcc, **environment: str) -> str:
    configured = nvcc.call(["cmake", "-S", ".", "-B", "b", "-G", "Ninja"], CUDACXX="hipify-nvcc", **environment)
    assert configured.returncode == 0, configured.stderr
    return nvcc.call(["cmake", "--build", "b", "-j2"]).stdout


def test_errors_are_those_of_the_original(real: Nvcc) -> None:
    _tree(real)
    real.write("src/kernels.cu", KERNELS.replace("  CHECK", "  wrong; CHECK"))
    real.write("inc/sum.h", HEADER.replace("  return v;", "  return w;"))
    done = real.run("-Iinc", "-c", "src/kernels.cu")
    assert done.returncode == 1
    assert "inc/sum.h:6:10: error: use of undeclared identifier 'w'" in done.stderr
    assert "src/kernels.cu:7:3: error: use of undeclared identifier 'wrong'" in done.stderr
    assert "In file included from src/kernels.cu:1:" in done.stderr


def test_lines_of_the_original_are_those_of_assert(real: Nvcc) -> None:
    _tree(real)
    real.write("src/main.cu", MAIN.replace("return 0", "return __LINE__"))
    assert real.run("-Iinc", "-E", "-P", "src/main.cu").stdout.count("return 6;") == 1


def test_standard_input_is_compiled_for_host_and_device(real: Nvcc) -> None:
    _tree(real)
    command = f"exec {real.program} -Iinc -x cu -c - -o k.o -MD < src/kernels.cu"
    done = real.call(["sh", "-c", command])
    assert done.returncode == 0, done.stderr
    assert _code_for_amd(real.folder / "k.o")
    rules = (real.folder / "k.d").read_text()
    assert "inc/sum.h" in rules
    assert "stdin.cu" not in rules


@pytest.mark.thorough
def test_response_file_and_several_inputs(real: Nvcc) -> None:
    _tree(real)
    real.write("flags.rsp", "-Iinc -O1\nsrc/main.cu src/kernels.cu")
    done = real.run("--options-file", "flags.rsp", "-o", "app")
    assert done.returncode == 0, done.stderr
    assert _code_for_amd(real.folder / "app")


def test_dependencies_on_standard_output(real: Nvcc) -> None:
    _tree(real)
    done = real.run("-MM", "-Iinc", "src/kernels.cu")
    assert done.returncode == 0, done.stderr
    assert {"src/kernels.cu", "inc/sum.h"} <= set(done.stdout.split())
    assert "hipify" not in done.stdout
    assert done.stdout.startswith("kernels.o: ")
    assert done.stdout.count("kernels.o") == 1


@pytest.mark.thorough
def test_cuda_whatever_its_name(real: Nvcc) -> None:
    real.write("a.cpp", "__global__ void k() {}\nvoid f() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n")
    done = real.run("-x", "cu", "-c", "a.cpp")
    assert done.returncode == 0, done.stderr
    assert _code_for_amd(real.folder / "a.o")


@pytest.mark.thorough
def test_shared_library_and_device_link_by_hand(real: Nvcc) -> None:
    _needs("g++")
    real.write("a.cu", "__device__ int twice(int x) { return 2 * x; }\n")
    real.write(
        "b.cu", "extern __device__ int twice(int);\n__global__ void k(int *a) { *a = twice(*a); }\nvoid f() {}\n"
    )
    assert real.run("-dc", "-Xcompiler", "-fPIC", "a.cu", "b.cu").returncode == 0
    assert real.run("-dlink", "a.o", "b.o", "-o", "d.o").returncode == 0
    linked = real.call(["g++", "-shared", "a.o", "b.o", "d.o", "-o", "libx.so"])
    assert linked.returncode == 0, linked.stderr
    at_once = real.run("-shared", "a.o", "b.o", "-o", "liby.so")
    assert at_once.returncode == 0, at_once.stderr
    assert _code_for_amd(real.folder / "libx.so")
    assert _code_for_amd(real.folder / "liby.so")


def test_a_build_goes_on_for_another_gpu_by_another_folder(real: Nvcc) -> None:
    """Objects of the first are not linked with those of the second."""
    real.write("a.cu", "__global__ void k(int *a) { *a = 1; }\nvoid f(int *a) { k<<<1, 1>>>(a); }\n")
    real.write("b.cu", "void f(int *);\nint main() { f(nullptr); }\n")
    for gpu in ("gfx90a", "gfx1100"):
        assert real.run("--toolkit", gpu, gpu).returncode == 0
    assert real.call(["gfx90a/bin/nvcc", "-O0", "-c", "a.cu"]).returncode == 0
    refused = real.call(["gfx1100/bin/nvcc", "a.o", "b.cu", "-o", "app"])
    assert (refused.returncode, "a.o for gfx90a, b.cu for gfx1100" in refused.stderr) == (1, True)
    linked = real.call(["gfx90a/bin/nvcc", "a.o", "b.cu", "-o", "app"])
    assert linked.returncode == 0, linked.stderr
    assert real.call(["gfx90a/bin/nvcc", "-cubin", "a.cu"]).returncode == 0
    assert b"gfx90a" in (real.folder / "a.cubin").read_bytes()
