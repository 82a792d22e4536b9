"""A run from paths to exit code: discover, convert or scan, deliver, report."""

from __future__ import annotations

import errno
import os
import shlex
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from hipify_py import stopping
from hipify_py.deliver.inplace import InPlace
from hipify_py.deliver.journal import Journal, JournalError, home_for
from hipify_py.deliver.show import Check, Diff
from hipify_py.deliver.tree import OtherTree
from hipify_py.discover import File, Found, Problem, Selection, common_base, discover, kind_by_name, reason
from hipify_py.engine import Context
from hipify_py.findings import Severity
from hipify_py.ptx.header import text as ptx_header
from hipify_py.report.console import Console
from hipify_py.report.formats import full, render
from hipify_py.report.model import Report
from hipify_py.report.text import closing_lines
from hipify_py.rules.load import load as load_rules
from hipify_py.runner import MAX_BYTES, Job, Outcome, outcome_of, result_of, work
from hipify_py.triage.baseline import BaselineError
from hipify_py.triage.formats import PEOPLE, Formats, refuse_unwritable
from hipify_py.triage.selectors import Choice
from hipify_py.triage.triage import Collection, Triage

if TYPE_CHECKING:
    from hipify_py.verify import Wish
    from hipify_py.verify.verification import Verification

FINE, FOUND, FAILED = 0, 1, 2
# Below this many files starting workers takes longer than the work.
_PARALLEL_FROM = 64
# A compiler takes a second for a file: even a few want a progress bar.
_VERIFIED_WITH_BAR_FROM = 4


# Every further file would fail in the same way.
_HOPELESS = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EROFS))


class RequestError(Exception):
    """A request that makes no sense, in one line."""


def _default_triage() -> Triage:
    return Triage(Choice(load_rules()))


class _StopError(Exception):
    """There is no use in going on; what the matter is has been said."""


class Delivery(Protocol):
    def deliver(self, outcome: Outcome) -> str: ...
    def accompany(self, path: Path, data: bytes) -> str: ...
    def close(self) -> None: ...


class _Nothing:
    """A scan changes nothing, and would not."""

    def deliver(self, outcome: Outcome) -> str:
        del outcome
        return ""

    def accompany(self, path: Path, data: bytes) -> str:
        del path, data
        return ""

    def close(self) -> None:
        """Nothing is open."""


@dataclass(frozen=True)
class Request:
    """What the user asked for, checked."""

    paths: tuple[Path, ...]
    job: Job
    command: Literal["convert", "scan"] = "convert"
    selection: Selection = field(default_factory=Selection)
    output: Path | None = None
    diff: bool = False
    check: bool = False
    copy: bool = True
    force: bool = False
    workers: int = 1
    triage: Triage = field(default_factory=_default_triage)
    formats: Formats = field(default_factory=Formats)
    statistics: bool = False
    verify: Wish | None = None

    @property
    def is_dry(self) -> bool:
        return self.diff or self.check

    def collection(self) -> Collection:
        """Where the outcomes of the run come together."""
        report = Report(self.command, str(self.job.rocm), self.job.archs, dry=self.is_dry)
        return Collection(report, self.job, self.triage)


def process_paths(request: Request, console: Console) -> int:
    """Convert or scan files and directories; the exit code says how it went.

    Whatever makes the request impossible is found out here, before the first byte is written.
    """
    if request.output is not None:
        _refuse_nesting(request.paths, request.output)
    if (header := request.job.ptx_header) is not None and header.is_dir():
        raise RequestError(f"--ptx-header {header}: is a directory")
    request.formats.refuse_unwritable()
    if (baseline := request.triage.write_baseline) is not None:
        refuse_unwritable(baseline, "baseline")
    if request.verify is None:
        return _process_paths(request, console, None)
    with _verification(request, request.verify) as verification:
        return _process_paths(request, console, verification)


def _process_paths(request: Request, console: Console, verification: Verification | None) -> int:
    started = time.monotonic()
    copying = request.output is not None and request.copy
    found = discover(request.paths, request.selection, everything=copying, sources_only=request.command == "convert")
    if (changes := request.triage.changes) is not None:
        found.files = [file for file in found.files if changes.concerns(file.path)]
    if request.output is not None and found.files:
        _make_directory(request.output)
    collection = request.collection()
    for problem in found.problems:
        _fail(collection, console, problem)
    for note in found.notes:
        console.note(f"{note.path}: {note.reason}")
    journal_home = home_for(common_base(list(request.paths)))
    delivery = _delivery(request, console, Journal(journal_home))
    recorded = verification.recording(delivery) if verification else delivery
    delivered = _deliver_all(request, found, recorded, collection, console)
    seconds = time.monotonic() - started
    verified = _verify(verification, collection, console) if verification and delivered else True
    interrupted = not (delivered and verified)
    if interrupted:
        unharmed = "" if request.command == "scan" else ": every file is either as it was or fully converted"
        console.problem(f"interrupted{unharmed}")
    code = _report(request, collection, console, seconds, interrupted=interrupted)
    if verification and delivered:
        console.note(verification.summary())
    if isinstance(delivery, InPlace) and collection.has_changes:
        console.note(f"undo with: {_undo_command(journal_home, request.paths)}")
    return code


