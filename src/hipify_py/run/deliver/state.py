"""What we remember of trees between runs, and whose turn it is on one: in the user's own directory, never in a tree.

What lies in a tree may be anybody's, so nothing in it is believed, and nothing is put there for our own use. Here each
tree has a directory, named by a digest of its path.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hipify_py.digests import blake2b
from hipify_py.system import disk
from hipify_py.system.disk import Folder, read_regular
from hipify_py.texts import reason

VARIABLE = "HIPIFY_PY_STATE"
_PRIVATE = 0o700
_LONGEST_PATH = 65_536
_WHOSE = "tree"
_KEPT_WITHOUT_TREE_S = 30 * 24 * 3600
_BUSY = (errno.EAGAIN, errno.EACCES)


class StateError(Exception):
    """The directory for our own use cannot be used, in one line."""


def home() -> Path:
    """Where all that is remembered lies."""
    if own := os.environ.get(VARIABLE):
        return Path(os.path.realpath(own))
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or _users_own() / "AppData" / "Local")
    else:
        named = Path(os.environ.get("XDG_STATE_HOME") or ".")
        base = named if named.is_absolute() else _users_own() / ".local" / "state"
    return Path(os.path.realpath(base / "hipify-py"))


def _users_own() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:
        raise StateError(
            f"no directory for the originals: the home directory is unknown; set {VARIABLE} to a directory"
        ) from error


def journals() -> Path | None:
    """Where what is remembered of trees lies, which may be in a tree itself; None where no directory is known."""
    try:
        return home() / "trees"
    except StateError:
        return None


def folder_of(root: Path) -> Path:
    """Where it lies for a tree, whether there is anything yet."""
    return home() / "trees" / _digest(root).hex()


def make_folder_of(root: Path) -> Path:
    """The same, made if there is none. It says whose it is, so that it can go when the tree has gone."""
    folder = folder_of(root)
    if not (folder / _WHOSE).exists():
        disk.make_folder(folder, _PRIVATE)
        (folder / _WHOSE).write_bytes(os.fsencode(root))
    return folder


def drop_forgotten() -> None:
    """Drop what is known of trees that have been gone for a while: their disk may come back."""
    for folder in known_trees():
        with suppress(OSError):
            root = Path(os.fsdecode(read_regular(folder / _WHOSE, _LONGEST_PATH)))
            used = max(path.stat().st_mtime for path in (folder, *folder.iterdir()))
            if used < time.time() - _KEPT_WITHOUT_TREE_S and not root.exists():
                import shutil

                shutil.rmtree(folder, ignore_errors=True)


def known_trees() -> list[Path]:
    """The directories of all trees."""
    try:
        return sorted(folder for folder in (home() / "trees").iterdir() if folder.is_dir())
    except OSError:
        return []


@contextmanager
def turn_on(root: Path, say: Callable[[str], object]) -> Iterator[None]:
    """Hold a tree, once nobody else writes to it, to one in it, or to one around it. `root` has no links in it."""
    try:
        fd = _lock_file()
    except OSError as error:
        raise refusal(error) from error
    try:
        _wait(fd, root, say)
        yield
    finally:
        os.close(fd)  # which ends all that it holds


def refusal(error: OSError, what: str = "") -> StateError:
    """What cannot be done there, and the way out."""
    named = what or str(error.filename or "")
    where = named if Path(named).is_absolute() else home()
    return StateError(
        f"{where}: {reason(error)}; nothing was converted, as the originals cannot be saved there; "
        f"make the directory writable, free space, or set {VARIABLE} to another directory"
    )


def _lock_file() -> int:
    """All locks are bytes of one file: none is ever left behind, and none is to be swept up."""
    folder = _open_home()
    with folder:
        return os.open(folder.path / "locks", os.O_RDWR | os.O_CREAT, 0o600)


def _open_home() -> Folder:
    where = home()
    disk.make_folder(where, _PRIVATE)
    status = where.stat()
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        raise OSError(errno.EPERM, "the directory belongs to another user")
    if os.name == "posix" and status.st_mode & 0o022:
        raise OSError(errno.EPERM, "the directory is writable by other users")
    return disk.open_folder(where)


def _wait(fd: int, root: Path, say: Callable[[str], object]) -> None:
    """Share what lies around the tree, and hold the tree alone. The order is the same for all, so that no two runs
    ever wait for each other."""
    told = False
    for folder in (*reversed(root.parents), root):
        alone = folder == root
        try:
            if not _lock(fd, folder, alone=alone, wait=False):
                if not told:
                    say(f"waiting for another hipify-py run in {folder}")
                told = True
                _lock(fd, folder, alone=alone, wait=True)
        except OSError as error:
            raise refusal(error) from error


def _lock(fd: int, folder: Path, *, alone: bool, wait: bool) -> bool:
    """Whether the lock was got. Locks of this kind are no child's: a worker that lives on holds nothing."""
    place = int.from_bytes(_digest(folder)[:7], "big")
    try:
        import fcntl
    except ImportError:
        return not alone or _lock_everything(fd, wait=wait)
    how = (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | (0 if wait else fcntl.LOCK_NB)
    try:
        fcntl.lockf(fd, how, 1, place)
    except OSError as error:
        if not wait and error.errno in _BUSY:
            return False
        raise
    return True


def _lock_everything(fd: int, *, wait: bool) -> bool:
    """Windows shares no locks of bytes: there, all runs of a user take turns."""
    import msvcrt

    while True:
        try:
            os.lseek(fd, 0, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            if not wait:
                return False
            time.sleep(0.1)
        else:
            return True


def _digest(folder: Path) -> bytes:
    return blake2b(os.fsencode(folder), digest_size=20).digest()
