"""Does a translation unit compile as the CUDA that it is? One that does not says nothing about its conversion.

clang reads CUDA without a toolkit, given NVIDIA's headers: `compile_corpus.toml` pins wheels of two releases, the older
one for code that uses what the newer has dropped. nvcc is asked too where there is one. Any one's yes counts.
"""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.compile_units import Failure, Subject, first_failure
from benchmarks.compiling import Job, compile_each
from benchmarks.corpus import ROOT

HEADER = Path(__file__).with_suffix(".h")


@dataclasses.dataclass(frozen=True)
class CudaCompiler:
    """The beginning of a command line; flags of the unit, and the unit, follow."""

    command: tuple[str, ...]

    @classmethod
    def clang(cls, clang: str, toolkit: Path) -> CudaCompiler:
        # An old habit that this clang refuses, and nvcc does not.
        lenient = "-Wno-missing-template-arg-list-after-template-kw"
        arch = "--cuda-gpu-arch=sm_80"
        how = (arch, "-std=c++17", "-w", lenient, "-fsyntax-only", f"-include{HEADER}")
        return cls((clang, "-x", "cuda", f"--cuda-path={toolkit}", *how))

    @classmethod
    def nvcc(cls, libraries: Path) -> CudaCompiler:
        """nvcc brings the runtime's headers; those of the libraries stand behind them."""
        folders = (f"-isystem={libraries / 'include' / part}" for part in ("cccl", "."))
        allowed = ("--extended-lambda", "--expt-relaxed-constexpr")
        return cls(("nvcc", "-arch=sm_80", "-std=c++17", *allowed, "-w", "-c", "-o", os.devnull, *folders))

    @property
    def key(self) -> str:
        """What tells it from others, in any checkout."""
        return repr(self.command).replace(str(ROOT), "")


def cuda_compilers(clang: str, toolkits: Mapping[str, Path]) -> list[CudaCompiler]:
    """Most code is accepted by the first, clang with the newer headers that it knows."""
    found = [CudaCompiler.clang(clang, toolkits[cuda]) for cuda in ("12.4", "11.8")]
    return [*found, CudaCompiler.nvcc(toolkits["13.0"])] if shutil.which("nvcc") else found


def not_cuda(
    subjects: Sequence[Subject], compilers: Sequence[CudaCompiler], cache: Path, workers: int
) -> dict[str, dict[str, Failure]]:
    """Of each subject, by its name, the units that no compiler accepts, each with the first one's first error; kept in
    `cache` for the next run."""
    keys = [compiler.key for compiler in compilers]
    files = {subject: cache / f"{subject.name}-{subject.fingerprint(*keys)}.json" for subject in subjects}
    asked = [subject for subject, file in files.items() if not file.is_file()]
    failures = _ask(asked, compilers, workers)
    cache.mkdir(parents=True, exist_ok=True)
    for subject in asked:
        rows = {unit: dataclasses.astuple(failure) for (of, unit), failure in failures.items() if of is subject}
        files[subject].write_text(json.dumps(rows), encoding="utf-8")
    return {subject.name: _read(file) for subject, file in files.items()}


def _ask(
    subjects: Sequence[Subject], compilers: Sequence[CudaCompiler], workers: int
) -> dict[tuple[Subject, str], Failure]:
    left = [(subject, unit) for subject in subjects for unit in subject.units]
    first: dict[tuple[Subject, str], Failure] = {}
    for compiler in compilers:
        jobs = [Job(subject.tree, unit, (*compiler.command, *subject.flags)) for subject, unit in left]
        failed = {left[index]: each.output for index, each in compile_each(jobs, workers) if not each.accepted}
        left = [asked for asked in left if asked in failed]
        first = {asked: first.get(asked) or first_failure(failed[asked]) for asked in left}
    return first


def _read(file: Path) -> dict[str, Failure]:
    return {unit: Failure(*row) for unit, row in json.loads(file.read_text(encoding="utf-8")).items()}
