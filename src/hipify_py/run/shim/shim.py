"""All files of a run understood, the header that they get together, and what there is to say of each."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.edits import in_order, splice
from hipify_py.engine import Result, understand
from hipify_py.file.marks import CALLS_OF_HEADERS, COMPAT_HEADER, is_shim
from hipify_py.findings import Finding
from hipify_py.records import dataclass
from hipify_py.run.delivery import Companion
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.pipeline import too_large
from hipify_py.run.runner import failed, outcome_of, seconds_for
from hipify_py.run.shim.analysis import Analysis, analysis
from hipify_py.run.shim.header import Contents, for_cuda, headers_of
from hipify_py.run.shim.names import Macro, Names, names_of
from hipify_py.run.task import MAX_BYTES, Job, Reader
from hipify_py.system import disk
from hipify_py.system.timing import OutOfTimeError, time_limit
from hipify_py.tables.model import Policy
from hipify_py.texts import reason, to_bytes

if TYPE_CHECKING:
    from hipify_py.run.project.index import Project

Progress = Callable[[Iterable[File], int, str], Iterator[File]]


class ForeignError(Exception):
    """A file lies where the header is to be, and is none, in one line."""


@dataclass(frozen=True)
class Wish:
    """Where the header is to be, and whether sources are to include it."""

    path: Path
    fixes: bool = False

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
    outcome: FileOutcome


def made(wish: Wish, files: Sequence[File], job: Job, project: Project | None, progress: Progress) -> Made:
    before = wish.present().decode("utf-8", "replace")
    policy = job.policy()
    reader = Reader(job, job.recipe(), None, project)
    try:
        read = [_read(file, wish, reader, policy, job) for file in progress(files, len(files), "reading")]
    finally:
        reader.close()
    known = {str(each.file.path): each.found for each in read if isinstance(each, _Read)}
    names = names_of(known)
    contents = _contents(known, names, before, policy)
    outcomes = [_outcome(each, names, wish, policy) if isinstance(each, _Read) else each for each in read]
    text = to_bytes(contents.text(wish.path.name))
    is_used = names.macros or names.namespaces or contents.helpers or any(found.includes for found in known.values())
    is_empty = not (before or is_used)
    return Made(Companion(wish.path.name, wish.path, wish.real, lambda _old: text, "-o"), outcomes, names, is_empty)


def _read(file: File, wish: Wish, reader: Reader, policy: Policy, job: Job) -> _Read | FileOutcome:
    if file.real == wish.real or not file.is_source:
        return FileOutcome(file)
    try:
        data, signature = reader.read(file)
        if data is None:
            return too_large(file)
        if reader.is_of_no_concern(file, data):
            return FileOutcome(file, signature=signature, size=len(data))
        context = reader.task(file, data, signature).input.context(policy, job.style)
        with time_limit(seconds_for(data)):
            found = understand(data, context)
            if isinstance(found, Result):
                return _as_it_is(found, file, job)
            outcome = FileOutcome(
                file, signature=signature, size=len(data), declared=found.facts.unknown_names.declared
            )
            return _Read(file, analysis(found, wish.spelled(file)), outcome)
    except OSError as error:
        return FileOutcome(file, problem=reason(error))
    except OutOfTimeError as error:
        return FileOutcome(file, problem=str(error))
    except Exception as error:  # a bug of ours must cost one file and be named, not end the run
        return failed(file, error)


def _as_it_is(result: Result, file: File, job: Job) -> FileOutcome:
    """A file that cannot be read as a source, whose own result says why."""
    return outcome_of(replace(result, output=result.source.data, edits=()), file, job.archs)


def _contents(known: Mapping[str, Analysis], names: Names, before: str, policy: Policy) -> Contents:
    analyses = [known[path] for path in sorted(known)]
    inclusions = [each for found in analyses for each in found.includes.of_cuda]
    hip_only = [name for found in analyses for name in found.includes.hip]
    has_c = any(path.endswith(".c") for path in known)
    hip, cuda = headers_of(inclusions, hip_only, before, has_c=has_c)
    titles = {library: row.get("title", "") for library, row in policy.tables.titles.items()}
    flags = policy.tables.flags(policy.rocm, policy.target)
    helpers = {*_called_by_macros(names.macros.values()), *(COMPAT_HEADER for found in analyses if found.helpers)}
    defined = frozenset[str]().union(*(found.defined for found in analyses))
    return Contents(names, hip, cuda, sorted(helpers), f"ROCm {policy.rocm}", titles, flags, defined)


def _outcome(read: _Read, names: Names, wish: Wish, policy: Policy) -> FileOutcome:
    found, source = read.found, read.found.source
    output, of_includes = source.data, found.includes.findings
    if wish.fixes:
        output, of_includes = splice(source.data, in_order(found.includes.edits)), found.includes.stay
    findings = sorted(_once((*found.findings, *of_includes, *names.findings(found))), key=lambda each: each.start)
    outcome = outcome_of(Result(source, output, findings=tuple(findings)), read.file, policy.archs)
    served = [use for use in found.uses if use.name in names.macros]
    calls = _called_by_macros(names.macros[use.name] for use in served)
    if found.helpers:
        calls[COMPAT_HEADER] = calls.get(COMPAT_HEADER, frozenset()) | found.helpers
    return replace(
        outcome,
        signature=read.outcome.signature,
        declared=found.declared,
        converted=Counter(use.library for use in served),
        names=Counter(use.name for use in served),
        header_calls=calls,
        needs_headers=frozenset(calls),
    )


def _called_by_macros(macros: Iterable[Macro]) -> dict[str, frozenset[str]]:
    """The functions that macros name, by the headers of ours that have them."""
    text = to_bytes("\n".join(macro.text for macro in macros))
    return {header: names for header, calls in CALLS_OF_HEADERS.items() if (names := calls(text))}


def _once(findings: Iterable[Finding]) -> Iterator[Finding]:
    seen: set[tuple[str, int, str]] = set()
    for each in findings:
        key = (each.rule, each.start, each.message)
        if key not in seen:
            seen.add(key)
            yield each
