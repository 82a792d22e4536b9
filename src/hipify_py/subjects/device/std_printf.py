"""`std::printf` in device code: nvcc takes it for the function of devices, which HIP has in the global namespace
alone. What both sides run has `::printf` as well, as `<cstdio>` of the host declares it there, too."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.reading.tokens import Name, rskip_blank, word_before

_PRINTF = b"printf"
_NO_SCOPES = (b"return", b"else", b"do")
ANCHORS = Anchors(frozenset((_PRINTF,)), tells=False)


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported or b"std" not in facts.reading.words:
        return
    for name in facts.reading.names_in_code((_PRINTF,)):
        scope = _word_before_colons(facts, name.start)
        if scope is None or scope.text != b"std" or not facts.may_change(name):
            continue
        outer = _word_before_colons(facts, scope.start)
        is_of_std = outer is None or outer.text in (b"", *_NO_SCOPES)
        if is_of_std and facts.device.around(name.start) is not None:
            new = b"::" if outer is None else b""
            yield Edit(scope.start, name.start, new, "printf", "dialect", (b"std", b"::"))


def _word_before_colons(facts: Facts, place: int) -> Name | None:
    """The word before the `::` that ends before a place, which may be an empty one; None where none does."""
    plain = facts.reading.plain
    end = rskip_blank(plain, place, 0)
    if not plain.endswith(b"::", 0, end):
        return None
    end = rskip_blank(plain, end - 2, 0)
    return word_before(plain, end, 0) or Name(end, end, b"")
