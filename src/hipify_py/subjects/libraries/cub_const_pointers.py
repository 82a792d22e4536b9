"""`cub::ThreadLoad<…>(p)` and `cub::CacheModifiedInputIterator<…> i(p)`: what these only read may be const in CUB, and
must not be in hipCUB. LIB030: what is loaded there is constructed first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.declarations import Declared, declared
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import qualifier
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name, behind_last
from hipify_py.rules.detect import Hit
from hipify_py.tables.model import Version

_LOAD = b"ThreadLoad"
ANCHORS = Anchors(frozenset((_LOAD, b"CacheModifiedInputIterator")), tells=False)

# From there on `ThreadLoad` takes any pointer.
_LOADS_CONST_SINCE = Version(7, 2)
_VARIABLE = pattern(rb"\s*[A-Za-z_]\w*\s*")
# `p`, `p + n`, `&p[n]`.
_POINTER = pattern(rb"([A-Za-z_]\w*)\s*(?:\+.*)?|&\s*([A-Za-z_]\w*)\s*\[[^\[\]]*\]", re.DOTALL)
_HAS_CHOICE = pattern(rb"[?,]")
_CONST = pattern(rb"\bconst\b[^*]{0,200}\*")
_NUMBERS = pattern(
    rb"(?:(?:unsigned|signed|long|short|int|char)\s?)+|float|double|bool|(?:std::)?(?:u?int\d+_t|size_t)"
    rb"|u?(?:char|short|int|long|longlong)[1-4]|(?:float|double)[1-4]|u(?:char|short|int|long)"
)
_LONGEST_TYPE = 120


def propose(facts: Facts) -> Iterator[Edit]:
    loads_const = facts.policy.rocm >= _LOADS_CONST_SINCE
    for name, pointer in _calls(facts, ANCHORS.words):
        if not (loads_const and name.text == _LOAD):
            yield from _cast(facts, pointer, name.text)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    """Loads of what may be a class: a parameter of a template, or a type of the code base."""
    for name, pointer in _calls(facts, words):
        known = _declared(facts, pointer)
        if known is not None and not _NUMBERS.fullmatch(known.type):
            yield Hit(name.start, name.end, {"type": known.type.decode("latin-1")})


def _calls(facts: Facts, words: Iterable[bytes]) -> Iterator[tuple[Name, Span]]:
    for name in facts.names(words):
        around = facts.reading.neighbours(name)
        is_cub = around.preceded_by(b"::") and qualifier(around) in facts.cub_names and around.sign_after == b"<"
        closing = facts.reading.closing_angle(around.after) if is_cub else None
        if closing is None:
            continue
        variable = None if name.text == _LOAD else _VARIABLE.match(facts.reading.code, closing + 1)
        opening = variable.end() if variable else facts.reading.skip_blank(closing + 1)
        arguments = facts.reading.arguments(opening) if facts.reading.code[opening : opening + 1] == b"(" else None
        if arguments and len(arguments) == 1:
            yield name, Span(*facts.reading.stripped(*arguments[0]))


def _cast(facts: Facts, pointer: Span, name: bytes) -> Iterator[Edit]:
    kind = _const_type(facts, pointer)
    if kind:
        yield Edit(
            pointer.start, pointer.end, (b"const_cast<" + kind + b" *>(", pointer, b")"), name.decode(), "dialect"
        )


def _const_type(facts: Facts, pointer: Span) -> bytes:
    """What a variable points to, if that is const; else nothing."""
    known = _declared(facts, pointer)
    if known is None:
        return b""
    before = facts.reading.plain[max(0, known.place - _LONGEST_TYPE) : known.place]
    is_const = _CONST.search(before, behind_last(before, b",;{}(")) is not None
    return known.type if is_const else b""


def _declared(facts: Facts, pointer: Span) -> Declared | None:
    """The declaration of the pointer in a simple expression."""
    found = _POINTER.fullmatch(facts.reading.code[pointer.start : pointer.end])
    if found is None or _HAS_CHOICE.search(found[0]):
        return None
    known = declared(facts.reading.plain, found[1] or found[2], pointer.start)
    return known if known is not None and known.stars == 1 and not known.is_array else None
