"""Directories of headers, languages of sources, and macros, as a CMake file gives them."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.run.project.builds.conditions import Conditions
from hipify_py.run.project.builds.said import MAYBE, Definition, Folder, Reach, Who, is_unit
from hipify_py.subjects.buildfiles import cmake
from hipify_py.texts import to_bytes, to_text

_PROJECT = pattern(rb"(?i)\bproject\s{0,9}\(")
_ASKS_FOR_CUDA = pattern(rb"(?i)\b(?:enable_language|find_package)\s{0,9}\(\s{0,9}CUDA")
_ASKS_FOR_HIP = pattern(rb"(?i)\b(?:enable_language|find_package)\s{0,9}\(\s{0,9}hip\b")
_LANGUAGES = (b"LANGUAGE", b"CUDA_SOURCE_PROPERTY_FORMAT")
_FOLDERS = pattern(rb"(?i)include_directories")
_REFERENCE = pattern(r"\$\{(\w{1,80})\}")
_BUILD_INTERFACE = pattern(r"\$<BUILD_INTERFACE:([^<>]*)>")
_FOR_CUDA_CODE = pattern(r"\$<\$<COMPILE_LANGUAGE:CUDA>:([^<>]*)>")
_HERE = ("CMAKE_CURRENT_SOURCE_DIR", "CMAKE_CURRENT_LIST_DIR")
_TOP = ("CMAKE_SOURCE_DIR", "CMAKE_HOME_DIRECTORY")
_INCLUDES = (b"include_directories", b"target_include_directories", b"cuda_include_directories")
_SCOPES = frozenset(("PUBLIC", "PRIVATE", "INTERFACE", "SYSTEM", "BEFORE", "AFTER"))
_OF_FILES = (b"set_source_files_properties", b"set_property")
# FindCUDA's own property: nvcc compiles what it stands for.
_FORMAT = b"CUDA_SOURCE_PROPERTY_FORMAT"
_DEFINING = (b"add_definitions", b"add_compile_definitions", b"target_compile_definitions")
_MACRO = pattern(r"[\"']*(?:[-/]D[ ]?)?([A-Za-z_]\w*)(?:=.*)?")
_OPTION = pattern(r"(?<![\w-])-D[ ]?([A-Za-z_]\w*)")
_FLAGS = (b"FLAGS", b"OPTIONS")
_FLAGS_OF_NVCC = pattern(rb"(?:CMAKE_CUDA|CUDA_NVCC)_FLAGS\w*")
_ASSIGNING = (b"set", b"list", b"string")
_OPTIONS = (b"add_compile_options", b"target_compile_options")
# Commands that define nothing, whatever they name.
_ASKING = frozenset(
    (b"if", b"elseif", b"else", b"endif", b"while", b"option", b"cmake_dependent_option", b"message", b"unset",
     b"mark_as_advanced", b"find_package", b"include", b"add_feature_info", b"project", b"cmake_minimum_required")
)  # fmt: skip
# Variables in variables are followed so far, and no variable has more values.
_DEEPEST, _MOST_VALUES = 5, 2_000
LISTS = "CMakeLists.txt"


@dataclass(frozen=True, eq=False)
class Lists:
    """What all CMake files of a tree have in common, by their paths and texts."""

    texts: Sequence[tuple[str, bytes]]

    @cached_property
    def _projects(self) -> frozenset[str]:
        beginning = (path for path, text in self.texts if path.endswith(LISTS) and _PROJECT.search(text))
        return frozenset(map(posixpath.dirname, beginning))

    def homes(self, path: str) -> tuple[str, str]:
        """The directories of the innermost and the outermost project around a file."""
        folder, found = posixpath.dirname(path), []
        while folder != posixpath.dirname(folder):
            found += [folder] if folder in self._projects else []
            folder = posixpath.dirname(folder)
        return (found[0], found[-1]) if found else (posixpath.dirname(path),) * 2

    @cached_property
    def options(self) -> frozenset[bytes]:
        """The variables on which alone it depends whether the build asks for CUDA. Where it asks for HIP, too, they
        may mean any GPU."""
        if any(_ASKS_FOR_HIP.search(text) for _path, text in self.texts):
            return frozenset()
        asking = (InCMake(path, text, self) for path, text in self.texts if _ASKS_FOR_CUDA.search(text))
        return frozenset(option for file in asking for option in file.own_options())


@dataclass(frozen=True, eq=False)
class InCMake:
    path: str
    data: bytes
    lists: Lists

    @property
    def base(self) -> str:
        return posixpath.dirname(self.path)

    @cached_property
    def _code(self) -> bytes:
        return cmake.without_comments(self.data)

    @cached_property
    def _commands(self) -> list[cmake.Command]:
        return list(cmake.commands(self._code))

    def _words(self, command: cmake.Command) -> list[bytes]:
        return [argument.text for argument in cmake.arguments(self._code, command)]

    @cached_property
    def _conditions(self) -> Conditions:
        return Conditions("cmake", self._code, self.lists.options)

    @cached_property
    def _functions(self) -> list[tuple[int, int]]:
        starts = [each.start for each in self._commands if each.name in (b"function", b"macro")]
        ends = [each.start for each in self._commands if each.name in (b"endfunction", b"endmacro")]
        return list(zip(starts, ends, strict=False))

    def _reach(self, place: int) -> Reach:
        """Who calls a function is not known."""
        reach = self._conditions.around(place)
        is_called = any(start < place < end for start, end in self._functions)
        return reach._replace(is_sure=False) if is_called else reach

    @cached_property
    def folders(self) -> Sequence[Folder]:
        including = [each for each in self._commands if each.name in _INCLUDES] if _FOLDERS.search(self.data) else []
        return [folder for each in including for folder in self._folders_of(each)]

    def _folders_of(self, command: cmake.Command) -> Iterator[Folder]:
        is_sure = self._conditions.around(command.start).is_sure
        for word in self._expanded(self._words(command)[int(command.name == b"target_include_directories") :]):
            if word not in _SCOPES and (folder := self._path(_BUILD_INTERFACE.sub(r"\1", word))):
                yield Folder(folder, is_sure)

    @property
    def as_cuda(self) -> Sequence[str]:
        return self._units.get("CUDA", ())

    @property
    def as_hip(self) -> Sequence[str]:
        return self._units.get("HIP", ())

    @cached_property
    def _units(self) -> Mapping[str, Sequence[str]]:
        """The sources by the languages that they are given."""
        found: dict[str, list[str]] = defaultdict(list)
        for command in self._commands if any(word in self.data for word in _LANGUAGES) else ():
            if command.name in _OF_FILES and (language := _language(words := self._words(command))):
                found[language] += self._units_of(words)
        return found

    def _units_of(self, words: Sequence[bytes]) -> Iterator[str]:
        """The sources in front of the properties that they get."""
        ends = [words.index(word) for word in (b"PROPERTIES", b"PROPERTY") if word in words]
        for word in self._expanded(words[: min(ends, default=0)]):
            if is_unit(word) and (path := self._path(word)):
                yield path

    @cached_property
    def definitions(self) -> Sequence[Definition]:
        return list(self._definitions())

    def _definitions(self) -> Iterator[Definition]:
        for command in self._commands:
            may_define = command.name in _DEFINING or self._code.find(b"-D", command.opened, command.end) >= 0
            if may_define and command.name not in _ASKING:
                reach = self._reach(command.start)
                yield from self._defined_by(command.name, self._words(command), reach)

    def _defined_by(self, command: bytes, words: Sequence[bytes], reach: Reach) -> Iterator[Definition]:
        texts = [to_text(word) for word in words]
        if command in _DEFINING:
            for text in texts[int(command == b"target_compile_definitions") :]:
                yield from _macros(text, reach)
            return
        is_flags = command in _ASSIGNING and any(part in word for word in words[:2] for part in _FLAGS)
        is_nvccs = is_flags and any(map(_FLAGS_OF_NVCC.fullmatch, words[:2]))
        is_understood = is_flags or command in _OPTIONS
        for text in texts:
            is_for_cuda = is_nvccs or _FOR_CUDA_CODE.fullmatch(text) is not None
            own = _for_cuda(reach) if is_for_cuda else reach
            is_plain = "$<" not in text or is_for_cuda
            for name in _OPTION.findall(text):
                yield Definition(name, own if is_understood and is_plain else MAYBE)

    def may_define(self, name: str) -> bool:
        """What lists hold, and what functions of the project get, may define it."""
        for command in self._commands:
            if command.name not in _ASKING and command.name not in _DEFINING:
                words = self._words(command)[int(command.name == b"set") :]
                if any(word.partition(b"=")[0] == to_bytes(name) for word in words):
                    return True
        return False

    def own_options(self) -> Iterator[bytes]:
        """The variables on which alone it depends whether the file asks for CUDA."""
        for command in self._commands:
            if command.name in (b"enable_language", b"find_package"):
                words = self._words(command)
                if words[:1] in ([b"CUDA"], [b"CUDAToolkit"]) and b"QUIET" not in words:
                    yield from self._conditions_alone(command.start)

    def _conditions_alone(self, place: int) -> Iterator[bytes]:
        open_ = []
        for command in self._commands:
            if command.start >= place:
                break
            if command.name == b"if":
                open_.append(self._words(command))
            elif command.name in (b"else", b"elseif") and open_:
                open_[-1] = []
            elif command.name == b"endif" and open_:
                open_.pop()
        if len(open_) == 1 and len(open_[0]) == 1:
            yield open_[0][0]

    def _path(self, word: str) -> str:
        """An absolute path; nothing for one that begins with what nobody knows here."""
        if "$" in word or not word:
            return ""
        # Other files include modules, and their directories count.
        is_known = posixpath.isabs(word) or posixpath.basename(self.path) == LISTS
        return posixpath.normpath(posixpath.join(self.base, word)) if is_known else ""

    def _expanded(self, words: Iterable[bytes], depth: int = 0) -> Iterator[str]:
        for word in words:
            for text in to_text(word).replace("\\;", ";").split(";"):
                yield from self._values_of(text, depth)

    def _values_of(self, text: str, depth: int) -> Iterator[str]:
        """A word with directories for CMake's own variables, and all that others may be."""
        text = _REFERENCE.sub(lambda found: self._known(found[1]) or found[0], text)
        unknown = _REFERENCE.search(text)
        if unknown is None:
            yield text
        elif depth < _DEEPEST:
            for value in self._variables.get(unknown[1], ()):
                for each in self._expanded((value,), depth + 1):
                    yield text[: unknown.start()] + each + text[unknown.end() :]

    def _known(self, name: str) -> str:
        if name in _HERE:
            return self.base
        project, top = self.lists.homes(self.path)
        if name in _TOP:
            return top
        if name == "PROJECT_SOURCE_DIR":
            return project
        return self._own_projects.get(name, "") if name.endswith("_SOURCE_DIR") else ""

    @cached_property
    def _own_projects(self) -> Mapping[str, str]:
        named = (self._words(each)[:1] for each in self._commands if each.name == b"project")
        return {f"{to_text(name)}_SOURCE_DIR": self.base for words in named for name in words}

    @cached_property
    def _variables(self) -> Mapping[str, Sequence[bytes]]:
        """What a variable may hold, wherever the file gives it something."""
        found: dict[str, list[bytes]] = defaultdict(list)
        for command in self._commands:
            if command.name in (b"set", b"foreach", b"list"):
                name, values = _given(command.name, self._words(command))
                if name and len(found[name]) < _MOST_VALUES:
                    found[name] += values
        return found


