"""`__popc(x)`, `__popcll(x)`: `unsigned` in HIP and `int` in CUDA. The type is written where the sign of a result that
may be below zero reaches a comparison, a quotient, a shift to the right or a type that is not of 32 bits, where lists
in braces must not narrow, and where a type is deduced or unknown."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.retyped_results import Retyped, RetypedResult
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset((b"__popc", b"__popcll")), tells=False)
_FITS_LIST = pattern(rb"\b(?:unsigned|uint\w*|size_t|u(?:char|short|long|longlong)\d?|dim3)\b")
_COUNT = Retyped(cuda=b"int", hip=b"unsigned", leaving=("-",), fits_list=_FITS_LIST)


def propose(facts: Facts) -> Iterator[Edit]:
    if not facts.is_surely_cuda:
        return
    for name in facts.names(ANCHORS.words):
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
        closing = facts.reading.closers.get(around.after) if is_call else None
        is_code = not facts.reading.directive_at(name.start) or facts.reading.macro_at(name.start)
        if closing is None or facts.is_own(name, around) or not is_code:
            continue
        start = around.before - len(b"::") if around.preceded_by(b"::") else name.start
        if RetypedResult(facts, _COUNT, start, closing + 1).shows_its_type():
            yield Edit(start, start, b"static_cast<int>(", to_text(name.text), "dialect")
            yield Edit(closing + 1, closing + 1, b")", to_text(name.text), "dialect")
