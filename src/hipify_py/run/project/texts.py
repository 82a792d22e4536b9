"""The texts of a tree, each read when it is first asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from hipify_py.run.discover import File
from hipify_py.system import disk

_MOST_BYTES = 16_000_000
# Of the first texts that are read so many bytes are kept: several questions need all files of a tree.
_MOST_TEXT = 64_000_000
# Of the files that were read last, one is at fault where something fails.
_MOST_SUSPECTS = 4
_NOTHING: Mapping[str, bytes] = MappingProxyType({})


class Texts:
    """Files are read as what is said `instead`, by their real paths. Those that are `left_out` cannot be read."""

    def __init__(self, instead: Mapping[str, bytes] = _NOTHING, left_out: frozenset[str] = frozenset()) -> None:
        self._instead = instead
        self._left_out = left_out
        self._read_last = deque[str](maxlen=_MOST_SUSPECTS)
        self._folder = disk.LastFolder()
        self._kept: dict[str, bytes] = {}
        self._room = _MOST_TEXT

    def close(self) -> None:
        self._folder.close()

    def without(self, *paths: str) -> Texts:
        """The same with files that cannot be read."""
        return Texts(self._instead, self._left_out.union(paths))

    def read_last(self) -> tuple[str, ...]:
        """Some of the files that were read last, the latest first."""
        return tuple(dict.fromkeys(reversed(self._read_last)))

    def of(self, file: File) -> bytes | None:
        return self.read(file.real)

    def read(self, path: Path) -> bytes | None:
        name = path.as_posix()
        self._read_last.append(name)
        if self._left_out and name in self._left_out:
            return None
        known = self._instead.get(name)
        if known is not None or (known := self._kept.get(name)) is not None:
            return known
        try:
            data, _status = self._folder.read(path, _MOST_BYTES)
        except OSError:
            return None
        if data is not None and len(data) <= self._room:
            self._kept[name] = data
            self._room -= len(data)
        return data
