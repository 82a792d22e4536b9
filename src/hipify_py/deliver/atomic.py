"""Writing a file so that it is always either the old one or the new one."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path


def replace(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write the bytes beside the file and move them over it: through links, keeping mode and, if allowed, owner."""
    path = Path(os.path.realpath(path))
    old = path.stat() if path.exists() else None
    refuse_read_only(path)
    # Its name is known before it exists, so that Ctrl-C at any moment leaves nothing behind.
    new = path.with_name(f".{path.name[:40]}.{secrets.token_hex(6)}.hipify-tmp")
    try:
        with open(new, "xb", opener=_private) as file:
            file.write(data)
        _take_over(new, old, mode)
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def _private(path: str, flags: int) -> int:
    """Nobody else's to read before it has the mode of the file that it becomes."""
    return os.open(path, flags, 0o600)


def refuse_read_only(path: Path) -> None:
    """Moving a new file over one whose owner has taken the right to write away would go around that."""
    if path.exists() and not path.stat().st_mode & 0o222:
        raise PermissionError(None, "read-only; chmod u+w it first")


def _take_over(new: Path, old: os.stat_result | None, mode: int | None) -> None:
    if mode is None:
        mode = old.st_mode if old is not None else 0o666 & ~_umask()
    if old is not None and hasattr(os, "chown"):
        with suppress(OSError):  # only root may give files away
            os.chown(new, old.st_uid, old.st_gid)
    new.chmod(mode & 0o7777)  # after chown, which drops set-id bits


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
