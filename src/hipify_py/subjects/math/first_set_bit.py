"""`__ffsll(mask)`: HIP overloads it for signed and unsigned `long long`, and calls with other types are ambiguous."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.arithmetic import promoted
from hipify_py.file.expression_types import ExpressionTypes
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset((b"__ffs", b"__ffsll")), tells=False)

_CAST = pattern(rb"static_cast\s*<|\(\s*(?:(?:un)?signed\s+)?(?:long|int)\b|(?:un)?signed\s+(?:long|int)\b|\bint\s*\(")
_EXACT = (b"long long", b"unsigned long long")
_WIDE = (*_EXACT, b"long", b"unsigned long")
_TAKES = {b"__ffsll": b"long long", b"__ffs": b"int"}


def propose(facts: Facts) -> Iterator[Edit]:
    """What CUDA converts by itself is said."""
    if not facts.is_surely_cuda:
        return
    types = ExpressionTypes(facts)
    for name in facts.names(_TAKES):
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
        arguments = facts.reading.arguments(around.after) if is_call else None
        if arguments is None or len(arguments) != 1 or facts.is_own(name, around):
            continue
        value = Span(*facts.reading.stripped(*arguments[0]))
        if value.start < value.end and _is_ambiguous(facts, types, name.text, value):
            cast = b"static_cast<" + _TAKES[name.text] + b">("
            yield Edit(value.start, value.end, (cast, value, b")"), to_text(name.text), "dialect")


def _is_ambiguous(facts: Facts, types: ExpressionTypes, function: bytes, value: Span) -> bool:
    if _CAST.match(facts.reading.code[value.start : value.end]):
        return False
    typed = types.of(*value)
    kind = promoted(typed.type) if typed is not None and not typed.stars else None
    if function == b"__ffs" or (kind is None and facts.own_called(function)):  # which may be for what this is
        return kind in _WIDE
    return kind not in _EXACT
