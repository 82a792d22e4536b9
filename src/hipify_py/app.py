"""A run from paths to exit code: discover, convert, deliver, report."""

from __future__ import annotations

import errno
import os
import shlex
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hipify_py.deliver.inplace import InPlace
from hipify_py.deliver.journal import Journal, JournalError, home_for
from hipify_py.deliver.show import Check, Diff
from hipify_py.deliver.tree import OtherTree
from hipify_py.discover import File, Found, Problem, Selection, common_base, discover, reason
from hipify_py.engine import Context, convert
from hipify_py.findings import Severity
from hipify_py.report.console import Console
from hipify_py.report.text import Totals, statistics_lines, summary_lines
from hipify_py.runner import MAX_BYTES, Job, Outcome, outcome_of, work

if TYPE_CHECKING:
    from hipify_py.verify import Wish
    from hipify_py.verify.verification import Verification

FINE, FOUND, FAILED, INTERRUPTED = 0, 1, 2, 130
# Below this many files starting workers takes longer than the work.
_PARALLEL_FROM = 64
# A compiler takes a second for a file: even a few want a progress bar.
_VERIFIED_WITH_BAR_FROM = 4


# Every further file would fail in the same way.
_HOPELESS = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EROFS))


class RequestError(Exception):
    """A request that makes no sense, in one line."""


class _StopError(Exception):
    """There is no use in going on; what the matter is has been said."""


class Delivery(Protocol):
    def deliver(self, outcome: Outcome) -> str: ...
    def close(self) -> None: ...


@dataclass(frozen=True)
class Request:
    """What the user asked for, checked."""

    paths: tuple[Path, ...]
    job: Job
    selection: Selection = field(default_factory=Selection)
    output: Path | None = None
    diff: bool = False
    check: bool = False
    copy: bool = True
    force: bool = False
    workers: int = 1
    fail_on: Severity | None = Severity.ERROR
    statistics: bool = False
    verify: Wish | None = None


def convert_paths(request: Request, console: Console) -> int:
    """Convert files and directories; the exit code says how it went."""
    if request.output is not None:
        _refuse_nesting(request.paths, request.output)
    if request.verify is None:
        return _convert_paths(request, console, None)
    with _verification(request, request.verify) as verification:
        return _convert_paths(request, console, verification)


def _convert_paths(request: Request, console: Console, verification: Verification | None) -> int:
    started = time.monotonic()
    copying = request.output is not None and request.copy
    found = discover(request.paths, request.selection, everything=copying)
    if request.output is not None and found.files:
        _make_directory(request.output)
    totals = Totals()
    for problem in found.problems:
        _fail(totals, console, problem)
    for note in found.notes:
        console.note(f"{note.path}: {note.reason}")
    journal_home = home_for(common_base(list(request.paths)))
    delivery = _delivery(request, console, Journal(journal_home))
    recorded = verification.recording(delivery) if verification else delivery
    interrupted = stopped = _deliver_all(request, found, recorded, totals, console)
    seconds = time.monotonic() - started
    if verification and not stopped:
        interrupted = _verify(verification, totals, console)
    if interrupted:
        console.problem("interrupted: every file is either as it was or fully converted")
    if request.statistics:
        console.data_lines(statistics_lines(totals))
    verb = "would convert" if request.diff or request.check else "converted"
    console.summary(summary_lines(totals, seconds, verb))
    if verification and not stopped:
        console.note(verification.summary())
    if isinstance(delivery, InPlace) and totals.changes:
        console.note(f"undo with: {_undo_command(journal_home, request.paths)}")
    return INTERRUPTED if interrupted else _exit_code(request, totals)


