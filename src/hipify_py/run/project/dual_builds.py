"""What CMake files of a tree that is built for both platforms have to know of each other, and of sources."""

from __future__ import annotations

import os
import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set

from hipify_py.file.surroundings import Surroundings
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import included_names
from hipify_py.records import dataclass
from hipify_py.run.discover import File
from hipify_py.subjects.buildfiles import cmake
from hipify_py.subjects.buildfiles.cmake_blocks import Blocks
from hipify_py.subjects.buildfiles.cmake_dual import needs_hip
from hipify_py.subjects.buildfiles.dual_targets import Targets
from hipify_py.subjects.buildfiles.statements import CMakeFile
from hipify_py.texts import to_text

_HOST = (".cpp", ".cc", ".cxx", ".c++", ".C")
_ADDED = pattern(rb"(?i:\badd_subdirectory)\s*\(\s*\"?(?:\$\{\w+_(?:SOURCE|LIST)_DIR\}/)?([^\s\"()$]+)")
# What compilers for C++ alone do without: comments, questions for nvcc, and qualifiers, which nothing but CUDA's
# headers, or the project itself, defines for them.
_FOR_NVCC_ALONE = pattern(
    rb"(?m)^[ \t]*//[^\n]*|/\*(?s:.*?\*/|.*)|\b__(?:CUDA_ARCH|CUDACC|NVCC|host|device|forceinline)\w{0,40}\b"
)
# Commands that hand on templates as they are.
_COPIES = pattern(
    rb"(?i)\bconfigure_file\s*\((?P<copied>[^()]*)\bCOPYONLY\b|"
    rb"\b(?:install\s*\(\s*(?:FILES|PROGRAMS)|file\s*\(\s*(?:COPY|INSTALL|COPY_FILE))\b(?P<handed>[^()]*)\)"
)
_TEMPLATE = pattern(rb"(?<![^\s\"/])[^\s\"/]+\.in(?![\w.])")
_GIVES_SOURCES = pattern(rb"(?i)\btarget_sources\s*\(")
_HAS_FUNCTIONS = pattern(rb"(?i)\b(?:function|macro)\s*\(")


@dataclass(frozen=True, eq=False)
class DualBuilds:
    """`files` are those of CMake, and `names_cuda` tells which sources have anything of CUDA."""

    files: Sequence[File]
    sources: Sequence[File]
    read: Callable[[File], bytes | None]
    names_cuda: Callable[[bytes], bool]

    def around(self, file: File, known: Surroundings) -> Surroundings:
        folder = _folder(file)
        return known._replace(
            is_added=folder in self._added,
            is_copied=os.fsencode(file.path.name) in self._copied,
            is_above_cuda=folder in self._above_cuda,
            cuda_sources=tuple(sorted(self._sources.get(folder, ()))),
            host_sources=tuple(sorted(self._host_sources.get(folder, ()))),
            called_with_targets=self._called_with_targets,
            extended_targets=self._extended_targets,
        )

    def settle(self) -> None:
        self._added, self._copied, self._above_cuda, self._sources, self._host_sources  # noqa: B018
        self._called_with_targets, self._extended_targets  # noqa: B018

    @cached_property
    def _codes(self) -> Sequence[tuple[str, str, bytes]]:
        found = ((file, self.read(file) or b"") for file in self.files)
        return [(_folder(file), file.path.name, cmake.without_comments(data)) for file, data in found]

    @cached_property
    def _added(self) -> Set[str]:
        return {
            posixpath.normpath(posixpath.join(folder, to_text(name)))
            for folder, _name, code in self._codes
            for name in _ADDED.findall(code)
        }

    @cached_property
    def _copied(self) -> Set[bytes]:
        """The templates that are copied or installed as they are, by their names."""
        found = (each for _folder, _name, code in self._codes for each in _COPIES.finditer(code))
        return {name for each in found for name in _TEMPLATE.findall(each[each.lastgroup or 0])}

    @cached_property
    def _above_cuda(self) -> Set[str]:
        of_cuda = {folder for folder, name, code in self._codes if not name.startswith("Find") and needs_hip(code)}
        return {above for folder in of_cuda for above in _from(folder)}

    @cached_property
    def _sources(self) -> Mapping[str, Set[str]]:
        """The C++ sources that call CUDA, or include what does, below each folder with a file of CMake."""
        return self._by_folder(self._concerned)

    @cached_property
    def _host_sources(self) -> Mapping[str, Set[str]]:
        """The others."""
        paths = (file.real.as_posix() for file in self.sources)
        return self._by_folder({path for path in paths if path.endswith(_HOST)} - self._concerned)

    def _by_folder(self, paths: Set[str]) -> Mapping[str, Set[str]]:
        folders = {folder for folder, _name, _code in self._codes}
        found = defaultdict[str, set[str]](set)
        for path in paths:
            for folder in _from(posixpath.dirname(path)):
                if folder in folders:
                    found[folder].add(path[len(folder.rstrip("/")) + 1 :])
        return found

    @cached_property
    def _called_with_targets(self) -> tuple[str, ...]:
        """The functions of all files that add targets with CUDA sources."""
        files = (CMakeFile(code) for _folder, _name, code in self._codes if _HAS_FUNCTIONS.search(code))
        found = (Targets(file, Blocks(file.statements), frozenset()).functions for file in files)
        return tuple(sorted({to_text(name) for names in found for name in names}))

    @cached_property
    def _extended_targets(self) -> tuple[str, ...]:
        """The targets to which files that do not add them give CUDA sources."""
        files = (CMakeFile(code) for _folder, _name, code in self._codes if _GIVES_SOURCES.search(code))
        found = (Targets(file, Blocks(file.statements), frozenset()).extended for file in files)
        return tuple(sorted({to_text(name) for names in found for name in names}))

    @cached_property
    def _concerned(self) -> Set[str]:
        """Headers are told by their names alone, whatever folder they are found in."""
        includes: dict[str, Set[str]] = {}
        users = defaultdict[str, list[str]](list)
        waiting: list[str] = []
        for file in self.sources:
            path, data = file.real.as_posix(), self.read(file) or b""
            includes[path] = {posixpath.basename(name.decode("utf-8", "replace")) for name in included_names(data)}
            for name in includes[path]:
                users[name].append(path)
            if self.names_cuda(_FOR_NVCC_ALONE.sub(b"", data)):
                waiting.append(path)
        seen = set(waiting)
        while waiting:
            path = waiting.pop()
            new = [user for user in users.pop(posixpath.basename(path), ()) if user not in seen]
            seen.update(new)
            waiting += new
        return {path for path in seen if path.endswith(_HOST)}


def _folder(file: File) -> str:
    return file.real.parent.as_posix()


def _from(folder: str) -> Iterator[str]:
    """A folder, and those that it lies in."""
    yield folder
    while (above := posixpath.dirname(folder)) != folder:
        folder = above
        yield folder
