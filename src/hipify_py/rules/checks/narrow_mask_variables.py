"""WRP004: masks of 32 bits in variables and macros."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.analysis.facts import Facts
from hipify_py.analysis.masks import is_narrow_variable, masks
from hipify_py.rules.detect import Hit


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    return (Hit(mask.start, mask.end) for mask in masks(facts) if is_narrow_variable(facts, mask))
