"""Paths of a tree, as texts, and what build files say of others."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles import kinds

_CALLS_MAKE = pattern(
    rb"(?m)^[ \t>$`]{0,20}(?:cd[ \t][^\n;&]{1,99}(?:&&|;)[ \t]{0,9})?make(?:[ \t]+[\w/.=-]{1,60}){0,6}[ \t`]*$|"
    rb"[\"']make[\"' ]|\bmake[ \t]+-\w|\$\(MAKE\)|(?:&&|;|RUN|run:)[ \t]{0,9}make\b"
)


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


def calls_make(text: bytes) -> bool:
    """Whether a build file of another kind, or what tells people how to build, calls make."""
    return _CALLS_MAKE.search(text) is not None