def process_stream(request: Request, console: Console, name: str) -> int:
    """Standard input to standard output, or to a report of it."""
    started = time.monotonic()
    if sys.stdin is None:
        raise RequestError("standard input is closed")
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise RequestError(f"standard input is larger than {MAX_BYTES // 1_000_000} MB")
    path = Path(name)
    is_cuda = File(path, Path(path.name), "source").is_cuda or name == "-"
    shown = "<stdin>" if name == "-" else name
    kind = kind_by_name(path, "source") if request.command == "scan" else "source"
    file = File(Path(shown), Path(shown), kind)
    context = Context(request.job.policy(), path=shown, is_cuda=is_cuda, style=request.job.style)
    outcome = outcome_of(result_of(file, data, context), file, request.job.archs)
    collection = request.collection()
    collection.add(outcome)
    collection.add_file(outcome, "would change" if outcome.output is not None and request.command != "scan" else "")
    if request.diff:
        diff = Diff(console.patch_output(), lambda outcome: outcome.file.path.name)
        diff.deliver(outcome)
        diff.close()
    elif request.command == "convert" and not request.check:
        console.write_bytes(data if outcome.output is None else outcome.output)
    return _report(request, collection, console, time.monotonic() - started, interrupted=False)


def _report(request: Request, collection: Collection, console: Console, seconds: float, *, interrupted: bool) -> int:
    """Say what there is to say in every format asked for; the exit code says it shortest."""
    triage = request.triage
    try:
        report = collection.finished(seconds, interrupted=interrupted)
    except BaselineError as error:
        console.problem(str(error))
        return FAILED
    failing = [remark for remark in report.remarks if triage.fail_on.is_met_by(remark)]
    code = stopping.ended_with() if interrupted else _exit_code(request, collection, failed=bool(failing))
    report = replace(report, exit_code=code)
    unwritten = request.formats.write_files(report, triage.catalogue)
    for problem in unwritten:
        console.problem(f"{problem.path}: {problem.reason}")
    least = min([Severity.WARNING, *(remark.severity for remark in failing)])
    _show(request, report, console, Severity.INFO if triage.choice.select is not None else least)
    for line in _about_baseline(request.triage, report):
        console.note(line)
    return FAILED if unwritten and not interrupted else code


def _show(request: Request, report: Report, console: Console, least: Severity) -> None:
    """Put the report where the user sees it."""
    catalogue, shown = request.triage.catalogue, request.formats.shown
    is_filter = request.command == "convert" and Path("-") in request.paths
    if shown == PEOPLE and is_filter:
        console.remarks(tuple(remark for remark in report.remarks if remark.severity >= least), catalogue)
        console.data_lines(line.plain() for line in full.statistics_of(report, catalogue) if request.statistics)
    elif shown == PEOPLE:
        console.report(report, catalogue, least=least, statistics=request.statistics)
    elif shown and (request.diff or is_filter):
        console.data_lines(render(shown, report, catalogue).splitlines())
    elif shown:
        console.data(render(shown, report, catalogue))
    if shown != PEOPLE and not is_filter:
        console.summary(closing_lines(report))


def _about_baseline(triage: Triage, report: Report) -> Iterator[str]:
    if triage.write_baseline is not None:
        yield f"recorded {report.known} finding{'s'[: report.known != 1]} in {triage.write_baseline}"
    elif report.fixed and triage.baseline is not None:
        gone = len(report.fixed)
        what = "1 finding of it is" if gone == 1 else f"{gone} findings of it are"
        yield f"{triage.baseline.file}: {what} gone; write it anew with --write-baseline {triage.baseline.file}"


def _deliver_all(request: Request, found: Found, delivery: Delivery, collection: Collection, console: Console) -> bool:
    """Deliver every outcome; False if a signal stopped it."""
    outcomes = _outcomes(found.files, request)
    try:
        doing = "scanning" if request.command == "scan" else "converting"
        for outcome in console.progress(outcomes, len(found.files), doing):
            header = request.job.header_for(outcome.file) if outcome.needs_header else None
            with stopping.held():
                _deliver_one(outcome, delivery, collection, console, header)
    except stopping.Stopped:
        return False
    except _StopError:
        return True
    finally:
        delivery.close()
    return True


def _verification(request: Request, wish: Wish) -> Verification:
    from hipify_py.verify.verification import Verification  # most runs start no compiler

    base = common_base(list(request.paths))
    name_after, workers = request.job.name_after, request.workers
    if request.output is not None and request.copy:
        return Verification(wish, "tree", base, request.output, name_after, workers)
    # A directory that holds only what was converted is no tree that compiles: its files are checked among the others.
    is_in_place = not (request.diff or request.check or request.output is not None)
    return Verification(wish, "in place" if is_in_place else "nowhere", base, base, name_after, workers)


