"""`dim3 grid = make_uint3(1, 2, 3)`: CUDA's `dim3` is made of a `uint3`, that of HIP is not."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.declarations import Own
from hipify_py.file.facts import Facts
from hipify_py.file.ownership import statement_before
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern

ANCHORS = Anchors(frozenset((b"make_uint3",)), tells=False)

_DECLARES = pattern(
    rb"\bdim3\s{1,9}(?:\w{1,60}\s{0,9}(?:=\s{0,9}[\w.]{1,60}|\([^()]{0,90}\))?\s{0,9},\s{0,9}){0,4}"
    rb"\w{1,60}\s{0,9}[=({]\s{0,9}\Z|\bdim3\s{0,9}[({]\s{0,9}\Z"
)


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported or not facts.reading.is_cuda:
        return
    for name in facts.names((b"make_uint3",)):
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
        if is_call and _DECLARES.search(statement_before(around)[-600:]) and b"dim3" not in Own(facts):
            yield Edit(name.start, name.end, b"dim3", "make_uint3", "dialect", (b"make_uint3",))
