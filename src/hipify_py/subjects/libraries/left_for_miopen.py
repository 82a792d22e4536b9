"""LIB035: what `--target roc` leaves of a library that it converts."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.subjects.libraries import without_counterpart


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    return without_counterpart.find(facts, words) if facts.policy.target == "roc" else iter(())
