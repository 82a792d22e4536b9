"""Reading small files that somebody else has chosen: never a device, a pipe that nobody writes to, or gigabytes."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

_NOT_BLOCKING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def open_regular(path: Path) -> BinaryIO:
    """A regular file to read; an OSError says what else it is."""
    file = os.open(path, os.O_RDONLY | _NOT_BLOCKING)
    mode = os.fstat(file).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(file, "rb")
    os.close(file)
    raise IsADirectoryError(None, "Is a directory") if stat.S_ISDIR(mode) else OSError(None, "not a regular file")


def read_regular(path: Path, most: int) -> bytes:
    """The content of a regular file of at most so many bytes."""
    with open_regular(path) as file:
        data = file.read(most + 1)  # a file may be larger than its size says, as those of /proc
    if len(data) > most:
        raise OSError(None, f"larger than {most // 1_000_000} MB")
    return data
