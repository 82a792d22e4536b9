"""What the CMake build of a tree never reads is worth knowing, and no more."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from tests.cli.conftest import Hipify, Write

TOP = "project(top LANGUAGES CXX CUDA)\nadd_subdirectory(used)\n"
KERNEL = '__global__ void k() { asm("bogus;"); }\n'
LIBRARY = """project(lib)
option(LIB_TESTS "tests" OFF)
if(LIB_TESTS)
  enable_language(CUDA)
  add_subdirectory(tests)
endif()
"""
TESTS = "enable_language(CUDA)\n"
NOT_ADDED = "no CMakeLists.txt on the way from the top adds its directory"
OFF = "LIB_TESTS is off in third_party/lib, and nothing else sets it"


def _guards(hipify: Hipify, write: Write, files: Mapping[str, str]) -> dict[str, str]:
    """Why findings count as information, by the files that they stand in."""
    for name, text in {"CMakeLists.txt": TOP, "used/CMakeLists.txt": "add_library(u u.cu)\n", **files}.items():
        write(f"tree/{name}", text.encode())
    found = json.loads(hipify("scan", "--no-build", "tree", "--format", "json").out)["findings"]
    reasons = ((each, each["help"].partition("; if it is used")[0]) for each in found)
    return {each["path"].removeprefix("tree/"): why if each["severity"] == "info" else "" for each, why in reasons}


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({}, NOT_ADDED),
        ({"used/CMakeLists.txt": "add_library(u u.cu ../third_party/old/k.cu)\n"}, ""),
        ({"used/CMakeLists.txt": "file(GLOB_RECURSE U ${CMAKE_SOURCE_DIR}/third_party/old/*.cu)\n"}, ""),
        ({"used/CMakeLists.txt": "add_subdirectory(${PART})\nadd_subdirectory(../third_party/old o)\n"}, ""),
        ({"used/u.cu": '#include "../third_party/old/k.cu"\n'}, ""),
        ({"Makefile": "third_party/third_party/old/k.o: third_party/old/k.cu\n\tnvcc -c $<\n"}, ""),
        ({"third_party/old/CMakeLists.txt": "project(old)\nadd_library(k k.cu)\n"}, NOT_ADDED),
        ({"pkg.egg-info/SOURCES.txt": "third_party/old/k.cu\n"}, NOT_ADDED),
    ],
)
def test_directories_that_no_cmake_file_adds(hipify: Hipify, write: Write, files: Mapping[str, str], why: str) -> None:
    old = {"third_party/old/CMakeLists.txt": "add_library(k k.cu)\n", "third_party/old/k.cu": KERNEL}
    assert _guards(hipify, write, {**old, **files})["third_party/old/k.cu"] == why


@pytest.mark.parametrize(
    ("files", "why"),
    [({}, OFF), ({"used/CMakeLists.txt": "set(LIB_TESTS ON)\n"}, ""), ({"build.sh": "cmake -DLIB_TESTS=ON .\n"}, "")],
)
def test_options_of_other_projects(hipify: Hipify, write: Write, files: Mapping[str, str], why: str) -> None:
    lib = {
        "third_party/lib/CMakeLists.txt": LIBRARY,
        "third_party/lib/tests/CMakeLists.txt": TESTS,
        "third_party/lib/Makefile": "a:\n\tnvcc a.cu\n",
    }
    found = _guards(hipify, write, {"CMakeLists.txt": TOP + "add_subdirectory(third_party/lib)\n", **lib, **files})
    assert found["third_party/lib/CMakeLists.txt"] == why
    entered = "no build of the tree enters third_party/lib/tests of third_party/lib, another project"
    assert found["third_party/lib/tests/CMakeLists.txt"] == (entered if why else "")
    assert found["third_party/lib/Makefile"] == "the build of the tree takes third_party/lib with CMake"


def test_options_of_the_tree_itself_are_for_users_to_set(hipify: Hipify, write: Write) -> None:
    top = 'project(top)\noption(FAST "fast" OFF)\nif(FAST)\n  enable_language(CUDA)\nendif()\n'
    assert _guards(hipify, write, {"CMakeLists.txt": top})["CMakeLists.txt"] == ""


def test_parts_of_the_tree_itself_are_work(hipify: Hipify, write: Write) -> None:
    own = {"gpu/CMakeLists.txt": "add_library(k k.cu)\n", "gpu/k.cu": KERNEL}
    engine = {"CMakeLists.txt": TOP + "add_subdirectory(engine)\n", "engine/CMakeLists.txt": LIBRARY}
    found = _guards(hipify, write, own | engine | {"engine/tests/CMakeLists.txt": TESTS})
    assert found["gpu/k.cu"] == found["engine/CMakeLists.txt"] == ""


@pytest.mark.parametrize("sets", ["set(LIB_TESTS ON)", "foreach(x TESTS)\nset(LIB_${x} ON)\nendforeach()"])
def test_options_that_another_project_sets_itself(hipify: Hipify, write: Write, sets: str) -> None:
    top = TOP + "add_subdirectory(third_party/lib)\n"
    lib = LIBRARY.replace("if(", f"{sets}\nif(", 1)
    assert _guards(hipify, write, {"CMakeLists.txt": top, "third_party/lib/CMakeLists.txt": lib}) == {
        "CMakeLists.txt": "",
        "third_party/lib/CMakeLists.txt": "",
    }
