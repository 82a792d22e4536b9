"""`cub::BFE(x, bit, count)` of a signed integer: CUB takes its bits as unsigned ones, hipCUB refuses it."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.arithmetic import promoted
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import qualifier
from hipify_py.patterns import pattern

ANCHORS = Anchors(frozenset((b"BFE",)), tells=False)

_UNSIGNED = {b"int": b"unsigned", b"long": b"unsigned long", b"long long": b"unsigned long long"}
# What becomes an `int`, and is unsigned itself.
_SMALL_UNSIGNED = pattern(rb"bool|uint(?:8|16)_t|unsigned (?:char|short(?: int)?)")


def propose(facts: Facts) -> Iterator[Edit]:
    if not facts.is_surely_cuda:
        return
    types = expression_types(facts)
    for name in facts.names(ANCHORS.words):
        around = facts.reading.neighbours(name)
        is_cub = around.preceded_by(b"::") and qualifier(around) in facts.cub_names and around.sign_after == b"("
        arguments = facts.reading.arguments(around.after) if is_cub else None
        if not arguments or len(arguments) != 3:
            continue
        value = Span(*facts.reading.stripped(*arguments[0]))
        typed = types.of(*value)
        if typed is None or typed.stars or _SMALL_UNSIGNED.fullmatch(typed.type):
            continue
        if (wanted := _UNSIGNED.get(promoted(typed.type) or b"")) is not None:
            yield Edit(value.start, value.end, (b"static_cast<" + wanted + b">(", value, b")"), "BFE", "dialect")
