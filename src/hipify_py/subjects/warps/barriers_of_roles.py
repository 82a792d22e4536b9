"""WRP031: `__syncthreads()` on several ways that the halves of one wavefront take."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Span
from hipify_py.file.choices import choices_around
from hipify_py.file.facts import Facts
from hipify_py.file.thread_values import WARP, WAVE, differ_within, thread_values
from hipify_py.rules.detect import Hit


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    barriers, seen = [name.start for name in facts.names(words)], set[int]()
    for place in barriers if len(barriers) > 1 and b"else" in facts.reading.words else ():
        for choice, way in choices_around(facts, place):
            others = [each for each in choice if each is not way]
            is_beside = any(other.start <= each < other.end for other in others for each in barriers)
            asked = [each.condition for each in choice[: choice.index(way) + 1] if each.condition is not None]
            if is_beside and choice[0].start not in seen and any(_divides(facts, each) for each in asked):
                seen.add(choice[0].start)
                yield Hit(place, place + len(b"__syncthreads"))


def _divides(facts: Facts, condition: Span) -> bool:
    """Whether a condition is true for one warp of 32 lanes, and false for the other one of a wavefront."""
    values = thread_values(facts).of(*condition)
    return values is not None and differ_within(values, WAVE) and not differ_within(values, WARP)
