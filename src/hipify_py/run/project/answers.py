"""What is known of one state of a tree, by the questions that runs ask of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple

from hipify_py.run.discover import File
from hipify_py.system.disk import Signature

Read = Callable[[File], bytes | None]


class Stamped(NamedTuple):
    """A file as the system told of it when it was read: `changed` is when its entry was."""

    signature: Signature
    changed: int
    digest: bytes


class Answers:
    """What is known of one state of a tree, by the questions. It is not kept where a run has changed the tree, or could
    not understand all of it."""

    def __init__(self, known: dict[Hashable, Any], files: Mapping[str, Stamped]) -> None:
        self.known = known
        self.is_kept = True
        self._files = files
        self._count = len(known)

    def signature(self, file: File) -> Signature | None:
        """A file as it was when the tree was looked at."""
        seen = self._files.get(file.real.as_posix())
        return None if seen is None else seen.signature

    @property
    def is_to_be_kept(self) -> bool:
        """Whether the answers are still those to the same files, or were found by an earlier run."""
        if len(self.known) == self._count:
            return True
        return self.is_kept and all(_signature(path) == seen.signature for path, seen in self._files.items())


def _signature(path: str) -> Signature | None:
    try:
        return Signature.of(os.lstat(path))
    except OSError:
        return None


# The answers of earlier runs about these files, as they are now; the text is what else answers depend on.
Earlier = Callable[[Iterable[File], Read, str], Answers]
