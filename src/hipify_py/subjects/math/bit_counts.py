"""`__popc(x)`, `__popcll(x)`: `unsigned` in HIP and `int` in CUDA. The type is written where the sign of a result that
may be below zero reaches a comparison, a quotient, a shift to the right or a type that is not of 32 bits, where lists
in braces must not narrow, and where a type is deduced."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.retyped_results import COMPARISONS, RetypedResult
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset((b"__popc", b"__popcll")), tells=False)
# Take the bits as they are.
_TAKES_BITS = (b"printf", b"sizeof", b"alignof")


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
        if _Count(facts, start, closing + 1).shows_its_type():
            yield Edit(start, start, b"static_cast<int>(", to_text(name.text), "dialect")
            yield Edit(closing + 1, closing + 1, b")", to_text(name.text), "dialect")


class _Count(RetypedResult):
    """`int` in CUDA and `unsigned` in HIP: differs once it may be below zero."""

    CALL = pattern(rb"(?:::\s*)?__popc(?:ll)?\s*(?=\()")
    CUDA_TYPE = b"int"
    FITS_LIST = pattern(rb"\b(?:unsigned|uint\w*|size_t|u(?:char|short|long|longlong)\d?|dim3)\b")

    def _test_shows(self) -> bool:
        return False

    def _shift_shows(self, sign: bytes) -> bool | None:
        return True if sign == b">>" and self._may_differ else None

    def _operation_shows(self, sign: bytes, kind: bytes | None, *, is_negative: bool) -> bool | None:
        if kind == b"unsigned":
            return False
        if kind not in (b"int", None):
            return self._may_differ
        if sign in (b"==", b"!="):
            return self._may_differ and kind is None
        if sign in (*COMPARISONS, b"/", b"%") and (self._may_differ or is_negative):
            return True
        is_either = sign == b"-" or self._may_differ or is_negative
        self._may_differ = self._may_differ and is_negative if sign == b"&" else is_either and sign not in b"/%"
        return False if sign in COMPARISONS else None

    def _quotient_shows(self, kind: bytes | None, *, is_negative: bool) -> bool:
        return (
            self._may_differ or is_negative if kind in (b"int", None) else self._conversion_shows(kind, is_bool=False)
        )

    def _argument_shows(self, function: bytes) -> bool:
        return self._may_differ and function not in _TAKES_BITS
