"""What is compiled to PTX, and how: units of packages, programs of ours, and kernels of other producers."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from pathlib import Path

from benchmarks.compile_units import Subject, subjects
from benchmarks.corpus import ROOT

OWN = ("examples", "tests/compile/programs", "tests/simt/kernels", "tests/subjects/ptx/translated")


@dataclasses.dataclass(frozen=True)
class Variant:
    """An architecture with options. nvcc 13 has none before sm_75."""

    name: str
    arch: str
    options: tuple[str, ...] = ()


NVCC = (
    Variant("o3", "sm_80"),
    Variant("hopper", "sm_90"),
    Variant("lines", "sm_75", ("-lineinfo",)),
    Variant("debug", "sm_80", ("-G",)),
    Variant("fast", "sm_90", ("-use_fast_math",)),
    Variant("o0", "sm_80", ("-Xcicc", "-O0")),
    Variant("linked", "sm_75", ("-rdc=true",)),
)
CLANG = (Variant("clang2", "sm_80", ("-O2",)), Variant("clang0", "sm_70", ("-O0",)))


@dataclasses.dataclass(frozen=True)
class Task:
    """One module to make of the file `path` of `tree`: `command` is run there, with the output at its end."""

    name: str
    package: str
    tree: Path
    path: str
    variant: Variant
    command: tuple[str, ...]


def tasks(rounds: int, corpus: Path) -> Iterator[Task]:
    """Every source once with one variant, then once more with the next; clang has one round for our own programs."""
    own, packages = _own(), subjects((), corpus)
    units = list(_in_turn([*own, *packages]))
    for turn in range(rounds):
        for at, (subject, unit) in enumerate(units):
            yield _nvcc(subject, unit, NVCC[(at + turn) % len(NVCC)], corpus)
        if turn < len(CLANG):
            yield from (_clang(subject, unit, CLANG[turn], corpus) for subject in own for unit in subject.units)


def _own() -> list[Subject]:
    return [_own_subject(ROOT / folder) for folder in OWN]


def _own_subject(folder: Path) -> Subject:
    units = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.cu"))
    return Subject("own", folder, tuple(units))


def _in_turn(found: Sequence[Subject]) -> Iterator[tuple[Subject, str]]:
    """One unit of each after the other, so that the first few hundred are of all packages."""
    columns = ([(subject, unit) for unit in subject.units] for subject in found)
    return (pair for pair in chain.from_iterable(zip_longest(*columns)) if pair is not None)


def _nvcc(subject: Subject, unit: str, variant: Variant, corpus: Path) -> Task:
    libraries = corpus / ".cuda" / "13.0" / "include"
    includes = (f"-isystem={libraries / part}" for part in ("cccl", "."))
    command: list[str] = ["nvcc", "-ptx", f"-arch={variant.arch}", *variant.options, "-std=c++17", "-w"]
    command += ["--expt-relaxed-constexpr", "--extended-lambda", *subject.flags, *includes]
    return _task(subject, unit, variant, command)


def _clang(subject: Subject, unit: str, variant: Variant, corpus: Path) -> Task:
    toolkit = corpus / ".cuda" / "12.4"
    command = ["clang++-19", "-x", "cuda", f"--cuda-path={toolkit}", f"--cuda-gpu-arch={variant.arch}"]
    command += ["--cuda-device-only", "-S", "-std=c++17", "-w", *variant.options, *subject.flags]
    return _task(subject, unit, variant, command)


def _task(subject: Subject, unit: str, variant: Variant, command: Iterable[str]) -> Task:
    said = hashlib.sha256(f"{subject.tree.name}/{unit}".encode()).hexdigest()[:6]
    name = f"{subject.name}-{Path(unit).stem}-{said}-{variant.name}"
    return Task(name, subject.name, subject.tree, unit, variant, (*command, unit, "-o"))
