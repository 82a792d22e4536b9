"""Code that the build compiles for one generation of NVIDIA's GPUs alone is worth knowing, and no more."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from tests.cli.conftest import Hipify, Write

KERNEL = '#if defined(MINE_SM90_ENABLED)\n__global__ void k() { asm("bogus;"); }\n#endif\n'
GUARD = "#if defined(MINE_SM90_ENABLED)"
SETUP = """from setuptools import setup
if any(each.code == "90a" for each in archs):
    flags.append("-DMINE_SM90_ENABLED")
"""
LISTS = """project(mine LANGUAGES CUDA)
add_library(mine k.cu)
if("90a" IN_LIST CMAKE_CUDA_ARCHITECTURES)
  target_compile_definitions(mine PRIVATE MINE_SM90_ENABLED)
endif()
"""


def _guards(hipify: Hipify, write: Write, files: Mapping[str, str]) -> set[tuple[str, str]]:
    """Severity and guard of what is found in the kernel."""
    for name, text in {"k.cu": KERNEL, **files}.items():
        write(f"tree/{name}", text.encode())
    found = json.loads(hipify("scan", "tree", "--format", "json").out)["findings"]
    return {(each["severity"], each["guard"]) for each in found if each["path"].endswith("k.cu")}


@pytest.mark.parametrize(
    "files",
    [
        {"setup.py": SETUP},
        {"CMakeLists.txt": LISTS},
        {"setup.py": SETUP, "test_flags.py": 'def test():\n    assert flags == ["-DMINE_SM90_ENABLED"]\n'},
        {"setup.py": SETUP.replace('each.code == "90a"', "each == 9.0")},
        {"setup.py": SETUP + "# -DMINE_SM90_ENABLED\n"},
    ],
)
def test_one_generation(hipify: Hipify, write: Write, files: Mapping[str, str]) -> None:
    assert _guards(hipify, write, files) == {("info", GUARD)}


@pytest.mark.parametrize(
    "files",
    [
        {"setup.py": SETUP.replace('== "90a"', ">= 90")},
        {"setup.py": SETUP.replace('each.code == "90a"', 'each.code != "90a"')},
        {"setup.py": SETUP.replace("90a", "190")},
        {"setup.py": SETUP + 'flags.append("-DMINE_SM90_ENABLED")\n'},
        {"setup.py": SETUP, "README.md": "Build with `-DMINE_SM90_ENABLED`.\n"},
        {"setup.py": SETUP, "mine.h": "#define MINE_SM90_ENABLED\n"},
        {"CMakeLists.txt": LISTS.replace("endif()", "else()\n  add_definitions(-DMINE_SM90_ENABLED)\nendif()")},
        {"CMakeLists.txt": "project(mine LANGUAGES CUDA)\nadd_library(mine k.cu)\n"},
    ],
)
def test_more_than_one_generation(hipify: Hipify, write: Write, files: Mapping[str, str]) -> None:
    assert _guards(hipify, write, files) == {("error", "")}


def test_generations_that_are_as_old_as_what_amd_runs(hipify: Hipify, write: Write) -> None:
    files = {"k.cu": KERNEL.replace("90", "80"), "setup.py": SETUP.replace("90", "80")}
    assert _guards(hipify, write, files) == {("error", "")}
