"""Markdown for a page of a CI server: the numbers, the causes and what to do next, then the findings by group."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping

from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.report.causes import Cause, causes
from hipify_py.report.formats.shared.paths import is_absolute, uri
from hipify_py.report.formats.shared.places import message_with_lines
from hipify_py.report.lines import counted, fitting, printable
from hipify_py.report.model import Report
from hipify_py.report.next_steps import next_steps
from hipify_py.report.readiness import Readiness, Share, readiness, worst_first
from hipify_py.report.text import closing_lines
from hipify_py.report.totals import GroupCount, by_group, ranked, rule_of, tallied, totals
from hipify_py.rules.model import Catalogue
from hipify_py.run.outcome import Remark

# GitHub takes a mebibyte for a step, and what other steps write counts too.
MOST = 900_000
# How much is said of the names of a cause.
_NAMES = 100
_SPECIAL = pattern(r"([\\`*_{}\[\]<>#|~])")
_LEVELS = tuple(sorted(Severity, reverse=True))


def render(report: Report, catalogue: Catalogue) -> Iterator[str]:
    return _bounded(_pieces(report, catalogue, _link_base(os.environ)), MOST)


def _pieces(report: Report, catalogue: Catalogue, base: str) -> Iterator[str]:
    yield "# hipify-py\n\n"
    for line in closing_lines(report):
        yield f"- {_text(line.strip())}\n"
    found = causes(report, catalogue)
    if found:
        yield "\n## Causes\n"
        yield from _table(
            ("severity", "rule", "cause", "places", "files", "example"), (_cause(cause, base) for cause in found)
        )
    if steps := next_steps(report, catalogue):
        yield "\n## What to do next\n\n"
        yield from (f"{number}. {_text(step)}\n" for number, step in enumerate(steps, 1))
    groups = by_group(totals(report), catalogue)
    if groups:
        yield from _table(
            ("findings", *map(str, _LEVELS)),
            (
                [f"{group.id} {_text(group.title)}", *(str(group.counts[level]) for level in _LEVELS)]
                for group in groups
            ),
        )
    overview = readiness(report, catalogue)
    if overview.total.has_cuda:
        yield "\n## Port readiness\n"
        yield from _table(
            ("directory", "lines", "names", "kernels", "findings"),
            map(_ready, (*worst_first(overview), overview.total)),
        )
    for problem in report.problems:
        yield f"\n> **error:** {_text(problem.path)}: {_text(problem.reason)}\n"
    yield from _groups(report, catalogue, groups, base)


def _groups(report: Report, catalogue: Catalogue, groups: list[GroupCount], base: str) -> Iterator[str]:
    members: dict[str, list[Remark]] = {}
    for remark in report.remarks:
        members.setdefault(rule_of(remark.rule, catalogue).group, []).append(remark)
    for group in groups:
        yield f"\n## {group.id} {_text(group.title)}\n"
        yield from _table(
            ("place", "severity", "rule", "message"), (_finding(each, base) for each in members[group.id])
        )


def _cause(cause: Cause, base: str) -> list[str]:
    names = tallied(cause.subjects) if len(cause.subjects) > 1 else []
    kinds = f": {_text(fitting(names, _NAMES, 'more'))}" if names else ""
    title = _text(cause.title) + kinds + _help(cause.help)
    spread = [str(cause.count), str(len(cause.files))]
    return [str(cause.severity), f"`{cause.rule.id}`", title, *spread, _link(cause.example, base)]


def _finding(remark: Remark, base: str) -> list[str]:
    message = _text(message_with_lines(remark)) + _help(remark.help)
    return [_link(remark, base), str(remark.severity), f"`{remark.rule}`", message]


def _link(remark: Remark, base: str) -> str:
    place = f"{_text(remark.path)}:{remark.line}"
    is_linked = not (base and is_absolute(remark.path))
    return f"[{place}]({base}{uri(remark.path)}#L{remark.line})" if is_linked else place


def _help(text: str) -> str:
    return f"<br>*{_text(text)}*" if text else ""


def _ready(each: Readiness) -> list[str]:
    kinds = ", ".join(f"{group} {count}" for group, count in ranked(each.left))
    return [_text(each.directory), _share(each.lines), _share(each.names), _share(each.kernels), kinds]


def _share(share: Share) -> str:
    return f"{share.percent:g}% of {share.total}" if share.total else "-"


def _table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    titles = list(header)
    yield f"\n| {' | '.join(titles)} |\n|{'---|' * len(titles)}\n"
    for row in rows:
        yield f"| {' | '.join(row)} |\n"


def _text(text: str) -> str:
    """Text that Markdown takes as it stands, also in a table."""
    return _SPECIAL.sub(r"\\\1", printable(text))


def _link_base(environment: Mapping[str, str]) -> str:
    """Where the files of the run are shown on GitHub; elsewhere links are relative."""
    names = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA")
    if not all(environment.get(name) for name in names):
        return ""
    server, repository, commit = (environment[name] for name in names)
    return f"{server}/{repository}/blob/{commit}/"


def _bounded(pieces: Iterator[str], most: int) -> Iterator[str]:
    """As many of the pieces as fit, and how many lines were left out."""
    size = 0
    for piece in pieces:
        size += len(piece.encode(errors="surrogatepass"))
        if size > most:
            rest = 1 + sum(1 for _ in pieces)
            yield f"\n{counted(rest, 'line')} more, omitted as the page is too large; use another format to see all\n"
            return
        yield piece
