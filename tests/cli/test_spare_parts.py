"""Examples and tests of other projects in a tree."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from tests.cli.conftest import Hipify, Write

EXAMPLE = "project(example LANGUAGES CXX CUDA)\n"
TREE = {
    "main.cu": "int main() { cudaFree(0); }\n",
    "CMakeLists.txt": "project(x)\nadd_subdirectory(third_party/other)\n",
    "third_party/other/CMakeLists.txt": "project(other)\nadd_subdirectory(src)\n",
    "third_party/other/src/CMakeLists.txt": "add_library(other o.cc)\n",
}


def _severities(hipify: Hipify, write: Write, files: Mapping[str, str | None]) -> set[tuple[str, bool]]:
    for path, text in files.items():
        if text is not None:
            write(f"tree/{path}", text.encode())
    found = json.loads(hipify("scan", "--no-build", "--format", "json", "tree").out)["findings"]
    reason = " of third_party/other, another project; if it is used: "
    return {(each["severity"], reason in each["help"]) for each in found}


@pytest.mark.parametrize(
    "files",
    [
        {"third_party/other/examples/a/CMakeLists.txt": EXAMPLE},
        {"third_party/other/tests/Makefile": "a: a.cu\n\tnvcc -o a a.cu\n"},
        {
            "third_party/other/examples/run.sh": "nvcc -o a a.cu\n",
            "third_party/other/README.md": "Try examples/run.sh.\n",
        },
        {
            "third_party/other/examples/CMakeLists.txt": "project(e)\nadd_subdirectory(a)\n",
            "third_party/other/examples/a/CMakeLists.txt": EXAMPLE,
        },
        {
            "third_party/other/CMakeLists.txt": "if(TESTS)\nadd_subdirectory(examples/a)\nendif()\n",
            "third_party/other/Makefile": "all: examples\n",
            "third_party/other/examples/a/CMakeLists.txt": EXAMPLE,
        },
    ],
)
def test_what_nothing_enters_is_no_work(hipify: Hipify, write: Write, files: dict[str, str]) -> None:
    assert _severities(hipify, write, TREE | files) == {("info", True)}


LIST: dict[str, str] = {"third_party/other/examples/a/CMakeLists.txt": EXAMPLE}


@pytest.mark.parametrize(
    "files",
    [
        # The tree's own, of a directory that is no project, and of a tree without a build.
        {"examples/a/CMakeLists.txt": EXAMPLE},
        {"CMakeLists.txt": "", "third_party/examples/a/CMakeLists.txt": EXAMPLE},
        {"CMakeLists.txt": "", "third_party/other/kernels/CMakeLists.txt": EXAMPLE},
        LIST | {"CMakeLists.txt": "", "third_party/other/CMakeLists.txt": "add_subdirectory(examples/a)\n"},
        LIST | {"third_party/other/CMakeLists.txt": "foreach(d ${PARTS})\nadd_subdirectory(${d})\nendforeach()\n"},
        LIST
        | {
            "third_party/other/CMakeLists.txt": "if(TESTS)\nadd_subdirectory(examples/a)\nendif()\n",
            "build.sh": "cmake -DTESTS=ON .\n",
        },
        LIST | {"CMakeLists.txt": "add_subdirectory(third_party/other/examples/a)\n"},
        LIST | {"README.md": "Build third_party/other/examples, too.\n"},
        LIST | {"third_party/other/CMakeLists.txt": None, "third_party/other/Makefile": "all: examples\n"},
    ],
)
def test_what_something_may_enter_is_work(hipify: Hipify, write: Write, files: dict[str, str | None]) -> None:
    assert _severities(hipify, write, TREE | files) == {("error", False)}


def test_trees_without_a_build(hipify: Hipify, write: Write) -> None:
    files = LIST | {"main.cu": "", "third_party/other/CMakeLists.txt": "project(other)\n"}
    assert _severities(hipify, write, files) == {("error", False)}
