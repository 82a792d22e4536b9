"""Compilers as processes: a few at a time, with limits on time and output, and none left behind."""

from __future__ import annotations

import os
import signal
import subprocess
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event, Lock, Timer
from typing import NamedTuple

from hipify_py.run.pools import result_of

TIMEOUT = 120.0
# Far more than twenty errors take; whoever says more is not listened to.
MAX_OUTPUT = 1_000_000


class Ran(NamedTuple):
    """How a compiler ended. `trouble` says why its word does not count, if so."""

    code: int
    output: str
    trouble: str = ""


class Processes:
    def __init__(self) -> None:
        self._lock = Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopped = False

    def run_all(self, commands: Sequence[Sequence[str]], jobs: int) -> Iterator[Ran]:
        """How each command ended, in their order."""
        pool = ThreadPoolExecutor(max(1, min(jobs, len(commands))))
        try:
            running = deque(pool.submit(self._run, command) for command in commands)
            while running:
                yield result_of(running.popleft())
        except BaseException:
            self.stop()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def run(self, command: Sequence[str]) -> Ran:
        (ran,) = self.run_all((command,), 1)
        return ran

    def _run(self, command: Sequence[str]) -> Ran:
        """In a thread, where no signal can come between a process and its entry in the list of those that run."""
        try:
            process = self._start(command)
        except OSError as error:
            return Ran(-1, "", f"{command[0]}: {error.strerror or error}")
        overdue = Event()

        def end() -> None:
            overdue.set()
            _kill(process)

        timer = Timer(TIMEOUT, end)
        timer.start()
        try:
            output = _output(process)
        finally:
            timer.cancel()
            timer.join()  # workers are forked after the first check, and by a process with one thread
            with self._lock:
                self._running.discard(process)
        trouble = f"the compiler did not finish within {TIMEOUT:.0f} s" if overdue.is_set() else ""
        return Ran(process.returncode, os.fsdecode(output), trouble)

    def stop(self) -> None:
        """End what runs; nothing is started any more."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                _kill(process)

    def _start(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._stopped:
                raise InterruptedError(None, "stopped")
            # A group of its own: a compiler's driver has children, which must end with it.
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
            self._running.add(process)
            return process


def _output(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stderr is not None
    with process.stderr as stream:
        output = stream.read(MAX_OUTPUT)
        if len(output) == MAX_OUTPUT:
            _kill(process)
    process.wait()
    return output


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.returncode is not None:
        return  # asked already how it ended: its number may be somebody else's by now
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
