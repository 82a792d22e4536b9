"""Build files of one tree convert together: what one of them sets, others use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

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
