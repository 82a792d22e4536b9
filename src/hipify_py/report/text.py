"""What people read: findings as `path:line:column`, and the summary of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from hipify_py.findings import Severity
from hipify_py.runner import Outcome, Remark

_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_LEFT_SHOWN = 8
SHOWN_PER_RULE = 10
Key = TypeVar("Key")


class Line(NamedTuple):
    """A line of output and the parts of it to be styled: (text, style or nothing)."""

    parts: tuple[tuple[str, str], ...]

    def plain(self) -> str:
        return "".join(text for text, _style in self.parts)


@dataclass
class Totals:
    """What a run adds up to."""

    files: int = 0
    changes: Counter[str] = field(default_factory=Counter)
    converted: Counter[str] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)
    severities: Counter[Severity] = field(default_factory=Counter)
    left: Counter[tuple[str, str]] = field(default_factory=Counter)
    problems: int = 0
    skipped: int = 0
    bytes: int = 0

    def add(self, outcome: Outcome) -> None:
        self.files += outcome.file.is_source
        self.bytes += outcome.size
        self.skipped += outcome.skipped
        self.converted.update(outcome.converted)
        self.names.update(outcome.names)
        for remark in outcome.remarks:
            self.severities[remark.severity] += 1
            if remark.subject:
                self.left[remark.rule, remark.subject] += 1


def remark_lines(remarks: tuple[Remark, ...], most: int | None = SHOWN_PER_RULE) -> Iterator[Line]:
    """The findings of a file, each once: where it is met first, and how often more; of a rule at most so many."""
    groups: dict[tuple[str, str, str], list[Remark]] = {}
    for remark in remarks:
        groups.setdefault((remark.rule, remark.subject, remark.message), []).append(remark)
    shown: Counter[str] = Counter()
    for group in groups.values():
        first = group[0]
        shown[first.rule] += 1
        if most is not None and shown[first.rule] > most:
            continue
        more = f" (and {_count(len(group) - 1, 'more place')} in this file)" if len(group) > 1 else ""
        place = f"{first.path}:{first.line}:{first.column}: "
        yield Line(
            (
                (place, "bold"),
                (f"{first.severity}", _COLORS[first.severity]),
                (f" {first.rule} {first.message}{more}", ""),
            )
        )
        if first.help:
            yield Line((("    help: ", "green"), (first.help, "")))
    for rule, count in shown.items():
        if most is not None and count > most:
            yield Line(((f"{remarks[0].path}: {_count(count - most, 'more name')} with {rule} (-v shows them)", ""),))


def summary_lines(totals: Totals, seconds: float, verb: str) -> Iterator[str]:
    """The closing lines of a run."""
    changed = sum(count for change, count in totals.changes.items() if change != "copied")
    libraries = ", ".join(f"{library} {count}" for library, count in totals.converted.most_common())
    total = sum(totals.converted.values())
    yield f"{verb} {changed} of {_count(totals.files, 'file')} in {seconds:.2f} s" + _copied(totals)
    if total:
        yield f"  {_count(total, 'name')}: {libraries}"
    yield from _left_lines(totals)
    if totals.skipped:
        yield f"  {_count(totals.skipped, 'file')} not read as text"
    if totals.problems:
        yield f"  {_count(totals.problems, 'path')} failed"


def statistics_lines(totals: Totals) -> Iterator[str]:
    """Every name converted and every name left, most frequent first."""
    yield from (f"{count:>8}  converted  {name}" for name, count in _ranked(totals.names))
    for (rule, name), count in _ranked(totals.left):
        yield f"{count:>8}  {rule:<9}  {name}"


def _left_lines(totals: Totals) -> Iterator[str]:
    by_severity = [
        f"{_count(totals.severities[level], str(level))}"
        for level in sorted(Severity, reverse=True)
        if totals.severities[level]
    ]
    if not by_severity:
        return
    most = ", ".join(f"{name} {count}" for (_rule, name), count in _ranked(totals.left)[:_LEFT_SHOWN])
    rest = len(totals.left) - _LEFT_SHOWN
    yield f"  left: {', '.join(by_severity)}"
    if most:
        yield f"  most of them: {most}" + (f", and {_count(rest, 'name')} more" if rest > 0 else "")


def _ranked(counter: Counter[Key]) -> list[tuple[Key, int]]:
    return sorted(counter.items(), key=lambda item: (-item[1], str(item[0])))


def _copied(totals: Totals) -> str:
    return f", copied {totals.changes['copied']}" if totals.changes["copied"] else ""


def _count(number: int, noun: str) -> str:
    plural = "" if number == 1 or noun == "info" else "s"
    return f"{number} {noun}{plural}"
