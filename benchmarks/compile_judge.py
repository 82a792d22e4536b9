"""What compile_rate finds out: trees converted for a release and a GPU, their units compiled, and of each failure
whether the converter told of it."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shlex
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TextIO

from benchmarks.compile_units import Failure, Subject, first_failure
from benchmarks.compiling import TIMEOUT, Compiled, Job, compile_each
from benchmarks.corpus import ROOT
from hipify_py.run.verify.places import Places
from tools.hip_toolchain import Toolchain

NEARBY = 3  # lines between an error and a finding about it: statements are broken over lines
_TREES_AT_A_TIME = 16  # of about as many: the largest take as long as all others
_QUOTED = re.compile(r"'([^']+)'")


@dataclasses.dataclass(frozen=True)
class Finding:
    path: str
    line: int
    rule: str
    message: str


@dataclasses.dataclass(frozen=True)
class Target:
    """The headers of a release, and a GPU."""

    toolchain: Toolchain
    arch: str

    def __str__(self) -> str:
        return f"ROCm {self.toolchain.rocm}, {self.arch}"


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
    """What became of one subject. Units that the compiler did not finish in time are set aside, too."""

    subject: Subject
    verdicts: tuple[Verdict, ...]
    set_aside: Mapping[str, Failure]

    @property
    def compiled(self) -> int:
        return sum(verdict.failure is None for verdict in self.verdicts)


# -- converting --------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Converted:
    """A subject, and its tree as the converter left it for a target."""

    subject: Subject
    target: Target
    tree: Path
    findings: Sequence[Finding]

    def job(self, unit: str) -> Job:
        command = self.target.toolchain.command(self.target.arch)
        return Job(self.tree, unit, (*command, *self.subject.flags, *self.subject.hip_flags))


def convert_all(
    converter: str, subjects: Sequence[Subject], targets: Sequence[Target], work: Path, workers: int
) -> list[Converted]:
    """The subjects for the first target, for the second …; several at a time."""
    pairs = [(subject, target) for target in targets for subject in subjects]
    processes = max(1, workers // _TREES_AT_A_TIME)
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(lambda pair: convert(converter, pair[0], pair[1], work, processes), pairs))


def convert(converter: str, subject: Subject, target: Target, work: Path, processes: int = 1) -> Converted:
    """The converted tree, with the files that need no conversion; `identity` copies them all."""
    folder = work / f"{target.toolchain.rocm}-{target.arch}"
    folder.mkdir(exist_ok=True)
    into, report = folder / subject.name, folder / f"{subject.name}.jsonl"
    if converter == "identity":
        shutil.copytree(subject.tree, into, symlinks=True)
        return Converted(subject, target, into, ())
    options = ["--no-gitignore", "--ported", "convert", "--rocm", target.toolchain.rocm, "--arch", target.arch]
    options += ["--jobs", str(processes), "--format", f"jsonl:{report}"]
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
    return Converted(subject, target, into, tuple(read_findings(report, subject.tree)))


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
    paths, names = {path for path, _ in places}, _names(failure.text)
    return tuple(
        sorted(
            {
                finding.rule
                for finding in converted.findings
                if any(finding.path == path and abs(finding.line - line) <= NEARBY for path, line in places)
                or (finding.path in paths and names & _names(finding.message))
            }
        )
    )


def _names(text: str) -> set[str]:
    """What a message quotes; `operator+=` is the same as `+=`."""
    return {quoted.removeprefix("operator") for quoted in _QUOTED.findall(text)}


# -- judging -----------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Pace:
    """How long each unit took the last time, in a file: whoever starts the long ones first is done sooner."""

    file: Path

    def read(self) -> dict[str, float]:
        return json.loads(self.file.read_text(encoding="utf-8")) if self.file.is_file() else {}

    def write(self, seconds: Mapping[str, float]) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(self.read() | dict(seconds), indent=0), encoding="utf-8")


@dataclasses.dataclass(frozen=True)
class Judge:
    """Compiles units of all subjects side by side, so that no core waits for the last unit of one of them."""

    set_aside: Mapping[str, Mapping[str, Failure]]
    pace: Pace
    workers: int
    log: TextIO
    limit: int = TIMEOUT

    def judge(self, everything: Sequence[Converted]) -> Iterator[tuple[Target, list[Tally]]]:
        """The tallies of each target, as soon as its last unit is compiled."""
        asked = self.in_order(everything)
        left = {target: sum(each.target == target for each, _ in asked) for target in _targets(everything)}
        verdicts: dict[tuple[Target, str], list[Verdict]] = defaultdict(list)
        late: dict[tuple[Target, str], dict[str, Failure]] = defaultdict(dict)
        seconds: dict[str, float] = {}
        for index, result in compile_each([each.job(unit) for each, unit in asked], self.workers, self.limit):
            converted = asked[index][0]
            subject, target = converted.subject, converted.target
            seconds[f"{subject.name}/{result.unit}"] = result.seconds
            if result.in_time:
                verdicts[target, subject.name].append(self.verdict(converted, result))
            else:
                late[target, subject.name][result.unit] = first_failure(result.output)
            left[target] -= 1
            if not left[target]:
                yield target, [self.tally(each, verdicts, late) for each in everything if each.target == target]
        self.pace.write(seconds)

    def in_order(self, everything: Sequence[Converted]) -> list[tuple[Converted, str]]:
        """Target by target, the longest units first; what was never compiled before those, by size."""
        known, targets = self.pace.read(), _targets(everything)

        def weight(asked: tuple[Converted, str]) -> tuple[int, float, int]:
            converted, unit = asked
            seconds = known.get(f"{converted.subject.name}/{unit}", float("inf"))
            size = (converted.tree / unit).stat().st_size
            return targets.index(converted.target), -seconds, -size

        units = ((each, unit) for each in everything for unit in each.subject.units)
        return sorted((each for each in units if each[1] not in self.set_aside[each[0].subject.name]), key=weight)

    def verdict(self, converted: Converted, result: Compiled) -> Verdict:
        subject = converted.subject
        outcome = "compiles" if result.accepted else "fails"
        print(f"==== {converted.target}: {subject.name}/{result.unit}: {outcome}, {result.seconds} s", file=self.log)
        if result.accepted:
            return Verdict(subject.name, result.unit, None)
        print(result.output, file=self.log, flush=True)
        failure = first_failure(result.output)
        return Verdict(subject.name, result.unit, failure, rules_about(failure, result.unit, converted))

    def tally(
        self,
        converted: Converted,
        verdicts: Mapping[tuple[Target, str], Sequence[Verdict]],
        late: Mapping[tuple[Target, str], Mapping[str, Failure]],
    ) -> Tally:
        name = converted.subject.name
        found = sorted(verdicts.get((converted.target, name), ()), key=lambda verdict: verdict.unit)
        set_aside = {**self.set_aside[name], **late.get((converted.target, name), {})}
        return Tally(converted.subject, tuple(found), set_aside)


def _targets(everything: Sequence[Converted]) -> list[Target]:
    return list(dict.fromkeys(each.target for each in everything))
