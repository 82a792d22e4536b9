"""The targets of a CMake file whose sources are CUDA, and where to call `hipify_py_sources` for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from fnmatch import fnmatchcase
from typing import NamedTuple

from hipify_py.findings import Finding
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles.cmake import Argument
from hipify_py.subjects.buildfiles.cmake_blocks import Blocks
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement
from hipify_py.texts import to_text

FUNCTION = b"hipify_py_sources"
_ADDS = frozenset((b"add_executable", b"add_library", b"cuda_add_executable", b"cuda_add_library"))
_FOR_CUDA = frozenset((b"cuda_add_executable", b"cuda_add_library"))
_LINKS_FOR_CUDA = frozenset((b"cuda_add_cublas_to_target", b"cuda_add_cufft_to_target"))
_WITHOUT_SOURCES = frozenset((b"IMPORTED", b"ALIAS", b"INTERFACE"))
# Blocks that a call for a target stays in, as names in them have meanings of their own.
_FUNCTIONS = frozenset((b"function", b"macro"))
_SCOPES = _FUNCTIONS.union((b"foreach", b"while", b"block"))
_REFERENCE = pattern(rb"\$\{(\w+)\}")
_FOLDER = pattern(rb"\$\{(?:CMAKE_CURRENT_SOURCE_DIR|CMAKE_CURRENT_LIST_DIR)\}/|\./")
_CUDA_SOURCE = pattern(rb"[^\"()<>]*\.cu")
# A target by its name, and the loops and functions in which this is its name.
_Key = tuple[bytes, tuple[int, ...]]
_LIBRARY = pattern(rb"\bCUDA(?:::|_)\w+")
_MOST_VALUES = 10_000
_LONGEST = 100
_SOURCE = pattern(rb"(?i)\.(?:cu|c|cc|cpp|cxx|c\+\+)\Z|[*<]")
_PLAIN_NAME = pattern(rb"[^\s\"();$<>\\#]+")


class Call(NamedTuple):
    """Behind the command of a number, for a target. It may depend on an option whether there is one, and whether the
    file has enabled the language. The sources `left` are for the compiler for C++."""

    number: int
    target: bytes
    is_sure: bool
    has_language: bool = True
    left: tuple[bytes, ...] = ()

    def lines(self, unit: bytes) -> Iterator[bytes]:
        asked = [] if self.has_language else [b"CMAKE_HIP_COMPILER_LOADED"]
        asked += [] if self.is_sure else [b"TARGET " + self.target]
        if asked:
            yield b"if(%s)" % b" AND ".join(asked)
            yield from (unit + line for line in self._call(unit))
            yield b"endif()"
        else:
            yield from self._call(unit)

    def _call(self, unit: bytes) -> Sequence[bytes]:
        line = b"%s(%s)" % (FUNCTION, b" EXCEPT ".join((self.target, *filter(None, [b" ".join(self.left)]))))
        if len(line) <= _LONGEST:
            return [line]
        return [b"%s(" % FUNCTION, unit + self.target, unit + b"EXCEPT", *(unit + each for each in self.left), b")"]


@dataclass(frozen=True, eq=False)
class Targets:
    """`cuda_sources` are the C++ sources below the folder of the file that call CUDA, by their names there, and
    `host_sources` the others. Functions of other files that are `called_with_targets` see to the targets that they are
    given; other files give CUDA sources to `extended_targets`."""

    file: CMakeFile
    blocks: Blocks
    cuda_sources: Set[bytes]
    called_with_targets: Set[bytes] = frozenset()
    host_sources: Set[bytes] = frozenset()
    extended_targets: Set[bytes] = frozenset()

    @cached_property
    def calls(self) -> list[Call]:
        adding = [number for number in range(len(self.file.statements)) if self._is_concerned(number)]
        return list(dict.fromkeys(self._call(each) for each in adding if self._key(each) not in self._called))

    @cached_property
    def functions(self) -> Set[bytes]:
        """The functions and macros of the file that see to the targets that they add."""
        called = (number for number, each in enumerate(self.file.statements) if each.name == FUNCTION)
        around = {
            each for number in (*called, *(call.number for call in self.calls)) for each in self.blocks.path(number)
        }
        heads = (self.file.statements[each] for each in around)
        return {each.words[0].lower() for each in heads if each.name in _FUNCTIONS and each.words}

    def takes(self, number: int, targets: Sequence[bytes]) -> bool:
        """Whether the function is called for targets that a command names, already or then."""
        return bool(targets) and all(self._key(number, target) in self._all for target in targets)

    @cached_property
    def _all(self) -> Set[_Key]:
        adding = (number for number in range(len(self.file.statements)) if self._is_concerned(number))
        return {*self._called, *map(self._key, adding)}

    @cached_property
    def _called(self) -> Set[_Key]:
        found = enumerate(self.file.statements)
        return {self._key(number) for number, each in found if each.name == FUNCTION and each.words}

    def _key(self, number: int, target: bytes | None = None) -> _Key:
        """A target that a command names. Names in variables mean the same in one loop or function alone."""
        target = self.file.statements[number].words[0] if target is None else target
        path = self.blocks.path(number) if b"$" in target else ()
        return target, tuple(each for each in path if self.file.statements[each].name in _SCOPES)

    def _is_concerned(self, number: int) -> bool:
        statement = self.file.statements[number]
        words = statement.words
        if statement.name == b"target_sources":
            is_own = bool(words) and words[0] in self.file.own_targets
            return not is_own and any(map(self._is_cuda, words[1:]))
        if statement.name not in _ADDS or len(words) < 2 or not _WITHOUT_SOURCES.isdisjoint(words[1:3]):
            return False
        if statement.name in _FOR_CUDA or self._key(number) in self._linking:
            return True
        sources = (*words[1:], *self._added_later.get(self._key(number), ()))
        return any(map(self._is_cuda, sources)) or bool(words[0] in self.extended_targets and self._left(number))

    @cached_property
    def extended(self) -> Set[bytes]:
        """The targets of other files that get CUDA sources here."""
        found = enumerate(self.file.statements)
        return {
            each.words[0] for number, each in found if each.name == b"target_sources" and self._is_concerned(number)
        }

    def _left(self, number: int) -> tuple[bytes, ...]:
        """The C++ sources of a target that do not call CUDA: options for C++ would not reach them as HIP. Without
        sources that do, all are taken: the target has them from elsewhere."""
        statement = self.file.statements[number]
        if statement.name not in _ADDS:
            return ()
        words = (*statement.words[1:], *self._added_later.get(self._key(number), ()))
        if not (statement.words[0] in self.extended_targets or any(map(self._is_cuda, words))):
            return ()
        found = (each for word in words for each in self._left_of(word))
        return tuple(dict.fromkeys(found))

    def _left_of(self, word: bytes) -> Iterator[bytes]:
        """A variable by its name, if all sources in it are left."""
        values = sorted(set(self._values(word)))
        left = [each for value in values for each in self._host_sources_of(value)]
        left = [each for each in left if _PLAIN_NAME.fullmatch(each) and each not in self.file.sources_with_language]
        is_all = {_FOLDER.sub(b"", each) for each in values if b"$" in each or _SOURCE.search(each)} <= set(left)
        yield from [word] if left and is_all and self._is_known_variable(word) else left

    def _is_known_variable(self, word: bytes) -> bool:
        """Whether a word is a variable of which the file says all parts."""
        seen, waiting = {word}, [word]
        while waiting and len(seen) < _MOST_VALUES:
            referred = _REFERENCE.fullmatch(waiting.pop())
            values = self._variables.get(referred[1], ()) if referred else ()
            if referred and not values:
                return False
            waiting += [each for each in values if each not in seen and _REFERENCE.fullmatch(each)]
            seen.update(values)
        return _REFERENCE.fullmatch(word) is not None

    def _host_sources_of(self, word: bytes) -> Iterator[bytes]:
        name = _FOLDER.sub(b"", word)
        if b"*" in name:
            wanted = to_text(name)
            yield from sorted(each for each in self.host_sources if fnmatchcase(to_text(each), wanted))
        elif name in self.host_sources:
            yield name

    def _is_cuda(self, word: bytes) -> bool:
        return any(map(self._is_cuda_source, self._values(word)))

    def _is_cuda_source(self, word: bytes) -> bool:
        if _CUDA_SOURCE.fullmatch(word):
            return True
        name = _FOLDER.sub(b"", word)
        if b"*" in name:
            return any(fnmatchcase(to_text(each), to_text(name)) for each in self.cuda_sources)
        return name in self.cuda_sources

    @cached_property
    def _linking(self) -> Set[_Key]:
        """The targets that link libraries of CUDA, as their host code calls these."""
        found = set[_Key]()
        for number, each in enumerate(self.file.statements):
            is_link = each.name == b"target_link_libraries" and any(map(_LIBRARY.search, each.words[1:]))
            if each.words and (is_link or each.name in _LINKS_FOR_CUDA):
                found.add(self._key(number))
        return found

    @cached_property
    def _added_later(self) -> Mapping[_Key, Sequence[bytes]]:
        found = defaultdict[_Key, list[bytes]](list)
        for number, each in enumerate(self.file.statements):
            if each.name == b"target_sources" and each.words:
                found[self._key(number)] += each.words[1:]
        return found

    def _values(self, word: bytes) -> Iterator[bytes]:
        """What a word stands for, as far as the file says it."""
        seen, waiting = {word}, [word]
        while waiting and len(seen) < _MOST_VALUES:
            text = waiting.pop()
            referred = _REFERENCE.fullmatch(text)
            if referred is None:
                yield text
            more = self._variables.get(referred[1], ()) if referred else ()
            waiting += [each for each in more if each not in seen]
            seen.update(more)

    @cached_property
    def _variables(self) -> Mapping[bytes, Sequence[bytes]]:
        found = defaultdict[bytes, list[bytes]](list)
        for each in self.file.statements:
            words = each.words
            is_second = each.name == b"file" and words[:1] in ([b"GLOB"], [b"GLOB_RECURSE"])
            is_second = is_second or (each.name == b"list" and words[:1] in ([b"APPEND"], [b"PREPEND"]))
            if (is_second or each.name == b"set") and len(words) > 1:
                values = (part for word in words[1 + is_second :] for part in word.split(b";"))
                found[words[int(is_second)]] += values
        return found

    # -- where ---------------------------------------------------------------------------------------------------------

    def _call(self, number: int) -> Call:
        """Behind the last command that says something of the target, as the function is to know its properties."""
        target, own = self.file.statements[number].words[0], self.blocks.path(number)
        place, is_sure = number, True
        for other in self._mentions.get(target, ()):
            path = self.blocks.path(other)
            shared = _shared(own, path)
            if other <= place or any(self.file.statements[each].name in _SCOPES for each in own[shared:]):
                continue
            place = other if len(path) == shared else self.blocks.closing(path[shared])
            is_sure = is_sure and len(own) == shared
        return Call(place, target, is_sure, self._has_language(place), self._left(number))

    def _has_language(self, place: int) -> bool:
        """Whether the language is enabled wherever a command runs, as far as the file enables it."""
        path = self.blocks.path(place)
        return not self._enabling or any(inner == path[: len(inner)] for inner in self._enabling)

    @cached_property
    def _enabling(self) -> Sequence[tuple[int, ...]]:
        """The blocks around each command that enables the language."""
        return [self.blocks.path(number) for number, each in enumerate(self.file.statements) if _enables(each)]

    @cached_property
    def _mentions(self) -> Mapping[bytes, Sequence[int]]:
        found = defaultdict[bytes, list[int]](list)
        for number, each in enumerate(self.file.statements):
            for word in set(_targets_of(each)):
                found[word].append(number)
        return found

    # -- what is not known ---------------------------------------------------------------------------------------------

    def unknown(self) -> Iterator[Finding]:
        """Sources that commands of the project's own are given: which target these add nobody can tell."""
        known = _OWN_ARE_NONE | _ADDS | self.functions | self.called_with_targets
        for statement in self.file.statements:
            if statement.name in known:
                continue
            arguments = (each for each in statement.arguments if b"*" not in each.text)
            named = [each for each in arguments if self._is_cuda_source(each.text)]
            if named:
                yield _of_own_command(statement, named[0])


