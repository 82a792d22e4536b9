"""Compilers run over the units of a tree, a few at a time."""

from __future__ import annotations

import dataclasses
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

TIMEOUT = 300


@dataclasses.dataclass(frozen=True)
class Compiled:
    """What a compiler said to one unit."""

    unit: str
    accepted: bool
    output: str
    seconds: float = 0
    in_time: bool = True


@dataclasses.dataclass(frozen=True)
class Job:
    """A unit to be compiled by itself, from the root of its tree."""

    tree: Path
    unit: str
    command: tuple[str, ...]

    def run(self, limit: int = TIMEOUT) -> Compiled:
        started = time.monotonic()
        done = ran([*self.command, self.unit], self.tree, limit)
        seconds = round(time.monotonic() - started, 1)
        if done is None:
            return Compiled(self.unit, False, f"error: the compiler did not finish within {limit} s", seconds, False)
        return Compiled(self.unit, done.returncode == 0, done.stdout + done.stderr, seconds)


def ran(
    command: Sequence[str],
    folder: Path | None = None,
    seconds: int = TIMEOUT,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str] | None:
    """What a program said, or None if it did not finish in time."""
    try:
        return subprocess.run(
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return None


def compile_all(tree: Path, units: Sequence[str], command: Sequence[str], workers: int) -> list[Compiled]:
    """In the order of the units."""
    jobs = [Job(tree, unit, tuple(command)) for unit in units]
    results = dict(compile_each(jobs, workers))
    return [results[index] for index in range(len(jobs))]


def compile_each(jobs: Sequence[Job], workers: int, limit: int = TIMEOUT) -> Iterator[tuple[int, Compiled]]:
    """Started in the order of the jobs; each result, with the job's index, as soon as it is there."""
    with ThreadPoolExecutor(workers) as pool:
        indices = {pool.submit(job.run, limit): index for index, job in enumerate(jobs)}
        for future in as_completed(indices):
            yield indices[future], future.result()
