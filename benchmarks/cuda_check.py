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
from benchmarks.compiling import Compiled, compile_all


@dataclasses.dataclass(frozen=True)
class CudaCompiler:
    """The beginning of a command line; flags of the unit, and the unit, follow."""

    command: tuple[str, ...]

    @classmethod
    def clang(cls, clang: str, toolkit: Path) -> CudaCompiler:
        # An old habit that this clang refuses, and nvcc does not.
        lenient = "-Wno-missing-template-arg-list-after-template-kw"
        arch = "--cuda-gpu-arch=sm_80"
        return cls((clang, "-x", "cuda", f"--cuda-path={toolkit}", arch, "-std=c++17", "-w", lenient, "-fsyntax-only"))

    @classmethod
    def nvcc(cls, libraries: Path) -> CudaCompiler:
        """nvcc brings the runtime's headers; those of the libraries stand behind them."""
        folders = (f"-isystem={libraries / 'include' / part}" for part in ("cccl", "."))
        return cls(("nvcc", "-arch=sm_80", "-std=c++17", "-w", "-c", "-o", os.devnull, *folders))


def cuda_compilers(clang: str, toolkits: Mapping[str, Path]) -> list[CudaCompiler]:
    """Most code is accepted by the first, clang with the newer headers that it knows."""
    found = [CudaCompiler.clang(clang, toolkits[cuda]) for cuda in ("12.4", "11.8")]
    return [*found, CudaCompiler.nvcc(toolkits["13.0"])] if shutil.which("nvcc") else found


def not_cuda(subject: Subject, compilers: Sequence[CudaCompiler], cache: Path, jobs: int) -> dict[str, Failure]:
    """The units that no compiler accepts, each with the first one's first error; kept in `cache` for the next run."""
    kept = cache / f"{subject.name}-{subject.fingerprint(*compilers)}.json"
    if kept.is_file():
        return {unit: Failure(*row) for unit, row in json.loads(kept.read_text(encoding="utf-8")).items()}
    failures: dict[str, Failure] = {}
    left = subject.units
    for compiler in compilers:
        results = compile_all(subject.tree, left, [*compiler.command, *subject.flags], jobs)
        failed = [result for result in results if not result.accepted]
        failures = _failures(failed, failures)
        left = tuple(failures)
    cache.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps({unit: dataclasses.astuple(failure) for unit, failure in failures.items()}))
    return failures


def _failures(failed: Sequence[Compiled], earlier: dict[str, Failure]) -> dict[str, Failure]:
    return {result.unit: earlier.get(result.unit) or first_failure(result.output) for result in failed}
