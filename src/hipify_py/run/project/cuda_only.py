"""Directories that a CMake build for both platforms enters for CUDA alone: it builds without them for AMD."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hipify_py.file.local_uses import UNITS
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import words
from hipify_py.run.discover import File
from hipify_py.subjects.buildfiles import cmake
from hipify_py.subjects.buildfiles.branches import Branch, Chain, For, chains_of, is_for_all_of_hip
from hipify_py.subjects.buildfiles.kinds import kind_of

_LISTS = "CMakeLists.txt"
_ADDS = pattern(rb"(?i)\b(?:add_subdirectory|include)[ \t]*\(")
_IS_ABOUT_CUDA = pattern(rb"(?i)cuda|nvptx|nvcc|nvidia|hip|rocm")
_ARGUMENT = pattern(rb"\s*\"?([^\s\"()]+)\"?")
_HERE = pattern(rb"\A\$\{CMAKE_CURRENT_(?:LIST|SOURCE)_DIR\}/?")
_SOMEWHERE = pattern(rb"\A\$\{\w+\}/")
# Nobody knows what stands there.
_ELSEWHERE = pattern(rb"\$\{(?!\w*SOURCE_DIR\}|CMAKE_CURRENT_LIST_DIR\})")
_ENTERS = b"add_subdirectory"
# What asks for CUDA, and for nothing else: `USE_CUDA`, `${CUDA_FOUND}`, `TARGET CUDA::cudart`, `GPU STREQUAL "CUDA"`.
_ASKS = pattern(
    rb"(?i)\s*\(*\s*(?:(?:DEFINED|TARGET)\s+)?(?:\"?[\w${}]{1,60}\"?\s+(?:STREQUAL|MATCHES)\s+)?"
    rb"\"?(?:\$\{)?([\w:]{0,60}(?:cuda|nvptx|nvcc|nvidia)[\w:]{0,60})\}?\"?\s*\)*\s*"
)
_NOT_FOR_IT = pattern(rb"(?i)(?:\A|_)(?:no|not|non|without|disable\w*|skip|or|hip|rocm|amd|version)(?:_|\Z)")
_OR, _AND, _NOT = pattern(rb"(?i)\bor\b"), pattern(rb"(?i)\band\b"), pattern(rb"(?i)\bnot\b")
# Builds that take sources from where they like.
_SETUP = pattern(rb"\bExtension\b|\bsetup[ \t]*\(|\bcpp_extension\b")
_OTHER_BUILDS = frozenset(("make", "bazel", "meson", "msbuild", "other"))
_ALL = pattern(rb"(?i)\bGLOB_RECURSE\b[^()]{0,2000}")
_UNIT = pattern(rb"(?<![\w.+-])[\w.+-]{1,200}\.(?:cu|c|cc|cpp|cxx)\b")
# Files that include each other are followed so far, and a name that so many directories have means any.
_ROUNDS = 16
_MOST_MEANT = 50


class _Entry(NamedTuple):
    """Where a build enters a directory, or includes a file: the `target`, and whether it does so for CUDA alone."""

    target: str
    path: str
    line: int
    is_for_cuda: bool


class CudaOnly:
    """`portable` says why a file builds for AMD as well, `texts` is what build files hold, by their paths, and
    `including` are the files that may include one."""

    def __init__(
        self,
        builds: Iterable[File],
        texts: Callable[[], Iterator[tuple[str, bytes]]],
        portable: Mapping[str, str],
        including: Callable[[str], Iterable[str]],
    ) -> None:
        self._shown = {file.real.as_posix(): str(file.path) for file in builds}
        self._read = texts
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
        return any(path in self._portable for path in self._cmake)

    def _way_to(self, path: str) -> _Entry | None:
        """Where a portable build goes for CUDA alone, if that is the only way to a file."""
        return self._ways.get(self._entered(path))

    def _entered(self, path: str) -> str:
        """The file, or the innermost directory around it, that some build enters."""
        while path not in self._entries and path != posixpath.dirname(path):
            path = posixpath.dirname(path)
        return path

    @cached_property
    def _ways(self) -> Mapping[str, _Entry]:
        """The only way to each directory and file to which there is no other; also where others of these enter it."""
        found: dict[str, _Entry] = {}
        for _ in range(_ROUNDS):
            left = self._entries.keys() - found.keys()
            more = {target: way for target in left if (way := self._only_way(target, found))}
            if not more:
                break
            found |= more
        return found

    def _only_way(self, target: str, known: Mapping[str, _Entry]) -> _Entry | None:
        ways = [
            entry if entry.is_for_cuda and entry.path in self._portable else known.get(self._entered(entry.path))
            for entry in self._entries[target]
        ]
        return ways[0] if None not in ways else None

    def _is_used_elsewhere(self, start: str) -> bool:
        """Whether another part of the build may compile a source, or include it."""
        if start not in self._used:
            found, waiting, is_used = {start}, [start], False
            while waiting and not is_used:
                path = waiting.pop()
                is_used = self._used.get(path, False) or self._is_part_of_another(path)
                new = set(self._including(path)) - found
                found |= new
                waiting += new
            self._used |= {start: True} if is_used else dict.fromkeys(found, False)
        return self._used[start]

    def _is_part_of_another(self, path: str) -> bool:
        """Whether a source is compiled by what may build for AMD."""
        if path in self._portable:
            return False
        entry = self._way_to(path)
        return entry is None or (path.lower().endswith(UNITS) and self._is_taken(path, entry))

    def _is_taken(self, path: str, entry: _Entry) -> bool:
        """Whether a build takes a unit that does not belong to its directory, by its name, or with many others."""
        ending = posixpath.splitext(path)[1].encode()
        is_taken_whole = any(b"*" + ending in found for found in self._taking_all)
        is_named = _name(path) in self._named or _name(entry.target) in self._words_of_others
        return is_taken_whole or is_named

    @cached_property
    def _outside(self) -> Mapping[str, bytes]:
        """What is outside of the directories for CUDA alone."""
        return {path: text for path, text in self._texts.items() if self._way_to(path) is None}

    @cached_property
    def _named(self) -> frozenset[bytes]:
        """The units that build files outside name."""
        builds = (text for path, text in self._outside.items() if kind_of(posixpath.basename(path)))
        return frozenset(name for text in builds for name in _UNIT.findall(text))

    @cached_property
    def _taking_all(self) -> list[bytes]:
        return [found for path, text in self._outside.items() if path in self._cmake for found in _ALL.findall(text)]

    @cached_property
    def _words_of_others(self) -> frozenset[bytes]:
        """The words of builds without CMake, which take sources from where they like."""
        return frozenset(
            word for path, text in self._outside.items() if _is_of_other_tool(path, text) for word in words(text)
        )

    @cached_property
    def _texts(self) -> Mapping[str, bytes]:
        return dict(self._read())

    @cached_property
    def _cmake(self) -> Mapping[str, bytes]:
        return {path: text for path, text in self._texts.items() if kind_of(posixpath.basename(path)) == "cmake"}

    @cached_property
    def _entries(self) -> Mapping[str, list[_Entry]]:
        """Where builds enter each directory, and include each file: by the paths of these."""
        found: dict[str, list[_Entry]] = defaultdict(list)
        for path, text in self._cmake.items():
            for entry in _entries_of(path, text) if _ADDS.search(text) else ():
                meant = self._meant(entry.target)
                for each in meant:
                    is_for_cuda = entry.is_for_cuda and len(meant) == 1
                    found[each].append(entry._replace(target=each, is_for_cuda=is_for_cuda))
        return found

    def _meant(self, target: str) -> Sequence[str]:
        """The directories or files that may be meant by a path, or by the end of one."""
        path = posixpath.normpath(target)
        if path.startswith("/"):
            return [path] if path in self._targets else []
        candidates = self._ending.get(posixpath.basename(path), ())
        return [each for each in candidates[:_MOST_MEANT] if each.endswith("/" + path)]

    @cached_property
    def _targets(self) -> frozenset[str]:
        folders = (posixpath.dirname(path) for path in self._cmake if posixpath.basename(path) == _LISTS)
        return frozenset((*folders, *self._cmake))

    @cached_property
    def _ending(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self._targets):
            found[posixpath.basename(path)].append(path)
        return found


def _name(path: str) -> bytes:
    return posixpath.basename(path).encode("utf-8", "surrogateescape")


def _is_of_other_tool(path: str, text: bytes) -> bool:
    kind = kind_of(posixpath.basename(path))
    return kind in _OTHER_BUILDS or (kind == "python" and _SETUP.search(text) is not None)


def _entries_of(path: str, text: bytes) -> Iterator[_Entry]:
    """What a CMake file enters and includes: absolute paths, or the ends of paths."""
    code = cmake.without_comments(text)
    spans = list(_for_cuda(code)) if _IS_ABOUT_CUDA.search(code) else []
    for command in cmake.commands(code):
        is_include = command.name == b"include"
        argument = _ARGUMENT.match(code, command.opened + 1) if is_include or command.name == _ENTERS else None
        if argument and (target := _target(path, argument[1], is_include=is_include)):
            is_for_cuda = any(start <= command.start < end for start, end in spans)
            is_own = _ELSEWHERE.match(argument[1]) is None
            yield _Entry(target, path, code.count(b"\n", 0, command.start) + 1, is_for_cuda and is_own)


def _target(path: str, argument: bytes, *, is_include: bool) -> str:
    if is_include and not argument.endswith((b".cmake", _LISTS.encode())):
        argument = b"${CMAKE_MODULE_PATH}/" + argument + b".cmake"
    in_lists = posixpath.basename(path) == _LISTS
    beside = _HERE.match(argument)
    is_known = in_lists or b"LIST_DIR" in beside[0] if beside else in_lists and b"$" not in argument
    name = (_HERE if beside else _SOMEWHERE).sub(b"", argument, count=1).decode("utf-8", "surrogateescape")
    if "$" in name or not name.strip("/"):
        return ""
    folder = posixpath.dirname(path) if is_known else ""
    return posixpath.join(folder, name.lstrip("/")).removesuffix(f"/{_LISTS}")


def _for_cuda(code: bytes) -> Iterator[tuple[int, int]]:
    for chain in chains_of("cmake", code, None):
        for number, branch in enumerate(chain.branches):
            if _is_for_cuda(chain, number, branch):
                yield branch.start, branch.end


def _is_for_cuda(chain: Chain, number: int, branch: Branch) -> bool:
    """Whether a branch needs CUDA, or is what remains where a build is not for HIP."""
    is_rest = any(map(is_for_all_of_hip, chain.branches[:number]))
    return branch.who is For.NOT_HIP or (is_rest and branch.who is not For.HIP) or needs_cuda(branch.condition)


def needs_cuda(condition: bytes) -> bool:
    """Whether a condition of CMake holds in builds for CUDA alone."""
    if b"(" in condition and (_OR.search(condition) or _NOT.search(condition)):
        return False
    return all(any(map(_asks_for_cuda, _AND.split(part))) for part in _OR.split(condition))


def _asks_for_cuda(part: bytes) -> bool:
    asked: re.Match[bytes] | None = _ASKS.fullmatch(part)
    return asked is not None and _NOT_FOR_IT.search(asked[1]) is None
