"""From files to their outcomes, in order: read here, looked up, and converted by whoever does the work.

Files go in batches of neighbors. Of each batch only what the cache does not know is given away, and a few batches are
so ahead of the one that is waited for: what was read and what has come back never piles up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from hipify_py.findings import FILE_NOT_READ
from hipify_py.once import cached_property
from hipify_py.records import dataclass
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome, Remark
from hipify_py.run.record import Record, outcome_of, with_output
from hipify_py.run.task import Input, Job, Reader, Recipe, Task, most_bytes
from hipify_py.source import Position
from hipify_py.system import stopping
from hipify_py.system.disk import Signature
from hipify_py.texts import reason

if TYPE_CHECKING:
    from hipify_py.run.cache.results import Cache
    from hipify_py.run.project.index import Project
    from hipify_py.tables.model import Policy

# What is given away at once: enough to be worth the way, and not so much that a lost batch hurts.
_MOST_FILES = 16
_MOST_BYTES = 1_000_000


class ExecutorError(Exception):
    """Nobody converts where `--executor` says, in one line."""


class Pending(Protocol):
    """Work that was given away: a future, mostly."""

    def done(self) -> bool: ...


class Workers(Protocol):
    """Who converts. `batch` is how many files are given away at once, `ahead` how many batches at a time."""

    @property
    def batch(self) -> int: ...

    @property
    def ahead(self) -> int: ...

    def submit(self, inputs: Sequence[Input]) -> Pending: ...

    def result(self, pending: Pending, inputs: Sequence[Input]) -> list[Record]:
        """What has become of them, waited for if need be."""

    def stop(self) -> None:
        """End at once: what would be found out nobody waits for."""

    def close(self) -> None: ...


class Here:
    """This very process: a single file, as in hooks, should not pay for another one. One that is long enough may be
    shared out to `jobs` of them."""

    batch = ahead = 1

    def __init__(self, recipe: Recipe, *, with_output: bool, jobs: int = 1) -> None:
        self._recipe, self._with_output, self._jobs = recipe, with_output, jobs

    @cached_property
    def _policy(self) -> Policy:
        return self._recipe.policy()

    def submit(self, inputs: Sequence[Input]) -> Pending:
        from hipify_py.run.runner import records  # what is known already need not be converted

        given = inputs, self._policy, self._recipe.style
        return _Done(records(*given, with_output=self._with_output, jobs=self._jobs))

    def result(self, pending: Pending, inputs: Sequence[Input]) -> list[Record]:
        del inputs
        assert isinstance(pending, _Done)
        return pending.records

    def stop(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class _Done:
    records: list[Record]

    def done(self) -> bool:
        return True


def outcomes(
    files: Iterable[File],
    job: Job,
    recipe: Recipe,
    workers: Workers,
    cache: Cache | None = None,
    project: Project | None = None,
    *,
    with_output: bool,
) -> Iterator[FileOutcome]:
    """The outcomes in the order of the files, whoever does the work."""
    reader = Reader(job, recipe, cache.headers if cache is not None else None, project)
    run = _Run(reader, workers, cache, with_output)
    try:
        yield from run.outcomes(iter(files))
    except stopping.Stopped:
        workers.stop()
        raise
    finally:
        reader.close()
        workers.close()


@dataclass
class _Batch:
    """Files that follow each other: what became of each, or what is to be converted; `pending` is about these."""

    items: list[FileOutcome | Task]
    pending: Pending | None = None

    @property
    def tasks(self) -> list[Task]:
        return [item for item in self.items if isinstance(item, Task)]

    @property
    def inputs(self) -> list[Input]:
        return [task.input for task in self.tasks]

    def is_done(self) -> bool:
        return self.pending is None or self.pending.done()


@dataclass
class _Run:
    reader: Reader
    workers: Workers
    cache: Cache | None
    with_output: bool

    def outcomes(self, files: Iterator[File]) -> Iterator[FileOutcome]:
        running: deque[_Batch] = deque()
        while batch := self._read(files):
            running.append(self._started(batch))
            while running and (len(running) >= self.workers.ahead or running[0].is_done()):
                yield from self._finished(running.popleft())
        while running:
            yield from self._finished(running.popleft())

    def _read(self, files: Iterator[File]) -> _Batch | None:
        """The next files, with what is known of them."""
        batch, size = _Batch([]), 0
        for file in islice(files, self.workers.batch):
            item = self._known(file)
            batch.items.append(item)
            if isinstance(item, Task):
                size += len(item.input.data)
            if size >= _MOST_BYTES:
                break
        return batch if batch.items else None

    def _known(self, file: File) -> FileOutcome | Task:
        """What there is to say of a file before it is converted, or what it takes to convert it."""
        try:
            if (signature := self.reader.unread(file)) is not None:
                return FileOutcome(file, signature=signature, size=signature.size, new_name=self.reader.new_name(file))
            return self._asked(file, *self.reader.read(file))
        except OSError as error:
            return FileOutcome(file, problem=reason(error))
        except Exception as error:  # a bug of ours must cost one file and be named, not end the run
            return FileOutcome(file, problem=f"internal error, please report it: {type(error).__name__}: {error}")

    def _asked(self, file: File, data: bytes | None, signature: Signature | None) -> FileOutcome | Task:
        if data is None:
            return too_large(file)
        if self.reader.is_of_no_concern(file, data):
            return FileOutcome(file, signature=signature, size=len(data), new_name=self.reader.new_name(file))
        task = self.reader.task(file, data, signature)
        known = self.cache.find(task, with_output=self.with_output) if self.cache is not None else None
        return task if known is None else known

    def _started(self, batch: _Batch) -> _Batch:
        if inputs := batch.inputs:
            batch.pending = self.workers.submit(inputs)
        return batch

    def _finished(self, batch: _Batch) -> Iterator[FileOutcome]:
        records = iter(self._records(batch))
        for item in batch.items:
            yield self._received(item, next(records)) if isinstance(item, Task) else item

    def _records(self, batch: _Batch) -> list[Record]:
        return [] if batch.pending is None else self.workers.result(batch.pending, batch.inputs)

    def _received(self, task: Task, record: Record) -> FileOutcome:
        outcome, expected = outcome_of(record.line, task)
        if record.output is not None and self.with_output:
            outcome = with_output(outcome, task, record.output, expected)
        if self.cache is not None:
            self.cache.keep(task, outcome, record)
        return outcome


def too_large(file: File) -> FileOutcome:
    from hipify_py.rules.load import load as load_rules

    size = f"{most_bytes(file) // 1_000_000} MB"
    message = f"file not converted: larger than {size}; if it is generated, generate it for HIP"
    start, rule = Position(1, 1), load_rules().rules[FILE_NOT_READ]
    remark = Remark(str(file.path), start, start, FILE_NOT_READ, rule.severity, message)
    return FileOutcome(file, remarks=(remark,), skipped=True)
