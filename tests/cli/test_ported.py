"""Trees that build for AMD already: they are recognised, said so first, and left as they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hipify_py.subjects.buildfiles.platforms import BuildsFor, builds_for
from tests.cli.conftest import Hipify, Take, Write

KERNEL = b"__global__ void k() {}\nvoid f(void **p) { cudaMalloc(p, 4); k<<<1, 1>>>(); cudaFree(*p); }\n"
HIP_NAMES = b"#define cudaMalloc hipMalloc\n#define cudaFree hipFree\n#define cudaError_t hipError_t\n"
HIP_TYPES = b"using cudaStream_t = hipStream_t;\ntypedef hipEvent_t cudaEvent_t;\nusing cudaError_t = ::hipError_t;\n"
OWN_FOR_BOTH = (
    b"#ifdef __HIP_PLATFORM_AMD__\n#define gpuMalloc hipMalloc\n#define gpuFree hipFree\n#define gpuError hipError_t\n"
    b"#else\n#define gpuMalloc cudaMalloc\n#define gpuFree cudaFree\n#define gpuError cudaError_t\n#endif\n"
)
VENDORS = (
    b'#ifdef GGG_USE_HIP\n#include "vendors/hip.h"\n#elif defined(GGG_USE_MUSA)\n#include "vendors/musa.h"\n'
    b'#else\n#include "vendors/cuda.h"\n#endif\n'
)
HIP = b"#include <hip/hip_runtime.h>\n"
SETUP = (
    b'from torch.utils.cpp_extension import CUDAExtension\nif torch.version.hip: pass\nCUDAExtension("a", ["a.cu"])\n'
)
BY_VARIABLE = (
    b"if(USE_AMD)\n  set(TARGET_LANGUAGE HIP)\nelse()\n  set(TARGET_LANGUAGE CUDA)\nendif()\n"
    b"project(x CXX ${TARGET_LANGUAGE})\n"
)
CMAKE = b"if(USE_HIP)\n  enable_language(HIP)\nelse()\n  enable_language(CUDA)\nendif()\n"
BRANCHES = b"#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n"
ASKS = (
    b"#if defined(MINE_USING_CUDA) || defined(MINE_USING_HIP)\n#ifdef MINE_USING_HIP\nhipError_t e;\n#endif\n#endif\n"
)
# What is no AMD's HIP.
HIPS = b"#if defined(BODY_HAS_HIP)\nint hip_color(), hipLoad();\n#endif\n"
BOTH = (
    b"#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\nvoid f(void **p) { hipMalloc(p, 4); }\n"
    b"#else\n#include <cuda_runtime.h>\nvoid f(void **p) { cudaMalloc(p, 4); }\n#endif\n"
)
HALF = b"#include <cuda_runtime.h>\n#ifdef USE_ROCM\n#include <hip/hip_bf16.h>\n#else\n#include <cuda_bf16.h>\n#endif\n"
COPYRIGHT = b"/* Copyright 2026 NVIDIA Corporation. */\n"
PLAIN = b"void g(void **p) { cudaMalloc(p, 4); }\n"
AUTOCONF = b"AC_ARG_WITH([rocm], [], [])\nAC_ARG_WITH([cuda], [], [])\n"
BY_HAND = b"""void *get(int amd, unsigned n) {
  void *p;
  if (amd) { my_hipInit(0); my_hipMalloc(&p, n); my_hipMemset(p, 0, n); }
  else { my_cuInit(0); my_cuMalloc(&p, n); my_cuMemset(p, 0, n); my_cuCtxGetCurrent(); cudaFree(0); }
  return p;
}
"""
FOR_PYTORCH = (
    b"#ifdef USE_ROCM\n#define WARP 64\n#else\n#define WARP 32\n#endif\n"
    b"inline void g(void **p) { cudaMalloc(p, WARP); }\n"
)
OWN_USER = b'#include "all.cuh"\nvoid f(void **p) { gpuMalloc(p, 4); cudaDeviceSynchronize(); }\n'


def _in_setup(*lines: bytes) -> bytes:
    return b"from torch.utils.cpp_extension import CUDAExtension\n%s\nCUDAExtension('a', [])\n" % b"\n".join(lines)


def _in_function(for_hip: bytes) -> bytes:
    return b"Error f(void **p) {\n#ifdef USE_HIP\n  %s\n#else\n  return cudaMalloc(p, 4);\n#endif\n}\n" % for_hip


def _stub(body: bytes) -> bytes:
    return HIP + b"namespace a {\nhipError_t scan(int *a, int n) noexcept {\n  %s\n}\n}\n" % body


TREES = {
    "header for HIP": (
        {"vendors/hip.h": HIP_NAMES, "vendors/cuda.h": b"#include <cuda_runtime.h>\n", "all.cuh": VENDORS},
        "vendors/hip.h maps 3 names to HIP",
    ),
    "header for both": (
        {"all.cuh": OWN_FOR_BOTH, "k.cu": OWN_USER},
        "all.cuh maps 3 names to HIP where __HIP_PLATFORM_AMD__ is defined",
    ),
    "types for HIP": (
        {"all.cuh": b"#if defined(__HIP_PLATFORM_AMD__)\n" + HIP_TYPES + b"#else\n#include <cuda.h>\n#endif\n"},
        "all.cuh maps 3 names to HIP where __HIP_PLATFORM_AMD__ is defined (2 files)",
    ),
    "a macro that makes names": (
        {
            "all.cuh": b"#ifdef USE_HIP\n#define GPU(x) hip##x\n#else\n#define GPU(x) cuda ## x\n#endif\n",
            "k.cu": b'#include "all.cuh"\nvoid f(void **p) { GPU(Malloc)(p, 4); cudaDeviceSynchronize(); }\n',
        },
        "all.cuh maps 1 name to HIP where USE_HIP is defined (2 files)",
    ),
    "setup.py": ({"setup.py": SETUP}, "setup.py builds for ROCm as well as for CUDA"),
    "CMake": ({"CMakeLists.txt": CMAKE}, "CMakeLists.txt builds for ROCm as well as for CUDA"),
    "part of a part": ({"cmake/modules/gpu.cmake": CMAKE}, "gpu.cmake builds for ROCm as well as for CUDA"),
    "part of CMake": ({"cmake/gpu.cmake": CMAKE}, "gpu.cmake builds for ROCm as well as for CUDA"),
    "conditions": (
        {"a.cu": ASKS + KERNEL, "b.h": ASKS, "c.h": ASKS, "d.cu": KERNEL},
        "conditions ask for MINE_USING_HIP",
    ),
    "other directory": (
        {"cuda/scan.cu": KERNEL, "hip/scan.cpp": HIP},
        "cuda has files for AMD that replace its own",
    ),
    "other file": (
        {"scan_cuda.cu": KERNEL, "scan_hip.cpp": HIP},
        "has files for AMD that replace its own",
    ),
    "library in a name": (
        {"mpicusparse/aijcusparse.cu": KERNEL, "mpihipsparse/aijhipsparse.hip.cpp": HIP},
        "mpicusparse has files for AMD that replace its own",
    ),
    "directories beside each other": (
        {
            "uct/cuda/copy_md.c": PLAIN,
            "uct/cuda/ipc/base.cu": PLAIN,
            "uct/rocm/other.c": b"#include <hsa.h>\nhsa_init();\n",
        },
        "cuda has files for AMD that replace its own",
    ),
    "library of AMD": (
        {"topology-nvml.cu": b"#include <nvml.h>\n" + PLAIN, "topology-rsmi.c": b"#include <rocm_smi/rocm_smi.h>\n"},
        "t has files for AMD that replace its own, such as topology-rsmi.c for topology-nvml.cu (2 files)",
    ),
    "another file that may refuse": (
        {"scan_cuda.cu": KERNEL, "scan_hip.cpp": _stub(b"if (!a) { throw 1; }\n  return hipErrorNotReady;")},
        "has files for AMD that replace its own",
    ),
    "branches that may refuse": (
        {"k.cu": _in_function(b"if (!p) throw 1;\n  return hipMalloc(p, 4);")},
        "branches for HIP beside those for CUDA (1 file)",
    ),
    "libraries in a directory": (
        {"jim-nvenc.cu": PLAIN, "texture-amf.cpp": b"AMFFactory f;\n"},
        "t has files for AMD that replace its own, such as texture-amf.cpp for jim-nvenc.cu (2 files)",
    ),
    "directories of libraries": (
        {"nvml/info.cu": b"#include <nvml.h>\n" + PLAIN, "rocm_smi/list.c": b"#include <rocm_smi.h>\n"},
        "nvml has files for AMD that replace its own, but none named like 1 of these: info.cu (2 files)",
    ),
    "both halves": (
        {
            "gpu.h": b'#include "api_cuda.h"\n#include "api_hip.h"\n',
            "api_cuda.h": b"typedef int cudaError_t;\n",
            "api_hip.h": b"typedef int hipError_t;\n",
            "a/user.cu": b'#include "gpu.h"\nint f() { return cudaMalloc(0, 1); }\n',
            "a/other.cu": b'#include "gpu.h"\nint g() { return cudaFree(0); }\n',
        },
        "gpu.h includes api_cuda.h as well as api_hip.h (3 files)",
    ),
    "parts of CMake": (
        {"cmake/cuda.cmake": b"enable_language(CUDA)\n", "cmake/rocm.cmake": b"enable_language(HIP)\n"},
        "cmake/rocm.cmake builds for ROCm as cuda.cmake for CUDA (1 file)",
    ),
    "two pairs in a file": (
        {
            "gpu.h": b"".join(b'#include "api/%s.h"\n' % name for name in (b"b_cuda", b"b_hip", b"a_cuda", b"a_hip")),
            **dict.fromkeys(("api/a_cuda.h", "api/b_cuda.h"), b"typedef int cudaError_t;\n"),
            **dict.fromkeys(("api/a_hip.h", "api/b_hip.h"), b"typedef int hipError_t;\n"),
            **dict.fromkeys((f"user{n}.cu" for n in range(5)), b'#include "gpu.h"\n' + KERNEL),
        },
        "gpu.h includes a_cuda.h as well as a_hip.h (6 files)",
    ),
    "Autoconf": ({"configure.ac": AUTOCONF}, "configure.ac builds for ROCm as well as for CUDA"),
    "package of ROCm": (
        {"CMakeLists.txt": b"if(GPU STREQUAL ROCM)\n  find_package(ROCM)\nelse()\n  enable_language(CUDA)\nendif()\n"},
        "CMakeLists.txt builds for ROCm as well as for CUDA",
    ),
    "an option of CMake": (
        {"CMakeLists.txt": b"option(MINE_USE_HIP)\nfind_package(CUDAToolkit)\nset(CMAKE_HIP_ARCHITECTURES gfx90a)\n"},
        "CMakeLists.txt builds for ROCm as well as for CUDA",
    ),
    "an option of CMake, and code": (
        {"CMakeLists.txt": b"option(MINE_USE_HIP)\nfind_package(CUDAToolkit)\n", "a.h": ASKS},
        "CMakeLists.txt builds for ROCm as well as for CUDA",
    ),
    "names by a macro of a build": (
        {"all.cuh": b"#ifdef OTHER_GPUS\n" + HIP_NAMES + b"#endif\n", "README.md": b"Build with `-DOTHER_GPUS`.\n"},
        "all.cuh maps 3 names to HIP (2 files)",
    ),
    "names by a macro of AMD's and another": (
        {"all.cuh": b"#if OTHER_GPUS && defined(__HIPCC__)\n" + HIP_NAMES + b"#endif\n"},
        "all.cuh maps 3 names to HIP where __HIPCC__ is defined (2 files)",
    ),
    "names by a macro of a source": (
        {"all.cuh": b"#ifdef OTHER_GPUS\n" + HIP_NAMES + b"#endif\n", "a.h": b"#define OTHER_GPUS\n"},
        "all.cuh maps 3 names to HIP (2 files)",
    ),
    "files without a counterpart": (
        {"cuda/a.cu": KERNEL, "cuda/b.cu": KERNEL, "cuda/x/c.cu": KERNEL, "hip/a.cpp": HIP},
        "cuda has files for AMD that replace its own, such as a.cpp for a.cu, but none named like 2 of these: b.cu, "
        "x/c.cu (4 files)",
    ),
    "branches by a macro of the tree": (
        {"k.cu": b"#if BACKEND == 1\nCUmodule m;\n#elif BACKEND == 2\nhipModule_t m;\n#endif\n"},
        "branches for HIP beside those for CUDA (1 file)",
    ),
    "headers by a macro of the tree": (
        {"k.cu": b"#if BACKEND == 1\n#include <cuda_runtime.h>\n#else\n#include <hip/hip_runtime.h>\n#endif\n"},
        "branches for HIP beside those for CUDA (1 file)",
    ),
    "platforms chosen when it runs": ({"k.cu": BY_HAND}, "branches for HIP beside those for CUDA (1 file)"),
    "header for PyTorch": (
        {
            "setup.py": b"from torch.utils.cpp_extension import CUDAExtension\n",
            "a/compat.cuh": FOR_PYTORCH,
            "k.cu": b'#include "a/compat.cuh"\n' + KERNEL,
            "m.cu": b'#include "a/compat.cuh"\n' + KERNEL,
        },
        "compat.cuh has branches for USE_ROCM, which PyTorch defines for ROCm (2 files)",
    ),
    "copy of a library that ROCm has": (
        {
            "3rd/cub-1.8.0/cub/cub.cuh": b"// CUB umbrella header\n" + PLAIN,
            "3rd/cub-1.8.0/test/test.cu": KERNEL,
            "3rd/cub-1.8.0/cub/a.cuh": PLAIN,
        },
        "t/3rd/cub-1.8.0 is CUB, for which ROCm has hipCUB (3 files)",
    ),
    "copy of NCCL": (
        {"deps/nccl/src/include/comm.h": b"struct ncclComm;\n" + PLAIN, "k.cu": b""},
        "t/deps/nccl is NCCL, for which ROCm has RCCL (1 file)",
    ),
    "copy of Eigen": (
        {
            "3rd/eigen3/Eigen/src/Core/util/Macros.h": b"#if defined(EIGEN_HIPCC)\n#endif\n",
            "3rd/eigen3/Eigen/src/Core/arch/Half.h": b"#ifdef __CUDACC__\n#endif\n" + PLAIN,
            "k.cu": b"",
        },
        "t/3rd/eigen3 is Eigen, which has branches for HIP, as EIGEN_HIPCC (1 file)",
    ),
    "library for both": (
        {
            "boost/config/boost/config.hpp": b"#ifndef BOOST_USER_CONFIG\n#endif\n",
            "boost/k.hpp": b"#ifdef __CUDACC__\n#endif\n" + PLAIN,
            "k.cu": b"",
        },
        "t/boost is Boost, which builds for AMD as it is (1 file)",
    ),
    "copy of a header of CUDA": (
        {"include/cuda_fp16.h": COPYRIGHT + b"#define __CUDA_FP16_H__\n" + PLAIN, "k.cu": b""},
        "t/include has copies of headers of CUDA, for which HIP has its own (1 file)",
    ),
    "copies of headers of the Video Codec SDK": (
        {
            "sdk/nvEncodeAPI-v5.h": b"// Copyright 2026 NVIDIA Corporation\n" + PLAIN,
            "ffnvcodec/dynlink_cuda.h": PLAIN,
            "k.cu": b"",
        },
        "t/ffnvcodec has copies of headers of the Video Codec SDK, which AMD GPUs do not have (1 file)",
    ),
    "header of portable files alone": (
        {"a/CMakeLists.txt": CMAKE, "a/k.cu": b'#include "../b/only.cuh"\n', "b/only.cuh": PLAIN},
        "builds for ROCm as well as for CUDA (2 files)",
    ),
    "the project's macro for CUDA": (
        {
            "a/a.h": ASKS,
            "a/b.h": ASKS,
            "a/c.h": ASKS,
            "b/k.cu": b"#if defined(MINE_USING_CUDA)\n" + PLAIN + b"#endif\n",
        },
        "conditions ask for MINE_USING_HIP",
    ),
}


FOR_BOTH = b"if(USE_HIP)\n  enable_language(HIP)\nelse()\n  enable_language(CUDA)\nendif()\n"
BUILDS_FOR_BOTH = {
    "CMakeLists.txt": [
        b'if(USE_HIP)\n find_package(hip)\n if(NOT hip_FOUND)\n  message(FATAL_ERROR "none")\n endif()\nendif()\n'
        b"find_package(CUDA)\n",
        b'if(USE_HIP AND USE_CUDA)\n message(FATAL_ERROR "one of them")\nendif()\n' + FOR_BOTH,
        b'if(USE_HIP AND WIN32)\n message(FATAL_ERROR "not here")\nendif()\n' + FOR_BOTH,
        b'if(HIP_VERSION VERSION_LESS 5)\n message(FATAL_ERROR "too old")\nendif()\n' + FOR_BOTH,
        b'if(MSVC)\n if(USE_HIP)\n  message(FATAL_ERROR "not here")\n endif()\nendif()\n' + FOR_BOTH,
        b'if(GPU STREQUAL "hip")\n set(A 1)\nelse()\n enable_language(CUDA)\nendif()\n',
        b'if(USE_ROCM)\n message(STATUS "for HIP")\nelse()\n enable_language(CUDA)\nendif()\n',
        BY_VARIABLE,
    ],
    "Makefile": [
        b"ifdef USE_HIP\nCC=hipcc\nelse\nCC=nvcc\nendif\nall:\n\t$(CC) k.cu\n",
        b"k_cuda: k.cu\n\tnvcc k.cu -o $@\nk_hip: k.cu\n\thipcc k.cu -o $@\n",
        b"HIPCC ?= hipcc\na: $(OBJECTS)\n\tnvcc $^\nb: $(OBJECTS)\n\t$(HIPCC) $^\n",
        b"%.o: %.cu\n\tnvcc -c $<\n%.o: %.hip\n\thipcc -c $<\n",
        b"ifndef HIP_PATH\n$(error no HIP)\nendif\nifdef USE_HIP\nCC=hipcc\nelse\nCC=nvcc\nendif\n",
    ],
    "setup.py": [
        _in_setup(
            b"if torch.version.hip:", b"    if not ROCM_HOME:", b"        raise RuntimeError('none')", b"    a = 1"
        ),
        _in_setup(b"if getattr(torch.version, 'hip', None) is not None:", b"    a = 1"),
        _in_setup(b"if torch.version.hip:", b"    print('for HIP')"),
        _in_setup(b"more = [] if torch.version.hip else [CUDAExtension('b', [])]"),
        b"ext = [get()] if torch.version.hip else [CUDAExtension('a', [])]\n",
        b"if torch.version.hip:\n    ext = get()\nelse:\n    ext = [CUDAExtension('a', [])]\n",
        b"ext = [] if torch.version.hip else [CUDAExtension('a', [])]\nrun(['hipcc', 'a.cu'])\n",
        _in_setup(
            b"def hipcc():",
            b"    if 'HIPCC' in os.environ:",
            b"        yield os.environ['HIPCC']",
            b"        raise E()",
        )
        + b"nvcc, hipcc = 'nvcc', 'hipcc'\n",
    ],
    "BUILD": [b'cc_library(name = "a", deps = if_cuda(["b"]) + if_rocm(["c"]))\n'],
    "meson.build": [
        b"if get_option('gpu') == 'hip'\n  add_languages('hip')\nelse\n  add_languages('cuda')\nendif\n",
        b"hip = dependency('hip')\ncuda = dependency('cuda', version : '>=10')\n",
    ],
}
BUILDS_FOR_CUDA = {
    "CMakeLists.txt": [
        b'enable_language(CUDA)\nmessage(STATUS\n  "use (enable_language(HIP)), (find_package(hip))")\n',
        b'enable_language(CUDA)\nmessage("a (b) enable_language(HIP)")\n',
        b'enable_language(CUDA)\nif(USE_HIP)\n set(A 1)\n message(FATAL_ERROR "not yet")\nendif()\n',
        b'enable_language(CUDA)\nif(USE_HIP)\n # not yet\n message(SEND_ERROR "no")\n find_package(hip)\nendif()\n',
        b'enable_language(CUDA)\nif(USE_HIP) message(FATAL_ERROR "no") endif()\n',
        b'enable_language(CUDA)\nif(USE_GPU)\n if(USE_HIP)\n  message(FATAL_ERROR "no")\n endif()\nendif()\n',
        b'enable_language(CUDA)\nif(USE_HIP)\n message(WARNING "USE_HIP is ignored")\nendif()\n',
        b'option(USE_CUDA "no USE_HIP yet" ON)\n',
    ],
    "Makefile": [
        b"ifeq ($(GPU),hip)\nCC=hipcc\n$(error HIP is not supported)\nendif\nall:\n\tnvcc k.cu\n",
        b"$(warning no hipcc)\nall:\n\tnvcc k.cu\n",
        b"a: a.cu\n\tnvcc a.cu\nk: k.cu \\\n  k.h\n\tnvcc k.cu\nb: b.hip\n\thipcc b.hip\n",
        b"HIPCC = hipcc\na: a.cu\n\tnvcc a.cu\nk: k.cu\n\tnvcc k.cu\nb: b.cu\n\t$(HIPCC) b.cu\n",
    ],
    "setup.py": [
        _in_setup(b"if torch.version.hip:", b"    a = 1", b"    b = 2", b"    c = 3", b"    raise RuntimeError('no')"),
        _in_setup(b"if torch.version.hip: sys.exit('no')"),
        _in_setup(b"hip = torch.version.hip", b"assert not torch.version.hip, 'no'"),
        _in_setup(b"if torch.version.hip:", b"    warnings.warn('not tested')"),
        b"from a import CUDAExtension\nIS_ROCM = torch.version.hip is not None\n"
        b"ext = [] if IS_ROCM else [CUDAExtension('a', [])]\n",
        b"from a import (\n    BuildExtension,\n    CUDAExtension,\n)\nif not torch.version.hip:\n"
        b"    ext.append(CUDAExtension('a', []))\nsetup(cmdclass={'b': BuildExtension})\n",
        b"if torch.version.hip:\n    print('no ROCm')\n    ext = []\nelse:\n    ext = [CUDAExtension('a', [])]\n",
        b"def extensions():\n    if torch.version.hip:\n        return []\n    return [CUDAExtension('a', [])]\n",
        _in_setup(b"'''Not with ROCM_HOME.'''"),
        _in_setup(b"parser.add_argument('--cc', help='hipcc is not supported')"),
    ],
    "BUILD": [b'# if_rocm([])\ncc_library(name = "a", deps = if_cuda(["b"]))\n'],
    "meson.build": [
        b"project('a', 'cuda')\n# add_languages('hip')\nmessage('no dependency(hip), (\\'hip\\')')\n",
        b"add_languages('cuda')\nif get_option('gpu') == 'hip'\n  add_languages('hip')\n  error('not yet')\nendif\n",
    ],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in BUILDS_FOR_BOTH.items() for text in texts])
def test_a_build_for_both(name: str, text: bytes) -> None:
    assert builds_for(name, text) is BuildsFor.BOTH


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in BUILDS_FOR_CUDA.items() for text in texts])
def test_a_build_that_speaks_of_hip_or_refuses_it(name: str, text: bytes) -> None:
    assert builds_for(name, text) is not BuildsFor.BOTH


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
    assert first.startswith("left unchanged: ")
    assert said in first
    assert "use --ported convert to convert these files, too" in others
    assert hipify("t", "--ported", "convert", "--fail-on", "never").code == 0
    assert snapshot(tree) != before


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        (b"a.hip", ": t/src/b.cu, t/src/c.cu (2 CUDA sources)"),
        (b"a.cu src/c.cu", ": t/src/b.cu (1 CUDA source)"),
        (b"*.cu", ""),
        (b"${HIP_SOURCES}", ""),
    ],
)
def test_cuda_sources_that_only_the_branch_for_cuda_names(
    hipify: Hipify, write: Write, sources: bytes, found: str
) -> None:
    """A source that nobody ported, in a build for both; where a build names none, it finds them in another way."""
    cmake = (
        b"if(USE_HIP)\n  enable_language(HIP)\n  add_library(a src/" + sources + b")\n"
        b"else()\n  enable_language(CUDA)\n  add_library(a src/a.cu src/b.cu src/c.cu)\nendif()\n"
    )
    hip = {"src/a.hip": HIP + b"__global__ void k() {}\n"}
    _grow(write, {"CMakeLists.txt": cmake, "src/a.cu": KERNEL, "src/b.cu": KERNEL, "src/c.cu": KERNEL} | hip)
    said = [line for line in hipify("t").err.splitlines() if line.startswith("not named by builds for AMD")]
    assert said == ([f"not named by builds for AMD{found}"] if found else [])


def test_build_files_of_copies_in_trees_without_kernels(hipify: Hipify, write: Write) -> None:
    copy = {
        "cpp/pybind11/include/pybind11/pybind11.h": b"#define PYBIND11_DEF 1\n",
        "cpp/pybind11/tests/CMakeLists.txt": b"enable_language(CUDA)\n",
    }
    _grow(write, copy | {"a.cpp": b"int a;\n", "CMakeLists.txt": b"enable_language(CUDA)\n"})
    found = json.loads(hipify("scan", "--no-build", "--format", "json", "t").out)["findings"]
    assert [each["path"] for each in found] == ["t/CMakeLists.txt"]


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
        {"CMakeLists.txt": b"enable_language(CUDA)\nadd_custom_command(OUTPUT hip COMMAND hipify-py src -o hip)\n"},
        {"setup.py": b'CUDAExtension("a", [])\nsubprocess.run(["hipify-py", "src"])\n'},
        {"train.py": b"import torch\nif torch.version.hip: nvcc\n"},
        {"other/CMakeLists.txt": CMAKE},
        {"gpu.h": b"#define gpuMalloc hipMalloc\n#define gpuFree hipFree\n#define gpuError hipError_t\n"},
        {"hip_notes.txt": b"hip"},
        {"all.h": b"/*\n" + HIP_NAMES + b"*/\n", "gpu.h": b'#include "all.h"\n'},
        {"gpu.h": b"".join(b"#define cuda%d hipster%d\n#define cuda%d rocket%d\n" % (n, n, n, n) for n in range(9))},
        {"r.h": KERNEL, "r.hip": HIP, "r.cpp": KERNEL},  # as --rename-files leaves them
        dict.fromkeys(("a.h", "b.h", "c.h"), b"/*\n" + ASKS + b"*/\n"),
        {"Makefile": b"all:\n\tnvcc k.cu\nhelp:\n\t@echo 'no hipcc yet'\n"},
        {"setup.py": SETUP.replace(b"pass", b"\n    raise RuntimeError('no ROCm yet')")},
        {"cuda/k.cu": KERNEL, "hip/k.cu": b"// relationship\n" + KERNEL},  # a copy, to be converted
        {"cuda/a.cu": KERNEL, "cuda/b.cu": KERNEL, "cuda/c.cu": KERNEL, "cuda/d.cu": KERNEL, "hip/e.cpp": HIP},
        {"CMakeLists.txt": b'message("use find_package(hip)")\nfind_package(CUDA)\n'},
        {"CMakeLists.txt": b'find_package(hip)\nmessage(STATUS "CUDA is not used")\nset(OLD_CUDA 1)\n'},
        {"CMakeLists.txt": b'if(USE_HIP)\n  message(FATAL_ERROR "not yet")\nendif()\nenable_language(CUDA)\n'},
        {"CMakeLists.txt": b"set(OTHER_USE_ROCM OFF)\nenable_language(CUDA)\n"},
        {"gpu.h": b"#if NEW\nhipMalloc(p, 4);\ncudaMalloc(p, 4);\n#else\ncudaOld();\n#endif\n"},  # one more call
        {"gpu.h": FOR_PYTORCH},  # no build of PyTorch's
        {"gpu.h": b"".join(b"my_hip%s(); cuda%s();\n" % (name, name) for name in _SOME)},
        {"gpu.h": BRANCHES + KERNEL},  # half a port
        {"gpu.h": b"#ifdef USE_HIP\nhipInit(0);\n#else\ncuInit(0);\n#endif\n" + PLAIN},
        {"CMakeLists.txt": b'option(USE_HIP)\nif(USE_HIP)\n message(FATAL_ERROR "no")\nendif()\nfind_package(CUDA)\n'},
        {"CMakeLists.txt": b"#[[ enable_language(HIP) ]]\nfind_package(CUDA)\n"},
        {"cmake/cuda.cmake": b"enable_language(CUDA)\n", "cmake/rocm.cmake": b"# enable_language(HIP)\n"},
        {"cmake/rocm.cmake": b"enable_language(HIP)\n"},
        {"cmake/FindMore.cmake": b"find_package(hip)\nfind_package(CUDA)\n"},
        {"setup.py": SETUP.replace(b"pass", b"\n    print('no ROCm yet')\n    sys.exit(1)")},
        {"setup.py": b'"""Not with ROCM_HOME."""\nCUDAExtension("a", [])\n'},
        {"nvidia/a.cu": KERNEL, "amd/order.cpp": b"// approximate minimum degree, as HIP does\nint order();\n"},
        {"cuda/a.cu": KERNEL, "hip/joint.cpp": b"enum { HIP, KNEE };\n"},
        {"nvml/a.c": PLAIN, "adl/lookup.h": b"int lookup();\n"},
        {"fmt/fmt/format.h": b"", "fmt/own.cu": KERNEL},
        {"cub.cuh": PLAIN, "cuboid/cub.cuh": PLAIN},
        {"own/cub/cub.cuh": PLAIN, "gpu.h": b'#include "own/cub/cub.cuh"\n' + PLAIN},
        {"3rd/cub/cub/cub.cuh": b"// CUB\n" + PLAIN, "gpu.h": b'#include "3rd/cub/cub/cub.cuh"\n' + PLAIN},
        {"3rd/cub/cub/cub.cuh": b"// CUB\n" + PLAIN, "src/gpu.cu": b'#include "../3rd/cub/cub/cub.cuh"\n' + PLAIN},
        {"cuda_fp16.h": PLAIN, "common.h": b"// Copyright 2026 NVIDIA Corporation\n" + PLAIN},
        {"setup.py": _in_setup(), "gpu.h": b'#ifdef USE_ROCM\n#error "no ROCm"\n#endif\n' + PLAIN},
        {"setup.py": _in_setup(), "gpu.h": b"#ifndef USE_ROCM\nint i;\n#else\n#error no ROCm\n#endif\n" + PLAIN},
        {"gpu.h": b"#ifndef USE_HIP\n#if 0\n" + HIP_NAMES + b"#endif\n#else\n#error no\n#endif\n"},
        dict.fromkeys(("a.h", "b.h", "c.h"), b"#if defined(MINE_USING_HIP)\n#error no\n#endif\n"),
        {"gpu.h": b"#if 0\n" + HIP_NAMES + b"#endif\n"},
        {"gpu.h": b"/*\n" + HIP_TYPES + b"*/\n#ifdef __HIP_PLATFORM_AMD__\n#endif\n"},
        {"gpu.h": b"#define GPU(x) hip##x\n#define OTHER(x) cuda##x\n"},
        {"gpu.h": b"#if 1\n#include <cuda_runtime.h>\n#else\n" + HIP_NAMES + b"#endif\n"},
        {"gpu.h": b"#ifdef USE_HIP\n#error not yet\n" + HIP_NAMES + b"#endif\n"},
        {"gpu.h": BOTH.replace(b"hipMalloc(p, 4);", b'throw Error("no ROCm");')},
        {"gpu.h": BOTH.replace(b"void f(void **p) { hipMalloc(p, 4); }", b"#error no ROCm")},
        {"gpu.h": _in_function(b'fprintf(stderr, "no HIP\\n");\n  return hipErrorNotSupported;')},
        {"scan_cuda.cu": KERNEL, "scan_hip.cpp": _stub(b'throw std::runtime_error("no ROCm");')},
        {"scan_cuda.cu": KERNEL, "scan_hip.cpp": _stub(b"(void)a;\n  return hipErrorNotSupported;")},
        {
            "cuda/a.cu": KERNEL,
            "hip/a.cpp": _stub(b'std::cerr << "no HIP"; abort();') + _stub(b"assert(false); return 0;"),
        },
        {"monitor.c": b"nvmlInit();\n", "headland.c": b"int adl;\n"},
        dict.fromkeys(("a.h", "b.h", "c.h"), HIPS),
        dict.fromkeys(("a.h", "b.h", "c.h"), HIPS.replace(b"hip_color", b"/* hipMalloc */ f")),
        {"CMakeLists.txt": b"option(BODY_USE_HIP)\nfind_package(CUDA)\n", "a.h": HIPS},
        {"CMakeLists.txt": b'if(USE_HIP)\n message(WARNING "no")\n set(USE_HIP OFF)\nendif()\nfind_package(CUDA)\n'},
        {"load_cuda.cu": KERNEL, "load_hip.cpp": b'#include "hip_joint.h"\nint hip_load() { return hipLoad(); }\n'},
        {"gpu.h": b"#ifdef OLD_EXPERIMENT\n" + HIP_NAMES + b"#endif\n"},
        {"gpu.h": b"#if OLD > 2\n" + HIP_NAMES + b"#endif\n"},
        {"gpu.h": HALF},
        dict.fromkeys(("a.h", "b.h", "c.h"), HALF),
        {"fmt/format.h": b"enum Format { RGB };\n", "fmt/resize.h": PLAIN},
        {"cub/cub.cuh": PLAIN, "cub/lion.cuh": PLAIN},
        {"boost/boost/config.hpp": b"#ifndef BOOST_CONFIG_HPP\n#endif\n", "boost/hist.h": PLAIN},
    ],
)
def test_what_says_nothing_of_a_tree(hipify: Hipify, write: Write, tree: Path, files: dict[str, bytes]) -> None:
    _grow(write, files | {"k.cu": b'#include "gpu.h"\n' + KERNEL})
    ran = hipify("t")
    assert "left unchanged" not in ran.err
    assert b"hipMalloc(p, 4)" in (tree / "t/k.cu").read_bytes()


def test_only_the_files_that_are_portable_are_left(hipify: Hipify, write: Write, tree: Path) -> None:
    _grow(write, {"a/CMakeLists.txt": CMAKE, "a/k.cu": KERNEL, "b/k.cu": KERNEL, "b/both.cu": BOTH})
    ran = hipify("t", "--format", "json", "--output-file", "r.json")
    assert (tree / "t/a/k.cu").read_bytes() == KERNEL
    assert (tree / "t/b/both.cu").read_bytes() == BOTH
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


def test_files_written_again_for_hip_speak_for_themselves(hipify: Hipify, write: Write, tree: Path) -> None:
    again = {"a.cu": KERNEL, "a.hip": HIP, "b.cu": KERNEL, "b.hip": HIP}
    _grow(write, again | {"c.cu": KERNEL})
    assert "(4 files)" in hipify("t").err
    assert {name: (tree / "t" / name).read_bytes() for name in again} == again
    assert b"hipMalloc" in (tree / "t/c.cu").read_bytes()


def test_what_portable_files_declare_is_known(hipify: Hipify, write: Write) -> None:
    """Names of a header that is left alone are the project's own all the same."""
    own = b"#define cudaXyzzy 1\n"
    _grow(write, {"a/CMakeLists.txt": CMAKE, "a/own.cuh": own, "b/k.cu": b'#include "own.cuh"\nint i = cudaXyzzy;\n'})
    assert "cudaXyzzy" not in hipify("scan", "t").out
    write("t/a/own.cuh", b"__global__ void k();\n")
    assert "cudaXyzzy" in hipify("scan", "t").out


