"""Build files in their languages: what is no comment, what is said to people, and what merely offers a choice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles import cmake
from hipify_py.subjects.buildfiles.blanks import blank
from hipify_py.subjects.buildfiles.python import Python

_MSBUILD_COMMENT = pattern(rb"(?s)<!--(?:.*?-->|.*)")
_HASH_COMMENT = pattern(rb"(?<![^\s])#[^\n]*")
_BATCH_COMMENT = pattern(rb"(?im)^[^\S\n]*(?:rem\b|::)[^\n]*")
_IN_SHELL = rb"(?:[;&|]|\b(?:then|else|do))[ \t]+"
_IN_BRACKETS = rb"[ \t]*\([^()]*(?:\([^()]*\)[^()]*)*"
_NEAR = 400
_PARENTHESIS = pattern(rb"[()]")
_ONE_WORD = pattern(rb"[^\w]*(?:\b(?:then|else|do)\b[ \t]*)?echo[ \t]+[^\s]+\s*")
# How Autoconf's options begin, where a description follows.
_ARGUMENT = rb"\bAC_ARG_(?:WITH|ENABLE)[ \t]*\([^,()]*,\s*\[(?!A[CS]_)"
_AUTOCONF_OPTION = pattern(_ARGUMENT)
# What build files say to people, not to compilers; the `text` of it, where there is more. Scripts in a shell may write
# files for CMake, with what these remove.
_MESSAGES = {
    "make": re.compile(
        rb"(?m)(?:^\t[ \t@]*|" + _IN_SHELL + rb")(?:echo|printf)\b[^\n;&|]*|\$\((?:info|warning|error)\b[^\n]*"
    ),
    "meson": re.compile(rb"\b(?:message|warning|error)" + _IN_BRACKETS + rb"|\bdescription[ \t]*:[ \t]*'[^'\n]*"),
    "other": re.compile(
        rb"(?m)(?:^[ \t]*|" + _IN_SHELL + rb")(?:echo|printf)\b[^\n;&|]*|"
        rb"\b(?:AC_MSG_\w+|AC_DEFINE|AC_ARG_VAR|A[CS]_HELP_STRING)"
        + _IN_BRACKETS
        + rb"|"
        + _ARGUMENT
        + rb"(?P<text>[^()\[\]]*)|"
        rb"\bdnl\b[^\n]*|"
        rb"\bstring\([ \t]*(?:REGEX[ \t]+)?REPLACE[ \t]+(?P<removed>\"[^\"\n]*\")[ \t]+\"[ \t]*\""
    ),
}


def without_comments(kind: str, suffix: str, data: bytes, python: Python | None) -> bytes:
    if python:
        return python.code
    if kind == "cmake":
        return cmake.without_comments(data)
    comment = _BATCH_COMMENT if suffix == ".bat" else _HASH_COMMENT
    return (_MSBUILD_COMMENT if kind == "msbuild" else comment).sub(lambda found: blank(found[0]), data)


def texts(kind: str, code: bytes, python: Python | None) -> Iterable[tuple[int, int]]:
    """What is said to people, and what is removed, in code without comments."""
    if python:
        return python.texts()
    if kind == "cmake":
        return cmake.texts(code)
    found = _MESSAGES[kind].finditer(code) if kind in _MESSAGES else ()
    return (each.span(each.lastgroup or 0) for each in found if not _is_read(code, each))


def _is_read(code: bytes, said: re.Match[bytes]) -> bool:
    """Whether one word that `echo` says becomes a part of something: `$(which nvcc || echo /opt/cuda/bin/nvcc)`."""
    if not _ONE_WORD.fullmatch(said[0]):
        return False
    begin = max(code.rfind(b"\n", 0, said.start()) + 1, said.start() - _NEAR)
    before = code[begin : said.start()]
    depth = 0
    for found in reversed(list(_PARENTHESIS.finditer(before, 1))):
        depth += 1 if found[0] == b")" else -1
        if depth < 0:
            return before[found.start() - 1 : found.start()] == b"$"
    return before.count(b"`") % 2 == 1


def choices(kind: str, code: bytes) -> Iterator[tuple[int, int]]:
    """The names of options and of what they may be: nothing is built by these alone."""
    if kind == "cmake":
        yield from cmake.choices(code)
    elif kind == "other":
        yield from (found.span() for found in _AUTOCONF_OPTION.finditer(code))
