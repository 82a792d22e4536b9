"""Build files of one tree convert together: what one of them sets, others use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Hipify, Write

SOURCE = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"


def test_a_language_that_another_file_sets_is_compared(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu", SOURCE)
    write("CMakeLists.txt", b"set(KIND CUDA)\nenable_language(${KIND})\nset(OTHER CUDA)\nadd_subdirectory(d)\n")
    write("d/CMakeLists.txt", b'if(KIND STREQUAL "CUDA" OR OTHER STREQUAL "CUDA")\nendif()\n')
    assert hipify(".").code == 0
    assert (tree / "CMakeLists.txt").read_bytes().startswith(b"set(KIND HIP)\nenable_language(${KIND})\n")
    assert (tree / "d/CMakeLists.txt").read_bytes() == b'if(KIND STREQUAL "HIP" OR OTHER STREQUAL "CUDA")\nendif()\n'


def test_a_tree_of_build_files_alone_converts(hipify: Hipify, write: Write, tree: Path) -> None:
    write("CMakeLists.txt", b"project(a CUDA)\n")
    ran = hipify(".")
    assert (ran.code, "error" in ran.err) == (0, False)
    assert (tree / "CMakeLists.txt").read_bytes() == b"project(a HIP)\n"
    assert hipify(".").code == 0


def test_what_is_left_of_a_converted_build_is_reported(hipify: Hipify, write: Write) -> None:
    """A build that has been converted, and mentions CUDA still, is none for both."""
    write("a.cu", SOURCE)
    write("Makefile", b"NVCC = nvcc\nRELEASE = $(shell nvcc --version)\na: a.cu\n\t$(NVCC) -ptx a.cu\n")
    write(
        "d/CMakeLists.txt",
        b"project(d CUDA)\noption(USE_CUDA)\nif(USE_CUDA)\nadd_library(d ../a.cu)\nendif()\n"
        b"if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12)\nendif()\n",
    )
    first, second = hipify("--format", "concise", "."), hipify("scan", "--format", "concise", ".")
    assert "left unchanged" not in second.err
    assert re.findall(r"(?m)BLD.*", first.out) == re.findall(r"(?m)BLD.*", second.out) != []


def test_findings_stay_while_nothing_is_mended(hipify: Hipify, write: Write) -> None:
    """Conditions that conversion makes are no branches for HIP beside CUDA."""
    write("a.cu", SOURCE)
    text = b"project(d LANGUAGES CXX)\nfind_package(CUDAToolkit)\nif(CUDAToolkit_FOUND)\n  enable_language(CUDA)\n"
    text += b"  if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12)\n    set(OLD 1)\n  endif()\nelse()\n"
    text += b"  target_link_libraries(a CUDA::culibos_mine)\nendif()\n"
    write("CMakeLists.txt", text)
    write(
        "d/Makefile", b"CUDA_ROOT := $(shell which nvcc | xargs dirname)\na: a.cu\n\tnvcc -I$(CUDA_ROOT)/include a.cu\n"
    )
    first, second = hipify("--format", "concise", "."), hipify("scan", "--format", "concise", ".")
    assert "left unchanged" not in second.err
    assert re.findall(r"(?m)BLD.*", first.out) == re.findall(r"(?m)BLD.*", second.out) != []


def test_conditions_ask_for_a_package_that_another_file_finds(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu", SOURCE)
    write("CMakeLists.txt", b"find_package(CUDA)\nadd_subdirectory(d)\n")
    write("d/CMakeLists.txt", b"if(CUDA_FOUND AND CUDA_CUBLAS_LIBRARIES)\nendif()\n")
    hipify(".")
    assert (tree / "d/CMakeLists.txt").read_bytes() == b"if(hip_FOUND AND TARGET roc::hipblas)\nendif()\n"


CHOOSING = (
    b"#if defined(A_USING_CUDA)\n#include <cuda_runtime.h>\n"
    b"#elif defined(A_USING_HIP)\n#include <hip/hip_runtime.h>\n#endif\n"
)


def test_packages_are_found_before_targets_of_the_project_are_read(hipify: Hipify, write: Write, tree: Path) -> None:
    """What the targets link was the path of a file, and is a target that somebody has to find."""
    write("CMakeLists.txt", b"find_package(CUDAToolkit)\ntarget_link_libraries(a ${CUDA_LIBRARIES} CUDA::cublas)\n")
    config = b"if(NOT TARGET a)\n  include(aTargets.cmake)\n  include(bTargets.cmake)\nendif()\n"
    write("aConfig.cmake.in", config)
    write("other.cmake", config)
    write("copied/CMakeLists.txt", b"project(c)\n")
    write("copied/cmake/cConfig.cmake.in", config)
    assert hipify(".").code == 0
    found = b"  find_package(hip QUIET)\n  find_package(hipblas QUIET)\n  include(aTargets.cmake)\n"
    converted = (tree / "aConfig.cmake.in").read_bytes()
    assert converted == config.replace(b"  include(aTargets.cmake)\n", found)
    assert (tree / "other.cmake").read_bytes() == config
    assert (tree / "copied/cmake/cConfig.cmake.in").read_bytes() == config
    assert hipify("--check", ".").code == 0


def test_a_macro_for_cuda_is_reported_where_sources_have_one_for_hip(hipify: Hipify, write: Write) -> None:
    """The build becomes one for HIP, and sources that choose are left: they would choose CUDA."""
    write("a.h", CHOOSING)
    write("a.c", b'#include "a.h"\n')
    write("CMakeLists.txt", b"enable_language(CUDA)\nset(A_USING_CUDA ON)\nadd_definitions(-DA_USING_CUDA)\n")
    for _run in range(2):
        ran = hipify("--format", "concise", ".")
        assert re.findall(r"CMakeLists.txt:(\d+):\d+: error BLD017 .* (\w+)\n", ran.out) == [("3", "A_USING_HIP")]


def test_a_library_that_was_headers_in_cuda_is_reported_once_where_nothing_links_it(
    hipify: Hipify, write: Write, tree: Path
) -> None:
    for name in ("a.cu", "b.cu"):
        write(name, b'#include <nvtx3/nvToolsExt.h>\nvoid f() { nvtxRangePushA("x"); nvtxRangePop(); }\n')
    write("d/Makefile", b"b: ../b.cu\n\tnvcc -o b ../b.cu\n")
    write("Makefile", b"a: a.cu\n\tnvcc -o a a.cu\n")
    line = "Makefile:2:2: warning BLD006 sources include nvToolsExt.h, of which ROCm has a library, and no build file"
    assert hipify("scan", "--format", "concise", ".").out.count("BLD006") == 1
    assert line in hipify("--format", "concise", ".").out
    assert line in hipify("scan", "--format", "concise", ".").out
    (tree / "Makefile").write_bytes(b"a: a.cu\n\thipcc -o a a.cu -lroctx64\n")
    assert "BLD006" not in hipify("scan", "--format", "concise", ".").out


def test_a_folder_that_another_makefile_names_is_that_of_rocm(hipify: Hipify, write: Write, tree: Path) -> None:
    write("common.mk", b"NVIDIA ?= /usr/local/cuda\n")
    write("Makefile", b"include common.mk\na: a.o\n\tg++ -o a a.o -L$(NVIDIA)/lib64 -lcudart\n")
    hipify(".")
    assert b"-L$(NVIDIA)/lib -lamdhip64\n" in (tree / "Makefile").read_bytes()


def test_a_vendored_library_of_headers_needs_no_linking(hipify: Hipify, write: Write) -> None:
    write("a.cu", b'#include <nvtx3/nvToolsExt.h>\nvoid f() { nvtxRangePushA("x"); nvtxRangePop(); }\n')
    write("include/nvtx3/nvToolsExt.h", b"inline int nvtxRangePushA(const char *) { return 0; }\n")
    write("Makefile", b"a: a.cu\n\tnvcc -Iinclude -o a a.cu\n")
    assert "BLD006" not in hipify("scan", "--format", "concise", ".").out


def test_a_build_for_cuda_beside_one_for_both_is_reported_and_stays(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu", SOURCE)
    setup = b"import torch\nfrom torch.utils.cpp_extension import CUDAExtension\n"
    write(
        "setup.py",
        setup + b'macros = ["ROCM"] if torch.version.hip else []\next = CUDAExtension("a", ["a.cu"], macros)\n',
    )
    text = b"project(a CXX)\nenable_language(CUDA)\nadd_library(a a.cu)\n"
    write("CMakeLists.txt", text)
    ran = hipify("--format", "concise", ".")
    assert "CMakeLists.txt:2:17: error BLD003" in ran.out
    assert (tree / "CMakeLists.txt").read_bytes() == text


def test_services_that_build_with_cuda_are_reported_once_a_file(hipify: Hipify, write: Write) -> None:
    write("a.cu", SOURCE)
    write(".github/workflows/a.yml", b"container: nvidia/cuda:12.4\nsteps:\n- run: nvcc -O3 a.cu\n")
    write("data.yaml", b"tool: nvcc\n")
    assert hipify("scan", "--format", "concise", ".").out.count("BLD018") == 1


TOP = b"cmake_minimum_required(VERSION 3.21)\nproject(a LANGUAGES CXX CUDA)\nadd_subdirectory(d)\nadd_subdirectory(e)\n"
LIBRARY = b"project(d CXX)\nadd_library(d a.cu)\n"
HOST = b'#include "run.h"\nint main() { run(); }\n'


@pytest.fixture
def dual_tree(write: Write, tree: Path) -> Path:
    write("CMakeLists.txt", TOP)
    write("d/CMakeLists.txt", LIBRARY)
    write("d/a.cu", SOURCE + b'__global__ void k() { asm volatile("barrier.cluster.arrive;"); }\n')
    write("e/CMakeLists.txt", b"add_executable(e main.cpp)\nadd_executable(plain plain.cpp)\n")
    write("e/run.h", SOURCE)
    write("e/main.cpp", HOST)
    write("e/plain.cpp", b"int main() {}\n")
    return tree


def test_a_tree_for_both(hipify: Hipify, dual_tree: Path) -> None:
    """Sources stay as they are, and what is found in them is reported. One file begins the project; targets of C++
    that call CUDA, be it in headers, are known to."""
    before = {path: path.read_bytes() for path in dual_tree.rglob("*.[chr]*") if path.is_file()}
    ran = hipify("--build-style", "dual", ".")
    assert (ran.code, "PTX008" in ran.out, "-DUSE_HIP=ON" in ran.err) == (1, True, True)
    top = (dual_tree / "CMakeLists.txt").read_text()
    assert top.count("option(USE_HIP ") == top.count("find_package(hipify_py ") == 1
    call = "if(USE_HIP)\n  hipify_py_sources({0})\nendif()\n"
    assert (dual_tree / "d/CMakeLists.txt").read_text() == LIBRARY.decode() + call.format("d")
    assert (dual_tree / "e/CMakeLists.txt").read_text() == (
        f"add_executable(e main.cpp)\n{call.format('e')}add_executable(plain plain.cpp)\n"
    )
    assert {path: path.read_bytes() for path in before} == before
    for options in ("--build-style dual", "--build-style dual --ported convert", ""):
        assert hipify("--diff", *options.split(), ".").data == b""
    assert hipify("undo").code == 0
    assert (dual_tree / "CMakeLists.txt").read_bytes() == TOP


def test_sources_for_the_host_alone_stay_c_plus_plus(hipify: Hipify, dual_tree: Path, write: Write) -> None:
    """Options for C++ do not reach HIP. What only asks for nvcc, as headers for both do, is none of CUDA's."""
    write("d/both.h", b"#ifdef __CUDACC__\n#define HD __host__ __device__\n#else\n#define HD\n#endif\nHD int cpu();\n")
    write("d/cpu.cpp", b'#include "both.h"\nint cpu() { return 0; }\n')
    write("d/more/gpu.cpp", HOST.replace(b"run.h", b"../../e/run.h"))
    write("d/more/plain.cpp", b"int plain() { return 0; }\n")
    write("d/CMakeLists.txt", b"file(GLOB MORE more/*.cpp)\nadd_library(d a.cu cpu.cpp made.cpp ${MORE})\n"
          b"set(SURE cpu.cpp both.h)\nset(UNSURE cpu.cpp ${FROM_ELSEWHERE})\n"
          b"add_library(f a.cu ${SURE})\nadd_library(g a.cu ${UNSURE})\nadd_executable(tool cpu.cpp)\n")  # fmt: skip
    hipify("--build-style", "dual", ".")
    calls = re.findall(r"hipify_py_sources.*", (dual_tree / "d/CMakeLists.txt").read_text())
    expected = ["d EXCEPT cpu.cpp more/plain.cpp", "f EXCEPT ${SURE}", "g EXCEPT cpu.cpp"]
    assert calls == [f"hipify_py_sources({each})" for each in expected]


