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


@pytest.mark.parametrize(
    ("macros", "used"),
    [
        ("#define EMIT asm volatile\n", "EMIT"),
        ("#define EMIT __asm__\n", "EMIT volatile"),
        ("#define WORD asm\n#define NOW volatile\n#define EMIT WORD NOW\n", "EMIT"),
        ("#define WORD asm\n#define NOW volatile\n", "WORD NOW"),
    ],
)
@pytest.mark.parametrize("is_elsewhere", [True, False])
@pytest.mark.parametrize("statement", STATEMENTS[:3])
def test_macros_stand_for_the_keyword(
    hipify: Hipify, write: Write, macros: str, used: str, is_elsewhere: bool, statement: str
) -> None:
    write("a.cu", UNIT)
    if is_elsewhere:
        write("marks.h", macros.encode())
    head = '#include "marks.h"\n' if is_elsewhere else macros
    write("code.h", f'{head}__device__ void f() {{ {used}("{statement}"); }}\n'.encode())
    (rule,) = _rules(hipify)
    assert rule == {"exit;": "PTX020", "brkpt;": "CNV001"}.get(statement, "PTX001")


def test_a_statement_may_be_in_another_file(hipify: Hipify, write: Write) -> None:
    write("body.inc", b'"exit;"\n')
    write("a.cu", b'__device__ void f() { asm volatile(\n#include "body.inc"\n); }\n')
    ran = hipify("scan", ".")
    assert 'does not assemble for AMD (not translated: a part of its text is in another file: #include "body.inc")' in (
        ran.out
    )


FOR_NEWER = b"#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800\n#define MINE_ENABLED\n#endif\n"
FOR_MINE = b"#if defined(__CUDACC__) && defined(SPEED)\n#define MINE_ENABLED\n#endif\n"
WITH_SIZE = FOR_NEWER.replace(b"\n#endif", b"\n#define STAGES 2\n#endif")
CHOICE = b"""#include "arch.h"
__device__ int f(const int *p) {
  int v = 0;
#ifdef MINE_ENABLED
  asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
#else
  __trap();
#endif
  return v;
}
"""


@pytest.mark.parametrize("definitions", [FOR_NEWER, FOR_MINE, FOR_NEWER + FOR_MINE, WITH_SIZE])
def test_macros_of_other_files_stand_for_newer_gpus(hipify: Hipify, write: Write, definitions: bytes) -> None:
    write("arch.h", definitions)
    write("a.cu", UNIT)
    unit = write("code.h", CHOICE)
    hipify(".")
    is_decided = b"#if defined(__AMDGCN__) || defined(MINE_ENABLED)" in unit.read_bytes()
    assert is_decided == (definitions == FOR_NEWER)


@pytest.mark.parametrize(
    ("condition", "is_reported"),
    [("!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 750", False), ("!defined(__CUDA_ARCH__)", True), ("SPEED", False)],
)
def test_what_another_file_defines_on_amd_is_not_reported(
    hipify: Hipify, write: Write, condition: str, is_reported: bool
) -> None:
    """A fragment includes nothing, and asks for what the file around it has seen."""
    write("arch.h", f"#if {condition}\n#define MINE_SM75_ENABLED 1\n#endif\n".encode())
    write("a.cu", b'#include "arch.h"\nnamespace mine {\n#include "code.h"\n}\n__global__ void k() { mine::f(0); }\n')
    asm = 'asm volatile("tanh.approx.f32 %0, %0;" : "+f"(x));'
    write("code.h", f"__device__ float f(float x) {{\n#if MINE_SM75_ENABLED\n{asm}\n#endif\nreturn x; }}\n".encode())
    assert ("PTX035" in _rules(hipify)) == is_reported
