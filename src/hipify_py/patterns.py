"""Regular expressions that are compiled at their first use, and search long texts from literal to literal.

A run needs few of the hundreds of expressions that there are. Most of them begin with a literal behind a `\\b`, and
`re` then tries every byte of a text: `bytes.find` finds the places where a match may begin ten times as fast.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any, AnyStr, cast

from hipify_py import kept_patterns

_PLACED = ("match", "fullmatch", "sub", "subn", "split")
_SEARCHES = ("search", "finditer", "findall")
# In shorter texts looking for literals first does not pay.
_LONG = 1_000
# Where literals stand closer than this many bytes, after so many of them, `re` goes on by itself.
_SPARSE, _FEW = 40, 100
# How an expression begins whose matches begin with literals: found out for sure when it searches a long text.
_MAY_BEGIN_WITH_LITERAL = re.compile(rb"\s*(?:\\b|\(\?<[!=](?:\[[^\]]*\]|\\w)\)|\(\?:|\(\?P<\w+>)*[A-Za-z_<#]")


class LazyPattern:
    """What stands for an expression; once that is compiled, its methods are this object's own."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._text = text
        self._flags = flags

    @property
    def compiled(self) -> re.Pattern[Any]:
        """Text is matched as bytes are: what is a blank, a digit or part of a word is so in ASCII."""
        return kept_patterns.compiled(self._text, self._flags | (re.ASCII if isinstance(self._text, str) else 0))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = self.compiled
        own: dict[str, Any] = {method: getattr(compiled, method) for method in (*_PLACED, *_SEARCHES)}
        if isinstance(self._text, bytes) and _MAY_BEGIN_WITH_LITERAL.match(self._text):
            searches = _Searches(self._text, self._flags, compiled)
            own.update((method, getattr(searches, method)) for method in _SEARCHES)
        self.__dict__.update(own)
        return own[name] if name in own else getattr(compiled, name)


class _Searches:
    """The searches of an expression, which find the same as its own."""

    def __init__(self, text: bytes, flags: int, compiled: re.Pattern[bytes]) -> None:
        self._expression = text, flags
        self._compiled = compiled
        self._search = compiled.search
        self._match = compiled.match
        self._heads: tuple[bytes, ...] | None = None

    def search(self, text: bytes, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[bytes] | None:
        if min(len(text), endpos) - pos < _LONG or not self._known_heads():
            return self._search(text, pos, endpos)
        return next(self._from_heads(text, pos, endpos), None)

    def finditer(self, text: bytes, pos: int = 0, endpos: int = sys.maxsize) -> Iterator[re.Match[bytes]]:
        if min(len(text), endpos) - pos < _LONG or not self._known_heads():
            return self._compiled.finditer(text, pos, endpos)
        return self._from_heads(text, pos, endpos)

    def findall(self, text: bytes, pos: int = 0, endpos: int = sys.maxsize) -> list[Any]:
        if min(len(text), endpos) - pos < _LONG or not self._known_heads():
            return self._compiled.findall(text, pos, endpos)
        found = self._from_heads(text, pos, endpos)
        count = self._compiled.groups
        if count > 1:
            return [match.groups(b"") for match in found]
        return [match[count] or b"" for match in found]

    def _known_heads(self) -> tuple[bytes, ...]:
        """The literals that matches begin with, found out when the first long text is searched."""
        if self._heads is None:
            self._heads = kept_patterns.heads(*self._expression)
        return self._heads

    def _from_heads(self, text: bytes, pos: int, endpos: int) -> Iterator[re.Match[bytes]]:
        end = min(len(text), endpos)
        if len(self._known_heads()) == 1:
            yield from self._from_head(self._known_heads()[0], text, pos, end)
            return
        places = {head: place for head in self._known_heads() if (place := text.find(head, pos, end)) >= 0}
        start, tried = pos, 0
        while places:
            place = min(places.values())
            tried += 1
            if tried > _FEW and tried * _SPARSE > place - start:
                yield from self._compiled.finditer(text, pos, endpos)
                return
            found = self._match(text, place, endpos)
            pos = place + 1 if found is None else found.end()
            if found is not None:
                yield found
            for head in [head for head, begins in places.items() if begins < pos]:
                places[head] = text.find(head, pos, end)
                if places[head] < 0:
                    del places[head]

    def _from_head(self, head: bytes, text: bytes, pos: int, end: int) -> Iterator[re.Match[bytes]]:
        """The same for one head, as most have."""
        find, match, start, tried = text.find, self._match, pos, 0
        while (place := find(head, pos, end)) >= 0:
            tried += 1
            if tried > _FEW and tried * _SPARSE > place - start:
                yield from self._compiled.finditer(text, pos, end)
                return
            found = match(text, place, end)
            pos = place + 1
            if found is not None:
                pos = found.end()
                yield found


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """As `re.compile`, but later."""
    return cast("re.Pattern[AnyStr]", LazyPattern(text, flags))
