"""What becomes of a statement of inline PTX: C++ lines in which slots stand for the user's expressions, or why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from hipify_py.records import dataclass

_SLOTS = 0xE000  # letters that no source text has: a private area of Unicode
MAX_OPERANDS = 1000


class Class(str, Enum):
    """How near a translation is to its instruction, the nearest first."""

    EXACT = "exact"
    EQUIVALENT = "equivalent"
    APPROXIMATE = "approximate"
    MANUAL = "manual"

    def worse(self, other: Class) -> Class:
        order = list(Class)
        return max(self, other, key=order.index)


@dataclass(frozen=True)
class Slot:
    """Where the expression of an operand goes: its index in the statement."""

    index: int


@dataclass(frozen=True)
class Translation:
    """C++ lines in which `slot(n)` stands for the expression of operand n. It may be one that waits for other threads
    (`waits`), or that kernels have to call `begin_barriers()` for (`begun`), some of which are not seen (`unseen`)."""

    lines: tuple[str, ...]
    kind: Class
    notes: tuple[str, ...] = ()
    waits: bool = False
    begun: bool = False
    unseen: bool = False

    @property
    def is_block(self) -> bool:
        return self.lines[:1] == ("{",)


@dataclass(frozen=True)
class Refusal:
    """Why a statement is left to a human, and which bytes say so."""

    reason: str
    offset: int = 0
    kind: Class = Class.MANUAL


Outcome = Translation | Refusal


def slot(index: int) -> str:
    """What stands for the expression of an operand in a line."""
    return chr(_SLOTS + index)


def split(line: str) -> Iterator[str | Slot]:
    """The pieces of a line: text and the operands between."""
    start = 0
    for position, sign in enumerate(line):
        if _SLOTS <= ord(sign) < _SLOTS + MAX_OPERANDS:
            yield line[start:position]
            yield Slot(ord(sign) - _SLOTS)
            start = position + 1
    yield line[start:]


def filled(line: str, texts: Sequence[str]) -> str:
    """A line with texts for the operands."""
    return "".join(piece if isinstance(piece, str) else texts[piece.index] for piece in split(line))
