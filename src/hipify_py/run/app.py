"""A run from paths to exit code: discover, convert or scan, deliver, report."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from hipify_py.file.marks import PTX_HEADER
from hipify_py.findings import Severity
from hipify_py.report.console import Console
from hipify_py.report.formats import PEOPLE, render
from hipify_py.report.lines import counted
from hipify_py.report.model import Report
from hipify_py.run.adopted import adopt
from hipify_py.run.deliver.state import StateError, journals, turn_on
from hipify_py.run.delivery import Delivery, Nothing
from hipify_py.run.discover import (
    File,
    Found,
    builds_above,
    common_base,
    discover,
    is_directory,
    kind_if_named,
    repository_of,
)
from hipify_py.run.headers import Headers
from hipify_py.run.means import Means, means
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.refusals import (
    make_directory,
    refuse_foreign,
    refuse_header,
    refuse_nesting,
    refuse_reports,
    refuse_scattering,
    refuse_sources,
)
from hipify_py.run.request import Request, RequestError
from hipify_py.run.tally import Tally, delivered, fail
from hipify_py.run.task import MAX_BYTES
from hipify_py.run.triage.baseline import BaselineError
from hipify_py.run.triage.triage import Collection, Triage
from hipify_py.subjects.buildfiles.kinds import converts_build
from hipify_py.system import stopping
from hipify_py.system.disk import leads_away, read_regular, read_standard_input
from hipify_py.texts import reason, to_bytes

if TYPE_CHECKING:
    from hipify_py.run.project.answers import Earlier
    from hipify_py.run.project.index import Project
    from hipify_py.run.renames import Renames
    from hipify_py.run.shim.shim import Made, Wish
    from hipify_py.run.verify import Wish as Verify
    from hipify_py.run.verify.verification import Verification

FINE, FOUND, FAILED = 0, 1, 2
# Of a list of files.
_SHOWN_NAMES = 3
# Of the reasons why a tree is portable already.
_SHOWN_PORTS = 3
# A compiler takes a second for a file: even a few want a progress bar.
_VERIFIED_WITH_BAR_FROM = 4


def process_paths(request: Request, console: Console) -> int:
    """Convert or scan files and directories; the exit code says how it went.

    Whatever makes the request impossible is found out here, before the first byte is written.
    """
    if request.output is not None and not request.output_name:
        refuse_nesting(request.paths, request.output)
        refuse_scattering(request.paths, request.output)
    if request.job.ptx_header is not None:
        refuse_header(request.job.ptx_header)
    if request.shim is not None:
        refuse_foreign(request.shim)
    refuse_reports(request)
    if request.verify is None:
        return _process_paths(request, console, None)
    with _verification(request, request.verify) as verification:
        return _process_paths(request, console, verification)


def _process_paths(request: Request, console: Console, verification: Verification | None) -> int:
    try:
        with _turn(request, console), _means(request, console) as how:
            return _run_on_paths(request, console, verification, how)
    except StateError as error:
        console.problem(str(error))
        return FAILED


def _turn(request: Request, console: Console) -> AbstractContextManager[None]:
    """Two runs that write to the same tree take turns."""
    return turn_on(request.written_tree, console.note) if request.writes else nullcontext()


def _means(request: Request, console: Console) -> AbstractContextManager[Means]:
    return means(
        request.job,
        executor=request.executor,
        jobs=request.workers,
        with_output=request.command != "scan" or request.formats.wants_sources,
        keeps=request.cache,
        say=console.detail,
    )


def _run_on_paths(request: Request, console: Console, verification: Verification | None, how: Means) -> int:
    started = time.monotonic()
    for path in filter(leads_away, request.paths):
        read = "read" if request.command == "scan" else "converted"
        console.note(f"{path}: is a link to {os.path.realpath(path)}; the files there are {read}")
    copying = request.output is not None and request.copy
    found = discover(
        request.paths,
        request.selection,
        everything=copying,
        enough=request.enough,
        modules=request.modules,
        journals=journals(),
    )
    everyone = found.files
    _refuse_meant_as_output(request, found)
    if (changes := request.triage.changes) is not None:
        found.files = [file for file in found.files if changes.concerns(file.path)]
    if request.output is not None and found.files:
        refuse_sources(request, request.output, found.files)
        make_directory(request.output)
    request = with_header(request, everyone)
    collection = request.collection()
    for problem in found.problems:
        fail(collection, console, problem)
    for note in found.notes:
        console.note(f"{note.path}: {note.reason}")
    earlier = how.known_tree(request.paths)
    project = project_of(request, found, everyone, earlier=earlier)
    while project is not None and found.files is everyone and adopt(found, project, request.selection):
        project.close()
        everyone = found.files
        project = project_of(request, found, everyone, earlier=earlier)
    uncommitted = _uncommitted(request, found.files)
    delivery = _delivery(request, found, console)
    with closing(project) if project is not None else nullcontext():
        left = [file for file in found.files if file in project.ports] if project is not None else []
        ported = project.ports.ranked(file for file in left if file.is_source) if project is not None else []
        collection.note_ports(ported, project.ports.macros if project is not None else {}, left)
        for line in _about_ports(ported, project.only_for_cuda(left) if project is not None else ()):
            console.note(line)
        if request.job.renames:
            request = _with_names(
                request, found, everyone, frozenset(left), delivery, collection, console, how, project
            )
        recorded = verification.recording(delivery, frozenset(left)) if verification else delivery
        made = _shim(request, request.shim, found, project, console) if request.shim is not None else None
        is_new = made is not None and _write_shim(made, delivery, console)
        delivered = _deliver_all(request, found, recorded, collection, console, how, project, made)
        if len(found.files) < len(everyone):
            _note_declared_elsewhere(found.files, everyone, request, collection, how, project)
        if project is not None:
            files = {str(file.path): file for file in found.files if not file.is_template}
            collection.ease(
                lambda path: project.why_no_work(files[path]) if path in files else "",
                lambda path, line, subject: project.why_no_work_on(files[path], line, subject) if path in files else "",
            )
            for problem in project.failures:
                fail(collection, console, problem)
    seconds = time.monotonic() - started
    verified = _verify(verification, collection, console) if verification and delivered else True
    interrupted = not (delivered and verified)
    if interrupted:
        unharmed = "" if request.command == "scan" else "; every file is either unchanged or fully converted"
        unharmed = "; only the files before this one were changed" if request.interactive else unharmed
        console.problem(f"interrupted{unharmed}")
    code = _report(request, collection, console, seconds, interrupted=interrupted, is_due=is_new)
    if verification and delivered:
        console.note(verification.summary())
    if request.writes and request.output is None and (collection.has_changes or is_new):
        console.note(f"to undo this run: {_undo_command(request)}")
        if mixed := [name for name in uncommitted if name in collection.changed]:
            console.note(f"had uncommitted changes before this run: {_some(mixed)}; undo reverts only the conversion")
    return code


def process_stream(request: Request, console: Console, name: str) -> int:
    """Standard input to standard output, or to a report of it."""
    from hipify_py.engine import Context
    from hipify_py.run.runner import outcome_of, result_of

    started = time.monotonic()
    refuse_reports(request)
    try:
        data = read_standard_input(MAX_BYTES)
    except OSError as error:
        raise RequestError(reason(error)) from error
    path = Path(name)
    is_cuda = File(path, Path(path.name), "source").is_cuda or name == "-"
    shown = "<stdin>" if name == "-" else name
    kind = kind_if_named(path)
    if kind != "module" and request.command != "scan":
        kind = "source"
    file = File(Path(shown), Path(shown), kind)
    context = Context(request.job.policy(), path=shown, is_cuda=is_cuda, style=request.job.style)
    outcome = outcome_of(result_of(file, data, context), file, request.job.archs)
    collection = request.collection()
    collection.add(outcome)
    collection.add_file(outcome, "would change" if outcome.output is not None and request.command != "scan" else "")
    if request.diff:
        from hipify_py.run.deliver.show import Diff

        diff = Diff(console.patch_output())
        diff.deliver(outcome)
        diff.close()
    elif request.command == "convert" and not request.check:
        console.write_bytes(data if outcome.output is None else outcome.output)
    return _report(request, collection, console, time.monotonic() - started, interrupted=False)


def _report(
    request: Request,
    collection: Collection,
    console: Console,
    seconds: float,
    *,
    interrupted: bool,
    is_due: bool = False,
) -> int:
    """Say what there is to say in every format asked for; the exit code says it shortest."""
    triage = request.triage
    try:
        report = collection.finished(seconds, interrupted=interrupted)
    except BaselineError as error:
        console.problem(str(error))
        return FAILED
    failing = [remark for remark in report.remarks if triage.fail_on.is_met_by(remark)]
    code = (
        stopping.ended_with() if interrupted else _exit_code(request, collection, failed=bool(failing), is_due=is_due)
    )
    report = replace(report, exit_code=code, fails=triage.fail_on.is_met_by)
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
        if request.statistics:
            from hipify_py.report.formats import full

            console.data_lines(line.plain() for line in full.statistics_of(report, catalogue))
    elif shown == PEOPLE:
        console.report(report, catalogue, least=least, statistics=request.statistics)
    elif shown and (request.diff or is_filter):
        console.data_lines(render(shown, report, catalogue).splitlines())
    elif shown:
        console.data(render(shown, report, catalogue))
    if shown != PEOPLE and not is_filter:
        console.closing(report)


def _about_baseline(triage: Triage, report: Report) -> Iterator[str]:
    if triage.write_baseline is not None:
        yield f"recorded {report.known} finding{'s'[: report.known != 1]} in {triage.write_baseline}"
    elif report.fixed and triage.baseline is not None:
        gone = sum(report.fixed.values())
        what = "1 recorded finding is" if gone == 1 else f"{gone} recorded findings are"
        yield f"{triage.baseline.file}: {what} fixed; update the baseline with --write-baseline {triage.baseline.file}"


def with_header(request: Request, files: Sequence[File]) -> Request:
    """One header of translated PTX for a tree, above all CUDA sources in it; a file named alone has it beside."""
    is_tree = any(map(is_directory, request.paths)) and not any(map(leads_away, request.paths))
    if request.job.ptx_header is not None or not is_tree:
        return request
    including = (file for file in files if file.kind == "module" or (file.is_source and file.is_cuda))
    sources = [file for file in including if not file.is_link]
    folders = [
        file.path.parent if request.output is None else request.output / file.relative.parent for file in sources
    ]
    if not folders:
        return request
    header = Path(os.path.commonpath(folders)) / PTX_HEADER
    return replace(request, job=replace(request.job, ptx_header=header))


def project_of(
    request: Request,
    found: Found,
    everyone: Sequence[File],
    instead: Mapping[str, bytes] = MappingProxyType({}),
    earlier: Earlier | None = None,
) -> Project | None:
    """What files know of each other: all of it as it is before the first of them is written, or as is said `instead`,
    by their real paths. An `earlier` run may have found it out."""
    has_tree = any(map(is_directory, request.paths))  # single files are not all that there is
    if not has_tree or not found.files:
        return None
    from hipify_py.run.project.index import Project
    from hipify_py.run.project.modules import PtxModules

    above = (file for path in request.paths for file in builds_above(path))
    builds = chain((file for file in everyone if file.kind == "build"), found.templates, found.besides, above)
    named = frozenset(os.path.realpath(path) for path in request.paths if not is_directory(path))
    respected = [file for file in everyone if str(file.real) not in named] if request.respects_ports else []
    sources = (file for file in everyone if file.is_source and not file.is_template)
    if (shim := request.shim) is not None:
        instead = shim.instead()
        respected = [file for file in respected if not shim.is_included_by(file)]
    modules = PtxModules(everyone, request.output)
    project = Project(sources, builds, request.job.policy(), request.job.style, respected, instead, modules, earlier)
    if request.writes and request.output is None:
        project.settle(file for file in found.files if file.is_source)
    return project


def _shim(request: Request, wish: Wish, found: Found, project: Project | None, console: Console) -> Made:
    from hipify_py.run.shim.shim import made

    return made(wish, found.files, request.job, project, console.progress)


def _write_shim(made: Made, delivery: Delivery, console: Console) -> bool:
    """The header of `hipify-py shim`, before the first source that includes it; whether it is another one now."""
    companion = made.companion
    if made.is_empty:
        console.note(f"{companion.path}: not written, as the sources use no names of CUDA that HIP has by others")
        return False
    written = delivery.accompany(companion)
    count = counted(len(made.names.macros), "macro")
    console.note(f"{companion.path}: {written or 'unchanged'} ({count})")
    return bool(written)


def _about_ports(ranked: Sequence[tuple[str, int]], unnamed: Sequence[str]) -> Iterator[str]:
    """Which files of a tree are no work for a port, and why: before all else, as it may be all."""
    for why, count in ranked[:_SHOWN_PORTS]:
        yield f"left unchanged: {why} ({counted(count, 'file')})"
    if others := ranked[_SHOWN_PORTS:]:
        more = sum(count for _why, count in others)
        yield f"left unchanged: {counted(more, 'file')} for {counted(len(others), 'other reason')}"
    if unnamed:
        yield f"not named by builds for AMD: {_some(unnamed)} ({counted(len(unnamed), 'CUDA source')})"
    if ranked:
        yield "use --ported convert to convert these files, too"


def _deliver_all(
    request: Request,
    found: Found,
    delivery: Delivery,
    collection: Collection,
    console: Console,
    how: Means,
    project: Project | None,
    made: Made | None,
) -> bool:
    """Deliver every outcome; False if a signal stopped it."""
    tally, headers = Tally(collection, console), Headers(request)
    try:
        outcomes = _outcomes(found.files, request, how, project) if made is None else made.outcomes
        try:
            for outcome in _following(outcomes, request, project, console, len(found.files)):
                with stopping.held():
                    tally.add(outcome)
                    if outcome.problem or headers.keeps(outcome):
                        continue
                    if not tally.settle(delivered(outcome, headers, delivery, console)):
                        return True
        except stopping.Stopped:
            if not request.interactive:
                raise
            stopping.acknowledge()  # what was accepted before is written
        for lacking in project.lacking(headers.callers, request.job.name_of_header) if project is not None else ():
            collection.add(lacking)
        for outcome in headers.waiting():
            with stopping.held():
                if not tally.settle(delivered(outcome, headers, delivery, console)):
                    return True
        with stopping.held():
            tally.settle(delivery.finish())
    except stopping.Stopped:
        stopping.acknowledge()
        return False
    finally:
        with stopping.held():
            tally.settle(delivery.close())
            if any(map(request.is_renamed_with_others, tally.failed)):
                tally.take_back(request.written_tree)
            tally.close()
    return not stopping.ended_with()


def _refuse_meant_as_output(request: Request, found: Found) -> None:
    """`hipify-py src out` with an empty directory would convert `src` in place."""
    last = str(request.paths[-1])
    if request.command == "convert" and request.output is None and len(request.paths) > 1:
        for problem in found.problems:
            if problem.path == last and os.access(last, os.R_OK | os.X_OK):
                raise RequestError(f"{last}: {problem.reason}; to write the converted files there, use -o {last}")


def _note_declared_elsewhere(
    files: Sequence[File],
    everyone: Sequence[File],
    request: Request,
    collection: Collection,
    how: Means,
    project: Project | None,
) -> None:
    """With --since, a name that an unchanged file declares is the project's own, too."""
    names, changed = collection.undeclared(), frozenset(files)
    others = [file for file in everyone if file not in changed and file.is_source and _mentions(file, names)]
    for outcome in how.outcomes(others, request.job, project) if names else ():
        collection.note_declared(outcome.declared)


