"""The gate of CI: the converter has not become slower, measured on code of our own and in units of the bare parse."""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path

from benchmarks.corpus import CUDA_SUFFIXES, ROOT
from benchmarks.speed.inside import Cost, Meter, Text, ratio
from benchmarks.speed.regression import prices

LIMITS = Path(__file__).with_name("limits.json")
# Measurements of one version differ by less, whatever else the machine does.
SLACK = 1.25
_ROUNDS = 5
# So often rounds are added before a figure beyond its limit is believed: what disturbs them passes, what is slow stays.
_MORE = 3

Figures = dict[str, float]


def corpus() -> list[Text]:
    """Our own programs, and for each golden case one of them with its input behind it: whole files of usual length,
    which together hold every construct that is known."""
    programs = _sources(ROOT / "tests" / "compile" / "programs") + _sources(ROOT / "examples")
    cases = _sources(ROOT / "tests" / "subjects")
    mixed = [
        Text(case.path, program.data + b"\n" + case.data)
        for case, program in zip(cases, itertools.cycle(programs), strict=False)
    ]
    return [*programs, *mixed]


def _sources(folder: Path) -> list[Text]:
    paths = sorted(path for path in folder.rglob("*") if path.suffix in CUDA_SUFFIXES)
    return [Text(path.relative_to(ROOT).as_posix(), _input(path.read_bytes())) for path in paths]


def _input(data: bytes) -> bytes:
    """A golden case without the output that is expected."""
    return data.partition(b"// ==== output\n")[0]


def measured(texts: list[Text], limits: Figures) -> Figures:
    """In units of the parse, so that they hold on other machines; of each file its least disturbed round counts."""
    meter = Meter()
    least = [_least(costs) for costs in zip(*(meter.costs(texts) for _ in range(_ROUNDS)), strict=True)]
    for _ in range(_MORE * _ROUNDS):
        if not slower(_figures(least), limits):
            break
        least = [_least(costs) for costs in zip(least, meter.costs(texts), strict=True)]
    return _figures(least)


def _figures(least: list[Cost]) -> Figures:
    unit = sum(cost.parse for cost in least) / sum(cost.size for cost in least)
    price = prices(least)
    return {
        "all files, in parses": 1 / ratio(least),
        "a file, in bytes parsed": price.file / unit,
        "a byte, in bytes parsed": price.byte / unit,
        "a listed name, in bytes parsed": price.name / unit,
    }


def _least(costs: tuple[Cost, ...]) -> Cost:
    found = costs[0]
    for cost in costs[1:]:
        found = found.least(cost)
    return found


def slower(figures: Figures, limits: Figures) -> list[str]:
    """The figures that are beyond their limit, in words."""
    return [
        f"slower than before: {name} cost {figures[name]:.2f}, which was {limit:.2f} (allowed: {limit * SLACK:.2f})"
        for name, limit in limits.items()
        if figures[name] > limit * SLACK
    ]


def run(*, update: bool) -> int:
    limits: Figures = {} if update else json.loads(LIMITS.read_text())
    figures = measured(corpus(), limits)
    for name, value in figures.items():
        print(f"{name}: {value:.2f}")
    if update:
        LIMITS.write_text(json.dumps({name: round(value, 2) for name, value in figures.items()}, indent=2) + "\n")
        return 0
    problems = slower(figures, limits)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print("if it has to be: python -m benchmarks.speed gate --update", file=sys.stderr)
    return 1 if problems else 0
