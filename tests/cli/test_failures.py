"""When things go wrong: every file is old or new, what failed is named in one line, and the rest is done."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import pytest

from hipify_py import engine
from hipify_py.run import runner
from hipify_py.system import disk

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Start, Take, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = b"#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"
NOBODY = 65534
# Of a file that takes a while.
TIMES = 200
Unprivileged = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def unprivileged(monkeypatch: pytest.MonkeyPatch) -> Iterator[Unprivileged]:
    """In a directory of anyone's, be somebody to whom permissions apply."""
    with tempfile.TemporaryDirectory() as folder:
        for mine in (Path(folder), Path(folder) / "state", Path(folder) / "work"):
            mine.mkdir(exist_ok=True)
            mine.chmod(0o777)
        os.chown(Path(folder) / "state", NOBODY if os.geteuid() == 0 else -1, -1)
        (Path(folder) / "state").chmod(0o700)
        monkeypatch.setenv("HIPIFY_PY_STATE", f"{folder}/state")
        monkeypatch.chdir(Path(folder) / "work")
        yield _as_nobody
        monkeypatch.undo()


@contextmanager
def _as_nobody() -> Iterator[None]:
    before = os.geteuid()
    if before == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(before)


def _put(name: str, mode: int = 0o666) -> Path:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(CUDA)
    path.chmod(mode)
    return path


def _leftovers(folder: Path) -> list[Path]:
    return list(folder.rglob("*.hipify-tmp"))


# Stopped


def _start_long_run(start: Start, write: Write, tree: Path) -> subprocess.Popen[bytes]:
    """A run with two workers that has converted some files and has more to do, which takes it some seconds."""
    for number in range(200):
        write(f"{number:03}.cu", CUDA * TIMES)
    process = start("-j2", ".")
    while HIP not in (tree / "003.cu").read_bytes():
        assert process.poll() is None
        time.sleep(0.01)
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped(
    hipify: Hipify, start: Start, write: Write, tree: Path, snapshot: Take, number: signal.Signals
) -> None:
    process = _start_long_run(start, write, tree)
    os.killpg(process.pid, signal.SIGINT) if number is signal.SIGINT else process.terminate()
    _out, err = process.communicate(timeout=60)
    contents = {path.read_bytes() for path in tree.glob("*.cu")}
    assert process.returncode == 128 + number
    assert contents == {CUDA * TIMES, HIP * TIMES}
    assert b"interrupted; every file is either unchanged or fully converted" in err
    assert b"Traceback" not in err
    assert not _leftovers(tree)
    assert hipify("undo").code == 0
    assert {content for _mode, content in snapshot(tree).values()} == {CUDA * TIMES}


