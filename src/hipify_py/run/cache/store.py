"""What is kept for later runs: named bytes in a directory of the user's own, and never in a tree.

Where somebody else could write nothing is believed or kept. What is read back is exactly what was written under that
name, or nothing; each piece appears as a whole, so that runs need not wait for each other; and whatever goes wrong
costs time only.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from hipify_py import compiled
from hipify_py.digests import SEAL_BYTES, seal, unsealed
from hipify_py.patterns import pattern
from hipify_py.system import disk
from hipify_py.system.disk import Folder
from hipify_py.texts import reason

VARIABLE = "HIPIFY_PY_CACHE"
MOST_BYTES = 500_000_000
_AFTER_PRUNING = 400_000_000
# The largest piece that is kept.
_LARGEST = 64_000_000
_PRIVATE = 0o700
_DAY = 24 * 3600
_HOUR = 3600
# What a run may add before it looks whether there is too much.
_UNWATCHED_BYTES = 20_000_000
_BLOCK = 4096
_OURS = pattern(r"(?:pack|output|tree)-[0-9a-f]{32}(?P<unfinished>\.[0-9a-f]{16}\.tmp)?")
_STAMP = "pruned"
_ABOUT = {
    ".gitignore": b"*\n",
    "CACHEDIR.TAG": b"Signature: 8a477f597d28d172789f06886806bc55\n# This directory was created by hipify-py.\n",
    _STAMP: b"",
}


class UnusableError(Exception):
    """The directory cannot be used, in one line."""


def home() -> Path:
    """Where all of it lies."""
    if own := os.environ.get(VARIABLE):
        return Path(os.path.realpath(own))
    try:
        return Path(os.path.realpath(compiled.cache_folder())) / "results"
    except RuntimeError as error:
        raise UnusableError(
            f"no directory for the cache: the home directory is unknown; set {VARIABLE} to a directory"
        ) from error


class Store:
    """`unwritable` says why nothing is kept any more."""

    def __init__(self, folder: Folder) -> None:
        self.path = folder.path
        self.unwritable = ""
        self._folder = folder
        self._added = 0
        self._now = time.time()

    @classmethod
    def open(cls) -> Store:
        """The user's, made if there is none."""
        path = home()
        try:
            disk.make_folder(path, _PRIVATE)
            folder = disk.open_folder(path)
        except OSError as error:
            raise UnusableError(f"{path}: {reason(error)}") from error
        if why := _not_private(folder):
            folder.close()
            raise UnusableError(f"{path}: {why}")
        return cls(folder)

    def read(self, name: str) -> bytes | None:
        """What was written under a name, if it is all there."""
        try:
            data, status = self._folder.read(name, _LARGEST)
        except OSError:
            return None
        content = None if data is None else unsealed(name, data)
        if content is None:
            return None
        if status.st_mtime < self._now - _DAY:
            with suppress(OSError):
                self._folder.touch(name)
        return content

    def has(self, name: str) -> bool:
        with suppress(OSError):
            return self._folder.stat(name) is not None
        return False

    def write(self, name: str, pieces: Sequence[bytes]) -> None:
        """Keep it, if there is room. It need not survive a loss of power, as what is damaged is not believed."""
        size = sum(map(len, pieces))
        if self.unwritable or size > _LARGEST - SEAL_BYTES:
            return
        unfinished = f"{name}.{os.urandom(8).hex()}.tmp"
        try:
            if not self._added:
                self._introduce()
            self._folder.create(unfinished, (seal(name, pieces), *pieces), 0o600).close()
            self._folder.rename(unfinished, name)
            self._added += size
        except OSError as error:
            self.unwritable = reason(error)
            with suppress(OSError):
                self._folder.unlink(unfinished)

    def close(self) -> None:
        with suppress(OSError):
            if self._added and self._is_due():
                self._prune()
        self._folder.close()

    def size(self) -> int:
        return sum(size for _used, size, _name in self._pieces())

    def clean(self) -> None:
        """Remove all of it, and nothing else."""
        pieces = [name for _used, _size, name in self._pieces()]
        for name in (*pieces, *filter(self._is_as_made, _ABOUT)):
            self._folder.unlink(name)

    def _introduce(self) -> None:
        """Say to git, to backups and to whoever finds it what this directory is, if nothing else lies in it."""
        if self._folder.stat(_STAMP) is None:
            is_ours = not self._folder.names()
            for name in _ABOUT if is_ours else (_STAMP,):
                with suppress(FileExistsError):
                    self._folder.create(name, (_ABOUT[name],), 0o600).close()

    def _is_as_made(self, name: str) -> bool:
        with suppress(OSError):
            return self._folder.read(name, len(_ABOUT[name]))[0] == _ABOUT[name]
        return False

    def _is_due(self) -> bool:
        stamp = self._folder.stat(_STAMP)
        return self._added > _UNWATCHED_BYTES or stamp is None or stamp.st_mtime < self._now - _HOUR

    def _prune(self) -> None:
        """Drop what was not used for longest if there is too much, and what killed runs have left."""
        self._folder.touch(_STAMP)
        pieces = sorted(self._pieces())
        total = sum(size for _used, size, _name in pieces)
        wanted = _AFTER_PRUNING if total > MOST_BYTES else total
        for used, size, name in pieces:
            is_abandoned = name.endswith(".tmp") and used < self._now - _HOUR
            if total > wanted or is_abandoned:
                self._folder.unlink(name)
                total -= size

    def _pieces(self) -> Iterator[tuple[float, int, str]]:
        """When each was used last, the room that it takes, and its name."""
        for name in self._folder.names():
            status = self._folder.stat(name) if _OURS.fullmatch(name) else None
            if status is not None and stat.S_ISREG(status.st_mode):
                yield status.st_mtime, -(-status.st_size // _BLOCK) * _BLOCK, name


def _not_private(folder: Folder) -> str:
    """Why what lies in a directory may not be the user's own."""
    status = folder.status()
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        return "belongs to another user"
    return "is writable by other users" if os.name == "posix" and status.st_mode & 0o022 else ""
