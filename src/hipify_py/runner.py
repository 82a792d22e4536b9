"""One file of a run: read it, convert it, keep what became of it. Nothing is written here."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hipify_py.analysis.facts import DEFAULT_STYLE, Style
from hipify_py.discover import File, reason
from hipify_py.engine import Context, Result, convert
from hipify_py.findings import FILE_NOT_READ, Finding, Severity
from hipify_py.rules.load import load as load_rules
from hipify_py.source import Position, Source
from hipify_py.tables.load import load
from hipify_py.tables.model import Policy, Target, Version

MAX_BYTES = 16_000_000
_QUOTED_INCLUDE = re.compile(rb'#[ \t]*include[ \t]*"([^"\r\n]+)"')


@dataclass(frozen=True)
class Job:
    """What every file of a run has in common; small, so that workers can be given it."""

    rocm: Version
    target: Target = "hip"
    mappings: tuple[Path, ...] = ()
    renames: Mapping[str, str] = field(default_factory=dict)
    renamed_headers: Mapping[str, str] = field(default_factory=dict)
    style: Style = DEFAULT_STYLE
    unsafe: bool = False

    def policy(self) -> Policy:
        return Policy(load(self.mappings), self.rocm, self.target, self.unsafe)

    def new_name(self, file: File) -> str:
        """What a file is to be called. A link keeps its name, as what it points to does."""
        suffix = self.renames.get(file.path.suffix.lower()) if file.is_source and not file.is_link else None
        return file.path.stem + suffix if suffix else file.path.name

    def name_after(self, outcome: Outcome) -> str:
        """What the file of an outcome is to be called; one that could not be read as text is left alone."""
        return outcome.file.path.name if outcome.skipped else self.new_name(outcome.file)


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
    condition that keeps the place from every build for AMD.
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

    @property
    def line(self) -> int:
        return self.start.line

    @property
    def column(self) -> int:
        return self.start.column


@dataclass(frozen=True, slots=True)
class Measure:
    """How much of a file is CUDA's, and how much of that does not carry over: lines, names and kernels."""

    lines: int = 0
    cuda_lines: int = 0
    lines_left: int = 0
    names: int = 0
    names_left: int = 0
    kernels: int = 0
    kernels_left: int = 0


@dataclass(frozen=True)
class Outcome:
    """What became of one file. `output` is None where the bytes stay; `problem` says why nothing could be done."""

    file: File
    original: bytes | None = None
    output: bytes | None = None
    signature: tuple[int, int] = (0, 0)
    converted: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, int] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    problem: str = ""
    skipped: bool = False
    size: int = 0
    measure: Measure = Measure()


def work(file: File, job: Job, policy: Policy) -> Outcome:
    """Read and convert one file; whatever goes wrong is the outcome of this file alone."""
    try:
        data, signature = _read(file.path)
        if data is None:
            return _too_large(file)
        context = Context(
            policy,
            path=str(file.path),
            is_cuda=file.is_cuda,
            local_headers=_local_headers(data, file.path.parent, policy),
            renamed_headers=job.renamed_headers,
            style=job.style,
        )
        return _outcome(file, convert(data, context), signature)
    except OSError as error:
        return Outcome(file, problem=reason(error))
    except MemoryError:
        return Outcome(file, problem="not enough memory to convert it")
    except Exception as error:  # a bug of ours must cost one file and be named, not end the run
        return Outcome(file, problem=f"internal error, please report it: {type(error).__name__}: {error}")


def outcome_of(result: Result, file: File) -> Outcome:
    """A conversion in the shape of a run's outcomes."""
    return _outcome(file, result, (0, 0))


def _outcome(file: File, result: Result, signature: tuple[int, int]) -> Outcome:
    source = result.source
    return Outcome(
        file,
        original=source.data if result.changed else None,
        output=result.output if result.changed else None,
        signature=signature,
        converted=Counter(edit.group for edit in result.edits),
        names=Counter(edit.why for edit in result.edits),
        remarks=tuple(_remarks(result)),
        skipped=result.skipped,
        size=len(source.data),
    )


def _remarks(result: Result) -> Iterator[Remark]:
    seen: Counter[str] = Counter()
    source, rules = result.source, load_rules().rules
    for found in result.findings:
        start = source.position(found.start)
        line = source.line_text(start.line)
        key = "\0".join((found.rule, found.subject, " ".join(line.split())))
        seen[key] += 1
        yield Remark(
            source.path,
            start,
            source.position(found.end),
            found.rule,
            Severity.INFO if found.guard else rules[found.rule].severity,
            found.message,
            found.help,
            found.subject,
            line,
            _fingerprint(key, seen[key]),
            found.guard,
            tuple(_replacements(source, found)),
            found.fix.description if found.fix else "",
        )


def _fingerprint(key: str, count: int) -> str:
    """The same whatever happens to other lines: the rule, the text of the line, and which of equal ones it is."""
    return hashlib.blake2b(f"{key}\0{count}".encode(errors="surrogateescape"), digest_size=10).hexdigest()


def _replacements(source: Source, found: Finding) -> Iterator[Replacement]:
    for edit in found.fix.edits if found.fix else ():
        if isinstance(edit.new, bytes):
            text = edit.new.decode("utf-8", "replace")
            yield Replacement(source.position(edit.start), source.position(edit.end), text)


def _read(path: Path) -> tuple[bytes | None, tuple[int, int]]:
    with path.open("rb") as file:
        status = os.fstat(file.fileno())
        if status.st_size > MAX_BYTES:
            return None, (0, 0)
        return file.read(), (status.st_mtime_ns, status.st_size)


def _too_large(file: File) -> Outcome:
    message = f"larger than {MAX_BYTES // 1_000_000} MB: no hand wrote it, generate it anew for HIP"
    start, severity = Position(1, 1), load_rules().rules[FILE_NOT_READ].severity
    remark = Remark(str(file.path), start, start, FILE_NOT_READ, severity, message)
    return Outcome(file, remarks=(remark,), skipped=True)


def _local_headers(data: bytes, folder: Path, policy: Policy) -> frozenset[str]:
    """The listed headers that the file includes in quotes and that lie beside it: not CUDA's own."""
    quoted = {match.decode("utf-8", "surrogateescape") for match in _QUOTED_INCLUDE.findall(data)}
    return frozenset(name for name in quoted if policy.tables.header(name) and (folder / name).exists())
