"""Writing a file so that it is always either the old one or the new one."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def replace(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write the bytes beside the file and move them over it: through links, keeping mode and, if allowed, owner."""
    path = Path(os.path.realpath(path))
    old = path.stat() if path.exists() else None
    refuse_read_only(path)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".hipify-tmp")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        _take_over(name, old, mode)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def refuse_read_only(path: Path) -> None:
    """Moving a new file over one whose owner has taken the right to write away would go around that."""
    if path.exists() and not path.stat().st_mode & 0o222:
        raise PermissionError(None, "read-only; chmod u+w it first")


def _take_over(name: str, old: os.stat_result | None, mode: int | None) -> None:
    if mode is None:
        mode = old.st_mode if old is not None else 0o666 & ~_umask()
    Path(name).chmod(mode & 0o7777)
    if old is not None and hasattr(os, "chown"):
        with suppress(OSError):  # only root may give files away
            os.chown(name, old.st_uid, old.st_gid)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
