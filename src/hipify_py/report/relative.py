"""Paths as other machines have them, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping


def relative_to_common(known: Mapping[str, str]) -> Callable[[str], str]:
    """The path of any file of a report, relative to what the paths named have in common, from those that are `known`:
    that of a file which is only spoken of is told by the others."""
    bases = (_base(path, relative) for path, relative in known.items())
    base = next((base for base in bases if base), "")

    def relative(path: str) -> str:
        if path in known:
            return known[path]
        return path[len(base) :].replace("\\", "/") if base and path.startswith(base) else path

    return relative


def _base(path: str, relative: str) -> str:
    """What stands before the relative path, with the separator."""
    return path[: -len(relative)] if relative and path.replace("\\", "/").endswith(f"/{relative}") else ""
