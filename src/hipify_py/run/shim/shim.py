"""All files of a run understood, the header that they get together, and what there is to say of each."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.edits import Edit, in_order, splice
from hipify_py.engine import Result, Understood, understand
from hipify_py.file.marks import CALLS_OF_HEADERS, COMPAT_HEADER, ON_AMD, is_our_header, is_shim
from hipify_py.findings import Finding
from hipify_py.once import cached_property
from hipify_py.reading.tokens import words
from hipify_py.records import dataclass
from hipify_py.run.delivery import Companion
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.pipeline import too_large
from hipify_py.run.runner import failed, outcome_of, seconds_for
from hipify_py.run.shim.analysis import Analysis, Left, Use, analysis
from hipify_py.run.shim.header import Contents, earlier_macros, for_cuda, headers_of
from hipify_py.run.shim.names import Macro, Names, names_of
from hipify_py.run.shim.versions import BOTH_VERSIONS, Versions, both_versions
from hipify_py.run.task import MAX_BYTES, Job, Reader
from hipify_py.system import disk
from hipify_py.system.disk import Signature
from hipify_py.system.timing import OutOfTimeError, time_limit
from hipify_py.tables.model import Policy
from hipify_py.texts import reason, to_bytes

if TYPE_CHECKING:
    from hipify_py.run.project.index import Project

_COMPILES_AT_RUN_TIME = b"nvrtcCompileProgram"
Progress = Callable[[Iterable[File], int, str], Iterator[File]]


class ForeignError(Exception):
    """A file lies where the header is to be, and is none, in one line."""


@dataclass(frozen=True)
class Wish:
    """Where the header is to be, whether sources are to include it, and whether they are to have a version for AMD of
    what the header cannot do."""

    path: Path
    fixes: bool = False
    ports: bool = False

    @property
    def real(self) -> Path:
        return Path(os.path.realpath(self.path.parent)) / self.path.name

    def present(self) -> bytes:
        """The header as an earlier run wrote it, or nothing."""
        try:
            data = disk.read(self.real, MAX_BYTES)[0] or b""
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise ForeignError(f"{self.path}: {reason(error)}") from error
        if not is_shim(data):
            raise ForeignError(f"{self.path} exists and was not written by hipify-py shim; choose another file with -o")
        return data

    def instead(self) -> dict[str, bytes]:
        """What the header is to the files around it: CUDA's headers."""
        return {self.real.as_posix(): for_cuda(self.present().decode("utf-8", "replace"))}

    def is_included_by(self, file: File) -> bool:
        """Whether a source has the header from an earlier run, so that its branches for AMD may be ours."""
        if not file.is_source or not self.real.exists():
            return False
        try:
            return to_bytes(self.real.name) in (disk.read(file.real, MAX_BYTES)[0] or b"")
        except OSError:
            return False

    def spelled(self, file: File) -> str:
        """How a file includes the header."""
        return Path(os.path.relpath(self.real, file.real.parent)).as_posix()


@dataclass(frozen=True)
class Made:
    """What the run is to write: the header, and an outcome for each file, in order."""

    companion: Companion
    outcomes: Sequence[FileOutcome]
    names: Names
    is_empty: bool


@dataclass(frozen=True)
class _Read:
    """A file that there is something to say of."""

    file: File
    found: Analysis
    signature: Signature | None


@dataclass(frozen=True, eq=False)
class _Edited:
    """A file as it is to be, and what is to be said of it."""

    read: _Read
    edits: tuple[Edit, ...]
    findings: tuple[Finding, ...]

    @cached_property
    def versions(self) -> list[Edit]:
        return [edit for edit in self.edits if edit.group == BOTH_VERSIONS]

    @property
    def uses(self) -> Iterator[Use]:
        """The names that the code for AMD has, too."""
        starts = [edit.start for edit in self.versions]
        for use in (*self.read.found.uses, *self.read.found.namespaces.values()):
            index = bisect_right(starts, use.start) - 1
            if index < 0 or not self._is_for_cuda_alone(use, self.versions[index]):
                yield use

    def _is_for_cuda_alone(self, use: Use, version: Edit) -> bool:
        """Whether a name stands in lines whose version for AMD has another one in its place."""
        name, written = to_bytes(use.name), b"".join(part for part in version.parts if isinstance(part, bytes))
        before = self.read.found.source.data[version.start : version.end]
        return use.start < version.end and written.count(name) <= before.count(name)

    @cached_property
    def text(self) -> bytes:
        return splice(self.read.found.source.data, self.edits)

    @cached_property
    def calls(self) -> dict[str, frozenset[str]]:
        """The functions of helper headers that the text calls by their names there."""
        return _calls(self.text)


