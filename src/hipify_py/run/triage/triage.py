"""From the outcomes of a run to its report: which findings count, which are known, silenced or somebody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.findings import UNKNOWN_NAME, UNUSED_SUPPRESSION, Severity
from hipify_py.records import dataclass
from hipify_py.report.model import Earlier, FileReport, Ported, Report, Sources
from hipify_py.rules.model import Catalogue
from hipify_py.run.discover import File, Problem
from hipify_py.run.outcome import FileOutcome, Remark, Silence
from hipify_py.run.task import Job
from hipify_py.run.triage.baseline import Baseline
from hipify_py.run.triage.joined import joined
from hipify_py.run.triage.selectors import Choice, FailOn, FileIgnores, is_ignored
from hipify_py.run.triage.silences import Silenced

if TYPE_CHECKING:
    from hipify_py.run.triage.since import Changes
    from hipify_py.run.triage.texts import Texts


@dataclass(frozen=True)
class Triage:
    """How the user wants findings to be sorted. With `write_baseline` all that is left is recorded there. `earlier` are
    the reports to compare this one with."""

    choice: Choice
    ignores: FileIgnores = field(default_factory=lambda: FileIgnores(Path(), ()))
    fail_on: FailOn = field(default_factory=FailOn)
    baseline: Baseline | None = None
    write_baseline: Path | None = None
    changes: Changes | None = None
    earlier: tuple[Earlier, ...] = ()

    @property
    def catalogue(self) -> Catalogue:
        return self.choice.catalogue


@dataclass
class _FileFindings:
    remarks: list[Remark] = field(default_factory=list)
    silences: tuple[Silence, ...] = ()
    was_read: bool = False


@dataclass
class Collection:
    """The outcomes of a run, as far as the report needs them. `texts` keeps what files say, if a format shows it."""

    report: Report
    job: Job
    triage: Triage
    texts: Texts | None = None

    def __post_init__(self) -> None:
        self._files: list[FileReport] = []
        self._problems: list[Problem] = []
        self._findings: dict[str, _FileFindings] = {}
        self._declared: set[str] = set()
        self._copied = 0
        self._left: Set[File] = frozenset()

    @property
    def has_problems(self) -> bool:
        return bool(self._problems)

    @property
    def has_changes(self) -> bool:
        return any(file.change for file in self._files)

    @property
    def changed(self) -> frozenset[str]:
        """The files that are not as they were."""
        return frozenset(file.path for file in self._files if file.change)

    def add(self, outcome: FileOutcome) -> None:
        """Note what there is to say of a file."""
        self._declared |= outcome.declared
        if self.texts is not None:
            self.texts.add(outcome)
        path = str(outcome.file.path)
        if outcome.remarks or outcome.silences or self._is_read(outcome):
            found = self._findings.setdefault(path, _FileFindings())
            found.remarks += outcome.remarks
            found.silences = found.silences or outcome.silences
            found.was_read = found.was_read or self._is_read(outcome)

    def undeclared(self) -> Set[str]:
        """The names that are reported unless a file of the code base declares them."""
        found = (remark for each in self._findings.values() for remark in each.remarks)
        return {
            remark.subject for remark in found if _counts_unless_declared(remark, self.triage.catalogue)
        } - self._declared

    def note_declared(self, names: Set[str]) -> None:
        """Note what files declare whose outcomes are not added."""
        self._declared |= names

    def ease(self, unused: Callable[[str], str], no_work: Callable[[str, int, str], str]) -> None:
        """Nobody has to act on what is wrong in files that nothing uses, or in what only NVIDIA's side does. These say
        why a file, or a line of one with its subject, is among them."""
        for path, found in self._findings.items():
            if any(map(_is_bad, found.remarks)):
                reason = unused(path)
                found.remarks = [
                    each.eased(why)
                    if _is_bad(each) and (why := reason or no_work(path, each.line, each.subject))
                    else each
                    for each in found.remarks
                ]

    def add_file(self, outcome: FileOutcome, change: str) -> None:
        """Note what became of a file."""
        self._copied += change == "copied"
        if outcome.file.kind == "other":
            return
        self._files.append(
            FileReport(
                str(outcome.file.path),
                outcome.file.relative.as_posix(),
                outcome.measure,
                "" if change == "copied" else change,
                outcome.skipped,
                outcome.converted,
                outcome.names,
                outcome.ptx,
                outcome.generator,
                {header: outcome.header_calls[header] for header in outcome.needs_headers},
                outcome.module,
            )
        )

    def add_problem(self, problem: Problem) -> None:
        self._problems.append(problem)

    def note_ports(self, ranked: Iterable[tuple[str, int]], macros: Mapping[str, str], left: Iterable[File]) -> None:
        """What is portable already. On files that are left as they are the run can say nothing."""
        ported = tuple(Ported(why, count, macros.get(why, "")) for why, count in ranked)
        self.report = replace(self.report, ported=ported)
        self._left = frozenset(left)

    def finished(self, seconds: float, *, interrupted: bool) -> Report:
        """The report of all that was added."""
        sorter = _Sorter(self.triage, self.job, self._declared)
        remarks = [remark for path, found in self._findings.items() for remark in sorter.left(path, found)]
        read = [path for path, found in self._findings.items() if found.was_read]
        baseline = self.triage.baseline
        sorter.record(remarks, read)
        remarks = joined(remarks)
        return replace(
            self.report,
            files=tuple(map(self._measured, self._files)),
            remarks=() if self.triage.write_baseline else tuple(sorted(remarks, key=_place)),
            problems=tuple(self._problems),
            suppressed=sorter.suppressed,
            known=sorter.known,
            fixed=baseline.fixed(read, sorter.heard) if baseline and not self.triage.write_baseline else {},
            copied=self._copied,
            sources=self.texts.sources() if self.texts is not None else Sources(),
            earlier=self.triage.earlier,
            seconds=seconds,
            interrupted=interrupted,
        )

    def _measured(self, file: FileReport) -> FileReport:
        """The file without the lines of names that another file of the code base declares."""
        found = self._findings.get(file.path)
        if found is None or not file.measure.lines_left:
            return file
        declared = [each for each in found.remarks if _is_declared(each, self._declared, self.triage.catalogue)]
        kept = {each.line for each in found.remarks if each not in declared}
        own = {each.line: each.severity is Severity.ERROR for each in declared if each.line not in kept}
        left, lines = file.measure.lines_left - sum(own.values()), file.measure.cuda_lines - len(own)
        return replace(file, measure=file.measure._replace(lines_left=left, cuda_lines=lines))

    def _is_read(self, outcome: FileOutcome) -> bool:
        return outcome.file.kind != "other" and not outcome.problem and outcome.file not in self._left


def _is_bad(remark: Remark) -> bool:
    return remark.severity is not Severity.INFO


class _Sorter:
    """One pass over the findings."""

    def __init__(self, triage: Triage, job: Job, declared: set[str]) -> None:
        self._triage = triage
        self._declared = declared
        rules = triage.catalogue.rules.values()
        # The rules that could have spoken in this run, and whose silence therefore means something.
        self.heard = frozenset(
            rule.id
            for rule in rules
            if rule.concerns(job.rocm, job.archs, translates_matrices=job.style.translates_matrices)
            and triage.choice.speaks(rule.id, rule.severity_on(job.archs))
        )
        self.suppressed = self.known = 0

    def left(self, path: str, found: _FileFindings) -> Iterator[Remark]:
        """The findings of a file that are nobody's yet."""
        ignored = self._triage.ignores.of(path)
        silenced = Silenced(path, found.silences, self._triage.catalogue)
        candidates = [
            remark for remark in found.remarks if not _is_declared(remark, self._declared, self._triage.catalogue)
        ]
        loud = []
        for remark in candidates:
            is_covered = silenced.covers(remark)
            if self._is_wanted(remark, ignored):
                self.suppressed += is_covered
                if not is_covered:
                    loud.append(remark)
        about_comments = [remark for remark in silenced.unused(self.heard) if self._is_wanted(remark, ignored)]
        yield from (remark for remark in (*loud, *about_comments) if self._is_new(remark))

    def record(self, remarks: list[Remark], read: list[str]) -> None:
        """Write what is left to the baseline, and keep there what this run can say nothing about."""
        from hipify_py.run.triage import baseline

        file = self._triage.write_baseline
        if file is None:
            return
        old = baseline.read(file) if file.is_file() else baseline.Baseline(file)
        entries = old.others(read, self.heard)
        entries.update(old.key(remark) for remark in remarks)
        baseline.write(file, entries)
        self.known = len(remarks)

    def _is_wanted(self, remark: Remark, ignored: frozenset[str]) -> bool:
        if remark.rule == UNUSED_SUPPRESSION and UNUSED_SUPPRESSION not in self.heard:
            return False
        triage = self._triage
        return triage.choice.speaks(remark.rule, remark.severity) and not is_ignored(remark, ignored, triage.catalogue)

    def _is_new(self, remark: Remark) -> bool:
        triage = self._triage
        is_known = triage.baseline is not None and not triage.write_baseline and triage.baseline.knows(remark)
        is_touched = triage.changes is None or triage.changes.touches(remark.path, remark.start.line, remark.end.line)
        self.known += is_known and is_touched
        return is_touched and not is_known


def _is_declared(remark: Remark, declared: Set[str], catalogue: Catalogue) -> bool:
    return remark.subject in declared and _counts_unless_declared(remark, catalogue)


def _counts_unless_declared(remark: Remark, catalogue: Catalogue) -> bool:
    """Whether a name may be the code base's own, which shows when all files are read."""
    return remark.rule == UNKNOWN_NAME or _is_known_by_beginning(remark, catalogue)


def _is_known_by_beginning(remark: Remark, catalogue: Catalogue) -> bool:
    """Whether a rule is about all names that begin like one, and does not list this one."""
    rule = catalogue.rules.get(remark.rule)
    names = [name for detector in rule.detect for name in detector.get("names", ())] if rule is not None else []
    return remark.subject not in names and any(fnmatchcase(remark.subject, name) for name in names)


def _place(remark: Remark) -> tuple[list[str], int, int, str, str]:
    return (
        remark.path.replace("\\", "/").split("/"),
        remark.start.line,
        remark.start.column,
        remark.rule,
        remark.message,
    )
