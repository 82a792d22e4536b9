"""Programs that stay CUDA compile for AMD through the header of `hipify-py shim`, where it has nothing to report."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compile.judging import ARCHS, PROGRAMS, TOOLCHAIN, expected_failures, program_names
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


# With the headers of Thrust and CUB, which take a compiler half a minute.
_LONG = ("cub_device_suite.cu", "thrust_kmeans.cu")
# A condition that AMD answers otherwise, which may be an error to the compiler.
_MAY_FAIL = "SHM004"


# Warps, inline PTX, conditions, operators, textures, macros: what a header cannot do.
BOTH = (
    "dispatch_macros.cu",
    "inline_ptx.cu",
    "qualifiers_by_pass.cu",
    "raytrace_float3.cu",
    "texture_references.cu",
    "warp_reduce_hw.cu",
)


def _shimmed(program: str, rocm: str, folder: Path, fixes: str = "--fix-includes") -> list[str]:
    """Why a copy of a program that includes the header may not compile."""
    source = PROGRAMS / program
    if source.is_dir():
        shutil.copytree(source, folder / "src")
    else:
        (folder / "src").mkdir()
        shutil.copy(source, folder / "src")
    command = [sys.executable, "-m", "hipify_py", "shim", "src", fixes, "--rocm", rocm, "--format", "json"]
    environment = {**os.environ, "HIPIFY_PY_STATE": str(folder / "state")}
    done = subprocess.run(command, cwd=folder, capture_output=True, env=environment, check=False)
    found = json.loads(done.stdout)["findings"]
    reasons = (each for each in found if each["severity"] == "error" or each["rule"] == _MAY_FAIL)
    return [f"{each['rule']}: {each['message']}" for each in reasons]


def _complaints(folder: Path, arch: str, factory: pytest.TempPathFactory) -> list[str]:
    assert TOOLCHAIN  # else conftest.py keeps this file from being collected
    units = sorted((folder / "src").rglob("*.cu"))
    return [said for unit in units for said in Compiler(TOOLCHAIN, factory).complaints(str(unit), folder, arch)]


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize(
    "program",
    [pytest.param(name, marks=pytest.mark.thorough) if name in _LONG else name for name in SERVED],
)
def test_compiles_as_it_is(program: str, arch: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert TOOLCHAIN
    reasons = _shimmed(program, TOOLCHAIN.rocm, tmp_path)
    assert [reason for reason in reasons if not reason.startswith(_MAY_FAIL)] == []
    assert _complaints(tmp_path, arch, tmp_path_factory) == []


@pytest.mark.thorough
@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("program", sorted({*program_names()} - {*SERVED}))
def test_compiles_or_is_reported(
    program: str, arch: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert TOOLCHAIN
    if program not in expected_failures(TOOLCHAIN.rocm) and not _shimmed(program, TOOLCHAIN.rocm, tmp_path):
        assert _complaints(tmp_path, arch, tmp_path_factory) == []


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize(
    "program", [name if name in BOTH else pytest.param(name, marks=pytest.mark.thorough) for name in program_names()]
)
def test_both_versions_compile_or_are_reported(
    program: str, arch: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert TOOLCHAIN
    if program in expected_failures(TOOLCHAIN.rocm) or _shimmed(program, TOOLCHAIN.rocm, tmp_path, "--fix-sources"):
        pytest.skip("reported")
    assert _complaints(tmp_path, arch, tmp_path_factory) == []
