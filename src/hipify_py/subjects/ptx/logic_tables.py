"""`lop3` with a table that is known: the shortest expression of `&`, `|`, `^` and `~` that has it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from hipify_py.records import dataclass

_ALL = 0xFF
# Bit 4a + 2b + c of a table is the result for a, b, c.
_INPUTS = {0xF0: "{a}", 0xCC: "{b}", 0xAA: "{c}"}
_CONSTANTS = {0x00: "0u", _ALL: "~0u"}
_SIGNS = ("&", "|", "^")


@dataclass(frozen=True)
class _Found:
    text: str
    sign: str = ""  # the outermost operator between two operands

    def beside(self, sign: str) -> str:
        """As an operand of an operator: nobody need know which of two binds stronger."""
        return f"({self.text})" if self.sign not in ("", sign) else self.text


def expression(table: int) -> str:
    """C++ in which `{a}`, `{b}` and `{c}` are the inputs, of 32 bits; some of them may be missing."""
    return _shortest()[table & _ALL].text


@cache
def _shortest() -> dict[int, _Found]:
    """For each table an expression with as few operators as can be; of those, the one that is found first."""
    found = {table: _Found(text) for table, text in (*_INPUTS.items(), *_CONSTANTS.items())}
    by_length: list[list[int]] = [list(_INPUTS)]
    while len(found) <= _ALL:
        new: dict[int, _Found] = {}
        for table, way in _longer(found, by_length):
            if table not in found:
                new.setdefault(table, way)
        found.update(new)
        by_length.append(list(new))
    return found


def _longer(found: dict[int, _Found], by_length: list[list[int]]) -> Iterator[tuple[int, _Found]]:
    """What one operator more makes of the expressions that there are."""
    length = len(by_length)
    for first in range((length + 1) // 2):
        second = length - 1 - first
        pairs = (
            combinations(by_length[first], 2)
            if first == second
            else ((left, right) for left in by_length[second] for right in by_length[first])
        )
        for left, right in pairs:
            for sign, table in zip(_SIGNS, (left & right, left | right, left ^ right), strict=True):
                yield table, _Found(f"{found[left].beside(sign)} {sign} {found[right].beside(sign)}", sign)
    for inner in by_length[-1]:
        way = found[inner]
        yield _ALL & ~inner, _Found(f"~({way.text})" if way.sign else f"~{way.text}")
