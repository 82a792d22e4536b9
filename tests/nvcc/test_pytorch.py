"""Extensions of PyTorch with `PYTORCH_NVCC=hipify-nvcc`: what its `BuildExtension` writes for ninja, without PyTorch.

The rules and options are those of PyTorch 2.14, which writes the variable as it is behind `nvcc = `; headers and
libraries of PyTorch's own are left out.
"""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.nvcc.conftest import Nvcc

pytestmark = pytest.mark.slow

_RULES = """\
ninja_required_version = 1.3
cxx = c++
nvcc = hipify-nvcc

cflags = -Wno-unused-result -fwrapv -O3 -Wall -fPIC -I{folder}/inc
post_cflags = {common} -O2 -DTORCH_EXTENSION_NAME=mine -std=c++17
cuda_cflags = -I{folder}/inc
cuda_post_cflags = {options} -O3 -DTORCH_EXTENSION_NAME=mine {gpus} -std=c++17
cuda_dlink_post_cflags = {link_options}
ldflags =

rule compile
  command = $cxx -MMD -MF $out.d $cflags -c $in -o $out $post_cflags
  depfile = $out.d
  deps = gcc

rule cuda_compile
  command = $nvcc {depfile} $cuda_cflags -c $in -o $out $cuda_post_cflags
{dependencies}

"""
_OBJECTS = """\
build {folder}/temp/bind.o: compile {folder}/bind.cpp
build {folder}/temp/kernels.o: cuda_compile {folder}/kernels.{ending}
"""
_DEVICE_LINK = """\

rule cuda_devlink
  command = $nvcc $in -o $out $cuda_dlink_post_cflags

build {folder}/temp/dlink.o: cuda_devlink {folder}/temp/bind.o {folder}/temp/kernels.o
"""
_ROCM = "-D__HIP_PLATFORM_AMD__=1 -DUSE_ROCM=1 -DHIPBLAS_V2 -fPIC"
_HIPCC = (
    "-DCUDA_HAS_FP16=1 -D__HIP_NO_HALF_OPERATORS__=1 -D__HIP_NO_HALF_CONVERSIONS__=1 -DHIP_ENABLE_WARP_SYNC_BUILTINS=1"
)
_NVCC = (
    "-D__CUDA_NO_HALF_OPERATORS__ -D__CUDA_NO_HALF_CONVERSIONS__ -D__CUDA_NO_BFLOAT16_CONVERSIONS__ "
    "-D__CUDA_NO_HALF2_OPERATORS__ --expt-relaxed-constexpr --compiler-options ''\"'\"'-fPIC'\"'\"''"
)
_BIND = 'extern "C" void run(float *);\nextern "C" int answer() { run(nullptr); return TWICE(21); }\n'
_TWICE = "#define TWICE(x) ((x) * 2)\n"
_HIP = """\
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include "mine.h"
template <int N> __global__ void k(float *p) { p[threadIdx.x] = __half2float(__float2half(TWICE(N))); }
extern "C" void run(float *p) { k<4><<<1, 64>>>(p); }
"""
_CUDA = _HIP.replace("hip/hip_runtime.h", "cuda_runtime.h").replace("hip/hip_fp16.h", "cuda_fp16.h")


def _write(nvcc: Nvcc, kernels: str, ending: str) -> None:
    nvcc.write("inc/mine.h", _TWICE)
    nvcc.write("bind.cpp", '#include "mine.h"\n' + _BIND)
    nvcc.write(f"kernels.{ending}", kernels)


def _built(nvcc: Nvcc, rules: str, **values: str) -> subprocess.CompletedProcess[str]:
    if shutil.which("ninja") is None:
        pytest.skip("nothing is built, for want of ninja")
    common = {"folder": str(nvcc.folder), "link_options": "", "dependencies": "", "depfile": ""}
    nvcc.write("build.ninja", rules.format(**{**common, **values}))
    return nvcc.call(["ninja", "-v", "-j2"])


def test_what_pytorch_for_rocm_writes(real: Nvcc) -> None:
    """Its own conversion has made HIP of the sources before, and has named them so."""
    _write(real, _HIP, "hip")
    gpus = "--offload-arch=gfx90a --offload-arch=gfx1100 -fno-gpu-rdc"
    options = {"common": _ROCM, "options": f"{_ROCM} {_HIPCC}", "gpus": gpus, "ending": "hip"}
    done = _built(real, _RULES + _OBJECTS, **options)
    assert done.returncode == 0, done.stdout
    code = (real.folder / "temp/kernels.o").read_bytes()
    assert b"amdgcn-amd-amdhsa--gfx90a" in code
    assert b"amdgcn-amd-amdhsa--gfx1100" in code
    link = ["c++", "-shared", "temp/bind.o", "temp/kernels.o", "-o", "mine.so"]
    done = real.call(link)
    assert done.returncode == 0, done.stderr


@pytest.mark.thorough
def test_what_pytorch_for_cuda_writes(real: Nvcc) -> None:
    """Sources are CUDA, options nvcc's, and headers are rebuilt for: what there would be to link has CUDA's PyTorch."""
    _write(real, _CUDA, "cu")
    options = {
        "common": "",
        "options": _NVCC,
        "gpus": "-gencode=arch=compute_80,code=compute_80 -gencode=arch=compute_80,code=sm_80",
        "dependencies": "  depfile = $out.d\n  deps = gcc",
        "depfile": "-MD -MF $out.d",
        "ending": "cu",
    }
    done = _built(real, _RULES + _OBJECTS, **options)
    assert done.returncode == 0, done.stdout
    assert b"amdgcn-amd-amdhsa--gfx90a" in (real.folder / "temp/kernels.o").read_bytes()
    assert "no work to do" in real.call(["ninja"]).stdout
    real.write("inc/mine.h", _TWICE + "\n")
    assert "[2/2]" in real.call(["ninja"]).stdout
    linked = _built(
        real,
        _RULES + _OBJECTS + _DEVICE_LINK,
        **{**options, "gpus": f"{options['gpus']} -dc", "link_options": f"-dlink {_NVCC} {options['gpus']}"},
    )
    assert linked.returncode == 0, linked.stdout
    done = real.call(["c++", "-shared", *(f"temp/{name}.o" for name in ("bind", "kernels", "dlink")), "-o", "mine.so"])
    assert done.returncode == 0, done.stderr
