"""What the page says at once, before it unpacks anything: numbers, causes, rules, what to do next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hipify_py.report.causes import Cause, causes
from hipify_py.report.formats.shared import objects
from hipify_py.report.model import Past, Report
from hipify_py.report.next_steps import next_steps
from hipify_py.report.page.columns import Names
from hipify_py.report.progress import Progress
from hipify_py.report.totals import ranked
from hipify_py.rules.model import Catalogue, Rule

Object = dict[str, Any]
# Nobody reads more; the page says how many there are.
MOST_CAUSES = 400
MOST_PROBLEMS = 200
MOST_FIXED = 5000
_MOST_SUBJECTS = 12


def head(report: Report, catalogue: Catalogue, names: Names, since: Progress | None) -> Object:
    found = causes(report, catalogue)
    summary = objects.summary(report, catalogue)
    return {
        **objects.head(report),
        "paths": list(report.call.paths),
        "summary": {**summary, "names": {"libraries": summary["names"]["libraries"]}, "rules": None},
        "total": objects.overview(report, catalogue)["total"],
        "groups": dict(catalogue.groups),
        "rules": {rule: _rule(catalogue.rules[rule]) for rule in _spoken(report) if rule in catalogue.rules},
        "causes": [_cause(cause, names) for cause in found[:MOST_CAUSES]],
        "allCauses": len(found),
        "next": next_steps(report, catalogue),
        "problems": [{**each, "path": names.of(each["path"])} for each in objects.problems(report)[:MOST_PROBLEMS]],
        "progress": _progress(since),
    }


def _spoken(report: Report) -> Iterable[str]:
    return sorted({remark.rule for remark in report.remarks})


def _rule(rule: Rule) -> Object:
    return {
        "name": rule.name,
        "group": rule.group,
        "summary": rule.summary,
        "why": rule.why,
        "remedy": rule.remedy,
        "instead": [rule.instead.code, rule.instead.file, rule.instead.needs] if rule.instead else None,
        "sources": list(rule.sources),
    }


def _cause(cause: Cause, names: Names) -> Object:
    example = cause.example
    return {
        "id": cause.id,
        "rule": cause.rule.id,
        "severity": str(cause.severity),
        "title": cause.title,
        "help": cause.help,
        "next": cause.rule.step,
        "places": cause.count,
        "files": len(cause.files),
        "subjects": ranked(cause.subjects)[:_MOST_SUBJECTS],
        "moreSubjects": max(0, len(cause.subjects) - _MOST_SUBJECTS),
        "generated": ranked(cause.generated)[:_MOST_SUBJECTS],
        "example": [names.of(example.path), example.line],
    }


def _progress(since: Progress | None) -> Object | None:
    if since is None:
        return None
    return {
        "since": since.name,
        "fixed": [{**_past(each.finding), "read": each.is_read} for each in since.fixed[:MOST_FIXED]],
        "allFixed": len(since.fixed),
        "new": len(since.new),
        "same": since.same,
        "trend": [objects.trend_point(each) for each in since.trend],
    }


def _past(past: Past) -> Object:
    return {
        "path": past.path,
        "line": past.line,
        "rule": past.rule,
        "severity": past.severity,
        "message": past.message,
    }
