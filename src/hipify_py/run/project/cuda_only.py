"""Directories that a CMake build for both platforms enters for CUDA alone: it builds without them for AMD."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping

from hipify_py.file.local_uses import UNITS
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import words
from hipify_py.run.discover import File
from hipify_py.run.project.entries import Entries, Entry
from hipify_py.run.project.includers import is_led_to
from hipify_py.run.project.paths import kind_of
from hipify_py.texts import to_bytes

# Builds that take sources from where they like.
_SETUP = pattern(rb"\bExtension\b|\bsetup[ \t]*\(|\bcpp_extension\b")
_OTHER_BUILDS = frozenset(("make", "bazel", "meson", "msbuild", "other"))
_ALL = pattern(rb"(?i)\bGLOB_RECURSE\b[^()]{0,2000}")
_UNIT = pattern(rb"(?<![\w.+-])[\w.+-]{1,200}\.(?:cu|c|cc|cpp|cxx)\b")
# Files that include each other are followed so far, and a name that so many directories have means any.
_ROUNDS = 16


class CudaOnly:
    """`portable` says why a file builds for AMD as well, `texts` is what build files hold, by their paths, and
    `including` are the files that may include one."""

    def __init__(
        self,
        builds: Iterable[File],
        texts: Callable[[], Iterator[tuple[str, bytes]]],
        entries: Entries,
        portable: Mapping[str, str],
        including: Callable[[str], Iterable[str]],
    ) -> None:
        self._shown = {file.real.as_posix(): str(file.path) for file in builds}
        self._texts = texts
        self._entries = entries
        self._portable = portable
        self._including = including
        self._used: dict[str, bool] = {}

    def why(self, file: File) -> str:
        """Why no build for AMD reads a file; nothing if one may."""
        path = file.real.as_posix()
        if not self._is_concerned or not (file.kind == "source" or kind_of(file.path.name) == "cmake"):
            return ""
        entry = self._way_to(path)
        if entry is None or (file.kind == "source" and self._is_used_elsewhere(path)):
            return ""
        place = f"{self._shown.get(entry.path, entry.path)}:{entry.line}"
        return f"{place} adds its directory for CUDA only, and {self._portable[entry.path]}"

    @cached_property
    def _is_concerned(self) -> bool:
        return any(path in self._portable for path in self._entries.files)

    def _way_to(self, path: str) -> Entry | None:
        """Where a portable build goes for CUDA alone, if that is the only way to a file."""
        return self._ways.get(self._entries.entered(path))

    @cached_property
    def _ways(self) -> Mapping[str, Entry]:
        """The only way to each directory and file to which there is no other; also where others of these enter it."""
        found: dict[str, Entry] = {}
        for _ in range(_ROUNDS):
            left = self._entries.ways.keys() - found.keys()
            more = {target: way for target in left if (way := self._only_way(target, found))}
            if not more:
                break
            found |= more
        return found

    def _only_way(self, target: str, known: Mapping[str, Entry]) -> Entry | None:
        ways = [self._outermost(entry, known) for entry in self._entries.ways[target]]
        return ways[0] if None not in ways else None

    def _outermost(self, entry: Entry, known: Mapping[str, Entry]) -> Entry | None:
        is_known = entry.is_for_cuda and entry.path in self._portable
        return entry if is_known else known.get(self._entries.entered(entry.path))

    def _is_used_elsewhere(self, start: str) -> bool:
        """Whether another part of the build may compile a source, or include it."""
        return is_led_to(start, self._including, self._is_part_of_another, self._used)

    def _is_part_of_another(self, path: str) -> bool:
        """Whether a source is compiled by what may build for AMD."""
        if path in self._portable:
            return False
        entry = self._way_to(path)
        return entry is None or (path.lower().endswith(UNITS) and self._is_taken(path, entry))

    def _is_taken(self, path: str, entry: Entry) -> bool:
        """Whether a build takes a unit that does not belong to its directory, by its name, or with many others."""
        ending = to_bytes(posixpath.splitext(path)[1])
        is_taken_whole = any(b"*" + ending in found for found in self._taking_all)
        is_named = _name(path) in self._named or _name(entry.target) in self._words_of_others
        return is_taken_whole or is_named

    @cached_property
    def _named(self) -> frozenset[bytes]:
        """The units that build files outside name."""
        return frozenset(name for path, text in self._outside() if kind_of(path) for name in _UNIT.findall(text))

    @cached_property
    def _taking_all(self) -> list[bytes]:
        return [found for path, text in self._outside() if kind_of(path) == "cmake" for found in _ALL.findall(text)]

    @cached_property
    def _words_of_others(self) -> frozenset[bytes]:
        """The words of builds without CMake, which take sources from where they like."""
        builds = (text for path, text in self._outside() if _is_of_other_tool(path, text))
        return frozenset(word for text in builds for word in words(text))

    def _outside(self) -> Iterator[tuple[str, bytes]]:
        """What is outside of the directories for CUDA alone."""
        return ((path, text) for path, text in self._texts() if self._way_to(path) is None)


def _name(path: str) -> bytes:
    return to_bytes(posixpath.basename(path))


def _is_of_other_tool(path: str, text: bytes) -> bool:
    return kind_of(path) in _OTHER_BUILDS or (kind_of(path) == "python" and _SETUP.search(text) is not None)