def test_targets_that_get_cuda_sources_elsewhere(hipify: Hipify, dual_tree: Path, write: Write) -> None:
    """The call there takes all sources, but for those that the file with the target has named."""
    write("d/CMakeLists.txt", b"add_library(d cpu.cpp)\nadd_library(f cpu.cpp)\nadd_subdirectory(gpu)\n")
    write("d/cpu.cpp", b"int cpu() { return 0; }\n")
    write("d/gpu/CMakeLists.txt", b"target_sources(d PRIVATE ../a.cu)\n")
    hipify("--build-style", "dual", ".")
    assert "hipify_py_sources(d EXCEPT cpu.cpp)" in (dual_tree / "d/CMakeLists.txt").read_text()
    assert "hipify_py_sources(f" not in (dual_tree / "d/CMakeLists.txt").read_text()
    assert "hipify_py_sources(d)" in (dual_tree / "d/gpu/CMakeLists.txt").read_text()


@pytest.mark.parametrize(
    ("command", "is_copied"),
    [
        (b"configure_file(aConfig.cmake.in ${PROJECT_BINARY_DIR}/aConfig.cmake COPYONLY)", True),
        (b"install(FILES cmake/aConfig.cmake.in DESTINATION lib RENAME aConfig.cmake)", True),
        (b"configure_file(aConfig.cmake.in ${PROJECT_BINARY_DIR}/aConfig.cmake @ONLY)", False),
        (b"install(FILES ${PROJECT_BINARY_DIR}/aConfig.cmake DESTINATION lib)", False),
    ],
)
def test_templates_that_are_copied_stay(
    hipify: Hipify, dual_tree: Path, write: Write, command: bytes, *, is_copied: bool
) -> None:
    text = b"find_dependency(CUDAToolkit)\n"
    write("cmake/aConfig.cmake.in", text)
    write("CMakeLists.txt", TOP + command + b"\n")
    ran = hipify("--format", "concise", "--build-style", "dual", ".")
    assert ("aConfig.cmake.in:1:1: error BLD003" in ran.out) is is_copied
    assert ((dual_tree / "cmake/aConfig.cmake.in").read_bytes() == text) is is_copied


