"""Worker processes: outcomes in order, a killed worker costs one file, and none outlives its parent."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TypeVar

from hipify_py.run import runner
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.task import Job
from hipify_py.system import stopping
from hipify_py.tables.model import Policy

T = TypeVar("T")
_CHUNK = 16
# Chunks given to each worker at a time.
_AHEAD = 3
# How often a wait for workers looks whether the run is to stop.
_POLL_SECONDS = 0.1


def run_parallel(files: Sequence[File], job: Job, workers: int) -> Iterator[FileOutcome]:
    chunks = deque(files[start : start + _CHUNK] for start in range(0, len(files), _CHUNK))
    workers = min(workers, len(chunks))
    while chunks:
        try:
            for outcomes in _in_pool(tuple(chunks), job, workers):
                chunks.popleft()
                yield from outcomes
        except BrokenProcessPool:
            # A worker was killed. Which file of those in work did it shows when they have processes of their own.
            for _ in range(min(_AHEAD * workers, len(chunks))):
                yield from _alone(chunks.popleft(), job)


def _in_pool(chunks: Iterable[Sequence[File]], job: Job, workers: int) -> Iterator[list[FileOutcome]]:
    """Chunk by chunk, a few ahead, so that results never pile up."""
    waiting = iter(chunks)
    with stopping.held():
        pool = _pool(job, workers)
        running = deque(pool.submit(_work_chunk, chunk) for chunk in islice(waiting, _AHEAD * workers))
    try:
        while running:
            outcomes = result_of(running.popleft())
            with stopping.held():
                running += [pool.submit(_work_chunk, chunk) for chunk in islice(waiting, 1)]
            yield outcomes
    except stopping.Stopped:
        _kill(pool)
        raise
    finally:
        # Waiting is for the chunks in work only; a pool still ending when Python does prints an error now and then.
        pool.shutdown(wait=not stopping.ended_with(), cancel_futures=True)


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


def _alone(files: Sequence[File], job: Job) -> list[FileOutcome]:
    try:
        (outcomes,) = _in_pool((files,), job, 1)
    except BrokenProcessPool:
        if len(files) == 1:
            return [FileOutcome(files[0], problem="the process that converted it was killed (out of memory?)")]
        return [outcome for file in files for outcome in _alone([file], job)]
    return outcomes


def _pool(job: Job, workers: int) -> ProcessPoolExecutor:
    # Forking is safe here, as no thread runs yet, and spares each worker the imports.
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() and os.name == "posix" else None
    return ProcessPoolExecutor(workers, multiprocessing.get_context(method), initializer=_start, initargs=(job,))


_worker: tuple[Job, Policy] | None = None


def _start(job: Job) -> None:
    """A worker's first call. A parent that was killed leaves no worker behind."""
    global _worker
    stopping.leave_to_parent()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker = job, job.policy()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work_chunk(files: Sequence[File]) -> list[FileOutcome]:
    assert _worker is not None
    return [runner.work(file, *_worker) for file in files]
