"""Where a signal stops a run, and where it does not yet."""

from __future__ import annotations

import subprocess
import sys

import pytest

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
