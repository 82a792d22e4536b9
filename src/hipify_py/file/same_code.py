"""Branches that come to the same: `#if CUDA_VERSION == 11000`, `a`, `#else`, `b`, `#endif` within another `#if` whose
`#else` is `b`, too."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.amd_branches import AmdBranches
from hipify_py.reading.conditionals import FURTHER, OPENING, Chain
from hipify_py.reading.preprocessor import Directive
from hipify_py.reading.tokens import without_comments

_QUESTIONS = frozenset((*OPENING, *FURTHER, b"endif"))
_LONGEST = 10_000


def reads_as_newest(amd: AmdBranches, line: Directive) -> bool:
    """Whether AMD reads the very code that the newest CUDA reads of the branches that a directive belongs to."""
    opened = amd.reading.conditionals.opened_by(line)
    if opened is None or opened.chain.branches[-1].end - opened.chain.branches[0].start > _LONGEST:
        return False
    here = _read(amd, opened.chain)
    return bool(here) and here == _read(amd.newest, opened.chain)


def _read(branches: AmdBranches, chain: Chain) -> list[bytes] | None:
    """The words that are read of a chain; None where that depends."""
    found: list[bytes] = []
    for start, end in _pieces(branches, chain):
        words = without_comments(branches.reading.source.text[start:end]).split()
        is_read = branches.is_read(start, chain) if words else False
        if is_read is None:
            return None
        found += words if is_read else ()
    return found


def _pieces(branches: AmdBranches, chain: Chain) -> Iterator[tuple[int, int]]:
    """What stands between the questions of a chain and of those in it."""
    start, end = chain.branches[0].start, chain.branches[-1].end
    for line in branches.reading.directives_between(start, end):
        if line.keyword in _QUESTIONS:
            yield start, line.start
            start = line.end
    yield start, end
