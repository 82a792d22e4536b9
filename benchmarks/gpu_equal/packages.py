"""Kernels of packages: the units of compile_corpus.toml as they are and as converted, to be launched side by side.

A unit needs no `main` for that: `device/run_kernels.py` compiles both to GPU code alone, and launches each kernel of
the one and of the other on the same arguments.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.compile_units import Subject, subjects
from benchmarks.corpus import ROOT
from benchmarks.gpu_equal import programs, turned_back
from hipify_py import api
from hipify_py.file.marks import COMPAT_HEADER, PTX_HEADER

UNITS = "units.json"
# What is in place of PTX runs on NVIDIA, too; files that are portable already are converted like others.
OPTIONS = ("--ptx", "approx,replace", "--no-build", "--ported", "convert", "--format", "json", "--fail-on", "never")
DEVICE = ("run.py", "toolkit.py", "run_kernels.py", "kernels.cpp")
_INCLUDED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)
_TOO_MUCH = 4_000
"""Files that a package may need of itself and of others, so that it can travel."""


class Unit(NamedTuple):
    """A source in the folders `cuda` and `hip` of a package, with the flags that its build passes."""

    package: str
    path: str
    flags: tuple[str, ...]
    hip_flags: tuple[str, ...]
    wrong: tuple[str, ...] = ()  # copies of what it was converted to, each with something wrong


def generate(into: Path, names: Sequence[str], corpus: Path) -> None:
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    turned_back.write(api.policy(), into / "include")
    for name in DEVICE:
        shutil.copy(Path(__file__).parent / "device" / name, into / name)
    mutants = dict.fromkeys(programs.WRONG, 0)
    units = [unit for subject in subjects(names, corpus) for unit in _written(subject, into, mutants)]
    (into / UNITS).write_text(json.dumps([unit._asdict() for unit in units], indent=1), encoding="utf-8")
    wrong = sum(len(unit.wrong) for unit in units)
    print(f"{len(units)} units of {len({unit.package for unit in units})} packages, {wrong} with something wrong")


def _written(subject: Subject, into: Path, mutants: dict[tuple[str, str], int]) -> Iterator[Unit]:
    converted = into / "converted"
    command = [sys.executable, "-m", "hipify_py", str(subject.tree), "-o", str(converted), *OPTIONS]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    before, after = into / "cuda" / subject.name, into / "hip" / subject.name
    files = needed(subject)
    if len(files) <= _TOO_MUCH:
        flags = tuple(_moved(flag, subject) for flag in subject.flags)
        for path, target in files.items():
            _put(path, before / target)
            own = converted / target
            _put(own if own.is_file() else path, after / target)
        for header in (*converted.rglob(PTX_HEADER), *converted.rglob(COMPAT_HEADER)):
            _put_header(header, after / header.relative_to(converted))
        for unit in subject.units:
            yield Unit(subject.name, unit, flags, subject.hip_flags, tuple(_wrong(before, after, unit, mutants)))
    else:
        print(f"{subject.name}: left out, its units include {len(files)} files", file=sys.stderr)
    shutil.rmtree(converted, ignore_errors=True)


def needed(subject: Subject) -> dict[Path, str]:
    """The units of a package, what they may include of it or of folders that its flags name, and where all these go."""
    folders = [subject.tree / flag.removeprefix("-I") for flag in subject.flags if flag.startswith("-I")]
    found = {subject.tree / unit: unit for unit in subject.units}
    left = list(found)
    while left:
        path = left.pop()
        for name in _INCLUDED.findall(path.read_bytes()):
            for header in _candidates(name.decode("latin-1"), (path.parent, *folders)):
                if header not in found:
                    found[header] = _place(header, subject)
                    left.append(header)
    return found


def _candidates(name: str, folders: Iterable[Path]) -> Iterator[Path]:
    """The file that an include names, in each folder that has one: which one is taken may depend on a condition."""
    for folder in folders:
        path = folder / name
        if path.is_file():
            yield path.resolve()


def _place(path: Path, subject: Subject) -> str:
    """Within the folder of a package: its own path, or below `other` for what is from elsewhere."""
    tree = subject.tree.resolve()
    return str(path.relative_to(tree)) if path.is_relative_to(tree) else f"other{path}"


def _moved(flag: str, subject: Subject) -> str:
    """A flag whose folder is within the package, or below `other`."""
    folder = Path(flag.removeprefix("-I"))
    return f"-I{_place(folder.resolve(), subject)}" if flag.startswith("-I") and folder.is_absolute() else flag


def _put(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def _put_header(path: Path, target: Path) -> None:
    text = path.read_text(encoding="utf-8")
    is_ptx = path.name == PTX_HEADER
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(programs.as_for_nvidia(text) if is_ptx else programs.in_place_of_cuda(text), encoding="utf-8")


def _wrong(before: Path, after: Path, unit: str, mutants: dict[tuple[str, str], int]) -> Iterator[str]:
    original, text = (
        (folder / unit).read_text(encoding="utf-8", errors="surrogateescape") for folder in (before, after)
    )
    for number, (pair, changed) in enumerate(programs.with_faults(text, original, mutants)):
        mutants[pair] += 1
        name = f"{unit.removesuffix('.cu')}.wrong{number}.cu"
        (after / name).write_text(changed, encoding="utf-8", errors="surrogateescape")
        yield name
