"""Results that are kept: a run says and writes the same with them and without, and never waits for them."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hipify_py.run import runner
from hipify_py.run.cache import store as stores
from hipify_py.run.task import Reader

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Ran, Start, Take, Write

CUDA = b'#include <cuda_runtime.h>\n#include "k.cuh"\nvoid f() { cudaFree(0); cudaProfilerInitialize(0, 0, 0); }\n'
COUNT = 70


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(stores.VARIABLE, str(tmp_path / "results"))
    return tmp_path / "results"


@pytest.fixture
def source(write: Write) -> Path:
    """A tree with all kinds of files in it."""
    for number in range(COUNT):
        write(f"src/{number % 3}/{number}.cu", CUDA + b"// %d\n" % number)
    write("src/0/k.cuh", b"static cudaError_t e;\n")
    write("src/plain.cpp", b"int x;\n")
    write("src/binary.cu", b"\0\1")
    write("src/own.cu", b"void cudaMine();\nvoid f() { cudaMine(); cudaOther(); }  // hipify: ignore[API001]\n")
    write("src/CMakeLists.txt", b"find_package(CUDA)\n")
    return write("src/kernel.ptx", b"").parent


@pytest.fixture
def converting(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are converted, in runs with one process."""
    seen: list[str] = []
    convert = runner.converted

    def noted(input: Any, *arguments: Any) -> Any:
        seen.append(input.path)
        return convert(input, *arguments)

    monkeypatch.setattr(runner, "converted", noted)
    return seen


def _said(ran: Ran) -> tuple[int, bytes, list[str]]:
    """All but how long it took."""
    timed = re.compile(r" in \d+\.\d\d s$")
    return ran.code, ran.data, [line for line in ran.err.splitlines() if timed.search(line) is None]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    "arguments",
    [
        ("scan", "--format", "jsonl"),
        ("scan", "-v", "--statistics"),
        ("--diff",),
        ("--check", "--rename-files"),
        ("--diff", "--rename-files", "--launch-syntax", "macro"),
    ],
)
def test_the_same_is_said(hipify: Hipify, source: Path, arguments: tuple[str, ...], jobs: int) -> None:
    assert source.is_dir()
    runs = [hipify(*arguments, f"-j{jobs}", "src", *more) for more in (["--no-cache"], [], [])]
    plain, cold, warm = (_said(ran) for ran in runs)
    assert _without_seconds(plain) == _without_seconds(cold) == _without_seconds(warm)


def _without_seconds(said: tuple[int, bytes, list[str]]) -> tuple[int, list[bytes], list[str]]:
    return said[0], [line for line in said[1].splitlines() if b'"seconds"' not in line], said[2]


@pytest.mark.parametrize("options", [("-o", "out"), ("-o", "out", "--rename-files"), (), ("--rename-files",)])
def test_the_same_is_written(
    hipify: Hipify, source: Path, tree: Path, snapshot: Take, converting: list[str], options: tuple[str, ...]
) -> None:
    before = snapshot(tree)
    hipify("src", "-j1", "--no-cache", *options)
    expected = snapshot(tree)
    written = "out" if options[:1] == ("-o",) else "src"
    for _round in range(2):
        _back(hipify, tree, before)
        converting.clear()
        hipify("src", "-j1", *options)
        assert snapshot(tree) == expected
    assert converting == [] or (written == "src" and "--rename-files" in options)
    assert source.is_dir()


