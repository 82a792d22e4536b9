"""Workflow commands, which GitHub shows beside the lines of a pull request (ten of each severity for a step)."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.findings import Severity
from hipify_py.report.formats.shared.paths import posix
from hipify_py.report.formats.shared.places import message_with_lines
from hipify_py.report.lines import printable
from hipify_py.report.model import Report
from hipify_py.report.totals import rule_of
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: Report, catalogue: Catalogue) -> Iterator[str]:
    for problem in report.problems:
        yield f"::error file={_property(posix(problem.path))}::{_data(problem.reason)}\n"
    for remark in report.remarks:
        name = rule_of(remark.rule, catalogue).name
        properties = {"file": posix(remark.path), **_span(remark), "title": f"{remark.rule} {name}"}
        given = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
        message = message_with_lines(remark)
        text = f"{message}\n{remark.help}" if remark.help else message
        yield f"::{_COMMANDS[remark.severity]} {given}::{_data(text)}\n"


def _span(remark: Remark) -> dict[str, str]:
    """Columns are taken only where all of it stands on one line."""
    lines = {"line": str(remark.start.line), "endLine": str(remark.end.line)}
    if remark.start.line != remark.end.line:
        return lines
    return {**lines, "col": str(remark.start.column), "endColumn": str(remark.end.column)}


def _data(text: str) -> str:
    return printable(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
