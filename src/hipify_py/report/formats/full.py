"""The report for people: what was found and where, file by file; then what it adds up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from hipify_py.findings import Severity
from hipify_py.report.fixes import fix_text, safety
from hipify_py.report.lines import COLORS, Line, counted, line, separated
from hipify_py.report.model import Report
from hipify_py.report.overview import overview_lines
from hipify_py.report.snippet import snippet
from hipify_py.report.text import closing_lines, rule_lines, statistics_lines
from hipify_py.report.totals import totals
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark

SHOWN_PER_RULE = 10


def render(report: Report, catalogue: Catalogue) -> Iterator[str]:
    """All of it as plain text."""
    for shown in lines(report, catalogue):
        yield shown.plain().rstrip() + "\n"


def lines(
    report: Report,
    catalogue: Catalogue,
    *,
    verbose: bool = False,
    least: Severity = Severity.WARNING,
    statistics: bool = False,
) -> Iterator[Line]:
    """All of it. What is less than `least` is counted and not shown, unless all is wanted."""
    parts = (
        finding_lines(report, catalogue, verbose=verbose, least=least),
        statistics_of(report, catalogue) if statistics else (),
        overview_lines(report, catalogue),
        map(line, closing_lines(report)),
    )
    yield from separated(parts)


def finding_lines(report: Report, catalogue: Catalogue, *, verbose: bool, least: Severity) -> Iterator[Line]:
    """The findings of a report, with a blank line between files."""
    shown = (remark for remark in report.remarks if verbose or remark.severity >= least)
    most = None if verbose else SHOWN_PER_RULE
    files = groupby(shown, key=lambda remark: remark.path)
    yield from separated(remark_lines(tuple(remarks), catalogue, most) for _path, remarks in files)


def statistics_of(report: Report, catalogue: Catalogue) -> Iterator[Line]:
    """How often each rule spoke, and of which names."""
    sums = totals(report)
    yield from map(line, rule_lines(sums, catalogue))
    yield from map(line, statistics_lines(sums))


def remark_lines(
    remarks: tuple[Remark, ...], catalogue: Catalogue, most: int | None = SHOWN_PER_RULE
) -> Iterator[Line]:
    """The findings of a file, each once: where it is met first, and how often more; of a rule at most so many."""
    groups: dict[tuple[str, str, str], list[Remark]] = {}
    for remark in remarks:
        groups.setdefault((remark.rule, remark.subject, remark.message), []).append(remark)
    shown: Counter[str] = Counter()
    width = len(str(max((remark.line for remark in remarks), default=0)))
    for group in groups.values():
        first = group[0]
        shown[first.rule] += 1
        if most is None or shown[first.rule] <= most:
            yield _header(first, len(group) - 1)
            yield from _place(first, width)
            yield from _advice(first, catalogue)
    for rule, count in shown.items():
        if most is not None and count > most:
            yield line(f"{remarks[0].path}: {counted(count - most, 'more name')} with {rule} (-v shows them)")


def _header(remark: Remark, others: int) -> Line:
    more = f" (and {counted(others, 'more place')} in this file)" if others else ""
    return Line(
        (
            (f"{remark.path}:{remark.line}:{remark.column}: ", "bold"),
            (f"{remark.severity}", COLORS[remark.severity]),
            (f" {remark.rule} {remark.message}{more}", ""),
        )
    )


def _place(remark: Remark, width: int) -> Iterator[Line]:
    if drawn := snippet(remark):
        yield Line(((f"  {remark.line:>{width}} | ", "blue"), (drawn.text, "")))
        if drawn.mark:
            indent = drawn.mark.rstrip("^")
            yield Line(
                ((f"  {'':>{width}} | ", "blue"), (indent, ""), (drawn.mark[len(indent) :], COLORS[remark.severity]))
            )


def _advice(remark: Remark, catalogue: Catalogue) -> Iterator[Line]:
    if remark.help:
        yield _note("help", remark.help)
    if remark.fix:
        yield _note(f"fix ({safety(remark, catalogue)})", fix_text(remark))
    if remark.guard:
        yield Line((("    only for builds that AMD never sees: ", "green"), (remark.guard, "")))


def _note(label: str, text: str) -> Line:
    return Line(((f"    {label}: ", "green"), (text, "")))
