"""One JSON object with all there is to know of a run."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.report.formats.shared import objects
from hipify_py.report.formats.shared.json_text import json_text
from hipify_py.report.model import Report
from hipify_py.report.next_steps import next_steps
from hipify_py.rules.model import Catalogue


def render(report: Report, catalogue: Catalogue) -> Iterator[str]:
    whole = {
        **objects.head(report),
        "summary": objects.summary(report, catalogue),
        "readiness": objects.overview(report, catalogue),
        "files": objects.files(report),
        "causes": objects.causes(report, catalogue),
        "findings": objects.findings(report, catalogue),
        "problems": objects.problems(report),
        "fixed": objects.fixed(report),
        "next": next_steps(report, catalogue),
        **objects.since(report, catalogue),
    }
    yield json_text(whole, indent=2)
