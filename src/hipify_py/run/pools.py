"""Processes that work for this one: none outlives it, and where the run stops they are not waited for."""

from __future__ import annotations

import gc
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, TypeVar

from hipify_py.run.outcome import KilledError
from hipify_py.system import stopping
from hipify_py.system.timing import time_limit

T = TypeVar("T")
Item = TypeVar("Item")
# How often a wait for workers looks whether the run is to stop.
_POLL_SECONDS = 0.1
_LEAST_SECONDS = 0.01


def pool(workers: int, begin: Callable[[], object] | None = None) -> ProcessPoolExecutor:
    """So many processes from the first task on, each of which calls `begin` first."""
    # Forking is safe here, as no thread runs yet.
    context = multiprocessing.get_context("fork" if can_fork() else None)
    return ProcessPoolExecutor(workers, context, initializer=_start, initargs=(begin,))


def can_fork() -> bool:
    """Whether processes know at once all that this one knows."""
    return "fork" in multiprocessing.get_all_start_methods() and os.name == "posix"


def result_of(future: Future[T]) -> T:
    """The result of a future as soon as it is there, unless the run stops first."""
    while True:
        with stopping.held():
            is_done = bool(wait((future,), _POLL_SECONDS).done)
        if is_done:
            return future.result()


def kill(pool: ProcessPoolExecutor) -> None:
    """End the workers whatever they do: what they would find out nobody waits for."""
    pool.shutdown(wait=False, cancel_futures=True)
    for process in multiprocessing.active_children():
        process.kill()


def shut(pool: ProcessPoolExecutor) -> None:
    # Waiting is for the batches in work only; a pool still ending when Python does prints an error now and then.
    pool.shutdown(wait=not stopping.ended_with(), cancel_futures=True)


def _start(begin: Callable[[], object] | None) -> None:
    """A worker's first call. A parent that was killed leaves no worker behind."""
    stopping.leave_to_parent()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def shared(act: Callable[[Item], T], items: Sequence[Item], count: int, seconds: float) -> Sequence[T]:
    """What is made of each item, in their order, by so many processes. They are forked, so `act` may know anything, and
    each has so many seconds of CPU time. Raises KilledError if somebody kills one."""
    count = min(count, len(items))
    if count < 2 or not can_fork():
        return [act(item) for item in items]
    with stopping.held():
        workers = pool(count, partial(_take, act, seconds))
    try:
        with stopping.held():
            futures = [workers.submit(_made, item) for item in items]
        return [result_of(each) for each in futures]
    except BrokenProcessPool:
        raise KilledError from None
    except BaseException:
        kill(workers)
        raise
    finally:
        shut(workers)


class _Share:
    """What a worker does for all of its life."""

    act: Callable[[Any], Any]
    seconds: float


def _take(act: Callable[[Any], Any], seconds: float) -> None:
    _Share.act, _Share.seconds = act, seconds
    gc.freeze()  # what has come along from the parent stays shared with it


def _made(item: Any) -> Any:
    with time_limit(max(_Share.seconds - time.process_time(), _LEAST_SECONDS)):
        return _Share.act(item)
