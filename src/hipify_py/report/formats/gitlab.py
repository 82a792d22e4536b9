"""GitLab's Code Quality report."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.findings import Severity
from hipify_py.report.formats.shared.json_text import json_text
from hipify_py.report.formats.shared.paths import posix
from hipify_py.report.formats.shared.places import message_with_lines
from hipify_py.report.model import Report
from hipify_py.report.totals import identities
from hipify_py.rules.model import Catalogue

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(report: Report, _catalogue: Catalogue) -> Iterator[str]:
    entries = [
        {
            "description": f"{remark.rule} {message_with_lines(remark)}",
            "check_name": remark.rule,
            "fingerprint": identity,
            "severity": _SEVERITIES[remark.severity],
            "location": {"path": posix(remark.path), "lines": {"begin": remark.line, "end": remark.end.line}},
        }
        for remark, identity in zip(report.remarks, identities(report.remarks), strict=True)
    ]
    yield json_text(entries, indent=2)
