"""`-o DIR`: the converted tree is written elsewhere, the source stays, and nobody's files in DIR are lost."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Take, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = b"#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"


@pytest.mark.parametrize("slash", ["", "/"])
def test_a_directory(hipify: Hipify, write: Write, tree: Path, snapshot: Take, slash: str) -> None:
    write("src/a.cu", mode=0o755)
    write("src/sub/b.h", b"int plain;\n", 0o640)
    write("src/sub/run.sh", b"#!/bin/sh\n", 0o755)
    (tree / "src/sub/link.sh").symlink_to("run.sh")
    (tree / "src/again").symlink_to("sub")
    before = snapshot(tree / "src")
    assert hipify("src" + slash, "-o", "new/out" + slash).code == 0
    assert snapshot(tree / "src") == before
    assert snapshot(tree / "new/out") == {**before, "a.cu": (0o755, HIP)}


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (("p/src", "p/lib"), {"src/a.cu", "src/sub/b.cu", "lib/c.cu"}),
        (("p/src/a.cu",), {"a.cu"}),
        (("p/src/a.cu", "p/lib/c.cu"), {"src/a.cu", "lib/c.cu"}),
        (("p/src/sub", "p/src/a.cu"), {"sub/b.cu", "a.cu"}),
        (("p/../p/./src", "p/src/sub"), {"a.cu", "sub/b.cu"}),
    ],
)
def test_the_layout(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take, paths: tuple[str, ...], names: set[str]
) -> None:
    for name in ("p/src/a.cu", "p/src/sub/b.cu", "p/lib/c.cu"):
        write(name)
    assert hipify(*paths, "-o", "out").code == 0
    assert set(snapshot(tree / "out")) == names
    assert {content for _mode, content in snapshot(tree / "out").values()} == {HIP}


def test_no_copy_writes_only_what_is_converted(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    for name, data in (("a.cu", CUDA), ("b.h", b"int plain;\n"), ("c.txt", b"text\n")):
        write(f"src/{name}", data)
    assert hipify("src", "-o", "out", "--no-copy").code == 0
    assert snapshot(tree / "out") == {"a.cu": (0o644, HIP)}


def test_renamed_files(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("src/a.cu", b'#include "b.cuh"\n')
    write("src/b.cuh", b"int plain;\n")
    assert hipify("src", "-o", "out", "--rename-files").code == 0
    assert snapshot(tree / "out") == {"a.hip": (0o644, b'#include "b.hip.h"\n'), "b.hip.h": (0o644, b"int plain;\n")}


def test_two_sources_never_become_one_file(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cu")
    write("src/a.hip", b"mine\n")
    ran = hipify("src", "-o", "out", "--rename-files", "--force")
    assert (ran.code, (tree / "out/a.cu").read_bytes(), (tree / "out/a.hip").read_bytes()) == (2, HIP, b"mine\n")
    assert ran.only_error == "src/a.cu: not renamed: a.hip exists"


@pytest.mark.parametrize(
    ("source", "output"),
    [
        ("src", "src"),
        ("src", "src/out"),
        ("src/", "src/sub/"),
        ("src", "./x/../src/sub/new"),
        (".", "out"),
        ("src", "alias"),
        ("alias", "src/out"),
        ("src", "alias/out"),
        ("src/a.cu", "src"),
        ("src/a.cu", "src/."),
        ("src/a.cu", "alias"),
        ("src/a.cu", "src/a.cu"),
        ("src/a.cu", "src/a.cu/x"),
    ],
)
def test_output_in_the_source_is_refused(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take, source: str, output: str
) -> None:
    write("src/a.cu")
    write("src/sub/b.cu")
    (tree / "alias").symlink_to("src")
    before = snapshot(tree)
    assert hipify(source, "-o", output, "--force").error.startswith(f"-o {Path(output)}")
    assert snapshot(tree) == before


def test_links_in_the_output_never_lead_back_to_the_source(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take
) -> None:
    write("src/a.cu")
    write("src/sub/b.cu")
    (tree / "out").mkdir()
    (tree / "out/a.cu").symlink_to("../src/a.cu")
    (tree / "out/sub").symlink_to("../src/sub")
    before = snapshot(tree / "src")
    ran = hipify("src", "-o", "out", "--force")
    assert (ran.code, snapshot(tree / "src")) == (2, before)
    assert "out/sub is a link; hipify-py does not read or write through links" in ran.only_error
    assert ((tree / "out/a.cu").is_symlink(), (tree / "out/a.cu").read_bytes()) == (False, HIP)


def test_a_foreign_file_is_kept_and_named(hipify: Hipify, write: Write) -> None:
    write("src/a.cu")
    write("src/b.cu")
    foreign, bystander = write("out/a.cu", b"mine\n"), write("out/notes.txt", b"mine too\n")
    ran = hipify("src", "-o", "out")
    assert (ran.code, foreign.read_bytes()) == (2, b"mine\n")
    assert ran.only_error.startswith("src/a.cu: out/a.cu exists and was not written by hipify-py, or was edited since")
    assert ran.only_error.endswith("; use --force to overwrite it")
    assert hipify("src", "-o", "out", "--force").code == 0
    assert (foreign.read_bytes(), bystander.read_bytes()) == (HIP, b"mine too\n")


@pytest.mark.parametrize("force", [False, True])
def test_a_directory_or_pipe_in_the_way(hipify: Hipify, write: Write, tree: Path, force: bool) -> None:
    write("src/a.cu")
    write("src/b.cu")
    write("out/a.cu/keep", b"mine\n")
    os.mkfifo(tree / "out/b.cu")
    assert hipify("src", "-o", "out", *["--force"] * force).code == 2
    assert (tree / "out/a.cu/keep").read_bytes() == b"mine\n"
    assert (tree / "out/b.cu").is_file() == force


def test_running_again_over_our_own_output(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cu")
    write("src/n.txt", b"one\n", 0o444)
    (tree / "src/link").symlink_to("n.txt")
    outside = write("elsewhere.txt", b"one\n")
    (tree / "src/outside").symlink_to(outside)
    assert hipify("src", "-o", "out").code == 0
    write("src/a.cu", CUDA + b"cudaMalloc(0, 0);\n")
    write("src/n.txt", b"two\n")
    outside.write_bytes(b"two\n")
    (tree / "src/link").unlink()
    (tree / "src/link").symlink_to("a.cu")
    ran = hipify("src", "-o", "out")
    assert (ran.code, ran.out) == (0, "")
    assert (tree / "out/a.cu").read_bytes() == HIP + b"hipMalloc(0, 0);\n"
    assert [(tree / "out" / name).read_bytes() for name in ("n.txt", "outside")] == [b"two\n", b"two\n"]
    assert (tree / "out/link").readlink() == Path("a.cu")


def test_what_stays_the_same_is_not_written_again(hipify: Hipify, write: Write, tree: Path) -> None:
    """So that a build of the output makes again what has changed."""
    write("src/a.cu")
    write("src/b.cu")
    write("src/n.txt", b"one\n")
    assert hipify("src", "-o", "out").code == 0
    for path in (tree / "out").iterdir():
        os.utime(path, (1, 1))
    write("src/b.cu", CUDA + b"cudaMalloc(0, 0);\n")
    (tree / "src/n.txt").chmod(0o755)
    assert hipify("src", "-o", "out").code == 0
    assert {path.name for path in (tree / "out").iterdir() if path.stat().st_mtime == 1} == {"a.cu"}
    assert (tree / "out/n.txt").stat().st_mode & 0o777 == 0o755


def test_edited_output_is_not_overwritten(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cu")
    hipify("src", "-o", "out")
    (tree / "out/a.cu").write_bytes(b"tuned by hand\n")
    assert hipify("src", "-o", "out").code == 2
    assert (tree / "out/a.cu").read_bytes() == b"tuned by hand\n"


def test_a_damaged_memory_only_asks_again(hipify: Hipify, write: Write, tree: Path, state: Path) -> None:
    write("src/a.cu")
    hipify("src", "-o", "out")
    (memory,) = state.rglob("written.jsonl")
    memory.write_bytes(b"\xff[")
    write("src/a.cu", CUDA + b"\n")
    ran = hipify("src", "-o", "out")
    assert (ran.code, (tree / "out/a.cu").read_bytes()) == (2, HIP)


def test_a_link_out_of_the_tree_leads_to_the_same_place_and_is_noted(hipify: Hipify, write: Write, tree: Path) -> None:
    """Its content is none of the tree's: a copy could take with it what only the user may read."""
    outside = write("outside/x.cu")
    (tree / "src").mkdir()
    (tree / "src/x.cu").symlink_to("../outside/x.cu")
    write("src/a.cu")
    ran = hipify("src", "-o", "new/out")
    assert (ran.code, (tree / "new/out/x.cu").readlink()) == (0, outside)
    assert "src/x.cu: skipped, as it links to outside of the tree" in ran.err


