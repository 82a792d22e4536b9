"""LIB034: `BlockLoad<T, 32, n, BLOCK_LOAD_WARP_TRANSPOSE>`, by blocks that do not fill their wavefronts."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.rules.detect import Hit

WORDS = (b"BlockLoad", b"BlockStore")
_ALGORITHM = 3
# The threads of a block, by its three dimensions.
_DIMENSIONS = (1, 4, 5)
_WAVE = 64
_PARAMETERS = pattern(rb"\btemplate\s*<([^<>;{}]{1,300})>")
_PARAMETER = pattern(rb"\b(\w+)\s*(?:=[^=]*)?\Z")


class Transposition(NamedTuple):
    """`partial` are the sizes of blocks that do not fill their wavefronts, as the file shows (`is_known`: all)."""

    start: int
    end: int
    partial: list[int]
    is_known: bool


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for found in transpositions(facts, words):
        if found.partial:
            yield Hit(found.start, found.end, {"threads": str(found.partial[0])})


def transpositions(facts: Facts, words: frozenset[bytes]) -> Iterator[Transposition]:
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        values = _arguments(facts, around.after) if around.sign_after == b"<" else []
        if len(values) <= _ALGORITHM or b"WARP_TRANSPOSE" not in values[_ALGORITHM]:
            continue
        sizes = [[values[index]] for index in _DIMENSIONS if index < len(values)]
        if not sizes[0][0].isdigit():
            sizes[0] = _instantiated(facts, sizes[0][0], name.start)
        known = [int(size) for size in sizes[0] if size.isdigit()]
        is_known = len(known) == len(sizes[0]) > 0 and all(size.isdigit() for (size,) in sizes[1:])
        others = prod(int(size) for (size,) in sizes[1:]) if all(size.isdigit() for (size,) in sizes[1:]) else 0
        end = facts.reading.closing_angle(around.after) or name.end
        yield Transposition(name.start, end + 1, [each * others for each in known if each * others % _WAVE], is_known)


def _arguments(facts: Facts, opening: int) -> list[bytes]:
    closing = facts.reading.closing_angle(opening)
    parts = facts.reading.split(opening + 1, closing) if closing is not None else []
    return [facts.constant(facts.reading.code[start:end].strip(), start) for start, end in parts]


def _instantiated(facts: Facts, parameter: bytes, place: int) -> list[bytes]:
    """What the file passes for a parameter of the template around a place."""
    template, start = _template_around(facts, place)
    head = _PARAMETERS.search(facts.reading.code, start, place)
    names = [found[1] for each in head[1].split(b",") if (found := _PARAMETER.search(each))] if head else []
    if not template or parameter not in names:
        return []
    index = names.index(parameter)
    uses = (facts.reading.neighbours(name) for name in facts.reading.names((template,)))
    passed = (_arguments(facts, around.after) for around in uses if around.sign_after == b"<")
    return [values[index] for values in passed if len(values) > index]


def _template_around(facts: Facts, place: int) -> tuple[bytes, int]:
    """The name of the function, or else the class, around a place, and where its head begins."""
    if (function := facts.functions.around(place)) is not None:
        return function.name, function.start
    scopes = facts.reading.scopes
    scope = scopes.at(place)
    while scope is not None and scope.kind is not Kind.CLASS:
        scope = scopes.parent(scope)
    return (scopes.path_at(place).names[-1], scope.head) if scope is not None else (b"", place)
