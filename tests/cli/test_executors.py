"""Files converted elsewhere: with Dask and with MPI a run says and writes what it does alone, whoever is killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.run import elsewhere
from hipify_py.run.outcome import KILLED

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Ran, Start, Take, Write

SOURCES = Path(__file__).parents[1] / "subjects"
CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); cudaProfilerInitialize(0, 0, 0); mine(); }\n"
PORTED = b"""#ifdef __HIP_PLATFORM_AMD__
#include <hip/hip_runtime.h>
#define cudaFree hipFree
#define cudaMalloc hipMalloc
#define cudaMemcpy hipMemcpy
#else
#include <cuda_runtime.h>
#endif
void f() { cudaFree(0); }
"""
# Longer than anything takes, also where others use the machine.
WAIT_SECONDS = 300
Run = Callable[..., "Ran"]
# Of Dask with what kills workers: each costs the start of another one, and what is tried twice has been tried again.
FEWER_TRIES = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
# What a worker does before it works: it writes down which files it opens, and some files are too much for it.
PRELOAD = """
import os, signal, sys
from hipify_py import build
from hipify_py.run import runner

log = os.open({log!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

def note(event, arguments):
    if event in ("open", "os.listdir", "os.scandir") and {tree!r} in str(arguments[0]):
        os.write(log, (str(arguments[0]) + chr(10)).encode())

sys.addaudithook(note)
def recorded(convert):
    def converted(input, *arguments):
        os.write(log, b"converted" + bytes([10]))
        if "poison" in input.path:
            os.kill(os.getpid(), signal.SIGKILL)
        return convert(input, *arguments)
    return converted

if runner.converted.__module__ == runner.__name__:  # what is preloaded is so twice
    runner.converted = recorded(runner.converted)
if {is_other}:
    build.everywhere = lambda: "another"
"""


# What is wrong with a request


@pytest.mark.parametrize("given", ["", "dask", "dask:", "dask:nonsense", "dask:host:port", "threads", "mpi:4"])
def test_what_names_no_executor(hipify: Hipify, write: Write, given: str) -> None:
    write("a.cu")
    error = hipify("scan", "--executor", given, "a.cu").error
    assert (
        "--executor: the value is empty" in error or "is not one of processes, dask:HOST:PORT, dask:FILE.json" in error
    )


@pytest.mark.parametrize(("given", "extra"), [("dask:localhost:1", "dask"), ("mpi", "mpi")])
def test_what_is_not_installed(
    hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch, given: str, extra: str
) -> None:
    write("a.cu")
    for module in ("distributed", "mpi4py"):
        monkeypatch.setitem(sys.modules, module, None)
    assert f"pip install 'hipify-py[{extra}]'" in hipify("--executor", given, "a.cu").error


def test_mpi4py_without_an_mpi_library(
    hipify: Hipify, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("a.cu")
    package = tmp_path / "packages" / "mpi4py"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "MPI.py").write_text("raise RuntimeError('cannot load MPI library')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(package.parent))
    for module in [name for name in sys.modules if name.partition(".")[0] == "mpi4py"]:
        monkeypatch.delitem(sys.modules, module)
    assert "the MPI library is not installed" in hipify("--executor", "mpi", "a.cu").error


def test_a_scheduler_that_never_writes_its_file(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    write("a.cu")
    monkeypatch.setattr(elsewhere, "_SECONDS_FOR_SCHEDULER", 0.2)
    error = hipify("--executor", "dask:scheduler.json", "a.cu").error
    assert error == "dask:scheduler.json: the scheduler did not create this file within 0 seconds"


# Dask


class Dask:
    """A scheduler, and workers that know nothing of the tree but what they are sent."""

    def __init__(self, folder: Path, tree: Path) -> None:
        self.file, self.log = folder / "scheduler.json", folder / "log"
        self._folder, self._tree = folder, tree
        self._processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", self.file)
        self.executor = f"dask:{self.file}"

    def worker_without_us(self) -> None:
        package = self._folder / "hipify_py"
        package.mkdir()
        (package / "__init__.py").write_text("")
        self._start("worker", "--scheduler-file", self.file, "--nthreads", "1", path=str(self._folder))

    def worker(self, *, is_other: bool = False) -> subprocess.Popen[bytes]:
        preload = self._folder / f"preload_{is_other}.py"
        preload.write_text(PRELOAD.format(log=str(self.log), tree=str(self._tree), is_other=is_other))
        return self._start("worker", "--scheduler-file", self.file, "--nthreads", "1", "--preload", preload)

    def converted(self) -> int:
        return self.log.read_bytes().count(b"converted\n") if self.log.exists() else 0

    def opened(self) -> list[str]:
        return [line for line in self.log.read_text().splitlines() if line != "converted"]

    def close(self) -> None:
        for process in reversed(self._processes):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _start(self, what: str, *arguments: object, path: str = "") -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *map(str, arguments)]
        environment = {**os.environ, "HOME": str(self._folder), "PYTHONPATH": path, **FEWER_TRIES}
        with (self._folder / f"{what}.log").open("ab") as log:
            process = subprocess.Popen(
                command, cwd=self._folder, env=environment, stdout=log, stderr=log, start_new_session=True
            )
        self._processes.append(process)
        return process


@pytest.fixture
def dask(tmp_path: Path, tree: Path) -> Iterator[Dask]:
    pytest.importorskip("distributed")
    (tmp_path / "away").mkdir()
    cluster = Dask(tmp_path / "away", tree)
    yield cluster
    cluster.close()


@pytest.fixture
def source(tree: Path, write: Write) -> Path:
    """Some of the golden cases and made up files, and a table of the user's."""
    for number, path in enumerate(sorted(SOURCES.rglob("*.cu*"))[::10]):
        write(f"src/{number % 7}/{number}{path.suffix}", path.read_bytes())
    for number in range(80):
        write(f"src/many/{number}.cu", CUDA * 20)
    write("own.yaml", b"functions:\n  mine: theirs\n")
    return tree / "src"


@pytest.mark.slow
def test_dask_says_the_same(hipify: Hipify, command: Run, source: Path, dask: Dask) -> None:
    dask.worker()
    dask.worker()
    arguments = ("scan", "--no-cache", "--mapping", "own.yaml", "--format", "concise", "src")
    alone, there = hipify(*arguments, "-j1"), command(*arguments, "--executor", dask.executor)
    assert (there.code, there.data) == (alone.code, alone.data)
    assert dask.converted() == sum(path.is_file() for path in source.rglob("*"))
    assert dask.opened() == []


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--rename-files",)])
def test_dask_writes_the_same(
    hipify: Hipify, command: Run, source: Path, dask: Dask, snapshot: Take, options: tuple[str, ...]
) -> None:
    dask.worker()
    hipify("--no-cache", "-j2", "--mapping", "own.yaml", *options, "src")
    expected = snapshot(source)
    assert hipify("undo").code == 0
    ran = command("--no-cache", "--mapping", "own.yaml", *options, "--executor", dask.executor, "src")
    assert "Traceback" not in ran.err
    assert snapshot(source) == expected
    assert any(b"theirs" in path.read_bytes() for path in source.rglob("many/*"))


@pytest.mark.thorough
@pytest.mark.slow
def test_a_killed_worker_of_dask_costs_nothing(hipify: Hipify, start: Start, source: Path, dask: Dask) -> None:
    arguments = ("scan", "--no-cache", "--format", "concise", "src")
    alone = hipify(*arguments)
    assert source.is_dir()
    killed = dask.worker()
    dask.worker()
    process = start(*arguments, "--executor", dask.executor)
    _until(lambda: dask.converted() > 20)
    os.killpg(killed.pid, signal.SIGKILL)
    out, err = process.communicate(timeout=WAIT_SECONDS)
    assert (process.returncode, out) == (alone.code, alone.data)
    assert b"Traceback" not in err


@pytest.mark.thorough
@pytest.mark.slow
def test_a_file_that_no_worker_of_dask_survives(hipify: Hipify, start: Start, write: Write, dask: Dask) -> None:
    for number in range(40):
        write(f"src/{number:02}.cu", CUDA)
    write("src/20.poison.cu", CUDA)
    dask.worker()
    dask.worker()
    process = start("scan", "--no-cache", "--format", "concise", "--executor", dask.executor, "src")
    out, err = process.communicate(timeout=WAIT_SECONDS)
    errors = [line for line in err.decode().splitlines() if line.startswith("error: ")]
    assert (process.returncode, errors) == (2, [f"error: src/20.poison.cu: {KILLED}"])
    others = hipify("scan", "--no-cache", "--format", "concise", "--exclude", "*.poison.cu", "src")
    assert out == others.data


@pytest.mark.slow
def test_a_worker_with_another_build(command: Run, write: Write, dask: Dask) -> None:
    write("a.cu")
    dask.worker(is_other=True)
    error = command("scan", "--no-cache", "--executor", dask.executor, "a.cu").error
    assert "runs another version of hipify-py; install the same version on all machines" in error


@pytest.mark.slow
def test_a_worker_without_hipify_py(command: Run, write: Write, dask: Dask) -> None:
    write("a.cu")
    dask.worker_without_us()
    error = command("scan", "--no-cache", "--executor", dask.executor, "a.cu").error
    assert error.startswith("hipify-py is missing on a worker, or is another version: No module named 'hipify_py.")


@pytest.mark.slow
def test_nobody_comes_to_work(hipify: Hipify, write: Write, dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.cu")
    monkeypatch.setattr(elsewhere, "_SECONDS_FOR_WORKERS", 1)
    error = hipify("--executor", dask.executor, "a.cu").error
    assert error == f"{dask.executor}: no worker connected within 1 seconds"


@pytest.mark.thorough
@pytest.mark.slow
def test_a_scheduler_that_is_gone(start: Start, source: Path, dask: Dask) -> None:
    dask.worker()
    process = start("scan", "--no-cache", "--executor", dask.executor, str(source))
    _until(lambda: dask.converted() > 20)
    os.killpg(dask.scheduler.pid, signal.SIGKILL)
    _out, err = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 2
    assert err.decode().splitlines()[-1] == "error: --executor: the connection to the Dask scheduler was lost"


@pytest.mark.thorough
@pytest.mark.slow
def test_stopped_with_dask(start: Start, command: Run, source: Path, dask: Dask) -> None:
    dask.worker()
    process = start("scan", "--no-cache", "--executor", dask.executor, str(source))
    _until(lambda: dask.converted() > 20)
    os.killpg(process.pid, signal.SIGINT)
    _out, err = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 130
    assert b"error: interrupted" in err
    assert b"Traceback" not in err
    assert command("scan", "--no-cache", "--executor", dask.executor, "src/many").code == 1  # it serves others


def _until(is_so: Callable[[], bool]) -> None:
    last = time.monotonic() + WAIT_SECONDS
    while not is_so():
        assert time.monotonic() < last
        time.sleep(0.02)


# MPI


@pytest.fixture
def mpirun(tree: Path) -> Callable[..., subprocess.Popen[bytes]]:
    """hipify-py in so many processes of MPI."""
    pytest.importorskip("mpi4py")
    beside = Path(sys.executable).with_name("mpirun")
    program = str(beside) if beside.exists() else shutil.which("mpirun")
    if program is None:
        pytest.skip("no mpirun")

    def run(
        count: int, *arguments: str, through: tuple[str, ...] = ("-m", "mpi4py.futures")
    ) -> subprocess.Popen[bytes]:
        words = [
            program,
            "-n",
            str(count),
            sys.executable,
            *through,
            "-m",
            "hipify_py",
            *arguments,
            "--executor",
            "mpi",
        ]
        return subprocess.Popen(words, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)

    return run


Mpirun = Callable[..., "subprocess.Popen[bytes]"]


@pytest.mark.slow
def test_mpi_says_the_same(hipify: Hipify, source: Path, mpirun: Mpirun) -> None:
    arguments = ("scan", "--no-cache", "--mapping", "own.yaml", "--format", "concise", str(source))
    alone, there = hipify(*arguments, "-j1"), mpirun(3, *arguments)
    out, err = there.communicate(timeout=WAIT_SECONDS)
    assert (there.returncode, out) == (alone.code, alone.data)
    assert b"Traceback" not in err


@pytest.mark.slow
def test_mpi_writes_the_same(hipify: Hipify, source: Path, mpirun: Mpirun, snapshot: Take) -> None:
    hipify("--no-cache", "-j2", "src")
    expected = snapshot(source)
    assert hipify("undo").code == 0
    process = mpirun(2, "--no-cache", "src")
    process.communicate(timeout=WAIT_SECONDS)
    assert snapshot(source) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("count", "through"), [(1, ("-m", "mpi4py.futures")), (2, ())])
def test_mpi_started_in_another_way(write: Write, mpirun: Mpirun, count: int, through: tuple[str, ...]) -> None:
    write("a.cu")
    process = mpirun(count, "scan", "a.cu", through=through)
    _out, err = process.communicate(timeout=WAIT_SECONDS)
    said = [line for line in err.decode().splitlines() if line.startswith("error: ")]
    assert len(said) == count
    assert all("mpirun -n N python -m mpi4py.futures -m hipify_py" in line for line in said)
    assert process.returncode == 2


@pytest.mark.slow
def test_stopped_with_mpi(source: Path, write: Write, mpirun: Mpirun) -> None:
    for number in range(300):
        write(f"src/more/{number}.cu", CUDA * 300)
    write("src/ported.cu", PORTED)
    process = mpirun(3, "scan", "--no-cache", str(source))
    assert process.stderr is not None
    assert process.stderr.readline().startswith(b"left unchanged")  # said when the workers have been started
    os.killpg(process.pid, signal.SIGINT)
    _out, err = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 130
    assert b"error: interrupted" in err
    assert b"Traceback" not in err


@pytest.mark.slow
def test_what_mpi_has_done_is_not_done_again(hipify: Hipify, source: Path, mpirun: Mpirun) -> None:
    arguments = ("scan", "--format", "concise", str(source))
    first = mpirun(2, *arguments).communicate(timeout=WAIT_SECONDS)[0]
    assert hipify(*arguments).data == first
