"""`__ffsll(mask)`: HIP overloads it for signed and unsigned `long long`, and calls with other types are ambiguous."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern

ANCHORS = Anchors(frozenset((b"__ffs", b"__ffsll")), tells=False)

_WORD = pattern(rb"[A-Za-z_]\w*")
_CAST = pattern(rb"static_cast\s*<|\(\s*(?:(?:un)?signed\s+)?(?:long|int)\b|(?:un)?signed\s+(?:long|int)\b|\bint\s*\(")
_EXACT = (b"long long", b"unsigned long long", b"long long int", b"unsigned long long int")
_WIDE = (*_EXACT, b"size_t", b"std::size_t", b"long", b"unsigned long", b"int64_t", b"uint64_t", b"ptrdiff_t")
_TAKES = {b"__ffsll": b"long long", b"__ffs": b"int"}


def propose(facts: Facts) -> Iterator[Edit]:
    """What CUDA converts by itself is said."""
    if not facts.is_surely_cuda:
        return
    for name in facts.names(_TAKES):
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
        arguments = facts.reading.arguments(around.after) if is_call else None
        if arguments is None or len(arguments) != 1 or facts.declares(name, around):
            continue
        value = Span(*facts.reading.stripped(*arguments[0]))
        if value.start < value.end and _is_ambiguous(facts, name.text, value):
            cast = b"static_cast<" + _TAKES[name.text] + b">("
            yield Edit(value.start, value.end, (cast, value, b")"), name.text.decode(), "dialect")


def _is_ambiguous(facts: Facts, function: bytes, value: Span) -> bool:
    text = facts.reading.code[value.start : value.end]
    if _CAST.match(text):
        return False
    known = declared(facts.reading.plain, text, value.start) if _WORD.fullmatch(text) else None
    if function == b"__ffs":
        return known is not None and known.type in _WIDE and not known.stars
    return known is None or known.type not in _EXACT