def test_an_output_that_cannot_be(hipify: Hipify, write: Write) -> None:
    write("src/a.cu")
    write("file", b"")
    assert "-o file: neither a directory nor the name of a source, such as x.hip" in hipify("src", "-o", "file").error
    assert "-o file/deeper: not a directory" in hipify("src", "-o", "file/deeper").error


@pytest.mark.parametrize(
    ("source", "output", "instead"),
    [("top/src", "top", "top/src-hip"), ("top/src", ".", "src-hip"), ("top/../top", "top/..", "top/../top-hip")],
)
def test_a_tree_is_not_scattered_among_the_files_above_it(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take, source: str, output: str, instead: str
) -> None:
    write("top/src/a.cu")
    before = snapshot(tree)
    error = hipify(source, "-o", output, "--force").error
    assert error.startswith(
        f"-o {output}: contains the source {source}; choose a directory of its own, such as {instead}"
    )
    assert snapshot(tree) == before
    assert hipify("top/src/a.cu", "-o", "top").code == 0
    assert (tree / "top/a.cu").read_bytes() == HIP


def test_what_cannot_be_written_is_named(hipify: Hipify, write: Write, tree: Path) -> None:
    source = write("src/a.cu")
    assert hipify("src", "-o", "out").code == 0
    (tree / "out/a.cu").chmod(0o444)
    source.write_bytes(CUDA + CUDA)
    refused = "src/a.cu: cannot write out/a.cu: read-only; chmod u+w it first"
    assert hipify("src", "-o", "out").only_error == refused
    assert hipify("src/a.cu", "-o", "/proc/x.hip").only_error.startswith("src/a.cu: cannot write /proc/x.hip: ")


