"""API005: the forms of `cudaMemAdvise` and `cudaMemPrefetchAsync` with a location, which CUDA 13 takes."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit

_LOCATIONS = (b"cudaMemLocation", b"CUmemLocation")
# The number of the argument; calls of the latter with all five arguments are another function in HIP.
_PLACES = {
    b"cudaMemAdvise": 3,
    b"cuMemAdvise": 3,
    b"cudaMemAdvise_v2": 3,
    b"cuMemAdvise_v2": 3,
    b"cudaMemPrefetchAsync": 2,
    b"cuMemPrefetchAsync": 2,
}
_MOST = 4


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    converted = {call.item.name.start for call in facts.calls if call.target.endswith("_v2")}
    for name in facts.names(words):
        if name.start in converted:
            continue
        opening = facts.reading.skip_blank(name.end)
        arguments = facts.reading.arguments(opening) if facts.reading.code[opening : opening + 1] == b"(" else None
        place = _PLACES[name.text]
        if arguments is None or not place < len(arguments) <= _MOST:
            continue
        start, end = facts.reading.stripped(*arguments[place])
        text = facts.reading.code[start:end]
        known = facts.reading.declarations.of(text, start)
        is_location = known is not None and known.type in _LOCATIONS and _is_read_with(facts, known.place, name.start)
        if is_location or text.startswith((b"{", b"cudaMemLocation", b"CUmemLocation")):
            yield Hit(name.start, name.end)


def _is_read_with(facts: Facts, declaration: int, place: int) -> bool:
    """Whether every build that reads a place reads a declaration, too."""
    branch = facts.reading.conditionals.at(declaration)
    return branch is None or branch in facts.reading.conditionals.around(place)