def _mentions(file: File, names: Set[str]) -> bool:
    try:
        data = read_regular(file.real, MAX_BYTES)
    except OSError:
        return False
    return any(to_bytes(name) in data for name in names)


def _following(
    outcomes: Iterable[FileOutcome], request: Request, project: Project | None, console: Console, count: int
) -> Iterator[FileOutcome]:
    """The outcomes, with what somebody accepts of them if anybody is asked."""
    if request.interactive:
        from hipify_py.run.review.session import Review  # few runs ask

        return Review(request.job, project, console).asked(outcomes)
    return console.progress(outcomes, count, "scanning" if request.command == "scan" else "converting")


def _verification(request: Request, wish: Verify) -> Verification:
    from hipify_py.run.verify.verification import Verification  # most runs start no compiler

    base = common_base(list(request.paths))
    if request.output is not None and request.copy:
        return Verification(wish, "tree", base, request.output, request.workers)
    # A directory that holds only what was converted is no tree that compiles: its files are checked among the others.
    is_in_place = not (request.diff or request.check or request.output is not None)
    how: Literal["in place", "nowhere"] = "in place" if is_in_place else "nowhere"
    return Verification(wish, how, base, request.output or base, request.workers)


def _verify(verification: Verification, collection: Collection, console: Console) -> bool:
    """Note what the compiler finds; False if a signal stopped it."""
    count = len(verification.units)
    try:
        for outcomes in console.progress(verification.outcomes(), count, "verifying", _VERIFIED_WITH_BAR_FROM):
            for outcome in outcomes:
                collection.add(outcome)
    except stopping.Stopped:
        stopping.acknowledge()
        return False
    return True


