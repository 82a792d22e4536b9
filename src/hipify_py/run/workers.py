"""Who converts: this process, or processes of its own. A killed one costs one file, and none outlives its parent."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from hipify_py.run.outcome import FileOutcome
from hipify_py.run.pipeline import Pending
from hipify_py.run.record import Record, record_of
from hipify_py.run.task import Input, Recipe
from hipify_py.system import stopping

T = TypeVar("T")
_BATCH = 16
# Batches given to each worker at a time.
AHEAD = 3
# How often a wait for workers looks whether the run is to stop.
_POLL_SECONDS = 0.1
KILLED = "the worker process was killed while converting it (out of memory?)"


class Processes:
    """So many of them, from the first batch on."""

    batch = _BATCH

    def __init__(self, recipe: Recipe, count: int, *, with_output: bool) -> None:
        self._recipe, self._with_output = pickle.dumps(recipe), with_output
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self.ahead = AHEAD * count

    def submit(self, inputs: Sequence[Input]) -> Future[list[Record]]:
        with stopping.held():
            if self._pool is None:
                self._pool = _pool(self._count)
            try:
                return self._given(self._pool, inputs)
            except BrokenProcessPool as error:  # a worker was killed since: `result` sees to it
                failed: Future[list[Record]] = Future()
                failed.set_exception(error)
                return failed

    def _given(self, pool: ProcessPoolExecutor, inputs: Sequence[Input]) -> Future[list[Record]]:
        from hipify_py.run import runner

        return pool.submit(runner.convert_batch, self._recipe, inputs, with_output=self._with_output)

    def result(self, pending: Pending, inputs: Sequence[Input]) -> list[Record]:
        assert isinstance(pending, Future)
        try:
            return result_of(pending)
        except BrokenProcessPool:
            # A worker was killed. Which file of those in work did it shows when they have processes of their own.
            self.close()
            return self._alone(inputs)

    def _alone(self, inputs: Sequence[Input]) -> list[Record]:
        with stopping.held():
            pool = _pool(1)
            future = self._given(pool, inputs)
        try:
            return result_of(future)
        except BrokenProcessPool:
            if len(inputs) == 1:
                return [record_of(FileOutcome(inputs[0].file, problem=KILLED), with_output=False)]
        except stopping.Stopped:
            _kill(pool)
            raise
        finally:
            _shut(pool)
        return [record for input in inputs for record in self._alone([input])]

    def stop(self) -> None:
        if self._pool is not None:
            _kill(self._pool)

    def close(self) -> None:
        if self._pool is not None:
            _shut(self._pool)
            self._pool = None


def result_of(future: Future[T]) -> T:
    """The result of a future as soon as it is there, unless the run stops first."""
    while True:
        with stopping.held():
            is_done = bool(wait((future,), _POLL_SECONDS).done)
        if is_done:
            return future.result()


def _kill(pool: ProcessPoolExecutor) -> None:
    """End the workers whatever they do: what they would find out nobody waits for."""
    pool.shutdown(wait=False, cancel_futures=True)
    for process in multiprocessing.active_children():
        process.kill()


def _shut(pool: ProcessPoolExecutor) -> None:
    # Waiting is for the batches in work only; a pool still ending when Python does prints an error now and then.
    pool.shutdown(wait=not stopping.ended_with(), cancel_futures=True)


def _pool(workers: int) -> ProcessPoolExecutor:
    from hipify_py.run import runner  # noqa: F401  # which spares each worker the imports

    # Forking is safe here, as no thread runs yet.
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() and os.name == "posix" else None
    return ProcessPoolExecutor(workers, multiprocessing.get_context(method), initializer=_start)


def _start() -> None:
    """A worker's first call. A parent that was killed leaves no worker behind."""
    stopping.leave_to_parent()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
