"""Where CMake files name the language CUDA beyond `project` and `enable_language`: in checks, conditions, loops, and
variables that hold the names of languages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from hipify_py.edits import Edit
from hipify_py.findings import Finding
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import Argument
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement
from hipify_py.subjects.buildfiles.words_of_options import GROUP

# Commands whose first argument is a language.
_CHECKS = frozenset(
    (b"check_source_compiles", b"check_source_runs", b"check_compiler_flag", b"check_linker_flag", b"check_language")
)
_ENABLE = frozenset((b"project", b"enable_language"))
_DEFINES = frozenset((b"function", b"macro"))
_CONDITIONS = frozenset((b"if", b"elseif", b"while"))
_CHANGES = frozenset((b"APPEND", b"PREPEND", b"INSERT", b"REMOVE_ITEM", b"FIND"))
_SETS = frozenset((b"set", b"foreach"))
_SETS_CUDA = pattern(rb"\b(?i:set|list|foreach)[ \t]*\([^()]*\bCUDA\b")
_COMPARES = frozenset((b"STREQUAL", b"MATCHES"))
_COMPARES_BACKWARDS = frozenset((b"STREQUAL", b"IN_LIST"))
# Names of variables, properties and expressions in which the value of a variable is the language.
_PARTS_OF_NAMES = pattern(
    rb"\bCMAKE_\$\{(?P<variable>\w+)\}_[A-Z]|\$<(?:COMPILE|LINK)_LANGUAGE:\$\{(?P<asked>\w+)\}|"
    rb"\$\{(?P<property>\w+)\}_(?:STANDARD|EXTENSIONS|ARCHITECTURES|VISIBILITY_PRESET|COMPILER_LAUNCHER)\b|"
    rb"\bLANGUAGE[ \t]+\"?\$\{(?P<language>\w+)\}"
)
_ENABLED = pattern(rb"\b(\w+)\s+(?:GLOBAL\s+PROPERTY\s+)?ENABLED_LANGUAGES\b")
_NAMED_SO = pattern(rb"(?:\A|_)(?i:lang)|Lang")
_NAME = pattern(rb"\w+")
_REFERENCE = pattern(rb"\$\{(\w+)\}")
_CUDA, _HIP = pattern(rb"(?<![\w$.:{}-])CUDA(?![\w.:{}-])"), pattern(rb"\bHIP\b")
_RULE = "BLD003"


class Languages:
    """The variables of a file that hold names of languages, and the parameters of its functions that do."""

    def __init__(self, file: CMakeFile) -> None:
        self._file = file
        self._used = frozenset(_used_as_languages(file))
        self._called = dict(_parameters(file, self._used))
        self._of_users = {word for each in file.statements if _is_cached(each) for word in each.words[:1]}

    @cached_property
    def known(self) -> frozenset[bytes]:
        """The variables that are CUDA nowhere but where conversion makes them HIP: so may what they are compared
        with."""
        given = {name for each in self._file.statements for name in self._given(each, _CUDA)}
        return frozenset(given.union(_enabled(self._file)) - self._of_both - self._of_users)

    @cached_property
    def _of_both(self) -> frozenset[bytes]:
        """The variables that are HIP already, in some builds."""
        return frozenset(name for each in self._file.statements for name in self._given(each, _HIP))

    def _given(self, statement: Statement, language: re.Pattern[bytes]) -> Iterator[bytes]:
        """The variables to which a command gives a language."""
        if statement.name in self._called:
            for place, name in self._called[statement.name].items():
                if any(map(language.search, statement.words[place : place + 1])):
                    yield name
        elif any(map(language.search, statement.words)) and (name := self._assigned(statement)):
            yield name

    def _assigned(self, statement: Statement) -> bytes:
        """The variable of languages that a command sets, or adds to."""
        words = statement.words
        is_list = statement.name == b"list" and _CHANGES.issuperset(words[:1])
        name = words[int(is_list)] if len(words) > 1 and (is_list or statement.name in _SETS) else b""
        return name if name in self._used or _NAMED_SO.search(name) else b""

    def converted(self, statement: Statement) -> Iterator[Edit | Finding]:
        """What a command says of the language CUDA, other than `project` and `enable_language`."""
        named = [each for each in self._named(statement) if _CUDA.search(each.text)]
        if not named or any(map(_HIP.search, statement.words)) or self._assigned(statement) in self._of_both:
            return
        if _is_cached(statement):
            yield _chosen(named[0], statement.words[0])
            return
        for argument in named:
            yield from _renamed(self._file, argument)

    def _named(self, statement: Statement) -> Iterator[Argument]:
        """The arguments that are languages."""
        arguments = statement.arguments
        if statement.name in _CHECKS:
            yield from arguments[:1]
        elif statement.name in _CONDITIONS:
            yield from self._compared(statement)
        elif statement.name in self._called:
            yield from (arguments[place] for place in self._called[statement.name] if place < len(arguments))
        elif self._assigned(statement):
            yield from arguments[1 + int(statement.name == b"list") :]

    def _compared(self, statement: Statement) -> Iterator[Argument]:
        """`lang STREQUAL "CUDA"` either way round, `CUDA IN_LIST languages`."""
        arguments, words = statement.arguments, statement.words
        for place in range(1, len(words) - 1):
            if words[place] in _COMPARES and self._is_known(words[place - 1]):
                yield arguments[place + 1]
            elif words[place] in _COMPARES_BACKWARDS and self._is_known(words[place + 1]):
                yield arguments[place - 1]

    def _is_known(self, word: bytes) -> bool:
        name = _referred(word) or word
        return name in self.known or name in self._file.languages


def language_variables(code: bytes) -> frozenset[bytes]:
    """The variables of code without comments that conversion makes HIP wherever they are CUDA."""
    return Languages(CMakeFile(code)).known if _SETS_CUDA.search(code) else frozenset()


def _is_cached(statement: Statement) -> bool:
    return statement.name == b"set" and b"CACHE" in statement.words


def _enabled(file: CMakeFile) -> Iterator[bytes]:
    return (found[1] for found in _ENABLED.finditer(file.code))


def _used_as_languages(file: CMakeFile) -> Iterator[bytes]:
    """The variables, and those from which these are made."""
    found = {name for each in _PARTS_OF_NAMES.finditer(file.code) for name in each.groups() if name}
    made_of: defaultdict[bytes, set[bytes]] = defaultdict(set)
    for statement in file.statements:
        words = statement.words
        if statement.name in _ENABLE or statement.name in _CHECKS:
            used = words[1:] if statement.name == b"project" else words if statement.name in _ENABLE else words[:1]
            found.update(name for word in used if (name := _referred(word)))
        elif statement.name in (b"foreach", b"set") and words:
            made_of[words[0]].update(_sources(words))
        elif statement.name == b"list" and _CHANGES.issuperset(words[:1]):
            made_of[words[1] if len(words) > 1 else b""].update(_sources(words[1:]))
    waiting = list(found)
    while waiting:
        for each in made_of[waiting.pop()] - found:
            found.add(each)
            waiting.append(each)
    return iter(found)


def _sources(words: Sequence[bytes]) -> Iterator[bytes]:
    """The variables of which one gets its value: `foreach(lang IN LISTS langs)`, `set(langs C ${more})`."""
    lists = words.index(b"LISTS") + 1 if b"LISTS" in words else len(words)
    yield from words[lists:]
    yield from (name for word in words[1:] if (name := _referred(word)))


def _referred(word: bytes) -> bytes:
    found = _REFERENCE.fullmatch(word)
    return found[1] if found else b""


def _parameters(file: CMakeFile, variables: frozenset[bytes]) -> Iterator[tuple[bytes, Mapping[int, bytes]]]:
    """The functions and macros of a file, with the places and names of parameters that are languages."""
    for statement in file.statements:
        if statement.name in _DEFINES and len(statement.words) > 1:
            places = {place: name for place, name in enumerate(statement.words[1:]) if name in variables}
            if places:
                yield statement.words[0].lower(), places


def _chosen(argument: Argument, variable: bytes) -> Finding:
    message = f"language 'CUDA' is a choice of '{variable.decode('utf-8', 'replace')}', which users of the build set"
    help = "make the choice HIP, here and where the variable is compared"
    start = argument.start + argument.text.index(b"CUDA")
    return Finding(_RULE, start, start + 4, message, help=help, subject="CUDA")


def _renamed(file: CMakeFile, argument: Argument) -> Iterator[Edit]:
    for found in _CUDA.finditer(file.code, argument.start, argument.end):
        yield Edit(*found.span(), b"HIP", "CUDA", GROUP)
