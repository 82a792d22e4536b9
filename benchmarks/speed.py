"""How fast hipify-py is on real code, beside a bare parse of the same bytes, in one run.

    python -m benchmarks.speed [--corpus DIR] [--repeat N] [--command CMD] [--megabytes N]

Everything is measured end to end, from outside, in a process of its own: start-up, discovery, reading and writing
count. Rounds are interleaved, so that a slow minute of the machine hits all candidates alike. The result is Markdown.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib.util
import json
import os
import platform
import random
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.corpus import CUDA_SUFFIXES, DEFAULT_INTO, ROOT, source_files, uses_cuda

# Single-core rates of the tools that people use today, measured by us on 7,103 files (93 MB) of real CUDA code.
# They are constants, not reruns: neither tool is part of this repository.
HIPIFY_PERL_MB_PER_S = 0.43
HIPIFY_CLANG_MB_PER_S = 0.018

# What every converter takes for source code without being told; rarer suffixes would only blur the comparison.
COMMON_SUFFIXES = CUDA_SUFFIXES | {".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp"}

SMALL_FILE = """\
#include <cuda_runtime.h>
__global__ void twice(float *x) { x[threadIdx.x] *= 2; }
int main() { float *x; cudaMalloc(&x, 128); twice<<<1, 32>>>(x); return cudaDeviceSynchronize(); }
"""


@dataclasses.dataclass(frozen=True)
class Sample:
    """Copies of corpus files, in a folder of their own."""

    name: str
    folder: Path
    files: tuple[Path, ...]
    megabytes: float


@dataclasses.dataclass(frozen=True)
class Measurement:
    seconds: float
    peak_mb: float
    code: int
    message: str = ""


@dataclasses.dataclass(frozen=True)
class Candidate:
    """One line of the table: something that does work on a sample. `run` is called once a round."""

    title: str
    sample: Sample
    run: Callable[[], Measurement]


# -- the samples -------------------------------------------------------------------------------------------------------


def take_sample(name: str, files: Sequence[Path], corpus: Path, into: Path, limit_mb: float) -> Sample:
    """Copies files in a fixed random order until `limit_mb`; the same corpus gives the same sample."""
    order = sorted(files)
    random.Random(0).shuffle(order)
    copies, total = [], 0
    for path in order:
        if total >= limit_mb * 1e6:
            break
        copy = into / name / path.relative_to(corpus)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
        copies.append(copy)
        total += copy.stat().st_size
    return Sample(name, into / name, tuple(copies), total / 1e6)


def take_samples(corpus: Path, into: Path, limit_mb: float) -> tuple[Sample, Sample]:
    sources = [path for path in source_files(corpus) if path.suffix.lower() in COMMON_SUFFIXES]
    users = {path for path in sources if uses_cuda(path)}
    others = [path for path in sources if path not in users]
    return (
        take_sample("cuda", sorted(users), corpus, into, limit_mb),
        take_sample("plain", others, corpus, into, limit_mb),
    )


# -- measuring a process -----------------------------------------------------------------------------------------------


def measure(command: Sequence[str], environment: dict[str, str]) -> Measurement:
    """Wall time, and the peak memory of the process or of the largest worker it waited for."""
    with tempfile.TemporaryFile() as output:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)  # reaped here, not by Popen
        output.seek(0)
        message = output.read()[-2000:].decode(errors="replace")
    per_mb = 2**20 if sys.platform == "darwin" else 2**10
    return Measurement(seconds, usage.ru_maxrss / per_mb, process.returncode, message)


class Subject:
    """The command under test, with no memory of earlier rounds except its compiled tables."""

    def __init__(self, command: str, work: Path) -> None:
        self.command = shlex.split(command)
        self.work = work
        self.small = work / "small.cu"
        self.small.write_text(SMALL_FILE)
        self.warm_cache = work / "warm-cache"
        self._run(self.warm_cache, "-o", str(work / "warm-out"), str(self.small))

    def convert(self, sample: Sample, jobs: int) -> Measurement:
        out = self._fresh("out")
        return self._run(self._cache(), f"-j{jobs}", "-q", "--no-copy", "-o", str(out), str(sample.folder))

    def start(self) -> Measurement:
        """One small file, in place: what a person waits for at least."""
        copy = self._fresh("start") / "small.cu"
        copy.parent.mkdir()
        shutil.copyfile(self.small, copy)
        return self._run(self._cache(), "-q", str(copy))

    def _cache(self) -> Path:
        """A copy of the cache as it was after one small file: tables compiled, no results of an earlier round."""
        cache = self._fresh("cache")
        if self.warm_cache.exists():
            shutil.copytree(self.warm_cache, cache)
        return cache

    def _fresh(self, name: str) -> Path:
        path = self.work / name
        shutil.rmtree(path, ignore_errors=True)
        return path

    def _run(self, cache: Path, *arguments: str) -> Measurement:
        return measure([*self.command, *arguments], checkout_environment() | {"XDG_CACHE_HOME": str(cache)})


def checkout_environment() -> dict[str, str]:
    """Finds this checkout's packages without an installation."""
    paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return dict(os.environ) | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


