"""Reading small files that somebody else has chosen: never a device, a pipe that nobody writes to, or gigabytes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_NOT_BLOCKING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def read_regular(path: Path, most: int) -> bytes:
    """The content of a regular file of at most so many bytes; an OSError says what else it is."""
    with os.fdopen(os.open(path, os.O_RDONLY | _NOT_BLOCKING), "rb") as file:
        status = os.fstat(file.fileno())
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(None, "Is a directory")
        if not stat.S_ISREG(status.st_mode):
            raise OSError(None, "not a regular file")
        data = file.read(most + 1)  # a file may be larger than its size says, as those of /proc
    if len(data) > most:
        raise OSError(None, f"larger than {most // 1_000_000} MB")
    return data