def made(wish: Wish, files: Sequence[File], job: Job, project: Project | None, progress: Progress) -> Made:
    before = wish.present().decode("utf-8", "replace")
    reader = Reader(job, job.recipe(), None, project)
    sources = _Sources(wish, reader, job.policy(), job)
    try:
        read = [sources.read(file) for file in progress(files, len(files), "reading")]
        known = {str(each.file.path): each.found for each in read if isinstance(each, _Read)}
        names = names_of(known)
        done = [sources.edited(each, names) if isinstance(each, _Read) else each for each in read]
    finally:
        reader.close()
    edited = [each for each in done if isinstance(each, _Edited)]
    names = names.needed(use for each in edited for use in each.uses)
    texts = [*(each.text for each in edited), *sources.left]
    if wish.ports:
        names = names.with_others(_still_named(earlier_macros(before), names, texts, sources.policy))
    headers = {header for each in edited for header in each.calls}.union(*map(_calls, sources.left))
    selects = any(ON_AMD in text for text in texts)
    contents = _contents(known, names, before, sources.policy, headers, selects=selects)
    outcomes = [_outcome(each, names, sources.policy) if isinstance(each, _Edited) else each for each in done]
    text = to_bytes(contents.text(wish.path.name))
    is_used = names.macros or names.namespaces or contents.helpers or any(found.includes for found in known.values())
    is_empty = not (before or is_used)
    return Made(Companion(wish.path.name, wish.path, wish.real, lambda _old: text, "-o"), outcomes, names, is_empty)


@dataclass(frozen=True)
class _Sources:
    """What is found out of a source, and what becomes of it; `left` are the texts of what builds for AMD already, and
    `compilers` the files that compile kernels at run time."""

    wish: Wish
    reader: Reader
    policy: Policy
    job: Job
    left: list[bytes] = field(default_factory=list)
    compilers: list[File] = field(default_factory=list)

    def read(self, file: File) -> _Read | FileOutcome:
        if file.real == self.wish.real or not file.is_source:
            return FileOutcome(file)
        try:
            data, signature = self.reader.read(file)
            if data is None:
                return too_large(file)
            if _COMPILES_AT_RUN_TIME in data:
                self.compilers.append(file)
            if self.reader.is_of_no_concern(file, data):
                return FileOutcome(file, signature=signature, size=len(data))
            with time_limit(seconds_for(data)):
                found = self._understood(file, data, signature)
                if isinstance(found, Result):
                    self.left.extend([data] if self.wish.ports and not is_our_header(data) else [])
                    return _as_it_is(found, file, self.job)
                return _Read(file, analysis(found, self.wish.spelled(file), is_port=self.wish.ports), signature)
        except OSError as error:
            return FileOutcome(file, problem=reason(error))
        except OutOfTimeError as error:
            return FileOutcome(file, problem=str(error))
        except Exception as error:  # a bug of ours must cost one file and be named, not end the run
            return failed(file, error)

    def _understood(self, file: File, data: bytes, signature: Signature | None) -> Understood | Result:
        return understand(data, self.reader.task(file, data, signature).input.context(self.policy, self.job.style))

    def edited(self, read: _Read, names: Names) -> _Edited | FileOutcome:
        """What becomes of a source, as the names are known that get macros."""
        found, left = read.found, list(names.left(read.found))
        # What is compiled at run time finds no header, and may be such a file.
        fixes = self.wish.fixes and not (found.includes.is_bare and self.compilers)
        edits = found.includes.edits if fixes else []
        said = [*found.findings, *(found.includes.stay if fixes else found.includes.findings)]
        try:
            versions = self._versions(read, left) if fixes and self.wish.ports else None
            made = in_order((*edits, *versions.edits) if versions else edits)
        except Exception as error:
            return failed(read.file, error)
        said += (each.finding for each in left if each.finding and (versions is None or not versions.serve(each.edits)))
        return _Edited(read, made, tuple(sorted(_once(said), key=lambda each: each.start)))

    def _versions(self, read: _Read, left: Sequence[Left]) -> Versions | None:
        wanted = frozenset(edit for each in left for edit in each.edits)
        data = read.found.source.data
        found = self._understood(read.file, data, read.signature) if wanted else None
        if not isinstance(found, Understood):
            return None
        with time_limit(seconds_for(data)):
            return both_versions(found.facts.reading, found.edits, wanted, read.found.of_includes)


