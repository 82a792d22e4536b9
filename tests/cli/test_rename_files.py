"""`--rename-files`: a file gets a new name with all that include it, or none of them does, and it is said."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Take, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = b"#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"
USES = b'#include "k.cuh"\n'


def _names(tree: Path) -> list[str]:
    return sorted(str(path.relative_to(tree)) for path in tree.rglob("*") if not path.is_dir())


def test_renamed_files_and_the_includes_of_them(hipify: Hipify, write: Write, tree: Path) -> None:
    write("k.cuh", b"void cudaFoo();\n")
    write("K.CU", b'#include "k.cuh"\n')
    assert hipify("--rename-files", ".").code == 0
    assert (tree / "K.hip").read_bytes() == b'#include "k.hip.h"\n'
    assert sorted(path.name for path in tree.iterdir()) == ["K.hip", "k.hip.h"]
    assert hipify("--rename-files", "--check", ".").code == 0


def test_renaming_takes_no_name_that_is_taken(hipify: Hipify, write: Write) -> None:
    source, other = write("a.cu"), write("a.hip", b"mine\n")
    ran = hipify("--rename-files", ".")
    assert (ran.code, source.read_bytes(), other.read_bytes()) == (2, HIP, b"mine\n")
    assert ran.only_error == "a.cu: not renamed: a.hip exists"


@pytest.mark.parametrize("options", [(), ("-o", "../out")], ids=["in place", "tree"])
def test_includes_of_a_file_that_keeps_its_name_stay(
    hipify: Hipify, write: Write, tree: Path, options: tuple[str, ...]
) -> None:
    write("k.cuh", b"int mine;\n")
    write("k.hip.h", b"int another;\n")
    write("a.cu", USES + CUDA)
    ran = hipify("--rename-files", ".", *options)
    assert (ran.code, ran.only_error) == (2, "k.cuh: not renamed: k.hip.h exists")
    out = tree / "../out" if options else tree
    assert (USES in (out / "a.hip").read_bytes(), b"hipFree" in (out / "a.hip").read_bytes()) == (True, True)
    assert (out / "k.cuh").read_bytes() == b"int mine;\n"
    assert (out / "k.hip.h").read_bytes() == b"int another;\n"


def test_a_name_taken_in_the_output(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/k.cuh", b"int mine;\n")
    write("src/a.cu", USES)
    write("out/k.hip.h", b"theirs\n")
    ran = hipify("--rename-files", "src", "-o", "out")
    assert (
        ran.only_error
        == "src/k.cuh: not renamed: out/k.hip.h exists and was not written by hipify-py, or was edited since"
    )
    assert (tree / "out/a.hip").read_bytes() == USES
    assert (tree / "out/k.hip.h").read_bytes() == b"theirs\n"


@pytest.mark.parametrize("locked", ["k.cuh", "a.cu"])
def test_a_read_only_file_or_user(hipify: Hipify, write: Write, tree: Path, locked: str) -> None:
    write("k.cuh", b"int mine;\n")
    write("a.cu", USES + CUDA)
    write("b.cu", USES)
    (tree / locked).chmod(0o444)
    ran = hipify("--rename-files", ".")
    assert ran.code == 2
    assert "k.cuh: not renamed" in ran.err
    assert (tree / "k.cuh").read_bytes() == b"int mine;\n"
    assert USES in (tree / "b.hip").read_bytes()
    assert USES in (tree / ("a.cu" if locked == "a.cu" else "a.hip")).read_bytes()


def test_two_that_would_become_one(hipify: Hipify, write: Write, tree: Path) -> None:
    write("k.cuh", b"int one;\n")
    write("k.CUH", b"int two;\n")
    write("a.cu", USES)
    ran = hipify("--rename-files", ".")
    assert sorted(line for line in ran.err.splitlines() if "error" in line) == [
        f"error: {name}: not renamed: another file would also be renamed to k.hip.h" for name in ("k.CUH", "k.cuh")
    ]
    assert _names(tree) == ["a.hip", "k.CUH", "k.cuh"]
    assert USES in (tree / "a.hip").read_bytes()


def test_a_user_that_no_conversion_reaches(hipify: Hipify, write: Write, tree: Path) -> None:
    """An include behind a macro, in a file left alone, in code that is switched off for us, or by a string."""
    uses = {
        "macro": b'#define NAME(x) "k0.cuh"\n#include NAME(1)\n',
        "off": b'// hipify: off\n#include "k1.cuh"\n// hipify: on\n',
        "string": b'const char* file = "k2.cuh";\n',
        "comment": b'// see "k3.cuh"\n',
    }
    for number, (name, text) in enumerate(uses.items()):
        write(f"{name}.cu", text)
        write(f"k{number}.cuh", b"int k;\n")
    ran = hipify("--rename-files", ".")
    left = {path.read_bytes() for path in tree.glob("*.hip")}
    for name in ("k0.cuh", "k1.cuh", "k2.cuh"):
        is_named = any(f'"{name}"'.encode() in text for text in left)
        assert is_named == (tree / name).exists(), name
    assert (tree / "k0.cuh").exists()
    assert (tree / "k2.cuh").exists()
    assert (tree / "k3.hip.h").exists()
    assert "k0.cuh: not renamed: macro.cu refers to 'k0.cuh' in a place that is not converted" in ran.err


def test_a_user_that_cannot_be_read_may_use_all(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("k.cuh", b"int k;\n")
    write("a.cu", USES)
    write("big.h", b" " * 16_000_001 + USES)
    ran = hipify("--rename-files", ".")
    assert ran.only_error.startswith("k.cuh: not renamed: big.h includes it and cannot be converted")
    assert set(snapshot(tree)) == {"k.cuh", "a.hip", "big.h"}
    assert USES in (tree / "a.hip").read_bytes()


def test_what_an_include_means(hipify: Hipify, write: Write, tree: Path) -> None:
    """The file beside, before one elsewhere; a way through `..`; and neither where it may be another file."""
    write("one/x.cuh", b"int one;\n")
    write("one/x.hip.h", b"int in_the_way;\n")
    write("two/x.cuh", b"int two;\n")
    write("three/y.cuh", b"int y;\n")
    write("one/a.cu", b'#include "x.cuh"\n#include "../two/x.cuh"\n#include "../three/./y.cuh"\n')
    write("two/b.cu", b'#include "x.cuh"\n#include "../two/../three/y.cuh"\n')
    ran = hipify("--rename-files", ".")
    assert ran.only_error == "one/x.cuh: not renamed: x.hip.h exists"
    one, two = (tree / "one/a.hip").read_bytes(), (tree / "two/b.hip").read_bytes()
    assert one == b'#include "x.cuh"\n#include "../two/x.hip.h"\n#include "../three/./y.hip.h"\n'
    assert two == b'#include "x.hip.h"\n#include "../two/../three/y.hip.h"\n'


def test_an_include_that_may_mean_two_files(hipify: Hipify, write: Write, tree: Path) -> None:
    for folder in ("one", "two"):
        write(f"{folder}/x.cuh", b"int x;\n")
    write("one/x.hip.h", b"int in_the_way;\n")
    write("a.cu", b"#include <x.cuh>\n")
    ran = hipify("--rename-files", ".")
    assert ran.code == 2
    assert "two/x.cuh: not renamed: 'x.cuh' in a.cu may also refer to one/x.cuh, which is not renamed" in ran.err
    assert b"<x.cuh>" in (tree / "a.hip").read_bytes()
    assert _names(tree) == ["a.hip", "one/x.cuh", "one/x.hip.h", "two/x.cuh"]


def test_a_file_outside_of_the_run_is_not_meant(hipify: Hipify, write: Write, tree: Path) -> None:
    write("other/x.cuh", b"int other;\n")
    write("src/x/x.cuh", b"int own;\n")
    write("src/a.cu", b'#include "../other/x.cuh"\n')
    assert hipify("--rename-files", "src").code == 0
    assert b'"../other/x.cuh"' in (tree / "src/a.hip").read_bytes()


def test_a_run_that_was_stopped_is_completed_by_the_next(
    hipify: Hipify, write: Write, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Contents first, names last: what is renamed later is still known by its old name."""
    write("k.cuh", CUDA)
    write("a.cu", USES)

    def interrupted(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "link", interrupted)
        assert hipify("--rename-files", ".").code == 130
    assert _names(tree) == ["a.cu", "k.cuh"]
    assert hipify("--rename-files", ".").code == 0
    assert _names(tree) == ["a.hip", "k.hip.h"]
    assert b'#include "k.hip.h"' in (tree / "a.hip").read_bytes()
    assert hipify("undo").code == hipify("undo").code == 0
    assert {name: (tree / name).read_bytes() for name in _names(tree)} == {"a.cu": USES, "k.cuh": CUDA}


