"""The command: `python -m benchmarks.speed`."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from pathlib import Path

from benchmarks.corpus import DEFAULT_INTO
from benchmarks.speed import gate, samples
from benchmarks.speed.figures import HIPIFY_CLANG_MB_PER_S, HIPIFY_PERL_MB_PER_S, rows
from benchmarks.speed.outside import FailedError, Subject


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description="Measure speed and memory.")
    parser.add_argument("command", nargs="?", choices=["measure", "gate"], default="measure")
    parser.add_argument("--update", action="store_true", help="gate: take this commit for the new baseline")
    parser.add_argument("--corpus", type=Path, default=DEFAULT_INTO, metavar="DIR")
    parser.add_argument("--repeat", type=int, default=3, metavar="N")
    parser.add_argument("--command", dest="subject", default="", metavar="CMD", help="instead of this checkout")
    parser.add_argument("--megabytes", type=float, default=20.0, metavar="N", help="at most this much with CUDA")
    parser.add_argument("--plain-megabytes", type=float, default=25.0, metavar="N", help="and this much without")
    options = parser.parse_args(arguments)
    if options.command == "gate":
        return gate.run(update=options.update)
    with tempfile.TemporaryDirectory(prefix="hipify-py-speed-") as folder:
        work = Path(folder)
        taken = samples.take(options.corpus.resolve(), work, options.megabytes, options.plain_megabytes)
        if not taken.cuda.files or not taken.plain.files:
            parser.error(f"{options.corpus} holds no corpus; run python -m benchmarks.corpus fetch")
        try:
            report(Subject(options.subject, work), taken, work, options.repeat)
        except FailedError as error:
            print(error, file=sys.stderr)
            return 2
    return 0


def report(subject: Subject, taken: samples.Samples, work: Path, rounds: int) -> None:
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {_load()}; median of {rounds} rounds.\n")
    print("| what | measured | goal |\n|---|---:|---:|")
    for row in rows(subject, taken, work, rounds):
        print(f"| {row.what} | {row.figure} | {row.goal} |", flush=True)
    print(
        f"\nhipify-perl: {HIPIFY_PERL_MB_PER_S} MB/s, hipify-clang: {HIPIFY_CLANG_MB_PER_S} MB/s per core, "
        "measured by us on 7,103 files; constants, not part of this run."
    )


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


if __name__ == "__main__":
    sys.exit(main())
