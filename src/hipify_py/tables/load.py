"""Finds the tables and joins them: compiled JSON in a wheel; YAML, compiled once per content, in a checkout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from hipify_py import compiled
from hipify_py.tables.model import Tables, Version
from hipify_py.tables.packed import packed

_RELEASE_KEYS = ("since", "deprecated", "removed")
_OWN_WORLDS = ("headers", "scoped")


OwnTable = Mapping[str, Any]


def load(extra: Sequence[Path] = ()) -> Tables:
    """Our tables, with a user's own on top: their rows win, the last file most."""
    return joined(read_own(extra))


def read_own(paths: Sequence[Path]) -> tuple[OwnTable, ...]:
    """What a user's own tables say, each checked."""
    if not paths:
        return ()
    from hipify_py.tables.schema import read_table

    return tuple(_packed({"library": path.stem, **read_table(path)}) for path in paths)


def joined(own: Sequence[OwnTable]) -> Tables:
    """Our tables, with a user's own on top."""
    return _join([*_shipped()["tables"], *own], _ours().newest_rocm) if own else _ours()


@cache
def _ours() -> Tables:
    return _join(_shipped()["tables"], Version.parse(_shipped()["newest_rocm"]))


def compile_tables(folder: Path) -> dict[str, Any]:
    """Every table of a folder, checked, and the newest release that any row knows of; the library is named by the file
    where the table does not."""
    from hipify_py.tables.schema import read_table

    tables = [{"library": path.stem, **read_table(path)} for path in sorted(folder.glob("*.yaml"))]
    return {"newest_rocm": str(_newest_rocm(tables)), "tables": [_packed(table) for table in tables]}


def _packed(table: OwnTable) -> OwnTable:
    return {
        key: {name: packed(name, row) for name, row in value.items()} if isinstance(value, dict) else value
        for key, value in table.items()
    }


@cache
def _shipped() -> dict[str, Any]:
    shipped: dict[str, Any] = compiled.read("mappings", compiled.ROOT / "mappings", compile_tables)
    return shipped


def _newest_rocm(tables: Iterable[Mapping[str, Any]]) -> Version:
    rows = (
        row for table in tables for section in table.values() if isinstance(section, dict) for row in section.values()
    )
    releases = {row[key] for row in rows if isinstance(row, dict) for key in _RELEASE_KEYS if key in row}
    return max(Version.parse(release) for release in releases)


def _join(tables: Iterable[Mapping[str, Any]], newest_rocm: Version) -> Tables:
    rows: dict[str, str] = {}
    homes: dict[str, tuple[str, str]] = {}
    own: dict[str, dict[str, str]] = {section: {} for section in _OWN_WORLDS}
    libraries: dict[str, dict[str, str]] = {section: {} for section in _OWN_WORLDS}
    titles: dict[str, dict[str, str]] = {}
    for table in tables:
        library = table["library"]
        titles[library] = {key: value for key, value in table.items() if isinstance(value, str)}
        for section, entries in table.items():
            if section in own:
                own[section].update(entries)
                libraries[section].update(dict.fromkeys(entries, library))
            elif isinstance(entries, dict):
                rows.update(entries)
                homes.update(dict.fromkeys(entries, (library, section)))
    return Tables(
        rows, homes, own["headers"], libraries["headers"], own["scoped"], libraries["scoped"], titles, newest_rocm
    )
