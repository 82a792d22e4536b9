"""A file's tokens as clang's raw lexer sees them: the second opinion that benchmarks/independent_check.py rests on.

Why clang and not Pygments: this has to be right where scanners are wrong. Clang's lexer is the one that compiles HIP;
it knows raw strings, line splices inside names, digit separators and prefixed literals, and it needs no headers and no
valid program. Pygments' C++ lexer takes `#if 0` branches and macro bodies for comments, and would hide names in them.

libclang lexes a file that it has parsed. The parse is avoided by putting `#if 0` in front: the parser skips everything,
while the tokens of a skipped branch are listed like any others.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import NamedTuple

import clang.cindex  # type: ignore[import-not-found,import-untyped,unused-ignore]

_GUARD = b"#if 0\n"
_BOM = b"\xef\xbb\xbf"
_SPLICE = re.compile(rb"\\[ \t\f\v]*\r?\n")
_NEWLINE = re.compile(rb"\n")
_NAME_KINDS = ("IDENTIFIER", "KEYWORD")


class Token(NamedTuple):
    """`text` is the source text, of a name without its line splices; `before` is the whitespace that precedes it."""

    kind: str
    start: int
    end: int
    text: bytes
    before: bytes

    @property
    def is_name(self) -> bool:
        return self.kind in _NAME_KINDS


class Lexed:
    """The tokens of one file, each with the preprocessor directive it stands in ("" outside)."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data
        self.tokens = list(_tokens(data, "c" if PurePath(path).suffix == ".c" else "c++"))
        self.directives = _directives(self.tokens)
        self._lines = [match.start() for match in _NEWLINE.finditer(data)]

    def line(self, index: int) -> int:
        """The line, from 1, of the token at `index`; the last one's past the end."""
        position = self.tokens[index].start if index < len(self.tokens) else len(self.data)
        return bisect_right(self._lines, position - 1) + 1

    def directive_end(self, index: int) -> int:
        """The index after the last token of the directive whose `#` is at `index`."""
        end = index + 1
        while end < len(self.tokens) and not _ends_line(self.tokens[end].before):
            end += 1
        return end

    def text(self, start: int, end: int) -> bytes:
        """The source text of tokens `start` to `end` (exclusive), spaces between them included."""
        if start >= end:
            return b""
        return self.data[self.tokens[start].start : self.tokens[end - 1].end]


def without_splices(data: bytes) -> bytes:
    return _SPLICE.sub(b"", data) if b"\\" in data else data


def header_name(directive: bytes) -> tuple[str, bool] | None:
    """The name in `#include <name>` or `#include "name"`, and whether it is quoted."""
    found = re.match(rb'#\s*include(?:_next)?\s*(?:<([^>\n]+)>|"([^"\n]+)")', without_splices(directive))
    if not found:
        return None
    name = found[1] or found[2]
    return name.decode("utf-8", "replace"), found[2] is not None


def _tokens(data: bytes, language: str) -> Iterator[Token]:
    shift = len(_BOM) if data.startswith(_BOM) else 0  # a mark in mid-file would be a stray character
    previous = shift
    for kind, start, end in _clang_tokens(_GUARD + data[shift:], language):
        begin, stop = start - len(_GUARD) + shift, min(end - len(_GUARD) + shift, len(data))
        if begin < shift:
            continue
        text = data[begin:stop]
        yield Token(kind, begin, stop, without_splices(text) if kind in _NAME_KINDS else text, data[previous:begin])
        previous = stop


def _clang_tokens(data: bytes, language: str) -> Iterator[tuple[str, int, int]]:
    name = f"source.{'c' if language == 'c' else 'cpp'}"
    standard = "-std=gnu17" if language == "c" else "-std=gnu++20"
    unit = clang.cindex.TranslationUnit.from_source(
        name, args=["-x", language, standard, "-nostdinc", "-w"], unsaved_files=[(name, data)]
    )
    file = clang.cindex.File.from_name(unit, name)
    ends = (clang.cindex.SourceLocation.from_offset(unit, file, offset) for offset in (0, len(data)))
    for token in unit.get_tokens(extent=clang.cindex.SourceRange.from_locations(*ends)):
        extent = token.extent
        yield token.kind.name, extent.start.offset, extent.end.offset


def _directives(tokens: Sequence[Token]) -> list[str]:
    found: list[str] = []
    current = ""
    for index, token in enumerate(tokens):
        if index == 0 or _ends_line(token.before):
            current = _directive_at(tokens, index)
        found.append(current)
    return found


def _directive_at(tokens: Sequence[Token], index: int) -> str:
    """The directive's name if a line's first token is `#`; comments before it do not count."""
    while index < len(tokens) and tokens[index].kind == "COMMENT":
        index += 1
    if index + 1 >= len(tokens) or tokens[index].text != b"#" or _ends_line(tokens[index + 1].before):
        return ""
    return tokens[index + 1].text.decode("ascii", "replace")


def _ends_line(gap: bytes) -> bool:
    return b"\n" in gap and b"\n" in _SPLICE.sub(b"", gap)
