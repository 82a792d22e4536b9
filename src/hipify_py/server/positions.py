"""Places in a text: bytes here, lines and characters in editors, which count these in one of three ways.

Lines end as in the protocol, with LF, CR LF or CR, and not as in Python, where a form feed ends one. A text that is no
valid Unicode keeps its lone surrogates.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, count
from operator import add
from typing import Literal, NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_LINE_END = pattern(rb"\r\n|\n|\r")
_CONTINUES = 0b1000_0000, 0b1100_0000


class Place(NamedTuple):
    """Zero-based line and character."""

    line: int
    character: int


@dataclass(frozen=True)
class Text:
    data: bytes

    @classmethod
    def of(cls, text: str) -> Text:
        return cls(encoded(text))

    @cached_property
    def _starts(self) -> list[int]:
        if b"\r" in self.data:
            return [0, *(end.end() for end in _LINE_END.finditer(self.data))]
        ends = accumulate(map(len, self.data.split(b"\n")))
        return [0, *map(add, ends, count(1))][:-1]

    @property
    def last_line(self) -> int:
        return len(self._starts) - 1

    def line_start(self, line: int) -> int:
        return self._starts[line]

    def line_end(self, line: int) -> int:
        """Where a line ends, before the characters that end it."""
        if line == self.last_line:
            return len(self.data)
        end = self._starts[line + 1]
        return end - (2 if self.data[end - 2 : end] == b"\r\n" else 1)

    def line_of(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def place(self, offset: int, encoding: Encoding) -> Place:
        """A place of bytes as an editor counts; behind the text it is its end."""
        line = self.line_of(min(max(offset, 0), len(self.data)))
        before = self.data[self._starts[line] : min(offset, self.line_end(line))]
        return Place(line, len(before) if encoding == "utf-8" or before.isascii() else _units(before, encoding))

    def offset(self, place: Place, encoding: Encoding) -> int:
        """The bytes before a place. One outside of the text, or in the middle of a character, is the next before it."""
        if place.line < 0:
            return 0
        if place.line > self.last_line:
            return len(self.data)
        start = self._starts[place.line]
        line = self.data[start : self.line_end(place.line)]
        ahead = max(place.character, 0)
        if encoding == "utf-8" or line.isascii():
            return start + _whole(line, min(ahead, len(line)))
        return start + len(encoded(_first(decoded(line), ahead, encoding)))

    def replaced(self, start: int, end: int, new: str) -> Text:
        """The text with other characters between two places, in whichever order they are."""
        low, high = min(start, end), max(start, end)
        return Text(self.data[:low] + encoded(new) + self.data[high:])


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def decoded(data: bytes) -> str:
    """What lies between two places. The half of a character, which no place of an editor is in, is none."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "ignore")


def _units(data: bytes, encoding: Encoding) -> int:
    text = decoded(data)
    return len(text) + (sum(sign > "\uffff" for sign in text) if encoding == "utf-16" else 0)


def _first(text: str, units: int, encoding: Encoding) -> str:
    """As much of a text as has so many units."""
    if encoding == "utf-32":
        return text[:units]
    for index, sign in enumerate(text):
        units -= 2 if sign > "\uffff" else 1
        if units < 0:
            return text[:index]
    return text


def _whole(line: bytes, end: int) -> int:
    """The end of the last whole character before a place."""
    bits, mask = _CONTINUES
    while 0 < end < len(line) and line[end] & mask == bits:
        end -= 1
    return end
