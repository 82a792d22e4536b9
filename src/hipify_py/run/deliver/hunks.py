"""Which lines of two texts are alike, also where they are lines like `}` that a long file has often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal, TypeAlias

Tag: TypeAlias = Literal["replace", "delete", "insert", "equal"]
Opcode: TypeAlias = tuple[Tag, int, int, int, int]

# What comparing all lines of a part to all of another may take: it is their product.
_MOST_COMPARED = 40_000


class Hunks(SequenceMatcher[bytes]):
    """difflib starts at no line that a text of 200 lines or more has often: what is left between changes, or after the
    last one, is compared once more by itself."""

    def __init__(self, old: Sequence[bytes], new: Sequence[bytes]) -> None:
        super().__init__(None, old, new)
        self._old, self._new = old, new

    def get_opcodes(self) -> list[Opcode]:
        return [opcode for found in super().get_opcodes() for opcode in self._refined(*found)]

    def _refined(self, tag: Tag, i1: int, i2: int, j1: int, j2: int) -> Iterator[Opcode]:
        if tag != "replace" or (i2 - i1) * (j2 - j1) > _MOST_COMPARED:
            yield tag, i1, i2, j1, j2
            return
        part = SequenceMatcher(None, self._old[i1:i2], self._new[j1:j2], autojunk=False)
        for each, a1, a2, b1, b2 in part.get_opcodes():
            yield each, i1 + a1, i1 + a2, j1 + b1, j1 + b2
