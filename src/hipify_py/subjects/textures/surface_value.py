"""TEX004: surface reads that return what they read."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.surface_values import surface_values
from hipify_py.rules.detect import Hit

_OTHER_MODE = (
    "HIP has no boundary modes, and reads 0 outside of the surface: clamp the coordinates, x in bytes, and pass the "
    "address of the result as the first argument"
)


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    may_have_header = facts.is_surely_cuda
    for call in surface_values(facts):
        if not (call.is_defined and may_have_header):
            yield Hit(call.name.start, call.name.end, help="" if call.is_defined else _OTHER_MODE)
