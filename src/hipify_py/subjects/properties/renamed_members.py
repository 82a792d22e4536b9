"""Members of `cudaDeviceProp` that `hipDeviceProp_t` has under a name with Hip in place of Cuda."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.subjects.properties.properties import owner_of
from hipify_py.texts import to_text

_NAMES = {
    name: name.replace(b"Cuda", b"Hip") for name in (b"sparseCudaArraySupported", b"deferredMappingCudaArraySupported")
}
ANCHORS = Anchors(frozenset(_NAMES), tells=False)
# What a name alone does not say: the type of the owner is in sight.
_DECLARED = pattern(rb"\bcudaDeviceProp\s*(?:[*&]+\s*)?(?:const\s+)?(\w+)")


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported:
        return
    declared = set(_DECLARED.findall(facts.reading.plain))
    for name in facts.names(_NAMES):
        if owner_of(facts.reading, name.start) in declared and not facts.is_left_alone(name.start):
            yield Edit(name.start, name.end, _NAMES[name.text], to_text(name.text), "runtime")
