"""How much of a file is CUDA's, and how much of that does not carry over."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

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


def measure(facts: Facts, edits: Sequence[Edit], findings: Sequence[Finding], failing: Sequence[Finding]) -> Measure:
    """`failing` are the findings that keep the code from building or running on AMD. So do names of
    a HIP library that no ROCm release has: they count as left, too."""
    from hipify_py.edits import Replaced  # a report of what was measured does without these
    from hipify_py.file.listed import Decision

    source = facts.reading.source
    absent = {group for group in {edit.group for edit in edits} if facts.policy.why_absent(group)}
    unbuilt = [edit.start for edit in edits if edit.group in absent] if absent else []
    places = sorted([*(item.start for item in failing), *unbuilt])
    left = source.lines(places)
    touched = source.lines([*(edit.start for edit in edits), *(item.start for item in findings)])
    kernels = facts.functions.kernels
    replaced = Replaced(edits)
    kinds = (Decision.LEFT, Decision.LEGACY)
    names = [item.name for item, decision in facts.decisions if decision in kinds]
    kept = sum(not replaced.holds(name.start, name.end) for name in names)
    return Measure(
        lines=source.line(len(source.data)),
        cuda_lines=len(touched | left),
        lines_left=len(left),
        names=len(edits) + kept,
        names_left=kept + len(unbuilt),
        kernels=len(kernels),
        kernels_left=sum(_any_between(places, kernel.start, kernel.end) for kernel in kernels),
    )


def _any_between(places: Sequence[int], start: int, end: int) -> bool:
    index = bisect_left(places, start)
    return index < len(places) and places[index] < end
