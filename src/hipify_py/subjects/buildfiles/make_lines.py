"""Makefiles and shell scripts as lines, the variables that these set, and words."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.words_of_options import Word

LINE = pattern(rb"(?m)^[^\\\n]*(?:\\(?:\r\n|(?s:.))[^\\\n]*)*")
ASSIGNED = pattern(
    rb"[ \t]*(?:[^\s:=#]+[ \t]*:[ \t]*)?(?:(?:export|override|local)[ \t]+)*"
    rb"(?P<name>[A-Za-z_][\w.]*)[ \t]*(?:[:?+!]|::)?=[ \t]*"
)
_SEPARATOR = pattern(rb"&&|\|\||[;|&]")
_WORD = pattern(rb"(?:\$\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|[^\s\\\"'`;|&()]|\\[^\r\n]|\"[^\"\n]*\"|'[^'\n]*')+")
_QUOTED = pattern(r"[\"'](?P<text>[^\"'\\]*)[\"']")
_COMPILER = pattern(rb"(?i)\b(?:\w*nvcc\w*|hipcc)\b")


def compilers_in(code: bytes) -> frozenset[str]:
    """The variables that name nvcc, or hipcc in its place."""
    found = ((ASSIGNED.match(line[0]), line[0]) for line in LINE.finditer(code) if _COMPILER.search(line[0]))
    named = ((each["name"], _first(line[each.end() :])) for each, line in found if each)
    return frozenset(name.decode("latin-1") for name, word in named if _COMPILER.search(word.encode()))


def _first(value: bytes) -> str:
    return next((word.text for word in words_in(value, 0, len(value))), "")


def words_in(code: bytes, start: int, end: int) -> Iterator[Word]:
    for found in _WORD.finditer(code, start, end):
        text = found[0].decode("utf-8", "surrogateescape")
        if quoted := _QUOTED.fullmatch(text):
            yield Word(found.start(), found.end(), quoted["text"])
        else:
            yield Word(found.start(), found.end(), text)


def separators(code: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where a command ends and the next one begins."""
    inside = [found.span() for found in _WORD.finditer(code, start, end)]
    for found in _SEPARATOR.finditer(code, start, end):
        if not any(first <= found.start() < last for first, last in inside):
            yield found.span()
