"""Modules of PTX that are so long that several processes translate them: nobody sees a difference but the time."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.run.outcome import KILLED
from hipify_py.run.pools import can_fork
from tests.cli.test_ptx_modules import HEAD, LEFT

if TYPE_CHECKING:
    import subprocess

    from tests.cli.conftest import Hipify, Start, Take, Write

pytestmark = pytest.mark.skipif(not can_fork(), reason="one process does it all")
LENGTH = 4_100_000
FUNCTIONS = 40
STEP = b"  add.s32 %r1, %r1, 1;\n  mul.lo.s32 %r1, %r1, %r1;\n"
# Lines are short work, steps are long work.
COMMENT = b"// " + b"-" * 1_000 + b"\n"


def _kernel(number: int, filling: bytes) -> bytes:
    times = LENGTH // FUNCTIONS // len(filling) + 1
    return b"""
.visible .entry k%d(.param .u64 p)
{
  .reg .b32 %%r<2>;
  .reg .b64 %%rd<2>;
  ld.param.u64 %%rd1, [p];
  mov.u32 %%r1, %d;
  %b
  st.global.u32 [%%rd1], %%r1;
  ret;
}
""" % (number, number, filling * times)


def _module(filling: bytes) -> bytes:
    return HEAD + b"".join(_kernel(number, filling) for number in range(FUNCTIONS)) + LEFT


def test_any_number_of_processes_writes_the_same(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.ptx", _module(COMMENT))
    alone = hipify("--no-cache", "-j1", "a.ptx", "-o", "one")
    shared = hipify("--no-cache", "-j3", "a.ptx", "-o", "three")
    text = (tree / "one/a.hip").read_bytes()
    assert hipify("ptx", "-j3", "a.ptx").data == text
    assert (shared.code, shared.out.replace("three/", "one/")) == (alone.code, alone.out)
    assert (tree / "three/a.hip").read_bytes() == text
    kernels = [line for line in text.splitlines() if b"__global__" in line]
    assert [line.split()[4].partition(b"(")[0] for line in kernels] == [b"k%d" % each for each in range(FUNCTIONS)]
    assert "kernel 'meet' is not translated" in alone.err + alone.out


@pytest.mark.slow
def test_a_killed_process_costs_the_file(start: Start, write: Write, tree: Path, snapshot: Take) -> None:
    process = _start(start, write)
    before = snapshot(tree)
    os.kill(_children(process)[0], signal.SIGKILL)
    _out, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert f"error: a.ptx: {KILLED}" in err.decode().splitlines()
    assert b"Traceback" not in err
    assert (tree / "b.ptx").is_file()
    assert snapshot(tree) == before


@pytest.mark.slow
def test_stopped(start: Start, write: Write, tree: Path, snapshot: Take) -> None:
    process = _start(start, write)
    children, before, begun = _children(process), snapshot(tree), time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    _out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert time.monotonic() - begun < 10
    assert b"Traceback" not in err
    assert snapshot(tree) == before
    while any(map(_runs, children)):
        assert time.monotonic() - begun < 10
        time.sleep(0.01)


def _runs(process: int) -> bool:
    """Whether a process does anything: one that has ended stays in the list until its parent has asked for it."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def _start(start: Start, write: Write) -> subprocess.Popen[bytes]:
    """A run that is busy with two processes for a file, beside another one."""
    write("a.ptx", _module(STEP))
    write("b.ptx", HEAD)
    process = start("--no-cache", "-j2", "a.ptx", "b.ptx")
    while len(_children(process)) < 2:
        assert process.poll() is None
        time.sleep(0.01)
    return process


def _children(process: subprocess.Popen[bytes]) -> list[int]:
    path = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(each) for each in path.read_text(encoding="ascii").split()]
