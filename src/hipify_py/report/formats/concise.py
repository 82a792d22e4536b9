"""A line for each finding: `path:line:column: severity RULE message`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.report.formats.shared.places import message_with_lines
from hipify_py.report.lines import whole_line
from hipify_py.report.model import Report
from hipify_py.rules.model import Catalogue


def render(report: Report, _catalogue: Catalogue) -> Iterator[str]:
    for remark in report.remarks:
        place = f"{remark.path}:{remark.line}:{remark.column}"
        yield whole_line(f"{place}: {remark.severity} {remark.rule} {message_with_lines(remark)}") + "\n"
