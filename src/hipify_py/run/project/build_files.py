"""What the build files of a tree have in common: packages that one finds and others link, compilers that one names and
others call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from hipify_py.file.surroundings import ALONE, Surroundings
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.run.discover import File
from hipify_py.run.project.dual_builds import DualBuilds
from hipify_py.run.project.paths import kind_of
from hipify_py.run.project.ports import NO_PORTS, Ports
from hipify_py.subjects.buildfiles import cmake
from hipify_py.subjects.buildfiles.cmake_folders import unusual_folders
from hipify_py.subjects.buildfiles.cmake_languages import language_variables
from hipify_py.subjects.buildfiles.cmake_words import packages_named
from hipify_py.subjects.buildfiles.direct_libraries import BUILDS
from hipify_py.subjects.buildfiles.kinds import configures_users
from hipify_py.subjects.buildfiles.make_folders import own_folders, unusual_in
from hipify_py.subjects.buildfiles.make_lines import compilers_in
from hipify_py.subjects.buildfiles.statements import finds_hip
from hipify_py.tables import builds
from hipify_py.texts import to_bytes, to_text

_LISTS = "CMakeLists.txt"
_PROJECT = pattern(rb"(?im)^[ \t]*project[ \t]*\(")
_MAKES = ("make", "other")
_BUILDERS = ("cmake", "python", *_MAKES)


class _CMake(NamedTuple):
    """What the CMake files of a tree know of each other: `projects` are the folders whose `CMakeLists.txt` begin one,
    `with_hip` those with files that find HIP."""

    around: Surroundings
    projects: Set[Path]
    with_hip: Set[Path]

    def has_hip_in_project_of(self, file: File) -> bool:
        """Whether a file of the project that one tells others of finds HIP: trees hold copies of other projects."""
        folder = next((each for each in file.path.parents if each in self.projects), None)
        return folder is None or any(each.is_relative_to(folder) for each in self.with_hip)


class BuildFiles:
    """`dual` is what files for both platforms have to know, if such are to be made, and `ports` what of the tree is
    portable already. Sources may include a header from elsewhere."""

    def __init__(
        self,
        files: Iterable[File],
        read: Callable[[File], bytes | None],
        dual: DualBuilds | None = None,
        ports: Ports = NO_PORTS,
        includes: Callable[[str], bool] = lambda _header: False,
    ) -> None:
        self._files = list(files)
        self._includes = includes
        self._read = read
        self._dual = dual
        self._ports = ports

    def settle(self) -> None:
        """Find out while the files are as they were."""
        self._cmake, self.compilers, self.folders, self.own_folders, self._unlinked  # noqa: B018
        if self._dual is not None:
            self._dual.settle()

    def around(self, file: File) -> Surroundings:
        known = self._around(file)
        beside = tuple(sorted(self._ports.beside.items()))
        is_kept = file.real.as_posix() in self._ports.kept
        unlinked = self._unlinked.get(file.path, ())
        if not (beside or is_kept or unlinked):
            return known
        return known._replace(beside=beside, is_kept=is_kept, unlinked=unlinked)

    def _around(self, file: File) -> Surroundings:
        kind = kind_of(file.path.name)
        if kind == "cmake":
            known = self._cmake.around
            if known.finds_hip and configures_users(file.path.name) and not self._cmake.has_hip_in_project_of(file):
                known = known._replace(finds_hip=False)
            return known if self._dual is None else self._dual.around(file, known)
        known = Surroundings(compilers=self.compilers, folders=self.folders, own_folders=self.own_folders)
        return known if kind in _MAKES and known != ALONE else ALONE

    @cached_property
    def _cmake(self) -> _CMake:
        """What one file finds or sets, others link and compare."""
        packages, languages, folders = set[str](), set[bytes](), set[bytes]()
        projects, with_hip = set[Path](), set[Path]()
        for file in self._of(("cmake",)):
            code, folder = cmake.without_comments(self._read(file) or b""), file.path.parent
            packages |= packages_named(code)
            languages |= language_variables(code)
            folders |= unusual_folders(code)
            if finds_hip(code):
                with_hip.add(folder)
            if file.path.name == _LISTS and _PROJECT.search(code):
                projects.add(folder)
        made = Surroundings(
            packages=tuple(sorted(packages)),
            languages=_names(languages),
            folders=_names(folders),
            finds_hip=bool(with_hip),
        )
        return _CMake(ALONE if made == ALONE else made, projects, with_hip)

    @cached_property
    def compilers(self) -> tuple[str, ...]:
        """Makefiles include others, which set their variables."""
        return tuple(sorted(frozenset[str]().union(*map(compilers_in, self._texts(_MAKES)))))

    @cached_property
    def folders(self) -> tuple[str, ...]:
        return tuple(sorted({name for text in self._texts(_MAKES) for name in unusual_in(text)}))

    @cached_property
    def own_folders(self) -> tuple[str, ...]:
        return tuple(sorted(own_folders(b"\n".join(self._texts(_MAKES)))))

    @cached_property
    def _unlinked(self) -> Mapping[Path, tuple[str, ...]]:
        """The libraries of headers that need none in CUDA and that no file names, by the first file that builds."""
        rows = [(name, row) for name, row in builds.libraries().items() if any(map(self._includes, row.headers))]
        files = [(file, self._read(file) or b"") for file in (self._of(_BUILDERS) if rows else ())]
        building = [file.path for file, text in files if BUILDS.search(text)]
        missing = tuple(name for name, row in rows if not any(_links(text, name, row) for _file, text in files))
        first = min(building, key=lambda path: (kind_of(path.name) == "python", len(path.parts)), default=None)
        return {first: missing} if first is not None and missing else {}

    def _texts(self, kinds: Sequence[str]) -> Iterator[bytes]:
        return (self._read(file) or b"" for file in self._of(kinds))

    def _of(self, kinds: Sequence[str]) -> Iterator[File]:
        return (file for file in self._files if kind_of(file.path.name) in kinds)


def _links(text: bytes, name: str, row: builds.Library) -> bool:
    """Whether a file names a library, in some way."""
    return any(to_bytes(word) in text for word in (name, row.library, *(Path(each).stem for each in row.headers)))


def _names(found: Iterable[bytes]) -> tuple[str, ...]:
    return tuple(sorted(to_text(name) for name in found))
