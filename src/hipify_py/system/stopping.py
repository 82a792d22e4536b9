"""Ctrl-C, SIGTERM and SIGHUP: a run stops soon, tells what it has done, and nothing is cut in half.

A Python signal handler that raises may do so anywhere: while a pool forks its workers, in a callback whose exceptions
are dropped, between two lines of `threading` that belong together. So ours raises `Stopped` in modules of this package
only, not in those that open and close files, and not inside `held()`, where files are written and workers started.
Elsewhere it notes the signal and looks again a moment later. What is raised may get lost all the same, as where
something fails while it passes: until somebody calls `acknowledge()`, the next `held()` raises again. While the program
only starts or ends there is nothing to tell, and it leaves at once; so it does at a second signal that nobody has
reacted to in time.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Literal

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_PACKAGE = __name__.partition(".")[0] + "."
_NOT_HERE = __name__.rpartition(".")[0] + "."
# How long to wait before looking again whether the run can be stopped where it is now.
_AGAIN_SECONDS = 0.02
# From then on a second signal means that the first one did not help.
_PATIENCE_SECONDS = 0.5
# From then on a run that waits in somebody else's code, as for a file, waits for too long.
_STUCK_SECONDS = 2.0


class Stopped(BaseException):
    """The run is to end because of a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_code = exit_code(number)


class _State:
    mode: Literal["leave", "raise"] = "leave"
    held = 0
    requested = 0
    raised = False
    acknowledged = False
    since = 0.0


def exit_code(number: int) -> int:
    """What a shell says of a program that a signal has ended."""
    return 128 + number


def listen() -> None:
    """Handle the signals that end a run, but for those that the caller wants ignored, as `nohup` does."""
    for name in _NAMES:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _on_signal)
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _look_again)


@contextmanager
def run() -> Iterator[None]:
    """Signals raise `Stopped` within, and end the process at once before and after."""
    _State.requested, _State.raised, _State.acknowledged = 0, False, False
    _State.mode = "raise"
    try:
        yield
        check()  # a signal that was only noted so far, as in somebody else's code
    finally:
        leave_at_once()


def leave_at_once() -> None:
    """From now on a signal ends the process: there is nothing to tell, and nothing that could be cut in half."""
    _State.mode = "leave"
    _stop_timer()  # when Python ends, it gives SIGALRM back its ordinary effect, which is to end the process
    if _State.requested and not _State.raised:
        _leave(exit_code(_State.requested))


@contextmanager
def held() -> Iterator[None]:
    """What is done within is done as a whole; the run stops behind it."""
    _State.held += 1
    try:
        yield
    finally:
        _State.held -= 1
    check()


def check() -> None:
    """Stop here if somebody has asked for it."""
    if _State.requested and not _State.acknowledged and not _State.held and _State.mode == "raise":
        _State.raised = True
        raise Stopped(_State.requested)


def acknowledge() -> None:
    """`Stopped` has been caught by whoever ends the run because of it."""
    _State.acknowledged = True


def ended_with() -> int:
    """The exit code of a run that was stopped, or 0."""
    return exit_code(_State.requested) if _State.raised else 0


def leave_to_parent() -> None:
    """In a worker: Ctrl-C is the parent's to handle, and what the parent sends ends the worker."""
    for name in _NAMES:
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, signal.SIG_IGN if name == "SIGINT" else signal.SIG_DFL)
    _stop_timer()
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)


def _stop_timer() -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _on_signal(number: int, frame: FrameType | None) -> None:
    is_idle = _State.mode == "leave" and not _State.requested  # else the run is about to tell that it was stopped
    if is_idle or _is_impatient():
        _leave(exit_code(number))
    if not _State.requested:
        _State.requested, _State.since = number, time.monotonic()
    _stop_at(frame)


def _is_impatient() -> bool:
    """A second signal long after the first; a terminal and a shell may both send the first one."""
    return bool(_State.requested) and _waited() > (_STUCK_SECONDS if _State.held else _PATIENCE_SECONDS)


def _waited() -> float:
    return time.monotonic() - _State.since


def _look_again(_number: int, frame: FrameType | None) -> None:
    _stop_at(frame)


def _stop_at(frame: FrameType | None) -> None:
    """Raise where that is safe, else try again soon."""
    if _State.raised or _State.mode == "leave":
        return
    name = frame.f_globals.get("__name__", "") if frame is not None else ""
    if (name.startswith(_PACKAGE) and not name.startswith(_NOT_HERE)) or _waited() > _STUCK_SECONDS:
        check()
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, _AGAIN_SECONDS)


def _leave(code: int) -> None:
    """End without another word; workers see it and end as well."""
    os._exit(code)
