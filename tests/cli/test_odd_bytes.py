"""A tree with bytes that are no UTF-8, in names and texts: nothing of it stops a run, and all of them come out as they
went in. benchmarks/robustness/odd_bytes.py tries many more."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

USE = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
KERNEL = b"#include <cuda_runtime.h>\nvoid f() { k<<<1, 2>>>(); cudaFree(0); }\n"
ASCII = bytes(range(0x80))
# Each alone kept all files of its tree from being converted, or itself.
FILES = {
    "include": (b"b.cuh", b'#include "gr\xf6\xdfe.h"\n' + KERNEL),
    "Makefile": (b"Makefile", b"CC = /opt/compil\xe9/nvcc\nNVCC = nvcc\nNAME = gr\xf6\xdfe\n"),
    "ninja": (b"build.ninja", b"rule c\n  command = nvcc -I\xe9 $in\nbuild \xe9.o: c a.cu\n"),
    "commands": (b"compile_commands.json", b'[{"directory": "/\xe9", "command": "nvcc -c a.cu", "file": "\xe9.cu"}]'),
    "CMake": (b"CMakeLists.txt", b"project(gr\xf6 CUDA)\nadd_executable(\xf6 a.cu \xe9.cu)\nadd_subdirectory(\xe9)\n"),
    "name": (b"\xe9/gr\xf6\xdfe.cu", KERNEL),
    "ignored": (b".gitignore", b"\xe9*\n!gr\xf6\xdfe\n[\xe9-\xff]\n"),
    "constraint": (b"b.cu", b'__device__ void g(int a) { int r; asm("mov.u32 %0, %1;" : "=r"(r) : "\xb2"(a)); }\n'),
}  # fmt: skip


@pytest.mark.parametrize("command", [("--check",), ("scan",), ("scan", "--format", "sarif"), ("-o", "../out"), ()])
@pytest.mark.parametrize("name", FILES)
def test_one_file_with_odd_bytes(hipify: Hipify, write: Write, name: str, command: tuple[str, ...]) -> None:
    write("a.cu", USE)
    path, text = FILES[name]
    write(os.fsdecode(path), text)
    ran = hipify(*command, ".")
    assert ran.code in (0, 1), ran.err
    assert "error: " not in ran.err
    if command in ((), ("-o", "../out")):
        folder = Path("../out" if command else ".")
        assert b"hipFree" in (folder / "a.cu").read_bytes()
        after = (folder / os.fsdecode(path)).read_bytes()
        gone = b"\xe9" if name == "Makefile" else b""  # in the name of the compiler
        assert after.translate(None, ASCII) == text.translate(None, ASCII + gone)


def test_a_database_of_commands_with_odd_bytes_is_understood(hipify: Hipify, write: Write) -> None:
    """The source is CUDA as its command says, so clang brings no header by itself."""
    file = write("b.cpp", b"void f() { k<<<1, 2>>>(); }\n")
    write("c.cu", USE)
    write("compile_commands.json", b'[{"directory": ".", "command": "nvcc -x cu -I/\xe9 b.cpp", "file": "b.cpp"}]')
    assert hipify(".", "--fail-on", "never").code == 0
    assert file.read_bytes().startswith(b"#include <hip/hip_runtime.h>\n")


def test_places_in_a_script_of_another_encoding(hipify: Hipify, write: Write) -> None:
    script = b"""\
# -*- coding: latin-1 -*-
from setuptools import setup
from torch.utils.cpp_extension import CUDAExtension
setup(ext_modules=[CUDAExtension("\xe9\xe9", ["a.cu"], libraries=["\xe9\xe9", "cudart"],
    extra_compile_args={"cxx": ["-D\xe9"], "nvcc": ["-DA=\xe9", "--use_fast_math"]})])
"""
    file = write("setup.py", script)
    assert hipify(file).code == 0
    converted = file.read_bytes()
    assert b'libraries=["\xe9\xe9", "amdhip64"]' in converted
    assert b'["-DA=\xe9", "-fgpu-approx-transcendentals"' in converted


def test_a_blank_that_is_none(hipify: Hipify, write: Write) -> None:
    """What is a blank in Unicode is a part of a word for compilers, shells and make."""
    file = write("Makefile", "CC = /opt/x\u00a0y/bin/nvcc\nall:\n\t$(CC) a.cu\n".encode())
    write("a.cu", USE)
    assert hipify(".").code == 0
    assert file.read_bytes().startswith(b"CC = hipcc\n")
