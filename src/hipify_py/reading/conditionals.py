"""`#if` … `#endif`: which branch a place stands in, and which pair is only the include guard of its file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import field

from hipify_py.reading.expressions import asked_in, with_signs
from hipify_py.reading.preprocessor import Directive
from hipify_py.records import dataclass

OPENING = (b"if", b"ifdef", b"ifndef")
FURTHER = (b"elif", b"elifdef", b"elifndef", b"else")
CONDITIONS = (*OPENING, *FURTHER[:-1])
_DEEPEST = 64


@dataclass(eq=False, slots=True)
class Branch:
    """What one `#if`, `#elif` or `#else` holds: from the end of that directive to the start of the next one."""

    directive: Directive
    chain: Chain
    number: int  # of the branch in its chain
    end: int

    @property
    def start(self) -> int:
        return self.directive.end


@dataclass(eq=False, slots=True)
class Chain:
    """An `#if` with all its branches; `around` is the branch that it stands in. `is_guard` says that it merely keeps
    its file from being read twice."""

    around: Branch | None
    branches: list[Branch] = field(default_factory=list)
    is_guard: bool = False


class Conditionals:
    def __init__(self, code: bytes, directives: Sequence[Directive]) -> None:
        self.chains: list[Chain] = []
        self._starts: list[int] = []
        self._branches: list[Branch | None] = []
        self._opened_at: dict[int, Branch] = {}
        end_of_file = len(code)
        open_branch: Branch | None = None
        for directive in directives:
            if directive.keyword in OPENING:
                chain = Chain(open_branch)
                self.chains.append(chain)
                open_branch = self._opened(chain, directive, end_of_file)
            elif open_branch is not None and directive.keyword in (*FURTHER, b"endif"):
                open_branch.end = directive.start
                if directive.keyword == b"endif":
                    open_branch = open_branch.chain.around
                    self._mark(directive.end, open_branch)
                else:
                    open_branch = self._opened(open_branch.chain, directive, end_of_file)
        self._find_guard(code, directives)

    def at(self, offset: int) -> Branch | None:
        """The innermost branch around a place; None outside of all, the include guard not counted."""
        index = bisect_right(self._starts, offset) - 1
        branch = self._branches[index] if index >= 0 else None
        return None if branch is not None and branch.chain.is_guard else branch

    def opened_by(self, directive: Directive) -> Branch | None:
        """The branch that a directive opens."""
        return self._opened_at.get(directive.start)

    def around(self, offset: int) -> list[Branch]:
        """The branches around a place, innermost first; nobody nests deeper than it goes."""
        found: list[Branch] = []
        branch = self.at(offset)
        while branch is not None and not branch.chain.is_guard and len(found) < _DEEPEST:
            found.append(branch)
            branch = branch.chain.around
        return found

    def _opened(self, chain: Chain, directive: Directive, end: int) -> Branch:
        branch = Branch(directive, chain, len(chain.branches), end)
        chain.branches.append(branch)
        self._opened_at[directive.start] = branch
        self._mark(directive.end, branch)
        return branch

    def _mark(self, offset: int, branch: Branch | None) -> None:
        self._starts.append(offset)
        self._branches.append(branch)

    def _find_guard(self, code: bytes, directives: Sequence[Directive]) -> None:
        """`#ifndef X`, `#define X` and the last `#endif` around everything else."""
        if len(directives) < 3 or directives[-1].keyword != b"endif" or not self.chains:
            return
        chain, (first, second) = self.chains[0], directives[:2]
        asked = with_signs(code[first.body : first.end])
        defined = code[second.body : second.end].split()
        opens = first.keyword == b"ifndef" or asked.lstrip().startswith(b"!")
        names = asked_in(asked)
        chain.is_guard = (
            opens
            and second.keyword == b"define"
            and defined[:1] != []
            and defined[0] in names
            and defined[1:] in ([], [b"1"])  # what is set to anything else is a choice
            and len(chain.branches) == 1
            and chain.branches[0].end == directives[-1].start
            and not code[: first.start].strip()
        )
