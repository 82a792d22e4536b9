"""Lines that are added end as the others of their file, whatever these end with."""

from __future__ import annotations

import pytest

from hipify_py import api

SOURCE = rb"""#include <stdio.h>
__device__ int f(int a) {
  int r;
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(a));
  int q; asm volatile("add.s32 %0, %1, 8;" : "=r"(q) : "r"(a)); // why
  asm("add.s32 %0, %1, 8;" : "=r"(q) : "r"(a)); /* two
  lines */
  return r + q + __any(a);
}
#define M(r, a) \
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(a)); \
  r += 1;
void g() { cudaMalloc(&p, 3); }
#if __CUDA_ARCH__ >= 300
int x;
#endif
"""


@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
def test_all_lines_end_as_those_of_the_file(end: bytes) -> None:
    policy = api.policy()
    wanted = api.convert(SOURCE, policy, path="a.cu").output.replace(b"\n", end)
    assert b"#else" in wanted
    assert api.convert(SOURCE.replace(b"\n", end), policy, path="a.cu").output == wanted
    assert api.convert(wanted, policy, path="a.cu").output == wanted


def test_a_file_with_any_other_line_end_has_that() -> None:
    source = SOURCE.replace(b"\n", b"\r", 3)
    assert b'#include "hipify_ptx.hpp"\n' in api.convert(source, api.policy(), path="a.cu").output
