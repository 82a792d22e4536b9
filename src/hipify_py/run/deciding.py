"""The files that decide what a run does, beside those that it reads: settings, tables, what git ignores. Whoever runs
again and again looks at them, as nobody tells of files outside of the tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from hipify_py.run import config
from hipify_py.run.request import Request

# What differs when a file has been written: time and size.
Stamp = tuple[int, int]
_IGNORES = ".gitignore"


def deciding(root: Path, request: Request | None) -> Iterator[Path]:
    """Those for a tree, whether they exist or not; `request` is what has been found in them, if anything has."""
    if users := config.user_file():
        yield users
    for folder in (root, *root.parents) if root.is_dir() else root.parents:
        yield from (folder / config.OWN_FILE, folder / "pyproject.toml", folder / _IGNORES)
        if (folder / ".git").exists():
            break
    if request is None:
        return
    yield from request.job.mappings
    if request.settings is not None:
        yield request.settings
    if request.triage.baseline is not None:
        yield request.triage.baseline.file


def stamps(paths: Iterable[Path]) -> dict[Path, Stamp]:
    return {path: _stamp(path) for path in paths}


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return 0, -1
    return status.st_mtime_ns, status.st_size
