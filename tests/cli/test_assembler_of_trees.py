"""Assembler whose function only other files of the tree mark as device code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

QUALIFIERS = b"#define MY_INLINE __device__ __forceinline__\n#define mine MY_INLINE\n"
UNIT = b'#include "code.h"\n__global__ void k() { f(); }\n'
STATEMENTS = ["exit;", "brkpt;", "frob.u32 x;", "frob x"]


def _rules(hipify: Hipify) -> list[str]:
    """The rules that speak of the code, in order."""
    lines = hipify("scan", ".", "--format", "concise", "--select", "ALL", "-v").out.splitlines()
    return [line.split()[2] for line in lines if line.startswith("code.h")]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_macros_of_other_files_mark_functions(hipify: Hipify, write: Write, statement: str) -> None:
    write("marks.h", QUALIFIERS)
    write("a.cu", UNIT)
    write("code.h", f'#include "marks.h"\nmine void f() {{ asm("{statement}"); }}\n'.encode())
    (rule,) = _rules(hipify)
    assert rule == {"exit;": "PTX020", "brkpt;": "CNV001"}.get(statement, "PTX001")


def test_a_macro_that_no_file_defines_may_mark_one(hipify: Hipify, write: Write) -> None:
    write("a.cu", UNIT + b"OTHERS_MARK void g() { asm(UNKNOWN); }\n")
    ran = hipify("scan", ".")
    assert (
        "a.cu:3:24: warning PTX001 inline assembly ('…') that is neither known PTX nor known to be for a CPU" in ran.out
    )


@pytest.mark.parametrize("statement", ["pause", "weird"])
def test_functions_without_marks_are_for_the_host(hipify: Hipify, write: Write, statement: str) -> None:
    write("marks.h", QUALIFIERS)
    write("a.cu", UNIT)
    write("b.cpp", b'#include "code.h"\n')
    write("code.h", f'#include "marks.h"\nmine int g();\ninline void f() {{ asm("{statement}"); }}\n'.encode())
    assert _rules(hipify) == ["PTX028"]
