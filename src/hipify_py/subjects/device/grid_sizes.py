"""`dim3 grid = make_uint3(1, 2, 3)`, `uint3 size = grid`: CUDA's `dim3` and `uint3` become each other, those of HIP do
not."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.declarations import Own, declared
from hipify_py.file.facts import Facts
from hipify_py.file.ownership import statement_before
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern

ANCHORS = Anchors(frozenset((b"make_uint3", b"uint3")), tells=False)

_DECLARES = pattern(
    rb"\bdim3\s{1,9}(?:\w{1,60}\s{0,9}(?:=\s{0,9}[\w.]{1,60}|\([^()]{0,90}\))?\s{0,9},\s{0,9}){0,4}"
    rb"\w{1,60}\s{0,9}[=({]\s{0,9}\Z|\bdim3\s{0,9}[({]\s{0,9}\Z"
)
# A variable that is made of another one.
_MADE_OF = pattern(rb"\b(dim3|uint3)\s{1,9}\w{1,60}\s{0,9}[=({]\s{0,9}([A-Za-z_]\w{0,60})\s{0,9}[;,)}]")
_OTHER = {b"dim3": b"uint3", b"uint3": b"dim3"}
_MADE_BY = {b"dim3": b"dim3", b"uint3": b"make_uint3"}


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported or not facts.reading.is_cuda:
        return
    for name in facts.names((b"make_uint3",)):
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
        if is_call and _DECLARES.search(statement_before(around)[-600:]) and b"dim3" not in Own(facts):
            yield Edit(name.start, name.end, b"dim3", "make_uint3", "dialect", (b"make_uint3",))
    yield from _from_each_other(facts)


def _from_each_other(facts: Facts) -> Iterator[Edit]:
    own = Own(facts)
    if not facts.reading.words >= _OTHER.keys() or any(word in own for word in _OTHER):
        return
    for found in _MADE_OF.finditer(facts.reading.plain):
        start, end = found.span(2)
        known = declared(facts.reading.plain, found[2], start)
        if known is None or known.type != _OTHER[found[1]] or known.stars or known.is_array:
            continue
        parts = b", ".join(found[2] + member for member in (b".x", b".y", b".z"))
        yield Edit(start, end, _MADE_BY[found[1]] + b"(" + parts + b")", found[2].decode(), "dialect", (found[2],))
