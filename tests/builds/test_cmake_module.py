"""`hipify_py_sources`, beyond what the example needs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.builds.conftest import Project

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs/cmake-module.md"
CMAKE = """\
cmake_minimum_required(VERSION 3.21)
project(mine LANGUAGES CXX HIP)
find_package(hip REQUIRED)
find_package(hipify_py 0.1 REQUIRED CONFIG)
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_HIP_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env MINE=1)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/made.in "#include \\"both.h\\"\\n__global__ void made(float *p) { use(p); }\\n")
add_custom_command(OUTPUT made.cu COMMAND ${CMAKE_COMMAND} -E copy made.in made.cu DEPENDS made.in)
add_library(mine STATIC "sub dir/kernels.cu" host.cpp "$<$<CONFIG:Debug>:debug.cpp>" made.cu outside/both.h)
target_include_directories(mine PRIVATE outside ${CMAKE_CURRENT_SOURCE_DIR})
hipify_py_sources(mine WARN SOURCES made.cu)
hipify_py_sources(mine SOURCES "sub dir/kernels.cu" made.cu MAPPING names.yaml)
"""
KERNELS = """\
#include <both.h>
#include "mine.h"
__global__ void kernel(float *p) { use(p); }
void run(float *p) {
  kernel<<<1, 1>>>(p);
  mineSynchronize();
}
static_assert(__cplusplus >= 202002L, "the standard of CUDA");
"""
FILES = {
    "CMakeLists.txt": CMAKE,
    "names.yaml": "functions:\n  mineSynchronize: {hip: hipDeviceSynchronize}\n",
    "sub dir/kernels.cu": KERNELS,
    "sub dir/mine.h": "inline void late() { cudaGetLastError(); }\n",
    "outside/both.h": "#pragma once\n__device__ inline void use(float *p) { *p = __uint2float_rn(__vadd2(1, 2)); }\n",
    "host.cpp": "int host() { return 0; }\n",
}
BAR = '__device__ void f() {\n  asm volatile("barrier.cluster.arrive;");\n}\n'


@pytest.fixture
def mine(project: Project) -> Project:
    for name, text in FILES.items():
        project.write(name, text)
    return project


def _configured(mine: Project, *words: str) -> Project:
    mine.must(*mine.configuring(*_found_by(mine), *words))
    return mine


def _found_by(mine: Project) -> tuple[str, ...]:
    return (f"-DCMAKE_PREFIX_PATH={mine.rocm};{mine.must('hipify-py', '--cmake-dir').strip()}",)


@pytest.mark.thorough
def test_sources_that_stay_c_plus_plus(mine: Project) -> None:
    text = re.sub(r"(?m)^hipify_py_sources.*\n", "", CMAKE)
    calls = ("mine", "mine EXCEPT host.cpp none.cpp", "mine MAPPING names.yaml")
    mine.write("CMakeLists.txt", text + "".join(f"hipify_py_sources({each})\n" for each in calls))
    said = _configured(mine).must("cmake", "--build", "build", "-j2", "-v")
    assert re.search(r"/c\+\+ .* -c \S*/host\.cpp", said)
    assert re.search(r"hipify-nvcc --launch .* -x hip -c \S*/made\.cu", said)


@pytest.mark.thorough
def test_sources_of_many_kinds(mine: Project) -> None:
    """Named ones, also made by the build, with headers elsewhere, helper functions and a table; others stay C++."""
    said = _configured(mine).must("cmake", "--build", "build", "-j2", "-v")
    assert re.search(r"/c\+\+ .* -c \S*/host\.cpp", said)
    assert re.search(r"hipify-nvcc --launch \S*cmake -E env MINE=1 \S*clang\+\+\S* .* -x hip -c \S*/made\.cu", said)
    assert "HIPIFY_NVCC_ROCM=7.2" in said
    assert "HIPIFY_NVCC_FINDINGS" not in said  # the last call holds
    assert "no work to do" in mine.build()
    assert "hipify_compat" not in mine.must("ninja", "-C", "build", "-t", "deps")
    mine.edit("names.yaml", ("hipDeviceSynchronize", "hipNoSuchFunction"))
    assert mine.compiled_next() == {"kernels.cu", "made.cu"}
    failed = mine.call("ninja", "-C", "build")
    assert "sub dir/kernels.cu:6:3: error: use of undeclared identifier 'hipNoSuchFunction'" in failed.stdout
    mine.edit("outside/both.h", ("#pragma once", "#pragma once\n" + BAR))
    failed = mine.call("ninja", "-C", "build")
    assert re.search(r"outside/both\.h:3:\d+: error: .*\[PTX008\]", failed.stdout)
    assert failed.returncode != 0
    assert {path.name for path in mine.folder.iterdir()} == {"build", "outside", "sub dir", *FILES} - {
        name for name in FILES if "/" in name
    }


def test_the_documented_project(project: Project) -> None:
    """With makefiles."""
    (text,) = re.findall(r"```cmake\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    project.write("CMakeLists.txt", text)
    project.write("run.h", "#pragma once\n#include <cublas_v2.h>\nvoid run(cublasHandle_t handle);\n")
    project.write("main.cpp", '#include "run.h"\nint main() { run(nullptr); }\n')
    kernel = "__global__ void kernel() {}\nvoid run(cublasHandle_t) { kernel<<<1, 1>>>(); }\n"
    project.write("kernels.cu", f'#include "run.h"\n{kernel}')
    _configured(project, "-GUnix Makefiles", "-DMINE_FOR_AMD=ON").build()
    assert "Building" not in project.build()
    project.edit("kernels.cu", ("<<<1, 1>>>", "<<<1, 2>>>"))
    assert re.findall(r"Building (\w+) object .*/(.*)\.o", project.build()) == [("HIP", "kernels.cu")]


MISTAKES = (
    ({"mine SOURCES": "mine FILES made.cu SOURCES"}, "unknown arguments: FILES;made.cu"),
    ({"sources(mine WARN": "sources(absent"}, "absent is no target"),
    (
        {"debug.cpp": "debug.cu", 'SOURCES "sub dir/kernels.cu" made.cu ': ""},
        "mine has sources whose names are computed",
    ),
    ({'"$<$<CONFIG:Debug>:debug.cpp>" ': "", "made.cu MAPPING": "mad.cu MAPPING"}, "mine has no source"),
    ({"hipify_py 0.1": "hipify_py 99"}, 'requested version "99"'),
    ({"LANGUAGES CXX HIP)": "LANGUAGES CXX)"}, "enable the language HIP before"),
)


def test_what_is_said_of_mistakes(mine: Project) -> None:
    _configured(mine)
    for changes, said in MISTAKES:
        mine.write("CMakeLists.txt", CMAKE)
        mine.edit("CMakeLists.txt", *changes.items())
        if "HIP" in said:
            shutil.rmtree(mine.folder / "build")
        done = mine.call(*mine.configuring(*_found_by(mine)))
        assert done.returncode != 0, changes
        assert said in " ".join(done.stdout.split())
