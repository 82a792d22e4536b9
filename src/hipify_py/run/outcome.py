"""What became of one file of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from hipify_py.digests import blake2b
from hipify_py.file.measure import Measure
from hipify_py.findings import Severity
from hipify_py.records import dataclass
from hipify_py.run.discover import MADE_SUFFIX, File
from hipify_py.source import Position
from hipify_py.system.disk import Signature
from hipify_py.texts import to_bytes

KILLED = "the worker process was killed while converting it (out of memory?)"


class KilledError(Exception):
    """A process that worked on a file was killed."""


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
    Findings of a rule that are `joined` by one text become one, and the lines of the others are `also` its own.
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
    joined: str = ""
    also: tuple[int, ...] = ()

    @property
    def line(self) -> int:
        return self.start.line

    @property
    def count(self) -> int:
        """The number of places that the finding stands for."""
        return 1 + len(self.also)

    def eased(self, reason: str) -> Remark:
        """The finding as one that is worth knowing, and no more."""
        return replace(self, severity=Severity.INFO, help=f"{reason}; if it is used: {self.help}")

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
    assembler statements. `header_calls` is what the file names of our headers, be it since an earlier run, and
    `needs_headers` which of these have to lie there with it. `signature` is the file's when it was read. `generator` is
    the program that wrote a file with findings, if the file says so. `module` counts what a module of PTX became."""

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
    needs_headers: frozenset[str] = frozenset()
    header_calls: Mapping[str, frozenset[str]] = field(default_factory=dict)
    silences: tuple[Silence, ...] = ()
    new_name: str = ""
    generator: str = ""
    module: Mapping[str, int] = field(default_factory=dict)

    @property
    def made_name(self) -> str:
        """What the source is called that a module becomes; the module stays."""
        is_made = self.file.kind == "module" and self.output is not None
        return self.file.path.with_suffix(MADE_SUFFIX).name if is_made else ""

    @property
    def name_after(self) -> str:
        """What the file is to be called."""
        return self.new_name or self.file.path.name


def fingerprint(key: str, count: int) -> str:
    """The same whatever happens to other lines: the rule, the text of the line, and which of equal ones it is."""
    return digest(f"{key}\0{count}")


def digest(text: str) -> str:
    return blake2b(to_bytes(text), digest_size=10).hexdigest()
