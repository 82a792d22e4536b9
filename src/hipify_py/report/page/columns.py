"""Files and findings as columns: lists that compress to a tenth of one object each. static/js/data.js reads them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hipify_py.findings import CONVERSIONS
from hipify_py.report.causes import cause_ids
from hipify_py.report.fixes import fix_text, safety
from hipify_py.report.formats.shared.paths import is_absolute, posix
from hipify_py.report.model import Report
from hipify_py.report.relative import relative_to_common
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark

Columns = dict[str, Any]
# Of a line that some program wrote.
_LONGEST_SOURCE = 400


class Strings:
    """Texts, each once: the messages of 10,000 findings are some hundred."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {"": 0}

    def number(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    def all(self) -> list[str]:
        return list(self._numbers)


class Names:
    """What files are called in the page: as the user named them, or if that is an absolute path, relative to what the
    paths named have in common. A page is sent to others, and links to its findings should mean the same there."""

    def __init__(self, report: Report) -> None:
        relative = relative_to_common({file.path: file.relative for file in report.files})
        self._names = {path: _shown(relative(path) if is_absolute(path) else path) for path in paths(report)}
        if len(set(self._names.values())) < len(self._names):
            self._names = {path: _shown(path) for path in self._names}

    def of(self, path: str) -> str:
        return self._names.get(path) or _shown(path)


def _shown(path: str) -> str:
    """Bytes that are no text, which a browser puts into no address, are shown as they are written in C."""
    return os.fsencode(posix(path)).decode("utf-8", "backslashreplace")


def paths(report: Report) -> list[str]:
    """All files of the page: those that were read, and others that a finding is about."""
    return list(dict.fromkeys([*(file.path for file in report.files), *(remark.path for remark in report.remarks)]))


def files(report: Report, names: Names) -> Columns:
    """By the number of the file. `ptx` counts statements by class; what is empty in most files is a map."""
    reports = {file.path: file for file in report.files}
    rows = [reports.get(path) for path in paths(report)]
    measures = [row.measure if row else None for row in rows]
    fields = ("lines", "cuda_lines", "lines_left", "names", "names_left", "kernels", "kernels_left")
    return {
        "path": [names.of(path) for path in paths(report)],
        "change": [row.change if row else "" for row in rows],
        "generator": _sparse(row.generator if row else "" for row in rows),
        "ptx": _sparse(dict(row.ptx) if row else {} for row in rows),
        **{field: [getattr(measure, field) if measure else 0 for measure in measures] for field in fields},
    }


def findings(report: Report, catalogue: Catalogue, chosen: Sequence[int], new: Iterable[int]) -> Columns:
    """The findings with these numbers, in their order. Texts are numbers of `strings`."""
    strings, number_of = Strings(), {path: number for number, path in enumerate(paths(report))}
    ids = list(cause_ids(report.remarks, catalogue))
    remarks = [report.remarks[number] for number in chosen]
    is_new = set(new)
    columns = {
        "file": [number_of[remark.path] for remark in remarks],
        "line": [remark.start.line for remark in remarks],
        "column": [remark.start.column for remark in remarks],
        "endLine": [remark.end.line for remark in remarks],
        "endColumn": [remark.end.column for remark in remarks],
        "severity": [_level(remark) for remark in remarks],
        "rule": [strings.number(remark.rule) for remark in remarks],
        "cause": [strings.number(ids[number]) for number in chosen],
        "message": [strings.number(remark.message) for remark in remarks],
        "help": [strings.number(remark.help) for remark in remarks],
        "subject": [strings.number(remark.subject) for remark in remarks],
        "guard": [strings.number(remark.guard) for remark in remarks],
        "source": [strings.number(_source(remark)) for remark in remarks],
        "fix": _sparse(_fix(remark, catalogue) for remark in remarks),
        "also": _sparse(list(dict.fromkeys(remark.also)) for remark in remarks),
        "isNew": [place for place, number in enumerate(chosen) if number in is_new],
    }
    return {"strings": strings.all(), **columns}


def by_severity(report: Report) -> list[int]:
    """The numbers of all findings, the worst first: what a page that is too large keeps longest."""
    return sorted(range(len(report.remarks)), key=lambda number: -_level(report.remarks[number]))


def _level(remark: Remark) -> int:
    """3 error, 2 warning, 1 info, 0 for what was converted and is only told."""
    return 0 if remark.rule in CONVERSIONS else int(remark.severity)


def _source(remark: Remark) -> str:
    source = remark.source.rstrip()
    return source if len(source) <= _LONGEST_SOURCE else source[: _LONGEST_SOURCE - 1] + "…"


def _fix(remark: Remark, catalogue: Catalogue) -> list[str]:
    return [safety(remark, catalogue), fix_text(remark)] if remark.fix else []


def _sparse(values: Iterable[Any]) -> Mapping[int, Any]:
    return {number: value for number, value in enumerate(values) if value}
