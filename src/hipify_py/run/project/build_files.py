"""What the build files of a tree have in common: the packages of ROCm that they need in place of CUDA's."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hipify_py.file.surroundings import ALONE, Surroundings
from hipify_py.once import cached_property
from hipify_py.run.discover import File
from hipify_py.run.project.paths import kind_of
from hipify_py.subjects.buildfiles import cmake
from hipify_py.subjects.buildfiles.cmake_words import packages_named


class BuildFiles:
    def __init__(self, files: Iterable[File], read: Callable[[File], bytes | None]) -> None:
        self._files = [file for file in files if kind_of(file.path.name) == "cmake"]
        self._read = read

    def around(self, file: File) -> Surroundings:
        is_cmake = kind_of(file.path.name) == "cmake"
        return Surroundings(packages=self.packages) if is_cmake and self.packages else ALONE

    @cached_property
    def packages(self) -> tuple[str, ...]:
        """A package that one file finds, others link."""
        found = (packages_named(cmake.without_comments(self._read(file) or b"")) for file in self._files)
        return tuple(sorted(frozenset().union(*found)))
