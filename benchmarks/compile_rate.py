"""How much of real CUDA code compiles as HIP once it is converted, and what stands in the way of the rest.

    python -m benchmarks.compile_rate [--package NAME]... [--converter CMD] [--arch gfx90a] [--only-programs]

Packages of `compile_corpus.toml`, and the programs of tests/compile, are converted out of place; each of their .cu
files is then compiled by itself, device and host code, as tools/hip_toolchain.py does it. Units that do not compile as
CUDA either are set aside. Of every other failure the first error is the cause. It counts as reported if the converter
has a finding at that place, or one that names what the error names: then a person was told; else the failure is silent.

Compare two states of the converter with --converter "env PYTHONPATH=../before/src python -m hipify_py".
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from benchmarks.compile_units import Failure, Subject, first_failure, programs, subjects
from benchmarks.compiling import Compiled, compile_all
from benchmarks.corpus import DEFAULT_INTO, ROOT
from benchmarks.cuda_check import cuda_compilers, not_cuda
from benchmarks.cuda_headers import fetch_toolkits
from hipify_py.run.verify.places import Places
from tools.hip_toolchain import SET_UP, Toolchain, find_toolchain

OWN_CONVERTER = f"{shlex.quote(sys.executable)} -m hipify_py"
NEARBY = 3  # lines between an error and a finding about it: statements are broken over lines
_QUOTED = re.compile(r"'([^']+)'")


@dataclasses.dataclass(frozen=True)
class Finding:
    path: str
    line: int
    rule: str
    message: str


@dataclasses.dataclass(frozen=True)
class Verdict:
    """One unit that compiles as CUDA. `failure` is None if it does as HIP."""

    subject: str
    unit: str
    failure: Failure | None
    rules: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        return "reported" if self.rules else "silent"

    @property
    def place(self) -> str:
        assert self.failure
        return f"{self.subject}/{self.failure.path or self.unit}:{self.failure.line}"


@dataclasses.dataclass(frozen=True)
class Tally:
    """What became of one subject."""

    subject: Subject
    verdicts: tuple[Verdict, ...]
    set_aside: dict[str, Failure]

    @property
    def compiled(self) -> int:
        return sum(verdict.failure is None for verdict in self.verdicts)


# -- converting --------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Converted:
    """A subject, and its tree as the converter left it."""

    subject: Subject
    tree: Path
    findings: Sequence[Finding]


def convert(converter: str, subject: Subject, rocm: str, arch: str, work: Path) -> Converted:
    """The converted tree, with the files that need no conversion; `identity` copies them all."""
    into, report = work / subject.name, work / f"{subject.name}.jsonl"
    if converter == "identity":
        shutil.copytree(subject.tree, into, symlinks=True)
        return Converted(subject, into, ())
    options = ["--no-gitignore", "--ported", "convert", "--rocm", rocm, "--arch", arch]
    options += ["--format", f"jsonl:{report}"]
    done = subprocess.run(
        [*shlex.split(converter), *options, "-o", str(into), str(subject.tree)],
        env={"PYTHONPATH": str(ROOT / "src")} | dict(os.environ),
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if not into.is_dir():
        raise SystemExit(f"{converter}: exit {done.returncode} on {subject.name}\n{done.stderr.strip()}")
    return Converted(subject, into, tuple(read_findings(report, subject.tree)))


def read_findings(report: Path, tree: Path) -> Iterator[Finding]:
    for line in report.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["type"] == "finding":
            path = os.path.relpath(row["path"], tree)
            yield Finding(path, row["start"]["line"], row["rule"], row["message"])


def original_place(path: str, line: int, converted: Converted) -> tuple[str, int]:
    """Where in the tree as it was the compiler speaks of a line: findings are about that one."""
    path = os.path.normpath(path)
    before, after = converted.subject.tree / path, converted.tree / path
    if not (before.is_file() and after.is_file()):
        return path, line
    return path, Places(path, before.read_bytes(), after.read_bytes()).original(line, 1).line


def rules_about(failure: Failure, unit: str, converted: Converted) -> tuple[str, ...]:
    """The rules under which the converter told of what the compiler trips over."""
    path, line = original_place(failure.path or unit, failure.line, converted)
    places = [(path, line), *(original_place(*each, converted) for each in failure.candidates)]
    words = set(_QUOTED.findall(failure.text))
    return tuple(
        sorted(
            {
                finding.rule
                for finding in converted.findings
                if any(finding.path == path and abs(finding.line - line) <= NEARBY for path, line in places)
                or (finding.path == path and words & set(_QUOTED.findall(finding.message)))
            }
        )
    )


# -- judging -----------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Judge:
    """All that the compilers need to know."""

    toolchain: Toolchain
    toolkits: Mapping[str, Path]
    arch: str
    cache: Path
    jobs: int
    log: TextIO

    def judge(self, converted: Converted) -> Tally:
        subject = converted.subject
        compilers = cuda_compilers(self.toolchain.compiler, self.toolkits)
        set_aside = not_cuda(subject, compilers, self.cache, self.jobs)
        units = [unit for unit in subject.units if unit not in set_aside]
        command = [*self.toolchain.command(self.arch), *subject.flags, *subject.hip_flags]
        results = compile_all(converted.tree, units, command, self.jobs)
        verdicts = tuple(self.verdict(converted, result) for result in results)
        return Tally(subject, verdicts, set_aside)

    def verdict(self, converted: Converted, result: Compiled) -> Verdict:
        subject = converted.subject
        print(f"==== {subject.name}/{result.unit}: {'compiles' if result.accepted else 'fails'}", file=self.log)
        if result.accepted:
            return Verdict(subject.name, result.unit, None)
        print(result.output, file=self.log, flush=True)
        failure = first_failure(result.output)
        return Verdict(subject.name, result.unit, failure, rules_about(failure, result.unit, converted))


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


def chosen(options: argparse.Namespace) -> list[Subject]:
    own = [] if options.package else [programs()]
    return own if options.only_programs else own + subjects(options.package, options.corpus)


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    toolchain = find_toolchain(options.rocm)
    if toolchain is None:
        print(f"no compiler for HIP is set up; run: {SET_UP}", file=sys.stderr)
        return 2
    started = time.monotonic()
    corpus = options.corpus.resolve()
    tallies = []
    print(f"ROCm {toolchain.rocm}, {options.arch}, {options.converter}\n\n{heading()}", flush=True)
    with Path(options.log).open("w", encoding="utf-8") as log, tempfile.TemporaryDirectory() as work:
        judge = Judge(toolchain, fetch_toolkits(corpus / ".cuda"), options.arch, corpus / ".as-cuda", options.jobs, log)
        # All before any is compiled, which takes minutes: somebody may be editing the converter.
        for converted in [
            convert(options.converter, subject, toolchain.rocm, options.arch, Path(work)) for subject in chosen(options)
        ]:
            tallies.append(judge.judge(converted))
            print(row(tallies[-1]), flush=True)
    print(total(tallies))
    verdicts = [verdict for tally in tallies for verdict in tally.verdicts]
    print_list("first errors of units that fail", causes(verdicts), options.top)
    print_list("set aside, for this error as CUDA", reasons_set_aside(tallies), options.top)
    print(f"\n{time.monotonic() - started:.0f} s")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.compile_rate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--package", action="append", default=[], metavar="NAME", help="only this; may be repeated")
    parser.add_argument("--only-programs", action="store_true", help="only tests/compile/programs")
    parser.add_argument("--converter", default=OWN_CONVERTER, metavar="CMD", help="`identity` converts nothing")
    parser.add_argument("--rocm", metavar="X.Y", help="headers of this release, and converted for it")
    parser.add_argument("--arch", default="gfx90a", help="GPU to compile for")
    parser.add_argument("--corpus", type=Path, default=DEFAULT_INTO, metavar="DIR")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="compilers at a time")
    parser.add_argument("--top", type=int, default=40, metavar="N", help="causes to show")
    parser.add_argument("--log", default=os.devnull, metavar="FILE", help="what the compiler says to every unit")
    return parser


if __name__ == "__main__":
    sys.exit(main())