def _verify(verification: Verification, collection: Collection, console: Console) -> bool:
    """Note what the compiler finds; False if a signal stopped it."""
    count = len(verification.units)
    try:
        for outcomes in console.progress(verification.outcomes(), count, "verifying", _VERIFIED_WITH_BAR_FROM):
            for outcome in outcomes:
                collection.add(outcome)
    except stopping.Stopped:
        return False
    return True


def _outcomes(files: list[File], request: Request) -> Iterator[Outcome]:
    """Sources go through the converter, in order with the files that are only copied."""
    read = [file for file in files if file.kind != "other"]
    converted = _run(read, _with_renamed_headers(request.job, files), request.workers)
    for file in files:
        yield next(converted) if file.kind != "other" else Outcome(file)


def _run(files: list[File], job: Job, workers: int) -> Iterator[Outcome]:
    """The outcomes in the order of the files, whatever the number of workers."""
    if workers > 1 and len(files) >= _PARALLEL_FROM:
        from hipify_py.workers import run_parallel  # a single file, as in hooks, should not pay for process pools

        return run_parallel(files, job, workers)
    policy = job.policy()
    return (work(file, job, policy) for file in files)


def _deliver_one(
    outcome: Outcome, delivery: Delivery, collection: Collection, console: Console, header: Path | None
) -> None:
    """`header` is what the outcome includes: it comes first, so that no source lacks it."""
    path, change = str(outcome.file.path), ""
    collection.add(outcome)
    try:
        if outcome.problem:
            _fail(collection, console, Problem(path, outcome.problem))
            return
        if header is not None and (written := delivery.accompany(header, ptx_header().encode())):
            console.detail(f"{written} {header}")
        change = delivery.deliver(outcome)
    except JournalError as error:
        _fail(collection, console, Problem(path, str(error)))
        raise _StopError from error
    except BrokenPipeError:  # nobody reads the diff any more
        raise
    except OSError as error:
        _fail(collection, console, Problem(path, reason(error)))
        if error.errno in _HOPELESS:
            raise _StopError from error
    finally:
        collection.add_file(outcome, change)
    if change:
        console.detail(f"{change} {path}")


def _delivery(request: Request, console: Console, journal: Journal) -> Delivery:
    name_after = request.job.name_after
    if request.command == "scan":
        return _Nothing()
    if request.diff:
        return Diff(console.patch_output(), name_after)
    if request.check:
        return Check(name_after)
    if request.output is not None:
        return OtherTree(request.output, name_after, copy=request.copy, force=request.force)
    return InPlace(journal, name_after)


def _refuse_nesting(paths: tuple[Path, ...], output: Path) -> None:
    """A tree written into its own source would be converted again by the next run, or overwrite what it reads."""
    target = Path(os.path.realpath(output))
    if output.exists() and not output.is_dir():
        raise RequestError(f"-o {output}: not a directory")
    for path in paths:
        source = Path(os.path.realpath(path))
        if target == source or (source.is_dir() and target.is_relative_to(source)):
            raise RequestError(f"-o {output} lies inside the source {path}; choose a directory outside of it")
    if target == Path(os.path.realpath(common_base(list(paths)))):
        raise RequestError(f"-o {output} is where the sources lie; choose another directory, or leave -o out")


def _make_directory(output: Path) -> None:
    try:
        output.mkdir(parents=True, exist_ok=True)
        if not os.access(output, os.W_OK):
            raise PermissionError(None, "permission denied")
    except OSError as error:
        raise RequestError(f"-o {output}: {reason(error)}") from error


def _with_renamed_headers(job: Job, files: list[File]) -> Job:
    """The job with every way in which an include may name a file that gets a new name."""
    renamed: dict[str, str] = {}
    for file in files:
        new_name = job.new_name(file)
        if new_name != file.path.name:
            parts = file.relative.parts
            for start in range(len(parts)):
                renamed["/".join(parts[start:])] = "/".join((*parts[start:-1], new_name))
    return replace(job, renamed_headers=renamed)


def _exit_code(request: Request, collection: Collection, *, failed: bool) -> int:
    if collection.has_problems:
        return FAILED
    return FOUND if failed or (request.check and collection.has_changes) else FINE


def _fail(collection: Collection, console: Console, problem: Problem) -> None:
    collection.add_problem(problem)
    console.problem(f"{problem.path}: {problem.reason}")


def _undo_command(journal_home: Path, paths: tuple[Path, ...]) -> str:
    if home_for(Path.cwd()) == journal_home or Path.cwd().is_relative_to(journal_home.parent):
        return "hipify-py undo"
    return f"hipify-py undo {shlex.quote(str(common_base(list(paths))))}"
