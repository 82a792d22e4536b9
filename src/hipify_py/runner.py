"""One file of a run: read it, convert it, keep what became of it. Nothing is written here."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hipify_py.analysis.facts import DEFAULT_STYLE, Style
from hipify_py.discover import File, reason
from hipify_py.engine import Context, Result, convert
from hipify_py.findings import SKIPPED_FILE, Severity
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
class Remark:
    """A finding with its place, fit to be shown after the file is gone."""

    path: str
    line: int
    column: int
    rule: str
    severity: Severity
    message: str
    help: str
    subject: str


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
    remarks = tuple(
        Remark(
            source.path,
            *source.position(found.start),
            found.rule.id,
            found.severity,
            found.message,
            found.help,
            found.subject,
        )
        for found in result.findings
    )
    return Outcome(
        file,
        original=source.data if result.changed else None,
        output=result.output if result.changed else None,
        signature=signature,
        converted=Counter(edit.group for edit in result.edits),
        names=Counter(edit.why for edit in result.edits),
        remarks=remarks,
        skipped=result.skipped,
        size=len(source.data),
    )


def _read(path: Path) -> tuple[bytes | None, tuple[int, int]]:
    with path.open("rb") as file:
        status = os.fstat(file.fileno())
        if status.st_size > MAX_BYTES:
            return None, (0, 0)
        return file.read(), (status.st_mtime_ns, status.st_size)


def _too_large(file: File) -> Outcome:
    message = f"larger than {MAX_BYTES // 1_000_000} MB: no hand wrote it, generate it anew for HIP"
    remark = Remark(str(file.path), 1, 1, SKIPPED_FILE.id, SKIPPED_FILE.severity, message, "", "")
    return Outcome(file, remarks=(remark,), skipped=True)


def _local_headers(data: bytes, folder: Path, policy: Policy) -> frozenset[str]:
    """The listed headers that the file includes in quotes and that lie beside it: not CUDA's own."""
    quoted = {match.decode("utf-8", "surrogateescape") for match in _QUOTED_INCLUDE.findall(data)}
    return frozenset(name for name in quoted if policy.tables.header(name) and (folder / name).exists())
