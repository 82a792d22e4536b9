"""One file of a run: read it, convert it, keep what became of it. Nothing is written here."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from hipify_py.engine import Context, Result, convert, left_whole, scan_artifact, scan_build
from hipify_py.file.facts import DEFAULT_STYLE, Style
from hipify_py.file.marks import PTX_HEADER as HEADER
from hipify_py.file.measure import Measure
from hipify_py.findings import FILE_NOT_READ, Finding, Severity
from hipify_py.reading import suppressions
from hipify_py.reading.preprocessor import included_names
from hipify_py.rules.headers import is_known as rules_know_header
from hipify_py.rules.load import load as load_rules
from hipify_py.rules.run import severity
from hipify_py.run.discover import File, reason
from hipify_py.run.renames import Renames
from hipify_py.source import Position, Source
from hipify_py.system import disk
from hipify_py.system.disk import Signature
from hipify_py.system.timing import OutOfTimeError, time_limit
from hipify_py.tables.load import load
from hipify_py.tables.model import Policy, Target, Version

MAX_BYTES = 16_000_000
# The CPU time of a file; what takes longer was made to.
_SECONDS = 20.0
_SECONDS_A_MEGABYTE = 20.0
# What is kept of a line to be shown with a finding. No hand writes longer ones.
_SHOWN = 2_000
# What is kept of names and expressions that messages quote.
_QUOTED = 400


@dataclass(frozen=True)
class Job:
    """What every file of a run has in common; small, so that workers can be given it."""

    rocm: Version
    target: Target = "hip"
    mappings: tuple[Path, ...] = ()
    renames: Mapping[str, str] = field(default_factory=dict)
    renaming: Renames = field(default_factory=Renames)
    style: Style = DEFAULT_STYLE
    unsafe: bool = False
    archs: tuple[str, ...] = ()
    output: Path | None = None
    ptx_header: Path | None = None

    def policy(self) -> Policy:
        return Policy(load(self.mappings), self.rocm, self.target, self.unsafe, self.archs)

    def wanted_name(self, file: File) -> str:
        """What a file would be called if nothing spoke against it. A link keeps its name, as what it points to does."""
        suffix = self.renames.get(file.path.suffix.lower()) if file.is_source and not file.is_link else None
        return file.path.stem + suffix if suffix else file.path.name

    def new_name(self, file: File) -> str:
        """What a file is to be called, if that is another name."""
        return self.renaming.new_names.get(file.real.as_posix(), "")

    def header_for(self, file: File) -> Path:
        """Where the header of translated assembler is to lie for a file: beside it, if nobody says otherwise."""
        return self.ptx_header or self._folder_after(file) / HEADER

    def header_name(self, file: File) -> str:
        """How a file includes that header."""
        return Path(os.path.relpath(self.header_for(file), self._folder_after(file))).as_posix()

    def _folder_after(self, file: File) -> Path:
        return (self.output / file.relative if self.output is not None else file.path).parent


@dataclass(frozen=True, slots=True)
class Replacement:
    """New text for what stands between two places (one-based, columns in characters)."""

    start: Position
    end: Position
    text: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding with its place, fit to be shown after the file is gone.

    Lines and columns are one-based, columns count characters, and `end` lies behind the last one. `source` is the
    text of the first line. `fingerprint` stays the same when other lines change or this one moves. `guard` is the
    condition that keeps the place from every build for AMD. `lines` are the first and the last one of its statement.
    """

    path: str
    start: Position
    end: Position
    rule: str
    severity: Severity
    message: str
    help: str = ""
    subject: str = ""
    source: str = ""
    fingerprint: str = ""
    guard: str = ""
    fix: tuple[Replacement, ...] = ()
    fix_text: str = ""
    lines: tuple[int, int] = (0, 0)

    @property
    def line(self) -> int:
        return self.start.line

    @property
    def column(self) -> int:
        return self.start.column


@dataclass(frozen=True, slots=True)
class Silence:
    """A comment that asks for silence about some rules or groups, or all if none are named, on `lines` (one-based,
    both included). `is_region` where it is one of a pair: then there is nothing wrong with nothing to silence."""

    lines: tuple[int, int]
    names: tuple[str, ...]
    is_region: bool
    start: Position
    end: Position
    source: str


@dataclass(frozen=True)
class FileOutcome:
    """What became of one file. `output` is None where the bytes stay; `problem` says why nothing could be done.
    `declared` are the names as of CUDA, in no table, that the file declares itself; `ptx` counts the classes of its
    assembler statements, and `needs_header` says that their translations call hipify_ptx.hpp. `signature` is the file's
    when it was read."""

    file: File
    original: bytes | None = None
    output: bytes | None = None
    signature: Signature | None = None
    converted: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, int] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    problem: str = ""
    skipped: bool = False
    size: int = 0
    measure: Measure = field(default_factory=Measure)
    declared: frozenset[str] = frozenset()
    ptx: Mapping[str, int] = field(default_factory=dict)
    needs_header: bool = False
    silences: tuple[Silence, ...] = ()
    new_name: str = ""

    @property
    def name_after(self) -> str:
        """What the file is to be called."""
        return self.new_name or self.file.path.name