def _language(words: Sequence[bytes]) -> str:
    """As what the sources are compiled that a command names, if it says that."""
    for name, value in pairwise(words):
        if name == b"LANGUAGE":
            return to_text(value)
        if name == _FORMAT:
            return "CUDA" if value == b"OBJ" else ""
    return ""


def _given(command: bytes, words: Sequence[bytes]) -> tuple[str, Sequence[bytes]]:
    name, values = b"", list[bytes]()
    if command == b"list":
        if words[:1] in ([b"APPEND"], [b"PREPEND"]):
            name, values = b"".join(words[1:2]), [*words[2:]]
        elif words[:1] == [b"GET"] and len(words) > 3:
            name, values = words[-1], [b"${%s}" % words[1]]
    elif words:
        name, values = words[0], [*words[1:]]
        if command == b"foreach" and values[:1] == [b"IN"]:
            values = _gone_through(values[1:])
    return to_text(name), values


def _gone_through(words: Sequence[bytes]) -> list[bytes]:
    """`LISTS a b ITEMS c`."""
    is_list, found = False, []
    for word in words:
        if word in (b"LISTS", b"ITEMS"):
            is_list = word == b"LISTS"
        else:
            found.append(b"${%s}" % word if is_list else word)
    return found


def _macros(text: str, reach: Reach) -> Iterator[Definition]:
    """Those of one argument of a command that takes macros."""
    for each in text.split(";"):
        for_cuda = _FOR_CUDA_CODE.fullmatch(each)
        plain = for_cuda[1] if for_cuda else _BUILD_INTERFACE.sub(r"\1", each)
        named = _MACRO.fullmatch(plain) if plain not in _SCOPES else None
        if named:
            yield Definition(named[1], _for_cuda(reach) if for_cuda else reach)
        elif "$<" in plain:
            yield from (Definition(name, MAYBE) for name in _WORD.findall(plain))


_WORD = pattern(r"[A-Za-z_]\w*")


def _for_cuda(reach: Reach) -> Reach:
    """Who reads it, where only nvcc gets it."""
    return reach if reach.who is Who.HIP else Reach(Who.CUDA, reach.is_sure)
