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

# As printed by programs that nvcc 13.0 has built.
PRINTED = {"min_max_of_types.cu": "5000000000 3000000000 2.75 0.5 1099511627776 5 -3 1.5"}


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


def _without_kernels(code: bytes) -> bytes:
    """What registers kernels with the runtime would have to be linked with it."""
    start = code.index(b"__global__")
    return code[:start] + code[code.index(b"int main") :]
