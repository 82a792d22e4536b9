"""From paths to files: what is a source of ours, what is ignored, what is reached twice."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

CUDA_SUFFIXES = frozenset((".cu", ".cuh"))
HOST_SUFFIXES = frozenset(
    (".c", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".h", ".hh", ".hp", ".hpp", ".hxx", ".h++",
     ".inl", ".inc", ".ipp", ".tpp", ".txx", ".ixx", ".cppm", ".icc", ".impl", ".m", ".mm")
)  # fmt: skip
SUFFIXES = CUDA_SUFFIXES | HOST_SUFFIXES
_NEVER = frozenset((".git", ".hg", ".svn", ".hipify-py", "node_modules", "__pycache__", ".tox", ".venv"))


@dataclass(frozen=True, slots=True)
class Problem:
    """A path that could not be used, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class File:
    """A file found: `path` to open and to show, `relative` to the root that it was found under."""

    path: Path
    relative: Path
    is_source: bool

    @property
    def is_cuda(self) -> bool:
        return self.path.suffix.lower() in CUDA_SUFFIXES


@dataclass
class Found:
    files: list[File] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)


@dataclass(frozen=True)
class Selection:
    """Which files of a directory count. Files named on the command line always do."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    gitignore: bool = True

    @cached_property
    def _include(self) -> GitIgnoreSpec | None:
        return _spec(self.include) if self.include else None

    @cached_property
    def _exclude(self) -> GitIgnoreSpec | None:
        return _spec(self.exclude) if self.exclude else None

    def is_source(self, relative: Path) -> bool:
        if self._include is not None:
            return self._include.match_file(relative.as_posix())
        return relative.suffix.lower() in SUFFIXES

    def is_excluded(self, relative: Path, *, is_directory: bool) -> bool:
        name = relative.as_posix() + ("/" if is_directory else "")
        return self._exclude is not None and self._exclude.match_file(name)


def discover(paths: Iterable[Path], selection: Selection, *, everything: bool = False) -> Found:
    """The files under the paths, each once, in a stable order; with `everything`, those that are no sources too."""
    found = Found()
    seen: set[str] = set()
    paths = list(paths)
    base = common_base(paths)
    for path in paths:
        try:
            _discover_one(path, base, selection, everything, found, seen)
        except OSError as error:
            found.problems.append(Problem(str(path), reason(error)))
    return found


def common_base(paths: list[Path]) -> Path:
    """The directory that output paths are relative to: the one directory named, or what all paths share."""
    absolute = [Path(os.path.abspath(path)) for path in paths]
    parents = [path if path.is_dir() else path.parent for path in absolute]
    return Path(os.path.commonpath(parents)) if parents else Path.cwd()


def reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _discover_one(path: Path, base: Path, selection: Selection, everything: bool, found: Found, seen: set[str]) -> None:
    relative = Path(os.path.abspath(path)).relative_to(base)
    real = Path(os.path.realpath(path))
    if path.is_dir():
        before = len(found.files)
        ignores = _ignores_above(real) if selection.gitignore else []
        _Walk(selection, everything, found, seen, real).directory(path, real, relative, ignores)
        if not any(file.is_source for file in found.files[before:]):
            found.problems.append(Problem(str(path), "no CUDA or C++ sources in it"))
        return
    path.stat()  # a missing file is an error here, with its own words
    if not path.is_file():
        found.problems.append(Problem(str(path), "not a regular file"))
    elif str(real) not in seen:
        seen.add(str(real))
        found.files.append(File(path, relative, is_source=True))


@dataclass(frozen=True)
class _Walk:
    """One directory tree: `shown` paths are as the user wrote them, `real` ones identify files, `relative` ones are
    what patterns and output paths are about."""

    selection: Selection
    everything: bool
    found: Found
    seen: set[str]
    root: Path

    def directory(self, shown: Path, real: Path, relative: Path, ignores: list[_Ignore]) -> None:
        try:
            with os.scandir(shown) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            self.found.problems.append(Problem(str(shown), reason(error)))
            return
        if self.selection.gitignore and any(entry.name == ".gitignore" for entry in entries):
            ignores = [*ignores, *_ignore_file(real / ".gitignore", real)]
        for entry in entries:
            self._entry(entry, shown / entry.name, real / entry.name, relative / entry.name, ignores)

    def _entry(self, entry: os.DirEntry[str], shown: Path, real: Path, relative: Path, ignores: list[_Ignore]) -> None:
        is_directory = entry.is_dir(follow_symlinks=False)
        if entry.name in _NEVER or self.selection.is_excluded(relative, is_directory=is_directory):
            return
        if ignores and _is_ignored(real, is_directory, ignores):
            return
        if is_directory:
            self.directory(shown, real, relative, ignores)
        elif entry.is_symlink():
            self._link(shown, relative)
        elif entry.is_file(follow_symlinks=False):
            self._file(shown, real, relative)

    def _file(self, shown: Path, real: Path, relative: Path) -> None:
        is_source = self.selection.is_source(relative)
        if (is_source or self.everything) and str(real) not in self.seen:
            self.seen.add(str(real))
            self.found.files.append(File(shown, relative, is_source))

    def _link(self, shown: Path, relative: Path) -> None:
        """A link into the tree is met again as what it points to; one out of it is not ours to change."""
        target = Path(os.path.realpath(shown))
        if self.everything:
            self.found.files.append(File(shown, relative, is_source=False))
        elif self.selection.is_source(relative) and not target.is_relative_to(self.root):
            self.found.notes.append(Problem(str(shown), "a link out of the tree; name it to convert what it points to"))


@dataclass(frozen=True, slots=True)
class _Ignore:
    folder: Path
    spec: GitIgnoreSpec


def _spec(lines: Iterable[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # only trees with ignore rules pay for the import

    return GitIgnoreSpec.from_lines(lines)


def _ignore_file(path: Path, folder: Path) -> Iterator[_Ignore]:
    try:
        lines = path.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return
    if any(line.strip() and not line.startswith("#") for line in lines):
        yield _Ignore(folder, _spec(lines))


def _ignores_above(path: Path) -> list[_Ignore]:
    """The rules of the repository that the path lies in, from its root down to the path's parent."""
    root = next((folder for folder in (path, *path.parents) if (folder / ".git").exists()), None)
    if root is None:
        return []
    rules = list(_ignore_file(root / ".git" / "info" / "exclude", root))
    between = [folder for folder in path.parents if folder.is_relative_to(root)]
    for folder in reversed(between):
        rules += _ignore_file(folder / ".gitignore", folder)
    return rules


def _is_ignored(real: Path, is_directory: bool, ignores: list[_Ignore]) -> bool:
    """The innermost file that has a rule for the path decides, as in git."""
    for ignore in reversed(ignores):
        name = real.relative_to(ignore.folder).as_posix() + ("/" if is_directory else "")
        verdict = ignore.spec.check_file(name).include
        if verdict is not None:
            return verdict
    return False
