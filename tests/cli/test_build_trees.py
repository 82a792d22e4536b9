"""Build files of one tree convert together: what one of them sets, others use."""

from __future__ import annotations

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
