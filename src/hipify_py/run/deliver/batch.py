"""Files replaced together: each is the old one or the new one at every moment, also after a loss of power.

All new bytes are on the disk before the first of the files is replaced, and all new names before anybody is told. A
disk that is asked to keep many files at once is done sooner than one that is asked for each.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from os import stat_result
from pathlib import Path

from hipify_py.records import dataclass
from hipify_py.system.disk import Folders, IrregularError, Signature, Written, kind_of

# Every further file would fail in the same way.
HOPELESS = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EROFS))


@dataclass
class Change:
    """A file that is to be replaced, or made: `old` is what was there when it was looked at. Afterwards `new` is what
    is there, or `error` says why not; neither where it was not tried."""

    path: Path
    data: bytes
    mode: int
    temporary: str
    old: stat_result | None
    like: stat_result | None = None
    new: stat_result | None = None
    error: OSError | None = None


def replace_all(changes: Sequence[Change], folders: Folders) -> None:
    """Replace them, and note in each how it went."""
    begun: list[Change] = []
    written: list[tuple[Change, Written]] = []
    try:
        for change in changes:
            # Its name is known before it exists, so that Ctrl-C at any moment leaves nothing behind.
            begun.append(change)
            with _noted(change):
                folder = folders.of(change.path)
                file = folder.create(change.temporary, (change.data,), change.mode, change.like or change.old)
                written.append((change, file))
            if change.error is not None and change.error.errno in HOPELESS:
                break
        for change, file in written:
            with _noted(change):
                file.sync()
        for change, file in written:
            if change.error is None:
                with _noted(change):
                    _move(change, file, folders)
    finally:
        for _change, file in written:
            file.close()
        for change in begun:
            if change.new is None:
                with suppress(OSError):
                    folders.of(change.path).unlink(change.temporary)
    for change in {change.path.parent: change for change in changes if change.new is not None}.values():
        with _noted(change):
            folders.of(change.path).sync()


def sync_all(paths: Iterable[Path], folders: Folders) -> None:
    """Let the names of these files, or that they are gone, reach the disk."""
    for parent in dict.fromkeys(path.parent for path in paths):
        folders.of(parent / "-").sync()


def refuse_changed(now: stat_result | None, before: stat_result | None) -> None:
    """What somebody has put there, or written to, since it was read is not ours to replace."""
    if now is None and before is None:
        return
    if now is not None and before is not None and Signature.of(now) == Signature.of(before):
        return
    if now is not None and (what := kind_of(now)):
        raise IrregularError(what)
    raise OSError(None, "changed by another program during conversion; run again")


def refuse_read_only(status: stat_result | None) -> None:
    """Moving a new file over one whose owner has taken the right to write away would go around that."""
    if status is not None and not status.st_mode & 0o222:
        raise PermissionError(None, "read-only; chmod u+w it first")


def _move(change: Change, file: Written, folders: Folders) -> None:
    folder = folders.of(change.path)
    refuse_changed(folder.stat(change.path.name), change.old)
    folder.rename(change.temporary, change.path.name)
    change.new = file.status


@contextmanager
def _noted(change: Change) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        change.error = error
