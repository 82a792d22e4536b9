"""What a run over the tree of a file would know: settings, files, the index of the project. Built once, and again when
something on the disk has changed; a keystroke asks only what there is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from hipify_py import engine
from hipify_py.engine import Context, Result
from hipify_py.file.unknown_names import may_declare
from hipify_py.reading import tokens
from hipify_py.run import config
from hipify_py.run.app import project_of, with_header
from hipify_py.run.deciding import deciding, stamps
from hipify_py.run.deliver.state import journals
from hipify_py.run.discover import File, discover, is_directory, kind_if_added
from hipify_py.run.outcome import FileOutcome, Remark
from hipify_py.run.pipeline import too_large
from hipify_py.run.project.index import Project
from hipify_py.run.request import Request
from hipify_py.run.runner import failed, outcome_of, result_of
from hipify_py.run.task import Reader, most_bytes
from hipify_py.run.triage.triage import Collection
from hipify_py.server.documents import Document
from hipify_py.system import disk
from hipify_py.tables.model import Policy

RequestFor = Callable[[Path], Request]
Say = Callable[[str], object]
_MOST_BYTES = 16_000_000


class SettingsError(Exception):
    """Settings that a run would refuse, in one line."""


class Analysis(NamedTuple):
    """What a run would say of a text, and what it would make of it: nothing where there is no `result`."""

    file: File
    context: Context | None
    result: Result | None
    outcome: FileOutcome
    remarks: tuple[Remark, ...]


class Tree:
    """`path` is a directory, or a file that is looked at alone. `instead` are texts that are open, by the real path of
    their file."""

    def __init__(self, path: Path, request_for: RequestFor, instead: Mapping[str, bytes]) -> None:
        self.path = path
        self._built = time.time()
        self._instead = instead
        request = request_for(path)
        # Texts are edited here, and not files: nobody renames any.
        request = replace(request, job=replace(request.job, renames={}))
        found = discover(
            request.paths,
            request.selection,
            enough=request.enough,
            modules=request.modules,
            journals=journals(),
        )
        self.files = {file.real.as_posix(): file for file in found.files}
        self.request = with_header(request, found.files)
        self._recipe = self.request.job.recipe()
        self.policy: Policy = self._recipe.policy()
        self.project: Project | None = project_of(self.request, found, found.files, instead)
        self._reader = Reader(self.request.job, self._recipe, None, self.project)
        self._report = self.request.collection().report  # of nothing yet
        self._declared: frozenset[str] | None = None
        self._root = Path(os.path.realpath(path))
        self._deciding = tuple(deciding(self._root, self.request))
        self._stamps = stamps(self._deciding)

    def close(self) -> None:
        self._reader.close()
        if self.project is not None:
            self.project.close()

    def is_stale(self) -> bool:
        """Whether settings and tables are not what they were."""
        return stamps(self._deciding) != self._stamps

    def warm(self, documents: Iterable[Document]) -> None:
        """Find out now what the first conversions will ask of the whole tree."""
        for document in documents:
            if document.real is not None and (file := self.file_of(document)) is not None:
                self._context_of(file, document.text.data)
                if self.project is not None:
                    self.project.why_no_work(file)

    def file_of(self, document: Document) -> File | None:
        """The file of the run that a text is, if a run looked at it."""
        if document.real is None:
            name = Path(document.uri.rpartition("/")[2] or "text")
            return File(name, name, "source") if document.is_cuda_without_a_file else None
        known = self.files.get(document.real.as_posix())
        if known is not None or document.real.exists() or not is_directory(self.path):
            return known if known is not None and known.kind != "other" else None
        return self._added(document.real)

    def made_since(self, document: Document) -> float:
        """When the file of a text was made, if that is since, and nobody knows whether a run would look at it."""
        if document.real is None or document.real.as_posix() in self.files or not is_directory(self.path):
            return 0.0
        try:
            made = document.real.stat().st_ctime
        except OSError:
            return 0.0
        return made if made >= self._built else 0.0

    def _added(self, real: Path) -> File | None:
        if not real.is_relative_to(self._root):
            return None
        relative = real.relative_to(self._root)
        kind = kind_if_added(relative, self.request.selection)
        return File(self.path / relative, relative, kind, real=real) if kind in ("source", "build") else None

    def read(self, file: File) -> bytes | None:
        """What lies on the disk, as far as a run would read it: None if that is too much. Raises OSError."""
        return self._reader.read(file).data

    def analysis(self, file: File, data: bytes | None) -> Analysis:
        """What a run would say of a file with these bytes; None are too many."""
        context, result, outcome = None, None, FileOutcome(file)
        try:
            if data is None or len(data) > most_bytes(file):
                outcome = too_large(file)
            elif (context := self._context_of(file, data)) is not None:
                result = result_of(file, data, context)
                outcome = replace(outcome_of(result, file, self.policy.archs), file=file)
        except Exception as error:
            outcome = failed(file, error)
        return Analysis(file, context, result, outcome, self._triaged(file, outcome))

    def _context_of(self, file: File, data: bytes) -> Context | None:
        """All that the conversion of a text depends on; None if there is nothing to convert."""
        style = self._recipe.style
        if file.real == Path():  # nothing is known of what has no name
            return Context(self.policy, path=str(file.path), style=style)
        if self._reader.is_of_no_concern(file, data):
            return None
        return self._reader.task(file, data, None).input.context(self.policy, style)

    def _triaged(self, file: File, outcome: FileOutcome) -> tuple[Remark, ...]:
        collection, project = Collection(self._report, self.request.job, self.request.triage), self.project
        collection.add(outcome)
        if self._declared is not None:
            collection.note_declared(self._declared)
        if project is not None and not file.is_template and file.real.as_posix() in self.files:
            collection.ease(
                lambda _path: project.why_no_work(file),
                lambda _path, line, subject: project.why_no_work_on(file, line, subject),
            )
        return collection.finished(0.0, interrupted=False).remarks

    @property
    def knows_declared(self) -> bool:
        return self._declared is not None or self.project is None

    def find_declared(self) -> None:
        """Which names that look as CUDA's the files of the tree declare: read once, when one is met that nobody
        knows. Files are asked in the thread of whoever calls."""
        found: set[str] = set()
        for file in self.files.values():
            data = self._content(file) if file.is_source else None
            if data and may_declare(tokens.words(data), self.policy):
                found |= engine.declared(data, Context(self.policy, str(file.path), file.is_cuda))
        self._declared = frozenset(found)

    def _content(self, file: File) -> bytes | None:
        if (opened := self._instead.get(file.real.as_posix())) is not None:
            return opened
        try:
            return disk.read(file.real, _MOST_BYTES)[0]
        except OSError:
            return None


def root_of(real: Path, folders: Iterable[Path], say: Say) -> Path | None:
    """The tree that a file belongs to: the directory that is open in the editor, or the one below it with the nearest
    settings. Where directories are open, a file outside of them belongs to none."""
    around = [folder for folder in folders if real.is_relative_to(os.path.realpath(folder))]
    folder = max(around, key=lambda each: len(each.parts), default=None)
    if folder is None:
        return None
    settings = config.nearest(real.parent, real.parent, say)
    top = Path(os.path.realpath(folder))
    if settings is not None and (inner := Path(os.path.realpath(settings.parent))) != top and inner.is_relative_to(top):
        return folder / inner.relative_to(top)
    return folder
