"""The blocks of a CMake file: which commands stand in which branch, loop or function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hipify_py.once import cached_property
from hipify_py.records import dataclass

if TYPE_CHECKING:
    from hipify_py.subjects.buildfiles.statements import Statement

_CLOSED_BY = {
    b"if": b"endif",
    b"foreach": b"endforeach",
    b"while": b"endwhile",
    b"function": b"endfunction",
    b"macro": b"endmacro",
    b"block": b"endblock",
}
_CLOSING = frozenset(_CLOSED_BY.values())
_TURNS = frozenset((b"elseif", b"else"))
# Commands that begin or end a block, or a part of one.
STRUCTURE = frozenset(_CLOSED_BY) | _CLOSING | _TURNS
CONDITIONS = frozenset((b"if", b"elseif", b"while"))


@dataclass(frozen=True, eq=False)
class Blocks:
    """Commands are known by their numbers in the file."""

    statements: Sequence[Statement]

    @cached_property
    def _read(self) -> tuple[list[int], dict[int, int], dict[int, int], list[int]]:
        parents: list[int] = []  # a whole path for each command would take as much as the deepest one, each time
        openings: dict[int, int] = {}
        closings: dict[int, int] = {}
        around: list[int] = []
        for number, statement in enumerate(self.statements):
            is_end = statement.name in _CLOSING or statement.name in _TURNS
            branch = around.pop() if is_end and around else None
            parents.append(around[-1] if around else -1)
            if branch is not None:
                openings[number] = openings[branch]
                closings[openings[branch]] = number
            if statement.name in _CLOSED_BY:
                openings[number] = number
            if statement.name in _CLOSED_BY or (statement.name in _TURNS and branch is not None):
                around.append(number)
        return parents, openings, closings, [openings[each] for each in around]

    @property
    def unclosed(self) -> list[int]:
        """The commands that begin blocks without an end, the outermost first."""
        return self._read[3]

    def path(self, number: int) -> tuple[int, ...]:
        """The commands that begin the parts of blocks around one, the outermost first."""
        return (*self.around(number),)[::-1]

    def around(self, number: int) -> Iterator[int]:
        """The same, the innermost first."""
        parents = self._read[0]
        while (number := parents[number]) >= 0:
            yield number

    def opening(self, number: int) -> int:
        """The command that begins the block of which one is a part: of `else`, its `if`."""
        return self._read[1].get(number, number)

    def closing(self, number: int) -> int:
        """The command that ends such a block."""
        return self._read[2].get(self.opening(number), number)

    def outermost(self, number: int) -> int:
        """The beginning of the outermost block around a command, or itself."""
        path = self.path(number)
        return self.opening(path[0] if path else number)
