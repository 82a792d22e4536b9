"""What becomes of each file of a run, and what is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from hipify_py.report.console import Console
from hipify_py.run.deliver.state import StateError
from hipify_py.run.delivery import Delivered, Delivery
from hipify_py.run.discover import File, Problem
from hipify_py.run.headers import Headers
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.triage.triage import Collection


class Tally:
    """What became of each file. That may be known late, and is told in the order of the files; files that fail for one
    reason are told together."""

    def __init__(self, collection: Collection, console: Console) -> None:
        self._collection = collection
        self._console = console
        self._outcomes: list[FileOutcome] = []
        self._changes: dict[File, str] = {}
        self._failures: dict[str, list[str]] = {}
        self.failed: list[FileOutcome] = []

    def add(self, outcome: FileOutcome) -> None:
        self._collection.add(outcome)
        self._outcomes.append(outcome if outcome.output is None else replace(outcome, original=None, output=None))
        if outcome.problem:
            self._fail(outcome, outcome.problem, outcome.problem)

    def settle(self, told: Iterable[Delivered]) -> bool:
        """Note what was delivered; whether there is any use in going on."""
        goes_on = True
        for each in told:
            if each.error is not None:
                self._fail(each.outcome, each.problem, each.cause)
                goes_on = goes_on and not _is_hopeless(each.error)
            elif each.change:
                self._changes[each.outcome.file] = each.change
                self._console.detail(f"{each.change} {each.outcome.file.path}")
        return goes_on

    def take_back(self, root: Path) -> None:
        """Files that get new names and those that include them change together, or not at all."""
        from hipify_py.run.deliver.undo import take_back

        self._show_failures()
        undone = take_back(root)
        for path, why in (*undone.kept, *undone.problems):
            self._console.problem(f"{path}: {why}")
        self._changes.clear()
        self._console.problem(
            "--rename-files: not all files could be changed, so all changes were reverted; run the command again"
        )

    def close(self) -> None:
        self._show_failures()
        for outcome in self._outcomes:
            self._collection.add_file(outcome, self._changes.get(outcome.file, ""))

    def _show_failures(self) -> None:
        for messages in self._failures.values():
            self._console.failures(messages)
        self._failures.clear()

    def _fail(self, outcome: FileOutcome, why: str, cause: str) -> None:
        self.failed.append(outcome)
        path = str(outcome.file.path)
        self._collection.add_problem(Problem(path, why))
        self._failures.setdefault(cause, []).append(f"{path}: {why}")


def delivered(outcome: FileOutcome, headers: Headers, delivery: Delivery, console: Console) -> Sequence[Delivered]:
    """What an outcome includes comes first, so that no source lacks it."""
    try:
        for companion in headers.companions(outcome):
            if written := delivery.accompany(companion):
                console.detail(f"{written} {companion.path}")
        return delivery.deliver(outcome)
    except BrokenPipeError:  # nobody reads the diff any more
        raise
    except (OSError, StateError) as error:
        return (Delivered(outcome, error=error),)


def _is_hopeless(error: Exception) -> bool:
    """Whether every further file would fail in the same way."""
    from hipify_py.run.deliver.batch import HOPELESS

    return isinstance(error, StateError) or (isinstance(error, OSError) and error.errno in HOPELESS)


def fail(collection: Collection, console: Console, problem: Problem) -> None:
    collection.add_problem(problem)
    console.problem(f"{problem.path}: {problem.reason}")
