"""From paths to files: what is a source of ours, what is ignored, what is reached twice."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import Literal, NamedTuple

from hipify_py.once import cached_property
from hipify_py.reading.file_names import CUDA_SUFFIXES, SUFFIXES, TEMPLATE_ENDINGS, suffix_of_source, template_name
from hipify_py.records import dataclass
from hipify_py.run.git_index import is_tracked
from hipify_py.subjects.buildfiles.kinds import (
    DATABASE,
    converts_build,
    is_of_service,
    kind_of_file,
    tells_of_builds,
)
from hipify_py.system import disk
from hipify_py.system.globs import Globs
from hipify_py.texts import reason

# A module of PTX, and the source that it becomes.
MODULE_SUFFIX, MADE_SUFFIX = ".ptx", ".hip"
ARTIFACT_SUFFIXES = frozenset((MODULE_SUFFIX, ".cubin", ".fatbin", ".optixir", ".ltoir"))
# Of templates that do not tell what is made of them, those with CUDA code are reported.
TEMPLATE_SUFFIXES = TEMPLATE_ENDINGS - {".in", ".cmake"}
# Source: is converted, templates of sources too. Module: PTX that becomes a source beside it. Build, artifact: are
# reported on. Other: is at most copied.
Kind = Literal["source", "build", "module", "artifact", "other"]
# Which modules of PTX are converted; others are artifacts.
Modules = Literal["none", "named", "all"]
# What a directory has to have; builds are sources or build files that convert.
Enough = Literal["sources", "builds", "any"]
_LONGEST_IGNORE_FILE = 1_000_000
_NEVER = frozenset((".git", ".hg", ".svn", ".hipify-py", "node_modules", "__pycache__", ".tox", ".venv"))


@dataclass(frozen=True, slots=True)
class Problem:
    """A path that could not be used, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class File:
    """A file found: `path` to show, `relative` to what the paths named have in common. `real` is what is opened: an
    absolute path, in which a link that is met was put there later."""

    path: Path
    relative: Path
    kind: Kind
    is_link: bool = False
    real: Path = Path()

    @property
    def is_source(self) -> bool:
        return self.kind == "source"

    @property
    def is_converted(self) -> bool:
        """Whether it becomes a source of HIP."""
        return self.kind in ("source", "module")

    @property
    def is_cuda(self) -> bool:
        return suffix_of_source(self.path.name) in CUDA_SUFFIXES

    @property
    def is_template(self) -> bool:
        return template_name(self.path.name) is not None


@dataclass
class Found:
    """`linked` is what links in the trees lead to, `templates` are files that others make sources of, and `besides` is
    what else tells of builds."""

    files: list[File] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    linked: list[Path] = field(default_factory=list)
    templates: list[File] = field(default_factory=list)
    besides: list[File] = field(default_factory=list)


