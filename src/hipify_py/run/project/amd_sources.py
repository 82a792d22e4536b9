"""Which portable sources are compiled for AMD for certain: those that a build for both platforms names, or takes by
their ending, outside of its branches for CUDA; those with branches for HIP of their own; where no build for both
platforms is in sight, those that a header makes HIP; and what such files include.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from hipify_py.file.local_uses import UNITS
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.run.project.entries import spans_for_cuda
from hipify_py.run.project.includers import is_led_to
from hipify_py.run.project.paths import is_in, kind_of
from hipify_py.run.project.ports import Ports
from hipify_py.subjects.buildfiles import cmake
from hipify_py.subjects.buildfiles.blanks import blanked
from hipify_py.subjects.buildfiles.branches import unread
from hipify_py.subjects.buildfiles.python import Python
from hipify_py.subjects.buildfiles.read import without_comments
from hipify_py.texts import to_text

_SOURCE = pattern(rb"((?:[\w.+-]{1,99}/){0,20})([\w+-][\w.+-]{0,99}\.(?:cu|hip|c|cc|cpp|cxx|o))\b(?!\.?\w)")
# `*.cu`, and names that are put together: f"{name}.cu", `$(NAME).cu`.
_ENDING = pattern(rb"((?:[\w.+-]{1,99}/){0,20})(?:\*|[})])[\w.-]{0,40}(\.(?:cu|c|cc|cpp|cxx))\b(?!\.?\w)")
_ASSIGNS = (b"set", b"list", b"file", b"foreach")
_VARIABLE = pattern(rb"\w+")
# What no build for AMD has.
_NEEDS_CUDA = pattern(rb"\bCUDA::\w|\bCUDAToolkit\b")


class AmdSources:
    """`texts` is what build files hold, by their paths, and `including` are the files that may include one."""

    def __init__(
        self,
        ports: Ports,
        texts: Callable[[], Iterable[tuple[str, bytes]]],
        including: Callable[[str], Iterable[str]],
    ) -> None:
        self._ports = ports
        self._texts = texts
        self._including = including
        self._known: dict[str, bool] = {}

    def has(self, path: str) -> bool:
        return path not in self._ports.replaced and is_led_to(path, self._including, self._is_compiled, self._known)

    def unnamed(self, paths: Iterable[str]) -> list[str]:
        """The CUDA sources that no build for AMD names, nor one for HIP in place of them, where it names others."""
        units = [path for path in paths if path.lower().endswith(".cu")]
        named = {path for path in units if self.has(path) or self._is_taken(f"{path[:-3]}.hip")}
        asked = self._ports.by_builds - self._ports.replaced - named
        return [path for path in units if path in asked] if named else []

    def _is_compiled(self, path: str) -> bool:
        if path in self._ports.replaced or path not in self._ports.reasons:
            return False
        if path in self._ports.with_branches:
            return True
        is_by_header = path in self._ports.with_headers and not self._codes
        return path.lower().endswith(UNITS) and (is_by_header or self._is_taken(path))

    def _is_taken(self, path: str) -> bool:
        folder, name = posixpath.split(path)
        stem, ending = posixpath.splitext(name)
        tails = (*self._named.get(name, ()), *self._named.get(f"{stem}.o", ()))
        is_named = any(f"{folder}/".endswith(f"/{tail}") for tail in tails)
        return is_named or any(is_in(path, base) and f"/{tail}" in path for base, tail in self._endings.get(ending, ()))

    @cached_property
    def _codes(self) -> Sequence[tuple[str, bytes]]:
        """The build files for both platforms, without what is for CUDA alone."""
        both = ((path, text) for path, text in self._texts() if path in self._ports.reasons and _is_build(path))
        codes = ((path, _for_amd(kind_of(path), path, text)) for path, text in both)
        return [(path, code) for path, code in codes if not _NEEDS_CUDA.search(code)]

    @cached_property
    def _named(self) -> Mapping[str, Sequence[str]]:
        """The directories, as far as they are named, of the sources that builds name."""
        found: dict[str, list[str]] = defaultdict(list)
        for _path, code in self._codes:
            for folder, name in _SOURCE.findall(code):
                found[to_text(name)].append(_tail(folder))
        return found

    @cached_property
    def _endings(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """Where builds take all sources with an ending: below which directory, and below which part of a path."""
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for path, code in self._codes:
            for folder, ending in _ENDING.findall(code):
                found[to_text(ending)].append((posixpath.dirname(path), _tail(folder)))
        return found


def _is_build(path: str) -> bool:
    return kind_of(path) in ("cmake", "make") or posixpath.basename(path) == "setup.py"


def _tail(folder: bytes) -> str:
    """A directory without steps upwards."""
    return to_text(folder).rpartition("../")[2].removeprefix("./")


def _for_amd(kind: str, path: str, text: bytes) -> bytes:
    """A build file with blanks for comments and for what is for CUDA alone."""
    python = Python(text) if kind == "python" else None
    code = without_comments(kind, posixpath.splitext(path)[1].lower(), text, python)
    spans = [part[:2] for part in unread(kind, code, python)]
    if kind != "cmake":
        return blanked(code, spans)
    code = blanked(code, [*spans, *spans_for_cuda(code)])
    return blanked(code, _never_read(code))


def _never_read(code: bytes) -> Iterator[tuple[int, int]]:
    """The commands of CMake that give something to a variable which no other command reads."""
    commands = [each for each in cmake.commands(code) if code[each.start : each.start + 1].strip()]
    assigned = {id(each): name for each in commands if (name := _assigned(code, each))}
    rest = blanked(code, ((each.start, each.end + 1) for each in commands if id(each) in assigned))
    read = set(_VARIABLE.findall(rest))
    waiting = [each for each in commands if id(each) in assigned]
    while reading := [each for each in waiting if assigned[id(each)] in read]:
        waiting = [each for each in waiting if assigned[id(each)] not in read]
        for each in reading:
            read.update(_VARIABLE.findall(code[each.opened : each.end]))
    yield from ((each.start, each.end + 1) for each in waiting)


def _assigned(code: bytes, command: cmake.Command) -> bytes:
    """The variable that a command sets, or adds to."""
    if command.name not in _ASSIGNS:
        return b""
    words = [each.text for each in cmake.arguments(code, command)][:2]
    return words[-1] if command.name in (b"list", b"file") and len(words) > 1 else words[0] if words else b""
