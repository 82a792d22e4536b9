"""The gate of CI: the converter is not slower than an earlier one, the baseline, measured in turns on the same files.

What a conversion costs in other units, as in bare parses, depends on the machine: the same commit took 6.0 parses on
one and 8.2 on another.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import CUDA_SUFFIXES, ROOT
from benchmarks.speed import whole_runs
from benchmarks.speed.inside import Text

BASELINE = Path(__file__).with_name("baseline.json")
# Its texts, too: what is measured stays the same, and cases of what the baseline cannot do cost it nothing.
_OF_BASELINE = ("src", "mappings", "tests", "examples")
_LEAST_ROUNDS = 5
# So many are added before a figure beyond its limit is believed: what disturbs them passes.
_MORE_ROUNDS = 10
# So few files that a change in the machine's load meets both sides, so many that neither finds its code in no cache.
_CHUNK = 8

Figures = dict[str, float]


@dataclass(frozen=True)
class Baseline:
    """A commit, and how many times as much as it the converter may cost at most."""

    commit: str
    slack: float

    @classmethod
    def read(cls) -> Baseline:
        return cls(**json.loads(BASELINE.read_text()))

    def write(self) -> None:
        BASELINE.write_text(json.dumps({"commit": self.commit, "slack": self.slack}, indent=2) + "\n")

    def unpack(self, folder: Path) -> bool:
        """Whether the commit is at hand, and so lies in a folder now."""
        archive = folder.with_suffix(".tar")
        command = ["git", "archive", f"--output={archive}", self.commit, *_OF_BASELINE]
        if subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode:
            return False
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
        return True


def corpus(root: Path = ROOT) -> list[Text]:
    """Our own programs, and for each golden case one of them with its input behind it: whole files of usual length,
    which together hold every construct that is known."""
    programs = _sources(root, "tests/compile/programs") + _sources(root, "examples")
    cases = _sources(root, "tests/subjects")
    mixed = [
        Text(case.path, program.data + b"\n" + case.data)
        for case, program in zip(cases, itertools.cycle(programs), strict=False)
    ]
    return [*programs, *mixed]


def _sources(root: Path, folder: str) -> list[Text]:
    paths = sorted(path for path in (root / folder).rglob("*") if path.suffix in CUDA_SUFFIXES)
    return [Text(path.relative_to(root).as_posix(), _input(path.read_bytes())) for path in paths]


def _input(data: bytes) -> bytes:
    """A golden case without the output that is expected."""
    return data.partition(b"// ==== output\n")[0]


class Duel:
    """Two converters on the same files, in turns by a few, so that what disturbs the one disturbs the other as well; of
    each file the fastest round of each counts."""

    def __init__(self, work: Path, ours: Path, theirs: Path, texts: list[Text]) -> None:
        self._sizes = [len(text.data) for text in texts]
        listing = work / "listing.json"
        listing.write_text(json.dumps([_written(work / str(number), text) for number, text in enumerate(texts)]))
        self._sides = [_Side(checkout, work, listing, len(texts)) for checkout in (ours, theirs)]

    def __enter__(self) -> Duel:
        return self

    def __exit__(self, *_error: object) -> None:
        for side in self._sides:
            side.end()

    def round(self) -> None:
        for first in range(0, len(self._sizes), _CHUNK):
            for side in self._sides:
                side.convert(first, min(first + _CHUNK, len(self._sizes)))

    def figures(self) -> Figures:
        """How many times as much ours costs, for all files, and for the shortest and the longest third of them."""
        by_size = sorted(range(len(self._sizes)), key=self._sizes.__getitem__)
        third = len(by_size) // 3
        return {
            "all files": self._ratio(by_size),
            "short files": self._ratio(by_size[:third]),
            "long files": self._ratio(by_size[-third:]),
        }

    def _ratio(self, numbers: list[int]) -> float:
        ours, theirs = (sum(side.least[number] for number in numbers) for side in self._sides)
        return ours / theirs


class _Side:
    """A process with one of the converters, and the least that each file has cost in it."""

    def __init__(self, checkout: Path, work: Path, listing: Path, count: int) -> None:
        self.least = [math.inf] * count
        paths = os.pathsep.join((str(checkout / "src"), str(ROOT)))
        environment = os.environ | {"PYTHONPATH": paths, "XDG_CACHE_HOME": str(work / "cache")}
        command = [sys.executable, "-m", "benchmarks.speed.contender", str(listing)]
        self._process = subprocess.Popen(
            command, cwd=work, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def convert(self, first: int, last: int) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(first, last, file=self._process.stdin, flush=True)
        seconds = json.loads(self._process.stdout.readline())
        self.least[first:last] = map(min, self.least[first:last], seconds)

    def end(self) -> None:
        self._process.communicate()


def _written(folder: Path, text: Text) -> str:
    folder.mkdir(parents=True)
    path = folder / Path(text.path).name
    path.write_bytes(text.data)
    return str(path)


def slower(figures: Figures, baseline: Baseline) -> list[str]:
    """The figures that are beyond the limit, in words."""
    return [
        f"slower: {name} cost {value:.2f} times what they cost in {baseline.commit} (allowed: {baseline.slack:.2f})"
        for name, value in figures.items()
        if value > baseline.slack
    ]


def run(*, update: bool) -> int:
    baseline = Baseline.read()
    with tempfile.TemporaryDirectory(prefix="hipify-py-gate-") as folder:
        work = Path(folder)
        if not baseline.unpack(work / "baseline"):
            print(f"speed is not compared: this clone does not have the commit {baseline.commit}")
            return 0
        with Duel(work, ROOT, work / "baseline", corpus(work / "baseline")) as duel:
            for number in range(_LEAST_ROUNDS + _MORE_ROUNDS):
                if number < _LEAST_ROUNDS or slower(duel.figures(), baseline):
                    duel.round()
        unchanged = whole_runs.unchanged(work, corpus())
    figures = duel.figures()
    for name, value in figures.items():
        print(f"{name}: {value:.2f} times the cost of {baseline.commit}")
    print(f"a run in an unchanged tree: {unchanged:.3f} of one in a new tree")
    if update:
        return _updated(baseline, figures)
    problems = [*slower(figures, baseline), *whole_runs.slower(unchanged)]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def _updated(baseline: Baseline, figures: Figures) -> int:
    """The limit goes down only: to the cost of a converter that is faster in all respects."""
    if max(figures.values()) > 1:
        print("the baseline stays: not everything is faster", file=sys.stderr)
        return 1
    head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    Baseline(head.stdout.strip(), baseline.slack).write()
    return 0
