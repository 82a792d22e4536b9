"""Options of nvcc in the arguments of CMake commands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import Argument
from hipify_py.subjects.buildfiles.cmake_words import names
from hipify_py.subjects.buildfiles.flags import Option, read
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement, replaced
from hipify_py.subjects.buildfiles.words_of_options import RULE, edits_of, is_of_others, is_shared, without_counterpart
from hipify_py.texts import to_bytes, to_text

_WORD = pattern(rb"(?P<before>(?:(?<=>):)?(?:SHELL:)?)(?P<word>[^\s;<>]+)")
_PARTS = pattern(rb"[<>]")
_LANGUAGE_ALONE = pattern(rb"\$<\$<COMPILE_LANGUAGE:CUDA>:[^<>]*>")
# What stands in quotes of the shell, or is escaped, is read by others in other ways.
_OPAQUE = pattern(rb"[\\\"'`]")
_OF_CUDA = pattern(rb"(?:CMAKE_CUDA_FLAGS|CUDA_NVCC_FLAGS)\w*")
_LANGUAGE = pattern(rb"\$<COMPILE_LANGUAGE:CUDA>")
_BY_NVIDIA = pattern(rb"\$<(?:COMPILE_LANG_AND_ID:CUDA,NVIDIA|CUDA_COMPILER_ID:NVIDIA)>")
# Commands that hand their arguments to compilers and linkers, and those that set variables or properties.
_TO_COMPILERS = frozenset(
    (b"add_compile_options", b"target_compile_options", b"add_link_options", b"target_link_options",
     b"target_link_libraries", b"link_libraries")
)  # fmt: skip
_LINKS = frozenset((b"target_link_libraries", b"link_libraries"))
_PAIRS = frozenset((b"set_target_properties", b"set_source_files_properties"))
_PROPERTIES = _PAIRS | {b"set_property"}
_CHANGES = {b"set": 0, b"list": 1, b"string": 1}
_ADDS = frozenset((b"APPEND", b"PREPEND", b"INSERT", b"CONCAT"))
# Variables and properties that hold options, by their names and by what they begin with.
_HOLDS_OPTIONS = pattern(rb"(?i)\w{0,80}(?:flag|option|opts|gencode|arch|nvcc|cuda|warn)\w{0,80}")
_BEGINS = pattern(rb"\s*(?:[-$]|SHELL:)")
# Where nothing is left to say, the command goes.
_APPENDING = frozenset((b"list", b"string", b"add_compile_options", b"add_link_options", b"target_compile_options"))
_FOR_SCOPES = frozenset((b"APPEND", b"PUBLIC", b"PRIVATE", b"INTERFACE", b"BEFORE"))


class _Word(NamedTuple):
    """A word of an argument, by the place of that among all; words of one `part` stand in one text."""

    start: int
    end: int
    text: str
    argument: int
    part: int
    is_generated: bool


class _Text(NamedTuple):
    """What is known of an argument as a whole."""

    is_for_nvcc: bool
    has_elements: bool
    is_one_element: bool
    goes_on: bool = False  # with an expression for nvcc that began before

    @classmethod
    def of(cls, name: bytes, variable: Sequence[bytes], argument: Argument) -> _Text:
        """An argument of a command, by the first words of which one is a variable that it changes."""
        variable = variable[1:2] if name in (b"list", b"string") else variable[:1]
        is_for_nvcc = any(map(_OF_CUDA.fullmatch, variable)) or _LANGUAGE.search(argument.text) is not None
        return cls(is_for_nvcc, b";" in argument.text, argument.is_quoted and b" " not in argument.text.strip())


def translated(values: Sequence[bytes]) -> list[bytes] | None:
    """Options of nvcc for clang; nothing where one of them has no counterpart."""
    words = [to_text(value) for value in values]
    found = list(read(words, forwards=True))
    if any(each.fate in ("finding", "unknown") for each in found) or any(map(_OPAQUE.search, values)):
        return None
    return [to_bytes(word) for each in found for word in each.new]


def converted_options(file: CMakeFile, statement: Statement) -> Iterator[Edit | Finding]:
    if not _holds_options(statement):
        return
    said = [(index, each) for index, each in enumerate(statement.arguments) if not _BY_NVIDIA.search(each.text)]
    words = [word for index, each in said for word in _words(file, index, each) if not _is_for_device_link(file, word)]
    if not words:
        return
    made: dict[int, str] = {}
    begin = statement.words[:2]
    named = to_text(b" ".join(begin))
    texts = dict(_texts(statement, begin, said))
    each_name = (span for each in statement.arguments for span in names(each, only_references=True))
    renamed = [(start, end) for start, end, _new in each_name]
    sides = _sides(words, texts)
    for option in read([word.text for word in words], forwards=True, sides=sides):
        place = words[option.first : option.last]
        if option.fate not in ("translated", "dropped", "finding") or _is_opaque(place, renamed):
            continue
        if statement.name in _LINKS and option.name != "-l":
            continue
        if is_of_others(option) or (
            is_shared(option, place[0].text, named) and not texts[place[0].argument].is_for_nvcc
        ):
            continue
        if option.is_reported:
            yield without_counterpart(option, place)
        if option.fate != "finding" and list(option.new) != [word.text for word in place]:
            separator = _separator(file, statement, place[0], texts[place[0].argument])
            is_list = separator == ";" or texts[place[0].argument].goes_on
            if is_list and any(word.startswith("-Xarch") for word in option.new):
                yield _in_pairs(option, place)  # CMake gives each option of a list once
                continue
            options = to_bytes(separator.join(option.new))
            new = file.folders.in_code(options, to_bytes(separator))
            made |= dict.fromkeys(range(option.first, option.last), "")
            made[option.first] = to_text(new)
    yield from _edits(file, statement, words, made)


def _texts(
    statement: Statement, begin: Sequence[bytes], said: Sequence[tuple[int, Argument]]
) -> Iterator[tuple[int, _Text]]:
    """What is known of each argument; `$<$<COMPILE_LANGUAGE:CUDA>:-g -G>` are two of one expression."""
    open_for_nvcc = 0
    for index, each in said:
        text = _Text.of(statement.name, begin, each)
        goes_on = open_for_nvcc > 0
        yield index, text._replace(is_for_nvcc=text.is_for_nvcc or goes_on, goes_on=goes_on)
        if text.is_for_nvcc or open_for_nvcc:
            open_for_nvcc = max(0, open_for_nvcc + each.text.count(b"<") - each.text.count(b">"))


def _sides(words: Sequence[_Word], texts: Mapping[int, _Text]) -> list[int]:
    """A number for each condition that words stand under, 0 for none."""
    found: list[int] = []
    for word in words:
        own = 1 + word.argument * len(words) + word.part if word.is_generated else 0
        found.append(found[-1] if texts[word.argument].goes_on and found else own)
    return found


def _words(file: CMakeFile, index: int, argument: Argument) -> Iterator[_Word]:
    last, part, is_generated = argument.start, 0, False
    for found in _WORD.finditer(file.code, argument.start, argument.end):
        start, end = found.span("word")
        between = file.code[last:start]
        part += b"<" in between or b">" in between or found.start() < start
        is_generated = is_generated or b"$<" in file.code[last - 1 : start]
        last = end
        text = file.code[start:end].rstrip(b",")
        end = start + len(text)
        if text != b"$" and not text.endswith((b":CUDA", b":HIP")):
            yield _Word(start, end, to_text(text), index, part, is_generated)


def _is_for_device_link(file: CMakeFile, word: _Word) -> bool:
    return any(start <= word.start < end for start, end in file.device_links)


def _is_opaque(place: Sequence[_Word], renamed: Sequence[tuple[int, int]]) -> bool:
    """Whether words are more than they look: escaped, in quotes, or with variables that get another name."""
    if any(_OPAQUE.search(to_bytes(word.text)) for word in place):
        return True
    first = bisect_left(renamed, (place[0].start, 0))
    return any(start < word.end and end > word.start for start, end in renamed[first : first + 2] for word in place)


def _holds_options(statement: Statement) -> bool:
    """Whether a command is about the options of compilers: other programs have options, too."""
    if statement.name in _TO_COMPILERS | _PROPERTIES:
        return True
    place = _CHANGES.get(statement.name)
    words = statement.words
    if place is None or len(words) < place + 2 or (place and words[0] not in _ADDS):
        return False
    return _HOLDS_OPTIONS.fullmatch(words[place]) is not None and _BEGINS.match(words[place + 1]) is not None


def _separator(file: CMakeFile, statement: Statement, word: _Word, text: _Text) -> str:
    """What stands between options there: a text is one element of a list."""
    if word.is_generated or text.has_elements:
        return ";"
    if not text.is_one_element or statement.name == b"string":
        return " "
    if statement.name == b"set":
        return ";" if statement.words[0] in file.lists_of_options else " "
    return ";" if statement.name == b"list" or statement.name.endswith(b"_options") else " "


def _in_pairs(option: Option, place: Sequence[_Word]) -> Finding:
    text = place[0].text
    message = f"'{text}' is an option of nvcc, for which clang has several that belong together"
    return Finding(
        RULE, place[0].start, place[0].end, message, help=f'write "SHELL:{" ".join(option.new)}"', subject=text
    )


def _edits(file: CMakeFile, statement: Statement, words: Sequence[_Word], made: dict[int, str]) -> Iterator[Edit]:
    gone = {index for index, new in made.items() if not new}
    by_argument = groupby(range(len(words)), key=lambda index: words[index].argument)
    empty = {each for each, indices in by_argument if gone.issuperset(indices) and _is_all(statement.arguments[each])}
    if gone and (_says_nothing_else(statement, empty) or _sets_itself(statement, words, gone)):
        yield file.without(statement, words[min(gone)].text)
        return
    for each in sorted(empty):
        argument = statement.arguments[each]
        if statement.name in _PAIRS or (argument.is_quoted and statement.name == b"set"):
            yield replaced(argument, b"" if argument.is_quoted else b'""')
        else:
            yield file.without_words(argument, argument, argument.text.decode("utf-8", "replace"))
    for _part, group in groupby(range(len(words)), key=lambda index: words[index][3:5]):
        indices = list(group)
        if words[indices[0]].argument not in empty:
            part = [words[index] for index in indices]
            new = {place: made[index] for place, index in enumerate(indices) if index in made}
            yield from edits_of(file.code, part, new, _begin(statement, part[0]))


def _sets_itself(statement: Statement, words: Sequence[_Word], gone: set[int]) -> bool:
    """`set(FLAGS "${FLAGS}")`"""
    kept = [to_bytes(word.text) for index, word in enumerate(words) if index not in gone]
    return statement.name == b"set" and len(kept) == 2 and kept[1] == b"${%s}" % kept[0]


def _is_all(argument: Argument) -> bool:
    """Whether nothing is left of an argument whose options go."""
    return _LANGUAGE_ALONE.fullmatch(argument.text) is not None or not _PARTS.search(argument.text)


def _says_nothing_else(statement: Statement, empty: set[int]) -> bool:
    """Whether nothing is left of what a command adds."""
    if statement.name not in _APPENDING:
        return False
    fixed = 1 + (statement.name in (b"list", b"string")) if not statement.name.startswith(b"add_") else 0
    rest = {index for index, word in enumerate(statement.words) if index >= fixed and word not in _FOR_SCOPES}
    return bool(rest) and rest <= empty


def _begin(statement: Statement, word: _Word) -> int:
    """From where a word goes: `$<…:--default-stream per-thread>` is two arguments of one expression."""
    argument = statement.arguments[word.argument]
    before = statement.arguments[word.argument - 1] if word.argument else argument
    goes_on = before.text.count(b"<") > before.text.count(b">") and argument.start == word.start
    return before.end if goes_on else word.start
