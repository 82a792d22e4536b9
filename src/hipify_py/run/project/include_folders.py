"""Where a build looks for headers, as its `compile_commands.json` says."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterable, Iterator
from typing import Any

from hipify_py.patterns import pattern

_FOLDER = pattern(r"(?<![^\s\"'])(?:-I|-iquote|-isystem|-idirafter)[ \t=]*[\"']?([^\s\"']+)")


def include_folders(path: str, data: bytes) -> list[str]:
    """The include directories of all commands in a database, each once; none if it cannot be read."""
    try:
        entries = json.loads(data)
    except (ValueError, RecursionError):
        return []
    found = (folder for entry in _entries(entries) for folder in _folders(entry, posixpath.dirname(path)))
    return list(dict.fromkeys(found))


def _entries(entries: Any) -> Iterator[dict[str, Any]]:
    return (entry for entry in entries if isinstance(entry, dict)) if isinstance(entries, list) else iter(())


def _folders(entry: dict[str, Any], base: str) -> Iterator[str]:
    beside = entry.get("directory")
    base = posixpath.join(base, beside) if isinstance(beside, str) else base
    for text in _texts(entry):
        for folder in _FOLDER.findall(text):
            yield posixpath.normpath(posixpath.join(base, folder))


def _texts(entry: dict[str, Any]) -> Iterable[str]:
    command, arguments = entry.get("command"), entry.get("arguments")
    if isinstance(arguments, list) and all(isinstance(each, str) for each in arguments):
        return (" ".join(arguments),)
    return (command,) if isinstance(command, str) else ()
