"""The report for people: each cause with an example and where else it is met; then what it adds up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from hipify_py.findings import Severity
from hipify_py.report.causes import Cause, causes
from hipify_py.report.fixes import fix_text, safety
from hipify_py.report.lines import COLORS, Line, counted, fitting, line, separated
from hipify_py.report.model import Report
from hipify_py.report.next_steps import next_steps
from hipify_py.report.overview import group_lines, readiness_lines
from hipify_py.report.snippet import snippet
from hipify_py.report.text import closing_lines, rule_lines, statistics_lines
from hipify_py.report.totals import tallied, totals
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark

SHOWN_CAUSES = 25
# Of a cause whose places are listed.
SHOWN_PLACES = 25
# A line of a terminal of 120 columns, less what stands before it.
_WIDTH = 100
# Of that, what line numbers may take before other files.
_LINES = 30
_LONGEST = 40


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
        readiness_lines(report, catalogue),
        map(line, closing_lines(report, hides_info=not verbose and least > Severity.INFO)),
        next_lines(report, catalogue),
    )
    yield from separated(parts)


def finding_lines(report: Report, catalogue: Catalogue, *, verbose: bool, least: Severity) -> Iterator[Line]:
    """What was found, by its causes."""
    found = [cause for cause in causes(report, catalogue) if verbose or cause.severity >= least]
    relative = {file.path: file.relative for file in report.files}
    yield from cause_lines(found, catalogue, verbose=verbose, relative=relative)


def next_lines(report: Report, catalogue: Catalogue) -> Iterator[Line]:
    """What to do next, if there is anything."""
    for number, step in enumerate(next_steps(report, catalogue)):
        if number == 0:
            yield line("next:", "bold")
        yield line(f"  {step}")


def statistics_of(report: Report, catalogue: Catalogue) -> Iterator[Line]:
    """How often the rules of each group spoke, each rule, and of which names."""
    sums = totals(report)
    counts = map(line, (*rule_lines(sums, catalogue), *statistics_lines(sums)))
    yield from separated((group_lines(report, catalogue), counts))


def cause_lines(
    found: Sequence[Cause], catalogue: Catalogue, *, verbose: bool, relative: Mapping[str, str] | None = None
) -> Iterator[Line]:
    """Each cause with its example; at most so many, and where else it is met in short, unless all is wanted."""
    shown = found if verbose else found[:SHOWN_CAUSES]
    width = len(str(max((cause.example.line for cause in shown), default=0)))
    for cause in shown:
        yield _header(cause)
        yield from _place(cause.example, width)
        yield from _advice(cause, catalogue)
        yield from _extent(cause, relative or {}, verbose=verbose)
    if rest := found[len(shown) :]:
        places = counted(sum(cause.count for cause in rest), "place")
        yield line(f"{counted(len(rest), 'more cause')} with {places} (use -v to show all)")


def _header(cause: Cause) -> Line:
    first, count = cause.example, cause.count
    spread = f": {counted(count, 'place')} in {counted(len(cause.files), 'file')}" if count > 1 else ""
    return Line(
        (
            (f"{first.path}:{first.line}:{first.column}: ", "bold"),
            (f"{first.severity}", COLORS[first.severity]),
            (f" {first.rule} {cause.title}{spread}", ""),
        )
    )


def _extent(cause: Cause, relative: Mapping[str, str], *, verbose: bool) -> Iterator[Line]:
    """What else the cause is met at, and where."""
    if cause.count == 1:
        return
    lists = cause.rule.lists_places and len(cause.messages) > 1
    if len(cause.subjects) > 1 and not lists:
        kinds = Counter({_short(subject): count for subject, count in cause.subjects.items()})
        yield _note("names", fitting(tallied(kinds), _WIDTH, "more"))
    if cause.generated:
        programs = tallied(cause.generated) if len(cause.generated) > 1 else list(cause.generated)
        by = fitting(programs, _WIDTH, "more")
        yield _note("generated", f"{cause.generated.total()} of {counted(len(cause.files), 'file')}, by {by}")
    if verbose or lists:
        shown = cause.places if verbose else cause.places[:SHOWN_PLACES]
        yield from (each for remark in shown for each in _each_place(remark, cause))
        if rest := cause.count - sum(remark.count for remark in shown):
            yield line(f"    {counted(rest, 'more place')} (use -v to show all)")
    else:
        yield _note("also", "; ".join(_elsewhere(cause, relative)))


def _elsewhere(cause: Cause, relative: Mapping[str, str]) -> Iterator[str]:
    """The lines of the example's own file, then the other files."""
    here = cause.example.path
    own = [remark for remark in cause.places if remark.path == here]
    numbers = sorted({line for remark in own for line in (remark.line, *remark.also)} - {cause.example.line})
    others = Counter({relative.get(path, path): count for path, count in cause.files.items() if path != here})
    if numbers:
        label = "line" if len(numbers) == 1 else "lines"
        yield f"{label} {fitting(list(map(str, numbers)), _LINES if others else _WIDTH, 'more')}"
    elif not others:
        yield "the same line"
    if others:
        yield fitting(tallied(others), _WIDTH - _LINES, "more files")


def _each_place(remark: Remark, cause: Cause) -> Iterator[Line]:
    """The lines that a finding stands for, with its severity and message where they are not those of the cause."""
    differs = (remark.severity, remark.message) != (cause.severity, cause.title)
    said = ((": ", "bold"), (f"{remark.severity}", COLORS[remark.severity]), (f" {remark.message}", ""))
    for number, count in Counter((remark.line, *remark.also)).items():
        place = f"{number}:{remark.column}" if number == remark.line else str(number)
        several = ((f" ({count} places)", ""),) if count > 1 else ()
        yield Line(((f"    {remark.path}:{place}", "bold"), *(said if differs else ()), *several))


def _short(subject: str) -> str:
    """A name, or so much of an expression as tells it from others."""
    return subject if len(subject) <= _LONGEST else subject[: _LONGEST - 1] + "…"


def _place(remark: Remark, width: int) -> Iterator[Line]:
    if drawn := snippet(remark):
        yield Line(((f"  {remark.line:>{width}} | ", "blue"), (drawn.text, "")))
        if drawn.mark:
            indent = drawn.mark.rstrip("^")
            yield Line(
                ((f"  {'':>{width}} | ", "blue"), (indent, ""), (drawn.mark[len(indent) :], COLORS[remark.severity]))
            )


def _advice(cause: Cause, catalogue: Catalogue) -> Iterator[Line]:
    remark = cause.example
    if cause.help:
        yield _note("help", cause.help)
    if remark.fix:
        yield _note(f"fix ({safety(remark, catalogue)})", fix_text(remark))
    if remark.guard:
        yield _note("not compiled for AMD, because of", remark.guard)


def _note(label: str, text: str) -> Line:
    return Line(((f"    {label}: ", "green"), (text, "")))
