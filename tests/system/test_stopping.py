"""Where a signal stops a run, and where it does not yet."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from hipify_py.system.timing import OutOfTimeError, time_limit

# `step` runs as a module of some name, as if the signal came while that was at work.
_PROGRAM = """
import signal, sys
from hipify_py.system import stopping

def step(module, text):
    exec(text, {"__name__": module, "signal": signal})

stopping.listen()
with stopping.run():
    %s
"""
_SIGNAL = "signal.raise_signal(signal.SIGTERM)\nprint('went on')\n"


def _run(body: str) -> tuple[int, str]:
    program = _PROGRAM % "\n    ".join(body.splitlines())
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr.strip().rpartition("\n")[2]


def test_code_of_ours_stops_at_once() -> None:
    _code, said = _run(f"step('hipify_py.run.app', {_SIGNAL!r})")
    assert said.startswith("hipify_py.system.stopping.Stopped")


@pytest.mark.parametrize("module", ["hipify_py.system.disk", "concurrent.futures.process"])
def test_files_are_closed_and_code_of_others_goes_on(module: str) -> None:
    _code, said = _run(f"step({module!r}, {_SIGNAL!r})\nstopping.check()")
    assert said.startswith("went on\nhipify_py.system.stopping.Stopped")


def test_a_stop_that_got_lost_comes_again() -> None:
    lost = f"try:\n    step('hipify_py.run.app', {_SIGNAL!r})\nexcept BaseException:\n    pass\n"
    _code, said = _run(lost + "with stopping.held():\n    print('whole')\nprint('went on')")
    assert said.startswith("whole\nhipify_py.system.stopping.Stopped")


def test_a_stop_that_was_acknowledged_does_not() -> None:
    caught = f"try:\n    step('hipify_py.run.app', {_SIGNAL!r})\nexcept stopping.Stopped:\n    stopping.acknowledge()\n"
    assert _run(caught + "with stopping.held():\n    print('told')\nprint('ended')") == (0, "told\nended\n")


def test_a_signal_that_was_only_noted_is_told_at_the_end() -> None:
    _code, said = _run(f"step('concurrent.futures.process', {_SIGNAL!r})")
    assert said.startswith("went on\nhipify_py.system.stopping.Stopped")


def test_a_signal_that_was_noted_ends_what_leaves_at_once() -> None:
    noted = f"step('concurrent.futures.process', {_SIGNAL!r})\nstopping.leave_at_once()\nprint('served')"
    assert _run(noted.replace("went on", ""))[0] == 128 + signal.SIGTERM


def test_no_timer_is_left_and_a_second_signal_at_once_changes_nothing() -> None:
    """A timer that outlives its handler ends the process by SIGALRM while Python ends."""
    program = _PROGRAM % f"step('concurrent.futures.process', {_SIGNAL!r})"
    program = program.replace("with stopping.run():", "try:\n  with stopping.run():", 1)
    program += (
        "except stopping.Stopped:\n    signal.raise_signal(signal.SIGINT)\n"
        "    stopping._stop_at(None)\n    print(signal.getitimer(signal.ITIMER_REAL))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "went on\n(0.0, 0.0)\n", "")


def test_time_that_is_over_at_the_very_end_leaves_no_timer() -> None:
    before = signal.getsignal(signal.SIGVTALRM)

    def interrupt(frame: FrameType, event: str, _argument: object) -> Any:
        if frame.f_code.co_name == "time_limit" and event == "line":
            sys.settrace(None)
            signal.raise_signal(signal.SIGVTALRM)
        return interrupt

    with pytest.raises(OutOfTimeError), time_limit(1000):
        sys.settrace(interrupt)
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGVTALRM) is before


# Sends Ctrl-C while a module is imported; the entry points start as console scripts start them.
_AT_IMPORT = """
import os, signal, sys

imported = sys.argv.pop()

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == imported:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
from {module} import main
sys.argv += ["-c", "gone.cu"]
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        *(("hipify_py.__main__", each) for each in ("hipify_py.system", "hipify_py.system.stopping", "click")),
        *(("hipify_py.nvcc.main", each) for each in ("hipify_py.nvcc.plans", "hipify_py.nvcc.settings")),
        ("hipify_py.nvcc.main", "hipify_py.nvcc.making"),
        ("hipify_py.nvcc.main", "hipify_py.report.lines"),
    ],
)
def test_ctrl_c_during_an_import(module: str, imported: str, tmp_path: Path) -> None:
    program = [sys.executable, "-c", _AT_IMPORT.format(module=module), imported]
    environment = {**os.environ, "HIPIFY_NVCC_CACHE": str(tmp_path / "cache"), "HIPIFY_NVCC_COMPILER": "gone"}
    ran = subprocess.run(program, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "")
