"""How much of one file is worth converting: what would cost more memory than any file that a hand wrote is left whole.

Time is limited where it can be measured, in `runner`; what is said here depends on the bytes alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import TypeVar

from hipify_py.reading import tokens

# About so many bytes are kept of each such piece of text, and of each name that the tables know.
_BYTES_KEPT = {
    b"{": 660,
    b"(": 300,
    b"[": 300,
    b"#": 300,
    b'"': 110,
    b"'": 110,
    b"/*": 130,
    b"//": 130,
    b"asm": 3_000,
}
# Nothing but dense code of kernels takes 185 million in the 16 MB that a file may have.
_MOST_BYTES_KEPT = 240_000_000
# So short a text cannot hold enough of anything but what is looked at one by one.
_SURELY_LITTLE = 250_000
# Nothing takes more for each of its own bytes: a text of so many cannot be too much, whatever it holds.
_HARMLESS = int(_MOST_BYTES_KEPT / max(cost / len(piece) for piece, cost in _BYTES_KEPT.items()))
MOST_FINDINGS = 50_000
_Item = TypeVar("_Item")


class Interest(IntEnum):
    """What anybody wants to know of a name, and so how many bytes are kept of it."""

    NONE = 0
    PLACE = 200  # where it stands
    FATE = 1_100  # what becomes of it


class ExceededError(Exception):
    """Why a file is not worth its price, in the words of a finding."""


def check(text: bytes, interest: Callable[[bytes], Interest]) -> None:
    """Raise ExceededError if too much would have to be kept of a text; `interest` tells what is asked of a name."""
    if len(text) <= _HARMLESS:
        return
    kept = sum(text.count(piece) * cost for piece, cost in _BYTES_KEPT.items())
    if kept <= _MOST_BYTES_KEPT and len(text) > _SURELY_LITTLE:
        kept += sum(interest(name) for name in tokens.identifiers(text))
    if kept > _MOST_BYTES_KEPT:
        megabytes = _MOST_BYTES_KEPT // 1_000_000
        raise ExceededError(f"analyzing it would take more than {megabytes} MB of memory")


def limited(findings: Iterable[_Item]) -> Iterator[_Item]:
    """The findings, which are no more than anybody reads."""
    for number, found in enumerate(findings):
        if number == MOST_FINDINGS:
            raise ExceededError(f"more than {MOST_FINDINGS} findings")
        yield found
