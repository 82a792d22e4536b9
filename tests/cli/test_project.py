"""What a file knows of the macros of others: `scan` of a small tree, and which findings no build for AMD sees."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Hipify, Write

USE = '#include "features.h"\n#{condition}\nvoid f() {{ cuMulticastCreate(a, b); }}\n#endif\n'


def _guards(hipify: Hipify, tree: Path) -> list[str]:
    result = hipify("scan", str(tree), "--format", "json", "--no-cache")
    found = json.loads(result.out)["findings"]
    return [finding.get("guard", "") for finding in found if finding["rule"] == "API017"]


def _tree(write: Write, files: Mapping[str, str]) -> Path:
    paths = [write(f"tree/{name}", text.encode()) for name, text in files.items()]
    return next(parent for parent in paths[0].parents if parent.name == "tree")


@pytest.mark.parametrize(
    ("header", "condition", "is_guarded"),
    [
        ("#define FAST 0\n", "if FAST", True),
        ("#define FAST 1\n", "if FAST", False),
        ("#if __CUDA_ARCH__ >= 800\n#define FAST 1\n#endif\n", "ifdef FAST", True),
        ('#include "arch.h"\n#if __CUDA_ARCH__ >= NEW\n#define FAST 1\n#endif\n', "ifdef FAST", True),
        ("#if !defined(USE_HIP) && __CUDA_ARCH__ >= NEW\n#define FAST 1\n#endif\n", "ifdef FAST", True),
        ("#ifdef __CUDACC__\n#define FAST 1\n#endif\n", "ifdef FAST", False),
        ("#ifdef OTHER\n#define FAST 1\n#endif\n", "ifdef FAST", False),
        ("#ifndef FAST\n#define FAST 0\n#endif\n", "if FAST", False),
        ("#define FAST 0\n#undef FAST\n", "if FAST", False),
        ("#ifdef __HIP_PLATFORM_AMD__\n#define WAVE 64\n#else\n#define WAVE 32\n#endif\n", "if WAVE == 32", True),
        ("#ifdef __HIP_PLATFORM_AMD__\n#define WAVE 64\n#else\n#define WAVE 32\n#endif\n", "if WAVE == 64", False),
    ],
)
def test_macros_of_headers(hipify: Hipify, write: Write, header: str, condition: str, is_guarded: bool) -> None:
    files = {"features.h": header, "arch.h": "#define NEW 800\n", "a.cu": USE.format(condition=condition)}
    assert [bool(guard) for guard in _guards(hipify, _tree(write, files))] == [is_guarded]


def test_a_macro_that_a_build_may_define_is_unknown(hipify: Hipify, write: Write) -> None:
    files = {"features.h": "#if 0\n#define FAST 1\n#endif\n", "a.cu": USE.format(condition="ifdef FAST")}
    tree = _tree(write, files)
    assert [bool(guard) for guard in _guards(hipify, tree)] == [True]
    write("tree/CMakeLists.txt", b"add_definitions(-DFAST=1)\n")
    assert _guards(hipify, tree) == [""]


def test_a_macro_that_others_define_too_is_unknown(hipify: Hipify, write: Write) -> None:
    """Whoever includes the file may have defined it before."""
    files = {"features.h": "#if 0\n#define FAST 1\n#endif\n", "a.cuh": USE.format(condition="ifdef FAST")}
    tree = _tree(write, files)
    write("tree/b.cu", b'#define FAST 1\n#include "a.cuh"\n')
    assert _guards(hipify, tree) == [""]


def test_branches_by_a_macro_of_the_code_bases_own_are_for_one_platform(hipify: Hipify, write: Write) -> None:
    header = "#ifdef __HIP_PLATFORM_AMD__\n#define ON_HIP 1\n#else\n#define ON_HIP 0\n#endif\n"
    source = '#include "features.h"\n#if ON_HIP\nvoid f() { hipFree(p); }\n#else\nvoid f() { cudaFree(p); }\n#endif\n'
    tree = _tree(write, {"features.h": header, "a.cpp": source})
    hipify(str(tree))
    assert (tree / "a.cpp").read_text() == source


def test_files_that_are_written_do_not_change_what_others_know(hipify: Hipify, write: Write) -> None:
    """The header is converted before the file that asks for its macro."""
    header = "#ifdef __NVCC__\n#define FAST 1\n#endif\nvoid g() { cudaFree(p); }\n"
    source = '#include "a_features.h"\n#ifdef FAST\nvoid f() { cuMulticastCreate(a, b); }\n#endif\n'
    tree = _tree(write, {"a_features.h": header, "b.cu": source})
    before = _guards(hipify, tree)
    result = hipify(str(tree), "--format", "json", "--no-cache")
    found = json.loads(result.out)["findings"]
    assert [each.get("guard", "") for each in found if each["rule"] == "API017"] == before == [""]


def test_a_single_file_knows_of_no_other(hipify: Hipify, write: Write) -> None:
    tree = _tree(write, {"features.h": "#define FAST 0\n", "a.cu": USE.format(condition="if FAST")})
    assert _guards(hipify, tree / "a.cu") == [""]
