"""`__device__ constexpr` functions that host code calls, as nvcc lets it with `--expt-relaxed-constexpr`: for clang
they are of the device alone, as they say, so they become functions for both."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.constant_functions import ConstantFunctions
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.texts import to_bytes, to_text

ANCHORS = Anchors(frozenset((b"constexpr",)), tells=False)

_DEVICE = pattern(rb"\b__device__\b")


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported or b"__device__" not in facts.reading.plain:
        return
    functions = ConstantFunctions(facts)
    elsewhere = {to_bytes(name) for name in facts.surroundings.called_by_host}
    for name in sorted(functions.become_both(elsewhere)):
        for scope in functions.of_device[name]:
            place = _DEVICE.search(facts.reading.plain, scope.head, scope.start)
            if place is not None and not facts.is_left_alone(place.start()):
                yield Edit(place.start(), place.start(), b"__host__ ", to_text(name), "dialect")