_OWN_ARE_NONE = frozenset(
    (b"set", b"list", b"file", b"string", b"if", b"elseif", b"while", b"else", b"endif", b"message", b"foreach",
     b"install", b"configure_file", b"get_filename_component", b"set_source_files_properties", b"set_property",
     b"add_custom_command", b"add_custom_target", b"execute_process", b"project", b"include", b"source_group",
     b"set_target_properties", b"cmake_path", b"try_compile", b"add_test", b"get_source_file_property",
     b"target_sources", b"cuda_compile_ptx", b"cuda_compile", b"cuda_compile_fatbin", b"cuda_compile_cubin",
     b"cuda_wrap_srcs", FUNCTION)
)  # fmt: skip


def _enables(statement: Statement) -> bool:
    if statement.name in (b"project", b"enable_language"):
        return b"CUDA" in statement.words
    return statement.name == b"find_package" and statement.words[:1] == [b"CUDA"]


def _targets_of(statement: Statement) -> Sequence[bytes]:
    """The targets that a command says something of."""
    words = statement.words
    if statement.name == b"set_property":
        return words[1:] if words[:1] == [b"TARGET"] else ()
    if statement.name == b"set_target_properties":
        return words
    is_of_one = statement.name in _LINKS_FOR_CUDA or statement.name.startswith(b"target_")
    return words[:1] if is_of_one else ()


def _shared(path: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many blocks two commands have in common."""
    pairs = zip(path, other, strict=False)
    return next((number for number, (one, two) in enumerate(pairs) if one != two), min(len(path), len(other)))


def _of_own_command(statement: Statement, source: Argument) -> Finding:
    text = source.text.decode("utf-8", "replace")
    command = statement.name.decode("utf-8", "replace")
    message = f"'{text}' is given to '{command}', and which target it is a source of is not known"
    help = f"where the target has its sources, call `{FUNCTION.decode()}(<target>)` if USE_HIP is set"
    return Finding("BLD011", source.start, source.end, message, help=help, subject=text)
