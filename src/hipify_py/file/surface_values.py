"""Surface reads that return what they read, as `surf2Dread<float>(surface, x, y)`: HIP has those alone that write it
through a pointer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.file.facts import Facts
from hipify_py.reading.tokens import Name

# The arguments of the form that HIP has, without a boundary mode: where to, the surface, coordinates, layer or face.
_COUNTS = {
    b"surf1Dread": 3,
    b"surf2Dread": 4,
    b"surf3Dread": 5,
    b"surf1DLayeredread": 4,
    b"surf2DLayeredread": 5,
    b"surfCubemapread": 5,
    b"surfCubemapLayeredread": 5,
}
WORDS = frozenset(_COUNTS)
_POINTERS = (b"&", b"(", b"reinterpret_cast")
# As AMD's GPUs read: 0 outside of the surface.
_MODES = (b"cudaBoundaryModeZero", b"cudaBoundaryModeTrap")


class SurfaceValue(NamedTuple):
    """A call, and what it asks for at the border of the surface, if it does."""

    name: Name
    mode: bytes

    @property
    def is_defined(self) -> bool:
        """Whether hipify_compat.hpp does that."""
        return not self.mode or self.mode in _MODES


def surface_values(facts: Facts) -> Iterator[SurfaceValue]:
    if WORDS.isdisjoint(facts.reading.words):
        return
    code = facts.reading.code
    for name in facts.reading.names(WORDS):
        after = facts.reading.skip_blank(name.end)
        opening = facts.reading.behind_template_arguments(after) if code[after : after + 1] == b"<" else None
        arguments = facts.reading.arguments(opening) if opening is not None else None
        wanted = _COUNTS[name.text]
        if arguments and len(arguments) <= wanted and not code[slice(*arguments[0])].lstrip().startswith(_POINTERS):
            mode = code[slice(*arguments[-1])].strip().removeprefix(b"::") if len(arguments) == wanted else b""
            yield SurfaceValue(name, mode)