def test_a_macro_that_few_files_ask_for_speaks_for_them_alone(hipify: Hipify, write: Write, tree: Path) -> None:
    _grow(write, {f"{name}.h": ASKS for name in "abc"} | {f"k{number}.cu": KERNEL for number in range(12)})
    assert "conditions ask for MINE_USING_HIP (3 files)" in hipify("t").err
    assert b"hipMalloc" in (tree / "t/k3.cu").read_bytes()


@pytest.mark.parametrize("others", [(), ("t/b",), ("t",)])
def test_a_file_named_alone_is_converted(hipify: Hipify, write: Write, tree: Path, others: tuple[str, ...]) -> None:
    _grow(write, {".git/HEAD": b"", "CMakeLists.txt": CMAKE, "k.cu": KERNEL, "b/b.cu": KERNEL})
    assert hipify("t/k.cu", *others).code == 0
    assert b"hipMalloc" in (tree / "t/k.cu").read_bytes()
    assert (tree / "t/b/b.cu").read_bytes() == KERNEL


def test_portable_files_keep_their_names(hipify: Hipify, write: Write, tree: Path) -> None:
    _grow(write, {"a/CMakeLists.txt": CMAKE, "a/k.cu": b'#include "../b/h.cuh"\n' + KERNEL, "a/i.cuh": b""})
    _grow(write, {"b/k.cu": b'#include "h.cuh"\n#include "../a/i.cuh"\n' + KERNEL, "b/h.cuh": b"", "b/o.cu": KERNEL})
    ran = hipify("t", "--rename-files")
    assert ran.err.startswith("left unchanged: ")
    assert "t/b/h.cuh: not renamed: t/a/k.cu includes it and is not converted in this run" in ran.err
    names = ["CMakeLists.txt", "h.cuh", "i.cuh", "k.cu", "k.hip", "o.hip"]
    assert sorted(each.name for each in (tree / "t").glob("*/*")) == names


