"""Which directories and files the CMake files of a tree enter and include, and which of them for CUDA alone."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import words
from hipify_py.run.project.paths import kind_of
from hipify_py.subjects.buildfiles import cmake
from hipify_py.subjects.buildfiles.blanks import blanked
from hipify_py.subjects.buildfiles.branches import For, chains_of, is_for_all_of_hip
from hipify_py.texts import to_text

_LISTS = "CMakeLists.txt"
_ADDS = pattern(rb"(?i)\b(?:add_subdirectory|include)[ \t]*\(")
_IS_ABOUT_CUDA = pattern(rb"(?i)cuda|nvptx|nvcc|nvidia|hip|rocm")
_ARGUMENT = pattern(rb"\s*\"?([^\s\"()]+)\"?")
_HERE = pattern(rb"\A\$\{CMAKE_CURRENT_(?:LIST|SOURCE)_DIR\}/?")
_SOMEWHERE = pattern(rb"\A\$\{\w+\}/")
# Nobody knows what stands there.
_ELSEWHERE = pattern(rb"\$\{(?!\w*SOURCE_DIR\}|CMAKE_CURRENT_LIST_DIR\})")
_ENTERS = b"add_subdirectory"
_OPERATORS = frozenset(b"NOT AND OR DEFINED TARGET EXISTS STREQUAL MATCHES EQUAL ON OFF TRUE FALSE".split())
# What asks for CUDA, and for nothing else: `USE_CUDA`, `${CUDA_FOUND}`, `TARGET CUDA::cudart`, `GPU STREQUAL "CUDA"`.
_ASKS = pattern(
    rb"(?i)\s{0,40}\({0,9}\s{0,40}(?:(?:DEFINED|TARGET)\s{1,40})?(?:\"?[\w${}]{1,60}\"?\s{1,40}(?:STREQUAL|MATCHES)\s{1,40})?"
    rb"\"?(?:\$\{)?([\w:]{0,60}(?:cuda|nvptx|nvcc|nvidia)[\w:]{0,60})\}?\"?\s{0,40}\){0,9}\s{0,40}"
)
_NOT_FOR_IT = pattern(rb"(?i)(?:\A|_)(?:no|not|non|without|disable\w{0,40}|skip|or|hip|rocm|amd|version)(?:_|\Z)")
_OR, _AND, _NOT = pattern(rb"(?i)\bor\b"), pattern(rb"(?i)\band\b"), pattern(rb"(?i)\bnot\b")
# A name that so many directories have means any.
_MOST_MEANT = 50


class Entry(NamedTuple):
    """Where a build enters a directory, or includes a file: the `target`, whether it does so for CUDA alone, and the
    words of the conditions around."""

    target: str
    path: str
    line: int
    is_for_cuda: bool
    asked: frozenset[bytes]


class Entries:
    """`texts` is what build files hold, by their paths."""

    def __init__(self, texts: Iterable[tuple[str, bytes]]) -> None:
        self.files = {path: text for path, text in texts if kind_of(path) == "cmake"}

    def entered(self, path: str) -> str:
        """The file, or the innermost directory around it, that some build enters."""
        while path not in self.ways and path != posixpath.dirname(path):
            path = posixpath.dirname(path)
        return path

    @cached_property
    def ways(self) -> Mapping[str, list[Entry]]:
        """Where builds enter each directory, and include each file: by the paths of these."""
        found: dict[str, list[Entry]] = defaultdict(list)
        for path, text in self.files.items():
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
        folders = (posixpath.dirname(path) for path in self.files if posixpath.basename(path) == _LISTS)
        return frozenset((*folders, *self.files))

    @cached_property
    def _ending(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self._targets):
            found[posixpath.basename(path)].append(path)
        return found


def _entries_of(path: str, text: bytes) -> Iterator[Entry]:
    """What a CMake file enters and includes: absolute paths, or the ends of paths."""
    code = cmake.without_comments(text)
    others = blanked(code, spans_for_cuda(code)) if _IS_ABOUT_CUDA.search(code) else code
    line, behind = 1, 0
    asked: list[frozenset[bytes]] = []
    for command in cmake.commands(code):
        if command.name == b"if":
            asked.append(frozenset(words(code[command.opened : command.end])) - _OPERATORS)
        elif command.name == b"endif" and asked:
            asked.pop()
        is_include = command.name == b"include"
        argument = _ARGUMENT.match(code, command.opened + 1) if is_include or command.name == _ENTERS else None
        if argument and (target := _target(path, argument[1], is_include=is_include)):
            is_for_cuda = others[command.start] != code[command.start]
            is_own = _ELSEWHERE.match(argument[1]) is None
            line, behind = line + code.count(b"\n", behind, command.start), command.start
            yield Entry(target, path, line, is_for_cuda and is_own, frozenset().union(*asked))


def _target(path: str, argument: bytes, *, is_include: bool) -> str:
    if is_include and not argument.endswith((b".cmake", _LISTS.encode())):
        argument = b"${CMAKE_MODULE_PATH}/" + argument + b".cmake"
    in_lists = posixpath.basename(path) == _LISTS
    beside = _HERE.match(argument)
    is_known = in_lists or b"LIST_DIR" in beside[0] if beside else in_lists and b"$" not in argument
    name = to_text((_HERE if beside else _SOMEWHERE).sub(b"", argument, count=1))
    if "$" in name or not name.strip("/"):
        return ""
    folder = posixpath.dirname(path) if is_known else ""
    return posixpath.join(folder, name.lstrip("/")).removesuffix(f"/{_LISTS}")


def spans_for_cuda(code: bytes) -> Iterator[tuple[int, int]]:
    """The branches that need CUDA, or remain where a build is not for HIP."""
    for chain in chains_of("cmake", code, None):
        is_rest = False
        for branch in chain.branches:
            if branch.who is For.NOT_HIP or (is_rest and branch.who is not For.HIP) or needs_cuda(branch.condition):
                yield branch.start, branch.end
            is_rest = is_rest or is_for_all_of_hip(branch)


def needs_cuda(condition: bytes) -> bool:
    """Whether a condition of CMake holds in builds for CUDA alone."""
    if b"(" in condition and (_OR.search(condition) or _NOT.search(condition)):
        return False
    return all(any(map(_asks_for_cuda, _AND.split(part))) for part in _OR.split(condition))


def _asks_for_cuda(part: bytes) -> bool:
    asked: re.Match[bytes] | None = _ASKS.fullmatch(part)
    return asked is not None and _NOT_FOR_IT.search(asked[1]) is None