# -- what it is compared with ------------------------------------------------------------------------------------------


def measure_in_child(task: str, sample: Sample, work: Path) -> Measurement:
    """Runs one of CHILD_TASKS in a process of its own; the task reports its own seconds, without start-up."""
    listing = work / f"{sample.name}.json"
    listing.write_text(json.dumps({"folder": str(sample.folder), "files": [str(path) for path in sample.files]}))
    command = [sys.executable, "-m", "benchmarks.speed", "--child", task, str(listing)]
    measured = measure(command, checkout_environment())
    if measured.code:
        return measured
    return dataclasses.replace(measured, seconds=float(measured.message.splitlines()[-1]))


def parse_all(_folder: Path, files: Sequence[Path]) -> float:
    """Nothing but tree-sitter: the bytes are in memory before the clock starts, and no node is looked at."""
    import tree_sitter
    import tree_sitter_cpp
    import tree_sitter_cuda

    cuda = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cuda.language()))
    cpp = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cpp.language()))
    work = [(cuda if path.suffix.lower() in CUDA_SUFFIXES else cpp, path.read_bytes()) for path in files]
    started = time.perf_counter()
    for parser, data in work:
        parser.parse(data)
    return time.perf_counter() - started


def pytorch_hipify(folder: Path, _files: Sequence[Path]) -> float:
    """PyTorch's own converter, on a copy: it writes beside its input."""
    from torch.utils.hipify import hipify_python  # type: ignore[import-not-found,unused-ignore]

    with tempfile.TemporaryDirectory() as work:
        source, target = Path(work, "in"), Path(work, "out")
        shutil.copytree(folder, source)
        started = time.perf_counter()
        hipify_python.hipify(
            project_directory=str(source),
            output_directory=str(target),
            includes=["*"],
            extensions=tuple(sorted(COMMON_SUFFIXES)),
            is_pytorch_extension=True,
            show_progress=False,
        )
        return time.perf_counter() - started


CHILD_TASKS: dict[str, Callable[[Path, Sequence[Path]], float]] = {"parse": parse_all, "pytorch": pytorch_hipify}


def child(task: str, listing: Path) -> int:
    document = json.loads(listing.read_text())
    print(CHILD_TASKS[task](Path(document["folder"]), [Path(name) for name in document["files"]]))
    return 0


def has_pytorch() -> bool:
    return importlib.util.find_spec("torch") is not None


# -- the run -----------------------------------------------------------------------------------------------------------


def candidates(subject: Subject, cuda: Sample, plain: Sample) -> list[Candidate]:
    def child_task(task: str, sample: Sample) -> Callable[[], Measurement]:
        return lambda: measure_in_child(task, sample, subject.work)

    chosen = [
        Candidate("bare tree-sitter parse", cuda, child_task("parse", cuda)),
        Candidate("hipify-py -j1", cuda, lambda: subject.convert(cuda, 1)),
        Candidate("hipify-py -j2", cuda, lambda: subject.convert(cuda, 2)),
        Candidate("bare tree-sitter parse", plain, child_task("parse", plain)),
        Candidate("hipify-py -j1", plain, lambda: subject.convert(plain, 1)),
    ]
    if has_pytorch():
        chosen.append(Candidate("PyTorch's hipify", cuda, child_task("pytorch", cuda)))
    return chosen


def run_rounds(chosen: Sequence[Candidate], rounds: int) -> list[list[Measurement]]:
    results: list[list[Measurement]] = [[] for _ in chosen]
    for number in range(rounds):
        for candidate, results_of_it in zip(chosen, results, strict=True):
            print(f"round {number + 1}/{rounds}: {candidate.title}, {candidate.sample.name}", file=sys.stderr)
            results_of_it.append(candidate.run())
    return results


