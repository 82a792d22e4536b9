"""Finds the tables and joins them: compiled JSON in a wheel; YAML, compiled once per content, in a checkout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hipify_py import compiled
from hipify_py.tables.model import Row, Tables, Version

_RELEASE_KEYS = ("since", "deprecated", "removed")
_OWN_WORLDS = ("headers", "scoped")


def load(extra: tuple[Path, ...] = ()) -> Tables:
    """Our tables, with a user's own on top: their rows win, the last file most."""
    if not extra:
        return _ours()
    from hipify_py.tables.schema import read_table

    own = [{"library": path.stem, **read_table(path)} for path in extra]
    return _join([*_shipped(), *own], _ours().newest_rocm)


@cache
def _ours() -> Tables:
    return _join(_shipped(), _newest_rocm(_shipped()))


def compile_tables(folder: Path) -> list[dict[str, Any]]:
    """Every table of a folder, checked; the library is named by the file where the table does not."""
    from hipify_py.tables.schema import read_table

    return [{"library": path.stem, **read_table(path)} for path in sorted(folder.glob("*.yaml"))]


@cache
def _shipped() -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = compiled.read("mappings", compiled.ROOT / "mappings", compile_tables)
    return tables


def _newest_rocm(tables: Iterable[Mapping[str, Any]]) -> Version:
    """The newest release that any row knows of."""
    rows = (
        row for table in tables for section in table.values() if isinstance(section, dict) for row in section.values()
    )
    releases = {row[key] for row in rows if isinstance(row, dict) for key in _RELEASE_KEYS if key in row}
    return max(Version.parse(release) for release in releases)


def _join(tables: Iterable[Mapping[str, Any]], newest_rocm: Version) -> Tables:
    rows: dict[str, Row] = {}
    homes: dict[str, tuple[str, str]] = {}
    own: dict[str, dict[str, Row]] = {section: {} for section in _OWN_WORLDS}
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