def test_a_converted_tree_is_not_portable(hipify: Hipify, write: Write, tree: Path) -> None:
    """Our own header is for both platforms, and says nothing of the tree."""
    write("t/a.cu", b'__device__ int f(int y) { int x; asm("bfe.u32 %0, %1, 4, 8;" : "=r"(x) : "r"(y)); return x; }\n')
    assert hipify("t").code == 0
    assert (tree / "t/hipify_ptx.hpp").exists()
    write("t/new.cu", KERNEL)
    assert "left unchanged" not in hipify("t").err
    assert b"hipMalloc" in (tree / "t/new.cu").read_bytes()


def test_conversion_makes_no_hip_of_hips(hipify: Hipify, write: Write, tree: Path) -> None:
    _grow(write, dict.fromkeys(("a.h", "b.h", "c.h"), HIPS) | {"k.cu": KERNEL})
    assert hipify("t").code == 0
    write("t/new.cu", HIPS + KERNEL)
    assert "left unchanged" not in hipify("t").err
    assert b"hipMalloc" in (tree / "t/new.cu").read_bytes()


def test_names_of_a_library_speak_for_who_uses_them(hipify: Hipify, write: Write, tree: Path) -> None:
    _grow(write, {"lib/all.cuh": OWN_FOR_BOTH, "k.cu": b'#include "lib/all.cuh"\n' + KERNEL, "lib/own.cu": OWN_USER})
    assert "lib/all.cuh maps 3 names to HIP where __HIP_PLATFORM_AMD__ is defined (2 files)" in hipify("t").err
    assert b"hipMalloc(p, 4)" in (tree / "t/k.cu").read_bytes()
    assert (tree / "t/lib/own.cu").read_bytes() == OWN_USER


