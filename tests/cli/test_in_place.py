"""`hipify-py PATH`: files are replaced in one step and stay what they were in all but their content."""

from __future__ import annotations

import os
import pty
import stat
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Git, Hipify, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = b"#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"


def test_converts_and_says_how_to_undo(hipify: Hipify, write: Write) -> None:
    file = write("src/a.cu")
    ran = hipify("src")
    assert (ran.code, ran.out, file.read_bytes()) == (0, "", HIP)
    assert "converted 1 of 1 file" in ran.err
    assert "to undo this run: hipify-py undo\n" in ran.err


def test_a_second_run_changes_nothing(hipify: Hipify, write: Write) -> None:
    file = write("a.cu")
    hipify(".")
    before = file.stat()
    assert "converted 0 of 1 file" in hipify(".").err
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("mode", [0o755, 0o640, 0o600, 0o4755])
def test_the_mode_is_kept(hipify: Hipify, write: Write, mode: int) -> None:
    file = write("a.cu", mode=mode)
    assert hipify("a.cu").code == 0
    assert (stat.S_IMODE(file.stat().st_mode), file.read_bytes()) == (mode, HIP)


def test_the_file_is_replaced_not_rewritten(hipify: Hipify, write: Write) -> None:
    file = write("a.cu")
    with file.open("rb") as reader:
        hipify("a.cu")
        assert reader.read() == CUDA
    assert [path.name for path in file.parent.iterdir()] == ["a.cu"]


def test_a_link_as_argument_is_followed_and_stays_a_link(hipify: Hipify, write: Write, tree: Path) -> None:
    file, link = write("elsewhere/real.cu"), tree / "link.cu"
    link.symlink_to("elsewhere/real.cu")
    assert hipify("link.cu").code == 0
    assert (link.is_symlink(), file.read_bytes()) == (True, HIP)
    assert hipify("undo").code == 0
    assert (link.is_symlink(), file.read_bytes()) == (True, CUDA)


def test_a_link_as_argument_keeps_its_name(hipify: Hipify, write: Write, tree: Path) -> None:
    write("elsewhere/real.cu")
    (tree / "link.cu").symlink_to("elsewhere/real.cu")
    assert hipify("--rename-files", "link.cu").code == 0
    assert (tree / "link.cu").is_symlink()
    assert (tree / "link.cu").read_bytes() == HIP


def test_a_link_out_of_the_tree_is_noted_and_not_followed(hipify: Hipify, write: Write, tree: Path) -> None:
    outside, folder = write("outside/x.cu"), write("lib/y.cu").parent
    write("src/a.cu")
    (tree / "src/x.cu").symlink_to(outside)
    (tree / "src/lib").symlink_to(folder)
    ran = hipify("src")
    assert ran.code == 0
    assert (outside.read_bytes(), (folder / "y.cu").read_bytes()) == (CUDA, CUDA)
    assert "src/x.cu: skipped, as it links to outside of the tree" in ran.err
    assert "src/lib: skipped, as it links to outside of the tree" in ran.err


def test_a_link_in_the_tree_is_converted_once(hipify: Hipify, write: Write, tree: Path) -> None:
    file = write("src/deep/a.cu")
    (tree / "src/b.cu").symlink_to("deep/a.cu")
    (tree / "src/again").symlink_to("deep")
    (tree / "src/deep/up").symlink_to("..")
    ran = hipify("-v", "src")
    assert "converted 1 of 1 file" in ran.err
    assert ran.err.count("converted src/") == 1
    assert file.read_bytes() == HIP


def test_both_names_of_a_hard_linked_file_are_converted(hipify: Hipify, write: Write, tree: Path) -> None:
    first, second = write("a.cu"), tree / "b.cu"
    second.hardlink_to(first)
    assert hipify(".").code == 0
    assert (first.read_bytes(), second.read_bytes()) == (HIP, HIP)
    assert hipify("undo").code == 0
    assert (first.read_bytes(), second.read_bytes()) == (CUDA, CUDA)


