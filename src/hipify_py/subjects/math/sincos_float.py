"""`sincos` with pointers to `float`: `sincosf`, or the function of hipify_compat.hpp where the type may be another.
MTH022 in HIP code."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.marks import COMPAT_HEADER
from hipify_py.file.rewrites import Anchors
from hipify_py.file.sincos_calls import WORDS, sincos_calls
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

ANCHORS = Anchors(WORDS, tells=False)


def propose(facts: Facts) -> Iterator[Edit]:
    """CUDA takes the overload that the pointers ask for, whatever the angle is."""
    if not facts.is_surely_cuda:
        return
    for name, is_certain in sincos_calls(facts):
        if is_certain and not facts.is_left_alone(name.start):
            yield Edit(name.start, name.end, name.text + b"f", to_text(name.text), "dialect")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    """Where conversion has included hipify_compat.hpp, that has the overload."""
    if not facts.is_surely_cuda and not any(map(_is_helper, facts.included)):
        yield from (Hit(call.name.start, call.name.end) for call in sincos_calls(facts))


def _is_helper(header: str) -> bool:
    return header.rpartition("/")[2] == COMPAT_HEADER