def table(chosen: Sequence[Candidate], results: Sequence[Sequence[Measurement]]) -> str:
    def median(index: int) -> float:
        return statistics.median(measured.seconds for measured in results[index])

    parse_of = {
        candidate.sample.name: median(index) for index, candidate in enumerate(chosen) if "parse" in candidate.title
    }
    lines = [
        "| what | files | MB | s (min … max) | MB/s | / bare parse | / hipify-perl | / hipify-clang | peak MB |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for index, candidate in enumerate(chosen):
        sample, measured, seconds = candidate.sample, results[index], median(index)
        title = f"{candidate.title}, {'files with CUDA' if sample.name == 'cuda' else 'files without'}"
        spread = f"{min(m.seconds for m in measured):.2f} … {max(m.seconds for m in measured):.2f}"
        rate = sample.megabytes / seconds
        peak = max(m.peak_mb for m in measured)
        lines.append(
            f"| {title} | {len(sample.files):,} | {sample.megabytes:.2f} | {seconds:.2f} ({spread}) | {rate:.1f} "
            f"| {parse_of[sample.name] / seconds:.2f} | {rate / HIPIFY_PERL_MB_PER_S:,.0f} "
            f"| {rate / HIPIFY_CLANG_MB_PER_S:,.0f} | {peak:.0f} |"
        )
    return "\n".join(lines)


def start_up(subject: Subject, rounds: int) -> str:
    """Pairs, so that both see the same machine; the difference is what the tool itself costs."""
    bare, tool = [], []
    for _ in range(rounds):
        bare.append(measure([sys.executable, "-c", "pass"], dict(os.environ)).seconds * 1000)
        tool.append(subject.start().seconds * 1000)
    extra = statistics.median(mine - theirs for mine, theirs in zip(tool, bare, strict=True))
    return (
        f"Start-up, one file of {len(SMALL_FILE)} bytes, median of {rounds}: {statistics.median(tool):.0f} ms, "
        f"of which bare Python {statistics.median(bare):.0f} ms; the tool adds {extra:.0f} ms."
    )


def failures(chosen: Sequence[Candidate], results: Sequence[Sequence[Measurement]]) -> list[str]:
    """Exit 1 means findings, which real code has; anything else makes a time meaningless."""
    return [
        f"{candidate.title} on {candidate.sample.name}: exit {measured.code}\n{measured.message}"
        for candidate, rounds in zip(chosen, results, strict=True)
        for measured in rounds[:1]
        if measured.code not in (0, 1) or "Traceback (most recent call last)" in measured.message
    ]


def report(subject: Subject, cuda: Sample, plain: Sample, rounds: int) -> int:
    chosen = candidates(subject, cuda, plain)
    results = run_rounds(chosen, rounds)
    if failed := failures(chosen, results):
        print("\n".join(failed), file=sys.stderr)
        return 2
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, median of {rounds} interleaved rounds.\n")
    print(table(chosen, results))
    print(f"\n{start_up(subject, max(rounds, 5))}")
    print(
        f"\nhipify-perl: {HIPIFY_PERL_MB_PER_S} MB/s, hipify-clang: {HIPIFY_CLANG_MB_PER_S} MB/s per core, "
        "measured by us on 7,103 files; constants, not part of this run."
    )
    return 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description="Measure speed and memory.")
    parser.add_argument("--corpus", type=Path, default=DEFAULT_INTO, metavar="DIR")
    parser.add_argument("--repeat", type=int, default=3, metavar="N")
    parser.add_argument("--command", default=f"{shlex.quote(sys.executable)} -m hipify_py", metavar="CMD")
    parser.add_argument("--megabytes", type=float, default=40.0, metavar="N", help="at most this much of each kind")
    parser.add_argument("--child", nargs=2, metavar=("TASK", "LISTING"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.child:
        return child(options.child[0], Path(options.child[1]))
    with tempfile.TemporaryDirectory(prefix="hipify-py-speed-") as folder:
        work = Path(folder)
        cuda, plain = take_samples(options.corpus.resolve(), work, options.megabytes)
        if not cuda.files or not plain.files:
            parser.error(f"{options.corpus} holds no corpus; run python -m benchmarks.corpus fetch")
        return report(Subject(options.command, work), cuda, plain, options.repeat)


if __name__ == "__main__":
    sys.exit(main())
