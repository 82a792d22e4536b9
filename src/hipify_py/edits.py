"""Replacements of byte spans: how they are told apart, ordered and applied."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Edit:
    """Bytes `start:end` become `new`. `why` is the CUDA name that changes, `group` its library."""

    start: int
    end: int
    new: bytes
    why: str
    group: str


class OverlapError(Exception):
    """Two passes want the same bytes: a bug in a pass, never a matter of the input."""


def in_order(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits by position; equal ones once. Passes own disjoint kinds of places, so an overlap is an error."""
    ordered = sorted(set(edits), key=lambda edit: (edit.start, edit.end))
    for left, right in pairwise(ordered):
        if right.start < left.end or right.start == left.start:
            raise OverlapError(f"{left} and {right}")
    return tuple(ordered)


def splice(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Apply ordered edits: every byte outside them is copied as it is."""
    pieces: list[bytes] = []
    position = 0
    for edit in edits:
        pieces += (data[position : edit.start], edit.new)
        position = edit.end
    pieces.append(data[position:])
    return b"".join(pieces)
