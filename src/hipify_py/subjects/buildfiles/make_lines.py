"""Makefiles and shell scripts as lines, the variables that these set, and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.words_of_options import Word
from hipify_py.texts import to_bytes, to_text

LINE = pattern(rb"(?m)^[^\\\n]*(?:\\(?:\r\n|(?s:.))[^\\\n]*)*")
ASSIGNED = pattern(
    rb"[ \t]*(?:[^\s:=#]+[ \t]*:[ \t]*)?(?:(?:export|override|local)[ \t]+)*"
    rb"(?P<name>[A-Za-z_][\w.]*)[ \t]*(?:[:?+!]|::)?=[ \t]*"
)
# Lines that are no commands.
DIRECTIVE = pattern(rb"[ \t]*(?:ifn?eq|ifn?def|else|endif|-?include|define|endef|vpath|unexport|undefine)\b")
_DEFINE, _ENDEF = pattern(rb"[ \t]*define\b"), pattern(rb"[ \t]*endef\b")
_CONDITIONAL = pattern(rb"[ \t]*(?:ifn?eq|ifn?def|else|endif)\b")
_SEPARATOR = pattern(rb"&&|\|\||[;|&]")
_WORD = pattern(rb"(?:\$\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|[^\s\\\"'`;|&()]|\\[^\r\n]|\"[^\"\n]*\"|'[^'\n]*')+")
_QUOTED = pattern(r"[\"'](?P<text>[^\"'\\]*)[\"']")
_COMPILER = pattern(rb"(?i)\b(?:\w*nvcc\w*|hipcc)\b")


class Line(NamedTuple):
    start: int
    end: int
    is_recipe: bool
    is_defined: bool


def lines_of(code: bytes, *, is_script: bool = False) -> Iterator[Line]:
    """The lines of a makefile. A tab begins a command only behind a rule, or in what `define` holds: in conditionals
    before the first one, and behind assignments, it is a blank."""
    has_rule = is_defined = False
    for each in LINE.finditer(code):
        start, end = each.span()
        begins_tab = code.startswith(b"\t", start)
        is_defined = (is_defined or _DEFINE.match(code, start, end) is not None) and not _ENDEF.match(code, start, end)
        yield Line(start, end, not is_script and begins_tab and (has_rule or is_defined), is_defined)
        is_told = has_rule and begins_tab
        if not is_told and code[start:end].strip() and not _CONDITIONAL.match(code, start, end):
            has_rule = b":" in code[start:end] and not ASSIGNED.match(code, start, end)


def compilers_in(code: bytes) -> frozenset[str]:
    """The variables that name nvcc, or hipcc in its place."""
    found = ((ASSIGNED.match(line[0]), line[0]) for line in LINE.finditer(code) if _COMPILER.search(line[0]))
    named = ((each["name"], _first(line[each.end() :])) for each, line in found if each)
    return frozenset(to_text(name) for name, word in named if _COMPILER.search(to_bytes(word)))


def _first(value: bytes) -> str:
    return next((word.text for word in words_in(value, 0, len(value))), "")


def words_in(code: bytes, start: int, end: int) -> Iterator[Word]:
    for found in _WORD.finditer(code, start, end):
        text = to_text(found[0])
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
