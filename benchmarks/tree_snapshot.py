"""Two states of a tree compared file by file: bytes, modes, links."""

from __future__ import annotations

import dataclasses
import hashlib
import stat
from collections.abc import Iterator
from pathlib import Path


@dataclasses.dataclass(frozen=True)
class Entry:
    """All that undo has to bring back; for a link its target, for a folder nothing."""

    kind: str
    mode: int
    content: str


def snapshot(root: Path) -> dict[str, Entry]:
    found = {path.relative_to(root): path for path in root.rglob("*")}
    return {name.as_posix(): _entry(path) for name, path in found.items()}


def differing(before: dict[str, Entry], after: dict[str, Entry]) -> Iterator[str]:
    """One line for each path that differs, with what differs."""
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        if old is None or new is None:
            yield f"{path}: {'appeared' if old is None else 'is gone'}"
        elif old != new:
            parts = (field.name for field in dataclasses.fields(Entry))
            yield f"{path}: {', '.join(part for part in parts if getattr(old, part) != getattr(new, part))} differ"


def _entry(path: Path) -> Entry:
    status = path.lstat()
    mode = stat.S_IMODE(status.st_mode)
    if stat.S_ISLNK(status.st_mode):
        return Entry("link", mode, str(path.readlink()))
    if stat.S_ISDIR(status.st_mode):
        return Entry("folder", mode, "")
    return Entry("file", mode, hashlib.sha256(path.read_bytes()).hexdigest())
