"""How much of a file is CUDA's, and how much of that does not carry over."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.findings import NEEDS_NEWER_ROCM, UNSUPPORTED

if TYPE_CHECKING:
    from hipify_py.edits import Edit
    from hipify_py.file.facts import Facts
    from hipify_py.findings import Finding


class Measure(NamedTuple):
    """Lines, names and kernels: how many there are, and how many of them are left to a person."""

    lines: int = 0
    cuda_lines: int = 0
    lines_left: int = 0
    names: int = 0
    names_left: int = 0
    kernels: int = 0
    kernels_left: int = 0


def measure(
    facts: Facts,
    edits: Sequence[Edit],
    found_by_rewrites: Iterable[Finding],
    findings: Sequence[Finding],
    failing: Sequence[Finding],
) -> Measure:
    """`failing` are the findings that keep the code from building or running on AMD. Headers and qualified names
    without a counterpart are counted by what rewrites report of them."""
    from hipify_py.edits import Replaced  # a report of what was measured does without these
    from hipify_py.file.listed import Decision

    source = facts.reading.source
    places = sorted(item.start for item in failing)
    left = source.lines(places)
    touched = source.lines([*(edit.start for edit in edits), *(item.start for item in findings)])
    kernels = facts.functions.kernels
    kinds = (Decision.LEFT, Decision.LEGACY)
    names = [item.name for item, decision in facts.decisions if decision in kinds]
    replaced = Replaced(edits if names else ())
    kept = {name.start for name in names if not replaced.holds(name.start, name.end)}
    without_counterpart = (item.start for item in found_by_rewrites if item.rule in (UNSUPPORTED, NEEDS_NEWER_ROCM))
    kept.update({item.start for item in failing}.intersection(without_counterpart))
    return Measure(
        lines=source.line(len(source.data)),
        cuda_lines=len(touched | left),
        lines_left=len(left),
        names=sum(edit.start < edit.end for edit in edits) + len(kept),
        names_left=len(kept),
        kernels=len(kernels),
        kernels_left=sum(_any_between(places, kernel.start, kernel.end) for kernel in kernels),
    )


def _any_between(places: Sequence[int], start: int, end: int) -> bool:
    index = bisect_left(places, start)
    return index < len(places) and places[index] < end
