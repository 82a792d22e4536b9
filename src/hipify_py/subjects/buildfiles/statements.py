"""A CMake file as conversion sees it: its commands with their arguments, and edits of whole lines."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles.cmake import Argument, arguments, commands
from hipify_py.subjects.buildfiles.cmake_blocks import Blocks
from hipify_py.subjects.buildfiles.cmake_folders import Folders
from hipify_py.subjects.buildfiles.cmake_words import rows
from hipify_py.subjects.buildfiles.unread_flags import of_device_links
from hipify_py.subjects.buildfiles.words_of_options import GROUP
from hipify_py.texts import to_text

_HIP_LANGUAGE = pattern(
    rb"(?i:\bproject)\s*\([^()]*\b(?:CUDA|HIP)\b|(?i:\benable_language)\s*(?:\(\s*)?(?:C(?:XX)?\s+){0,2}(?:CUDA|HIP)\b"
)
_ENDING = pattern(rb"(?<=[\w}*])(?P<ending>\.?\$\{\w+\})")
_REFERENCE = pattern(rb"\$\{(\w+)\}")
# The folder of headers as a variable of CUDA's packages, and as conversion writes it.
_HEADERS_OF_PACKAGE = pattern(rb"\$\{(?:CUDA|CUDAToolkit)_INCLUDE_DIRS?\}")
_OF_HEADERS = (b"/include", b"${hip_INCLUDE_DIRS}")
_GPUS = frozenset((b"CMAKE_CUDA_ARCHITECTURES", b"CMAKE_HIP_ARCHITECTURES"))
# Of conditions, nobody looks farther out; and what stands in none of them.
_DEEPEST, _NO_BRANCH = 50, -1
_BRANCHES = frozenset((b"if", b"elseif", b"else"))
_ENABLING = frozenset((b"project", b"enable_language", b"cmake_language"))
_LANGUAGES = frozenset((b"CUDA", b"HIP"))
_FIND_CUDA = pattern(rb"(?i:\bfind_package)\s*\(\s*CUDA\b|(?i:\binclude)\s*\(\s*FindCUDA\s*\)")
# What finds HIP, or does once it is converted.
_FINDS_HIP = pattern(
    rb"(?i:\bfind_(?:package|dependency))\s*\(\s*(?:CUDA|CUDAToolkit|hip|HIP)\b|"
    rb"(?i:\binclude)\s*\(\s*FindCUDA(?:Toolkit)?\s*\)"
)
# Commands that set the variable which they name first.
_SETS = frozenset((b"set", b"option", b"find_library", b"find_path", b"find_file", b"unset"))
_TO_TARGETS = (b"add_library", b"add_executable", b"target_sources")
_FALSE = frozenset((b"OFF", b"FALSE", b"NO", b"0", b"N", b"IGNORE", b"NOTFOUND", b""))


class Statement(NamedTuple):
    """A command from its name, in lower case, to behind its bracket."""

    name: bytes
    start: int
    opened: int
    end: int
    arguments: list[Argument]

    @property
    def words(self) -> list[bytes]:
        return [argument.text for argument in self.arguments]


@dataclass(frozen=True, eq=False)
class CMakeFile:
    """`code` has blanks for comments. `packages` are those of ROCm that files of the tree need in place of CUDA's, and
    `archs` the GPUs to build for; files of the names `renamed` get others. What is exported is read by other projects.
    The variables `languages` are HIP where other files of the tree had CUDA, and `kept_folders` are those that some set
    to other folders than the usual ones of CUDA. `others_find_hip` says that another file of the tree finds HIP's
    package."""

    code: bytes
    packages: frozenset[str] = frozenset()
    archs: tuple[str, ...] = ()
    renamed: frozenset[bytes] = frozenset()
    is_exported: bool = False
    languages: frozenset[bytes] = frozenset()
    kept_folders: frozenset[bytes] = frozenset()
    others_find_hip: bool = False

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        return _statements(self.code)

    @cached_property
    def finds_hip(self) -> bool:
        return self.others_find_hip or finds_hip(self.code)

    def names_language_first(self, statement: Statement) -> bool:
        """Whether no command before this one enables the language CUDA."""
        return self._first_with_language == statement.start

    @cached_property
    def _first_with_language(self) -> int:
        enabling = (each for each in self.statements if each.name in _ENABLING and b"CUDA" in each.words)
        return next((each.start for each in enabling), -1)

    def sets(self, variable: bytes) -> bool:
        """Whether the file itself gives a variable its value."""
        return variable in self._set

    @cached_property
    def _set(self) -> frozenset[bytes]:
        setting = (each for each in self.statements if each.name in _SETS and each.words)
        return frozenset(each.words[0] for each in setting)

    @cached_property
    def handed_up(self) -> frozenset[bytes]:
        """The variables that the file sets for the folder above it, and gives to no target of its own."""
        setting = [each for each in self.statements if each.name == b"set" and b"PARENT_SCOPE" in each.words[1:]]
        up = {each.words[0] for each in setting if not self.is_in_function(each.start)}
        adding = (each for each in self.statements if up and each.name.endswith(_TO_TARGETS))
        return frozenset(up) - self._referenced(adding)

    def _referenced(self, statements: Iterable[Statement]) -> frozenset[bytes]:
        """The variables that commands read."""
        found = (name for each in statements for name in _REFERENCE.findall(self.code, each.opened, each.end))
        return frozenset(found)

    @cached_property
    def given_to_others(self) -> frozenset[bytes]:
        """The variables that `target_sources` gives to targets of other folders."""
        return self._referenced(each for each in self.statements if self.is_for_others(each.name, each.words))

    @cached_property
    def given_to_own(self) -> frozenset[bytes]:
        """The variables that the file gives to targets of its own."""
        adding = (each for each in self.statements if each.name.endswith(_TO_TARGETS))
        return self._referenced(each for each in adding if not self.is_for_others(each.name, each.words))

    @cached_property
    def lists(self) -> Mapping[bytes, list[bytes]]:
        """What `set`, `list` and `file` put into variables."""
        found = defaultdict[bytes, list[bytes]](list)
        for each in self.statements:
            if variable := variable_given(each.name, each.words):
                found[variable] += (part for word in each.words for part in word.split(b";"))
        return found

    def is_for_others(self, command: bytes, words: Sequence[bytes]) -> bool:
        """Whether a command gives sources to a target of another folder."""
        return command == b"target_sources" and bool(words) and words[0] not in self.own_targets

    @cached_property
    def folders(self) -> Folders:
        return Folders(self.code, ((each.name, each.words) for each in self.statements), self.kept_folders)

    @cached_property
    def names_gpus(self) -> bool:
        """Whether the file sets GPUs of its own for all targets."""
        setting = (each.words for each in self.statements if each.name in (b"set", b"list"))
        return any(not _GPUS.isdisjoint(words[:2]) and b"native" not in words for words in setting)

    @cached_property
    def lists_of_headers(self) -> frozenset[bytes]:
        """The variables that hold CUDA's folder of headers among others, and HIP's once they are converted."""
        found: set[bytes] = set()
        for each in self.statements:
            words = each.words[each.name == b"list" :] if each.name in (b"set", b"list") else []
            if (
                len(words) > 1
                and any(new.endswith(_OF_HEADERS) for *_place, new in self.folders.places(each.opened, each.end))
            ) or any(map(_HEADERS_OF_PACKAGE.fullmatch, words[1:])):
                found.add(words[0])
        return frozenset(found)

    @cached_property
    def _functions(self) -> list[tuple[int, int]]:
        starts = [each.start for each in self.statements if each.name in (b"function", b"macro")]
        ends = [each.start for each in self.statements if each.name in (b"endfunction", b"endmacro")]
        return list(zip(starts, ends, strict=False))

    def is_in_function(self, place: int) -> bool:
        last = bisect_left(self._functions, (place, 0)) - 1
        return last >= 0 and place < self._functions[last][1]

    def end_of_block(self, statement: Statement) -> int:
        """Where the block ends that a condition begins, or has a part of."""
        return self._ends.get(statement.start, len(self.code))

    @cached_property
    def _ends(self) -> Mapping[int, int]:
        found: dict[int, int] = {}
        opened: list[list[int]] = []
        for each in self.statements:
            if each.name in (b"if", b"while"):
                opened.append([each.start])
            elif opened and each.name == b"elseif":
                opened[-1].append(each.start)
            elif opened and each.name in (b"endif", b"endwhile"):
                found.update(dict.fromkeys(opened.pop(), each.start))
        return found

    @cached_property
    def own_targets(self) -> Mapping[bytes, bytes]:
        """The targets that the file adds, each with the word behind its name."""
        adding = (each for each in self.statements if each.name.endswith((b"add_library", b"add_executable")))
        return {each.words[0]: b"".join(each.words[1:2]) for each in adding if each.words}

    @cached_property
    def header_packages(self) -> frozenset[str]:
        """The packages of headers alone that the file finds in commands of their own."""
        known = rows("header_packages")
        finding = (to_text(each.words[0]) for each in self.statements if each.name == b"find_package" and each.words)
        return frozenset(package for name in finding for package in known.get(name, ()))

    def interface_scope(self, target: bytes) -> bytes:
        """`INTERFACE` of libraries that have no other."""
        return b"INTERFACE" if self.own_targets.get(target) == b"INTERFACE" else b""

    @cached_property
    def first_targets(self) -> int:
        """Where a file first reads the targets that a project exports."""
        reading = (each for each in self.statements if each.name == b"include" and each.words)
        return next((each.start for each in reading if each.words[0].endswith(b"argets.cmake")), -1)

    @cached_property
    def line_end(self) -> bytes:
        return b"\r\n" if b"\r\n" in self.code else b"\n"

    @cached_property
    def enables_language(self) -> bool:
        """Whether the file names the language, be it for CUDA still, or a variable with it."""
        if _HIP_LANGUAGE.search(self.code):
            return True
        enabling = (each.words for each in self.statements if each.name in (b"project", b"enable_language"))
        enabled = {word for words in enabling for word in words}
        return any(b"${%s}" % each in enabled for each in self._variables_with_language)

    def enables_language_at(self, statement: Statement) -> bool:
        """Whether a build that comes to a command has the language: what another branch enables is missing there."""
        where = self._branches_with_language
        around = islice(self._branches_around(statement), _DEEPEST)
        return self.enables_language and (not where or not where.isdisjoint((_NO_BRANCH, *around)))

    @cached_property
    def _branches_with_language(self) -> frozenset[int]:
        """The innermost branches around the commands that enable it."""
        enabling = (each for each in self.statements if _HIP_LANGUAGE.match(self.code, each.start))
        return frozenset(next(self._branches_around(each), _NO_BRANCH) for each in enabling)

    def _branches_around(self, statement: Statement) -> Iterator[int]:
        """The branches of `if` around a command by the numbers of those that begin them, the innermost first."""
        number = bisect_left(self.statements, statement.start, key=attrgetter("start"))
        return (each for each in self._blocks.around(number) if self.statements[each].name in _BRANCHES)

    @cached_property
    def _blocks(self) -> Blocks:
        return Blocks(self.statements)

    @property
    def _variables_with_language(self) -> Iterator[bytes]:
        for each in self.statements:
            if each.name in (b"set", b"list", b"foreach") and not _LANGUAGES.isdisjoint(each.words):
                yield each.words[int(each.name == b"list")]

    @cached_property
    def needs_language(self) -> bool:
        """Whether the file enables the language, or does once it is converted."""
        return self.enables_language or _FIND_CUDA.search(self.code) is not None

    @cached_property
    def sources_with_language(self) -> frozenset[bytes]:
        """The sources whose language the file sets."""
        return frozenset(word for each in self.statements for word in _with_language(each))

    @cached_property
    def endings(self) -> frozenset[bytes]:
        """The references to variables that stand behind a name, as `.${EXT}` does in `kernel.${EXT}`."""
        return frozenset(found["ending"] for found in _ENDING.finditer(self.code))

    @cached_property
    def lists_of_options(self) -> frozenset[bytes]:
        """The variables that are given to commands which take options one by one."""
        given = (each for each in self.statements if each.name.endswith(b"_options"))
        return frozenset(name for each in given for name in _REFERENCE.findall(self.code, each.opened, each.end))

    @cached_property
    def device_links(self) -> tuple[tuple[int, int], ...]:
        """The places that are for the step in which nvcc links device code."""
        return tuple(of_device_links(self.code))

    def indent(self, place: int) -> bytes:
        """What stands before a command in its line, if that is blank."""
        start = self.code.rfind(b"\n", 0, place) + 1
        before = self.code[start:place]
        return before[: len(before) - len(before.lstrip(b" \t"))]

    def behind(self, statement: Statement, lines: Iterable[bytes], why: str) -> Iterator[Edit]:
        """Commands in lines of their own behind one."""
        if new := b"".join(self.line_end + self.indent(statement.start) + line for line in lines):
            yield Edit(statement.end, statement.end, new, why, GROUP)

    def without(self, statement: Statement, why: str) -> Edit:
        """A command goes, with its line if nothing else stands there."""
        start, end = statement.start, statement.end
        line_start = self.code.rfind(b"\n", 0, start) + 1
        line_end = self.code.find(b"\n", end) + 1 or len(self.code)
        if not self.code[line_start:start].strip() and not self.code[end:line_end].strip():
            start, end = line_start, line_end
        return Edit(start, end, b"", why, GROUP)

    def without_words(self, first: Argument, last: Argument, why: str) -> Edit:
        """Arguments go, with the blanks before them."""
        quote = int(first.is_quoted)
        start = first.start - quote
        while self.code[start - 1 : start].isspace():
            start -= 1
        return Edit(start, last.end + int(last.is_quoted), b"", why, GROUP)


def variable_given(command: bytes, words: Sequence[bytes]) -> bytes:
    """The variable that a command gives its value."""
    place = {b"set": 0, b"list": 1, b"file": 1}.get(command)
    return words[place] if place is not None and len(words) > place else b""


@lru_cache(2)
def _statements(code: bytes) -> tuple[Statement, ...]:
    """Those of the last texts are kept: who converts a file and who looks at what is left of it ask for the same."""
    return tuple(
        Statement(each.name, each.start, each.opened, min(each.end + 1, len(code)), arguments(code, each))
        for each in commands(code)
    )


def finds_hip(code: bytes) -> bool:
    """Whether code without comments finds HIP's package, or does once it is converted."""
    return _FINDS_HIP.search(code) is not None


def _with_language(statement: Statement) -> list[bytes]:
    words = statement.words
    if statement.name != b"set_source_files_properties" or b"PROPERTIES" not in words or b"LANGUAGE" not in words:
        return []
    value = b"".join(words[words.index(b"LANGUAGE") + 1 :][:1])
    is_language = value in _LANGUAGES or _REFERENCE.fullmatch(value) is not None
    return words[: words.index(b"PROPERTIES")] if is_language else []


def replaced(argument: Argument, new: bytes) -> Edit:
    return Edit(argument.start, argument.end, new, argument.text.decode("utf-8", "replace"), GROUP)


def is_false(text: bytes) -> bool:
    return text.upper() in _FALSE
