"""What AMD refuses in sources of projects that build for AMD already."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Hipify, Write

SETUP = b"""import torch
from glob import glob
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension
is_hip = torch.version.hip is not None
sources = %s
setup(name="a", ext_modules=[CUDAExtension("a", sources)])
"""
CMAKE = b"project(a LANGUAGES CXX)\nif(USE_HIP)\n  enable_language(HIP)\nelse()\n  enable_language(CUDA)\nendif()\n"
KERNEL = b"__global__ void k(int *p) { cudaMalloc(p, 4); }\n"
LANE = b'__device__ int lane() { int x; asm("mov.u32 %0, %laneid;" : "=r"(x)); return x; }\n'
LABELS = b"""#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int f(cg::thread_block_tile<32> t, int x) { return cg::labeled_partition(t, x).size(); }
"""
BESIDE = b"#ifdef USE_ROCM\n__device__ int lane() { return __lane_id() % 32; }\n#else\n" + LANE + b"#endif\n"
LEFT_OUT = b"#ifndef USE_ROCM\n" + LANE + b"#endif\n"

FOUND = {
    "named": {"setup.py": SETUP % b"['csrc/a.cu']", "csrc/a.cu": LABELS + LANE},
    "taken": {"setup.py": SETUP % b"glob('csrc/*.cu')", "csrc/a.cu": LABELS + LANE},
    "put together": {"setup.py": SETUP % b"[f'csrc/{name}.cu' for name in ('a',)]", "csrc/a.cu": LABELS + LANE},
    "in a header": {
        "setup.py": SETUP % b"['a.cu']",
        "a.cu": b'#include "a.cuh"\n' + KERNEL,
        "a.cuh": b"#pragma once\n" + LABELS + LANE,
    },
    "with branches": {
        "k/a.cu": b"#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n"
        + (LABELS.partition(b"\n")[2] + LANE),
    },
    "CMake": {"CMakeLists.txt": CMAKE + b"add_library(a a.cu)\n", "a.cu": LABELS + LANE},
    "variable of CMake": {
        "CMakeLists.txt": CMAKE + b"set(S a.cu)\nlist(APPEND T ${S})\nadd_library(a ${T})\n",
        "a.cu": LABELS + LANE,
    },
    "directory of CMake": {
        "CMakeLists.txt": CMAKE + b"add_subdirectory(src)\n",
        "src/CMakeLists.txt": b"add_library(a a.cu)\nif(USE_CUDA)\n  target_link_libraries(a CUDA::cudart)\nendif()\n",
        "src/a.cu": LABELS + LANE,
    },
    "Make": {
        "Makefile": b"a: a.o\n\t$(CC) -o a a.o\na.o: a.cu\nifdef HIP\n\thipcc -c a.cu\nelse\n\tnvcc -c a.cu\nendif\n",
        "a.cu": LABELS + LANE,
    },
}
QUIET = {
    "names": {"setup.py": SETUP % b"['a.cu']", "a.cu": KERNEL + b"void f() { cudaGraphConditionalHandleCreate(); }\n"},
    "branches": {"setup.py": SETUP % b"['a.cu', 'b.cu']", "a.cu": BESIDE + KERNEL, "b.cu": LEFT_OUT + KERNEL},
    "empty assembler": {
        "setup.py": SETUP % b"['a.cu']",
        "a.cu": KERNEL + b'void g() { asm volatile("" ::: "memory"); }\n',
    },
    "not for HIP": {
        "setup.py": SETUP % b"['a.cu'] + ([] if is_hip else ['b.cu'])",
        "a.cu": KERNEL,
        "b.cu": LABELS + LANE,
    },
    "for CUDA": {
        "CMakeLists.txt": CMAKE
        + b"set(S a.cu)\nif(NOT USE_HIP)\n  list(APPEND S b.cu)\nendif()\nadd_library(a ${S})\n",
        "a.cu": KERNEL,
        "b.cu": LABELS + LANE,
    },
    "for CUDA by a name": {
        "CMakeLists.txt": CMAKE + b'if(GPU STREQUAL "CUDA")\n  add_library(b b.cu)\nendif()\nadd_library(a a.cu)\n',
        "a.cu": KERNEL,
        "b.cu": LABELS + LANE,
    },
    "a variable for CUDA": {
        "CMakeLists.txt": CMAKE + b"set(S b.cu)\nif(USE_CUDA)\n  add_library(b ${S})\nendif()\nadd_library(a a.cu)\n",
        "a.cu": KERNEL,
        "b.cu": LABELS + LANE,
    },
    "a library of CUDA": {
        "CMakeLists.txt": CMAKE + b"option(WITH_B)\nif(WITH_B)\n  add_subdirectory(b)\nendif()\n",
        "b/CMakeLists.txt": b"add_library(b b.cu)\ntarget_link_libraries(b CUDA::cusolver)\n",
        "b/b.cu": LABELS + LANE,
    },
    "a header of what is for CUDA": {
        "setup.py": SETUP % b"['a.cu'] + ([] if is_hip else ['b.cu'])",
        "a.cu": KERNEL,
        "b.cu": b'#include "b.cuh"\n' + KERNEL,
        "b.cuh": b"#pragma once\n" + LABELS + LANE,
    },
    "named by nobody": {"setup.py": SETUP % b"['a.cu']", "a.cu": KERNEL, "b.cu": LABELS + LANE},
    "counterpart": {
        "CMakeLists.txt": CMAKE + b"add_library(a scan_cuda.cu)\n",
        "scan_cuda.cu": LABELS + LANE,
        "scan_hip.cpp": b"#include <hip/hip_runtime.h>\n",
    },
}


def _grow(write: Write, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        write(f"t/{name}", data)


@pytest.mark.parametrize("files", FOUND.values(), ids=FOUND)
def test_what_amd_refuses_is_an_error(hipify: Hipify, write: Write, tree: Path, files: dict[str, bytes]) -> None:
    _grow(write, files)
    ran = hipify("t")
    assert "left unchanged" in ran.err
    assert {name: (tree / "t" / name).read_bytes() for name in files} == files
    assert (ran.code, " CGP004 " in ran.out, " PTX002 " in ran.out) == (1, True, True), ran.out
    scanned = hipify("scan", "t")
    assert (scanned.code, scanned.out.count("error ")) == (1, 2), scanned.out
    assert hipify("t").out == ran.out


@pytest.mark.parametrize("files", QUIET.values(), ids=QUIET)
def test_what_no_build_for_amd_meets_is_none(hipify: Hipify, write: Write, files: dict[str, bytes]) -> None:
    _grow(write, files)
    ran = hipify("scan", "t")
    assert "left unchanged" in ran.err
    assert (ran.code, "error " in ran.out) == (0, False), ran.out


def test_a_comment_accepts_it(hipify: Hipify, write: Write) -> None:
    _grow(write, {"setup.py": SETUP % b"['a.cu']", "a.cu": b"// hipify: ignore[PTX002]\n" + LANE})
    assert hipify("scan", "t").code == 0


NESTED = {
    "setup.py": b"from setuptools import setup\nfrom torch.utils.cpp_extension import CUDAExtension\n"
    b'setup(name="b", ext_modules=[CUDAExtension("b", ["b.cu"])])\n',
    "CMakeLists.txt": b"cmake_minimum_required(VERSION 3.18)\nproject(b LANGUAGES CXX CUDA)\nadd_library(b b.cu)\n",
    "Makefile": b"b: b.cu\n\tnvcc -o b b.cu\n",
}


@pytest.mark.parametrize("name", NESTED)
def test_projects_for_cuda_in_a_portable_one_are_converted(hipify: Hipify, write: Write, tree: Path, name: str) -> None:
    _grow(
        write, {"setup.py": SETUP % b"['a.cu']", "a.cu": KERNEL, f"b/{name}": NESTED[name], "b/b.cu": KERNEL + LABELS}
    )
    ran = hipify("t")
    assert (ran.code, " CGP004 " in ran.out) == (1, True), ran.out
    assert (tree / "t/a.cu").read_bytes() == KERNEL
    assert b"hipMalloc" in (tree / "t/b/b.cu").read_bytes()


MAP = b"""#pragma once
#ifdef __HIP_PLATFORM_AMD__
#include <hip/hip_runtime.h>
#define cudaMalloc hipMalloc
#define cudaFree hipFree
#define cudaDeviceSynchronize hipDeviceSynchronize
%s#else
#include <cuda_runtime.h>
#endif
"""
SHUFFLE = b"__global__ void k(int *p) { *p = __shfl_sync(0xffffffff, *p, 1); }\n"
USER = b'#include "map.h"\n' + SHUFFLE + b"void f(int **p) { cudaMalloc(p, 4); }\n"
OWN = b"#define __shfl_sync(mask, value, lane) __shfl(value, lane)\n"
OF_CUDA = b"#ifndef __HIP_PLATFORM_AMD__\n" + SHUFFLE + b"#endif\n"


@pytest.mark.parametrize(
    ("files", "errors"),
    [
        ({"map.h": MAP % b"", "a.cu": USER}, ["a.cu:2"]),
        ({"map.h": MAP % b"", "a.cu": USER + LANE.replace(b"%", b"%%")}, ["a.cu:2", "a.cu:4"]),
        ({"map.h": MAP % OWN, "a.cu": USER}, []),
        ({"include/mine/map.h": MAP % OWN, "a.cu": USER.replace(b'"map.h"', b"<mine/map.h>")}, []),
        ({"map.h": MAP % b"", "a.cu": USER.replace(SHUFFLE, OF_CUDA)}, []),
        (
            {"Makefile": b"hip: a.cu\n\t$(HIPCC) -x hip $<\napp: a.cu\n\tnvcc $<\n", "map.h": MAP % b"", "a.cu": USER},
            ["a.cu:2"],
        ),
        ({"setup.py": SETUP % b"['b.cu']", "map.h": MAP % b"", "a.cu": USER, "b.cu": KERNEL}, []),
        ({"setup.py": SETUP % b"['a.cu']", "a.cu": SHUFFLE + KERNEL}, ["a.cu:1"]),
    ],
)
def test_masks_and_assembler_of_what_a_header_makes_hip(
    hipify: Hipify, write: Write, files: dict[str, bytes], errors: list[str]
) -> None:
    _grow(write, files)
    ran = hipify("scan", "t", "--format", "concise")
    assert "left unchanged" in ran.err
    lines = [line for line in ran.out.splitlines() if " error " in line]
    assert [":".join(line.removeprefix("t/").split(":")[:2]) for line in lines] == errors, ran.out
    assert all(" WRP003 " in line or " PTX002 " in line for line in lines)
