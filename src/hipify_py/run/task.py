"""One file of a run as it is before the conversion: what all files have in common, and what belongs to this one."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.digests import blake2b
from hipify_py.file.marks import PTX_HEADER
from hipify_py.file.style import DEFAULT_STYLE, Style
from hipify_py.file.surroundings import ALONE, Surroundings
from hipify_py.once import cached_property
from hipify_py.reading.preprocessor import included_names
from hipify_py.reading.suppressions import may_silence
from hipify_py.records import dataclass
from hipify_py.rules.headers import is_known as rules_know_header
from hipify_py.run.discover import MADE_SUFFIX, TEMPLATE_SUFFIXES, File, Kind, is_module_name
from hipify_py.run.renames import Renames
from hipify_py.source import why_not_text
from hipify_py.system.disk import LastFolder, Signature
from hipify_py.tables.load import OwnTable, joined, read_own
from hipify_py.tables.model import Policy, Target, Version
from hipify_py.texts import to_text

if TYPE_CHECKING:
    from hipify_py.engine import Context, Port
    from hipify_py.run.project.index import Project

MAX_BYTES = 16_000_000
# Modules of PTX are generated, and far longer than what they are generated from.
MAX_MODULE_BYTES = 100_000_000


def most_bytes(file: File) -> int:
    return MAX_MODULE_BYTES if file.kind == "module" else MAX_BYTES


@dataclass(frozen=True)
class Recipe:
    """How all files of a run are converted, with nothing left to look up: `tables` are what the user's own say."""

    rocm: Version
    target: Target = "hip"
    tables: tuple[OwnTable, ...] = ()
    style: Style = DEFAULT_STYLE
    unsafe: bool = False
    archs: tuple[str, ...] = ()

    def policy(self) -> Policy:
        return joined(self.tables).policy(self.rocm, self.target, unsafe=self.unsafe, archs=self.archs)


@dataclass(frozen=True)
class Job:
    """What every file of a run has in common."""

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

    def recipe(self) -> Recipe:
        return Recipe(self.rocm, self.target, read_own(self.mappings), self.style, self.unsafe, self.archs)

    def policy(self) -> Policy:
        return self.recipe().policy()

    def wanted_name(self, file: File) -> str:
        """What a file would be called if nothing spoke against it. A link keeps its name, as what it points to does."""
        suffix = self.renames.get(file.path.suffix.lower()) if file.is_source and not file.is_link else None
        return file.path.stem + suffix if suffix else file.path.name

    def new_name(self, file: File) -> str:
        """What a file is to be called, if that is another name."""
        return self.renaming.new_names.get(file.real.as_posix(), "")

    def name_of_header(self, header: str) -> str:
        """The file name of one of our headers: that of translated assembler may have another."""
        return self.ptx_header.name if self.ptx_header is not None and header == PTX_HEADER else header

    def header_for(self, file: File, header: str = PTX_HEADER) -> Path:
        """Where a header of ours is to lie for a file: beside it, if nobody says otherwise, and beside each other."""
        folder = self._folder_after(file) if self.ptx_header is None else self.ptx_header.parent
        return folder / self.name_of_header(header)

    def header_name(self, file: File) -> str:
        """How a file includes that header."""
        if self.ptx_header is None:  # it lies beside every file
            return PTX_HEADER
        return Path(os.path.relpath(self.header_for(file), self._folder_after(file))).as_posix()

    def _folder_after(self, file: File) -> Path:
        return (self.output / file.relative if self.output is not None else file.path).parent


@dataclass(frozen=True, slots=True)
class Input:
    """A file as it was read, and all else that its conversion depends on beside the recipe: no disk is asked any more.
    `path` is the one to show."""

    path: str
    kind: Kind
    is_cuda: bool
    data: bytes
    local_headers: tuple[str, ...]
    renamed_headers: Mapping[str, str]
    ptx_header: str
    surroundings: Surroundings = ALONE
    port: Port = "none"

    @property
    def file(self) -> File:
        """As much of the file as a conversion knows of."""
        return File(Path(self.path), Path(), self.kind)

    def context(self, policy: Policy, style: Style) -> Context:
        from hipify_py.engine import Context

        return Context(
            policy,
            path=self.path,
            is_cuda=self.is_cuda,
            local_headers=frozenset(self.local_headers),
            renamed_headers=self.renamed_headers,
            style=style,
            ptx_header=self.ptx_header,
            surroundings=self.surroundings,
            port=self.port,
        )