def test_files_for_hip_are_not_edited(hipify: Hipify, write: Write, tree: Path) -> None:
    """Also where they define names of CUDA, as does the third of their kind."""
    ours = (
        b"#include <hip/hip_runtime.h>\ninline cudaError_t cudaMalloc(void **p, size_t n) { return hipMalloc(p, n); }\n"
    )
    stub = b"inline cudaError_t cudaMalloc(...) { return cudaSuccess; }\n"
    files = {"cuda/backend_rt.h": b"#include <cuda_runtime.h>\n", "hip/backend_rt.h": ours, "stub/backend_rt.h": stub}
    _grow(write, files)
    ran = hipify("t")
    assert {name: (tree / "t" / name).read_bytes() for name in files} == files
    assert (
        "t/cuda has files for AMD that replace its own, such as hip/backend_rt.h for cuda/backend_rt.h (3 files)"
        in ran.err
    )


def test_a_baseline_keeps_what_is_known_of_portable_files(hipify: Hipify, write: Write, tree: Path) -> None:
    """Nobody has mended what is not reported for once."""
    _grow(write, {"a/CMakeLists.txt": CMAKE, "a/k.cu": b"int i = cudaXyzzy;\n", "b/k.cu": b"int i = cudaPlugh;\n"})
    hipify("scan", "t", "--ported", "convert", "--write-baseline", "b.json")
    recorded = (tree / "b.json").read_bytes()
    ran = hipify("scan", "t", "--baseline", "b.json")
    assert ran.code == 0
    assert "gone" not in ran.err
    assert "fixed" not in ran.err
    hipify("scan", "t", "--baseline", "b.json", "--write-baseline", "b.json")
    assert (tree / "b.json").read_bytes() == recorded


