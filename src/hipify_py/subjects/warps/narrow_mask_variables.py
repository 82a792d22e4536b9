"""WRP004: masks of 32 bits in variables and macros."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.lane_masks import narrow_variables


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    return (Hit(mask.start, mask.end) for mask in narrow_variables(facts))
