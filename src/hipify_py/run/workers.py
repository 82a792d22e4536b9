"""Who converts: this process, or processes of its own. A killed one costs one file, and none outlives its parent."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from hipify_py.run.outcome import KILLED, FileOutcome
from hipify_py.run.pipeline import Pending
from hipify_py.run.pools import kill, pool, result_of, shut
from hipify_py.run.record import Record, record_of
from hipify_py.run.task import Input, Recipe
from hipify_py.system import stopping

_BATCH = 16
# Batches given to each worker at a time.
AHEAD = 3


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
                self._pool = _started(self._count)
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
            alone = _started(1)
            future = self._given(alone, inputs)
        try:
            return result_of(future)
        except BrokenProcessPool:
            if len(inputs) == 1:
                return [record_of(FileOutcome(inputs[0].file, problem=KILLED), with_output=False)]
        except stopping.Stopped:
            kill(alone)
            raise
        finally:
            shut(alone)
        return [record for input in inputs for record in self._alone([input])]

    def stop(self) -> None:
        if self._pool is not None:
            kill(self._pool)

    def close(self) -> None:
        if self._pool is not None:
            shut(self._pool)
            self._pool = None


def _started(workers: int) -> ProcessPoolExecutor:
    from hipify_py.run import runner  # noqa: F401  # which spares each worker the imports

    return pool(workers)
