"""The report as plain data: what the JSON formats have in common. docs/report.md describes every key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hipify_py import __version__
from hipify_py.findings import Severity
from hipify_py.report.causes import Cause, cause_ids
from hipify_py.report.causes import causes as causes_of_report
from hipify_py.report.fixes import fix_text, safety
from hipify_py.report.model import Earlier, FileReport, Report
from hipify_py.report.progress import progress
from hipify_py.report.readiness import Readiness, Share, readiness
from hipify_py.report.totals import Totals, by_group, by_rule, identities, ranked, rule_of, totals
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark, Replacement
from hipify_py.source import Position

# Raised when a key changes its meaning or goes; new keys may come at any time.
SCHEMA = 1
Object = dict[str, Any]


def head(report: Report) -> Object:
    return {
        "schema": SCHEMA,
        "tool": "hipify-py",
        "version": __version__,
        "command": report.command,
        "rocm": report.rocm,
        "archs": list(report.archs),
        "dry": report.dry,
        "interrupted": report.interrupted,
        "exit_code": report.exit_code,
        "ported": [each._asdict() for each in report.ported],
    }


def summary(report: Report, catalogue: Catalogue) -> Object:
    sums = totals(report)
    return {
        "files": sums.files,
        "changed": sums.changed,
        "changes": dict(ranked(sums.changes)),
        "skipped": sums.skipped,
        "failed": sums.problems,
        "seconds": round(report.seconds, 3),
        "findings": {**_by_severity(sums.severities), "translated": sums.translated},
        "suppressed": sums.suppressed,
        "known": sums.known,
        "fixed": sums.fixed,
        "groups": [
            {"group": group.id, "title": group.title, **_by_severity(group.counts)}
            for group in by_group(sums, catalogue)
        ],
        "rules": [
            {"rule": rule.id, "name": rule.name, "severity": str(severity), "count": count}
            for rule, severity, count in by_rule(sums, catalogue)
        ],
        "names": _names(sums),
    }


def overview(report: Report, catalogue: Catalogue) -> Object:
    found = readiness(report, catalogue)
    return {"total": _ready(found.total), "directories": [_ready(each) for each in found.directories]}


def files(report: Report) -> list[Object]:
    return [_file(file) for file in report.files]


def findings(report: Report, catalogue: Catalogue) -> list[Object]:
    return [
        _finding(remark, identity, cause, catalogue)
        for remark, identity, cause in zip(
            report.remarks, identities(report.remarks), cause_ids(report.remarks, catalogue), strict=True
        )
    ]


def causes(report: Report, catalogue: Catalogue) -> list[Object]:
    identity = dict(zip(map(id, report.remarks), identities(report.remarks), strict=True))
    return [_cause(cause, identity[id(cause.example)]) for cause in causes_of_report(report, catalogue)]


def problems(report: Report) -> list[Object]:
    return [{"path": problem.path, "reason": problem.reason} for problem in report.problems]


def fixed(report: Report) -> list[Object]:
    return [{**known._asdict(), "count": count} for known, count in report.fixed.items()]


def since(report: Report, catalogue: Catalogue) -> Object:
    """What has changed since an earlier report, where there is one to compare with."""
    found = progress(report, catalogue)
    if found is None:
        return {}
    identity = list(identities(report.remarks))
    gone = [{**each.finding._asdict(), "read": each.is_read} for each in found.fixed]
    return {
        "progress": {
            "since": found.name,
            "fixed": gone,
            "new": [identity[number] for number in found.new],
            "same": found.same,
            "trend": [trend_point(each) for each in found.trend],
        }
    }


def trend_point(each: Earlier) -> Object:
    return {
        "name": each.name,
        **each.counts,
        "lines": _share(Share(each.lines, each.lines_left)),
        "kernels": _share(Share(each.kernels, each.kernels_left)),
    }


def _finding(remark: Remark, identity: str, cause: str, catalogue: Catalogue) -> Object:
    rule = rule_of(remark.rule, catalogue)
    return {
        "path": remark.path,
        "start": _position(remark.start),
        "end": _position(remark.end),
        "also": list(remark.also),
        "rule": rule.id,
        "name": rule.name,
        "group": rule.group,
        "severity": str(remark.severity),
        "message": remark.message,
        "help": remark.help,
        "subject": remark.subject,
        "source": remark.source,
        "guard": remark.guard,
        "fingerprint": remark.fingerprint,
        "identity": identity,
        "cause": cause,
        "page": rule.page,
        "fix": _fix(remark, catalogue),
    }


def _cause(cause: Cause, example: str) -> Object:
    return {
        "id": cause.id,
        "rule": cause.rule.id,
        "severity": str(cause.severity),
        "title": cause.title,
        "help": cause.help,
        "places": cause.count,
        "files": len(cause.files),
        "subjects": dict(ranked(cause.subjects)),
        "generated": dict(ranked(cause.generated)),
        "example": example,
    }


def _fix(remark: Remark, catalogue: Catalogue) -> Object | None:
    if not remark.fix:
        return None
    return {
        "safety": safety(remark, catalogue),
        "description": fix_text(remark),
        "replacements": [_replacement(each) for each in remark.fix],
    }


def _replacement(replacement: Replacement) -> Object:
    return {"start": _position(replacement.start), "end": _position(replacement.end), "text": replacement.text}


def _position(position: Position) -> Object:
    return {"line": position.line, "column": position.column}


def _file(file: FileReport) -> Object:
    return {
        "path": file.path,
        "relative": file.relative,
        "change": file.change,
        "skipped": file.skipped,
        "measure": file.measure._asdict(),
        "converted": dict(file.converted),
        "names": dict(file.names),
        "ptx": dict(file.ptx),
        "module": dict(file.module),
    }


def _ready(each: Readiness) -> Object:
    return {
        "directory": each.directory,
        "files": each.files,
        "lines": _share(each.lines),
        "names": _share(each.names),
        "kernels": _share(each.kernels),
        "left": dict(ranked(each.left)),
    }


def _share(share: Share) -> Object:
    return {"total": share.total, "left": share.left, "percent": share.percent}


def _by_severity(counts: Mapping[Severity, int]) -> Object:
    return {str(level): counts.get(level, 0) for level in sorted(Severity, reverse=True)}


def _names(sums: Totals) -> Object:
    return {
        "libraries": dict(ranked(sums.converted)),
        "converted": dict(ranked(sums.names)),
        "left": [{"rule": rule, "name": name, "count": count} for (rule, name), count in ranked(sums.left)],
    }
