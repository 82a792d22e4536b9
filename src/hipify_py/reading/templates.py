"""Templates of sources, read as the sources that they make: what is filled in stands aside while a file is converted.

Each placeholder becomes a name, and each statement of the template a comment, of the same length, so that every place
in the file stays where it is. What is written gets them back byte for byte.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import count

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.reading.file_names import Language
from hipify_py.records import dataclass
from hipify_py.texts import to_bytes

_AT = rb"@[A-Za-z_][\w.+/-]*@"
_STATEMENT = rb"\{%(?:[^%{]|%(?!\})|\{(?!%))*%\}|\{\#(?:[^\#{]|\#(?!\})|\{(?!\#))*\#\}"
_TAG = rb"<%doc>[^<]*</%doc>|<%(?![=-])!?\s(?:[^%<]|%(?!>)|<(?!%))*%>|</?%[A-Za-z][^<>]*>"
# By language: what belongs to the template `alone`, and what stands for code.
_MARKS: Mapping[Language, re.Pattern[bytes]] = {
    "configured": pattern(rb"(?m)^[ \t]*(?P<alone>\#[ \t]*cmakedefine[^\r\n]*)|\$\{[^{}\n]*\}|" + _AT),
    "jinja": pattern(rb"(?m)(?P<alone>" + _STATEMENT + rb"|^[ \t]*\#\#[^\r\n]{3}[^\r\n]*)|\{\{[^{}]*\}\}"),
    "mako": pattern(
        rb"(?m)(?P<alone>" + _TAG + rb"|^[ \t]*(?:%(?!%)|\#\#)[^\r\n]{3}[^\r\n]*)|\$\{[^${}]*(?:\{[^${}]*\}[^${}]*)*\}"
    ),
    "any": pattern(
        rb"(?P<alone>" + _STATEMENT + rb"|" + _TAG + rb")|\{\{[^{},;]*\}\}|\$\{[^{}\n]*\}|%\{\w+\}|"
        rb"<%[=-](?:[^%<]|%(?!>)|<(?!%))*%>|" + _AT
    ),
}
# Names that stand for placeholders: short ones have few letters to be told apart by.
_ID = pattern(rb"(?=(Y[0-9]{5}|Q[0-9A-Z]{2}))")
_SHORT = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LONG_ID, _SHORT_ID = 6, 3
_ROOM = pattern(rb"[^\r\n]+")


class UnreadableError(Exception):
    """A template whose placeholders cannot be set aside."""


@dataclass(frozen=True, eq=False)
class Template:
    """A template: `data` is what is read in its place, `marks` are the places where what is filled in stood. One that
    is not `is_whole_file` may be a piece that others include."""

    original: bytes
    data: bytes
    marks: tuple[tuple[int, int], ...]
    is_whole_file: bool
    _masks: Mapping[bytes, tuple[bytes, bytes]] = field(default_factory=dict)

    def restored(self, text: bytes) -> bytes:
        """A text with all that was set aside."""
        pieces, end = [], 0
        for start, mask, original in self._found(text):
            if start >= end:
                pieces += [text[end:start], original]
                end = start + len(mask)
        return b"".join([*pieces, text[end:]])

    def restored_text(self, text: str) -> str:
        """A message with the placeholders that it speaks of."""
        return self.restored(to_bytes(text)).decode("utf-8", "replace")

    def is_whole(self, output: bytes) -> bool:
        """Whether everything that was set aside is in a text, as often as it was."""
        return self._counts(output) == self._counts(self.data)

    @cached_property
    def held(self) -> list[tuple[int, bytes]]:
        """What stands where, without comments."""
        texts = ((start, self.original[start:end]) for start, end in self.marks)
        return [(start, text) for start, text in texts if not text.lstrip().startswith((b"{#", b"##", b"<%doc"))]

    def _counts(self, text: bytes) -> Counter[bytes]:
        return Counter(mask for _start, mask, _original in self._found(text))

    def _found(self, text: bytes) -> Iterator[tuple[int, bytes, bytes]]:
        for match in _ID.finditer(text):
            mask, original = self._masks.get(match[1], (b"", b""))
            start = match.start() - mask.find(match[1])
            if mask and text.startswith(mask, start):
                yield start, mask, original


def read(data: bytes, language: Language) -> Template:
    """What a template is as a source."""
    is_whole_file = language == "configured"
    matches = _MARKS[language].finditer(data)
    found = [(match.span(match.lastgroup or 0), match["alone"] is not None) for match in matches]
    if not found:
        return Template(data, data, (), is_whole_file)
    names = _Masks(data)
    spans = [span for span, _is_alone in found]
    as_names = _replaced(data, spans, (names.name(data[start:end]) for start, end in spans))
    in_comments = _Inside(tokens.comments(as_names))
    masks = [
        names.comment(data[start:end]) if is_alone and start not in in_comments else names.name(data[start:end])
        for (start, end), is_alone in found
    ]
    return Template(data, _replaced(data, spans, masks), tuple(spans), is_whole_file, names.by_id)


def _replaced(data: bytes, spans: Iterable[tuple[int, int]], texts: Iterable[bytes]) -> bytes:
    pieces, behind = [], 0
    for (start, end), text in zip(spans, texts, strict=True):
        pieces += [data[behind:start], text]
        behind = end
    return b"".join([*pieces, data[behind:]])


def _around(text: bytes) -> tuple[bytes, bytes]:
    """What makes a comment of a statement: tags have an end, and the others are lines."""
    return (b"/*", b"*/") if text.endswith((b"}", b">")) and text.startswith((b"{", b"<")) else (b"//", b"")


class _Inside:
    """Whether a place lies in one of some spans; asked in order."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = iter(spans)
        self._span = next(self._spans, None)

    def __contains__(self, place: object) -> bool:
        assert isinstance(place, int)
        while self._span is not None and self._span[1] <= place:
            self._span = next(self._spans, None)
        return self._span is not None and self._span[0] < place


