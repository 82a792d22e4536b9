"""Cases for values that HIP lacks, or has under the name of another case, are kept for other compilers."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.proposals import for_others_only
from hipify_py.file.rewrites import Anchors

ANCHORS = Anchors(frozenset((b"case",)), tells=False)


def propose(facts: Facts) -> Iterator[Edit]:
    for start, end in facts.spare_cases:
        yield for_others_only(facts, Span(start, end), "case", "HIP has no value of its own for this")
