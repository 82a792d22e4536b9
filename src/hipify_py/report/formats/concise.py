"""A line for each finding: `path:line:column: severity RULE message`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.report.lines import fitting, whole_line
from hipify_py.report.model import Report
from hipify_py.rules.model import Catalogue

# Of the numbers of lines behind a message.
_WIDTH = 100


def render(report: Report, _catalogue: Catalogue) -> Iterator[str]:
    for remark in report.remarks:
        place = f"{remark.path}:{remark.line}:{remark.column}"
        others = list(dict.fromkeys(map(str, remark.also)))
        label = "line" if len(others) == 1 else "lines"
        also = f" (also {label} {fitting(others, _WIDTH, 'more')})" if others else ""
        yield whole_line(f"{place}: {remark.severity} {remark.rule} {remark.message}{also}") + "\n"
