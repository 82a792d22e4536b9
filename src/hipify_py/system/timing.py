"""A limit on CPU time, where the system has one to offer."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# If what is raised is lost, as in a destructor, it is raised again: after so many seconds, or at the end.
_AGAIN = 0.1


class OutOfTimeError(BaseException):
    """No Exception, so that nobody takes it for a failure of his own."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTimeError in what runs here once it has taken so many seconds of CPU time. Signals reach the main
    thread only, and not on every system: elsewhere there is no limit."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    is_running, is_over = True, False

    def end(_signal: int, _frame: FrameType | None) -> None:
        nonlocal is_over
        if is_running:
            is_over = True
            raise OutOfTimeError(f"more than {seconds:.0f} seconds of CPU time")

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _AGAIN)
    try:
        try:
            yield
        finally:
            is_running = False
        if is_over:
            raise OutOfTimeError(f"more than {seconds:.0f} seconds of CPU time")
    finally:  # also if the time is over just before the line above
        is_running = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