@dataclass(frozen=True)
class Selection:
    """Which files of a directory count. Files named on the command line always do.

    Patterns are those of .gitignore and relative to the base: the one directory named, or what all paths named have
    in common. So `third_party/` matches at any depth, and `/third_party/` only directly in the base. Patterns of a
    settings file are relative to its directory, from which `base` is the path to the base.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    gitignore: bool = True
    exclude_by_settings: tuple[str, ...] = ()
    base: Path = Path()

    def __post_init__(self) -> None:
        for pattern in (*self.include, *self.exclude, *self.exclude_by_settings):
            Globs.of((pattern,))

    @property
    def is_partial(self) -> bool:
        return bool(self.include or self.exclude or self.exclude_by_settings)

    @cached_property
    def _include(self) -> Globs:
        return Globs.of(self.include)

    @cached_property
    def _exclude(self) -> Globs:
        return Globs.of(self.exclude)

    @cached_property
    def _exclude_by_settings(self) -> Globs:
        return Globs.of(self.exclude_by_settings)

    def kind(self, relative: Path) -> Kind:
        if self._include:
            return kind_by_name(relative, "source") if self._include.covers(relative.as_posix()) else "other"
        return "source" if suffix_of_source(relative.name) in SUFFIXES else kind_by_name(relative, "other")

    def is_excluded(self, relative: Path, *, is_directory: bool) -> bool:
        """Whether a path is left out; what it lies in is not, or nobody would ask."""
        if not (self.exclude or self.exclude_by_settings):
            return False
        verdict = self._exclude.verdict(relative.as_posix(), is_directory=is_directory)
        if verdict is None and self.exclude_by_settings:
            path = (self.base / relative).as_posix()
            verdict = self._exclude_by_settings.verdict(path, is_directory=is_directory)
        return bool(verdict)


def kind_by_name(path: Path, otherwise: Kind) -> Kind:
    """What is read for the report only, by its name; anything else is `otherwise`."""
    suffix = suffix_of_source(path.name)
    if suffix in ARTIFACT_SUFFIXES or (otherwise == "other" and suffix in TEMPLATE_SUFFIXES and "." not in path.stem):
        return "artifact"
    return "build" if suffix not in SUFFIXES and kind_of_file(path) else otherwise


def kind_if_named(path: Path, modules: Modules = "named") -> Kind:
    """What a file on the command line is read as."""
    kind = kind_by_name(path, "source")
    return "module" if kind == "artifact" and modules != "none" and is_module_name(path) else kind


def kind_if_added(relative: Path, selection: Selection) -> Kind:
    """What a file would be read as that were added to a directory, as far as names tell: its path is relative to it."""
    around = relative.parents[:-1]
    is_left_out = (
        not _NEVER.isdisjoint(relative.parts)
        or selection.is_excluded(relative, is_directory=False)
        or any(selection.is_excluded(folder, is_directory=True) for folder in around)
    )
    return "other" if is_left_out else selection.kind(relative)


def is_module_name(path: Path) -> bool:
    return path.suffix.lower() == MODULE_SUFFIX


def discover(
    paths: Iterable[Path],
    selection: Selection,
    *,
    everything: bool = False,
    enough: Enough = "sources",
    modules: Modules = "none",
    journals: Path | None = None,
) -> Found:
    """The files under the paths, each once, in a stable order; with `everything`, those that nobody reads too.

    What lies in `journals` is our own, and no part of any tree. A directory without any of
    what is `enough` is a problem: sources, sources or build files that convert, or all that is reported on.
    """
    paths = list(paths)
    named = frozenset(os.path.realpath(path) for path in paths if not is_directory(path))
    search = _Search(selection, everything, enough, modules, common_base(paths), named, journals)
    for path in paths:
        try:
            search.path(path)
        except OSError as error:
            search.found.problems.append(Problem(str(path), reason(error)))
    return search.found


def common_base(paths: list[Path]) -> Path:
    """The directory that output paths are relative to: the one directory named, or what all paths share."""
    absolute = [Path(os.path.abspath(path)) for path in paths]
    parents = [path if is_directory(path) else path.parent for path in absolute]
    return Path(os.path.commonpath(parents)) if parents else Path.cwd()


def is_directory(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a name too long, or behind a door that is closed; opening it will say so
        return False


@dataclass
class _Search:
    """One run's search: `named` are the real paths of the files on the command line, `seen` what was met already."""

    selection: Selection
    everything: bool
    enough: Enough
    modules: Modules
    base: Path
    named: frozenset[str]
    journals: Path | None = None
    found: Found = field(default_factory=Found)
    seen: set[str] = field(default_factory=set)

    def path(self, path: Path) -> None:
        relative = Path(os.path.abspath(path)).relative_to(self.base)
        real = Path(os.path.realpath(path))
        if self.journals is not None and real.is_relative_to(self.journals):
            self.found.problems.append(Problem(str(path), "is in the directory where hipify-py stores originals"))
        elif is_directory(path):
            ignores = _ignores_above(real, self.found.notes) if self.selection.gitignore else ()
            _Walk(self, real).directory(_Folder(path, real, relative, ignores))
        else:
            self._file(path, relative, real)

    def _file(self, path: Path, relative: Path, real: Path) -> None:
        path.stat()  # a missing file is an error here, with its own words
        if not path.is_file():
            self.found.problems.append(Problem(str(path), "not a file or directory"))
        elif self.is_new(real):
            kind = kind_if_named(path, self.modules)
            self.found.files.append(File(path, relative, kind, is_link=path.is_symlink(), real=real))

    def is_new(self, real: Path) -> bool:
        new = str(real) not in self.seen
        self.seen.add(str(real))
        return new


class _Folder(NamedTuple):
    """A directory, or a thing in one: `shown` is as the user wrote it, `real` identifies it, `relative` is what
    patterns and output paths are about; `ignores` holds there. All that lies in a directory `is_ignored` with it."""

    shown: Path
    real: Path
    relative: Path
    ignores: tuple[_Ignore, ...]
    entry: os.DirEntry[str] | None = None
    is_ignored: bool = False