def convert_stream(request: Request, console: Console, name: str) -> int:
    """Standard input to standard output."""
    if sys.stdin is None:
        raise RequestError("standard input is closed")
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise RequestError(f"standard input is larger than {MAX_BYTES // 1_000_000} MB")
    path = Path(name)
    file = File(path, Path(path.name), "source")
    is_cuda = file.is_cuda or name == "-"
    shown = "<stdin>" if name == "-" else name
    context = Context(request.job.policy(), path=shown, is_cuda=is_cuda)
    result = convert(data, context)
    totals = Totals()
    outcome = outcome_of(result, File(Path(shown), Path(shown), "source"))
    totals.add(outcome)
    console.remarks(outcome.remarks)
    if request.diff:
        Diff(console.write_bytes, lambda outcome: outcome.file.path.name).deliver(outcome)
    elif not request.check:
        console.write_bytes(result.output)
    if result.changed:
        totals.changes["would change"] += 1
    if request.statistics:
        console.data_lines(statistics_lines(totals))
    return _exit_code(request, totals)


def _deliver_all(request: Request, found: Found, delivery: Delivery, totals: Totals, console: Console) -> bool:
    """Deliver every outcome; True if the user stopped it."""
    outcomes = _outcomes(found.files, request)
    try:
        for outcome in console.progress(outcomes, len(found.files)):
            _deliver_one(outcome, delivery, totals, console)
    except KeyboardInterrupt:
        return True
    except _StopError:
        return False
    finally:
        delivery.close()
    return False


def _verification(request: Request, wish: Wish) -> Verification:
    from hipify_py.verify.verification import Verification  # most runs start no compiler

    base = common_base(list(request.paths))
    name_after, workers = request.job.name_after, request.workers
    if request.output is not None and request.copy:
        return Verification(wish, "tree", base, request.output, name_after, workers)
    # A directory that holds only what was converted is no tree that compiles: its files are checked among the others.
    is_in_place = not (request.diff or request.check or request.output is not None)
    return Verification(wish, "in place" if is_in_place else "nowhere", base, base, name_after, workers)


def _verify(verification: Verification, totals: Totals, console: Console) -> bool:
    """Show what the compiler finds; True if the user stopped it."""
    count = len(verification.units)
    try:
        for outcomes in console.progress(verification.outcomes(), count, "verifying", _VERIFIED_WITH_BAR_FROM):
            for outcome in outcomes:
                totals.add(outcome)
                console.remarks(outcome.remarks)
    except KeyboardInterrupt:
        return True
    return False


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


def _deliver_one(outcome: Outcome, delivery: Delivery, totals: Totals, console: Console) -> None:
    path = str(outcome.file.path)
    totals.add(outcome)
    console.remarks(outcome.remarks)
    if outcome.problem:
        _fail(totals, console, Problem(path, outcome.problem))
        return
    try:
        change = delivery.deliver(outcome)
    except JournalError as error:
        _fail(totals, console, Problem(path, str(error)))
        raise _StopError from error
    except BrokenPipeError:  # nobody reads the diff any more
        raise
    except OSError as error:
        _fail(totals, console, Problem(path, reason(error)))
        if error.errno in _HOPELESS:
            raise _StopError from error
    else:
        if change:
            totals.changes[change] += 1
            console.detail(f"{change} {path}")


def _delivery(request: Request, console: Console, journal: Journal) -> Delivery:
    name_after = request.job.name_after
    if request.diff:
        return Diff(console.write_bytes, name_after)
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


def _exit_code(request: Request, totals: Totals) -> int:
    if totals.problems:
        return FAILED
    worst = max((level for level, count in totals.severities.items() if count), default=None)
    if request.fail_on is not None and worst is not None and worst >= request.fail_on:
        return FOUND
    return FOUND if request.check and totals.changes else FINE


def _fail(totals: Totals, console: Console, problem: Problem) -> None:
    totals.problems += 1
    console.problem(f"{problem.path}: {problem.reason}")


def _undo_command(journal_home: Path, paths: tuple[Path, ...]) -> str:
    if home_for(Path.cwd()) == journal_home or Path.cwd().is_relative_to(journal_home.parent):
        return "hipify-py undo"
    return f"hipify-py undo {shlex.quote(str(common_base(list(paths))))}"