def _as_it_is(result: Result, file: File, job: Job) -> FileOutcome:
    """A file that cannot be read as a source, whose own result says why."""
    return outcome_of(replace(result, output=result.source.data, edits=()), file, job.archs)


def _still_named(earlier: Mapping[str, str], names: Names, texts: Sequence[bytes], policy: Policy) -> Iterator[Macro]:
    """The macros of an earlier header whose names stand in code that builds for AMD do not read any more."""
    others = {to_bytes(name): name for name in earlier if name not in names.macros and name not in names.reasons}
    still = {word for text in texts if others for word in words(text) if word in others}
    for name in sorted(others[word] for word in still):
        if (known := policy.name(name)) is not None:
            yield Macro(name, known.entry.library, earlier[name])


def _contents(
    known: Mapping[str, Analysis], names: Names, before: str, policy: Policy, headers: Set[str], *, selects: bool
) -> Contents:
    """`headers` are those of ours that sources call by their own names."""
    analyses = [known[path] for path in sorted(known)]
    inclusions = [each for found in analyses for each in found.includes.of_cuda]
    hip_only = [name for found in analyses for name in found.includes.hip]
    has_c = any(path.endswith(".c") for path in known)
    hip, cuda = headers_of(inclusions, hip_only, before, has_c=has_c)
    titles = {library: row.get("title", "") for library, row in policy.tables.titles.items()}
    flags = policy.tables.flags(policy.rocm, policy.target)
    helpers = headers | set(_called_by_macros(names.macros.values()))
    helpers |= {COMPAT_HEADER for found in analyses if found.helpers}
    defined = frozenset[str]().union(*(found.defined for found in analyses))
    return Contents(names, hip, cuda, sorted(helpers), f"ROCm {policy.rocm}", titles, flags, defined, selects)


def _outcome(edited: _Edited, names: Names, policy: Policy) -> FileOutcome:
    found, source = edited.read.found, edited.read.found.source
    result = Result(source, edited.text, findings=edited.findings)
    served = [use for use in found.uses if use.name in names.macros]
    calls = dict(edited.calls)
    for header, called in _called_by_macros(names.macros[use.name] for use in served).items():
        calls[header] = calls.get(header, frozenset()) | called
    if found.helpers:
        calls[COMPAT_HEADER] = calls.get(COMPAT_HEADER, frozenset()) | found.helpers
    return replace(
        outcome_of(result, edited.read.file, policy.archs),
        signature=edited.read.signature,
        declared=found.declared,
        converted=Counter(use.library for use in served) + Counter(edit.group for edit in edited.versions),
        names=Counter(use.name for use in served),
        header_calls=calls,
        needs_headers=frozenset(calls),
    )


def _called_by_macros(macros: Iterable[Macro]) -> dict[str, frozenset[str]]:
    """The functions that macros name, by the headers of ours that have them."""
    return _calls(to_bytes("\n".join(macro.text for macro in macros)))


def _calls(text: bytes) -> dict[str, frozenset[str]]:
    return {header: names for header, calls in CALLS_OF_HEADERS.items() if (names := calls(text))}


def _once(findings: Iterable[Finding]) -> Iterator[Finding]:
    seen: set[tuple[str, int, str]] = set()
    for each in findings:
        key = (each.rule, each.start, each.message)
        if key not in seen:
            seen.add(key)
            yield each
