"""WRP003: masks of 32 bits, written as they are where a builtin takes them."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.lane_masks import is_narrow_literal, masks


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    return (Hit(mask.start, mask.end) for mask in masks(facts) if is_narrow_literal(facts, mask))
