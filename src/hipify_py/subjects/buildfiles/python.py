"""Python as far as it matters here: its statements, its choices in expressions, and what it says to people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles.blanks import blank

_OPAQUE = pattern(
    rb"\#[^\n]*|(?P<quotes>\"\"\"|''')(?s:.*?(?:(?P=quotes)|\Z))|"
    rb"\"[^\"\\\n]*(?:\\(?s:.)[^\"\\\n]*)*\"?|'[^'\\\n]*(?:\\(?s:.)[^'\\\n]*)*'?|\\\r?\n"
)
_SIGN = pattern(rb"[()\[\]{},;:\n]|(?<![=!<>])=(?!=)|\b(?:if|else|for|return|yield)\b")
# What begins a statement wherever it stands, in files whose brackets do not match.
_STATEMENT = pattern(rb"(?:def|class|import|from)\b|@")
# Calls with texts for people.
_SAYS = (
    rb"\b(?:print|warn\w*|getLogger|\w*(?:Error|Exception|Warning)|SystemExit|log\w*(?:\.\w+)?|\w*\.(?:debug|info|warning|error|"
    rb"critical|exception|announce|fail|skip|echo)|(?:sys\.)?exit)"
)
_SAYING = pattern(_SAYS + rb"[ \t]*(?=\()")
# One with blanks for its text.
SAID = pattern(_SAYS + rb"\s*\)")
_DESCRIBED = pattern(rb"\b(?:help|(?:long_)?description|epilog|doc|msg|message|reason)[ \t]*=(?!=)")
# What is taken out of texts, lists and the environment, set in that for a test, or looked for.
_REMOVED = pattern(
    rb"\.(?:replace|remove|discard|removeprefix|removesuffix|pop|startswith|endswith|delenv|setenv|unsetenv)[ \t]*\("
)
_KEY = rb"\[[ \t]*(\"[^\"\n]*\"|'[^'\n]*')[ \t]*\]"
# Variables that are made empty, and deleted.
_EMPTIED = pattern(_KEY + rb"[ \t]*=[ \t]*(?:\"\"|'')[ \t]*(?=\n|\r|;|\Z)")
_DELETED = pattern(rb"\bdel[ \t]+[\w.]{1,90}" + _KEY)
# Not what the environment is asked for: whether there is CUDA decides what is built.
_HOME = rb"(?!CUDA(?:_?HOME|_PATH|_ROOT|_TOOLKIT_PATH|_TOOLKIT_ROOT_DIR|Toolkit_ROOT)[\"'])"
_SOUGHT = pattern(
    rb"\"" + _HOME + rb"[^\"\n]*\"(?=[ \t]+(?:not[ \t]+)?in\b)|'" + _HOME + rb"[^'\n]*'(?=[ \t]+(?:not[ \t]+)?in\b)"
)
_ALL_REMOVED = pattern(rb"\bfor[ \t]+(\w+)[ \t]+in[ \t]*([(\[][^()\[\]]*[)\]])[ \t]*:\s*\w+\.delenv\([ \t]*\1\b")
# Names of variables that are gone through, and what sets a variable by such a name.
_NAMES = pattern(rb"\bfor[ \t]+(\w+)[ \t]+in[ \t]*([(\[{]\s*(?:[\"'][A-Z][A-Z0-9_]*[\"']\s*(?:,\s*)?)+[)\]}])")
_SET_BY_NAME = pattern(
    rb"\[[ \t]*(\w+)[ \t]*\][ \t]*=(?!=)|\b(?:setdefault|putenv|setenv|format|join)\([ \t]*(\w+)\b|\{(\w+)\}"
)
_KEY_OF_DESCRIPTION = pattern(rb"[\"'](?:long_)?description[\"'][ \t]*:[ \t]*")
# Collections of texts, and how one asks whether they have one.
_COLLECTION = pattern(rb"(?m)^[ \t]*(\w+)[ \t]*=[ \t]*(?:(?:frozen)?set\()?(?=[\[{(])")
_ASKED = pattern(
    rb"\bnot[ \t]+in[ \t]+(\w+)|\b(?:if|elif|and|or|not|while|assert|return)[ \t]+[\w.]+[ \t]+in[ \t]+(\w+)"
)
_IN_SETUP = pattern(rb"[(\[{]|\bextra_compile_args[ \t]*=[ \t]*")
_SETUP = pattern(rb"(?m)^[ \t]*(?:\w+\.)?setup[ \t]*(?=\()")
_ASSERT = pattern(rb"assert\b")
_WORD = pattern(rb"\w+")
_BLANKS = pattern(rb"[ \t\r\f]*")
_TEXTS = pattern(rb"(?:\s*[rRfFuUbB]{0,2}(?:\"[^\"]*\"|'[^']*'))*")
# What stands where a line begins is documentation as well, or the text of a program.
_DOCUMENT = pattern(rb"(?m)^[ \t]*[rRuU]?(?=\"\"\"|''')")
_C_CODE = pattern(rb"#[ \t]*include[ \t]*[<\"]")
_DOCUMENTATION = pattern(rb"[rRuUbB]?[\"']")


class Line(NamedTuple):
    """A statement, or as much of one as stands on the line of its head, which begins behind the indent. `colon` is
    where its block begins, `comma` its last one outside of brackets: -1 without."""

    start: int
    head: int
    end: int
    colon: int = -1
    comma: int = -1

    @property
    def indent(self) -> int:
        return self.head - self.start


class Choice(NamedTuple):
    """`this if condition else that`."""

    this: tuple[int, int]
    condition: tuple[int, int]
    that: tuple[int, int]


@dataclass
class _Level:
    """What is open between two brackets: where the operand began, and the choices that wait for their end."""

    opened: int
    start: int
    waiting: list[list[int]] = field(default_factory=list)

    def ends(self, place: int) -> Iterator[Choice]:
        for start, at, *rest in self.waiting:
            if rest:
                yield Choice((start, at), (at + 2, rest[0]), (rest[0] + 4, place))
        self.waiting.clear()

    def asks(self, place: int) -> None:
        if self.waiting and len(self.waiting[-1]) == 2:
            self.waiting.pop()  # the filter of a comprehension
        start = self.waiting[-1][2] + 4 if self.waiting else self.start
        self.waiting.append([start, place])

    def answers_otherwise(self, place: int) -> None:
        if self.waiting and len(self.waiting[-1]) == 2:
            self.waiting[-1].append(place)


@dataclass(frozen=True)
class Python:
    """A file in Python; brackets that do not match spoil no more than the function around."""

    data: bytes

    @cached_property
    def code(self) -> bytes:
        """Without comments."""
        return _OPAQUE.sub(lambda found: blank(found[0]) if found[0].startswith(b"#") else found[0], self.data)

    @cached_property
    def skeleton(self) -> bytes:
        """With blanks within strings, which begin and end no line either."""
        return _OPAQUE.sub(_hollow, self.data)

    @cached_property
    def lines(self) -> Sequence[Line]:
        return self._read[0]

    @cached_property
    def choices(self) -> Sequence[Choice]:
        return self._read[1]

    @cached_property
    def _brackets(self) -> dict[int, int]:
        return self._read[2]

    @cached_property
    def _read(self) -> tuple[list[Line], list[Choice], dict[int, int]]:
        lines: list[Line] = []
        choices: list[Choice] = []
        brackets: dict[int, int] = {}
        skeleton = self.skeleton + b"\n"
        levels = [_Level(-1, 0)]
        line = _line(skeleton, 0)
        for sign in _SIGN.finditer(skeleton):
            text, place, level = sign[0], sign.start(), levels[-1]
            if text in b"([{":
                levels.append(_Level(place, sign.end()))
            elif text in b")]}":
                choices += level.ends(place)
                if len(levels) > 1:
                    brackets[levels.pop().opened] = place
            elif text == b"if" and place != line.head:
                level.asks(place)
            elif text == b"else" and place != line.head:
                level.answers_otherwise(place)
            elif text != b"\n":
                choices += level.ends(place)
                level.start = sign.end()
                if len(levels) == 1 and text == b":" and line.colon < 0:
                    line = line._replace(colon=place)
                elif len(levels) == 1 and text == b",":
                    line = line._replace(comma=place)
            elif len(levels) == 1 or _STATEMENT.match(skeleton, sign.end()):
                choices += level.ends(place)
                if line.head < place:
                    lines.append(line._replace(end=place))
                levels, line = [_Level(-1, sign.end())], _line(skeleton, sign.end())
        return lines, choices, brackets

    def statement_at(self, place: int) -> tuple[int, int]:
        """From where to where the statement around a place reaches."""
        low, high = 0, len(self.lines)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.lines[middle].end < place else (low, middle)
        return (self.lines[low].start, self.lines[low].end) if low < len(self.lines) else (place, place)

    def texts(self) -> Iterator[tuple[int, int]]:
        """Documentation, what is said to people, and flags that are removed or looked for."""
        documents = {found.end() for found in _DOCUMENT.finditer(self.data)}
        for text in _OPAQUE.finditer(self.data):
            if text.start() in documents and not _C_CODE.search(text[0]):
                yield text.span()
        for line in self.lines:
            if _DOCUMENTATION.match(self.skeleton, line.head):
                yield line.head, line.end
            elif _ASSERT.match(self.skeleton, line.head) and line.comma >= 0:
                yield line.comma, line.end
        for found in _SAYING.finditer(self.skeleton):
            yield found.end(), self._brackets.get(found.end(), found.end())
        for expression in (_DESCRIBED, _REMOVED):
            for found in expression.finditer(self.skeleton):
                yield found.end(), self._behind_texts(found.end())
        for found in _KEY_OF_DESCRIPTION.finditer(self.code):
            if self.skeleton[found.start()] == self.code[found.start()]:
                yield found.end(), self._behind_texts(found.end())
        yield from self._only_asked()
        yield from self._only_read()
        yield from (found.span() for found in _SOUGHT.finditer(self.code))
        yield from (found.span(2) for found in _ALL_REMOVED.finditer(self.code))
        for expression in (_EMPTIED, _DELETED):
            yield from (found.span(1) for found in expression.finditer(self.code))

    def unread_options(self) -> Iterator[tuple[int, int]]:
        """What `setup` itself gets for compilers, and hands to none."""
        for call in _SETUP.finditer(self.skeleton):
            place, end = call.end() + 1, self._brackets.get(call.end(), -1)
            while place < end and (found := _IN_SETUP.search(self.skeleton, place, end)):
                if found[0] in b"([{":
                    place = self._brackets.get(found.start(), end)
                else:
                    yield found.end(), self._behind_texts(found.end())
                    place = found.end()

    def _only_asked(self) -> Iterator[tuple[int, int]]:
        """Collections that a file only asks whether they have something."""
        if not (asked := Counter(left or right for left, right in _ASKED.findall(self.skeleton))):
            return
        mentioned = Counter(word for word in _WORD.findall(self.skeleton) if word in asked)
        for found in _COLLECTION.finditer(self.skeleton):
            if found[1] in asked and mentioned[found[1]] == asked[found[1]] + 1:
                yield found.end(), self._brackets.get(found.end(), found.end())

    def _only_read(self) -> Iterator[tuple[int, int]]:
        """Names of variables that a file goes through, and does not set."""
        if found := list(_NAMES.finditer(self.code)):
            used = {name for names in _SET_BY_NAME.findall(self.code) for name in names}
            yield from (each.span(2) for each in found if each[1] not in used)

    def _behind_texts(self, start: int) -> int:
        """Where texts end that stand side by side, in brackets or not."""
        head = _BLANKS.match(self.skeleton, start)
        texts = _TEXTS.match(self.skeleton, start)
        assert head is not None
        assert texts is not None
        return self._brackets.get(head.end(), texts.end())


def _line(skeleton: bytes, start: int) -> Line:
    head = _BLANKS.match(skeleton, start)
    assert head is not None
    return Line(start, head.end(), head.end())


def _hollow(found: re.Match[bytes]) -> bytes:
    text = found[0]
    if len(text) < 2 or text[:1] in b"#\\":
        return b" " * len(text)
    return text[:1] + b" " * (len(text) - 2) + text[:1]
