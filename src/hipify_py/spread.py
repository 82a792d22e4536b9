"""What holds for some holds for all that they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

Key = TypeVar("Key", bound=str | bytes)
Value = TypeVar("Value")


def spread(values: Mapping[Key, Value], leads_to: Callable[[Key], Iterable[Key]]) -> dict[Key, Value]:
    """The values, handed on to whoever has none; the last one reached hands on first."""
    found, waiting = dict(values), list(values)
    while waiting:
        now = waiting.pop()
        new = {other: found[now] for other in leads_to(now) if other not in found}
        found |= new
        waiting += new
    return found
