"""Work that goes on beside the conversation with the editor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Tasks:
    """`report` gets one line for each task that fails. Without it asyncio prints a traceback, at some time or never."""

    def __init__(self, report: Callable[[str], object]) -> None:
        self._report = report
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any], about: object) -> asyncio.Task[Any]:
        """`about` is the document or the directory that the line names."""
        task = asyncio.get_running_loop().create_task(work, name=str(about))
        self._running.add(task)
        task.add_done_callback(self._end)
        return task

    def is_idle(self) -> bool:
        return not self._running

    def _end(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._report(failure(task.get_name(), error))


def failure(about: object, error: BaseException) -> str:
    return f"{about}: {type(error).__name__}: {error}"