class _Masks:
    """What stands for each text that is set aside: the same for equal ones, and nothing that the file holds itself."""

    def __init__(self, data: bytes) -> None:
        self.by_id: dict[bytes, tuple[bytes, bytes]] = {}
        self._known: dict[tuple[bytes, bool], bytes] = {}
        taken = {match[1] for match in _ID.finditer(data)}
        long_ids = (b"Y%05d" % number for number in count())
        short_ids = (b"Q" + bytes((first, last)) for first in _SHORT for last in _SHORT)
        self._long = (each for each in long_ids if each not in taken)
        self._short = (each for each in short_ids if each not in taken)

    def name(self, text: bytes) -> bytes:
        return self._mask(text, is_comment=False)

    def comment(self, text: bytes) -> bytes:
        return self._mask(text, is_comment=True)

    def _mask(self, text: bytes, *, is_comment: bool) -> bytes:
        """A text of the same length and lines, with an id in its first line that has room."""
        if (text, is_comment) not in self._known:
            begin, end = _around(text) if is_comment else (b"", b"")
            inner = text[len(begin) : len(text) - len(end)]
            blank = _ROOM.sub(lambda match: b"_" * len(match[0]), inner)
            rooms = [match.span() for match in _ROOM.finditer(blank)]
            room = next((room for room in rooms if room[1] - room[0] >= _LONG_ID), None)
            room = room or next((room for room in rooms if room[1] - room[0] >= _SHORT_ID), None)
            id = next(self._long if room and room[1] - room[0] >= _LONG_ID else self._short, None)
            if room is None or id is None or len(id) > _LONG_ID:
                raise UnreadableError
            inner = blank[: room[0]] + id + blank[room[0] + len(id) :]
            self._known[text, is_comment] = begin + inner + end
            self.by_id[id] = begin + inner + end, text
        return self._known[text, is_comment]