class _Walk:
    """One directory tree."""

    def __init__(self, search: _Search, root: Path) -> None:
        self._search = search
        self._selection = search.selection
        self._found = search.found
        self._root = root
        self._wanted = 0
        self._not_copied: list[str] = []  # where all else is
        self._links_to_builds: list[File] = []

    def directory(self, top: _Folder) -> None:
        """Depth first, by name. No recursion: a tree may be nested deeper than Python's stack."""
        problems = len(self._found.problems)
        waiting = self._listing(top)
        while waiting:
            waiting += self._visit(waiting.pop())
        self._builds_by_links()
        if self._not_copied:
            others = len(self._not_copied) - 1
            more = f", like {others} more path{'s'[: others != 1]}" if others else ""
            note = (
                f"not copied{more}, because .gitignore matches; use --no-gitignore to copy {'them' if others else 'it'}"
            )
            self._found.notes.append(Problem(min(self._not_copied), note))
        if not self._wanted and len(self._found.problems) == problems:
            missing = "no CUDA or C++ sources" if self._search.enough == "sources" else "no CUDA, C++ or build files"
            left = " that include and exclude patterns leave" if self._selection.is_partial else ""
            self._found.problems.append(Problem(str(top.shown), f"contains {missing}{left}"))

    def _listing(self, folder: _Folder) -> list[_Folder]:
        """What lies in a directory, last name first."""
        shown, real, relative, ignores, _entry, is_ignored = folder
        try:
            with os.scandir(shown) as listing:
                entries = sorted(listing, key=lambda entry: entry.name, reverse=True)
        except OSError as error:
            self._found.problems.append(Problem(str(shown), reason(error)))
            return []
        if self._selection.gitignore and any(entry.name == ".gitignore" for entry in entries):
            ignores = (*ignores, *_ignore_file(real / ".gitignore", real, self._found.notes, shown))
        wanted = (entry for entry in entries if entry.name not in _NEVER)
        return [
            _Folder(shown / entry.name, real / entry.name, relative / entry.name, ignores, entry, is_ignored)
            for entry in wanted
        ]

    def _visit(self, met: _Folder) -> list[_Folder]:
        """Note what is met; of a directory, return what lies in it."""
        entry = met.entry
        assert entry is not None
        is_directory = entry.is_dir(follow_symlinks=False)
        kind = "other" if is_directory else self._kind(met)
        is_link = entry.is_symlink()
        is_besides = kind in ("other", "source") and not is_directory and tells_of_builds(entry.name)
        if kind == "other" and not (is_directory or is_link or is_besides or self._search.everything):
            return []
        if self._selection.is_excluded(met.relative, is_directory=is_directory):
            return []
        if met.is_ignored or (met.ignores and _is_ignored(met.real, is_directory, met.ignores)):
            if not _is_tracked(met.real):
                self._not_copied += [str(met.shown)] * self._search.everything
                return []
            met = met._replace(is_ignored=True)
        if is_directory:
            return [] if met.real == self._search.journals else self._listing(met)
        if is_link:
            self._link(met, kind)
        elif entry.is_file(follow_symlinks=False):
            self._wanted += kind in ("source", "module") or self._is_enough(kind, met.shown)
            file = File(met.shown, met.relative, kind, real=met.real)
            if is_besides:
                self._found.besides.append(file)
            self._file(file)
        elif kind != "other":
            with suppress(OSError):  # it is gone
                what = disk.kind_of(entry.stat(follow_symlinks=False))
                self._found.notes.append(Problem(str(met.shown), f"skipped, as it is {what}, not a regular file"))
        return []

    def _is_enough(self, kind: Kind, path: Path) -> bool:
        if self._search.enough == "builds":
            is_module = is_module_name(path) and self._search.modules != "none"
            return is_module or (kind == "build" and converts_build(path))
        return self._search.enough == "any" and kind != "other"

    def _file(self, file: File) -> None:
        if not self._search.is_new(file.real):
            return
        if file.is_template:
            self._found.templates.append(file)
        if file.kind != "other" or self._search.everything:
            self._found.files.append(file)

    def _kind(self, met: _Folder) -> Kind:
        if str(met.real) in self._search.named:
            return kind_if_named(met.relative, self._search.modules)
        kind = self._selection.kind(met.relative)
        if kind == "artifact" and self._search.modules == "all" and self._becomes_source(met):
            return "module"
        is_left = kind == "build" and self._is_hidden(met) and not is_of_service(met.relative)
        return "other" if is_left else kind

    def _becomes_source(self, met: _Folder) -> bool:
        """Whether a file is a module of PTX, and no source lies beside it already that may be the same."""
        return is_module_name(met.relative) and not os.path.lexists(met.shown.with_suffix(MADE_SUFFIX))

    def _is_hidden(self, met: _Folder) -> bool:
        """Whether a file lies in `.github` or the like: what is built there is not what users build."""
        return any(part.startswith(".") for part in met.real.relative_to(self._root).parent.parts)

    def _link(self, met: _Folder, kind: Kind) -> None:
        """A link into the tree is met again as what it points to; one out of it is not ours to change."""
        if not self._search.is_new(met.real):
            return
        target = Path(os.path.realpath(met.shown))
        self._found.linked.append(target)
        if kind == "build" and self._is_read_so(met, target):
            self._links_to_builds.append(File(met.shown, met.relative, kind, is_link=True, real=target))
            return
        if self._search.everything:
            self._found.files.append(File(met.shown, met.relative, "other", is_link=True, real=met.real))
        is_meant = kind in ("source", "build") or is_directory(target)
        if is_meant and not target.is_relative_to(self._root):
            message = "skipped, as it links to outside of the tree; name it as a PATH to convert its target"
            self._found.notes.append(Problem(str(met.shown), message))

    def _is_read_so(self, met: _Folder, target: Path) -> bool:
        """Whether a link names a file of the tree whose own name tells nothing."""
        if not target.is_relative_to(self._root):
            return False
        is_beside = target.parent == met.real.parent
        relative = met.relative.with_name(target.name) if is_beside else target.relative_to(self._root)
        return (
            target.is_file()
            and self._selection.kind(relative) == "other"
            and not self._selection.is_excluded(relative, is_directory=False)
            and not (met.ignores and _is_ignored(target, False, met.ignores))
        )

    def _builds_by_links(self) -> None:
        """A file whose own name tells nothing, as `CMakeLists.txt -> Lists-gpu.txt`, is a build file by that of the
        link. Where all is copied, each link becomes the file that it is read as."""
        for file in self._links_to_builds:
            if self._search.is_new(file.real) or self._search.everything:
                self._wanted += self._is_enough(file.kind, file.path)
                self._found.files.append(file)