HIDDEN = {
    "a macro that makes a text": b"#define STR_(x) #x\n#define STR(x) STR_(x)\n#include STR(foo.cuh)\n",
    "a macro that makes a bracket": b"#define INC(x) <x>\n#include INC(foo.cuh)\n",
    "a name over two lines": b'#include "fo\\\no.cuh"\n',
    "a bracket in a text": b'const char* s = "#include <foo.cuh>\\n";\n',
    "a quote in a text": b'const char* s = "#include \\"foo.cuh\\"\\n";\n',
    "a raw text": b'const char* s = R"(#include "foo.cuh"\n)";\n',
    "a part of a text": b'void g() { load("x/foo.cuh:3"); }\n',
    "a text with a directory": b'void g() { load("kernels/foo.cuh"); }\n',
    "a line": b'#line 7 "foo.cuh"\n',
    "a macro's argument that is cut": b"const char* s = STR(fo\\\no.cuh);\n",
}


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_names_that_no_include_shows(hipify: Hipify, write: Write, tree: Path, text: bytes) -> None:
    write("foo.cuh", b"int k;\n")
    write("a.cu", text)
    ran = hipify("--rename-files", ".")
    assert (ran.code, _names(tree)) == (2, ["a.hip", "foo.cuh"])
    assert ran.only_error == "foo.cuh: not renamed: a.cu refers to 'foo.cuh' in a place that is not converted"
    assert (tree / "a.hip").read_bytes() == text


