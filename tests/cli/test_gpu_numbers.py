"""Files whose branches for newer GPUs belong with each other: AMD takes those of all of them, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

NEWER, ELSE = "#if __CUDA_ARCH__ >= 700\n", "#else\n"
ANSWERED = "#if defined(__HIP_DEVICE_COMPILE__)"
WGMMA = 'asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); '
TYPE, FUNCTION = "struct Frag { int x[4]; };\n", "__device__ inline int fast(int n) { return n * 2; }\n"
OLD = "__device__ inline int slow(int n) { return n + n; }\n"
MATRIX = "__device__ inline int fast(int n) { " + WGMMA + "return n; }\n"


def _unit(newer: str, older: str = "p[0] = 0;") -> str:
    return (
        '#include "a.cuh"\n#include <cuda_fp16.h>\n__global__ void k(int* p) {\n'
        f"{NEWER}  {newer}\n{ELSE}  {older}\n#endif\n}}\n"
    )


CASES = {
    "type": (f"{NEWER}{TYPE}#endif\n", _unit("Frag f; p[0] = sizeof(f);"), True, True),
    "function": (f"{NEWER}{FUNCTION}#endif\n", _unit("p[0] = fast(1);"), True, True),
    "left_there": (f"{NEWER}{MATRIX}#endif\n", _unit("p[0] = fast(1);"), False, False),
    "left_here": (f"{NEWER}{FUNCTION}{ELSE}{OLD}#endif\n", _unit(WGMMA + "p[0] = 1;", "p[0] = slow(1);"), False, False),
    "macro": (f"{NEWER}#define FAST 1\n#endif\n", _unit("p[0] = 1;") + "#if FAST\nint i;\n#endif\n", False, False),
    "others": (f"{NEWER}{MATRIX}#endif\n", _unit("p[0] = 1;"), False, True),
    "always_there": (f"{FUNCTION}{NEWER}{MATRIX}#endif\n", _unit("p[0] = fast(1);"), False, True),
}


@pytest.mark.parametrize("case", CASES)
def test_both_or_neither(hipify: Hipify, write: Write, case: str) -> None:
    there, here, *answered = CASES[case]
    files = write("a.cuh", f"#pragma once\n{there}".encode()), write("a.cu", here.encode())
    hipify(".")
    assert [ANSWERED in file.read_text() for file in files] == answered


def test_by_way_of_a_third_file(hipify: Hipify, write: Write) -> None:
    """The user does not include what it uses; who includes both does. What is left is said with the reason."""
    write("m.cuh", f"#pragma once\n{NEWER}{MATRIX}#endif\n".encode())
    write("f.cuh", f"#pragma once\n{NEWER}__device__ inline int f() {{ return fast(1); }}\n#endif\n".encode())
    write("a.cu", b'#include "m.cuh"\n' + _unit("p[0] = f();").replace("a.cuh", "f.cuh").encode())
    out = hipify("scan", ".", "-v").out
    assert "f.cuh:2:5: warning ARC002" in out
    assert "belongs with code of m.cuh" in out
    assert "a.cu:5:5: info ARC002" in out  # as the branch for old GPUs does the work


def test_files_of_other_programs_do_not_matter(hipify: Hipify, write: Write) -> None:
    write("m.cuh", f"#pragma once\n{NEWER}{MATRIX}#endif\n".encode())
    write("b.cu", b'#include "m.cuh"\n')
    write("a.cuh", f"#pragma once\n{NEWER}{FUNCTION}#endif\n".encode())
    unit = write("a.cu", _unit("p[0] = fast(1);").encode())
    hipify(".")
    assert ANSWERED in unit.read_text()
