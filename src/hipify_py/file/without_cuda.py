"""Branches for builds without CUDA, beside one that includes a header of CUDA: their stubs by names of CUDA's are
renamed as CUDA's are, as the same calls mean the one or the other."""

from __future__ import annotations

from collections.abc import Iterator, Set

from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.reading import Reading
from hipify_py.tables.model import Policy
from hipify_py.texts import to_text

# A question for one macro: `ifdef X`, `ifndef X`, `if X`, `if !defined(X)`.
_ONE_NAME = pattern(
    rb"\s{0,9}(!?)[\s(]{0,9}(?:defined\b[\s(]{0,9})?([A-Za-z_]\w{0,99})[\s)]{0,9}"
    rb"(?:(?:==\s{0,9}1|>\s{0,9}0)[\s)]{0,9})?"
)


def without_cuda(reading: Reading, policy: Policy, given: Set[bytes]) -> Iterator[tuple[int, int]]:
    """The spans of branches that are read only where one with a header of CUDA is not, or where none of the macros is
    `given` that all builds for CUDA define."""
    with_cuda = list(_with_headers(reading, policy))
    chains = {id(branch.chain): branch.chain for branch in with_cuda}
    taken = {id(branch) for branch in with_cuda}
    for chain in chains.values():
        yield from ((each.start, each.end) for each in chain.branches if id(each) not in taken)
    yield from _without_macros(reading, given) if given else ()
    asked = {condition for branch in with_cuda if (condition := _condition(reading, branch)) is not None}
    for chain in reading.conditionals.chains if asked else ():
        first = _condition(reading, chain.branches[0])
        if first is not None and id(chain) not in chains and not chain.is_guard and (first[0], not first[1]) in asked:
            yield chain.branches[0].start, chain.branches[0].end


def _without_macros(reading: Reading, given: Set[bytes]) -> Iterator[tuple[int, int]]:
    for chain in reading.conditionals.chains:
        asked = _condition(reading, chain.branches[0])
        if asked is not None and asked[0] in given and not chain.is_guard:
            yield from ((each.start, each.end) for each in chain.branches if (each.number == 0) is not asked[1])


def _with_headers(reading: Reading, policy: Policy) -> Iterator[Branch]:
    """The innermost branches around includes of headers that become others in HIP."""
    for directive, header in reading.headers:
        branch = reading.conditionals.at(directive.start)
        name = to_text(header.name)
        found = policy.header(name) if branch is not None else None
        if branch is not None and found is not None and found.target not in (None, name):
            yield branch


def _condition(reading: Reading, branch: Branch) -> tuple[bytes, bool] | None:
    """What a first branch asks for, and whether it wants that; None where it is more than one name."""
    line = branch.directive
    asked = _ONE_NAME.fullmatch(reading.code, line.body, line.end) if branch.number == 0 else None
    return None if asked is None else (asked[2], not asked[1] and line.keyword != b"ifndef")