def test_functions_of_other_files_see_to_their_targets(hipify: Hipify, dual_tree: Path, write: Write) -> None:
    write("cmake/own.cmake", b"function(add_own name)\n  add_library(${name} ${ARGN})\n"
          b"  target_link_libraries(${name} CUDA::cudart)\nendfunction()\n")  # fmt: skip
    write("d/CMakeLists.txt", b"project(d CXX)\ninclude(../cmake/own.cmake)\nadd_own(d a.cu)\nadd_other(f a.cu)\n")
    ran = hipify("--format", "concise", "--build-style", "dual", ".")
    assert re.findall(r"(\S+) warning BLD011", ran.out) == ["d/CMakeLists.txt:4:13:"]
    assert "hipify_py_sources(${name})" in (dual_tree / "cmake/own.cmake").read_text()


def test_a_tree_for_both_is_shown(hipify: Hipify, dual_tree: Path, write: Write) -> None:
    """As the settings say; the option of the command line counts more."""
    write("pyproject.toml", b'[tool.hipify-py]\nbuild-style = "dual"\n')
    assert hipify("--diff", ".").out.count("+++ b/") == 3
    assert "+++ b/d/a.cu" in hipify("--diff", "--build-style", "replace", ".").out
    assert hipify("--check", ".").code == 1
    assert (dual_tree / "CMakeLists.txt").read_bytes() == TOP


@pytest.mark.parametrize("option", ["--no-build", "--rename-files", "--verify"])
def test_what_is_of_no_use_for_both(hipify: Hipify, dual_tree: Path, option: str) -> None:
    assert "--build-style dual" in hipify("--build-style", "dual", option, ".").error
    assert (dual_tree / "CMakeLists.txt").read_bytes() == TOP


def test_what_is_for_both_already_stays(hipify: Hipify, write: Write, tree: Path) -> None:
    """A file that calls the module is left alone also by itself, by a run that converts to a build for AMD."""
    text = b"project(a CUDA)\nadd_library(a a.cu)\nif(MINE)\n  hipify_py_sources(a)\nendif()\n"
    write("CMakeLists.txt", text)
    assert hipify("CMakeLists.txt").code == 0
    assert (tree / "CMakeLists.txt").read_bytes() == text
