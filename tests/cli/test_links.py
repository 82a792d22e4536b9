"""Nothing outside of the paths named is read as theirs or written, wherever links lead, and whenever they appear."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.file.marks import PTX_HEADER
from hipify_py.run.discover import File
from hipify_py.run.task import Content, Reader
from hipify_py.system import disk

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Start, Take, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = b"#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"
PTX = b'__device__ void f(int& r, int x) { asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x)); }\n'
# Of a file that takes a while.
TIMES = 300
Swap = Callable[[], None]


@pytest.fixture
def before_reading(monkeypatch: pytest.MonkeyPatch) -> Callable[[Swap], None]:
    """Something that happens when files are found and not read yet."""
    return lambda swap: _around_work(monkeypatch, swap, lambda: None)


@pytest.fixture
def before_writing(monkeypatch: pytest.MonkeyPatch) -> Callable[[Swap], None]:
    """Something that happens when a file is read and not written yet."""
    return lambda swap: _around_work(monkeypatch, lambda: None, swap)


def _around_work(monkeypatch: pytest.MonkeyPatch, before: Swap, after: Swap) -> None:
    read = Reader.read

    def slow(reader: Reader, file: File) -> Content:
        before()
        content = read(reader, file)
        after()
        return content

    monkeypatch.setattr(Reader, "read", slow)


@pytest.fixture(params=[True, False], ids=["by directories", "by paths"])
def _how(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the calls that Windows lacks, and without."""
    monkeypatch.setattr(disk, "HAS_DIRECTORY_FDS", request.param)


@pytest.mark.usefixtures("_how")
@pytest.mark.parametrize("options", [(), ("-o", "out")], ids=["in place", "tree"])
def test_without_any_link(hipify: Hipify, write: Write, tree: Path, options: tuple[str, ...], snapshot: Take) -> None:
    write("src/deep/a.cu")
    write("src/k.cuh", PTX)
    before = snapshot(tree / "src")
    assert hipify("src", "--rename-files", *options).code == 0
    assert set(snapshot(tree / (options or ("", "src"))[1])) == {"deep/a.hip", "k.hip.h", PTX_HEADER}
    assert options or hipify("undo").code == 0
    assert snapshot(tree / "src") == before


@pytest.mark.usefixtures("_how")
@pytest.mark.parametrize("options", [(), ("-o", "out")], ids=["in place", "tree"])
def test_a_file_that_becomes_a_link_before_it_is_read(
    hipify: Hipify, write: Write, before_reading: Callable[[Swap], None], options: tuple[str, ...], tree: Path
) -> None:
    file, secret = write("src/a.cu"), write("secret.cu")

    def swap() -> None:
        file.unlink()
        file.symlink_to(secret)

    before_reading(swap)
    assert hipify("src", *options).only_error == "src/a.cu: a link, not a regular file"
    assert (secret.read_bytes(), (tree / "out/a.cu").exists()) == (CUDA, False)


@pytest.mark.usefixtures("_how")
def test_a_file_that_becomes_a_link_before_it_is_written(
    hipify: Hipify, write: Write, before_writing: Callable[[Swap], None]
) -> None:
    file, victim = write("src/a.cu"), write("victim.cu")

    def swap() -> None:
        file.unlink()
        file.symlink_to(victim)

    before_writing(swap)
    assert hipify("src").only_error == "src/a.cu: a link, not a regular file"
    assert (victim.read_bytes(), file.is_symlink()) == (CUDA, True)


@pytest.mark.usefixtures("_how")
@pytest.mark.parametrize("moment", ["before_reading", "before_writing"])
@pytest.mark.parametrize("part", ["src/deep", "src"])
def test_a_directory_that_becomes_a_link(
    hipify: Hipify, write: Write, tree: Path, moment: str, part: str, request: pytest.FixtureRequest
) -> None:
    write("src/deep/a.cu")
    victim = write("victim/deep/a.cu" if part == "src" else "victim/a.cu")

    def swap() -> None:
        (tree / part).rename(tree / "old")
        (tree / part).symlink_to(tree / "victim")

    request.getfixturevalue(moment)(swap)
    error = hipify("src").only_error
    assert error.startswith("src/deep/a.cu: ")
    assert error.endswith("hipify-py does not read or write through links")
    assert victim.read_bytes() == CUDA


