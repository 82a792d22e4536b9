"""The closing lines of a run, and its statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from os.path import commonpath

from hipify_py.edits import BUILD_FILES
from hipify_py.findings import Severity
from hipify_py.report.lines import counted
from hipify_py.report.model import FileReport, Report
from hipify_py.report.totals import Totals, by_rule, ranked, totals
from hipify_py.rules.model import Catalogue
from hipify_py.subjects.buildfiles.words_of_options import USUAL_GPUS
from hipify_py.subjects.ptx.result import Class

# Of those where something changed.
_DIRECTORIES = 8

__all__ = ["Totals", "closing_lines", "rule_lines", "statistics_lines", "summary_lines"]


def closing_lines(report: Report, *, hides_info: bool = False) -> Iterator[str]:
    """The summary of a report, which `hides_info` or shows all that was found."""
    if report.problems and not report.files:
        return
    verb = "scanned" if report.command in ("scan", "shim") else "would convert" if report.dry else "converted"
    sums = totals(report)
    lines = summary_lines(sums, report, verb, hides_info=hides_info)
    yield next(lines)
    if report.command == "convert" and not report.dry:
        yield from changed_lines(report)
    yield from lines
    if sums.converted and (assumed := _assumed(sums, report)):
        yield f"  assumed: {assumed}"
    yield from _compared(report)


def _compared(report: Report) -> Iterator[str]:
    if not report.earlier:
        return
    from hipify_py.report.progress import changes  # few runs compare

    gone, new = changes(report)
    yield f"  since {report.earlier[-1].name}: {counted(len(gone), 'finding')} fixed, {len(new)} new"


def changed_lines(report: Report) -> Iterator[str]:
    """What changed in each directory right below the one that all of it lies in, where there are several."""
    changed = [(file, file.relative.rpartition("/")[0]) for file in report.files if file.change]
    common = commonpath([folder for _file, folder in changed] or ["."])
    depth = common.count("/") + 2 if common else 1
    directories: dict[str, list[FileReport]] = {}
    for file, folder in changed:
        directories.setdefault("/".join(folder.split("/")[:depth]) or ".", []).append(file)
    if len(directories) < 2:
        return
    ranking = sorted(directories.items(), key=lambda item: (-len(item[1]), item[0]))
    for directory, files in ranking[:_DIRECTORIES]:
        converted = sum((Counter(file.converted) for file in files), Counter[str]())
        changes = converted.pop(BUILD_FILES, 0)
        named = [f"{counted(converted.total(), 'change')} in sources"] if converted else []
        named += [f"{counted(changes, 'change')} in build files"] if changes else []
        yield f"  {directory}: {', '.join([counted(len(files), 'file'), *named])}"
    if rest := ranking[_DIRECTORIES:]:
        count = sum(len(files) for _directory, files in rest)
        what = "directory" if len(rest) == 1 else "directories"
        yield f"  {len(rest)} more {what}: {counted(count, 'file')}"


def summary_lines(totals: Totals, report: Report, verb: str, *, hides_info: bool = False) -> Iterator[str]:
    """The closing lines of a run."""
    changed = "" if verb == "scanned" else f"{totals.changed} of "
    release = "" if verb == "scanned" else f" for ROCm {report.rocm}"
    yield f"{verb} {changed}{counted(totals.files, 'file')}{release} in {report.seconds:.2f} s" + _copied(totals)
    converted = {library: count for library, count in totals.converted.most_common() if library != BUILD_FILES}
    if converted:
        libraries = ", ".join(f"{library} {count}" for library, count in converted.items())
        yield f"  sources: {counted(sum(converted.values()), 'change')}: {libraries}"
    if changes := totals.converted[BUILD_FILES]:
        yield f"  build files: {counted(changes, 'change')}"
    if statements := totals.ptx.total():
        classes = ", ".join(f"{totals.ptx[kind]} {kind.value}" for kind in Class if totals.ptx[kind])
        yield f"  inline PTX: {counted(statements, 'statement')}: {classes}"
    if totals.module:
        yield f"  PTX modules: {_of_modules(totals)}"
    yield from _left_lines(totals, hides_info=hides_info)
    if unsaid := _unsaid(totals):
        yield f"  not reported: {unsaid}"
    if totals.fixed:
        yield f"  fixed since the baseline: {totals.fixed}"
    if totals.skipped:
        yield f"  {counted(totals.skipped, 'file')} skipped, not text"
    if totals.problems:
        yield f"  {counted(totals.problems, 'path')} failed"


def _assumed(totals: Totals, report: Report) -> str:
    """The release and the GPUs that neither an option nor a setting chooses."""
    rocm = f"ROCm {report.rocm} (--rocm)" if report.call.assumes_rocm else ""
    in_builds = f", {' '.join(USUAL_GPUS)} in build files" if totals.converted[BUILD_FILES] else ""
    gpus = f"any AMD GPU{in_builds} (--arch)" if not report.archs else ""
    return "; ".join(filter(None, (rocm, gpus)))


def _of_modules(totals: Totals) -> str:
    counts = [counted(totals.module[f"{noun}s"], noun) for noun in ("kernel", "function", "instruction")]
    return ", ".join(counts) + (f"; left out: {totals.module['left']}" if totals.module["left"] else "")


def rule_lines(totals: Totals, catalogue: Catalogue) -> Iterator[str]:
    """Every rule that spoke, most frequent first."""
    for rule, severity, count in by_rule(totals, catalogue):
        yield f"{count:>8}  {rule.id:<9}  {severity!s:<7}  {rule.name}"


def statistics_lines(totals: Totals) -> Iterator[str]:
    """Every name converted and every name left, most frequent first."""
    yield from (f"{count:>8}  converted  {name}" for name, count in ranked(totals.names))
    yield from (f"{count:>8}  changed    {name}" for name, count in ranked(totals.of_builds))
    for (rule, name), count in ranked(totals.left):
        yield f"{count:>8}  {rule:<9}  {name}"


def _left_lines(totals: Totals, *, hides_info: bool) -> Iterator[str]:
    by_severity = [
        f"{counted(totals.severities[level], str(level))}"
        for level in sorted(Severity, reverse=True)
        if totals.severities[level]
    ]
    if totals.translated and not hides_info:  # or they are not shown
        by_severity.append(counted(totals.translated, "note") + " on translated PTX")
    if not by_severity:
        return
    hint = " (use -v to show info)" if hides_info and totals.severities[Severity.INFO] else ""
    yield f"  findings: {', '.join(by_severity)}{hint}"


def _unsaid(totals: Totals) -> str:
    counts = ((totals.suppressed, "suppressed"), (totals.known, "recorded in the baseline"))
    return ", ".join(f"{count} {why}" for count, why in counts if count)


def _copied(totals: Totals) -> str:
    return f", copied {counted(totals.changes['copied'], 'other file')}" if totals.changes["copied"] else ""
