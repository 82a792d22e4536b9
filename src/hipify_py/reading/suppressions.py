"""Comments that tell us to be silent: `hipify: ignore[RULE, …]`, `hipify: off` … `hipify: on`.

They count only in comments, at a comment's beginning or behind a `//` in it: neither a string nor a sentence is one.
A file without the word costs one search.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading import tokens

_WORD = b"hipify"
# After `off` and `on` must come an end, so that "hipify: off by one" is a sentence and no order.
_ORDER = pattern(
    rb"""hipify(?:-py)?:[ \t]*(?:
        (?P<ignore>ignore)\b(?:[ \t]*\[(?P<names>[^\]\r\n]*)\]?)?
      | (?P<switch>off|on)(?=[ \t]*(?:$|[\r\n]|\*/|-->|[-(,.;:]))
    )""",
    re.VERBOSE,
)
_BEGINS_COMMENT = pattern(rb"//|/\*|<!--")
# What may stand between the beginning of a comment and an order.
_DECORATION = b" \t/*!<#-"
_SEPARATOR = pattern(rb"[,\s]+")
_IN_BUILD_FILES = tokens.compile_linear(
    rb'''(?<!\\)(?:"""(?:.*?"""|.*)|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|'''
    rb"""'''(?:.*?'''|.*)|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+')|"""
    rb"(?:#|<!--)[^\r\n]*",
    re.DOTALL,
)
# So much before an order is enough to see whether it stands at a comment's beginning.
_NEAR = 80
_CODE = pattern(rb"[^ \t\r\n\f\v\\]")


class Suppression(NamedTuple):
    """An order of silence at `start` to `end`. It holds for findings that begin or end on one of its `lines`
    (one-based, both included), of the rules or groups named, or of all if none are."""

    start: int
    end: int
    lines: tuple[int, int]
    names: tuple[str, ...] = ()
    kind: Literal["ignore", "off"] = "ignore"


class _Comment(NamedTuple):
    start: int
    end: int


class _Order(NamedTuple):
    match: re.Match[bytes]
    comment: _Comment

    @property
    def names(self) -> tuple[str, ...]:
        named = self.match["names"] or b""
        return tuple(word.decode("utf-8", "replace") for word in _SEPARATOR.split(named) if word)


def may_silence(text: bytes) -> bool:
    """Whether a file is worth a search for suppressions."""
    return _WORD in text


def in_source(text: bytes) -> list[Suppression]:
    """The suppressions of a C++ source."""
    if not may_silence(text):
        return []
    orders = list(_orders(text, (_Comment(*span) for span in tokens.comments(text))))
    return _suppressions(orders, text, tokens.code_only(text)) if orders else []


def in_build_file(text: bytes) -> list[Suppression]:
    """The suppressions of a build file, whose comments begin with `#` or `<!--`."""
    if not may_silence(text):
        return []
    comments = [
        _Comment(*match.span()) for match in _IN_BUILD_FILES.finditer(text) if text[match.start()] not in b"\"'"
    ]
    orders = list(_orders(text, comments))
    return _suppressions(orders, text, _without(text, comments)) if orders else []


def off_spans(text: bytes, code: bytes) -> list[tuple[int, int]]:
    """The places between `hipify: off` and `hipify: on`, both comments included, or the end of the file."""
    if not may_silence(text):
        return []
    del code
    comments = (_Comment(*span) for span in tokens.comments(text))
    return [(first.comment.start, end) for first, end in _regions(list(_orders(text, comments)), len(text))]


def _orders(text: bytes, comments: Iterable[_Comment]) -> Iterator[_Order]:
    for comment in comments:
        if text.find(_WORD, comment.start, comment.end) < 0:
            continue
        for match in _ORDER.finditer(text, comment.start, comment.end):
            before = text[max(comment.start, match.start() - _NEAR) : match.start()]
            if _is_beginning(before.rpartition(b"\n")[2]):
                yield _Order(match, comment)


def _is_beginning(before: bytes) -> bool:
    """Whether a comment begins in what stands before an order on its line, with nothing but decoration behind that."""
    words = before.rstrip(_DECORATION)
    return not words or _BEGINS_COMMENT.search(before, len(words)) is not None


def _regions(orders: list[_Order], length: int) -> Iterator[tuple[_Order, int]]:
    """Each `off` with the end of what it holds for."""
    first: _Order | None = None
    for order in orders:
        if order.match["switch"] == b"off":
            first = first or order
        elif order.match["switch"] == b"on" and first is not None:
            yield first, order.comment.end
            first = None
    if first is not None:
        yield first, length


def _suppressions(orders: list[_Order], text: bytes, code: bytes) -> list[Suppression]:
    lines = _Lines(text, code)
    ignored = (order for order in orders if order.match["ignore"])
    found = [Suppression(*order.match.span(), _covered(order.comment, lines), order.names) for order in ignored]
    for first, end in _regions(orders, len(text)):
        span = lines.number(first.comment.start), lines.number(max(end - 1, 0))
        found.append(Suppression(*first.match.span(), span, kind="off"))
    return sorted(found, key=lambda suppression: suppression.start)


def _covered(comment: _Comment, lines: _Lines) -> tuple[int, int]:
    """The lines that a comment shares with code, or, if it has its own, the next one with code."""
    first, last = lines.number(comment.start), lines.number(max(comment.end - 1, comment.start))
    if lines.has_code(first) or lines.has_code(last):
        return first, last
    return first, lines.next_with_code(last)


class _Lines:
    """The lines of a text, and whether there is something in them beside comments."""

    def __init__(self, text: bytes, code: bytes) -> None:
        self._code = code
        self._has_code: dict[int, bool] = {}
        self._starts = [0, *(match.end() for match in re.finditer(b"\n", text))]

    def number(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def has_code(self, line: int) -> bool:
        if line not in self._has_code:
            end = self._starts[line] if line < len(self._starts) else len(self._code)
            self._has_code[line] = _CODE.search(self._code, self._starts[line - 1], end) is not None
        return self._has_code[line]

    def next_with_code(self, line: int) -> int:
        found = _CODE.search(self._code, self._starts[line]) if line < len(self._starts) else None
        return self.number(found.start()) if found else line


def _without(text: bytes, comments: list[_Comment]) -> bytes:
    code = bytearray(text)
    for start, end in comments:
        code[start:end] = b" " * (end - start)
    return bytes(code)
