"""The figures, each with its goal: rows of a Markdown table, and what was measured for them."""

from __future__ import annotations

import importlib.util
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.speed.inside import Cost, ratio
from benchmarks.speed.outside import SMALL_FILE, Measurement, Subject
from benchmarks.speed.regression import prices
from benchmarks.speed.samples import Sample, Samples, asm_macros, kernels

# Single-core rates of the tools that people use today, measured by us on 7,103 files (93 MB) of real CUDA code.
# They are constants, not reruns: neither tool is part of this repository.
HIPIFY_PERL_MB_PER_S = 0.43
HIPIFY_CLANG_MB_PER_S = 0.018

_SIZES = (100_000, 1_000_000, 10_000_000)
_MACROS = (4_000, 8_000)
_START_ROUNDS = 15


@dataclass(frozen=True)
class Row:
    what: str
    figure: str
    goal: str = ""


def rows(subject: Subject, samples: Samples, work: Path, rounds: int) -> Iterator[Row]:
    yield from _ratios(subject, (samples.cuda, samples.dense, samples.plain), rounds)
    yield from _end_to_end(subject, samples, rounds)
    yield _start_up(subject)
    yield from _growth(subject, samples.dense, work)
    yield _macros(subject, work)
    if importlib.util.find_spec("torch") is not None:
        seconds = subject.child("pytorch", samples.cuda.folder, samples.cuda.files)
        yield Row("PyTorch's hipify, files with CUDA", f"{samples.cuda.megabytes / seconds:.1f} MB/s")


def _told(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def _ratios(subject: Subject, samples: tuple[Sample, ...], rounds: int) -> Iterator[Row]:
    goals = ("≥ 0.8", "≥ 0.4", "")
    for sample, goal in zip(samples, goals, strict=True):
        _told(f"conversion and bare parse: {sample.name}")
        measured = [_costs(subject, sample) for _ in range(rounds)]
        found = [ratio(costs) for costs in measured]
        size = f"{len(sample.files):,} files, {sample.megabytes:.1f} MB"
        yield Row(f"{sample.name} to the bare parse, CPU ({size})", _with_spread(found, "{:.3f}"), goal)
        each = [prices(costs) for costs in measured]
        unit = f"{statistics.median(1e9 * _parse_of_a_byte(costs) for costs in measured):.0f} ns"
        yield Row(
            f"{sample.name}: what a file, a byte and a listed name cost (a byte's bare parse: {unit})",
            f"{1e6 * statistics.median(price.file for price in each):.0f} µs + "
            f"{1e9 * statistics.median(price.byte for price in each):.0f} ns + "
            f"{1e6 * statistics.median(price.name for price in each):.1f} µs",
        )


def _costs(subject: Subject, sample: Sample) -> list[Cost]:
    return [Cost(**cost) for cost in subject.child("costs", sample.folder, sample.files)]


def _parse_of_a_byte(costs: list[Cost]) -> float:
    return sum(cost.parse for cost in costs) / sum(cost.size for cost in costs)


def _end_to_end(subject: Subject, samples: Samples, rounds: int) -> Iterator[Row]:
    """One and two workers in turns: each ratio is of two runs that follow one another."""
    _told("one worker and two")
    pairs = [(subject.convert(samples.cuda, 1), subject.convert(samples.cuda, 2)) for _ in range(rounds)]
    one = [one for one, _two in pairs]
    rate = samples.cuda.megabytes / statistics.median(each.cpu for each in one)
    yield Row(
        "files with CUDA end to end, -j1",
        f"{_rates(samples.cuda, one)}; {max(each.peak_mb for each in one):.0f} MB of memory; "
        f"{rate / HIPIFY_PERL_MB_PER_S:.0f} times hipify-perl, {rate / HIPIFY_CLANG_MB_PER_S:.0f} times hipify-clang",
    )
    yield Row("-j2 to -j1", _with_spread([one.seconds / two.seconds for one, two in pairs], "{:.2f}"), "≥ 1.85")
    _told("files without CUDA")
    runs = [subject.convert(samples.plain, 1) for _ in range(rounds)]
    size = f"{len(samples.plain.files):,} files, {samples.plain.megabytes:.1f} MB"
    yield Row(f"files without CUDA end to end, -j1 ({size})", _rates(samples.plain, runs), "≥ 60 MB/s")


def _rates(sample: Sample, runs: list[Measurement]) -> str:
    by_clock = _with_spread([sample.megabytes / run.seconds for run in runs], "{:.1f}")
    by_cpu = _with_spread([sample.megabytes / run.cpu for run in runs], "{:.1f}")
    return f"{by_clock} MB/s, {by_cpu} MB a CPU second"


def _start_up(subject: Subject) -> Row:
    _told("start-up")
    pairs = [(subject.bare_python(), subject.start()) for _ in range(_START_ROUNDS)]
    clock = [1000 * (tool.seconds - bare.seconds) for bare, tool in pairs]
    cpu = [1000 * (tool.cpu - bare.cpu) for bare, tool in pairs]
    bare = 1000 * statistics.median(bare.seconds for bare, _tool in pairs)
    what = f"start-up over bare Python ({bare:.0f} ms), one file of {len(SMALL_FILE)} bytes"
    return Row(what, f"{_with_spread(clock, '{:.0f}')} ms, {_with_spread(cpu, '{:.0f}')} ms of CPU", "≤ 120 ms")


def _growth(subject: Subject, dense: Sample, work: Path) -> Iterator[Row]:
    for size in _SIZES:
        _told(f"growth: {size:,} bytes")
        cost = _one(subject, work, kernels(dense, size))
        yield Row(
            f"one file of {size / 1e6:g} MB of kernels, CPU",
            f"{cost['seconds']:.2f} s, {1e9 * cost['seconds'] / cost['size']:.0f} ns a byte, {cost['peak_mb']:.0f} MB",
            "as many ns a byte; < 10 s, < 300 MB" if size == _SIZES[-1] else "",
        )


def _macros(subject: Subject, work: Path) -> Row:
    few, many = (_one(subject, work, asm_macros(count))["seconds"] for count in _MACROS)
    what = f"{_MACROS[1]:,} macros with assembler in a file to {_MACROS[0]:,}, CPU"
    return Row(what, f"{many / few:.2f} ({many:.1f} s)", "2")


def _one(subject: Subject, work: Path, text: bytes) -> dict[str, float]:
    path = work / "one.cu"
    path.write_bytes(text)
    cost: dict[str, float] = subject.child("one", work, [path])
    if cost["skipped"]:
        raise SystemExit(f"a file of {len(text):,} bytes was left whole")
    return cost


def _with_spread(values: list[float], shape: str) -> str:
    """The median, and the extremes where there are any."""
    median, low, high = (shape.format(value) for value in (statistics.median(values), min(values), max(values)))
    return median if len(values) == 1 else f"{median} ({low} … {high})"
