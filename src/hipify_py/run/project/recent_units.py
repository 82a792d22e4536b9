"""The units of a tree that were asked for last: a tree may hold more text than memory should."""

from __future__ import annotations

from collections.abc import Callable

from hipify_py.digests import blake2b
from hipify_py.run.project.units import Unit

# A unit takes several times the size of its text, and as much as so many bytes of text however short that is.
_MOST_BYTES = 32_000_000
_LEAST_BYTES = 8_000


class RecentUnits:
    """`make` is how a unit is read from the text of a file."""

    def __init__(self, make: Callable[[str, bytes], Unit]) -> None:
        self._make = make
        self._kept: dict[str, Unit | None] = {}  # what was asked for last comes last
        self._dropped: dict[str, bytes] = {}
        self._bytes = 0

    def get(self, path: str, read: Callable[[], bytes | None]) -> Unit | None:
        """The unit of a file; None where it cannot be read, or was written since it was read first."""
        unit = self._kept.pop(path) if path in self._kept else self._new(path, read())
        self._kept[path] = unit
        return unit

    def _new(self, path: str, data: bytes | None) -> Unit | None:
        is_other = data is not None and path in self._dropped and self._dropped[path] != _digest(data)
        if data is None or is_other:
            return None
        self._bytes += _cost(data)
        while self._bytes > _MOST_BYTES and self._kept:
            self._drop(next(iter(self._kept)))
        return self._make(path, data)

    def _drop(self, path: str) -> None:
        unit = self._kept.pop(path)
        if unit is not None:
            data = unit.reading.source.data
            self._bytes -= _cost(data)
            self._dropped[path] = _digest(data)


def _cost(data: bytes) -> int:
    return max(len(data), _LEAST_BYTES)


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()
