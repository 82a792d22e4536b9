"""Programs that stay CUDA compile for AMD through the header of `hipify-py shim`, where it has nothing to report."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compile.judging import ARCHS, PROGRAMS, TOOLCHAIN
from tests.compiling import Compiler

pytestmark = pytest.mark.slow

SERVED = (
    "bf16_gemv_vec.cu",
    "black_scholes",
    "constant_symbols.cu",
    "cub_device_suite.cu",
    "curand_host_api.cu",
    "fdtd2d",
    "half_axpy.cu",
    "simd_in_a_word.cu",
    "thrust_kmeans.cu",
)


def _shimmed(program: str, rocm: str, folder: Path) -> list[str]:
    """What is reported as an error for a copy of a program that includes the header."""
    source = PROGRAMS / program
    if source.is_dir():
        shutil.copytree(source, folder / "src")
    else:
        (folder / "src").mkdir()
        shutil.copy(source, folder / "src")
    command = [sys.executable, "-m", "hipify_py", "shim", "src", "--fix-includes", "--rocm", rocm, "--format", "json"]
    environment = {**os.environ, "HIPIFY_PY_STATE": str(folder / "state")}
    done = subprocess.run(command, cwd=folder, capture_output=True, env=environment, check=False)
    found = json.loads(done.stdout)["findings"]
    return [f"{each['rule']}: {each['message']}" for each in found if each["severity"] == "error"]


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("program", SERVED)
def test_compiles_as_it_is(program: str, arch: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert TOOLCHAIN  # else conftest.py keeps this file from being collected
    assert _shimmed(program, TOOLCHAIN.rocm, tmp_path) == []
    for unit in sorted((tmp_path / "src").rglob("*.cu")):
        assert Compiler(TOOLCHAIN, tmp_path_factory).complaints(str(unit), tmp_path, arch) == []
