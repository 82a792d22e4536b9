"""`tile.match_any(c)` with an integer of 8 or 16 bits, which the templates of HIP do not take: as the `int` of the same
value, which is the same as that of other lanes where theirs is."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.groups import Groups
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset((b"match_any", b"match_all")), tells=False)

_NARROW = pattern(rb"(?:signed |unsigned )?(?:char|short)(?: int)?|bool|u(?:char|short)|(?:std::)?u?int(?:8|16)_t")
_VALUE = pattern(rb"([A-Za-z_]\w*)\s*(\[[^\[\]]*\])?")


def propose(facts: Facts) -> Iterator[Edit]:
    if not facts.is_surely_cuda:
        return
    for name in Groups(facts).members(ANCHORS.words):
        arguments = facts.reading.arguments(facts.reading.skip_blank(name.end))
        if arguments and not facts.is_left_alone(name.start):
            value = Span(*facts.reading.stripped(*arguments[0]))
            if _is_narrow(facts, value):
                new = (b"static_cast<int>(", value, b")")
                yield Edit(value.start, value.end, new, to_text(name.text), "dialect")


def _is_narrow(facts: Facts, value: Span) -> bool:
    found = _VALUE.fullmatch(facts.reading.code[value.start : value.end])
    known = facts.reading.declarations.of(found[1], value.start) if found else None
    if found is None or known is None or _NARROW.fullmatch(known.type) is None:
        return False
    return known.depth == (1 if found[2] else 0)
