"""Directories that a build for both platforms enters for CUDA alone."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from hipify_py.run.project.entries import needs_cuda
from tests.cli.conftest import Hipify, Write

BOTH = "project(x)\noption(USE_ROCM OFF)\noption(USE_CUDA ON)\nif(USE_ROCM)\n  enable_language(HIP)\nendif()\n"
CUDA = "if(USE_CUDA AND USE_FAST)\n  %s\nendif()\n"
ADDS = CUDA % "add_subdirectory(fast)"
# A project of its own, which builds for CUDA by itself.
FAST = "project(fast LANGUAGES CXX CUDA)\nset(F -arch=sm_80)\nadd_library(fast a.cu)\n"
UNIT = "int f() { return cudaGraphNotThere(); }\n"


def _reasons(hipify: Hipify, write: Write, files: Mapping[str, str], where: str) -> set[str]:
    for path, text in {"main.cu": "int main() { cudaFree(0); }\n", **files}.items():
        write(f"tree/{path}", text.encode())
    found = json.loads(hipify("scan", "--no-build", "--format", "json", "tree").out)["findings"]
    inside = [each for each in found if each["path"].startswith(f"tree/{where}")]
    assert inside
    return {each["help"].partition("; if it is used")[0] if each["severity"] == "info" else "" for each in inside}


@pytest.mark.parametrize(
    ("files", "where"),
    [
        ({"CMakeLists.txt": BOTH + ADDS}, "CMakeLists.txt:8"),
        ({"CMakeLists.txt": BOTH + CUDA % 'add_subdirectory("${PROJECT_SOURCE_DIR}/fast")'}, "CMakeLists.txt:8"),
        ({"CMakeLists.txt": BOTH + CUDA % "add_subdirectory(${CMAKE_CURRENT_LIST_DIR}/fast f)"}, "CMakeLists.txt:8"),
        ({"CMakeLists.txt": BOTH + "if(NOT USE_ROCM)\nadd_subdirectory(fast)\nendif()\n"}, "CMakeLists.txt:8"),
        ({"CMakeLists.txt": BOTH.replace("endif", "else()\nadd_subdirectory(fast)\nendif")}, "CMakeLists.txt:7"),
        (
            {
                "CMakeLists.txt": BOTH + "include(cmake/fast.cmake)\n",
                "cmake/fast.cmake": CUDA % "add_subdirectory(fast)",
            },
            "cmake/fast.cmake:2",
        ),
        (
            {
                "CMakeLists.txt": BOTH + CUDA % "include(cmake/fast.cmake)",
                "cmake/fast.cmake": "add_subdirectory(fast)\n",
            },
            "CMakeLists.txt:8",
        ),
        ({"CMakeLists.txt": BOTH + ADDS, "fast/a.cu": UNIT}, "CMakeLists.txt:8"),
        ({"CMakeLists.txt": BOTH + ADDS, "fast/a.cu": '#include "h.h"\n', "fast/h.h": UNIT}, "CMakeLists.txt:8"),
        (
            {
                "CMakeLists.txt": BOTH + ADDS,
                "fast/CMakeLists.txt": "project(fast LANGUAGES CXX CUDA)\nadd_subdirectory(deep)\n",
                "fast/deep/CMakeLists.txt": FAST,
            },
            "CMakeLists.txt:8",
        ),
        (
            {
                "CMakeLists.txt": BOTH + ADDS,
                "other/CMakeLists.txt": "project(other LANGUAGES CUDA)\n" + CUDA % "add_subdirectory(../fast f)",
            },
            "",
        ),
    ],
)
def test_what_a_portable_build_enters_for_cuda_alone_is_no_work(
    hipify: Hipify, write: Write, files: Mapping[str, str], where: str
) -> None:
    reason = (
        f"tree/{where} adds its directory for CUDA only, and tree/CMakeLists.txt builds for ROCm as well as for CUDA"
    )
    found = _reasons(hipify, write, {"fast/CMakeLists.txt": FAST, **files}, "fast/")
    assert found == ({reason} if where else {""})


@pytest.mark.parametrize(
    ("files", "where"),
    [
        # No build for AMD is there: this is what is to be ported.
        ({"CMakeLists.txt": "project(x LANGUAGES CXX CUDA)\n" + ADDS}, "fast/"),
        ({"CMakeLists.txt": BOTH + "add_subdirectory(fast)\n"}, "fast/"),
        ({"CMakeLists.txt": BOTH + ADDS + "if(USE_CPU)\nadd_subdirectory(fast f2)\nendif()\n"}, "fast/"),
        ({"CMakeLists.txt": BOTH + "if(USE_CUDA OR USE_FAST)\nadd_subdirectory(fast)\nendif()\n"}, "fast/"),
        ({"CMakeLists.txt": BOTH + "if(NOT USE_CUDA)\nadd_subdirectory(fast)\nendif()\n"}, "fast/"),
        ({"CMakeLists.txt": BOTH + CUDA % "add_subdirectory(${D})"}, "fast/"),
        ({"CMakeLists.txt": BOTH + CUDA % "add_subdirectory(${D}/fast)"}, "fast/"),
        ({"CMakeLists.txt": BOTH + ADDS + "include(fast/CMakeLists.txt)\n"}, "fast/"),
        (
            {
                "CMakeLists.txt": BOTH + CUDA % "add_subdirectory(${PROJECT_SOURCE_DIR}/fast)",
                "y/CMakeLists.txt": "project(y)\n",
                "y/fast/CMakeLists.txt": FAST,
            },
            "fast/",
        ),
        # Others use a part of it.
        ({"CMakeLists.txt": BOTH + ADDS + "add_library(y fast/a.cu)\n", "fast/a.cu": UNIT}, "fast/a.cu"),
        ({"CMakeLists.txt": BOTH + ADDS + "file(GLOB_RECURSE S *.cu)\n", "fast/a.cu": UNIT}, "fast/a.cu"),
        (
            {
                "CMakeLists.txt": BOTH + ADDS,
                "fast/a.cu": UNIT,
                "setup.py": "from setuptools import setup\nsetup(ext_modules=extensions('fast', '.cu'))\n",
            },
            "fast/a.cu",
        ),
        (
            {
                "CMakeLists.txt": BOTH + ADDS,
                "fast/h.h": UNIT,
                "y/CMakeLists.txt": "project(y LANGUAGES CUDA)\n",
                "y/y.cu": '#include "../fast/h.h"\n',
            },
            "fast/h.h",
        ),
    ],
)
def test_what_a_build_for_amd_may_enter_is_work(
    hipify: Hipify, write: Write, files: Mapping[str, str], where: str
) -> None:
    assert _reasons(hipify, write, {"fast/CMakeLists.txt": FAST, **files}, where) == {""}


def test_includes_without_end(hipify: Hipify, write: Write) -> None:
    modules = {f"cmake/m{n}.cmake": f"include(${{CMAKE_CURRENT_LIST_DIR}}/m{n + 1}.cmake)\n" for n in range(1500)}
    modules["cmake/m1500.cmake"] = "include(${CMAKE_CURRENT_LIST_DIR}/m0.cmake)\nadd_subdirectory(fast)\n"
    files = {"CMakeLists.txt": BOTH + CUDA % "include(cmake/m0.cmake)", "fast/CMakeLists.txt": FAST, **modules}
    assert _reasons(hipify, write, files, "fast/") == {""}


def test_modules_of_python_are_used_without_cmake(hipify: Hipify, write: Write) -> None:
    files = {"CMakeLists.txt": BOTH + ADDS, "fast/CMakeLists.txt": FAST, "fast/jit.py": "flags = ['--use_fast_math']\n"}
    assert _reasons(hipify, write, files, "fast/jit.py") == {""}


@pytest.mark.parametrize(
    "condition",
    [
        "USE_CUDA",
        "USE_CUDA AND NOT USE_CPU",
        "CUDA_FOUND OR USE_CUDA",
        "TARGET CUDA::cudart AND FAST",
        '"${GPU}" STREQUAL "CUDA"',
        "(TARGET_NVPTX AND FAST)",
        "DEFINED CMAKE_CUDA_COMPILER",
    ],
)
def test_conditions_of_cuda(condition: str) -> None:
    assert needs_cuda(condition.encode())


@pytest.mark.parametrize(
    "condition",
    [
        "",
        "NOT USE_CUDA",
        "USE_CPU",
        "USE_CUDA OR USE_CPU",
        "USE_CUDA_OR_HIP",
        "NO_CUDA",
        "NOT (A AND USE_CUDA)",
        "CUDA_VERSION VERSION_LESS 11",
        "USE_CUDA STREQUAL OFF",
        "DISABLE_CUDA",
    ],
)
def test_conditions_of_others(condition: str) -> None:
    assert not needs_cuda(condition.encode())
