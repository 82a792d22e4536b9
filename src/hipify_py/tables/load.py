"""Finds the tables and joins them: compiled JSON in a wheel; YAML, compiled once per content, in a checkout."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from hipify_py.tables.model import Row, Tables, Version

_PACKAGE = Path(__file__).parent.parent
_COMPILED = _PACKAGE / "tables.json"
_CHECKOUT = _PACKAGE.parent.parent / "mappings"
_FORMAT = 1  # raise when the compiled shape changes: caches of older versions are then not read
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
    if _COMPILED.exists():
        compiled: list[dict[str, Any]] = json.loads(_COMPILED.read_bytes())
        return compiled
    cached = _cache_folder() / f"tables-{_FORMAT}-{_digest(_CHECKOUT)}.json"
    with suppress(OSError, ValueError):
        kept: list[dict[str, Any]] = json.loads(cached.read_bytes())
        return kept
    tables = compile_tables(_CHECKOUT)
    with suppress(OSError):  # a cache that cannot be written costs time, not correctness
        _write_atomically(cached, json.dumps(tables, separators=(",", ":")))
    return tables


def _digest(folder: Path) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(folder.glob("*.yaml")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "hipify-py"


def _write_atomically(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
        file.write(text)
    Path(file.name).replace(path)


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