def _outcomes(files: list[File], request: Request, how: Means, project: Project | None) -> Iterator[FileOutcome]:
    """Sources go through the converter, in order with the files that are only copied."""
    converted = how.outcomes([file for file in files if file.kind != "other"], request.job, project)
    for file in files:
        yield next(converted) if file.kind != "other" else FileOutcome(file)


def _with_names(
    request: Request,
    found: Found,
    everyone: list[File],
    left: Set[File],
    delivery: Delivery,
    collection: Collection,
    console: Console,
    how: Means,
    project: Project | None,
) -> Request:
    """The request with the new names of files decided, all of them before the first is written. Those of files that
    are `left` as they are stay."""
    from hipify_py.run.renaming import Renaming  # asked for by few

    def converted(users: list[File], renames: Renames) -> Iterator[FileOutcome]:
        return how.outcomes(users, replace(request.job, renaming=renames), project)

    sources = [file for file in everyone if file.is_source]
    changeable = [file for file in found.files if file.is_source and file not in left]
    renaming = Renaming(
        request.job,
        sources,
        changeable,
        delivery.obstacle,
        converted,
        unread=found.problems,
        linked=found.linked,
        templates=found.templates,
        builds=[file for file in everyone if file.kind == "build"],
    )
    decided = renaming.decided()
    for problem in renaming.problems:
        fail(collection, console, problem)
    for note in renaming.notes:
        console.note(f"{note.path}: {note.reason}")
    return replace(request, job=replace(request.job, renaming=decided))


