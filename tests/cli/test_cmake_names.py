"""Names that look like CUDA's are information where they are the tree's own, or nothing reads them."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from tests.cli.conftest import Hipify, Write

TOP = "project(top LANGUAGES CXX CUDA)\nadd_subdirectory(used)\n"
NOT_READ = "nothing in the tree calls FindCUDA, which alone reads CUDA_SEPARABLE_COMPILATION"
SEPARABLE = "set(CUDA_SEPARABLE_COMPILATION ON)\n"


def _findings(hipify: Hipify, write: Write, files: Mapping[str, str], subject: str) -> set[tuple[str, str]]:
    """Severity and reason of what is found about a name."""
    for name, text in {"CMakeLists.txt": TOP, **files}.items():
        write(f"tree/{name}", text.encode())
    found = json.loads(hipify("scan", "--no-build", "tree", "--format", "json").out)["findings"]
    reasons = ((each, each["help"].partition("; if it is used")) for each in found if each["subject"] == subject)
    return {(each["severity"], why if sign else "") for each, (why, sign, _help) in reasons}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"used/CMakeLists.txt": SEPARABLE}, {("info", NOT_READ)}),
        ({"used/CMakeLists.txt": SEPARABLE + "find_package(CUDA REQUIRED)\n"}, {("warning", "")}),
        (
            {"used/CMakeLists.txt": SEPARABLE + "include(k.cmake)\n", "used/k.cmake": "cuda_add_library(k k.cu)\n"},
            {("warning", "")},
        ),
        ({"used/CMakeLists.txt": SEPARABLE + "set(X ${CUDA_SEPARABLE_COMPILATION})\n"}, {("warning", "")}),
        (
            {"used/CMakeLists.txt": "set_target_properties(k PROPERTIES CUDA_SEPARABLE_COMPILATION ON)\n"},
            {("warning", "")},
        ),
        ({"CMakeLists.txt": "add_subdirectory(used)\n", "used/CMakeLists.txt": SEPARABLE}, {("warning", "")}),
        (
            {
                "used/CMakeLists.txt": SEPARABLE + "add_subdirectory(../third_party/lib l)\n",
                "third_party/lib/CMakeLists.txt": "project(lib)\nfind_package(CUDA)\n",
            },
            {("info", NOT_READ)},
        ),
        (
            {
                "used/CMakeLists.txt": SEPARABLE,
                "third_party/lib/CMakeLists.txt": "project(lib)\n",
                "third_party/lib/test/CMakeLists.txt": "find_package(CUDA)\n",
            },
            {("info", NOT_READ)},
        ),
    ],
)
def test_variable_of_findcuda(
    hipify: Hipify, write: Write, files: Mapping[str, str], expected: set[tuple[str, str]]
) -> None:
    assert _findings(hipify, write, files, "CUDA_SEPARABLE_COMPILATION") == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("CUDA::Libs", {("error", ""), ("info", "the tree itself defines CUDA::Libs")}),
        ("CUDA::cudart", {("error", "")}),
        ("CUDA::other", {("error", "")}),
    ],
)
def test_own_targets_are_work_where_they_are_defined(
    hipify: Hipify, write: Write, name: str, expected: set[tuple[str, str]]
) -> None:
    top = TOP + "add_library(CUDA::Libs INTERFACE IMPORTED)\nadd_library(CUDA::cudart ALIAS mine)\n"
    files = {"CMakeLists.txt": top, "used/CMakeLists.txt": f"target_link_libraries(k {name})\n"}
    assert _findings(hipify, write, files, name) == expected
