"""Sources named `.cu`: CMake takes them for CUDA, whatever they contain, unless it is told that they are HIP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import Argument
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement, variable_given

_SOURCE = pattern(rb"[^\s;\"()<>*?\[\]]*[\w}]\.cu")
_ALL_SOURCES = pattern(rb"[^\s;\"()<>]*\*\.cu")
# Commands that name files, and hand none of them to a target.
_NAMES_MADE = frozenset((b"TRANSFORM", b"REPLACE", b"PARENT_SCOPE"))
_MADE = pattern(rb"[^\s;\"()<>]*\.cu")
_NO_TARGETS = frozenset(
    (b"if", b"elseif", b"while", b"else", b"endif", b"message", b"file", b"string", b"install", b"configure_file",
     b"get_filename_component", b"set_source_files_properties", b"set_property", b"add_custom_command", b"foreach",
     b"add_custom_target", b"execute_process", b"project", b"include", b"source_group", b"set_target_properties",
     b"cmake_path", b"try_compile", b"add_test", b"get_source_file_property", b"cuda_compile_ptx", b"cuda_compile",
     b"cuda_compile_fatbin", b"cuda_compile_cubin", b"cuda_wrap_srcs")
)  # fmt: skip
_LANGUAGE = b"set_source_files_properties(%s PROPERTIES LANGUAGE HIP)"


def lines_for_sources(file: CMakeFile, command: bytes, words: Sequence[bytes]) -> Iterator[bytes]:
    """Commands that say that the sources which one names are HIP."""
    variable = variable_given(command, words)
    if variable in file.handed_up or (variable in file.given_to_others and variable not in file.given_to_own):
        return
    if file.is_for_others(command, words):
        yield from _of_variables(file, words)
    if command == b"file":
        yield from _of_glob(file, words)
    elif command not in _NO_TARGETS and b"PARENT_SCOPE" not in words:
        found = dict.fromkeys(word for each in words for word in each.split(b";") if _SOURCE.fullmatch(word))
        if sources := [word for word in found if not _has_language(file, word)]:
            yield _LANGUAGE % (b" ".join(sources) + _folder_of_target(file, command, words))


def _folder_of_target(file: CMakeFile, command: bytes, words: Sequence[bytes]) -> bytes:
    """Languages are known in the folder of the target alone."""
    return b" TARGET_DIRECTORY " + words[0] if file.is_for_others(command, words) else b""


def _of_variables(file: CMakeFile, words: Sequence[bytes]) -> Iterator[bytes]:
    """`target_sources(of_another_folder PRIVATE ${sources})`: there is the target by then, whose folder is said."""
    for word in words[1:]:
        variable = word[2:-1]
        chosen = b"${hip_%s}" % variable
        if word != b"${%s}" % variable or chosen in file.sources_with_language or not _has_cuda(file, variable):
            continue
        yield from _chosen(variable)
        yield _LANGUAGE % (chosen + b" TARGET_DIRECTORY " + words[0])


def _has_cuda(file: CMakeFile, variable: bytes) -> bool:
    """Whether sources named `.cu` are put into a variable."""
    named = (word for word in file.lists.get(variable, ()) if _SOURCE.fullmatch(word) or _ALL_SOURCES.fullmatch(word))
    return any(not _has_language(file, word) for word in named)


def _chosen(variable: bytes) -> Iterator[bytes]:
    """Commands that put what is named `.cu` into a variable of its own."""
    yield b"set(hip_%s ${%s})" % (variable, variable)
    yield b'list(FILTER hip_%s INCLUDE REGEX "\\\\.cu$")' % variable


def _of_glob(file: CMakeFile, words: Sequence[bytes]) -> Iterator[bytes]:
    """`file(GLOB sources *.cpp *.cu)`."""
    if len(words) < 3 or words[0] not in (b"GLOB", b"GLOB_RECURSE"):
        return
    variable = words[1]
    patterns = [word for word in words[2:] if b"*" in word or _SOURCE.fullmatch(word)]
    of_cuda = [word for word in patterns if _ALL_SOURCES.fullmatch(word) or _SOURCE.fullmatch(word)]
    of_cuda = [word for word in of_cuda if not _has_language(file, word)]
    reference = b"${%s}" % variable
    if not of_cuda or reference in file.sources_with_language or b"${hip_%s}" % variable in file.sources_with_language:
        return
    if len(of_cuda) < len(patterns):
        yield from _chosen(variable)
        reference = b"${hip_%s}" % variable
    yield _LANGUAGE % reference


def _has_language(file: CMakeFile, source: bytes) -> bool:
    """Whether the file says what language a source is of, or its name will."""
    return source in file.sources_with_language or source.rpartition(b"/")[2] in file.renamed


def unknown_sources(file: CMakeFile, statement: Statement) -> Iterator[Finding]:
    """Sources whose names are made, or known in another folder: nothing says there that they are HIP."""
    argument = _made(statement) or _ending(file, statement) or _handed_up(file, statement)
    if argument is not None:
        text = argument.text.decode("utf-8", "replace")
        message = f"'{text}': CMake compiles .cu files as CUDA, and not at all in a project without it"
        yield Finding("BLD011", argument.start, argument.end, message, subject=text)


def _made(statement: Statement) -> Argument | None:
    if statement.name not in (b"list", b"string", b"set") or _NAMES_MADE.isdisjoint(statement.words):
        return None
    return next((each for each in statement.arguments if _MADE.fullmatch(each.text)), None)


def _handed_up(file: CMakeFile, statement: Statement) -> Argument | None:
    """A source of a target in the folder above: languages that are set here are not known there."""
    if variable_given(statement.name, statement.words) not in file.handed_up:
        return None
    found = (each for each in statement.arguments if _SOURCE.fullmatch(each.text) or _ALL_SOURCES.fullmatch(each.text))
    return next((each for each in found if not _has_language(file, each.text)), None)


def _ending(file: CMakeFile, statement: Statement) -> Argument | None:
    """`set(EXT cu)`, where `kernel.${EXT}` names a source."""
    words = statement.words
    if statement.name != b"set" or len(words) < 2 or words[1] not in (b"cu", b".cu"):
        return None
    reference = (b"." if words[1] == b"cu" else b"") + b"${%s}" % words[0]
    return statement.arguments[1] if reference in file.endings else None
