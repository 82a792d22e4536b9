"""What type a name was declared with: the nearest declaration before a place, found without a parser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.tokens import behind_last

if TYPE_CHECKING:
    from hipify_py.file.facts import Facts

# So far back a declaration is looked for.
_REACH = 8000
# In parts, the last of so many bytes.
_NEAR = 500
# And so many uses of the name on the way.
_MOST_USES = 60
_TYPE = pattern(
    rb"(?:(?:const|constexpr|static|volatile|mutable|register|extern|__shared__|__constant__|__device__|struct|"
    rb"__restrict__|typename|inline)\s+)*"
    rb"((?:(?:unsigned|signed|long|short)\s+)*[A-Za-z_][\w:]*(?:<[\w\s,:*]{0,80}>)?)"
    rb"((?:(?:const|__restrict__|__restrict|volatile)\b|[*&\s])*)"
)
_NO_TYPE = frozenset(b"return else case throw new delete goto sizeof and or not using typedef".split())
# `a = {}, b` and `a{1}, b`: the value of a declarator before another one.
_BRACED = pattern(rb"\{[^{}]*\}(?=\s{0,9},)")
_LAST_WORD = pattern(rb"\b[A-Za-z_]\w*$")
_ENDS = pattern(rb"\s*(?:[;,)=:{\[(]|$)")


class Declared(NamedTuple):
    """`float *p`: the type, its pointers, and where the name stands."""

    type: bytes
    stars: int
    place: int
    is_array: bool


def declared(
    code: bytes, name: bytes, offset: int, is_in_sight: Callable[[int], bool] | None = None
) -> Declared | None:
    """How a name was declared before a place; None if nothing there looks like a declaration of it."""
    for place in islice(_uses_before(code, name, offset), _MOST_USES):
        known = declaration(code, place, place + len(name))
        if known is not None and (is_in_sight is None or is_in_sight(place)):
            return known
    return None


def _uses_before(code: bytes, name: bytes, offset: int) -> Iterator[int]:
    """Where a name stands before a place, the nearest first. Most declarations are near."""
    uses = re.compile(rb"\b" + re.escape(name) + rb"\b")
    least, end, size = max(0, offset - _REACH), offset, _NEAR
    while end > least:
        start = max(least, end - size)
        # What begins in this part may end in the next one.
        places = [found.start() for found in uses.finditer(code, start, min(offset, end + len(name)))]
        yield from (place for place in reversed(places) if place < end)
        end, size = start, 2 * size


def declaration(code: bytes, place: int, end: int) -> Declared | None:
    """The declaration that a name stands in, if it is one."""
    if not _ENDS.match(code, end):
        return None
    before = _BRACED.sub(b"", code[max(0, place - 300) : place])
    statement = before[behind_last(before, b";{}(") :]
    first, _comma, _rest = statement.partition(b",")
    shape = statement.rpartition(b",")[2]
    if not shape.strip(b" *&\t\r\n"):
        shape = _without_declarator(first) + shape
    found = _TYPE.fullmatch(shape.strip())
    if found is None or found[1].split()[0] in _NO_TYPE:
        return None
    is_array = code[end : end + 1] == b"["
    return Declared(b" ".join(found[1].split()), found[2].count(b"*"), place, is_array)


def _without_declarator(first: bytes) -> bytes:
    """`float s = 0` and `float *s[3]` without what is declared there: `float `."""
    head = first.partition(b"=")[0].partition(b"[")[0].rstrip()
    found = _LAST_WORD.search(head)
    return head[: found.start()].rstrip(b"*& \t\r\n\f\v") + b" " if found else head


class Own:
    """Which names the file defines itself, as macros or otherwise; each looked for once."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: dict[bytes, bool] = {}

    def __contains__(self, word: bytes) -> bool:
        if word not in self._known:
            uses = self._facts.reading.names([word])
            self._known[word] = word in self._facts.own_macros or any(map(self._facts.introduces, uses))
        return self._known[word]
