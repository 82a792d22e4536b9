"""What a run converts with: what is known from earlier runs, and whoever does the rest."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.records import dataclass
from hipify_py.run.cache.results import Cache
from hipify_py.run.cache.store import Store, UnusableError
from hipify_py.run.discover import File, is_directory
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.pipeline import Here, Workers, outcomes
from hipify_py.run.task import Job

if TYPE_CHECKING:
    from hipify_py.run.elsewhere import Cluster
    from hipify_py.run.project.answers import Earlier
    from hipify_py.run.project.index import Project

PROCESSES = "processes"
# Below this many files starting workers takes longer than the work.
_PARALLEL_FROM = 64


@dataclass(frozen=True)
class Means:
    """`jobs` is how many processes there may be; `with_output`, whether anybody wants to know what files become."""

    cache: Cache | None
    cluster: Cluster | None
    jobs: int
    with_output: bool

    def known_tree(self, paths: Sequence[Path]) -> Earlier | None:
        """What earlier runs have found out of the tree that these are."""
        if self.cache is None or not any(map(is_directory, paths)):
            return None
        return self.cache.tree(repr([os.path.realpath("."), *map(str, paths)])).answers

    def outcomes(self, files: Sequence[File], job: Job, project: Project | None = None) -> Iterator[FileOutcome]:
        """In the order of the files, whoever does the work."""
        recipe = job.recipe()
        with_output = self.with_output or self.cache is not None  # what a scan has found out, conversion need not again
        workers: Workers = Here(recipe, with_output=with_output, jobs=self.jobs)
        # What they import nobody should pay for who has a single file, as hooks do.
        if self.cluster is not None:
            from hipify_py.run.elsewhere import Elsewhere

            workers = Elsewhere(self.cluster, recipe, with_output=with_output)
        elif self.jobs > 1 and len(files) >= _PARALLEL_FROM:
            from hipify_py.run.workers import Processes

            workers = Processes(recipe, self.jobs, with_output=with_output)
        return outcomes(files, job, recipe, workers, self.cache, project, with_output=self.with_output)


@contextmanager
def means(
    job: Job, *, executor: str, jobs: int, with_output: bool, keeps: bool, say: Callable[[str], object]
) -> Iterator[Means]:
    """All of it, opened; raises `ExecutorError`."""
    cluster = None
    if executor != PROCESSES:
        from hipify_py.run import elsewhere

        cluster = elsewhere.cluster(executor)
    try:
        cache = _cache(job, say) if keeps else None
        try:
            yield Means(cache, cluster, jobs, with_output)
        finally:
            if cache is not None and (why := cache.close()):
                say(f"{cache.path}: {why}; results are not cached")
    finally:
        if cluster is not None:
            cluster.close()


def _cache(job: Job, say: Callable[[str], object]) -> Cache | None:
    try:
        return Cache(job.recipe(), Store.open())
    except UnusableError as error:
        say(f"{error}; the cache is not used")
        return None
