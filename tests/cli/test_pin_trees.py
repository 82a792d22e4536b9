"""`hipify-py pin`: two instrumented trees, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py import helpers
from hipify_py.run import app

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

CUDA = b"""#include <cuda_runtime.h>
__global__ void scale(float *x);
void run(float *x) { scale<<<1, 64>>>(x); cudaFree(x); }
"""
LAUNCH = b'(hipify_pin_begin(HIPIFY_PIN_SITE("launch", "sub/a.cu", 3, "scale", 0), 1), scale<<<'


@pytest.fixture
def source(write: Write) -> None:
    write("src/sub/a.cu", CUDA)
    write("src/Makefile", b"all:\n\tnvcc sub/a.cu\n")


@pytest.mark.usefixtures("source")
def test_both_trees(hipify: Hipify, tree: Path) -> None:
    ran = hipify("pin", "src", "-o", "out")
    assert ran.code == 0
    assert "out/cuda: 1 launch, 1 free recorded in 1 file" in ran.err
    assert "--verify" not in ran.out + ran.err
    for side, free in (("cuda", b"cudaFree("), ("hip", b"hipFree(")):
        text = (tree / "out" / side / "sub/a.cu").read_bytes()
        assert LAUNCH in text
        assert free in text
        assert b'#include "../hipify_pin.hpp"' in text
        assert (tree / "out" / side / "hipify_pin.hpp").read_text() == helpers.pin_header()
    assert (tree / "out/cuda/Makefile").read_bytes() == (tree / "src/Makefile").read_bytes()
    assert b"hipcc" in (tree / "out/hip/Makefile").read_bytes()


@pytest.mark.usefixtures("source")
def test_again_writes_what_changed_and_nothing_of_others(hipify: Hipify, tree: Path, write: Write) -> None:
    assert hipify("pin", "src", "-o", "out").code == 0
    write("src/sub/a.cu", CUDA.replace(b"64", b"32"))
    assert hipify("pin", "src", "-o", "out").code == 0
    assert b"block(32)" in (tree / "out/cuda/sub/a.cu").read_bytes()
    (tree / "out/cuda/sub/a.cu").write_bytes(b"mine")
    ran = hipify("pin", "src", "-o", "out")
    assert ran.code == 2
    assert "out/cuda/sub/a.cu exists and was not written by hipify-py, or was edited since" in ran.err
    assert (tree / "out/cuda/sub/a.cu").read_bytes() == b"mine"


@pytest.mark.usefixtures("source")
@pytest.mark.parametrize("code", [2, 130])
def test_a_run_that_failed_or_was_stopped_goes_no_further(
    hipify: Hipify, tree: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "process_paths", lambda *_given: code)
    ran = hipify("pin", "src", "-o", "out")
    assert ran.code == code
    assert "out/cuda: not written, as not all of the HIP tree was" in ran.err
    assert not (tree / "out/cuda").exists()


def test_names_of_files_that_are_no_utf_8(hipify: Hipify, tree: Path) -> None:
    (tree / "src").mkdir()
    (tree / "src" / os.fsdecode(b"a\xff.cu")).write_bytes(CUDA)
    assert hipify("pin", "src", "-o", "out").code == 0
    for side in ("cuda", "hip"):
        assert rb'"launch", "a\377.cu", 3, ' in (tree / "out" / side / os.fsdecode(b"a\xff.cu")).read_bytes()


@pytest.mark.usefixtures("source")
def test_a_port_in_place_of_a_conversion(hipify: Hipify, tree: Path, write: Write) -> None:
    write("port/sub/a.cu", b"// by hand\n" + CUDA.replace(b"cuda", b"hip"))
    assert hipify("pin", "src", "--port", "port", "-o", "out").code == 0
    made = (tree / "out/hip/sub/a.cu").read_bytes()
    assert made.startswith(b"// by hand\n")
    assert LAUNCH.replace(b", 3,", b", 4,") in made


def test_sources_of_c_and_what_is_not_recorded(hipify: Hipify, tree: Path, write: Write) -> None:
    write("src/a.c", b"#include <cuda_runtime.h>\nvoid f(void *x) { cudaFree(x); }\n")
    write("src/a.h", b"static inline void g(void *x) { cudaFree(x); }\n")
    write("src/b.cu", b"template <class... A> void h(A... a) { k<<<1, 1>>>(f(a)...); }\n")
    ran = hipify("pin", "src", "-o", "out", "-v")
    assert "src/b.cu:1: f(a)... is not recorded: it is more than the name of a parameter pack" in ran.err
    for name in ("a.c", "a.h"):
        assert b"hipify_pin" not in (tree / "out/cuda" / name).read_bytes()


@pytest.mark.usefixtures("source")
@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("src",), "pin requires -o DIR: it writes DIR/cuda and DIR/hip, and leaves the source unchanged"),
        (("-", "-o", "out"), "pin reads files and directories, not standard input"),
        (("src", "-o", "src/out"), "-o src/out: is inside the source src; choose a directory outside of it"),
        (("src", "-o", "out", "--port", "none"), "--port none: not a directory"),
        (("src", "-o", "out", "--tolerance", "f32=1"), "--tolerance is for `hipify-py pin compare`"),
        (("compare", "a"), "pin compare takes two files: hipify-py pin compare cuda.pin hip.pin"),
        (("compare", "a", "b"), "a: no such file or directory"),
        (("compare", "a", "b", "--format", "sarif"), "--format: a comparison is written as full, json, html, not as"),
        (("compare", "a", "b", "--tolerance", "f33=1"), "--tolerance: 'f33=1' names no type"),
        (
            ("compare", "a", "b", "-o", "out"),
            "-o and --port are for instrumenting; write a comparison with --format html:FILE",
        ),
    ],
)
def test_refused(hipify: Hipify, tree: Path, arguments: tuple[str, ...], error: str) -> None:
    ran = hipify("pin", *arguments)
    assert ran.code == 2
    assert ran.only_error.startswith(error)
    assert not (tree / "out").exists()
