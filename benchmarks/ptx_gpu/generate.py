"""Writes the kernels of all forms, in files of some size, with what it takes to build and run them anywhere."""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from benchmarks.ptx_gpu.cases import Case, cases_of, fingerprint, signature
from benchmarks.ptx_gpu.kernels import Pair, Writer
from benchmarks.ptx_gpu.mutants import mutant_of
from benchmarks.ptx_gpu.operands import UntestableError
from hipify_py import helpers
from hipify_py.file.marks import PTX_HEADER
from hipify_py.subjects.ptx.forms import Form

ARCH = "sm_90"  # of the GPU that runs them
PER_FILE = 128
LISTS = ("forms.jsonl", "statements.jsonl")  # what was generated
OTHERS = frozenset(
    f"contention_{name}" for name in ("original.hpp", "ours.hpp", "broken.hpp", "calls.hpp", "tests.txt")
)
DEVICE = Path(__file__).with_name("device")
_ARCH = re.compile(r"sm_(\d+)([af]?)")


@dataclass(frozen=True)
class Job:
    """A pair of kernels in a file, or why there is none."""

    number: int
    form: Form
    variant: str = ""
    pair: Pair | None = None
    file: str = ""
    reason: str = ""
    mutant: bool = False
    listed_in: str = "forms.jsonl"

    @property
    def bound(self) -> str:
        return bound_of(self.form)

    @property
    def title(self) -> str:
        said = f"{self.form.opcode}  {signature(self.form)}"
        return said + (f"  ({self.variant})" if self.variant else "")

    def described(self) -> dict[str, object]:
        """What the report has to know; the rest is in the tables."""
        said: dict[str, object] = {"number": self.number, "form": self.form.opcode, "operands": signature(self.form)}
        said["fingerprint"] = fingerprint(self.form)
        said.update({"variant": self.variant} if self.variant else {})
        said.update({"reason": self.reason} if self.reason else {})
        said.update({"mutant": True} if self.mutant else {})
        return said


class AnyJob(Protocol):
    """What is written of a job, be it of a form or of a statement."""

    @property
    def number(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def pair(self) -> Pair | None: ...
    @property
    def file(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def bound(self) -> str: ...
    @property
    def listed_in(self) -> str: ...
    def described(self) -> dict[str, object]: ...


def line(job: AnyJob) -> str:
    """What the manifest says about a job."""
    assert job.pair is not None
    lanes = [",".join(lanes) or "-" for lanes in (job.pair.inputs, job.pair.outputs)]
    return " ".join((str(job.number), job.pair.mode, job.file, *lanes, job.bound))


def jobs(forms: Iterable[Form], arch: str = ARCH) -> Iterator[Job]:
    """Every case of every form, each with its kernels."""
    numbers: dict[str, int] = defaultdict(int)
    number = 0
    for form in forms:
        for case, variant, wrong, reason in _runs(form):
            target = target_of(form.arch, arch)
            if wrong and is_newer(target, arch):
                continue
            pair, reason = _pair(case, wrong, reason) if case else (None, reason)
            file = f"kernels-{target}-{numbers[target] // PER_FILE:03}" if pair else ""
            if pair and is_newer(target, arch):
                reason = f"needs {target}"
            yield Job(number, form, variant, pair, file, reason, bool(wrong))
            numbers[target] += pair is not None
            number += 1


def _runs(form: Form) -> Iterator[tuple[Case | None, str, str, str]]:
    """Case, what is special about it, a wrong translation if it is a mutant, or why it is not run."""
    if form.test == "none":
        yield None, "", "", form.untested
        return
    for case in cases_of(form):
        yield case, case.variant, "", ""
    for case, wrong in mutant_of(form):
        yield case, f"mutant: {wrong}", wrong, ""


def _pair(case: Case, wrong: str, reason: str) -> tuple[Pair | None, str]:
    try:
        return Writer(case, wrong).pair(), reason
    except UntestableError as error:
        return None, str(error)


def target_of(needed: str, arch: str) -> str:
    """What a form is compiled for: the GPU that is there, if it has the form."""
    match = _ARCH.fullmatch(needed)
    if match is None:
        return arch
    version, own = int(match[1]), int(arch.removeprefix("sm_"))
    return needed if version > own or (match[2] and version == own) else arch


def is_newer(target: str, arch: str) -> bool:
    match = _ARCH.fullmatch(target)
    return match is not None and int(match[1]) > int(arch.removeprefix("sm_"))


def bound_of(form: Form) -> str:
    says = [f"{name}={form.bound[name]}" for name in ("ulp", "abs", "rel") if name in form.bound]
    if "in" in form.bound:
        says += [f"{name}={value}" for name, value in zip(("lo", "hi"), form.bound["in"], strict=True)]
    return ",".join(says) or "-"


def source(jobs: Iterable[AnyJob]) -> str:
    """One file of kernels."""
    parts = ['#include "harness.hpp"\n']
    parts += [_kernels(job) for job in jobs]
    return "\n".join(parts)


def _kernels(job: AnyJob) -> str:
    assert job.pair is not None
    lines = [f"// {job.title}", f"#ifndef PTX_GPU_WITHOUT_{job.number}"]
    for kind, body in (("original", job.pair.original), ("ours", job.pair.ours)):
        lines += [f"PTX_GPU_KERNEL({kind}_{job.number}) {{", "  const unsigned i = ptx_gpu::index();"]
        lines += ["  if (i >= t.count) return;", *(f"  {line}" for line in body.splitlines()), "}"]
    return "\n".join((*lines, "#endif\n"))


def write(folder: Path, all_jobs: Sequence[AnyJob], others: Mapping[str, str] = MappingProxyType({})) -> None:
    """Everything that a machine with a GPU and nvcc needs, with other files by name. What has not changed is not
    written again."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in DEVICE.iterdir():
        _write(folder / path.name, path.read_text(encoding="utf-8"))
    _write(folder / PTX_HEADER, helpers.text(PTX_HEADER))
    files: dict[str, list[AnyJob]] = defaultdict(list)
    for job in all_jobs:
        if job.file:
            files[job.file].append(job)
    for stale in set(folder.glob("kernels-*")):
        if stale.name.partition(".")[0] not in files:
            shutil.rmtree(stale) if stale.is_dir() else stale.unlink()
    for name, members in files.items():
        _write(folder / f"{name}.cu", source(members))
    for name in OTHERS - others.keys():
        (folder / name).unlink(missing_ok=True)
    for name, text in others.items():
        _write(folder / name, text)
    run = [job for job in all_jobs if job.pair and not job.reason]
    _write(folder / "manifest.txt", "".join(f"{line(job)}\n" for job in run))
    for name in LISTS:
        described = [json.dumps(job.described()) for job in all_jobs if job.listed_in == name]
        _write(folder / name, "".join(f"{text}\n" for text in described))


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