def _uncommitted(request: Request, files: Sequence[File]) -> list[str]:
    """The files that a run in place changes and git would lose something of."""
    if not request.writes or request.output is not None:
        return []
    base = common_base(list(request.paths))
    names = None
    if repository_of(Path(os.path.realpath(base))) is not None:
        from hipify_py.run.triage.since import uncommitted  # asks git

        names = uncommitted([file.path for file in files if _may_change(file, request)], base)
    if request.require_clean and names is None:
        raise RequestError(f"--require-clean: {base} is not in a git work tree")
    if request.require_clean and names:
        raise RequestError(f"--require-clean: uncommitted changes in {_some(names)}; commit or stash them first")
    return names or []


def _may_change(file: File, request: Request) -> bool:
    is_build = file.kind == "build" and request.job.style.converts_builds
    return file.is_source or (is_build and converts_build(file.path))


def _some(names: Sequence[str]) -> str:
    """The first of several, and how many more there are."""
    more = len(names) - _SHOWN_NAMES
    return ", ".join(names[:_SHOWN_NAMES]) + (f" and {more} more" if more > 0 else "")


def _delivery(request: Request, found: Found, console: Console) -> Delivery:
    """Each imported where it is asked for."""
    if request.command == "scan":
        return Nothing()
    if request.is_dry:
        from hipify_py.run.deliver.show import Check, Diff

        return Diff(console.patch_output()) if request.diff else Check()
    if request.output is not None:
        from hipify_py.run.deliver.tree import OtherTree

        sources = [file.real for file in found.files]
        tree = OtherTree(
            request.output,
            request.written_tree,
            sources,
            copy=request.copy,
            force=request.force,
            written=request.written,
        )
        return tree if request.pins is None else request.pins.over(tree, request.output, request.written_tree)
    from hipify_py.run.deliver.inplace import InPlace
    from hipify_py.run.deliver.journal import Journal
    from hipify_py.run.deliver.undo import sweep

    sweep(request.written_tree)
    return InPlace(Journal(request.written_tree, request.named_paths), at_once=request.interactive)


def _exit_code(request: Request, collection: Collection, *, failed: bool, is_due: bool) -> int:
    if collection.has_problems:
        return FAILED
    return FOUND if failed or (request.check and (collection.has_changes or is_due)) else FINE


def _undo_command(request: Request) -> str:
    here = Path(os.path.realpath("."))
    if request.written_tree.is_relative_to(here) or any(map(here.is_relative_to, request.named_paths)):
        return "hipify-py undo"
    from shlex import quote  # asked for at the end

    return f"hipify-py undo {quote(str(common_base(list(request.paths))))}"