def test_a_run_without_files_makes_no_directory(hipify: Hipify, tree: Path) -> None:
    assert "missing: no such file" in hipify("missing", "-o", "out").only_error
    assert not (tree / "out").exists()


def test_one_delivery_at_a_time(hipify: Hipify, write: Write) -> None:
    file = write("a.cu")
    for options in (("--diff", "--check"), ("--diff", "-o", "out"), ("--check", "-o", "out")):
        assert "are mutually exclusive" in hipify("a.cu", *options).error
    assert file.read_bytes() == CUDA


@pytest.mark.parametrize("options", [(), ("--force",), ("--force", "--no-copy"), ("--force", "--rename-files")])
def test_no_file_of_the_source_is_written_over(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take, options: tuple[str, ...]
) -> None:
    """A directory of the source may have the name that leads back into it."""
    write("x/src/src/a.cu", b"void one() { cudaFree(0); }\n")
    write("x/src/a.cu")
    before = snapshot(tree)
    error = hipify("x/src/a.cu", "x/src/src/a.cu", "-o", "x", *options).error
    assert "-o x" in error
    assert snapshot(tree) == before
    error = hipify("x/src", "-o", "x", *options).error
    assert error.startswith("-o x: contains the source x/src")
    assert snapshot(tree) == before


def test_a_file_that_is_a_source_by_another_name(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    source = write("src/a.cu")
    (tree / "out").mkdir()
    os.link(source, tree / "out/a.cu")
    write("src/b.cu")
    before = snapshot(tree)
    assert "-o out: out/a.cu is a source file" in hipify("src", "-o", "out", "--force").error
    assert snapshot(tree) == before
    os.link(source, tree / "out/hipify_ptx.hpp")
    (tree / "out/a.cu").unlink()
    write("src/b.cu", b'__device__ void f(int& r, int x) { asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x)); }\n')
    assert "out/hipify_ptx.hpp is a source file" in hipify("src", "-o", "out", "--force").only_error
    assert source.read_bytes() == CUDA


# One source to one file


def test_one_source_to_a_file(hipify: Hipify, write: Write, tree: Path) -> None:
    source = write("src/a.cu")
    assert hipify("src/a.cu", "-o", "src/b.hip").code == 0
    assert (source.read_bytes(), (tree / "src/b.hip").read_bytes()) == (CUDA, HIP)
    ran = hipify("src/a.cu", "-o", "new/dir/c.cpp")
    assert (ran.code, (tree / "new/dir/c.cpp").read_bytes()) == (0, HIP)
    assert "hipify-py --verify src/a.cu -o new/dir/c.cpp" in ran.err
    assert hipify("src/b.hip", "-o", "same.hip").code == 0
    assert (tree / "same.hip").read_bytes() == HIP  # nothing to convert


def test_headers_of_ours_lie_beside_the_file(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu", b'__device__ void f(int& r, int x) { asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x)); }\n')
    assert hipify("a.cu", "-o", "out/a.hip").code == 0
    assert {path.name for path in (tree / "out").iterdir()} == {"a.hip", "hipify_ptx.hpp"}
    assert b'#include "hipify_ptx.hpp"' in (tree / "out/a.hip").read_bytes()


def test_a_file_that_somebody_edited_is_not_overwritten(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu")
    hipify("a.cu", "-o", "a.hip")
    assert hipify("a.cu", "-o", "a.hip").code == 0
    (tree / "a.hip").write_bytes(b"mine")
    assert "a.hip exists and was not written by hipify-py, or was edited" in hipify("a.cu", "-o", "a.hip").only_error
    assert (tree / "a.hip").read_bytes() == b"mine"
    assert hipify("a.cu", "-o", "a.hip", "--force").code == 0
    assert (tree / "a.hip").read_bytes() == HIP


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.cu", "-o", "a.cu"), "-o a.cu: a.cu is a source file; choose another file"),
        (("a.cu", "-o=out"), "-o=out: put a space between -o and its value: -o out"),
        (("a.cu", "b.cu", "-o", "c.hip"), "-o c.hip: is the name of a source, but PATH is not one source"),
        ((".", "-o", "c.hip"), "-o c.hip: is the name of a source, but PATH is not one source"),
    ],
)
def test_what_cannot_be_written_to(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take, arguments: tuple[str, ...], message: str
) -> None:
    write("a.cu")
    write("b.cu")
    before = snapshot(tree)
    assert hipify(*arguments).error.startswith(message)
    assert snapshot(tree) == before


def test_standard_output_that_would_stay_empty(write: Write, tree: Path, command: Hipify) -> None:
    """A converter that prints is called so."""
    source = write("a.cu")
    with (tree / "a.hip").open("wb") as out:
        assert "`-o FILE`" in command("a.cu", stdout=out).only_error
    assert source.read_bytes() == CUDA
    with (tree / "log.txt").open("wb") as out:
        assert command("a.cu", stdout=out, stderr=out).code == 0
    assert source.read_bytes() == HIP