class Content(NamedTuple):
    """A file as it lies on the disk: None where it is too large to be read."""

    data: bytes | None
    signature: Signature | None


class Task(NamedTuple):
    """A file of the run and what of it is to be converted. `signature` is the file's when it was read, and `new_name`
    the one that it is to get. `digest` is that of its bytes, `headers` are those of tables and rules that they
    include."""

    file: File
    input: Input
    signature: Signature | None
    new_name: str
    digest: str = ""
    headers: tuple[str, ...] = ()


# What is known of the headers of a file, by the digest of its bytes.
HeadersOf = Callable[[File, str], tuple[str, ...] | None]


class Reader:
    """Makes tasks of files."""

    def __init__(
        self, job: Job, recipe: Recipe, known: HeadersOf | None = None, project: Project | None = None
    ) -> None:
        self._job = job
        self._recipe = recipe
        self._tables = joined(recipe.tables)
        self._known = known
        self._project = project
        self._folder = LastFolder()

    def close(self) -> None:
        self._folder.close()

    def read(self, file: File) -> Content:
        """What lies on the disk; raises OSError."""
        if file.kind == "artifact":
            return Content(self._text_of(file), None)
        data, status = self._folder.read(file.real, most_bytes(file))
        return Content(data, Signature.of(status))

    def _text_of(self, file: File) -> bytes:
        """What may say more than the name of an artifact, which is enough where it cannot be read."""
        if file.path.suffix.lower() not in (".ptx", *TEMPLATE_SUFFIXES):
            return b""
        try:
            return self._folder.read(file.real, MAX_BYTES)[0] or b""
        except OSError:
            return b""

    def is_of_no_concern(self, file: File, data: bytes) -> bool:
        """Whether nothing in a file is to change or calls for a word, as in most of a tree."""
        if not file.is_source or file.is_cuda or self._job.renames or why_not_text(data) or may_silence(data):
            return False
        if file.is_template and b"CUDA" in data:  # what CMake fills in may be of its packages and language for CUDA
            return False
        if self._project is not None:
            return self._project.is_of_no_concern(file, data)
        from hipify_py.relevance import may_concern_us  # not for runs that know all of their files

        return not may_concern_us(data, self._policy, self._recipe.style)

    def unread(self, file: File) -> Signature | None:
        """What lies on the disk, where it is known to be of no concern and need not be read."""
        if self._project is None or not file.is_source or file.is_cuda or self._job.renames:
            return None
        return self._project.unread(file)

    def task(self, file: File, data: bytes, signature: Signature | None) -> Task:
        """What the conversion depends on, found out."""
        job = self._job
        path, digest = str(file.path), blake2b(data, digest_size=16).hexdigest()
        headers = self._known(file, digest) if self._known is not None else None
        headers = self._headers(data) if headers is None else headers
        if file.kind == "artifact" and is_module_name(file.path):
            headers = (file.path.with_suffix(MADE_SUFFIX).name,)
        local = tuple(name for name in headers if _lies_beside(path, name))
        renamed = self._renamed(file, data) if job.renames else {}
        project = self._project
        port = project.port_of(file) if project is not None else "none"
        has_others = file.kind in ("source", "build") and port != "kept"
        around = project.around(file, data) if project is not None and has_others else ALONE
        input = Input(path, file.kind, file.is_cuda, data, local, renamed, job.header_name(file), around, port)
        return Task(file, input, signature, self.new_name(file), digest, headers)

    def _renamed(self, file: File, data: bytes) -> Mapping[str, str]:
        names = self._job.renaming
        return (names.in_build if file.kind == "build" else names.spellings)(file.real.parent, data)

    def new_name(self, file: File) -> str:
        return self._job.new_name(file)

    @cached_property
    def _policy(self) -> Policy:
        return self._recipe.policy()

    def _headers(self, data: bytes) -> tuple[str, ...]:
        included = {to_text(match) for match in included_names(data)}
        return tuple(sorted(name for name in included if self._tables.header(name) or rules_know_header(name)))


def _lies_beside(path: str, header: str) -> bool:
    """Whether a header lies where an include of it is: then it is not CUDA's own."""
    return os.path.exists(os.path.join(os.path.dirname(path), header))  # noqa: PTH110, PTH118, PTH120
