"""Which files a repository tracks, as its index says: git ignores none of these, whatever .gitignore matches."""

from __future__ import annotations

import os
import struct
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from hipify_py.system.disk import read_regular

_LARGEST = 64_000_000
_LONGEST_LINK = 4_096
# An entry: times, sizes and the SHA-1 of the content, then two bytes of flags with the length of the name.
_FLAGS, _NAME, _EXTENDED = 60, 62, 0x4000
_LONGEST_COUNTED = 0xFFF


def is_tracked(path: Path, root: Path) -> bool:
    """Whether a file of the repository is tracked, or any file below a directory."""
    try:
        index = _index_of(root)
        status = index.stat()
    except OSError:
        return False
    names, name = _tracked(index, status.st_mtime_ns, status.st_size), os.fsencode(path.relative_to(root))
    place = bisect_left(names, name)
    if place < len(names) and names[place] == name:
        return True
    place = bisect_left(names, name + b"/")
    return place < len(names) and names[place].startswith(name + b"/")


@lru_cache(maxsize=4)
def _tracked(index: Path, _time: int, _size: int) -> Sequence[bytes]:
    """In order; nothing where the index is one that we do not read: compressed, or of a repository with SHA-256."""
    try:
        return tuple(_names(read_regular(index, _LARGEST)))
    except (OSError, ValueError, struct.error):
        return ()


def _index_of(root: Path) -> Path:
    git = root / ".git"
    if git.is_dir():
        return git / "index"
    link = read_regular(git, _LONGEST_LINK).removeprefix(b"gitdir:").strip()  # of a work tree or a submodule
    return root / os.fsdecode(link) / "index"


def _names(index: bytes) -> Iterator[bytes]:
    signature, version, count = struct.unpack_from(">4sLL", index)
    if signature != b"DIRC" or version not in (2, 3):
        return
    place = 12
    for _number in range(count):
        (flags,) = struct.unpack_from(">H", index, place + _FLAGS)
        start = place + _NAME + (2 if flags & _EXTENDED else 0)
        end = index.index(b"\0", start)
        if flags & _LONGEST_COUNTED != min(end - start, _LONGEST_COUNTED):
            raise ValueError("not the length of the name")
        yield index[start:end]
        place += ((end - place) // 8 + 1) * 8