def test_stopped_at_the_worst_moment(hipify: Hipify, write: Write, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new file has just come into being, and nobody holds it yet."""
    file = write("a.cu")
    create = disk.Folder.create

    def interrupted(*arguments: Any) -> disk.Written:
        create(*arguments).close()
        raise KeyboardInterrupt

    monkeypatch.setattr(disk.Folder, "create", interrupted)
    assert (hipify("a.cu").code, file.read_bytes(), _leftovers(tree)) == (130, CUDA, [])


def test_killed(hipify: Hipify, start: Start, write: Write, tree: Path) -> None:
    process = _start_long_run(start, write, tree)
    process.kill()
    process.communicate(timeout=60)  # ends when the last worker has closed its end of the pipes
    assert {path.read_bytes() for path in tree.glob("*.cu")} == {CUDA * TIMES, HIP * TIMES}
    assert hipify("undo").code == 0
    assert {path.read_bytes() for path in tree.glob("*.cu")} == {CUDA * TIMES}


def test_a_worker_killed_costs_its_file(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [write(f"{number:03}.cu") for number in range(300)]
    convert = engine.convert

    def deadly(data: bytes, context: Any) -> Any:
        if context.path in ("017.cu", "250.cu"):
            os.kill(os.getpid(), signal.SIGKILL)
        return convert(data, context)

    monkeypatch.setattr(runner, "convert", deadly)
    ran = hipify("-j2", ".")
    assert ran.code == 2
    assert [line for line in ran.err.splitlines() if "error" in line] == [
        f"error: {name}: the worker process was killed while converting it (out of memory?)"
        for name in ("017.cu", "250.cu")
    ]
    assert [file.name for file in files if file.read_bytes() != HIP] == ["017.cu", "250.cu"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bug_of_ours_costs_its_file(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    files = [write(f"{number:03}.cu") for number in range(70)]
    convert = engine.convert

    def buggy(data: bytes, context: Any) -> Any:
        if context.path == "007.cu":
            raise RecursionError("too\ndeep")
        return convert(data, context)

    monkeypatch.setattr(runner, "convert", buggy)
    ran = hipify(f"-j{jobs}", ".")
    assert ran.only_error == "007.cu: internal error, please report it: RecursionError: too\\ndeep"
    assert [file.name for file in files if file.read_bytes() != HIP] == ["007.cu"]


def test_a_file_changed_while_it_is_converted_is_kept(
    hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write("a.cu")
    convert = engine.convert

    def slow(data: bytes, context: Any) -> Any:
        result = convert(data, context)
        file.write_bytes(b"the editor has saved this\n")
        return result

    monkeypatch.setattr(runner, "convert", slow)
    assert "changed by another program" in hipify("a.cu").only_error
    assert file.read_bytes() == b"the editor has saved this\n"


# Not allowed


def test_a_read_only_file(hipify: Hipify, write: Write) -> None:
    locked, other = write("a.cu", mode=0o444), write("b.cu")
    ran = hipify(".")
    assert (ran.code, ran.only_error) == (2, "a.cu: read-only; chmod u+w it first")
    assert (locked.read_bytes(), other.read_bytes()) == (CUDA, HIP)


def test_a_file_that_may_not_be_read(hipify: Hipify, unprivileged: Unprivileged) -> None:
    secret, other = _put("a.cu", 0o000), _put("b.cu")
    with unprivileged():
        ran = hipify(".")
    assert (ran.code, ran.only_error) == (2, "a.cu: permission denied")
    assert (secret.read_bytes(), other.read_bytes()) == (CUDA, HIP)


@pytest.mark.parametrize("path", [".", "locked", "locked/a.cu"])
def test_a_directory_that_may_not_be_entered(hipify: Hipify, unprivileged: Unprivileged, path: str) -> None:
    _put("locked/a.cu").parent.chmod(0o000)
    with unprivileged():
        ran = hipify(path, "-j1")
    Path("locked").chmod(0o755)
    assert ran.code == 2
    assert ran.only_error.lower().endswith("permission denied")


def test_a_directory_that_may_not_be_written(hipify: Hipify, unprivileged: Unprivileged) -> None:
    locked, other = _put("locked/a.cu"), _put("b.cu")
    locked.parent.chmod(0o555)
    with unprivileged():
        ran = hipify(".")
    locked.parent.chmod(0o755)
    assert (ran.code, ran.only_error) == (2, "locked/a.cu: its directory is not writable")
    assert (locked.read_bytes(), other.read_bytes()) == (CUDA, HIP)


@pytest.mark.parametrize(
    ("options", "locked", "message"),
    [
        ((), "src/sub", "src/sub/a.cu: its directory is not writable (3 files)"),
        (("-o", "out"), "out/sub", "src/sub/a.cu: cannot write out/sub/a.cu: its directory is not writable (3 files)"),
    ],
)
def test_files_that_fail_alike_are_reported_together(
    hipify: Hipify, unprivileged: Unprivileged, options: tuple[str, ...], locked: str, message: str
) -> None:
    for name in ("src", "out", "out/sub"):
        Path(name).mkdir()
        Path(name).chmod(0o777)
    for name in ("src/sub/a.cu", "src/sub/b.cu", "src/sub/c.cu"):
        _put(name)
    Path(locked).chmod(0o555)
    with unprivileged():
        ran = hipify("src", *options)
    Path(locked).chmod(0o755)
    assert (ran.code, ran.only_error) == (2, message)
    assert "  3 paths failed" in ran.err


def test_a_journal_that_may_not_be_written(hipify: Hipify, unprivileged: Unprivileged) -> None:
    files = [_put("a.cu"), _put("b.cu")]
    Path("../state").chmod(0o555)
    with unprivileged():
        ran = hipify(".")
    Path("../state").chmod(0o700)
    assert (ran.code, ran.only_error.count("nothing was converted")) == (2, 1)
    assert "state/locks: permission denied" in ran.only_error
    assert "set HIPIFY_PY_STATE to another directory" in ran.only_error
    assert [file.read_bytes() for file in files] == [CUDA, CUDA]


# No space


def _full(*_arguments: object, **_options: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(("options", "named"), [((), ""), (("-o", "../out"), "cannot write ../out/0.cu: ")])
def test_a_full_disk_stops_the_run(
    hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], named: str
) -> None:
    files = [write(f"{number}.cu") for number in range(3)]
    monkeypatch.setattr(disk.Folder, "create", _full)
    ran = hipify(".", *options)
    assert (ran.code, ran.only_error) == (2, f"0.cu: {named}no space left on device")
    assert [file.read_bytes() for file in files] == [CUDA] * 3
    assert not _leftovers(files[0].parent.parent)


def test_a_disk_too_full_for_the_original(command: Hipify, hipify: Hipify, write: Write) -> None:
    small, large, last = write("a.cu"), write("b.cu", CUDA * 1000), write("c.cu")
    limit = 20_000
    ran = command(".", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert ran.code == 2
    assert "file too large; nothing was converted, as the originals cannot be saved there" in ran.only_error
    assert (small.read_bytes(), large.read_bytes(), last.read_bytes()) == (HIP, CUDA * 1000, CUDA)
    assert hipify("undo").code == 0
    assert small.read_bytes() == CUDA


@pytest.mark.parametrize("arguments", [("--diff", "a.cu"), ("map", "cudaFree"), ("completion", "bash")])
def test_output_that_cannot_be_written(command: Hipify, write: Write, arguments: tuple[str, ...]) -> None:
    write("a.cu")
    with Path("/dev/full").open("wb") as full:
        ran = command(*arguments, stdout=full)
    assert ran.code == 2
    assert ran.only_error.lower().endswith("no space left on device")


# Not files


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("missing", "no such file or directory"),
        ("dangling.cu", "no such file or directory"),
        ("loop.cu", "too many levels of symbolic links"),
        ("y" * 300, "file name too long"),
        ("z" * 5000, "file name too long"),
        ("kernal.cu", "no such file or directory; did you mean kernel.cu?"),
        ("scna", "no such file or directory; did you mean scan?"),
        ("-Iinclude", "no such file or directory; only paths follow `--`, and no compiler flags are needed"),
        ("scan", "no such file or directory; put the command scan before the paths"),
        ("/dev/null", "not a file or directory"),
    ],
)
@pytest.mark.parametrize("command", ["convert", "scan"])
def test_a_path_that_cannot_be_read_stops_all(
    hipify: Hipify, write: Write, tree: Path, path: str, why: str, command: str
) -> None:
    file = write("kernel.cu")
    (tree / "dangling.cu").symlink_to("gone.cu")
    (tree / "loop.cu").symlink_to("loop.cu")
    if command == "convert" and path == "missing":  # it may be the output
        why += "; to write the converted files there, use -o missing"
    if command == "convert" and path == "kernal.cu":  # kernel.cu is named already, and the output is no CUDA source
        why = "no such file or directory"
    assert hipify(command, "--", "kernel.cu", path).error == f"{path}: {why}"
    assert file.read_bytes() == CUDA


def test_a_directory_of_scripts_alone(hipify: Hipify, write: Write) -> None:
    write(
        "scripts/build.py",
        b'from torch.utils.cpp_extension import load\nload("a", ["a.cu"], extra_ldflags=["-lcudart"])\n',
    )
    assert hipify("scripts").code == 0
    assert hipify("scripts").code == 0


def test_a_directory_without_sources(hipify: Hipify, write: Write) -> None:
    write("data/table.csv")
    assert hipify("data").only_error == "data: contains no CUDA, C++ or build files"
    assert hipify("--no-build", "data").only_error == "data: contains no CUDA or C++ sources"


@pytest.mark.parametrize("options", [("--include", "*.xyz"), ("--exclude", "*")])
def test_a_directory_of_which_nothing_is_left(hipify: Hipify, write: Write, options: tuple[str, ...]) -> None:
    write("src/a.cu")
    why = "src: contains no CUDA, C++ or build files that include and exclude patterns leave"
    ran = hipify(*options, "src")
    assert ran.only_error == why
    assert ran.err.count("\n") == 1  # without a summary


def test_an_empty_directory_may_be_meant_as_the_output(hipify: Hipify, write: Write, tree: Path) -> None:
    file = write("src/a.cu")
    (tree / "hip-src").mkdir()
    why = "contains no CUDA, C++ or build files; to write the converted files there, use -o hip-src"
    assert hipify("src", "hip-src").only_error.startswith(f"hip-src: {why}")
    assert file.read_bytes() == CUDA
    assert hipify("src/", "out").error == (
        "out: no such file or directory; to write the converted files there, use -o out"
    )
    assert hipify("src", "srd").error.endswith("use -o srd")
    assert hipify("scan", "src", "hip-src").only_error == "hip-src: contains no CUDA, C++ or build files"


def test_pipes_and_devices(hipify: Hipify, write: Write, tree: Path) -> None:
    file = write("a.cu")
    os.mkfifo(tree / "pipe.cu")
    ran = hipify(".")
    assert (ran.code, file.read_bytes()) == (0, HIP)
    for path in ("pipe.cu", "/dev/null"):
        assert hipify(path).only_error == f"{path}: not a file or directory"


def test_a_directory_with_a_sources_name_and_an_empty_file(hipify: Hipify, write: Write) -> None:
    inner, empty = write("x.cu/y.cu"), write("empty.cu", b"")
    assert hipify(".").code == 0
    assert (inner.read_bytes(), empty.read_bytes()) == (HIP, b"")


# What reads a file for the sake of others, and the file that it fails at here.
READERS = [
    ("survey.mentions_in", "poison.h"),
    ("survey._maybe_declared", "poison.h"),
    ("tree.Unit.of", "poison.h"),
    ("tree_facts.may_use_any", "poison.h"),
    ("build_files.compilers_in", "Makefile"),
    ("build_files.packages_named", "CMakeLists.txt"),
    ("builds.facts.InMake", "Makefile"),
    ("builds.facts.InCMake", "CMakeLists.txt"),
]
# What only that file has.
POISONED = {"poison.h": b"ifdef POISON", "Makefile": b"DPOISON", "CMakeLists.txt": b"project(POISON"}


@pytest.mark.parametrize("options", [(), ("-o", "../out"), ("--check",)])
@pytest.mark.parametrize(("reader", "culprit"), READERS)
def test_a_bug_in_reading_a_file_costs_what_it_tells_of_others(
    hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch, reader: str, culprit: str, options: tuple[str, ...]
) -> None:
    write("a.cu", b'#include "poison.h"\n#if FAST\n#endif\n' + CUDA)
    write("b.cu", b'#include "c.h"\n#ifdef SLOW\n#endif\n' + CUDA)
    write("c.h", b'#define SLOW 1\nasm("trap;");\n')
    write("poison.h", b'#define FAST 1\n#ifdef POISON\nasm("trap;");\n#endif\nvoid h() { cudaFree(0); }\n')
    write("Makefile", b"CC = nvcc -DPOISON=1\n")
    write("CMakeLists.txt", b"project(POISON CUDA)\n")
    write("sub/Makefile", b"NVCC = nvcc\n")
    write("sub/CMakeLists.txt", b"project(b CUDA)\n")
    owner, _, name = reader.rpartition(".")
    place = resolve_name(f"hipify_py.run.project.{owner}")
    honest = getattr(place, name)

    def fail(*given: Any) -> Any:
        if any(isinstance(each, bytes) and POISONED[culprit] in each for each in given):
            raise KeyError("poison")
        return honest(*given)

    monkeypatch.setattr(place, name, fail)
    ran = hipify(*options, ".")
    why = "internal error, please report it: KeyError: 'poison'; what it tells of other files is not used"
    assert (ran.code, ran.only_error) == (2, f"{culprit}: {why}")
    if options != ("--check",):
        folder = Path("../out" if options else ".")
        assert all(b"hipFree" in (folder / each).read_bytes() for each in ("a.cu", "b.cu", "poison.h"))
        assert (folder / "sub/Makefile").read_bytes() == b"NVCC = hipcc\n"
        assert b"HIP" in (folder / "sub/CMakeLists.txt").read_bytes()
