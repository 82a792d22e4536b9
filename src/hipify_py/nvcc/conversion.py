"""Inputs and what they include, converted for one command: what the compiler is shown in their places, and what there
is to say of them."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import field
from pathlib import Path

from hipify_py import helpers
from hipify_py.nvcc import NvccError
from hipify_py.nvcc.line_marks import with_line_marks
from hipify_py.nvcc.plans import stored, stored_header
from hipify_py.records import dataclass
from hipify_py.report.model import Report
from hipify_py.rules.load import load as load_rules
from hipify_py.run.discover import File
from hipify_py.run.means import PROCESSES, Means, means
from hipify_py.run.outcome import FileOutcome, Remark
from hipify_py.run.project.index import Project
from hipify_py.run.task import Job
from hipify_py.run.triage.selectors import Choice
from hipify_py.run.triage.triage import Collection, Triage
from hipify_py.tables.load import load
from hipify_py.tables.model import Version
from hipify_py.texts import to_bytes


class CudaFile(File):
    """A file that is CUDA's whatever its name, as `-x cu` says."""

    __slots__ = ()

    @property
    def is_cuda(self) -> bool:
        return True


@dataclass
class Converted:
    """`overlay` are the compiler's options that show it; `needs` are the files of the cache for that, of which `ours`
    are headers that converted files include."""

    overlay: list[str] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)
    ours: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    remarks: tuple[Remark, ...] = ()
    problems: list[str] = field(default_factory=list)


def converted(
    files: Sequence[str], rocm: Version | None, mappings: tuple[Path, ...] = (), cuda: Iterable[str] = ()
) -> Converted:
    """`cuda` are the files that are CUDA's whatever their names."""
    tables = load(mappings)
    job = Job(rocm or tables.newest_rocm, mappings=mappings)
    forced = {os.path.realpath(path) for path in cuda}
    found = [_file(path, forced) for path in files]
    result = Converted(flags=sorted(tables.flags(job.rocm, job.target).values()))
    collection = Collection(Report("convert", str(job.rocm)), job, Triage(Choice(load_rules())))
    shown: dict[str, Path] = {}
    calls: dict[str, set[str]] = defaultdict(set)
    with means(job, executor=PROCESSES, jobs=1, with_output=True, keeps=True, say=_ignored) as how:
        for outcome in _outcomes(found, job, how):
            collection.add(outcome)
            if outcome.problem:
                result.problems.append(f"{outcome.file.path}: error: {outcome.problem}")
            for header in outcome.needs_headers:
                calls[header] |= outcome.header_calls[header]
            shown.update(_shown(outcome))
    result.remarks = collection.finished(0.0, interrupted=False).remarks
    _add_headers(result, calls)
    if shown:
        overlay = _overlay(shown)
        result.overlay.append(f"-ivfsoverlay{overlay}")
        result.needs += map(str, (overlay, *shown.values()))
    return result


def _file(path: str, forced: Iterable[str]) -> File:
    real = os.path.realpath(path)
    kind = CudaFile if real in forced else File
    relative = Path(os.path.relpath(path))
    return kind(Path(path), relative, "source", is_link=Path(path).is_symlink(), real=Path(real))


def _outcomes(files: Sequence[File], job: Job, how: Means) -> Iterator[FileOutcome]:
    """All of the files know of each other, as in a tree. Those that are portable already are converted, too: nobody
    knows what their own build for AMD gives them beside the macros."""
    with closing(Project(files, (), job.policy(), job.style)) as project:
        yield from how.outcomes(files, job, project)
        named = {str(file.path): file for file in files}
        for failure in project.failures:
            yield FileOutcome(named.get(failure.path, files[0]), problem=failure.reason)


def _shown(outcome: FileOutcome) -> Iterator[tuple[str, Path]]:
    """Where a converted file is found, by each of its names."""
    if outcome.output is None or outcome.original is None:
        return
    contents = stored(with_line_marks(outcome.original, outcome.output))
    path = outcome.file.path
    yield from ((name, contents) for name in {os.path.abspath(path), os.path.realpath(path)})


def _overlay(shown: dict[str, Path]) -> Path:
    """What the compiler reads instead of files; it knows them by names in UTF-8 alone."""
    for name in shown:
        if any("\ud800" <= sign <= "\udfff" for sign in name):
            raise NvccError(f"{name}: the name is not UTF-8, so that no compiler can be shown converted text for it")
    roots = [{"type": "file", "name": name, "external-contents": str(shown[name])} for name in sorted(shown)]
    overlay = {"version": 0, "use-external-names": False, "roots": roots}
    return stored(to_bytes(json.dumps(overlay)), ".json")


def _add_headers(result: Converted, calls: dict[str, set[str]]) -> None:
    """As much of our headers as is called: files include them in quotes, and nothing lies beside these."""
    for header in sorted(calls):
        text = to_bytes(helpers.text_for(header, calls[header]))
        path = stored_header(header, text)
        result.ours.append(str(path))
        result.needs.append(str(path))
        result.overlay.append(f"-isystem{path.parent}")


def _ignored(_said: str) -> None:
    """What is said of the cache of results, nobody who builds wants to hear."""
