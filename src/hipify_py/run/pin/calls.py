"""Which functions have their calls recorded, by their names of CUDA and of HIP."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import yaml

from hipify_py.tables.load import load
from hipify_py.tables.model import Entry
from hipify_py.texts import to_bytes

Kind = Literal["launch", "allocate", "free", "copy", "set", "graph", "library"]
_DATA = Path(__file__).with_name("calls.yaml")
# The roles that are passed by, and not counted among what a call waits for before it is recorded.
CONFIGURATION = ("grid", "block", "shared", "stream")


class Recorded(NamedTuple):
    """A function by its name of CUDA.

    `roles` are those of its arguments by their positions; with `has_rest`, the others are looked at, too. `arities` are
    the numbers of arguments of the function that is meant, where an older one has the same name.
    """

    name: str
    kind: Kind
    roles: Mapping[int, str]
    has_rest: bool = False
    arities: range | None = None


@cache
def recorded() -> Mapping[bytes, Recorded]:
    """The functions by all names that sources call them, of CUDA and of HIP: one tree may speak of both."""
    found: dict[bytes, Recorded] = {}
    for entry, each in sorted(_all(), key=lambda pair: (len(pair[1].name), pair[1].name)):
        for name in filter(None, (entry.name, entry.get("hip"), entry.get("roc"))):
            found.setdefault(to_bytes(name), each)
    return found


def _all() -> Iterator[tuple[Entry, Recorded]]:
    data = yaml.safe_load(_DATA.read_text("utf-8"))
    tables = load()
    for name, row in data["functions"].items():
        entry = tables.entry(name)
        assert entry is not None, f"{_DATA.name}: no table has {name}"
        roles = {position: role for role, position in row.items() if role not in ("kind", "rest")}
        yield entry, Recorded(name, row["kind"], roles, row.get("rest", False))
    for name in _of_libraries(data):
        entry = tables.entry(name)
        assert entry is not None
        yield entry, Recorded(name.removesuffix("_v2"), "library", {}, True, _arities(entry))


def _of_libraries(data: Mapping[str, Any]) -> Iterator[str]:
    for name, (library, section) in load().homes.items():
        if library in data["libraries"] and section == "functions" and _computes(name, data):
            yield name


def _computes(name: str, data: Mapping[str, Any]) -> bool:
    return any(part in name for part in data["but_for"]) or not any(part in name for part in data["without"])


def _arities(entry: Entry) -> range | None:
    text = entry.get("arity")
    if text is None:
        return None
    low, _, high = text.partition("-")
    return range(int(low), int(high or low) + 1)
