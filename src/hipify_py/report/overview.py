"""The closing tables: findings by group and severity, and port readiness by directory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from hipify_py.findings import Severity
from hipify_py.report.lines import Line, line
from hipify_py.report.model import Report
from hipify_py.report.readiness import Readiness, Share, readiness, worst_first
from hipify_py.report.totals import by_group, ranked, totals
from hipify_py.rules.model import Catalogue

_DIRECTORIES = 8
_LEVELS = tuple(sorted(Severity, reverse=True))
_KINDS = 4
_LONGEST = 40


def group_lines(report: Report, catalogue: Catalogue) -> Iterator[Line]:
    """Findings by group and severity."""
    groups = by_group(totals(report), catalogue)
    if not groups:
        return
    rows = [[f"{group.id:<4}  {group.title}", *_numbers(group.counts)] for group in groups]
    if len(groups) > 1:
        total: Counter[Severity] = sum((group.counts for group in groups), Counter())
        rows.append(["total", *_numbers(total)])
    yield from _table(["findings", *(f"{level}" for level in _LEVELS)], rows)


def readiness_lines(report: Report, catalogue: Catalogue) -> Iterator[Line]:
    """What converts of lines, names and kernels, the directories with most to do first."""
    overview = readiness(report, catalogue)
    directories = worst_first(overview)
    if (
        report.command == "shim"
        or not overview.total.has_cuda
        or (report.command == "convert" and not overview.total.left)
    ):
        return
    rows = [_row(each) for each in directories[:_DIRECTORIES]] if len(directories) > 1 else []
    yield from _table(
        ["port readiness", "lines", "names", "kernels", "findings"], [*rows, _row(overview.total)], texts=(0, 4)
    )
    if len(directories) > _DIRECTORIES:
        yield line(
            f"  {len(directories) - _DIRECTORIES} more directories with fewer findings (--format json lists all)"
        )


def _row(each: Readiness) -> list[str]:
    kinds = ranked(each.left)
    shown = kinds if len(kinds) == _KINDS + 1 else kinds[:_KINDS]
    most = [f"{group} {count}" for group, count in shown]
    rest = sum(count for _group, count in kinds[len(shown) :])
    left = ", ".join([*most, *([f"other {rest}"] if rest else [])])
    return [_shortened(each.directory), _share(each.lines), _share(each.names), _share(each.kernels), left]


def _shortened(directory: str) -> str:
    return directory if len(directory) <= _LONGEST else "…" + directory[1 - _LONGEST :]


def _share(share: Share) -> str:
    return f"{share.percent:g}% of {share.total:,}" if share.total else "-"


def _numbers(counts: Counter[Severity]) -> list[str]:
    return [str(counts[level]) if counts[level] else "-" for level in _LEVELS]


def _table(header: Sequence[str], rows: Sequence[Sequence[str]], texts: Sequence[int] = (0,)) -> Iterator[Line]:
    """Aligned columns: those of texts to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    for row in (header, *rows):
        cells = (
            f"{cell:<{width}}" if column in texts else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield line(f"  {'  '.join(cells)}".rstrip(), "bold" if row is header else "")
