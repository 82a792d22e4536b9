"""Port readiness: how much of a code base's CUDA carries over, by directory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import field
from typing import NamedTuple

from hipify_py.file.measure import Measure
from hipify_py.findings import Severity
from hipify_py.records import dataclass
from hipify_py.report.model import FileReport, Report
from hipify_py.report.totals import rule_of
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark


class Share(NamedTuple):
    """Of so many, so many are left to do by hand."""

    total: int
    left: int

    @property
    def percent(self) -> float:
        """What converts, of a hundred; neither 0 nor 100 by rounding alone."""
        if self.left <= 0:
            return 100.0
        if self.left >= self.total:
            return 0.0
        return min(max(round(100 * (self.total - self.left) / self.total, 1), 0.1), 99.9)


@dataclass(frozen=True)
class Readiness:
    """The files of one directory, without those of the directories in it. `left` counts errors and warnings by the
    group of their rule: what there is to do, by kind."""

    directory: str
    files: int
    lines: Share
    names: Share
    kernels: Share
    left: Counter[str] = field(default_factory=Counter)

    @property
    def has_cuda(self) -> bool:
        return bool(self.lines.total or self.names.total or self.kernels.total or self.left)


class Overview(NamedTuple):
    """`directories` are sorted by name."""

    total: Readiness
    directories: tuple[Readiness, ...]


def readiness(report: Report, catalogue: Catalogue) -> Overview:
    files: dict[str, list[FileReport]] = {}
    directory_of: dict[str, str] = {}
    for file in report.files:
        directory_of[file.path] = _directory(file.relative)
        files.setdefault(directory_of[file.path], []).append(file)
    remarks: dict[str, list[Remark]] = {}
    for remark in report.remarks:
        remarks.setdefault(directory_of.get(remark.path, _directory(remark.path)), []).append(remark)
    directories = tuple(
        _readiness(name, files.get(name, ()), remarks.get(name, ()), catalogue)
        for name in sorted(files.keys() | remarks.keys())
    )
    return Overview(_readiness("total", report.files, report.remarks, catalogue), directories)


def worst_first(overview: Overview) -> list[Readiness]:
    """The directories with CUDA in them, those with most to do first."""
    return sorted(
        (each for each in overview.directories if each.has_cuda),
        key=lambda each: (-each.lines.left, -each.names.left, -each.left.total(), each.directory),
    )


def _readiness(name: str, files: Iterable[FileReport], remarks: Iterable[Remark], catalogue: Catalogue) -> Readiness:
    measures = [file.measure for file in files]
    left = Counter(rule_of(remark.rule, catalogue).group for remark in remarks if remark.severity >= Severity.WARNING)
    return Readiness(
        name,
        len(measures),
        _share(measures, "cuda_lines", "lines_left"),
        _share(measures, "names", "names_left"),
        _share(measures, "kernels", "kernels_left"),
        left,
    )


def _share(measures: list[Measure], total: str, left: str) -> Share:
    return Share(
        sum(getattr(measure, total) for measure in measures), sum(getattr(measure, left) for measure in measures)
    )


def _directory(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[0] or "."
