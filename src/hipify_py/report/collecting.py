"""A console for programs: what a run prints for people is kept, and its progress told to a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from hipify_py.report.console import Console
from hipify_py.report.model import Report

T = TypeVar("T")
Progress = Callable[[str, int, int], object]


class Collecting(Console):
    """`finished` is the report, once there is one."""

    def __init__(self, progress: Progress | None) -> None:
        super().__init__(-1, "never", data_on_stdout=True)
        self._progress = progress
        self.finished: Report | None = None
        self.notes: list[str] = []
        self.problems: list[str] = []

    def report(self, report: Report, *_catalogue: Any, **_how: Any) -> None:
        self.finished = report

    def note(self, message: str) -> None:
        self.notes.append(message)

    def problem(self, message: str) -> None:
        self.problems.append(message)

    def failures(self, messages: Sequence[str]) -> None:
        self.problems += messages

    def progress(self, items: Iterable[T], total: int, *_how: Any) -> Iterator[T]:
        for number, item in enumerate(items, 1):
            if self._progress is not None and (file := getattr(item, "file", None)) is not None:
                self._progress(str(file.path), number, total)
            yield item
