"""What has happened since an earlier report: findings that are gone, and findings that are new."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple

from hipify_py.findings import CONVERSIONS, Severity
from hipify_py.report.model import Earlier, Past, Report
from hipify_py.report.readiness import readiness
from hipify_py.report.relative import relative_to_common
from hipify_py.report.totals import totals
from hipify_py.rules.model import Catalogue

_Key = tuple[str, str, str]


class Fixed(NamedTuple):
    """A finding that is gone, perhaps with the file that it was in, or because that was not read this time."""

    finding: Past
    is_read: bool


class Progress(NamedTuple):
    """`new` are places in the remarks of the report. `trend` are the earlier reports and this one, oldest first."""

    name: str
    fixed: tuple[Fixed, ...]
    new: tuple[int, ...]
    same: int
    trend: tuple[Earlier, ...]


def progress(report: Report, catalogue: Catalogue) -> Progress | None:
    """Compared with the newest of the earlier reports, if there is one."""
    if not report.earlier:
        return None
    gone, new = changes(report)
    read = {file.relative for file in report.files}
    fixed = tuple(Fixed(past, past.path in read) for past in gone)
    same = len(_counting(report)) - len(new)
    return Progress(report.earlier[-1].name, fixed, tuple(new), same, (*report.earlier, _today(report, catalogue)))


def changes(report: Report) -> tuple[list[Past], list[int]]:
    """What is gone, and the places of what is new. Findings are told by their fingerprints; then by what they say, as a
    line may have been converted or edited around one."""
    past, now, remarks = report.earlier[-1].findings, _counting(report), report.remarks
    relative = relative_to_common({file.path: file.relative for file in report.files})
    where = [relative(remark.path) for remark in remarks]
    gone, new = _paired(
        past,
        now,
        lambda each: (each.path, each.rule, each.fingerprint),
        lambda number: (where[number], remarks[number].rule, remarks[number].fingerprint),
    )
    return _paired(
        gone,
        new,
        lambda each: (each.path, each.rule, each.message),
        lambda number: (where[number], remarks[number].rule, remarks[number].message),
    )


def _counting(report: Report) -> list[int]:
    return [number for number, remark in enumerate(report.remarks) if remark.rule not in CONVERSIONS]


def _paired(
    past: Iterable[Past], now: Iterable[int], of_past: Callable[[Past], _Key], of_now: Callable[[int], _Key]
) -> tuple[list[Past], list[int]]:
    """What is left of both when those with the same key are taken away in pairs."""
    waiting: defaultdict[_Key, list[Past]] = defaultdict(list)
    for each in past:
        waiting[of_past(each)].append(each)
    taken = Counter[_Key]()
    new = []
    for number in now:
        key = of_now(number)
        if taken[key] < len(waiting.get(key, ())):
            taken[key] += 1
        else:
            new.append(number)
    gone = [each for key, several in waiting.items() for each in several[taken[key] :]]
    return gone, new


def _today(report: Report, catalogue: Catalogue) -> Earlier:
    total, sums = readiness(report, catalogue).total, totals(report)
    counts = {str(level): sums.severities[level] for level in sorted(Severity, reverse=True)}
    return Earlier("this report", counts, total.lines.total, total.lines.left, total.kernels.total, total.kernels.left)
