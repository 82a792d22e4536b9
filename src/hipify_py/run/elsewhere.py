"""Files are converted on other machines, through whatever `concurrent.futures` can be had there: Dask, or MPI.

All that a conversion depends on goes along, so workers open no file of the tree or of the user's. They must be of the
same build, or they would not find out the same.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import socket
import time
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from hipify_py import build
from hipify_py.patterns import pattern
from hipify_py.run.outcome import KILLED, FileOutcome
from hipify_py.run.pipeline import ExecutorError, Pending
from hipify_py.run.pools import result_of
from hipify_py.run.record import Record, record_of
from hipify_py.run.task import Input, Recipe
from hipify_py.run.workers import AHEAD
from hipify_py.system import stopping

# Where a scheduler listens, as `tcp://host:8786`, or the file that it writes.
_ADDRESS = pattern(r"(?:[a-z]+://)?[^\s/]+:\d{1,5}|.*\.json")
# More than processes are given, as the way is longer.
_BATCH = 32
_SECONDS_FOR_SCHEDULER = 30.0
_SECONDS_FOR_WORKERS = 60.0
_SECONDS_BETWEEN_COUNTS = 5.0
_SECONDS_TO_LEAVE = 2.0
_SAME = "install the same version on all machines"
_FEWEST_RANKS = 2
_MPI_COMMAND = "mpirun -n N python -m mpi4py.futures -m hipify_py … --executor mpi"
_POLL_SECONDS = 0.1
# How often a batch is given away whose result gets lost.
_TRIES = 3


class Cluster(Protocol):
    """Where conversions go."""

    @property
    def executor(self) -> Executor: ...

    @property
    def lost(self) -> tuple[type[Exception], ...]:
        """What a future says whose batch has ended all workers that were given it."""

    @property
    def confused(self) -> tuple[type[Exception], ...]:
        """What it raises where it has lost the result alone, so that one can ask again."""

    def count(self) -> int:
        """How many batches are worked on at a time."""

    def close(self) -> None:
        """What is not done yet nobody waits for."""


class Elsewhere:
    """Workers of a cluster."""

    batch = _BATCH

    def __init__(self, cluster: Cluster, recipe: Recipe, *, with_output: bool) -> None:
        self._cluster = cluster
        self._given = build.everywhere(), pickle.dumps(recipe), with_output

    @property
    def ahead(self) -> int:
        return AHEAD * self._cluster.count()

    def submit(self, inputs: Sequence[Input]) -> Future[Any]:
        with stopping.held():
            # Which the task unpickles itself: what a worker cannot know is its error, and not lost with the message.
            return self._cluster.executor.submit(pickle.loads, pickle.dumps(_Call((*self._given, inputs))))

    def result(self, pending: Pending, inputs: Sequence[Input]) -> list[Record]:
        assert isinstance(pending, Future)
        try:
            records = self._received(pending, inputs)
        except self._cluster.lost:
            return self._one_by_one(inputs)
        except (ImportError, AttributeError) as error:
            raise ExecutorError(f"hipify-py is missing on a worker, or is another version: {error}; {_SAME}") from error
        except (CancelledError, OSError) as error:
            raise ExecutorError("--executor: the connection to the Dask scheduler was lost") from error
        if isinstance(records, str):
            raise ExecutorError(records)
        return list(records)

    def _received(self, pending: Future[Any], inputs: Sequence[Input]) -> Any:
        for _again in range(_TRIES - 1):
            try:
                return result_of(pending)
            except self._cluster.confused:
                pending = self.submit(inputs)
        return result_of(pending)

    def _one_by_one(self, inputs: Sequence[Input]) -> list[Record]:
        """All workers that were given a batch have died. Which file did it shows when each goes alone: one after
        another, as a worker that dies takes along what else it was given."""
        if len(inputs) == 1:
            return [record_of(FileOutcome(inputs[0].file, problem=KILLED), with_output=False)]
        return [record for input in inputs for record in self.result(self.submit((input,)), (input,))]

    def stop(self) -> None: ...

    def close(self) -> None: ...


class _Call(NamedTuple):
    """Becomes, when it is unpickled, what `convert_batch` returns."""

    arguments: tuple[str, bytes, bool, Sequence[Input]]

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return convert_batch, self.arguments


def convert_batch(of_build: str, recipe: bytes, with_output: bool, inputs: Sequence[Input]) -> list[Record] | str:
    """What a worker is asked for; or why it cannot, which is no exception, as not every one finds its way back."""
    try:
        if build.everywhere() != of_build:
            return f"the worker on {socket.gethostname()} runs another version of hipify-py; {_SAME}"
        from hipify_py.run import runner

        return runner.convert_batch(recipe, inputs, with_output=with_output)
    except Exception as error:
        return f"internal error, please report it: {type(error).__name__}: {error}"


def cluster(wanted: str) -> Cluster:
    """What `--executor` names."""
    kind, _colon, address = wanted.partition(":")
    if kind == "dask" and _ADDRESS.fullmatch(address):
        return _Dask(address)
    if wanted == "mpi":
        return _Mpi()
    raise ExecutorError(f"--executor: {wanted!r} is not one of processes, dask:HOST:PORT, dask:FILE.json, mpi")


class _Dask:
    """A scheduler, by its address or the file that it has written for those who look for it."""

    def __init__(self, address: str) -> None:
        try:
            import dask
            from distributed import Client, KilledWorker
        except ImportError as error:
            raise ExecutorError("Dask is not installed; run: pip install 'hipify-py[dask]'") from error
        logging.disable(logging.CRITICAL)  # what it would say is said in one line
        warnings.filterwarnings("ignore", module="distributed")
        dask.config.set({"distributed.admin.low-level-log-length": 1})  # else the last thousand batches stay in memory
        self.lost: tuple[type[Exception], ...] = (KilledWorker,)
        # Dask takes a result for an error if the worker that holds it dies while it is on its way.
        self.confused: tuple[type[Exception], ...] = (ValueError,)
        self._client = self._connected(Client, address)
        self.executor: Executor = self._client.get_executor(pure=False)
        self._count, self._counted = 0, 0.0
        self._wait_for_workers(address)

    def count(self) -> int:
        """The threads of all workers, which come and go."""
        if time.monotonic() > self._counted + _SECONDS_BETWEEN_COUNTS:
            with stopping.held(), suppress(OSError):
                self._count = sum(self._client.nthreads().values())
            self._counted = time.monotonic()
        return max(1, self._count)

    def close(self) -> None:
        with suppress(OSError, CancelledError):
            self.executor.shutdown(wait=False)  # which cancels what is not done
            self._client.close(timeout=_SECONDS_TO_LEAVE)

    def _connected(self, client: Any, address: str) -> Any:
        options: dict[str, Any] = {"timeout": _SECONDS_FOR_SCHEDULER, "set_as_default": False}
        try:
            if not address.endswith(".json"):
                return client(address, **options)
            file = Path(address)
            _wait(file.exists, _SECONDS_FOR_SCHEDULER, f"dask:{address}: the scheduler did not create this file")
            return client(scheduler_file=address, **options)
        except (OSError, asyncio.TimeoutError, ValueError) as error:
            raise ExecutorError(f"dask:{address}: the scheduler does not answer") from error

    def _wait_for_workers(self, address: str) -> None:
        try:
            _wait(self._client.nthreads, _SECONDS_FOR_WORKERS, f"dask:{address}: no worker connected")
        except BaseException:
            self.close()
            raise


def _wait(is_there: Callable[[], object], seconds: float, complaint: str) -> None:
    last = time.monotonic() + seconds
    while not is_there():
        if time.monotonic() > last:
            raise ExecutorError(f"{complaint} within {seconds:.0f} seconds")
        time.sleep(_POLL_SECONDS)


class _Mpi:
    """The processes that `mpirun` has started beside this one."""

    lost: tuple[type[Exception], ...] = ()
    confused: tuple[type[Exception], ...] = ()

    def __init__(self) -> None:
        try:
            from mpi4py import MPI
            from mpi4py.futures import MPIPoolExecutor, _core
        except (ImportError, RuntimeError) as error:  # RuntimeError: a wheel of mpi4py without an MPI library
            raise ExecutorError(
                "mpi4py or the MPI library is not installed; run: pip install 'hipify-py[mpi]'"
            ) from error
        if getattr(_core, "SharedPool", None) is None or MPI.COMM_WORLD.Get_size() < _FEWEST_RANKS:
            raise ExecutorError(f"--executor mpi needs at least two processes; start it with: {_MPI_COMMAND}")
        self.executor = MPIPoolExecutor(main=False, initializer=stopping.leave_to_parent)
        with stopping.held():
            self.executor.bootup()  # at once: until a worker has been told to leave Ctrl-C to us it prints a traceback

    def count(self) -> int:
        return int(self.executor.num_workers)

    def close(self) -> None:
        self.executor.shutdown(wait=True, cancel_futures=True)
