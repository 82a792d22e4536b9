"""`tile.match_any(c)` with an integer of 8 or 16 bits, which the templates of HIP do not take: as the `int` of the same
value, which is the same as that of other lanes where theirs is."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.arithmetic import SMALL
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.groups import groups_of
from hipify_py.file.rewrites import Anchors
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset((b"match_any", b"match_all")), tells=False)


def propose(facts: Facts) -> Iterator[Edit]:
    if not facts.is_surely_cuda:
        return
    for name in groups_of(facts).members(ANCHORS.words):
        arguments = facts.reading.arguments(facts.reading.skip_blank(name.end))
        if arguments and not facts.is_left_alone(name.start):
            value = Span(*facts.reading.stripped(*arguments[0]))
            typed = expression_types(facts).of(*value)
            if typed is not None and not typed.stars and typed.type.removeprefix(b"std::") in SMALL:
                new = (b"static_cast<int>(", value, b")")
                yield Edit(value.start, value.end, new, to_text(name.text), "dialect")
