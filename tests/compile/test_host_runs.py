"""What runs on the host prints what it prints in CUDA. Only programs that need no GPU do, without their kernels."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from hipify_py import api, helpers
from hipify_py.file.marks import COMPAT_HEADER
from tests.compile.judging import PROGRAMS, TOOLCHAIN

pytestmark = pytest.mark.slow

# As printed by programs that nvcc 13.0 has built, and g++ with the headers of libcu++ of CUDA 13.0.
PRINTED = {
    "min_max_of_types.cu": "5000000000 3000000000 2.75 0.5 1099511627776 5 -3 1.5",
    "libcu_variant.cu": "8 12 7 5 2 none -2",
}


@pytest.mark.parametrize("name", PRINTED)
def test_prints_what_it_does_in_cuda(name: str, tmp_path: Path) -> None:
    assert TOOLCHAIN  # else conftest.py keeps this file from being collected
    result = api.convert((PROGRAMS / name).read_bytes(), api.policy(), path=name)
    calls = result.header_calls[COMPAT_HEADER]
    (tmp_path / COMPAT_HEADER).write_text(helpers.text_for(COMPAT_HEADER, calls), encoding="utf-8")
    unit, made, program = tmp_path / name, tmp_path / "unit.o", tmp_path / "program"
    unit.write_bytes(_without_kernels(result.output))
    command = [part for part in TOOLCHAIN.command("gfx90a") if part != os.devnull]
    subprocess.run([*command, str(made), "--cuda-host-only", str(unit)], check=True)
    subprocess.run([TOOLCHAIN.compiler, str(made), "-o", str(program)], check=True)
    assert subprocess.run([program], capture_output=True, text=True, check=True).stdout.strip() == PRINTED[name]


# What the helper has of texture references needs of HIP, with a symbol that is a variable of the host.
RUNTIME = """\
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#define HIPIFY_PTX_FN inline
#define HIPIFY_PTX_ON_AMD 1
enum hipError_t { hipSuccess, hipErrorInvalidValue };
struct hipChannelFormatDesc { int x, y, z, w; };
static int waits = 0;
static hipError_t hipDeviceSynchronize() { ++waits; return hipSuccess; }
static hipError_t hipMemcpyToSymbol(const void* symbol, const void* from, size_t bytes) {
  memcpy(const_cast<void*>(symbol), from, bytes);
  return hipSuccess;
}
"""
FETCHES = """\
static linear_texture<float> t;
int main() {
  float texels[] = {1, 2, 3, 4};
  size_t offset = 9;
  printf("%g", tex1Dfetch(t, 0));
  hipBindTexture(&offset, t, texels, 15);
  printf(" %zu %d", offset, waits);
  for (int i = -1; i < 4; ++i) printf(" %g", tex1Dfetch(t, i));
  printf(" %d", hipBindTexture(0, t, texels + 2, hipChannelFormatDesc{16, 0, 0, 0}, 8));
  printf(" %g", tex1Dfetch(t, 0));
  printf(" %d", hipBindTexture(0, t, texels + 2, hipChannelFormatDesc{32, 0, 0, 0}, 8));
  printf(" %g %g %g", tex1Dfetch(t, 0), tex1Dfetch(t, 1), tex1Dfetch(t, 2));
  hipBindTexture(0, t, texels);
  printf(" %u %g", t.count, tex1Dfetch(t, -2147483647 - 1));
  hipBindTexture(0, t, texels, ~size_t(0));
  printf(" %u %d", t.count, hipUnbindTexture(t));
}
"""


def test_texture_references_read_what_is_bound(tmp_path: Path) -> None:
    """Nothing before, whole texels of what is bound last after, and 0 around them."""
    assert TOOLCHAIN
    unit, program = tmp_path / "unit.cpp", tmp_path / "program"
    helper = Path(helpers.__file__).with_name("textures.hpp").read_text(encoding="utf-8")
    unit.write_text(f"{RUNTIME}{helper}{FETCHES}", encoding="utf-8")
    subprocess.run([TOOLCHAIN.compiler, "-std=c++11", str(unit), "-o", str(program)], check=True)
    printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    assert printed == "0 0 2 0 1 2 3 0 1 1 0 3 4 0 1073741823 0 2147483647 0"


def _without_kernels(code: bytes) -> bytes:
    """What registers kernels with the runtime would have to be linked with it."""
    start = code.index(b"__global__")
    return code[:start] + code[code.index(b"int main") :]
