"""Paths as servers want them: with `/`, and as they stand in the repository if the run started at its root."""

from __future__ import annotations

import os
from pathlib import PurePath
from urllib.parse import quote


def posix(path: str) -> str:
    """A path without `./` and without a system's own separators."""
    return os.path.normpath(path).replace(os.sep, "/")


def uri(path: str) -> str:
    """A path as a reference: relative to the root of the sources, or a whole URI where it is absolute."""
    encoded = quote(os.fsencode(posix(path)), safe="/~")
    return f"file://{encoded if encoded.startswith('/') else '/' + encoded}" if is_absolute(path) else encoded


def is_absolute(path: str) -> bool:
    return PurePath(path).is_absolute()
