"""Examples, tests and the like of other projects in a tree: its build needs them only if something enters them."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.tokens import words
from hipify_py.run.discover import File
from hipify_py.run.project.entries import Entries, Entry
from hipify_py.run.project.paths import is_in, kind_of
from hipify_py.texts import to_bytes

# Where trees keep the projects of others.
HOME_OF_OTHERS = pattern(r"(?i)(?:3rd|third)[-_]?part(?:y|ies)|3rd|extern(?:al)?s?|vendor(?:ed)?|deps|dependencies")
_SPARE = pattern(r"(?i)examples?|tests?|testing|docs?|bench(?:marks?)?|samples?|tutorials?|demos?")
# What a project has at its top.
_TOPS = ("CMakeLists.txt", "setup.py", "pyproject.toml", "Makefile", "meson.build", "configure.ac")
_ADDS_ANY = pattern(rb"(?i)\badd_subdirectory\s{0,20}\(\s{0,20}\"?\$\{(?!\w*(?:SOURCE|LIST)_DIR\})")
# Builds that enter directories by their names.
_BY_NAME = frozenset(("make", "other", "bazel", "meson"))
# Each is looked for in all build files.
_MOST_PARTS = 50


class _Part(NamedTuple):
    """A directory of another project, whose own is `top`."""

    folder: str
    top: str


class SpareParts:
    """`base` is the directory of the tree, and `texts` what build files and the like hold, by their paths."""

    def __init__(
        self, base: str, builds: Iterable[File], texts: Callable[[], Iterator[tuple[str, bytes]]], entries: Entries
    ) -> None:
        self._base = base
        self._builds = frozenset(file.real.as_posix() for file in builds if file.kind == "build")
        self._texts = texts
        self._entries = entries
        self._known: dict[_Part, bool] = {}

    def why(self, file: File) -> str:
        """Why no build needs a build file; nothing if one may."""
        part = self._part_of(file.real.as_posix()) if file.kind == "build" and self._is_project(self._base) else None
        if part is None or self._is_wanted(part):
            return ""
        folder, top = (posixpath.relpath(path, self._base) for path in part)
        return f"no build of the tree enters {folder} of {top}, another project"

    def _is_project(self, folder: str) -> bool:
        return any(posixpath.join(folder, name) in self._builds for name in _TOPS)

    def _part_of(self, path: str) -> _Part | None:
        parts = PurePosixPath(posixpath.relpath(path, self._base)).parts
        home = max((number for number, part in enumerate(parts) if HOME_OF_OTHERS.fullmatch(part)), default=len(parts))
        ends = (number for number in range(home + 3, len(parts)) if _SPARE.fullmatch(parts[number - 1]))
        top = posixpath.join(self._base, *parts[: home + 2])
        if (end := next(ends, 0)) and self._is_project(top):
            return _Part(posixpath.join(self._base, *parts[:end]), top)
        return None

    def _is_wanted(self, part: _Part) -> bool:
        if part not in self._known:
            self._known[part] = len(self._known) >= _MOST_PARTS or self._is_entered(part) or self._is_named(part)
        return self._known[part]

    def _is_entered(self, part: _Part) -> bool:
        """Whether a CMake file outside of it enters it, or any directory. What the other project enters under a
        condition of which the tree says nothing it does for itself, where it is the one that is built."""
        outside = (
            text for path, text in self._entries.files.items() if is_in(path, part.top) and not is_in(path, part.folder)
        )
        return any(map(_ADDS_ANY.search, outside)) or any(
            is_in(target, part.folder) and any(self._enters(part, way) for way in ways)
            for target, ways in self._entries.ways.items()
        )

    def _enters(self, part: _Part, way: Entry) -> bool:
        if not is_in(way.path, part.top):
            return True
        if is_in(way.path, part.folder):
            return False
        others = (text for path, text in self._texts() if way.asked and not is_in(path, part.top))
        return not way.asked or any(not way.asked.isdisjoint(_settings(text)) for text in others)

    def _is_named(self, part: _Part) -> bool:
        """Whether other files name it, as a part of the project, or in the project's own build, if that is not CMake's,
        which enters directories."""
        name = to_bytes(posixpath.basename(part.folder))
        path = to_bytes(posixpath.relpath(part.folder, posixpath.dirname(part.top)))
        is_cmakes = posixpath.join(part.top, "CMakeLists.txt") in self._builds
        for other, text in self._texts():
            if is_in(other, part.folder):
                continue
            is_own = is_in(other, part.top) and kind_of(other) in _BY_NAME and not is_cmakes
            if (is_own and name in words(text)) or (not is_in(other, part.top) and path in text):
                return True
        return False


def _settings(text: bytes) -> Iterator[bytes]:
    """The words of a build file, those behind `-D` too."""
    for word in words(text):
        yield word
        if word.startswith(b"D"):
            yield word[1:]
