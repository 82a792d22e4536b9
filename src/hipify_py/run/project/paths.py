"""Paths of a tree, as texts."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from hipify_py.subjects.buildfiles import kinds


def is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


def above(path: str) -> Iterator[str]:
    """A path and the directories around it."""
    while path not in ("", "/", "."):
        yield path
        path = posixpath.dirname(path)


def kind_of(path: str) -> str:
    """The kind of a build file, by the last part of its path."""
    return kinds.kind_of(posixpath.basename(path))
