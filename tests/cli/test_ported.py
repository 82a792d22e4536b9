"""Trees that build for AMD already: they are recognised, said so first, and left as they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Hipify, Take, Write

KERNEL = b"__global__ void k() {}\nvoid f(void **p) { cudaMalloc(p, 4); k<<<1, 1>>>(); cudaFree(*p); }\n"
HIP_NAMES = b"#define cudaMalloc hipMalloc\n#define cudaFree hipFree\n#define cudaError_t hipError_t\n"
OWN_FOR_BOTH = (
    b"#ifdef __HIP_PLATFORM_AMD__\n#define gpuMalloc hipMalloc\n#define gpuFree hipFree\n#define gpuError hipError_t\n"
    b"#else\n#define gpuMalloc cudaMalloc\n#define gpuFree cudaFree\n#define gpuError cudaError_t\n#endif\n"
)
VENDORS = (
    b'#ifdef GGG_USE_HIP\n#include "vendors/hip.h"\n#elif defined(GGG_USE_MUSA)\n#include "vendors/musa.h"\n'
    b'#else\n#include "vendors/cuda.h"\n#endif\n'
)
SETUP = (
    b'from torch.utils.cpp_extension import CUDAExtension\nif torch.version.hip: pass\nCUDAExtension("a", ["a.cu"])\n'
)
CMAKE = b"if(USE_HIP)\n  enable_language(HIP)\nelse()\n  enable_language(CUDA)\nendif()\n"
BRANCHES = b"#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n"
ASKS = b"#if defined(MINE_USING_CUDA) || defined(MINE_USING_HIP)\n#endif\n"
TREES = {
    "header for HIP": (
        {"vendors/hip.h": HIP_NAMES, "vendors/cuda.h": b"#include <cuda_runtime.h>\n", "all.cuh": VENDORS},
        "vendors/hip.h maps 3 names to HIP",
    ),
    "header for both": ({"all.cuh": OWN_FOR_BOTH}, "all.cuh maps 3 names to HIP where __HIP_PLATFORM_AMD__ is defined"),
    "setup.py": ({"setup.py": SETUP}, "setup.py builds for ROCm as well as for CUDA"),
    "CMake": ({"CMakeLists.txt": CMAKE}, "CMakeLists.txt builds for ROCm as well as for CUDA"),
    "part of CMake": ({"cmake/gpu.cmake": CMAKE}, "gpu.cmake builds for ROCm as well as for CUDA"),
    "conditions": (
        {"a.cu": ASKS + KERNEL, "b.h": ASKS, "c.h": ASKS, "d.cu": KERNEL},
        "conditions ask for MINE_USING_HIP",
    ),
    "other directory": (
        {"cuda/scan.cu": KERNEL, "hip/scan.cpp": b"#include <hip/hip_runtime.h>\n"},
        "cuda has files for HIP that stand in for its own",
    ),
    "other file": (
        {"scan_cuda.cu": KERNEL, "scan_hip.cpp": b"#include <hip/hip_runtime.h>\n"},
        "has files for HIP that stand in for its own",
    ),
}


def _grow(write: Write, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        write(f"t/{name}", data)


@pytest.mark.parametrize(("files", "said"), TREES.values(), ids=TREES)
def test_a_portable_tree_is_left_as_it_is(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take, files: dict[str, bytes], said: str
) -> None:
    user = {} if any(name.endswith(".cu") for name in files) else {"k.cu": b'#include "all.cuh"\n' + KERNEL}
    _grow(write, files | user)
    before = snapshot(tree)
    ran = hipify("t")
    assert (ran.code, snapshot(tree)) == (0, before)
    first, *others = ran.err.splitlines()
    assert first.startswith("portable already: ")
    assert said in first
    assert "these files are left as they are; --ported convert treats them like all others" in others
    assert hipify("t", "--ported", "convert").code == 0
    assert snapshot(tree) != before


def test_headers_of_other_vendors_stay(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    musa = b"".join(b"#define cuda%s musa%s\n" % (name, name) for name in _SOME)
    _grow(write, {"vendors/musa.h": musa, "all.cuh": VENDORS, "k.cu": b'#include "all.cuh"\n' + KERNEL})
    before = snapshot(tree)
    assert hipify("t", "--ported", "convert").code == 0
    assert snapshot(tree)["t/vendors/musa.h"] == before["t/vendors/musa.h"]


_SOME = (
    b"Malloc Free Memcpy Memset GetDevice SetDevice StreamCreate StreamDestroy EventCreate EventDestroy "
    b"GetLastError DeviceSynchronize MemcpyAsync"
).split()


@pytest.mark.parametrize(
    "files",
    [
        {"CMakeLists.txt": b"enable_language(HIP)\n"},  # a port that is under way, or done
        {"CMakeLists.txt": b"# enable_language(HIP)\nenable_language(CUDA)\n"},
        {"train.py": b"import torch\nif torch.version.hip: nvcc\n"},
        {"other/CMakeLists.txt": CMAKE},
        {"gpu.h": b"#define gpuMalloc hipMalloc\n#define gpuFree hipFree\n#define gpuError hipError_t\n"},
        {"hip_notes.txt": b"hip"},
        {"a.h": ASKS, "b.h": ASKS, "c.h": ASKS} | {f"k{number}.cu": KERNEL for number in range(12)},  # three of 16
    ],
)
def test_what_says_nothing_of_a_tree(hipify: Hipify, write: Write, tree: Path, files: dict[str, bytes]) -> None:
    _grow(write, files | {"k.cu": b'#include "gpu.h"\n' + KERNEL})
    ran = hipify("t")
    assert "portable" not in ran.err
    assert b"hipMalloc(p, 4)" in (tree / "t/k.cu").read_bytes()


def test_only_the_files_that_are_portable_are_left(hipify: Hipify, write: Write, tree: Path) -> None:
    _grow(write, {"a/CMakeLists.txt": CMAKE, "a/k.cu": KERNEL, "b/k.cu": KERNEL, "b/both.cu": BRANCHES + KERNEL})
    ran = hipify("t", "--format", "json", "--output-file", "r.json")
    assert (tree / "t/a/k.cu").read_bytes() == KERNEL
    assert (tree / "t/b/both.cu").read_bytes() == BRANCHES + KERNEL
    assert b"hipMalloc" in (tree / "t/b/k.cu").read_bytes()
    assert [line.rpartition(" (")[2] for line in ran.err.splitlines()[:2]] == ["1 file)", "1 file)"]
    ported = json.loads((tree / "r.json").read_text())["ported"]
    assert [each["files"] for each in ported] == [1, 1]


@pytest.mark.parametrize(
    "files",
    [
        {"scan-cuda/Makefile": b"main: main.cu\n\tnvcc main.cu\n", "scan-hip/main.cu": BRANCHES},
        {"scan-cuda/CMakeLists.txt": b"project(scan LANGUAGES CUDA)\n"},
    ],
)
def test_a_project_of_its_own_in_a_portable_one_is_converted(
    hipify: Hipify, write: Write, tree: Path, files: dict[str, bytes]
) -> None:
    _grow(write, {"CMakeLists.txt": CMAKE, "k.cu": KERNEL, "scan-cuda/main.cu": KERNEL} | files)
    hipify("t")
    assert (tree / "t/k.cu").read_bytes() == KERNEL
    assert b"hipMalloc" in (tree / "t/scan-cuda/main.cu").read_bytes()


def test_what_portable_files_declare_is_known(hipify: Hipify, write: Write) -> None:
    """Names of a header that is left alone are the project's own all the same."""
    own = b"#define cudaXyzzy 1\n"
    _grow(write, {"a/CMakeLists.txt": CMAKE, "a/own.cuh": own, "b/k.cu": b'#include "own.cuh"\nint i = cudaXyzzy;\n'})
    assert "cudaXyzzy" not in hipify("scan", "t").out
    write("t/a/own.cuh", b"__global__ void k();\n")
    assert "cudaXyzzy" in hipify("scan", "t").out


def test_a_file_named_alone_is_converted(hipify: Hipify, write: Write, tree: Path) -> None:
    _grow(write, {"CMakeLists.txt": CMAKE, "k.cu": KERNEL})
    assert hipify("t/k.cu").code == 0
    assert b"hipMalloc" in (tree / "t/k.cu").read_bytes()
