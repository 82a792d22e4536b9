"""How much of real CUDA code compiles as HIP once it is converted, and what stands in the way of the rest.

    python -m benchmarks.compile_rate [--package NAME]... [--converter CMD] [--rocm X.Y]... [--arch gfx90a]...

Packages of `compile_corpus.toml`, and the programs of tests/compile, are converted out of place, for each release and
GPU; each of their .cu files is then compiled by itself, device and host code, as tools/hip_toolchain.py does it. Units
that do not compile as CUDA either are set aside. Of every other failure the first error is the cause. It counts as
reported if the converter has a finding at that place, or one that names what the error names: then a person was told;
else the failure is silent.

Compare two states of the converter with --converter "env PYTHONPATH=../before/src python -m hipify_py".
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.compile_judge import Judge, Pace, Tally, Target, Verdict, convert_all
from benchmarks.compile_units import Subject, programs, subjects
from benchmarks.compiling import TIMEOUT
from benchmarks.corpus import DEFAULT_INTO
from benchmarks.cuda_check import cuda_compilers, not_cuda
from benchmarks.cuda_headers import fetch_toolkits
from tools.hip_toolchain import SET_UP, find_toolchain

OWN_CONVERTER = f"{shlex.quote(sys.executable)} -m hipify_py"


# -- reporting ---------------------------------------------------------------------------------------------------------


COLUMNS = ("package", "units", "set aside", "judged", "compiled", "share", "reported", "silent")


def heading() -> str:
    return _line(*COLUMNS)


def row(tally: Tally) -> str:
    judged = len(tally.verdicts)
    silent = sum(verdict.failure is not None and verdict.kind == "silent" for verdict in tally.verdicts)
    return _line(
        tally.subject.name,
        len(tally.subject.units),
        len(tally.set_aside),
        judged,
        tally.compiled,
        f"{100 * tally.compiled / judged:.1f}%" if judged else "-",
        judged - tally.compiled - silent,
        silent,
    )


def _line(name: str, *cells: object) -> str:
    return f"{name:<14}" + "".join(f"{cell!s:>10}" for cell in cells)


def total(tallies: Sequence[Tally]) -> str:
    everything = Subject("all", Path(), tuple(unit for tally in tallies for unit in tally.subject.units))
    verdicts = tuple(verdict for tally in tallies for verdict in tally.verdicts)
    set_aside = {f"{tally.subject.name}/{unit}": why for tally in tallies for unit, why in tally.set_aside.items()}
    return row(Tally(everything, verdicts, set_aside))


def causes(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """The most frequent first; alike ones in alphabetical order, so that two runs can be compared."""
    grouped: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.failure:
            grouped[verdict.failure.cause, verdict.kind].append(verdict)
    for (cause, kind), found in sorted(grouped.items(), key=lambda item: (-len(item[1]), item[0])):
        rules = ",".join(sorted({rule for verdict in found for rule in verdict.rules}))
        yield f"{len(found):5d}  {kind:<8} {rules:<8} {cause}  ({found[0].place})"


def reasons_set_aside(tallies: Iterable[Tally]) -> Iterator[str]:
    grouped: dict[tuple[str, str], int] = defaultdict(int)
    for tally in tallies:
        for failure in tally.set_aside.values():
            grouped[tally.subject.name, failure.cause] += 1
    for (name, cause), count in sorted(grouped.items(), key=lambda item: (-item[1], item[0])):
        yield f"{count:5d}  {name:<14} {cause}"


def print_list(title: str, lines: Iterable[str], top: int) -> None:
    lines = list(lines)
    if lines:
        print(f"\n{title}:", *lines[:top], sep="\n")
    if len(lines) > top:
        print(f"       and {len(lines) - top} more")


# -- the command -------------------------------------------------------------------------------------------------------


def chosen(options: argparse.Namespace, corpus: Path) -> list[Subject]:
    own = [] if options.package else [programs()]
    return own if options.only_programs else own + subjects(options.package, corpus)


def chosen_targets(options: argparse.Namespace) -> list[Target]:
    """Those whose headers are set up: all that are asked for, or none."""
    toolchains = [find_toolchain(rocm) for rocm in options.rocm or [None]]
    found = [toolchain for toolchain in toolchains if toolchain]
    whole = len(found) == len(toolchains)
    return [Target(toolchain, arch) for toolchain in found for arch in options.arch or ["gfx90a"]] if whole else []


def print_target(target: Target, converter: str, tallies: Sequence[Tally], top: int) -> None:
    print(f"\n{target}, {converter}\n\n{heading()}", *map(row, tallies), total(tallies), sep="\n")
    verdicts = [verdict for tally in tallies for verdict in tally.verdicts]
    print_list("first errors of units that fail", causes(verdicts), top)
    print("", end="", flush=True)


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    targets = chosen_targets(options)
    if not targets:
        print(f"no compiler for HIP is set up; run: {SET_UP}", file=sys.stderr)
        return 2
    started = time.monotonic()
    corpus = options.corpus.resolve()
    with Path(options.log).open("w", encoding="utf-8") as log, tempfile.TemporaryDirectory() as work:
        found = chosen(options, corpus)
        # All before any is compiled, which takes minutes: somebody may be editing the converter.
        converted = convert_all(options.converter, found, targets, Path(work), options.jobs)
        compilers = cuda_compilers(targets[0].toolchain.compiler, fetch_toolkits(corpus / ".cuda"))
        set_aside = not_cuda(found, compilers, corpus / ".as-cuda", options.jobs)
        judge = Judge(set_aside, Pace(corpus / ".as-cuda" / "seconds.json"), options.jobs, log, options.limit)
        tallies: list[Tally] = []
        for target, tallies in judge.judge(converted):
            print_target(target, options.converter, tallies, options.top)
    print_list("set aside, for this error as CUDA", reasons_set_aside(tallies), options.top)
    print(f"\n{time.monotonic() - started:.0f} s")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compile_rate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    several = "may be repeated"
    parser.add_argument("--package", action="append", default=[], metavar="NAME", help=f"only this; {several}")
    parser.add_argument("--only-programs", action="store_true", help="only tests/compile/programs")
    parser.add_argument("--converter", default=OWN_CONVERTER, metavar="CMD", help="`identity` converts nothing")
    parser.add_argument(
        "--rocm", action="append", metavar="X.Y", help=f"headers of this release, and converted for it; {several}"
    )
    parser.add_argument("--arch", action="append", metavar="GPU", help=f"gfx90a if none is given; {several}")
    parser.add_argument("--corpus", type=Path, default=DEFAULT_INTO, metavar="DIR")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="conversions, or compilers, at a time")
    parser.add_argument("--limit", type=int, default=TIMEOUT, metavar="S", help="seconds for each unit")
    parser.add_argument("--top", type=int, default=40, metavar="N", help="causes to show")
    parser.add_argument("--log", default=os.devnull, metavar="FILE", help="what the compiler says to every unit")
    return parser


if __name__ == "__main__":
    sys.exit(main())
