"""API005: the form of `cudaMemAdvise` with a location, which CUDA 13 takes."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_LOCATION = pattern(rb"\b(?:cudaMemLocation|CUmemLocation)\s+(\w+)")
_PLACE = 3


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    locations = {match[1]: match.start() for match in _LOCATION.finditer(facts.reading.code)}
    for name in facts.names(words):
        opening = facts.reading.skip_blank(name.end)
        arguments = facts.reading.arguments(opening) if facts.reading.code[opening : opening + 1] == b"(" else None
        if arguments is None or len(arguments) <= _PLACE:
            continue
        text = facts.reading.code[slice(*facts.reading.stripped(*arguments[_PLACE]))]
        is_location = text in locations and _is_read_with(facts, locations[text], name.start)
        if is_location or text.startswith((b"{", b"cudaMemLocation", b"CUmemLocation")):
            yield Hit(name.start, name.end)


def _is_read_with(facts: Facts, declaration: int, place: int) -> bool:
    """Whether every build that reads a place reads a declaration, too."""
    branch = facts.reading.conditionals.at(declaration)
    return branch is None or branch in facts.reading.conditionals.around(place)
