"""Worker processes: outcomes in order, a killed worker costs one file, and none outlives its parent."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from hipify_py import runner
from hipify_py.discover import File
from hipify_py.runner import Job, Outcome
from hipify_py.tables.model import Policy

_CHUNK = 16
# Chunks given to each worker at a time.
_AHEAD = 3


def run_parallel(files: Sequence[File], job: Job, workers: int) -> Iterator[Outcome]:
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


def _in_pool(chunks: Iterable[Sequence[File]], job: Job, workers: int) -> Iterator[list[Outcome]]:
    """Chunk by chunk, a few ahead, so that results never pile up."""
    waiting = iter(chunks)
    with _pool(job, workers) as pool:
        running: list[Future[list[Outcome]]] = [
            pool.submit(_work_chunk, chunk) for chunk in islice(waiting, _AHEAD * workers)
        ]
        try:
            while running:
                outcomes = running.pop(0).result()
                running += [pool.submit(_work_chunk, chunk) for chunk in islice(waiting, 1)]
                yield outcomes
        finally:
            # Waiting is for the chunks in work only; a pool still ending when Python does prints an error now and then.
            pool.shutdown(wait=True, cancel_futures=True)


def _alone(files: Sequence[File], job: Job) -> list[Outcome]:
    try:
        with _pool(job, 1) as pool:
            return pool.submit(_work_chunk, files).result()
    except BrokenProcessPool:
        if len(files) == 1:
            return [Outcome(files[0], problem="the process that converted it was killed (out of memory?)")]
        return [outcome for file in files for outcome in _alone([file], job)]


def _pool(job: Job, workers: int) -> ProcessPoolExecutor:
    # Forking is safe here, as no thread runs yet, and spares each worker the imports.
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() and os.name == "posix" else None
    return ProcessPoolExecutor(workers, multiprocessing.get_context(method), initializer=_start, initargs=(job,))


_worker: tuple[Job, Policy] | None = None


def _start(job: Job) -> None:
    """A worker's first call. Ctrl-C is the parent's to handle; a parent that was killed leaves no worker behind."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker = job, job.policy()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work_chunk(files: Sequence[File]) -> list[Outcome]:
    assert _worker is not None
    return [runner.work(file, *_worker) for file in files]