def _back(hipify: Hipify, tree: Path, before: dict[str, tuple[int, bytes]]) -> None:
    if (tree / "out").exists():
        for path in sorted((tree / "out").rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        (tree / "out").rmdir()
    else:
        assert hipify("undo", "src").code == 0
    assert before


def test_only_what_changed_is_converted(hipify: Hipify, source: Path, converting: list[str]) -> None:
    hipify("scan", "-j1", "src")
    assert len(converting) == COUNT + 5  # all but src/plain.cpp, where nothing is to be done
    converting.clear()
    hipify("scan", "-j1", "src")
    assert converting == []
    hipify("--check", "-j1", "src")
    hipify("--diff", "-j1", "src")
    assert converting == []  # a scan knows what files become
    (source / "1" / "1.cu").write_bytes(CUDA)
    (source / "1" / "cuda_runtime.h").write_bytes(b"")  # which is now theirs for all files beside it
    hipify("scan", "-j1", "src")
    assert "src/1/1.cu" in converting
    assert [path for path in converting if not path.startswith("src/1/")] == []
    assert len(converting) > COUNT // 4
    converting.clear()
    hipify("scan", "-j1", "src", "--arch", "gfx90a")
    assert len(converting) == COUNT + 5


def test_a_file_that_changes_after_it_was_looked_up(
    hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write("a.cu")
    assert hipify("a.cu", "--diff").code == 0
    read = Reader.read

    def edited(reader: Any, given: Any) -> Any:
        task = read(reader, given)
        file.write_bytes(b"the editor has saved this\n")
        return task

    monkeypatch.setattr(Reader, "read", edited)
    assert "changed by another program" in hipify("a.cu").only_error
    assert file.read_bytes() == b"the editor has saved this\n"


def test_runs_at_the_same_time(start: Start, hipify: Hipify, source: Path) -> None:
    expected = hipify("scan", "--no-cache", "--format", "concise", str(source)).data
    running = [start("scan", "-j2", "--format", "concise", str(source)) for _ in range(4)]
    assert [process.communicate(timeout=60)[0] for process in running] == [expected] * 4
    assert hipify("scan", "--format", "concise", str(source)).data == expected


@pytest.mark.slow
def test_killed_at_any_time(start: Start, hipify: Hipify, source: Path, place: Path) -> None:
    expected = hipify("scan", "--no-cache", "--format", "concise", "src").data
    for number in range(12):
        process = start("scan", "-j1", "--format", "concise", "src")
        time.sleep(0.2 + 0.05 * number)
        process.kill()
        process.communicate(timeout=60)
        assert hipify("scan", "-j1", "--format", "concise", "src").data == expected
        if number % 3 == 0:
            hipify("cache", "clean")
    assert place.is_dir()
    assert source.is_dir()


def test_stopped_runs_keep_what_they_know(start: Start, write: Write, place: Path) -> None:
    for number in range(400):
        write(f"{number:03}.cu", CUDA * 60)
    for seconds in (1, 2, 4, 8):
        process = start("scan", "-j2", ".")
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        _out, err = process.communicate(timeout=60)
        assert process.returncode in (0, 130)
        assert b"Traceback" not in err
        if any(place.glob("pack-*")):
            return
    pytest.fail("nothing was kept")


def test_a_place_that_is_not_ones_own(hipify: Hipify, write: Write, place: Path) -> None:
    write("a.cu")
    place.mkdir()
    place.chmod(0o777)
    assert "cache" not in hipify("scan", "a.cu").err
    assert hipify("scan", "-v", "a.cu").err.count("is writable by other users; the cache is not used") == 1
    assert list(place.iterdir()) == []
    assert "is writable by other users" in hipify("cache").error


def test_a_place_that_cannot_be_made(hipify: Hipify, write: Write, place: Path) -> None:
    write("a.cu")
    place.write_text("a file")
    assert (hipify("--check", "a.cu").code, place.read_text()) == (1, "a file")
    assert "the cache is not used" in hipify("--check", "-v", "a.cu").err


def test_settings(hipify: Hipify, write: Write, place: Path) -> None:
    write("a.cu")
    write(".hipify-py.toml", b"cache = false\n")
    assert hipify("scan", "a.cu").code == 0
    assert not place.exists()
    hipify("scan", "--cache", "a.cu")
    assert place.exists()
    write(".hipify-py.toml", b"cache = 1\n")
    assert "cache: expected true or false" in hipify("scan", "a.cu").error


def test_the_command(hipify: Hipify, write: Write, place: Path) -> None:
    write("a.cu", CUDA * 1000)
    hipify("--diff", "a.cu")
    assert hipify("cache").out == f"{place}: 0.4 MB\n"
    assert hipify("cache", "clean").out == f"{place}: 0.0 MB\n"
    assert list(place.iterdir()) == []
