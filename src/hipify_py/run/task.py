"""One file of a run as it is before the conversion: what all files have in common, and what belongs to this one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hipify_py.engine import Context
from hipify_py.file.facts import DEFAULT_STYLE, Style
from hipify_py.file.marks import PTX_HEADER as HEADER
from hipify_py.reading.preprocessor import included_names
from hipify_py.rules.headers import is_known as rules_know_header
from hipify_py.run.discover import File
from hipify_py.run.renames import Renames
from hipify_py.system import disk
from hipify_py.system.disk import Signature
from hipify_py.tables.load import load
from hipify_py.tables.model import Policy, Target, Version

MAX_BYTES = 16_000_000


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
class Task:
    """A file as it was read, and all else that its conversion depends on beside what the run has in common: no disk is
    asked any more. `data` is None for a file that is too large, `signature` is the file's when it was read."""

    file: File
    data: bytes | None
    signature: Signature | None
    local_headers: frozenset[str]
    renamed_headers: Mapping[str, str]
    ptx_header: str
    new_name: str

    def context(self, policy: Policy, style: Style) -> Context:
        return Context(
            policy,
            path=str(self.file.path),
            is_cuda=self.file.is_cuda,
            local_headers=self.local_headers,
            renamed_headers=self.renamed_headers,
            style=style,
            ptx_header=self.ptx_header,
        )


def read(file: File, job: Job, policy: Policy) -> Task:
    """What the disk knows about a file; raises OSError."""
    data, signature = _content(file)
    return Task(
        file,
        data,
        signature,
        _local_headers(data or b"", file.path.parent, policy),
        job.renaming.spellings(file.real.parent, data or b""),
        job.header_name(file),
        job.new_name(file) if job.renames else "",
    )


def _content(file: File) -> tuple[bytes | None, Signature | None]:
    if file.kind == "artifact":
        return b"", None  # its name says it all
    data, status = disk.read(file.real, MAX_BYTES)
    return data, Signature.of(status)


def _local_headers(data: bytes, folder: Path, policy: Policy) -> frozenset[str]:
    """The headers of tables and rules that lie beside the file that includes them: not CUDA's own."""
    included = {match.decode("utf-8", "surrogateescape") for match in included_names(data)}
    known = (name for name in included if policy.tables.header(name) or rules_know_header(name))
    return frozenset(name for name in known if (folder / name).exists())
