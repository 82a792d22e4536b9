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
    assert "portable" not in second.err
    assert re.findall(r"(?m)BLD.*", first.out) == re.findall(r"(?m)BLD.*", second.out) != []


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
