"""What the tests here share: which compiler, which programs, what is expected of them.

HIPIFY_PY_ARCHS=gfx90a,gfx942,gfx1100 compiles for other GPUs, HIPIFY_PY_ROCM=6.4 with the headers of another release.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hipify_py import helpers
from hipify_py.run.discover import Selection, discover
from hipify_py.run.outcome import Remark
from hipify_py.run.pipeline import Here, outcomes
from hipify_py.run.task import Job
from hipify_py.tables.model import Version
from tests.compiling import SIDES, Compiler
from tools.hip_toolchain import find_toolchain

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROGRAMS = Path(__file__).parent / "programs"
ARCHS = os.environ.get("HIPIFY_PY_ARCHS", "gfx90a").split(",")
TOOLCHAIN = find_toolchain(os.environ.get("HIPIFY_PY_ROCM", "7.2"))


def program_names() -> list[str]:
    """Single files, and folders of several."""
    return sorted(path.name for path in PROGRAMS.iterdir() if path.suffix == ".cu" or path.is_dir())


def expected_failures(rocm: str) -> dict[str, str]:
    """Why a program cannot compile for a release, by its name."""
    text = Path(__file__).with_name("expected_failures.toml").read_text(encoding="utf-8")
    release = Version.parse(rocm)
    return {
        name: row["why"]
        for name, row in tomllib.loads(text).items()
        if "until" not in row or release < Version.parse(row["until"])
    }


@dataclass(frozen=True)
class Converted:
    """All programs as they leave the converter, and what it said about them."""

    folder: Path
    remarks: Sequence[Remark]

    def remarks_on(self, program: str) -> list[Remark]:
        place = self.folder / program
        return [remark for remark in self.remarks if Path(remark.path).is_relative_to(place)]

    def units(self, program: str) -> list[str]:
        """The files of a program that a compiler is given."""
        place = self.folder / program
        paths = sorted(place.rglob("*.cu")) if place.is_dir() else [place]
        return [path.relative_to(self.folder).as_posix() for path in paths]


def convert_programs(rocm: str, into: Path) -> Converted:
    shutil.copytree(PROGRAMS, into, dirs_exist_ok=True)
    job = Job(Version.parse(rocm))
    files, recipe = discover([into], Selection()).files, job.recipe()
    converted = list(outcomes(files, job, recipe, Here(recipe, with_output=True), with_output=True))
    for outcome in converted:
        assert not outcome.problem, outcome.problem
        if outcome.output is not None:
            outcome.file.path.write_bytes(outcome.output)
        for header in outcome.needs_headers:
            place = job.header_for(outcome.file, header)
            present = [place.read_bytes()] if place.exists() else []
            place.write_text(helpers.text_for(header, outcome.header_calls[header], present), encoding="utf-8")
    return Converted(into, [remark for outcome in converted for remark in outcome.remarks])


def compile_program(
    compiler: Compiler, converted: Converted, program: str, arch: str, sides: Sequence[str] = SIDES
) -> str:
    """What the compiler says against a program; nothing if it takes all of it."""
    units = converted.units(program)
    return "\n".join(line for unit in units for line in compiler.complaints(unit, converted.folder, arch, sides=sides))