CMAKE = b"cmake_minimum_required(VERSION 3.21)\nproject(mine LANGUAGES CUDA)\n"
FOR_HIP = CMAKE.replace(b"CUDA", b"HIP")


@pytest.mark.parametrize("options", [(), ("-o", "out")], ids=["in place", "tree"])
def test_a_build_file_by_the_name_of_a_link_alone(
    hipify: Hipify, write: Write, tree: Path, options: tuple[str, ...]
) -> None:
    file = write("src/Lists-gpu.txt", CMAKE)
    link = tree / "src/CMakeLists.txt"
    link.symlink_to("Lists-gpu.txt")
    assert hipify("src", *options).code == 0
    assert (tree / ("out" if options else "src") / "CMakeLists.txt").read_bytes() == FOR_HIP
    assert (link.is_symlink(), file.read_bytes()) == (True, CMAKE if options else FOR_HIP)
    assert options or (hipify("src").code, file.read_bytes()) == (0, FOR_HIP)
    assert options or hipify("undo").code == 0
    assert file.read_bytes() == CMAKE


def test_a_build_file_by_a_link_in_another_folder(hipify: Hipify, write: Write, tree: Path) -> None:
    file = write("src/lists/gpu.txt", CMAKE)
    write("src/sub/a.cu")
    (tree / "src/sub/CMakeLists.txt").symlink_to("../lists/gpu.txt")
    assert hipify("src").code == 0
    assert file.read_bytes() == FOR_HIP
    assert hipify("undo").code == 0
    assert file.read_bytes() == CMAKE


