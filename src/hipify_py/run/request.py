"""What the user asked for, checked."""

from __future__ import annotations

import os
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from hipify_py.edits import RENAMED_FILES
from hipify_py.once import cached_property
from hipify_py.records import dataclass
from hipify_py.report.model import Call, Report
from hipify_py.rules.load import load as load_rules
from hipify_py.run.discover import Enough, File, Modules, Selection, is_directory
from hipify_py.run.means import PROCESSES
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.task import Job
from hipify_py.run.triage.formats import Formats
from hipify_py.run.triage.selectors import Choice
from hipify_py.run.triage.triage import Collection, Triage
from hipify_py.tables.load import joined, read_own

if TYPE_CHECKING:
    from hipify_py.run.pin.trees import Pins
    from hipify_py.run.shim.shim import Wish
    from hipify_py.run.triage.texts import Texts
    from hipify_py.run.verify import Wish as Verify


class RequestError(Exception):
    """A request that makes no sense, in one line."""


def _folder_of(path: Path) -> str:
    """The directory of what a path leads to."""
    return os.path.dirname(os.path.realpath(path))  # noqa: PTH120


def _default_triage() -> Triage:
    return Triage(Choice(load_rules()))


@dataclass(frozen=True)
class Request:
    """What the user asked for, checked."""

    paths: tuple[Path, ...]
    job: Job
    command: Literal["convert", "scan", "shim"] = "convert"
    selection: Selection = field(default_factory=Selection)
    output: Path | None = None
    output_name: str = ""  # where one source is written to a file of that name in `output`
    diff: bool = False
    check: bool = False
    copy: bool = True
    force: bool = False
    workers: int = 1
    triage: Triage = field(default_factory=_default_triage)
    formats: Formats = field(default_factory=Formats)
    statistics: bool = False
    verify: Verify | None = None
    cache: bool = False
    executor: str = PROCESSES
    require_clean: bool = False
    respects_ports: bool = True
    whole_header: bool = False
    shim: Wish | None = None
    written: dict[Path, Path] | None = None
    interactive: bool = False
    settings: Path | None = None
    pins: Pins | None = None
    assumes_rocm: bool = False

    def is_renamed_with_others(self, outcome: FileOutcome) -> bool:
        """Whether a file gets a new name in place, or includes one that does."""
        is_in_place = self.command == "convert" and self.output is None and not self.is_dry
        has_new_name = outcome.file.real.as_posix() in self.job.renaming.new_names
        return is_in_place and (has_new_name or RENAMED_FILES in outcome.converted)

    @property
    def enough(self) -> Enough:
        """What a directory has to have for the run to be of any use."""
        if self.command == "scan":
            return "any"
        return "builds" if self.command == "convert" and self.job.style.converts_builds else "sources"

    @property
    def modules(self) -> Modules:
        """Which modules of PTX become sources: beside what somebody else looks after, only those that are named."""
        if self.command == "shim" or self.job.style.keeps_sources:
            return "none"
        return "all" if self.output is not None else "named"

    @property
    def is_dry(self) -> bool:
        return self.diff or self.check

    @property
    def writes(self) -> bool:
        return self.command != "scan" and not self.is_dry

    @property
    def named_paths(self) -> list[str]:
        """The directories and files that are named, without links in the paths of directories."""
        return [
            os.path.realpath(path) if is_directory(path) else os.path.join(_folder_of(path), path.name)  # noqa: PTH118
            for path in self.paths
        ]

    @cached_property
    def written_tree(self) -> Path:
        """The directory that all lies in that may be written, without links in its path."""
        if self.output is not None:
            return Path(os.path.realpath(self.output))
        header = [self.job.ptx_header] if self.job.ptx_header else []
        folders = [os.path.realpath(path) for path in self.paths if is_directory(path)]
        files = [path for path in (*self.paths, *header) if not is_directory(path)]
        # A header may come to lie beside a link that is named, which is followed.
        folders += (os.path.realpath(folder) for path in files for folder in (_folder_of(path), path.parent))
        return Path(os.path.commonpath(folders))

    def header_for(self, file: File, header: str) -> tuple[Path, Path]:
        """Where a header is to lie that a converted file includes, beside it if nobody says otherwise; the same
        without links."""
        path = self.job.header_for(file, header)
        if self.output is not None:
            return path, self.written_tree / os.path.relpath(path, self.output)
        if self.job.ptx_header is None and not file.is_link:
            return path, file.real.parent / path.name
        return path, Path(os.path.realpath(path.parent)) / path.name

    def collection(self) -> Collection:
        """Where the outcomes of the run come together."""
        report = Report(self.command, str(self.job.rocm), self.job.archs, dry=self.is_dry, call=self._call())
        return Collection(report, self.job, self.triage, self._texts())

    def _texts(self) -> Texts | None:
        if not self.formats.wants_sources:
            return None
        from hipify_py.run.triage.texts import Texts  # few runs show what files say

        return Texts()

    def _call(self) -> Call:
        """What the next call has in common with this one."""
        job, tables = self.job, joined(read_own(self.job.mappings))
        options = [f"--mapping={path}" for path in job.mappings]
        options += [f"--rocm={job.rocm}"] * (job.rocm != tables.newest_rocm)
        options += [f"--target={job.target}"] * (job.target != "hip")
        options += [f"--arch={','.join(job.archs)}"] * bool(job.archs)
        options += [f"--build-style={job.style.builds}"] * job.style.keeps_sources
        return Call(
            () if Path("-") in self.paths else tuple(map(str, self.paths)),
            tuple(options),
            str(self.shim.path) if self.shim else "" if self.output is None else str(self.output / self.output_name),
            self.verify is not None or self.pins is not None,  # which would write over what is instrumented
            tables.flags(job.rocm, job.target),
            job.style.keeps_sources,
            self.assumes_rocm,
        )
