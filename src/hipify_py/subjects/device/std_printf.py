"""`std::printf` in device code: nvcc takes it for the function of devices, which HIP has in the global namespace
alone. What both sides run has `::printf` as well, as `<cstdio>` of the host declares it there, too."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.reading.tokens import rskip_blank, word_before

_PRINTF = b"printf"
ANCHORS = Anchors(frozenset((_PRINTF,)), tells=False)


def propose(facts: Facts) -> Iterator[Edit]:
    plain, has_std = facts.reading.plain, b"std" in facts.reading.words and not facts.is_ported
    for name in facts.names((_PRINTF,)) if has_std else ():
        colons = rskip_blank(plain, name.start, 0)
        if not plain.endswith(b"::", 0, colons) or facts.device.around(name.start) is None:
            continue
        scope = word_before(plain, rskip_blank(plain, colons - 2, 0), 0)
        if scope is None or scope.text != b"std":
            continue
        before = rskip_blank(plain, scope.start, 0)
        is_qualified = plain.endswith(b"::", 0, before)
        outer = word_before(plain, rskip_blank(plain, before - 2, 0), 0) if is_qualified else None
        if outer is None or outer.text in (b"return", b"else"):
            yield Edit(scope.start, name.start, b"" if is_qualified else b"::", "printf", "dialect", (b"std", b"::"))
