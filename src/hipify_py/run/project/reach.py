"""What the CMake build of a tree reaches from its top: other projects in it get the options that the tree sets."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from hipify_py.file.local_uses import UNITS
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import words
from hipify_py.run.discover import File
from hipify_py.run.project.includers import is_led_to
from hipify_py.run.project.paths import above, calls_make, is_in, kind_of
from hipify_py.run.project.spare_parts import HOME_OF_OTHERS
from hipify_py.subjects.buildfiles import cmake
from hipify_py.subjects.buildfiles.blanks import blanked
from hipify_py.subjects.buildfiles.branches import chains_of
from hipify_py.texts import to_bytes, to_text

_LISTS = "CMakeLists.txt"
_PROJECT = pattern(rb"(?i)\bproject\s{0,20}\(")
_ARGUMENT = pattern(rb"\s*\"?([^\s\"()]+)\"?")
_FOLDER = pattern(rb"\A\$\{(CMAKE_CURRENT_SOURCE_DIR|CMAKE_CURRENT_LIST_DIR|\w{1,60}_SOURCE_DIR)\}/?")
_HERE = (b"CMAKE_CURRENT_SOURCE_DIR", b"CMAKE_CURRENT_LIST_DIR")
# Options that are off unless somebody sets them, and those that only the project at the top turns on.
_OFF = pattern(
    rb"(?i)\boption\s{0,9}\(\s{0,9}(\w{1,80})\s[^()\n]{0,200}?(?:\b(?:OFF|FALSE|NO|0)|\$\{\w{0,60}(?:MASTER|MAIN|TOP_LEVEL)\w{0,60}\})"
    rb"\s{0,9}\)|\bset\s{0,9}\(\s{0,9}(\w{1,80})\s{1,9}(?:OFF|FALSE|NO|0)\s{1,9}CACHE\s{1,9}BOOL\b"
)
_ENTERS = pattern(
    rb"(?i)\b(?:externalproject_|fetchcontent_|cpm|subdirs\b|add_\w{1,40}_(?:subdirector|director)|tribits)"
)
_PATH = pattern(rb"[\w.+-]{1,99}(?:/[\w.+-]{1,99}){1,20}")
_LOOKS = (b"include_directories", b"if", b"message")
_SETS = pattern(rb"(?i)\bset\s{0,9}\(\s{0,9}(\w{1,80})\s{1,9}\"?(?:ON|TRUE|YES|1|\$)")
_SETS_ANY = pattern(rb"(?i)\bset\s{0,9}\(\s{0,9}\w{0,80}\$\{\w{1,80}\}\w{0,80}\s{1,9}(?:ON|TRUE|YES|1)\b")
_AND, _OR = pattern(rb"(?i)\bAND\b"), pattern(rb"(?i)\bOR\b")
_TOP_LEVEL = pattern(rb"\w{0,60}(?:MASTER_PROJECT|MAIN_PROJECT|TOP_LEVEL)")
_RECURSES = pattern(rb"(?i)\b(?:GLOB(?:_RECURSE)?\b|aux_source_directory\s{0,9}\()([^()]{0,2000})")
# Builds of other tools take sources from where they like.
_OTHERS = ("make", "bazel", "meson", "msbuild", "other")
_SETUP = pattern(rb"\bExtension\b|\bcpp_extension\b")
_TAKES = pattern(rb"(?i)\bglob\b|\brglob\b|\bwalk\(|\bwildcard\b|\$\(shell|`[^`\n]{0,60}\bfind\b")
# Nobody's build has more CMake files.
_MOST_FILES = 5_000


class _Way(NamedTuple):
    """A CMake file that is read, and the directory of the other project that it is a part of."""

    path: str
    project: str


class Reach:
    """`base` is the directory of a tree, `texts` what build files and the like hold, by their paths, and `including`
    are the files that may include one."""

    def __init__(
        self,
        base: str,
        texts: Callable[[], Iterator[tuple[str, bytes]]],
        including: Callable[[str], Iterable[str]],
    ) -> None:
        self._base = base
        self._texts = texts
        self._including = including
        self._open: dict[str, set[str]] = defaultdict(set)  # the files that enter any directory in one
        self._used: dict[str, bool] = {}

    def why(self, file: File) -> str:
        """Why the build never reads a file; nothing if it may."""
        path = file.real.as_posix()
        if not self._is_cmakes:
            return ""
        kind = kind_of(file.path.name) if file.kind == "build" else file.kind
        if kind == "make" and (project := self._project_around(path)) and not self._calls_make:
            return f"the build of the tree takes {posixpath.relpath(project, self._base)} with CMake"
        if kind == "cmake" and path.endswith(".cmake") and path not in self._reached and self._is_of_others(path):
            return "no CMake file on the way from the top includes it"
        if kind not in ("cmake", "source") or not self._left_out(path):
            return ""
        return "no CMakeLists.txt on the way from the top adds its directory" if not self._is_used(path) else ""

    def why_line(self, file: File, line: int) -> str:
        """Why a line of a CMake file of another project is not read."""
        path = file.real.as_posix()
        project = self._reached.get(path) if self._is_cmakes else None
        if not project:
            return ""
        place = _start_of(self._code(path), line)
        option = next((option for start, end, option in self._dead(path, project) if start <= place < end), "")
        return (
            f"{option} is off in {posixpath.relpath(project, self._base)}, and nothing else sets it" if option else ""
        )

    @cached_property
    def _files(self) -> Mapping[str, bytes]:
        return {path: text for path, text in self._texts() if kind_of(path) == "cmake"}

    @cached_property
    def _is_cmakes(self) -> bool:
        """Whether CMake builds the tree from its top."""
        top = self._files.get(posixpath.join(self._base, _LISTS), b"")
        return len(self._files) <= _MOST_FILES and _PROJECT.search(top) is not None

    def _code(self, path: str) -> bytes:
        return cmake.without_comments(self._files[path])

    @cached_property
    def _reached(self) -> Mapping[str, str]:
        """The CMake files that are read, and the directory of the other project around each."""
        top = posixpath.join(self._base, _LISTS)
        found, waiting = {top: ""}, [_Way(top, "")]
        while waiting:
            for way in self._ways(waiting.pop()):
                if way.path not in found:
                    found[way.path] = way.project
                    waiting.append(way)
        return found

    def _ways(self, way: _Way) -> Iterator[_Way]:
        code, dead = self._code(way.path), list(self._dead(way.path, way.project))
        for command in cmake.commands(code):
            if command.name not in (b"add_subdirectory", b"include", b"find_package"):
                continue
            argument = _ARGUMENT.match(code, command.opened + 1)
            if argument is None or any(start <= command.start < end for start, end, _option in dead):
                continue
            if command.name == b"add_subdirectory":
                yield from self._added(way, argument[1])
            else:
                yield from (
                    _Way(path, way.project)
                    for path in self._modules(posixpath.dirname(way.path), command.name, argument[1])
                )

    def _added(self, way: _Way, argument: bytes) -> Iterator[_Way]:
        folder = posixpath.dirname(way.path)
        begin = _FOLDER.match(argument)
        name = to_text(argument[begin.end() if begin else 0 :])
        if "$" in name:
            self._open[folder if posixpath.basename(way.path) == _LISTS else self._base].add(way.path)
            return
        bases = {folder, way.project or self._base, self._base} if begin and begin[1] not in _HERE else {folder}
        for base in sorted(bases) if posixpath.basename(way.path) == _LISTS else self._folders:
            target = posixpath.normpath(posixpath.join(base, name))
            path = posixpath.join(target, _LISTS)
            if path in self._files:
                is_own = (
                    not way.project and self._is_of_others(target) and _PROJECT.search(self._files[path]) is not None
                )
                yield _Way(path, target if is_own else way.project)

    @cached_property
    def _folders(self) -> Sequence[str]:
        return sorted({posixpath.dirname(path) for path in self._files})

    def _modules(self, folder: str, command: bytes, argument: bytes) -> Iterable[str]:
        """The files of the tree that an include or a search for a package may read."""
        name = posixpath.basename(to_text(argument))
        if "$" in name:  # nobody includes files of others by variables
            others = (path for path in self._files if posixpath.basename(path) != _LISTS)
            return [path for path in others if is_in(path, folder) or not self._is_of_others(path)]
        wanted = f"Find{name}.cmake" if command == b"find_package" else name
        return [path for each in (wanted, f"{wanted}.cmake", f"{wanted}.in") for path in self._by_name.get(each, ())]

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path in self._files:
            found[posixpath.basename(path)].append(path)
        return found

    def _dead(self, path: str, project: str) -> Iterator[tuple[int, int, str]]:
        """The branches that nothing turns on in another project, and by which option."""
        off = self._off(project) if project else frozenset()
        for chain in chains_of("cmake", self._code(path), None) if off else ():
            branch = chain.branches[0]
            needed = [next(_turned_off(part, off), "") for part in _OR.split(branch.condition)]
            if all(needed):
                yield branch.start, branch.end, needed[0]

    def _off(self, project: str) -> frozenset[bytes]:
        """The options of another project that are off, that it does not set, and that nothing outside speaks of."""
        if project not in self._options:
            off = (name for name, paths in self._told_off.items() if any(is_in(path, project) for path in paths))
            self._options[project] = frozenset(
                name for name in off if all(is_in(path, project) for path in self._saying[name])
            )
        return self._options[project]

    @cached_property
    def _told_off(self) -> Mapping[bytes, list[str]]:
        """The options that are off by default, but for those that a file sets, or may."""
        found: dict[bytes, list[str]] = defaultdict(list)
        given: set[bytes] = set()
        for path, text in self._files.items():
            for name in (one or other for one, other in _OFF.findall(text)):
                found[name].append(path)
            given.update(_SETS.findall(text))
            if _SETS_ANY.search(text):
                return {}
        return {name: paths for name, paths in found.items() if name not in given}

    @cached_property
    def _saying(self) -> Mapping[bytes, list[str]]:
        """The files that have the name of such an option, as in `-DLIB_TESTS=ON`, too."""
        wanted = {word: name for name in self._told_off for word in (name, b"D" + name)}
        found: dict[bytes, list[str]] = defaultdict(list)
        for path, text in self._texts() if wanted else ():
            for word in wanted.keys() & frozenset(words(text)):
                found[wanted[word]].append(path)
        return found

    @cached_property
    def _options(self) -> dict[str, frozenset[bytes]]:
        return {}

    def _project_around(self, path: str) -> str:
        """The directory of the other project that is built with CMake, and has a file."""
        return next((folder for folder in above(path) if folder in self._projects), "")

    @cached_property
    def _projects(self) -> frozenset[str]:
        return frozenset(project for project in self._reached.values() if project)

    @cached_property
    def _calls_make(self) -> bool:
        texts = ((path, text) for path, text in self._texts() if not self._project_around(path))
        return any(kind_of(path) != "make" and calls_make(text) for path, text in texts)

    def _left_out(self, path: str) -> str:
        """The directory of a file, if that has a CMake file of its own which nothing reads."""
        folder = posixpath.dirname(path)
        while len(folder) > len(self._base) and posixpath.join(folder, _LISTS) not in self._files:
            folder = posixpath.dirname(folder)
        return folder if folder in self._unread else ""

    @cached_property
    def _unread(self) -> frozenset[str]:
        """The directories with a CMake file that nothing reads."""
        lists = {path for path in self._files if posixpath.basename(path) == _LISTS}
        folders = {posixpath.dirname(path) for path in lists - self._reached.keys() if self._is_of_others(path)}
        closed = {folder for folder in folders if not self._is_entered(folder)}
        return frozenset(closed - self._named(closed))

    def _is_entered(self, folder: str) -> bool:
        """Whether some directory around is entered by a variable: those of others are named somewhere then."""
        opened = (each for each in above(folder) if each in self._open)
        return any(not _is_of_others(posixpath.relpath(folder, each)) for each in opened)

    def _is_of_others(self, path: str) -> bool:
        return _is_of_others(posixpath.relpath(path, self._base))

    def _named(self, folders: Set[str]) -> set[str]:
        """Which directories other files name: those of other projects are built as the tree asks for it."""
        found: set[str] = set()
        for path, text in self._speaking if folders else ():
            here = posixpath.dirname(path)
            spelled = {to_text(word) for word in words(text)}
            whole = {posixpath.join(here, word) for word in spelled} if kind_of(path) in _OTHERS else set()
            for each in {to_text(word) for word in _PATH.findall(text)}:
                whole |= {posixpath.normpath(posixpath.join(base, each)) for base in (here, self._base)}
            whole = {each for each in whole if not is_in(here, each)}  # `../..` is no directory that one enters
            named = {posixpath.join(here, word) for word in spelled}.union(*map(above, whole))
            project = "" if path in self._reached else self._project_around(path)
            for folder in folders - found:
                is_named = folder in named or not whole.isdisjoint(above(folder))
                if is_named and not is_in(path, folder) and not (project and is_in(folder, project)):
                    found.add(folder)
        return found

    @cached_property
    def _speaking(self) -> list[tuple[str, bytes]]:
        """What may name directories: other builds, and CMake files that are read and enter some by other commands."""
        read = ((path, self._live(path, project)) for path, project in self._reached.items())
        opening = frozenset().union(*self._open.values())
        entering = ((path, text) for path, text in read if path in opening or _ENTERS.search(text))
        return [*entering, *((path, text) for path, text in self._texts() if path not in self._files)]

    def _live(self, path: str, project: str) -> bytes:
        """The code of a file that may enter directories: to ask for one, or to look for headers there, reads none."""
        code = blanked(self._code(path), ((start, end) for start, end, _option in self._dead(path, project)))
        looking = (each for each in cmake.commands(code) if each.name.endswith(_LOOKS))
        return blanked(code, ((each.opened, each.end) for each in looking))

    def _is_used(self, start: str) -> bool:
        """Whether a source outside of what is left out includes one, or a build may take it by its name."""
        return is_led_to(start, self._including, self._is_used_itself, self._used)

    def _is_used_itself(self, path: str) -> bool:
        return not self._left_out(path) or self._is_taken(path)

    def _is_taken(self, path: str) -> bool:
        if not path.lower().endswith(UNITS):
            return False
        stem = to_bytes(posixpath.splitext(posixpath.basename(path))[0])
        return stem in self._words_of_others or any(path.startswith(begin) for begin in self._taken_whole)

    @cached_property
    def _taken_whole(self) -> frozenset[str]:
        """How the paths begin of which builds that are read take whatever they find."""
        found: set[str] = set()
        for path, text in self._read_texts():
            folder = posixpath.dirname(path)
            if path in self._files and path not in self._reached:
                continue
            if path in self._files:
                found.update(begin for each in _RECURSES.findall(text) for begin in self._beginnings(folder, each))
            elif (kind_of(path) in _OTHERS or _SETUP.search(text)) and _TAKES.search(text):
                found.add(folder)
        return frozenset(found)

    def _beginnings(self, folder: str, arguments: bytes) -> Iterator[str]:
        """What `${CMAKE_CURRENT_SOURCE_DIR}/src/*.cu` begins with."""
        for word in arguments.split():
            name = to_text(_FOLDER.sub(b"", word.strip(b'"'), count=1))
            if "*" in name:
                begin = name.partition("*")[0]
                for base in (folder, self._base):
                    yield posixpath.normpath(posixpath.join(base, begin)) if "$" not in begin else ""

    @cached_property
    def _words_of_others(self) -> frozenset[bytes]:
        return frozenset(word for _path, text in self._read_texts() for word in words(text))

    def _read_texts(self) -> Iterator[tuple[str, bytes]]:
        return ((path, text) for path, text in self._texts() if not self._left_out(path))


def _turned_off(condition: bytes, off: frozenset[bytes]) -> Iterator[str]:
    """The options, all of which a condition needs, that are off; no project in another one is the main one."""
    for part in _AND.split(condition):
        option = part.strip(b' \t\r\n"()')
        if option in off or _TOP_LEVEL.fullmatch(option):
            yield option.decode("utf-8", "replace")


def _start_of(code: bytes, line: int) -> int:
    place = 0
    for _ in range(line - 1):
        place = code.find(b"\n", place) + 1
    return place


def _is_of_others(path: str) -> bool:
    return any(map(HOME_OF_OTHERS.fullmatch, path.split("/")))
