"""WRP031: `__syncthreads()` on several ways that the halves of one wavefront take."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.choices import choices_around
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_THREADS = pattern(rb"\s*threadIdx\s*\.\s*x\s*(?:<|>=)\s*(\d{1,4})[uU]?\s*")
_WARPS = pattern(rb"\s*(threadIdx\s*\.\s*x\s*(?:/\s*32|>>\s*5)[uU]?|[A-Za-z_]\w*)\s*([=!]=|[<>]=?)\s*(\d{1,3})[uU]?\s*")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    barriers, seen = [name.start for name in facts.names(words)], set[int]()
    for place in barriers if len(barriers) > 1 else ():
        for choice, way in choices_around(facts, place):
            others = [each for each in choice if each is not way]
            is_beside = any(other.start <= each < other.end for other in others for each in barriers)
            conditions = [each.condition for each in choice[: choice.index(way) + 1]]
            if is_beside and choice[0].start not in seen and any(_divides(facts, each, place) for each in conditions):
                seen.add(choice[0].start)
                yield Hit(place, place + len(b"__syncthreads"))


def _divides(facts: Facts, condition: bytes, place: int) -> bool:
    """Whether a condition is true for one warp of 32 lanes, and false for the other one of a wavefront."""
    if (limit := _THREADS.fullmatch(condition)) is not None:
        return int(limit[1]) % 64 == 32
    found, function = _WARPS.fullmatch(condition), facts.functions.around(place)
    if found is None or function is None:
        return False
    is_one_warp, is_even = found[2] in (b"==", b"!="), int(found[3]) % 2 == 0
    divides = is_one_warp or is_even == (found[2] in (b"<=", b">"))
    warp = (
        rb"\b"
        + re.escape(found[1])
        + rb"\s*=\s*(?:\(?int\)?\s*)?\(?\s*threadIdx\s*\.\s*x\s*(?:/\s*32|>>\s*5)\s*\)?\s*[,;]"
    )
    return divides and (b"." in found[1] or re.search(warp, facts.reading.plain[function.start : place]) is not None)
