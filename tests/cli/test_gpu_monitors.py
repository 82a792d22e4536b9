"""NVML in Python is information where a module beside asks AMD's driver."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from tests.cli.conftest import Hipify, Write

NVML = "import os\nimport pynvml\n\ndef count(): return pynvml.nvmlDeviceGetCount()\n"
AMD = "try:\n    import amdsmi\nexcept Exception:\n    amdsmi = None\n"
EASED = ("info", "gpu/amd.py asks AMD's driver")


def _found(hipify: Hipify, write: Write, files: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Severity and reason by file."""
    for name, text in files.items():
        write(f"tree/{name}", text.encode())
    found = json.loads(hipify("scan", "tree", "--format", "json").out)["findings"]
    reasons = ((each, each["help"].partition("; if it is used")) for each in found)
    return {
        each["path"].removeprefix("tree/"): (each["severity"], why if sign else "") for each, (why, sign, _) in reasons
    }


@pytest.mark.parametrize("amd", [AMD, "from rocm_smi import rsmi\n"])
def test_a_module_beside(hipify: Hipify, write: Write, amd: str) -> None:
    files = {"gpu/nvidia.py": NVML, "gpu/amd.py": amd, "tests/test_gpu.py": NVML}
    assert _found(hipify, write, files) == {"gpu/nvidia.py": EASED, "tests/test_gpu.py": EASED}


def test_other_packages(hipify: Hipify, write: Write) -> None:
    files = {"gpu/nvidia.py": NVML, "gpu/amd.py": AMD, "bench/power.py": NVML}
    assert _found(hipify, write, files)["bench/power.py"] == ("error", "")


@pytest.mark.parametrize("amd", ["# import amdsmi\n", "import json\n"])
def test_none_for_amd(hipify: Hipify, write: Write, amd: str) -> None:
    files = {"gpu/nvidia.py": NVML, "gpu/amd.py": amd, "tests/test_gpu.py": NVML}
    assert set(_found(hipify, write, files).values()) == {("error", "")}


def test_other_modules_of_nvidia(hipify: Hipify, write: Write) -> None:
    files = {"gpu/nvidia.py": "import pycuda.driver\n", "gpu/amd.py": AMD}
    assert _found(hipify, write, files) == {"gpu/nvidia.py": ("error", "")}


def test_tests_of_no_such_package(hipify: Hipify, write: Write) -> None:
    files = {"gpu/nvidia.py": NVML, "other/amd.py": AMD, "tests/test_gpu.py": NVML}
    assert set(_found(hipify, write, files).values()) == {("error", "")}
