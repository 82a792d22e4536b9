"""What lies in this installation, and where a user's caches lie, by names: hipify-nvcc is started for each source of a
build, and what it imports on the way to the compiler takes longer than what it does. So here, and in what it imports
first, there is no `pathlib`, `typing`, `json` or `contextlib`."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(PACKAGE))
_OURS = (".py", ".yaml", ".json", ".hpp")
_listed: dict[str, list[tuple[str, os.stat_result]]] = {}


def listed(folder: str) -> list[tuple[str, os.stat_result]]:
    """The code and the data in a folder of ours, in a stable order."""
    if folder not in _listed:
        _listed[folder] = sorted(_statuses(folder))
    return _listed[folder]


def _statuses(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _statuses(entry.path) if entry.name != "__pycache__" else ()
        elif entry.name.endswith(_OURS):
            yield entry.path, entry.stat()


def cache_folder() -> str:
    """Where a user's caches lie; raises RuntimeError where nobody knows the user's home."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(named):
        home = os.path.expanduser("~")
        if home == "~":
            raise RuntimeError("could not determine home directory")
        named = os.path.join(home, ".cache")
    return os.path.join(named, "hipify-py")
