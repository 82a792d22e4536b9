"""Sources named `.cu`: CMake takes them for CUDA, whatever they contain, unless it is told that they are HIP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import Argument
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement

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
    if _variable(command, words) in file.handed_up:
        return
    if command == b"file":
        yield from _of_glob(file, words)
    elif command not in _NO_TARGETS and b"PARENT_SCOPE" not in words:
        found = dict.fromkeys(word for each in words for word in each.split(b";") if _SOURCE.fullmatch(word))
        if sources := [word for word in found if not _has_language(file, word)]:
            yield _LANGUAGE % (b" ".join(sources) + _folder_of_target(file, command, words))


def _variable(command: bytes, words: Sequence[bytes]) -> bytes:
    """The variable that a command gives its value."""
    place = {b"set": 0, b"list": 1, b"file": 1}.get(command)
    return words[place] if place is not None and len(words) > place else b""


def _folder_of_target(file: CMakeFile, command: bytes, words: Sequence[bytes]) -> bytes:
    """Languages are known in the folder of the target alone."""
    is_elsewhere = command == b"target_sources" and words[0] not in file.own_targets
    return b" TARGET_DIRECTORY " + words[0] if is_elsewhere else b""


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
        chosen = b"hip_" + variable
        yield b"set(%s %s)" % (chosen, reference)
        yield b'list(FILTER %s INCLUDE REGEX "\\\\.cu$")' % chosen
        reference = b"${%s}" % chosen
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
    if _variable(statement.name, statement.words) not in file.handed_up:
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