class _Ignore(NamedTuple):
    """Rules, and how much of a path lies before what they are about."""

    prefix: int
    globs: Globs


def _ignore_file(path: Path, folder: Path, notes: list[Problem], shown: Path | None = None) -> Iterator[_Ignore]:
    text = _ignore_text(path)
    if text is None:
        notes.append(Problem(str((shown or folder) / path.name), "ignored, as it is larger than 1 MB"))
        return
    if globs := Globs.of_file(text):
        yield _Ignore(len(folder.as_posix().rstrip("/")) + 1, globs)


def _ignore_text(path: Path) -> str | None:
    """What a file of rules says; None where no hand wrote it. A link is not followed, as git does not."""
    try:
        data, _status = disk.read(path, _LONGEST_IGNORE_FILE)
    except OSError:
        return ""
    return None if data is None else data.decode("utf-8-sig", errors="surrogateescape")


def builds_above(path: Path) -> Iterator[File]:
    """What tells of builds in the directories around a path, up to the root of its repository; also the commands that
    CMake left in `build`, which repositories ignore."""
    real = Path(os.path.realpath(path))
    root = repository_of(real)
    for folder in (real, *real.parents):
        commands = folder / "build" / DATABASE
        if commands.is_file():
            yield File(commands, Path(commands.name), "other", real=commands)
        if root is None or folder == root:
            break
    for folder in real.parents if root is not None and root != real else ():
        with suppress(OSError), os.scandir(folder) as listing:
            named = (Path(entry.path) for entry in listing if tells_of_builds(entry.name))
            yield from [File(found, Path(found.name), "other", real=found) for found in named]
        if folder == root:
            return


def repository_of(path: Path) -> Path | None:
    """The root of the repository that a path without links lies in."""
    return next((folder for folder in (path, *path.parents) if (folder / ".git").exists()), None)


def _ignores_above(path: Path, notes: list[Problem]) -> tuple[_Ignore, ...]:
    """The rules of the repository that the path lies in, from its root down to the path's parent.

    They do not hold in a directory that they ignore: who names that directory means what is in it.
    """
    root = repository_of(path)
    if root is None:
        return ()
    rules = list(_ignore_file(root / ".git" / "info" / "exclude", root, notes))
    for folder in reversed([folder for folder in (path, *path.parents) if folder.is_relative_to(root)]):
        if folder != root and _is_ignored(folder, True, tuple(rules)):
            return ()
        if folder != path:
            rules += _ignore_file(folder / ".gitignore", folder, notes)
    return tuple(rules)


def _is_ignored(real: Path, is_directory: bool, ignores: tuple[_Ignore, ...]) -> bool:
    """The innermost file that has a rule for the path decides, as in git."""
    path = real.as_posix()
    for prefix, globs in reversed(ignores):
        verdict = globs.verdict(path[prefix:], is_directory=is_directory)
        if verdict is not None:
            return verdict
    return False


def _is_tracked(real: Path) -> bool:
    """Whether git has a file, or files of a directory, all the same."""
    root = repository_of(real.parent)
    return root is not None and is_tracked(real, root)
