"""`hipify-py watch`: what changes is converted again, and what disappears goes, until a signal."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Start, Write

# Longer than anything takes, also where others use the machine.
WAIT_SECONDS = 120
CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"


def _comes(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def _has(path: Path, text: bytes) -> Callable[[], bool]:
    return lambda: path.is_file() and text in path.read_bytes()


@pytest.mark.slow
def test_what_changes_and_what_goes(start: Start, write: Write, tree: Path) -> None:
    pytest.importorskip("watchfiles")
    out = tree / "out"
    write("src/a.cu", CUDA)
    write("src/sub/b.cu", CUDA)
    write("src/sub/notes.txt", b"mine\n")
    watching = start("watch", "src", "-o", "out")
    assert _comes(_has(out / "sub/b.cu", b"hipFree"))
    assert _comes(_has(out / "sub/notes.txt", b"mine"))

    write("src/a.cu", CUDA.replace(b"Free(0)", b"DeviceSynchronize()"))
    assert _comes(_has(out / "a.cu", b"hipDeviceSynchronize()"))
    write("src/new/c.cu", CUDA)
    assert _comes(_has(out / "new/c.cu", b"hipFree"))

    (out / "sub/notes.txt").write_bytes(b"edited by hand\n")
    for name in ("src/sub/b.cu", "src/sub/notes.txt", "src/new/c.cu"):
        (tree / name).unlink()
    assert _comes(lambda: not (out / "sub/b.cu").exists() and not (out / "new").exists())
    assert (out / "sub/notes.txt").read_bytes() == b"edited by hand\n"
    assert (out / "a.cu").exists()

    write("src/.hipify-py.toml", b"no settings [\n")
    write("src/a.cu", CUDA)
    time.sleep(0.5)
    (tree / "src/.hipify-py.toml").unlink()
    assert _comes(_has(out / "a.cu", b"hipFree"))

    os.killpg(watching.pid, signal.SIGTERM)
    _out, err = watching.communicate(timeout=WAIT_SECONDS)
    assert watching.returncode == 128 + signal.SIGTERM, err
    assert b"changed: converted in " in err
    assert b"Traceback" not in err


@pytest.mark.slow
def test_settings_above_and_a_source_that_comes_back(start: Start, write: Write, tree: Path) -> None:
    pytest.importorskip("watchfiles")
    out, launch = tree / "out", CUDA + b"__global__ void k() {}\nvoid g() { k<<<1, 2>>>(); }\n"
    write("src/a.cu", launch)
    watching = start("watch", "src", "-o", "out")
    assert _comes(_has(out / "a.cu", b"k<<<1, 2>>>"))
    time.sleep(0.5)
    write(".hipify-py.toml", b'launch-syntax = "macro"\n')
    assert _comes(_has(out / "a.cu", b"hipLaunchKernelGGL"))

    shutil.rmtree(tree / "src")
    time.sleep(0.5)
    write("src/b.cu", launch)
    assert _comes(_has(out / "b.cu", b"hipLaunchKernelGGL"))
    assert _comes(lambda: not (out / "a.cu").exists())
    write("src/b.cu", CUDA)
    assert _comes(lambda: b"hipLaunchKernelGGL" not in (out / "b.cu").read_bytes())

    os.killpg(watching.pid, signal.SIGTERM)
    _out, err = watching.communicate(timeout=WAIT_SECONDS)
    assert watching.returncode == 128 + signal.SIGTERM, err


@pytest.mark.slow
def test_a_link_in_place_of_a_source_and_back(start: Start, write: Write, tree: Path) -> None:
    pytest.importorskip("watchfiles")
    out, source, moved = tree / "out", tree / "src", tree / "moved"
    write("src/a.cu", CUDA)
    write("other/b.cu", CUDA)
    watching = start("watch", "src", "-o", "out")
    assert _comes(_has(out / "a.cu", b"hipFree"))

    source.rename(moved)
    source.symlink_to(moved)
    write("moved/c.cu", CUDA)
    assert _comes(_has(out / "c.cu", b"hipFree"))
    source.unlink()
    source.symlink_to("other")
    assert _comes(_has(out / "b.cu", b"hipFree"))
    source.unlink()
    source.symlink_to("src")  # to itself
    time.sleep(0.5)
    source.unlink()
    moved.rename(source)
    time.sleep(0.5)
    write("src/d.cu", CUDA)
    assert _comes(_has(out / "d.cu", b"hipFree"))

    assert watching.poll() is None
    os.killpg(watching.pid, signal.SIGTERM)
    _out, err = watching.communicate(timeout=WAIT_SECONDS)
    assert watching.returncode == 128 + signal.SIGTERM, err
    assert b"Traceback" not in err  # whether the link to itself is seen depends on the time


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("src",), "watch requires -o DIR"),
        (("-", "-o", "out"), "standard input (`-`) cannot be watched"),
        (("gone", "-o", "out"), "gone: no such file or directory"),
        (("src", "-o", "src/out"), "-o src/out: is inside the source src"),
        (("src", "-o", "out", "--rocm", "99"), "--rocm: '99' is not a version like 6.3"),
    ],
)
def test_what_makes_no_sense(hipify: Hipify, write: Write, arguments: tuple[str, ...], says: str) -> None:
    pytest.importorskip("watchfiles")
    write("src/a.cu", CUDA)
    ran = hipify("watch", *arguments)
    assert ran.code == 2
    assert says in ran.err


def test_the_extra_is_named(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    write("src/a.cu", CUDA)
    ran = hipify("watch", "src", "-o", "out")
    assert ran.code == 2
    assert ran.err == "error: watch needs watchfiles: pip install 'hipify-py[watch]'\n"
