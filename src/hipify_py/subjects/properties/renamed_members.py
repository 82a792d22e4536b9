"""Members of `cudaDeviceProp` that `hipDeviceProp_t` has under a name with Hip in place of Cuda."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.texts import to_text

_NAMES = {
    name: name.replace(b"Cuda", b"Hip") for name in (b"sparseCudaArraySupported", b"deferredMappingCudaArraySupported")
}
ANCHORS = Anchors(frozenset(_NAMES), tells=False)


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported:
        return
    types = expression_types(facts)
    for name in facts.names(_NAMES):
        owner = types.of_object(name)
        if owner is not None and owner.type == b"cudaDeviceProp" and not facts.is_left_alone(name.start):
            yield Edit(name.start, name.end, _NAMES[name.text], to_text(name.text), "runtime")