HARMLESS = {
    "comments": b"// foo.cuh\n/* foo.cuh\n#include <foo.cuh>\n*/\n",
    "another name": b'const char* s = "myfoo.cuh foo.cuhx foo.cuh2 foo_cuh";\n',
    "a header of others": b"#include <others/foo.cuh>\n",
    "a number": b"int foo = 1'000; // don't read foo.cuh\n",
}


@pytest.mark.parametrize("text", HARMLESS.values(), ids=HARMLESS)
def test_names_that_mean_no_file_of_the_run(hipify: Hipify, write: Write, tree: Path, text: bytes) -> None:
    write("foo.cuh", b"int k;\n")
    write("a.cu", text)
    assert hipify("--rename-files", ".").code == 0
    assert _names(tree) == ["a.hip", "foo.hip.h"]


def test_a_text_that_may_mean_any_file_of_a_name(hipify: Hipify, write: Write, tree: Path) -> None:
    """It means the one beside, if there is one, and any of them without, or with a directory before it."""
    for name in ("one", "two"):
        write(f"{name}/k.cuh", b"int k;\n")
        write(f"{name}/far.cuh", b"int k;\n")
    write("one/a.cu", b'const char* s = "at k.cuh";\n')
    write("b.cu", b'const char* s = "at far.cuh";\n')
    assert hipify("--rename-files", ".").code == 2
    assert _names(tree) == ["b.hip", "one/a.hip", "one/far.cuh", "one/k.cuh", "two/far.cuh", "two/k.hip.h"]


def test_templates_of_sources(hipify: Hipify, write: Write, tree: Path) -> None:
    """What is made of them later includes what they name."""
    for name in ("k", "other", "free"):
        write(f"{name}.cuh", b"int k;\n")
    write("x.cu.in", USES + b"// free.cuh\n")
    write("y.cpp.j2", b"#include <other.cuh>\n")
    write("CMakeLists.txt.in", b"free.cuh\n")
    (tree / "z.cu.in").mkdir()
    ran = hipify("--rename-files", ".")
    assert ran.code == 0
    assert {"k.hip.h", "other.hip.h", "free.hip.h", "x.cu.in", "y.cpp.j2"} < set(_names(tree))
    assert b'#include "k.hip.h"' in (tree / "x.cu.in").read_bytes()
    assert b"#include <other.hip.h>" in (tree / "y.cpp.j2").read_bytes()


def test_templates_that_name_what_cannot_follow(hipify: Hipify, write: Write, tree: Path) -> None:
    write("k.cuh", b"int k;\n")
    write("x.cu.in", b'{% set header = "k.cuh" %}\n#include {{ header }}\n')
    write("y.cu.j2", b'{% set header = "k.cuh" %}\n#include {{ header }}\n')
    ran = hipify("--rename-files", ".")
    assert ran.code == 2
    assert "k.cuh: not renamed: x.cu.in" in ran.err
    assert _names(tree) == ["k.cuh", "x.cu.in", "y.cu.j2"]


def test_build_files_follow_renamed_files(hipify: Hipify, write: Write) -> None:
    write("src/a.cu")
    write("src/k.cuh", b"int k;\n")
    build = write("CMakeLists.txt", b"add_library(x src/a.cu src/k.cuh)  # src/a.cu\nfile(GLOB y src/*.cu)\n")
    ran = hipify("--rename-files", ".")
    assert "still" not in ran.err
    assert build.read_bytes() == b"add_library(x src/a.hip src/k.hip.h)  # src/a.cu\nfile(GLOB y src/*.hip)\n"


def test_build_files_that_name_a_renamed_file_are_listed(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cu")
    write("src/k.cuh", b"int k;\n")
    write("src/kept.cu", b'const char* s = "kept.cu";\n')
    build = write("CMakeLists.txt", b"add_library(x src/a.cu src/k.cuh src/kept.cu)\n").read_bytes()
    write("setup.py", b"sources = ['src/kept.cu']\n")
    ran = hipify("--rename-files", "--no-build", ".")
    assert "CMakeLists.txt: still refers to a.cu and 1 more, renamed by --rename-files\n" in ran.err
    assert "setup.py: still" not in ran.err
    assert (tree / "CMakeLists.txt").read_bytes() == build


def test_a_second_run_reads_a_renamed_unit_as_the_first_did(hipify: Hipify, write: Write) -> None:
    """A macro that only code for other GPUs uses is read nowhere, in a unit by either name."""
    write(
        "a.cu",
        b"""\
#define WAIT() asm volatile("cp.async.wait_all;")
__global__ void k(int *p) {
#if __CUDA_ARCH__ >= 900
  WAIT();
#endif
  asm volatile("cp.async.wait_all;");
}
""",
    )
    hipify(".", "--rename-files")
    assert hipify("--diff", ".", "-q").data == b""
