"""The console command, in this process (`hipify`) or in one of its own (`command`), on a tree below `tmp_path`."""

from __future__ import annotations

import io
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from hipify_py.commands import cli

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = b"#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"
LEFT = b"void g() { cudaProfilerInitialize(0, 0, 0); }\n"
Snapshot = dict[str, tuple[int, bytes]]
Git = Callable[..., str]
Hipify = Callable[..., "Ran"]
Start = Callable[..., "subprocess.Popen[bytes]"]


@dataclass(frozen=True)
class Ran:
    """What a command did: its exit code and what it printed."""

    code: int
    data: bytes
    err: str

    @property
    def out(self) -> str:
        return self.data.decode()

    @property
    def error(self) -> str:
        """The one line of a command that could do nothing at all."""
        assert self.code == 2
        assert self.data == b""
        return self.only_error

    @property
    def only_error(self) -> str:
        """The one line that says what went wrong."""
        assert "Traceback" not in self.err
        (line,) = (line for line in self.err.splitlines() if line.startswith("error: "))
        return line.removeprefix("error: ")


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tool keeps its journal."""
    monkeypatch.setenv("HIPIFY_PY_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def tree(tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory to work in, in no repository."""
    assert not state.exists()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("NO_COLOR", "FORCE_COLOR", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "nobody")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "nobody@example.org")
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def git(tree: Path) -> Git:
    """git, in a repository made of the tree."""

    def run(*arguments: str, cwd: Path = tree) -> str:
        return subprocess.run(["git", *arguments], cwd=cwd, check=True, capture_output=True).stdout.decode()

    run("init", "-q")
    return run


@pytest.fixture
def hipify(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Hipify:
    """Run the command in this process, from the current directory."""
    assert Path.cwd() == tree

    def run(*arguments: str | os.PathLike[str], stdin: bytes = b"") -> Ran:
        out, err = _stream(), _stream()
        monkeypatch.setattr(sys, "argv", ["hipify-py", *(os.fspath(argument) for argument in arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with _signals_kept(), redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
            cli.main()
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, _written(out), _written(err).decode())

    return run


@pytest.fixture
def start(tree: Path) -> Iterator[Start]:
    """Start the command in a process group of its own, which ends with the test."""
    processes: list[subprocess.Popen[bytes]] = []

    def run(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
        given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        command = [sys.executable, "-m", "hipify_py", *arguments]
        process = subprocess.Popen(command, cwd=tree, start_new_session=True, **given)  # type: ignore[call-overload]
        processes.append(process)
        return process  # type: ignore[no-any-return]

    yield run
    for process in processes:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture
def command(start: Start) -> Hipify:
    """Run the command in a process of its own."""

    def run(*arguments: str, **options: object) -> Ran:
        process = start(*arguments, **options)
        out, err = process.communicate(timeout=60)
        return Ran(process.returncode, out or b"", (err or b"").decode())

    return run


@pytest.fixture
def write(tree: Path) -> Callable[..., Path]:
    """Write a file below the tree, with the directories above it."""

    def run(name: str | Path, data: bytes = CUDA, mode: int = 0o644) -> Path:
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(mode)
        return path

    return run


Write = Callable[..., Path]


@pytest.fixture
def snapshot() -> Callable[[Path], Snapshot]:
    """Every file and link below a directory: mode and content; but for what belongs to git."""

    def take(folder: Path) -> Snapshot:
        paths = (path for path in sorted(folder.rglob("*")) if ".git" not in path.parts)
        return {
            str(path.relative_to(folder)): (stat.S_IMODE(path.lstat().st_mode), _content(path))
            for path in paths
            if path.is_symlink() or not path.is_dir()
        }

    return take


Take = Callable[[Path], Snapshot]


def _content(path: Path) -> bytes:
    return os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8")


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue()


@contextmanager
def _signals_kept() -> Iterator[None]:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