def test_a_build_file_that_links_to_outside(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cu")
    outside = write("other/CMakeLists.txt", CMAKE)
    (tree / "src/CMakeLists.txt").symlink_to(outside)
    assert "src/CMakeLists.txt: skipped, as it links to outside of the tree" in hipify("src").err
    assert outside.read_bytes() == CMAKE


def test_what_is_no_file_by_the_name_of_a_source_is_told(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cu")
    os.mkfifo(tree / "src/b.cu")
    os.mkfifo(tree / "src/b.txt")
    ran = hipify("src", "-o", "out")
    assert ran.code == 0
    assert "src/b.cu: skipped, as it is a pipe, not a regular file" in ran.err
    assert "b.txt" not in ran.err


def test_an_excluded_file_with_a_link_for_a_build(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cu")
    file = write("src/Lists-gpu.txt", CMAKE)
    (tree / "src/CMakeLists.txt").symlink_to("Lists-gpu.txt")
    assert hipify("src", "--exclude", "Lists-*").code == 0
    assert file.read_bytes() == CMAKE


def test_another_file_of_the_same_size_and_time(
    hipify: Hipify, write: Write, before_writing: Callable[[Swap], None]
) -> None:
    file = write("a.cu")
    status = file.stat()

    def swap() -> None:
        other = write("b", CUDA.replace(b"0", b"1"))
        os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
        other.replace(file)

    before_writing(swap)
    assert "changed by another program" in hipify("a.cu").only_error
    assert file.read_bytes() == CUDA.replace(b"0", b"1")


def test_a_file_that_becomes_a_pipe(hipify: Hipify, write: Write, before_reading: Callable[[Swap], None]) -> None:
    file = write("a.cu")

    def swap() -> None:
        file.unlink()
        os.mkfifo(file)

    before_reading(swap)
    assert hipify("a.cu").only_error == "a.cu: a pipe, not a regular file"


@pytest.mark.parametrize("header", [(), ("--ptx-header", "src/inc/p.hpp")], ids=["beside", "named"])
def test_a_header_that_is_a_link(hipify: Hipify, write: Write, tree: Path, header: tuple[str, ...]) -> None:
    file, victim = write("src/a.cuh", PTX), write("victim", b"// hipify_ptx.hpp: as if it were ours\n")
    link = tree / (header[1] if header else f"src/{PTX_HEADER}")
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(victim)
    for dry in ((), ("--diff",)):
        assert (
            f"{link.name} is a link; choose another file with --ptx-header" in hipify("src", *header, *dry).only_error
        )
    assert (file.read_bytes(), victim.read_bytes()) == (PTX, b"// hipify_ptx.hpp: as if it were ours\n")


def test_a_link_that_is_named_may_lead_anywhere(hipify: Hipify, write: Write, tree: Path) -> None:
    file = write("elsewhere/deep/real.cuh", PTX)
    (tree / "link.cuh").symlink_to(file)
    (tree / "folder").symlink_to(file.parent)
    assert hipify("link.cuh").code == 0
    assert (tree / PTX_HEADER).exists()
    assert hipify("undo").code == 0
    assert (file.read_bytes(), (tree / PTX_HEADER).exists()) == (PTX, False)
    assert hipify("folder").code == 0
    assert file.with_name(PTX_HEADER).exists()
    assert hipify("undo", "folder").code == 0
    assert file.read_bytes() == PTX


def test_a_link_where_a_new_name_would_go(hipify: Hipify, write: Write, tree: Path) -> None:
    file = write("src/a.cu")
    (tree / "src/a.hip").symlink_to(tree / "victim")
    assert hipify("--rename-files", "src").only_error == "src/a.cu: not renamed: a.hip exists"
    assert (file.read_bytes(), (tree / "victim").exists()) == (HIP, False)


def test_links_in_the_output_lead_nowhere(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("src/sub/a.cu")
    write("src/b.cu")
    victims = [write("victim/a.cu", b"mine\n"), write("victim/b.cu", b"mine\n")]
    (tree / "out").mkdir()
    (tree / "out/sub").symlink_to(tree / "victim")
    (tree / "out/b.cu").symlink_to(victims[1])
    before = snapshot(tree / "victim")
    ran = hipify("src", "-o", "out", "--force")
    assert (ran.code, snapshot(tree / "victim")) == (2, before)
    assert ((tree / "out/b.cu").is_symlink(), (tree / "out/b.cu").read_bytes()) == (False, HIP)


@pytest.mark.parametrize("output", ["hip", "hip/deep", "sub/hip/deep", "hip/../new", "hip/.."])
@pytest.mark.parametrize("cwd", ["clone", "."])
@pytest.mark.parametrize("is_repository", [True, False])
def test_an_output_that_a_link_of_the_tree_leads_away(
    hipify: Hipify,
    write: Write,
    tree: Path,
    snapshot: Take,
    monkeypatch: pytest.MonkeyPatch,
    output: str,
    cwd: str,
    is_repository: bool,
) -> None:
    write("clone/src/a.cu")
    write("home/mine")
    write("clone/sub/b")
    (tree / "clone/hip").symlink_to("../home")
    (tree / "clone/sub/hip").symlink_to("../../home")
    if is_repository:
        (tree / "clone/.git").mkdir()
    before = snapshot(tree)
    monkeypatch.chdir(tree / cwd)
    output = output if cwd == "clone" else f"clone/{output}"
    source = "src" if cwd == "clone" else "clone/src"
    for option, path in (("-o", output), ("--ptx-header", f"{output}/p.hpp")):
        error = hipify(source, option, path).error
        assert error.startswith(f"{option} {path}: is a link, or behind one; give the path that it leads to")
    assert snapshot(tree) == before


def test_links_that_stay_in_their_directory_or_lie_above(
    hipify: Hipify, write: Write, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("real/clone/src/a.cu")
    (tree / "work").symlink_to("real")
    (tree / "real/clone/builds/1").mkdir(parents=True)
    (tree / "real/clone/latest").symlink_to("builds/1")
    (tree / "real/beside").symlink_to(tree)
    monkeypatch.chdir(tree / "real/clone")
    assert hipify("src", "-o", "../beside/far").code == 0
    assert (tree / "far/a.cu").read_bytes() == HIP
    assert hipify("src", "-o", "latest/hip").code == 0
    assert hipify("src", "-o", tree / "work/clone/out").code == 0
    assert (tree / "real/clone/builds/1/hip/a.cu").read_bytes() == HIP
    assert (tree / "real/clone/out/a.cu").read_bytes() == HIP


def _a_link(path: Path) -> None:
    path.symlink_to("../rules")


def _a_huge_file(path: Path) -> None:
    path.write_bytes(b"a.cu\n" * 300_000)


@pytest.mark.parametrize("make", [_a_link, os.mkfifo, _a_huge_file])
def test_ignore_files_that_are_not_read(hipify: Hipify, write: Write, tree: Path, make: Callable[[Path], None]) -> None:
    file = write("src/a.cu")
    write("rules", b"a.cu\n")
    make(tree / "src/.gitignore")
    ran = hipify("src")
    assert (ran.code, file.read_bytes()) == (0, HIP)
    assert ("src/.gitignore: ignored, as it is larger than 1 MB" in ran.err) == (make is _a_huge_file)


def test_a_repository_whose_directory_is_elsewhere(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("elsewhere/config", b"mine\n")
    write("src/.git", f"gitdir: {tree / 'elsewhere'}\n".encode())
    file = write("src/a.cu")
    before = snapshot(tree / "elsewhere")
    assert hipify("src").code == 0
    assert (snapshot(tree / "elsewhere"), file.read_bytes()) == (before, HIP)
    assert hipify("undo", "src").code == 0
    assert snapshot(tree / "elsewhere") == before


# Turns


@pytest.mark.slow
def test_two_runs_on_nested_trees_take_turns(start: Start, write: Write, tree: Path, hipify: Hipify) -> None:
    """The inner tree's run waits for the outer one's, and then finds its work done."""
    write("src/sub/a.cu", CUDA * TIMES)
    for number in range(60):
        write(f"src/{number:03}.cu", CUDA * TIMES)
    outer = start("-j1", "src")
    while HIP not in (tree / "src/003.cu").read_bytes():
        assert outer.poll() is None
        time.sleep(0.01)
    inner = start("src/sub")
    err = inner.communicate(timeout=60)[1].decode()
    assert outer.wait(timeout=60) == inner.returncode == 0
    assert err.startswith(f"waiting for another hipify-py run in {tree / 'src'}\n")
    assert "converted 0 of 1 file" in err
    assert hipify("undo").code == 0
    assert {path.read_bytes() for path in tree.rglob("*.cu")} == {CUDA * TIMES}


@pytest.mark.slow
def test_undo_waits_too(start: Start, write: Write, tree: Path) -> None:
    for number in range(60):
        write(f"src/{number:03}.cu", CUDA * TIMES)
    run = start("-j1", "src")
    while HIP not in (tree / "src/003.cu").read_bytes():
        assert run.poll() is None
        time.sleep(0.01)
    undo = start("undo", "src")
    err = undo.communicate(timeout=60)[1].decode()
    assert (run.wait(timeout=60), undo.returncode) == (0, 0)
    assert err == f"waiting for another hipify-py run in {tree / 'src'}\nrestored 60 files in {tree / 'src'}\n"
    assert {path.read_bytes() for path in tree.rglob("*.cu")} == {CUDA * TIMES}


@pytest.mark.slow
def test_runs_on_trees_beside_one_another_do_not_wait(start: Start, write: Write, tree: Path, hipify: Hipify) -> None:
    file = write("other/a.cu")
    for number in range(60):
        write(f"src/{number:03}.cu", CUDA * TIMES)
    run = start("-j1", "src")
    while HIP not in (tree / "src/003.cu").read_bytes():
        assert run.poll() is None
        time.sleep(0.01)
    assert hipify("other").err.startswith("converted 1 of 1 file")
    assert (run.poll(), file.read_bytes()) == (None, HIP)
    assert run.wait(timeout=60) == 0


@pytest.mark.usefixtures("_how")
@pytest.mark.parametrize("becomes", ["a link", "nothing"])
def test_a_directory_of_the_output_that_goes_midway(
    hipify: Hipify, write: Write, tree: Path, before_writing: Callable[[Swap], None], becomes: str
) -> None:
    """It was opened for the file before, and is not where the next one belongs."""
    for name in ("a.cu", "b.cu"):
        write(f"src/in/{name}")
    (tree / "other").mkdir()

    def swap() -> None:
        if (tree / "out/in/a.cu").exists():
            (tree / "out/in").rename(tree / "moved")
            if becomes == "a link":
                (tree / "out/in").symlink_to(tree / "other")

    before_writing(swap)
    ran = hipify("src", "-o", "out")
    assert [path.name for path in (tree / "moved").iterdir()] == ["a.cu"]
    assert not any((tree / "other").iterdir())
    if becomes == "a link":
        assert "is a link; hipify-py does not read or write through links" in ran.only_error
    else:
        assert (tree / "out/in/b.cu").read_bytes() == HIP
