"""A page to look at, in one file: the numbers as pictures, the sources side by side, findings to filter."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.report.model import Report
from hipify_py.report.page.assemble import page
from hipify_py.rules.model import Catalogue


def render(report: Report, catalogue: Catalogue) -> Iterator[str]:
    yield page(report, catalogue)
