"""Extensions for Python that stay CUDA, built for AMD by setuptools."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import pytest

from tests.nvcc.conftest import SOURCE, Nvcc

SETUP = f"""\
import sys
sys.path.insert(0, {str(SOURCE)!r})
from setuptools import Extension, setup
from hipify_py.setuptools import BuildHip
kernels = Extension(
    "mine.kernels",
    ["src/host.cpp", "src/kernels.cu"],
    include_dirs=["inc"],
    libraries=["cudart"],
    extra_compile_args={{"cxx": ["-DHOST=1"], "nvcc": ["-arch=sm_80", "-Xcompiler", "-DDEVICE=1"]}},
)
setup(name="mine", ext_modules=[kernels], cmdclass={{"build_ext": BuildHip}})
"""
FILES = {
    "setup.py": SETUP,
    "inc/mine.h": "#pragma once\n#include <cuda_runtime.h>\nvoid run(float *p);\n",
    "src/kernels.cu": """\
#include "mine.h"
__global__ void kernel(float *p) { *p = __vadd2(1, 2); }
void run(float *p) { kernel<<<1, DEVICE>>>(p); }
""",
    "src/host.cpp": """\
#include "mine.h"
extern "C" int answer() {
  float *p;
  cudaMalloc(&p, 4);
  run(p);
  return cudaFree(p) + HOST + 41;
}
""",
}


def _build(nvcc: Nvcc) -> str:
    for name, text in FILES.items():
        nvcc.write(name, text)
    done = nvcc.call([sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "lib", "--build-temp", "temp"])
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_all_is_compiled_and_linked_by_hipify_nvcc(nvcc: Nvcc) -> None:
    _build(nvcc)
    host, device, link = nvcc.log
    assert "-x c++ src/host.cpp" in host
    assert "-DHOST=1" in host
    assert "-DDEVICE=1" not in host
    assert "-x hip src/kernels.cu" in device
    assert "-DDEVICE=1" in device
    assert {"-fPIC", "-Iinc", "--offload-arch=gfx90a"} <= set(device.split())
    assert "sm_80" not in device
    assert {"-shared", "--hip-link", "-lamdhip64"} <= set(link.split())
    assert {path.name for path in nvcc.folder.iterdir()} == {"setup.py", "inc", "src", "lib", "temp"}


def test_findings_end_the_build(nvcc: Nvcc) -> None:
    for name, text in FILES.items():
        nvcc.write(name, text)
    nvcc.write("src/kernels.cu", '__global__ void k() { asm volatile("barrier.cluster.arrive;"); }\n')
    done = nvcc.call([sys.executable, "setup.py", "-q", "build_ext"])
    assert done.returncode != 0
    assert "src/kernels.cu:1:37: error: 'barrier.cluster.arrive' " in done.stderr


def test_names_of_objects_are_to_differ(nvcc: Nvcc) -> None:
    nvcc.write("setup.py", SETUP.replace("src/host.cpp", "src/kernels.cpp"))
    done = nvcc.call([sys.executable, "setup.py", "-q", "build_ext"])
    assert done.returncode != 0
    assert "mine.kernels: sources with one name become one object: src/kernels.*" in done.stderr


CONVERTS = f"""\
import sys
sys.path.insert(0, {str(SOURCE)!r})
from hipify_py.setuptools import converted
print(converted("src"), converted("src/../inc", "--rocm", "7.0"))
"""


def test_folders_are_converted_for_other_builds(nvcc: Nvcc, tmp_path: Path) -> None:
    own = {"PYTHONPATH": str(SOURCE), "HIPIFY_PY_STATE": str(tmp_path / "state")}
    for name, text in {**FILES, "setup.py": CONVERTS}.items():
        nvcc.write(name, text)
    for _ in range(2):
        done = nvcc.call([sys.executable, "setup.py"], **own)
        assert (done.returncode, done.stdout) == (0, "build/hipify_py/src build/hipify_py/inc\n"), done.stderr
    assert "hipFree(p)" in (nvcc.folder / "build/hipify_py/src/host.cpp").read_text()
    assert "hip/hip_runtime.h" in (nvcc.folder / "build/hipify_py/inc/mine.h").read_text()
    nvcc.write("src/bad.cu", '__global__ void k() { asm volatile("barrier.cluster.arrive;"); }\n')
    done = nvcc.call([sys.executable, "setup.py"], **own)
    assert done.returncode != 0
    assert "src/bad.cu:1:37: error PTX008" in done.stderr
    assert "src: not converted, for the errors above" in done.stderr


@pytest.mark.slow
def test_the_extension_loads(real: Nvcc, rocm: Path) -> None:
    """With a runtime that does nothing."""
    _build(real)
    (extension,) = (real.folder / "lib/mine").iterdir()
    assert b"amdgcn-amd-amdhsa--gfx90a" in extension.read_bytes()
    ctypes.CDLL(str(rocm / "lib/libamdhip64.so"), mode=ctypes.RTLD_GLOBAL)
    assert ctypes.CDLL(str(extension)).answer() == 42
