"""Flags in CMake files that no build for AMD reads: those of FindCUDA where nothing calls it, what MSVC alone is told
through nvcc, what generator expressions keep for NVIDIA's compiler or its linker, and variables that are only asked
for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import Command, commands

_FLAGS = b"CUDA_NVCC_FLAGS"
CALLS_FINDCUDA = pattern(
    rb"(?i)\bfind_package\s*\(\s*CUDA\b|\bcuda_(?:add|compile|wrap|build|include|link|select)\w*\s*\(|\bFindCUDA\b"
)
# How CMake builds for CUDA without it.
_IS_NATIVE = pattern(
    rb"(?i:find_package)\s*\(\s*CUDAToolkit\b|(?i:enable_language)\s*\(\s*CUDA\b|\bLANGUAGES\b[^()]{0,200}\bCUDA\b"
)
# What finds something is told where to look first.
_FINDS = frozenset((b"find_library", b"find_path", b"find_file", b"find_program", b"find_package"))
_HINTS = pattern(rb"\b(?:HINTS|PATHS)\b(?:\s+(?![A-Z_]+\s)[^\s()]+|\s+ENV\b)*")
_EMPTY = pattern(rb"\s*\w+\s*(?:\"\"\s*)?")
_CONDITIONS = frozenset((b"if", b"elseif"))
_VARIABLE = pattern(rb"\b(?:CMAKE_CUDA_\w+|CUDA_\w+|CUDAToolkit_(?!VERSION)\w+|CUDA::\w+)")
_OF_PACKAGE = pattern(rb"\bCUDA_\w*(?:LIBRARIES|LIBRARY|INCLUDE_DIRS?)\b")
_SETS = pattern(rb"(?i)\bset\s*\(\s*CUDA_|\bfind_package\s*\(\s*CUDA|\bfind_\w+\s*\(\s*CUDA_")
_NOT_SET = "variables of FindCUDA, which this module does not call"
_CHANGES = frozenset((b"set", b"list", b"string"))
_ASKS = frozenset((b"if", b"elseif", b"message", b"mark_as_advanced", b"unset"))
_OF_FINDCUDA = pattern(rb"\s*(?:[A-Z]+\s+)?" + _FLAGS)
_OPTION = pattern(rb"(?<![\w$}./])[-/][A-Za-z][\w:+-]{0,80}(?![\w/])|(?<![\w$}])-[^\s]")
_NO_FINDCUDA = "CUDA_NVCC_FLAGS, which only FindCUDA reads"
_GENERATOR = pattern(rb"\$<|[:>]")
_LANGUAGE = pattern(rb"\$<(?:COMPILE_LANG(?:UAGE|_AND_ID):CUDA\b|CUDA_COMPILER_ID:NVIDIA>)")
_BY_NVIDIA = pattern(rb"\$<(?:COMPILE_LANG_AND_ID:CUDA,NVIDIA|CUDA_COMPILER_ID:NVIDIA)>")
_DEVICE_LINK = pattern(rb"\bDEVICE_LINK:")
_MACRO = pattern(rb"(?<![\w-])-[DU]\w[^\s;<>\"]*")
_NOT_CUDA_ALONE = pattern(rb"\$<(?:NOT|OR|IF)\b|\bHIP\b")


def unread_flags(code: bytes) -> Iterator[tuple[int, int, str]]:
    """The places in code without comments; with words for why where they are worth knowing."""
    for payload in _payloads(code, _BY_NVIDIA):
        yield from ((start, end, "") for start, end in _but_for_macros(code, *payload))
    yield from ((*payload, "") for payload in of_device_links(code))
    if b"-Xcompiler" in code:
        yield from ((each.start, each.end, "") for each in commands(code) if _is_for_msvc(code, each))
    if _FLAGS in code and _IS_NATIVE.search(code) and not CALLS_FINDCUDA.search(code):
        found = [each for each in commands(code) if code.find(_FLAGS, each.opened, each.end) >= 0]
        if all(each.name in _ASKS or _sets_flags(code, each) for each in found):
            yield from ((each.start, each.end, _NO_FINDCUDA) for each in found)


def unasked(name: str, code: bytes) -> Iterator[tuple[int, int, str]]:
    """Variables of CUDA's that a file only asks for, in conditions and where it looks for files, or makes empty: they
    are empty on AMD; with words for why in modules that use what nothing in them sets."""
    if not _VARIABLE.search(code):
        return
    for command in commands(code):
        if command.name in _CONDITIONS:
            yield from ((*found.span(), "") for found in _VARIABLE.finditer(code, command.opened, command.end))
        elif command.name in _FINDS:
            yield from ((*found.span(), "") for found in _HINTS.finditer(code, command.opened, command.end))
        elif command.name == b"set" and _EMPTY.fullmatch(code, command.opened + 1, command.end):
            yield command.start, command.end, ""
    if name.startswith("Find") and not _SETS.search(code):
        yield from ((*found.span(), _NOT_SET) for found in _OF_PACKAGE.finditer(code))


def for_nvcc(code: bytes) -> Iterator[tuple[int, int]]:
    """What generator expressions hold for the language CUDA alone: the `…` of `$<$<COMPILE_LANGUAGE:CUDA>:…>`."""
    return _payloads(code, _LANGUAGE)


def of_device_links(code: bytes) -> Iterator[tuple[int, int]]:
    """What `$<DEVICE_LINK:…>` holds for the step in which nvcc links device code: CMake has none for HIP."""
    return _payloads(code, _DEVICE_LINK)


def _payloads(code: bytes, asked: re.Pattern[bytes]) -> Iterator[tuple[int, int]]:
    stack: list[tuple[int, int]] = []
    for sign in _GENERATOR.finditer(code) if asked.search(code) else ():
        if sign[0] == b"$<":
            stack.append((sign.end(), -1))
        elif sign[0] == b":" and stack and stack[-1][1] < 0:
            stack[-1] = stack[-1][0], sign.end()
        elif sign[0] == b">" and stack:
            start, payload = stack.pop()
            condition = code[start:payload]
            if payload > 0 and asked.search(condition) and not _NOT_CUDA_ALONE.search(condition):
                yield payload, sign.start()


def _but_for_macros(code: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Macros are no options of nvcc's: code may need them."""
    for found in _MACRO.finditer(code, start, end):
        yield start, found.start()
        start = found.end()
    yield start, end


def _is_for_msvc(code: bytes, command: Command) -> bool:
    """Whether a command hands options of MSVC's to nvcc's host compiler, and sets no others."""
    options = [found[0] for found in _OPTION.finditer(code, command.opened, command.end)]
    of_msvc = [option for option in options if option.startswith(b"/")]
    return bool(of_msvc) and all(option == b"-Xcompiler" for option in options if option not in of_msvc)


def _sets_flags(code: bytes, command: Command) -> bool:
    return command.name in _CHANGES and _OF_FINDCUDA.match(code, command.opened + 1) is not None
