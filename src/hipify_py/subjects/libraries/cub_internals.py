"""`cub::internal::ThreadReduce(a, op)`: a function for all in hipCUB since ROCm 7.0, as in later releases of CUB."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.findings import NEEDS_NEWER_ROCM, Finding
from hipify_py.patterns import pattern
from hipify_py.tables.model import Version

ANCHORS = Anchors(frozenset((b"internal",)), tells=False)

_NAME = "cub::internal::ThreadReduce"
_PUBLIC_SINCE = Version(7, 0)
_CALL = pattern(rb"\bcub\s{0,99}::\s{0,99}(internal\s{0,99}::)\s{0,99}ThreadReduce\b")


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if b"cub" in facts.own_namespaces:
        return
    for found in _CALL.finditer(facts.reading.plain):
        if facts.is_left_alone(found.start()):
            continue
        if facts.policy.rocm >= _PUBLIC_SINCE:
            yield Edit(*found.span(1), b"", _NAME, "cub", (b"internal::",))
        else:
            message = f"'{_NAME}' does not compile in hipCUB before ROCm {_PUBLIC_SINCE}"
            help = f"write the loop, or raise --rocm to {_PUBLIC_SINCE}"
            yield Finding(NEEDS_NEWER_ROCM, found.start(), found.end(), message, help=help, subject=_NAME)
