"""Earlier reports that this one is compared with: JSON that `--format json` wrote, and anybody may have edited."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hipify_py.findings import CONVERSIONS
from hipify_py.report.model import Earlier, Past
from hipify_py.report.relative import relative_to_common
from hipify_py.run.json_files import parsed

MOST_BYTES = 512_000_000
_LEVELS = ("error", "warning", "info")


class EarlierError(Exception):
    """A file that is no earlier report, in one line."""


def earlier_reports(files: Sequence[Path]) -> tuple[Earlier, ...]:
    """All of them; what each found, of the last one only: it is the one that findings are compared with."""
    return tuple(_read(file, with_findings=file is files[-1]) for file in files)


def _read(file: Path, *, with_findings: bool) -> Earlier:
    report = _parsed(file)
    try:
        return _earlier(str(file), report, with_findings=with_findings)
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise EarlierError(f"{file}: not a whole report: {type(error).__name__}: {error}") from error


def _parsed(file: Path) -> Any:
    report = parsed(file, MOST_BYTES, EarlierError, "not JSON that --format json:FILE wrote")
    if not isinstance(report, dict) or report.get("tool") != "hipify-py" or "findings" not in report:
        raise EarlierError(f"{file}: not a report that --format json:FILE wrote")
    if report.get("schema") != 1:
        raise EarlierError(f"{file}: a report of another version (schema {report.get('schema')!r}, expected 1)")
    return report


def _earlier(name: str, report: Any, *, with_findings: bool) -> Earlier:
    total = report["readiness"]["total"]
    findings = report["summary"]["findings"]
    return Earlier(
        name,
        {level: int(findings[level]) for level in _LEVELS},
        int(total["lines"]["total"]),
        int(total["lines"]["left"]),
        int(total["kernels"]["total"]),
        int(total["kernels"]["left"]),
        _findings(report) if with_findings else (),
    )


def _findings(report: Any) -> tuple[Past, ...]:
    files = {str(file["path"]): str(file["relative"]) for file in report["files"]}
    relative = relative_to_common(files)
    return tuple(
        Past(
            relative(str(each["path"])),
            int(each["start"]["line"]),
            str(each["rule"]),
            _level(each["severity"]),
            str(each["message"]),
            str(each["fingerprint"]),
        )
        for each in report["findings"]
        if each["rule"] not in CONVERSIONS
    )


def _level(named: object) -> str:
    if named not in _LEVELS:
        raise ValueError(f"{named!r} is no severity")
    return str(named)
