"""Every header of CUDA becomes one of HIP's, goes, or is reported: none is left for a compiler to miss.

The names are those of the toolkit that is installed here, and of the headers that `benchmarks/cuda_headers.py` has
fetched; where there is neither, nothing is compared.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.corpus import DEFAULT_INTO as CORPUS
from hipify_py import api
from hipify_py.rules import headers
from tools.hip_toolchain import find_toolchain

# ROCm has OpenCL under the same names.
_NOT_CUDAS = re.compile(r"CL/.*|.*\.py")
# The releases whose headers the converter is compared with.
RELEASES = ("6.4", "7.2")


def folders() -> list[Path]:
    """Where headers of CUDA lie, as a compiler gets them with -I."""
    fetched = sorted((CORPUS / ".cuda").glob("*/include"))
    return [folder for path in (*_installed(), *fetched) for folder in (path, path / "cccl") if folder.is_dir()]


def _installed() -> list[Path]:
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        return []
    command = [nvcc, "--dryrun", "-x", "cu", "-c", "-o", "none.o", "none.cu"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    found = re.search(r'^#\$ INCLUDES="-I(.+?)"', said, re.MULTILINE)
    return [Path(found[1])] if found else []


def _names() -> list[str]:
    return sorted(
        {
            path.relative_to(folder).as_posix()
            for folder in folders()
            for path in folder.rglob("*")
            if path.is_file() and folder / "cccl" not in path.parents
        }
    )


@pytest.fixture(scope="module")
def names() -> list[str]:
    found = [name for name in _names() if not _NOT_CUDAS.fullmatch(name)]
    if not found:
        pytest.skip("no headers of CUDA here")
    return found


def test_no_header_is_unknown(names: list[str]) -> None:
    policy = api.policy()
    assert [name for name in names if policy.header(name) is None and not headers.is_known(name)] == []


@pytest.mark.parametrize("rocm", RELEASES)
def test_what_stays_is_there(rocm: str, names: list[str]) -> None:
    """Headers that Thrust and rocThrust have under one name, in the releases that the tables say."""
    toolchain = find_toolchain(rocm)
    if toolchain is None:
        pytest.skip(f"no headers of ROCm {rocm} here")
    policy = api.policy(rocm=rocm)
    found = ((name, policy.header(name)) for name in names)
    stays = [name for name, resolution in found if resolution is not None and resolution.target == name]
    assert [name for name in stays if not (toolchain.root / "include" / name).is_file()] == []
