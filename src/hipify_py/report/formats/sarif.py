"""SARIF 2.1.0, as code-scanning servers and editors read it.

A finding behind a condition that no build for AMD meets is a note, with the condition among its properties. It is not
a suppression: nobody has reviewed it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hipify_py import __version__
from hipify_py.findings import Severity
from hipify_py.report.causes import cause_ids
from hipify_py.report.fixes import fix_text
from hipify_py.report.formats.shared import objects
from hipify_py.report.formats.shared.json_text import json_text
from hipify_py.report.formats.shared.paths import is_absolute, uri
from hipify_py.report.formats.shared.places import message_with_lines
from hipify_py.report.model import Report
from hipify_py.report.rule_markdown import page
from hipify_py.report.totals import identities, rule_of
from hipify_py.rules.model import Catalogue, Rule
from hipify_py.run.discover import Problem
from hipify_py.run.outcome import Remark, Replacement
from hipify_py.source import Position

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "hipifyPy/v1"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_ROOT = "SRCROOT"
Object = dict[str, Any]


def render(report: Report, catalogue: Catalogue) -> Iterator[str]:
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report, catalogue)]}
    yield json_text(log, indent=1)


def _run(report: Report, catalogue: Catalogue) -> Object:
    rules = sorted({remark.rule for remark in report.remarks})
    return {
        "tool": {"driver": _driver([rule_of(rule, catalogue) for rule in rules], catalogue)},
        "invocations": [_invocation(report)],
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The directory that the run was started in."}}},
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(remark, rules.index(remark.rule), identity, cause)
            for remark, identity, cause in zip(
                report.remarks, identities(report.remarks), cause_ids(report.remarks, catalogue), strict=True
            )
        ],
        "properties": {
            **objects.head(report),
            "summary": objects.summary(report, catalogue),
            "readiness": objects.overview(report, catalogue),
        },
    }


def _driver(rules: list[Rule], catalogue: Catalogue) -> Object:
    return {
        "name": "hipify-py",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(rule, catalogue) for rule in rules],
    }


def _rule(rule: Rule, catalogue: Catalogue) -> Object:
    """There is no `helpUri`: the pages have no published address, so the whole page is the help."""
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": f"{rule.summary} {rule.why}".strip()},
        "help": {"text": rule.remedy or rule.summary, "markdown": page(rule, catalogue)},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {
            "group": rule.group,
            "tags": ["CUDA", "HIP", catalogue.groups.get(rule.group, rule.group)],
            "fix": rule.fix,
        },
    }


def _invocation(report: Report) -> Object:
    exit_code = {} if report.exit_code is None else {"exitCode": report.exit_code}
    return {
        "executionSuccessful": not report.problems and not report.interrupted,
        **exit_code,
        "toolExecutionNotifications": [_notification(problem) for problem in report.problems],
    }


def _notification(problem: Problem) -> Object:
    place = {"physicalLocation": {"artifactLocation": _artifact(problem.path)}}
    return {"level": "error", "message": {"text": problem.reason}, "locations": [place]}


def _result(remark: Remark, rule_index: int, identity: str, cause: str) -> Object:
    message = message_with_lines(remark)
    text = f"{message}. {remark.help}" if remark.help else message
    result: Object = {
        "ruleId": remark.rule,
        "ruleIndex": rule_index,
        "level": _LEVELS[remark.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": _location(remark)}],
        "partialFingerprints": {FINGERPRINT: identity},
    }
    if remark.fix:
        result["fixes"] = [_fix(remark)]
    result["properties"] = {key: value for key, value in _properties(remark, cause) if value}
    return result


def _properties(remark: Remark, cause: str) -> Iterator[tuple[str, str]]:
    yield "cause", cause
    yield "subject", remark.subject
    yield "guard", remark.guard


def _location(remark: Remark) -> Object:
    location: Object = {"artifactLocation": _artifact(remark.path), "region": _region(remark.start, remark.end)}
    # What follows the first line of a longer piece is not known here, and a snippet must be all of it.
    if remark.source and remark.start.line == remark.end.line:
        if marked := remark.source[remark.start.column - 1 : remark.end.column - 1]:
            location["region"]["snippet"] = {"text": marked}
        location["contextRegion"] = {"startLine": remark.start.line, "snippet": {"text": remark.source}}
    return location


def _region(start: Position, end: Position) -> Object:
    return {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}


def _artifact(path: str) -> Object:
    return {"uri": uri(path)} if is_absolute(path) else {"uri": uri(path), "uriBaseId": _ROOT}


def _fix(remark: Remark) -> Object:
    replacements = [_replacement(each) for each in remark.fix]
    change = {"artifactLocation": _artifact(remark.path), "replacements": replacements}
    return {"description": {"text": fix_text(remark)}, "artifactChanges": [change]}


def _replacement(replacement: Replacement) -> Object:
    return {
        "deletedRegion": _region(replacement.start, replacement.end),
        "insertedContent": {"text": replacement.text},
    }
