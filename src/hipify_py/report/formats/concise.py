"""A line for each finding: `path:line:column: severity RULE message`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.report.lines import whole_line
from hipify_py.report.model import Report
from hipify_py.rules.model import Catalogue


def render(report: Report, _catalogue: Catalogue) -> Iterator[str]:
    for remark in report.remarks:
        place = f"{remark.path}:{remark.line}:{remark.column}"
        label = "line" if len(remark.also) == 1 else "lines"
        also = f" (also {label} {', '.join(map(str, remark.also))})" if remark.also else ""
        yield whole_line(f"{place}: {remark.severity} {remark.rule} {remark.message}{also}") + "\n"