NAMES = [
    "with space.cu",
    "grün-核.cu",
    "new\nline.cu",
    "tab\there.cu",
    os.fsdecode(b"not-\xff-utf8.cu"),
    "x" * 250 + ".cu",
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_any_name_a_file_can_have(hipify: Hipify, write: Write, name: str) -> None:
    file = write(name)
    ran = hipify("-v", ".")
    assert (ran.code, file.read_bytes()) == (0, HIP)
    assert len([line for line in ran.err.splitlines() if line.startswith("converted ")]) == 2
    assert hipify("undo").code == 0
    assert file.read_bytes() == CUDA


def test_a_name_that_looks_like_an_option(hipify: Hipify, write: Write) -> None:
    file = write("-v.cu")
    assert hipify("--", "-v.cu").code == 0
    assert file.read_bytes() == HIP


@pytest.mark.parametrize(
    "paths", [("a.cu", "a.cu"), (".", "."), (".", "sub"), ("sub", "."), ("sub/b.cu", "sub", "./sub/b.cu")]
)
def test_what_is_named_twice_is_converted_once(hipify: Hipify, write: Write, paths: tuple[str, ...]) -> None:
    write("a.cu")
    write("sub/b.cu")
    ran = hipify("-v", *paths)
    lines = [line for line in ran.err.splitlines() if line.startswith("converted ") and line.endswith(".cu")]
    assert ran.code == 0
    assert len(lines) == (2 if "." in paths else 1)


def _commit(git: Git) -> None:
    git("add", "-A")
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "all")


def test_files_that_were_not_committed_are_named(hipify: Hipify, write: Write, git: Git, tree: Path) -> None:
    write("a.cu", CUDA)
    write("b.cu", CUDA)
    _commit(git)
    write("b.cu", CUDA + b"int b;\n")
    ran = hipify(".")
    assert "had uncommitted changes before this run: b.cu; undo reverts" in ran.err
    hipify("undo")
    assert (tree / "b.cu").read_bytes() == CUDA + b"int b;\n"


def test_nothing_is_said_where_all_is_committed(hipify: Hipify, write: Write, git: Git) -> None:
    write("a.cu", CUDA)
    _commit(git)
    assert "not committed" not in hipify(".").err


def test_only_what_is_committed_is_converted_if_asked(hipify: Hipify, write: Write, git: Git, tree: Path) -> None:
    write("a.cu", CUDA)
    ran = hipify("--require-clean", ".")
    assert (ran.code, (tree / "a.cu").read_bytes()) == (2, CUDA)
    assert "--require-clean: uncommitted changes in a.cu; commit or stash them first" in ran.err
    _commit(git)
    assert hipify("--require-clean", ".").code == 0


def test_build_files_are_files_to_be_converted(hipify: Hipify, write: Write, git: Git) -> None:
    write("a.cu", CUDA)
    build, image = write("CMakeLists.txt", b"project(a CUDA)\n"), write("Dockerfile", b"FROM ubuntu\n")
    _commit(git)
    for file in (build, image):
        file.write_bytes(file.read_bytes() + b"# mine\n")
    assert "uncommitted changes in CMakeLists.txt; commit" in hipify("--require-clean", ".").err
    assert "had uncommitted changes before this run: CMakeLists.txt; undo" in hipify(".").err
    hipify("undo")
    assert "--require-clean" not in hipify("--require-clean", "--no-build", ".").err


def test_outside_of_git_nothing_is_clean(hipify: Hipify, write: Write) -> None:
    write("a.cu", CUDA)
    ran = hipify("--require-clean", "a.cu")
    assert (ran.code, "is not in a git work tree" in ran.err) == (2, True)


# Redirected output


@pytest.mark.parametrize(
    ("out", "err", "refused"),
    [
        ("file", "terminal", "file"),
        ("file", "pipe", "file"),
        ("pipe", "terminal", "pipe"),
        ("pipe", "pipe", ""),
        ("file", "another file", ""),
    ],
)
def test_output_that_is_expected_elsewhere(command: Hipify, write: Write, out: str, err: str, refused: str) -> None:
    file = write("a.cu")
    ours, theirs = pty.openpty()
    with Path("a.hip").open("wb") as first, Path("log").open("wb") as second:
        streams = {"file": first, "another file": second, "pipe": subprocess.PIPE, "terminal": theirs}
        ran = command("a.cu", stdout=streams[out], stderr=streams[err])
    os.close(theirs)
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        told = ran.err or (terminal.read(1000).decode() if err == "terminal" else Path("log").read_text("utf-8"))
    is_refused = f"standard output is a {refused}, but a.cu is converted in place" in told
    assert (is_refused, file.read_bytes() == CUDA) == (bool(refused), bool(refused))


def test_input_that_is_not_named(command: Hipify) -> None:
    reader, writer = os.pipe()
    os.close(writer)
    ran = command(stdin=reader)
    os.close(reader)
    assert (ran.code, ran.err) == (2, "error: name what to convert; `-` is standard input (see hipify-py --help)\n")
