"""A JSON object on each line, told apart by `type`; the summary comes last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hipify_py.report.formats.shared import objects
from hipify_py.report.formats.shared.json_text import json_text
from hipify_py.report.model import Report
from hipify_py.report.next_steps import next_steps
from hipify_py.rules.model import Catalogue


def render(report: Report, catalogue: Catalogue) -> Iterator[str]:
    yield from _lines("file", objects.files(report))
    yield from _lines("cause", objects.causes(report, catalogue))
    yield from _lines("finding", objects.findings(report, catalogue))
    yield from _lines("problem", objects.problems(report))
    yield from _lines("fixed", objects.fixed(report))
    summary = objects.summary(report, catalogue)
    overview, steps = objects.overview(report, catalogue), next_steps(report, catalogue)
    yield from _lines(
        "summary",
        [{**objects.head(report), **summary, "readiness": overview, "next": steps, **objects.since(report, catalogue)}],
    )


def _lines(kind: str, values: Iterable[objects.Object]) -> Iterator[str]:
    for value in values:
        yield json_text({"type": kind, **value})