def test_a_file_called_hipcc_is_no_compiler(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/Makefile", b"x: k.cu\n\tnvcc -o x k.cu\nclean:\n\trm -f hipcc.log\n")
    write("t/k.cu", PLAIN)
    hipify("t")
    assert b"hipMalloc" in (tree / "t/k.cu").read_bytes()


@pytest.mark.parametrize("never", ["0", "FALSE", "off"])
def test_what_cmake_never_does_builds_nothing(hipify: Hipify, write: Write, tree: Path, never: str) -> None:
    text = f"project(x LANGUAGES CXX CUDA)\nif({never})\n  enable_language(HIP)\n  find_package(hip)\nendif()\n"
    write("t/CMakeLists.txt", text.encode())
    write("t/k.cu", PLAIN)
    hipify("t")
    assert b"hipMalloc" in (tree / "t/k.cu").read_bytes()


def test_a_header_that_maps_few_names_does_not_speak_for_files_with_many_others(
    hipify: Hipify, write: Write, tree: Path
) -> None:
    names = b"".join(b"#define cuda%s hip%s\n" % (name, name) for name in (b"Free", b"Malloc", b"Memset"))
    write("t/gpu.h", b"#ifdef __HIP_PLATFORM_AMD__\n#include <hip/hip_runtime.h>\n" + names + b"#endif\n")
    mapped = b'#include "gpu.h"\nvoid f(void *p) { cudaMalloc(&p, 4); cudaMemset(p, 0, 4); cudaFree(p); }\n'
    write("t/a.cu", mapped)
    write(
        "t/b.cu",
        mapped + b"void g() { cudaDeviceSynchronize(); cudaDeviceReset(); cudaSetDevice(0); cudaProfilerStop(); }\n",
    )
    hipify("t")
    assert (tree / "t/a.cu").read_bytes() == mapped
    assert b"hipDeviceSynchronize(); hipDeviceReset();" in (tree / "t/b.cu").read_bytes()


@pytest.mark.parametrize(
    ("files", "step"),
    [
        (dict.fromkeys(("a.cu", "b.cu"), BOTH) | {"c.cu": KERNEL}, "define USE_ROCM in builds for AMD: 2 files"),
        ({f"{name}.cu": ASKS + KERNEL for name in "abc"}, "define MINE_USING_HIP in builds for AMD: 3 files"),
        (
            {"gpu.h": b"#ifdef USE_HIP\n%s#endif\n" % HIP_NAMES, "a.cu": b'#include "gpu.h"\n' + KERNEL},
            "define USE_HIP in builds for AMD: 2 files",
        ),
        ({"a.cu": BOTH.replace(b"USE_ROCM", b"__HIP_PLATFORM_AMD__")}, ""),
        ({"a.cu": BOTH, "b.cu": BOTH.replace(b"USE_ROCM", b"__HIP_PLATFORM_AMD__")}, ""),
        (
            {
                "a.cu": BOTH,
                "setup.py": b"from torch.utils.cpp_extension import CUDAExtension\nCUDAExtension('a', [])\n",
            },
            "",
        ),
    ],
    ids=["branches", "conditions", "header", "of_compilers", "several", "of_pytorch"],
)
def test_the_macro_that_portable_files_need_is_named(
    hipify: Hipify, write: Write, files: dict[str, bytes], step: str
) -> None:
    _grow(write, files)
    said = hipify("t").err
    assert "left unchanged" in said
    assert step in said if step else "in builds for AMD" not in said


def test_a_setup_script_that_is_converted_builds_for_one_platform(hipify: Hipify, write: Write) -> None:
    """`ROCM_HOME` alone is what conversion makes of `CUDA_HOME`; a second run says what the first one did."""
    write("t/setup.py", _in_setup(b"from torch.utils.cpp_extension import CUDA_HOME", b"ON = CUDA_HOME is not None"))
    write("t/Dockerfile", b"FROM debian\nENV TORCH_CUDA_ARCH_LIST=8.0\n")
    write("t/k.cu", PLAIN)
    first, second = hipify("t"), hipify("t")
    assert b"ROCM_HOME is not None" in Path("t/setup.py").read_bytes()
    assert "left unchanged" not in second.err
    assert first.out == second.out != ""
