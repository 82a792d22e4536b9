"""What a run adds up to: the numbers that all formats show, counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import NamedTuple, TypeVar

from hipify_py.digests import blake2b
from hipify_py.edits import BUILD_FILES
from hipify_py.findings import CONVERSIONS, Severity
from hipify_py.records import dataclass
from hipify_py.report.model import Report
from hipify_py.rules.model import Catalogue, Rule
from hipify_py.run.outcome import FileOutcome, Remark
from hipify_py.texts import to_bytes

Key = TypeVar("Key")


@dataclass
class Totals:
    """`rules` counts findings by rule and severity, `left` by rule and name, `changes` files by what was done."""

    files: int = 0
    changes: Counter[str] = field(default_factory=Counter)
    converted: Counter[str] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)
    of_builds: Counter[str] = field(default_factory=Counter)  # what changed in build files
    ptx: Counter[str] = field(default_factory=Counter)
    module: Counter[str] = field(default_factory=Counter)
    severities: Counter[Severity] = field(default_factory=Counter)
    translated: int = 0  # findings that tell of what was converted: beside those by severity they are all
    rules: Counter[tuple[str, Severity]] = field(default_factory=Counter)
    left: Counter[tuple[str, str]] = field(default_factory=Counter)
    problems: int = 0
    skipped: int = 0
    bytes: int = 0
    suppressed: int = 0
    known: int = 0
    fixed: int = 0

    @property
    def changed(self) -> int:
        return sum(count for change, count in self.changes.items() if change != "copied")

    def add(self, outcome: FileOutcome) -> None:
        self.files += outcome.file.is_converted
        self.bytes += outcome.size
        self.skipped += outcome.skipped
        self.converted.update(outcome.converted)
        (self.of_builds if BUILD_FILES in outcome.converted else self.names).update(outcome.names)
        self.ptx.update(outcome.ptx)
        self.module.update(outcome.module)
        self.add_remarks(outcome.remarks)

    def add_remarks(self, remarks: Iterable[Remark]) -> None:
        for remark in remarks:
            if remark.rule in CONVERSIONS:
                self.translated += 1
                continue
            self.severities[remark.severity] += 1
            self.rules[remark.rule, remark.severity] += 1
            if remark.subject:
                self.left[remark.rule, remark.subject] += 1


class RuleCount(NamedTuple):
    rule: Rule
    severity: Severity
    times: int


class GroupCount(NamedTuple):
    id: str
    title: str
    counts: Counter[Severity]


def totals(report: Report) -> Totals:
    """The numbers of a report."""
    result = Totals(
        files=len(report.files),
        problems=len(report.problems),
        suppressed=report.suppressed,
        known=report.known,
        fixed=sum(report.fixed.values()),
    )
    for file in report.files:
        result.changes[file.change] += bool(file.change)
        result.skipped += file.skipped
        result.converted.update(file.converted)
        (result.of_builds if BUILD_FILES in file.converted else result.names).update(file.names)
        result.ptx.update(file.ptx)
        result.module.update(file.module)
    result.changes["copied"] += report.copied
    result.changes = +result.changes
    result.add_remarks(report.remarks)
    return result


def rule_of(rule: str, catalogue: Catalogue) -> Rule:
    """The rule of a finding; one that the catalogue does not have says nothing but its id."""
    return catalogue.rules.get(rule) or Rule(rule, rule.lower(), Severity.WARNING, rule, "", "")


def by_rule(sums: Totals, catalogue: Catalogue) -> list[RuleCount]:
    """How often each rule spoke, most frequent first."""
    return [
        RuleCount(rule_of(rule, catalogue), severity, count)
        for (rule, severity), count in sorted(sums.rules.items(), key=lambda item: (-item[1], item[0][0], -item[0][1]))
    ]


def by_group(sums: Totals, catalogue: Catalogue) -> list[GroupCount]:
    """How often the rules of each group spoke, in the order of the groups."""
    groups: dict[str, Counter[Severity]] = {}
    for (rule, severity), count in sums.rules.items():
        groups.setdefault(rule_of(rule, catalogue).group, Counter())[severity] += count
    order = {group: number for number, group in enumerate(catalogue.groups)}
    ids = sorted(groups, key=lambda group: (order.get(group, len(order)), group))
    return [GroupCount(group, catalogue.groups.get(group, group), groups[group]) for group in ids]


def ranked(counter: Counter[Key]) -> list[tuple[Key, int]]:
    """What is most frequent first, and what is equally frequent by name."""
    return sorted(counter.items(), key=lambda item: (-item[1], str(item[0])))


def tallied(counter: Counter[str]) -> list[str]:
    """What is counted, ranked, with its number where that is more than one."""
    return [f"{name} {count}" if count > 1 else name for name, count in ranked(counter)]


def identities(remarks: Iterable[Remark]) -> Iterator[str]:
    """A fingerprint for each finding that no other one of the run has: its own, its file, and which of equal ones."""
    seen: Counter[str] = Counter()
    for remark in remarks:
        key = "\0".join((remark.path, remark.rule, remark.fingerprint))
        seen[key] += 1
        yield blake2b(to_bytes(f"{key}\0{seen[key]}"), digest_size=16).hexdigest()