def work(file: File, job: Job, policy: Policy) -> FileOutcome:
    """Read and convert one file; whatever goes wrong is the outcome of this file alone."""
    try:
        data, signature = _read(file)
        if data is None:
            return _too_large(file)
        context = Context(
            policy,
            path=str(file.path),
            is_cuda=file.is_cuda,
            local_headers=_local_headers(data, file.path.parent, policy),
            renamed_headers=job.renaming.spellings(file.real.parent, data),
            style=job.style,
            ptx_header=job.header_name(file),
        )
        outcome = _outcome(file, result_of(file, data, context), signature, job.archs)
        return replace(outcome, new_name=job.new_name(file)) if job.renames else outcome
    except OSError as error:
        return FileOutcome(file, problem=reason(error))
    except MemoryError:
        return FileOutcome(file, problem="not enough memory to convert it")
    except Exception as error:  # a bug of ours must cost one file and be named, not end the run
        return FileOutcome(file, problem=f"internal error, please report it: {type(error).__name__}: {error}")


def _seconds_for(data: bytes) -> float:
    return _SECONDS + _SECONDS_A_MEGABYTE * len(data) / 1_000_000


def outcome_of(result: Result, file: File, archs: tuple[str, ...] = ()) -> FileOutcome:
    """A conversion in the shape of a run's outcomes."""
    return _outcome(file, result, None, archs)


def result_of(file: File, data: bytes, context: Context) -> Result:
    """Sources are converted; what else a report is about is only looked at. What takes too long is left whole."""
    try:
        with time_limit(_seconds_for(data)):
            if file.kind == "source":
                return convert(data, context)
            return scan_build(data, context) if file.kind == "build" else scan_artifact(context)
    except OutOfTimeError as error:
        return left_whole(Source(context.path, data), error)


def _outcome(file: File, result: Result, signature: Signature | None, archs: tuple[str, ...]) -> FileOutcome:
    source = result.source
    return FileOutcome(
        file,
        original=source.data if result.changed else None,
        output=result.output if result.changed else None,
        signature=signature,
        converted=Counter(edit.group for edit in result.edits),
        names=Counter(edit.why for edit in result.edits),
        remarks=tuple(_remarks(result, archs)),
        skipped=result.skipped and file.is_source,
        size=len(source.data),
        measure=result.measure,
        declared=result.declared,
        ptx=result.ptx,
        needs_header=result.needs_header,
        silences=() if result.skipped else tuple(_silences(file, source)),
    )


def _remarks(result: Result, archs: tuple[str, ...]) -> Iterator[Remark]:
    seen: Counter[str] = Counter()
    source = result.source
    number, line, words = 0, "", ""
    for found in result.findings:
        start = source.position(found.start)
        if start.line != number:
            number, line = start.line, source.line_text(start.line)
            words = _digest(" ".join(line.split()))
            line = line[:_SHOWN]
        key = "\0".join((found.rule, found.subject, words))
        seen[key] += 1
        yield Remark(
            source.path,
            start,
            source.position(found.end),
            found.rule,
            severity(found, archs),
            _quoted(found.message),
            _quoted(found.help),
            _quoted(found.subject),
            line,
            fingerprint(key, seen[key]),
            found.guard,
            tuple(_replacements(source, found)),
            found.fix.description if found.fix else "",
            _lines(source, found),
        )


def _quoted(text: str) -> str:
    return text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…"


def _lines(source: Source, found: Finding) -> tuple[int, int]:
    start, end = found.extent or (found.start, found.end)
    return source.line(start), source.line(max(start, end - 1))


def fingerprint(key: str, count: int) -> str:
    """The same whatever happens to other lines: the rule, the text of the line, and which of equal ones it is."""
    return _digest(f"{key}\0{count}")


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(errors="surrogateescape"), digest_size=10).hexdigest()


def _silences(file: File, source: Source) -> Iterator[Silence]:
    find = suppressions.in_source if file.is_source else suppressions.in_build_file
    number, text = 0, ""
    for found in find(source.text) if file.kind != "artifact" else ():
        start = source.position(found.start)
        if start.line != number:
            number, text = start.line, source.line_text(start.line)[:_SHOWN]
        yield Silence(found.lines, found.names, found.kind == "off", start, source.position(found.end), text)


def _replacements(source: Source, found: Finding) -> Iterator[Replacement]:
    for edit in found.fix.edits if found.fix else ():
        if isinstance(edit.new, bytes):
            text = edit.new.decode("utf-8", "replace")
            yield Replacement(source.position(edit.start), source.position(edit.end), text)


def _read(file: File) -> tuple[bytes | None, Signature | None]:
    if file.kind == "artifact":
        return b"", None  # its name says it all
    data, status = disk.read(file.real, MAX_BYTES)
    return data, Signature.of(status)


def _too_large(file: File) -> FileOutcome:
    message = f"larger than {MAX_BYTES // 1_000_000} MB: no hand wrote it, generate it anew for HIP"
    start, rule = Position(1, 1), load_rules().rules[FILE_NOT_READ]
    remark = Remark(str(file.path), start, start, FILE_NOT_READ, rule.severity, message)
    return FileOutcome(file, remarks=(remark,), skipped=True)


def _local_headers(data: bytes, folder: Path, policy: Policy) -> frozenset[str]:
    """The headers of tables and rules that lie beside the file that includes them: not CUDA's own."""
    included = {match.decode("utf-8", "surrogateescape") for match in included_names(data)}
    known = (name for name in included if policy.tables.header(name) or rules_know_header(name))
    return frozenset(name for name in known if (folder / name).exists())
