"""mappings/*.yaml as benchmarks/independent_check.py reads them: straight from the YAML, not through hipify_py."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

NAME_SECTIONS = (
    "types",
    "functions",
    "enumerators",
    "macros",
    "variables",
    "device_functions",
    "device_types",
)


@dataclasses.dataclass(frozen=True)
class Row:
    """What the tables say of a name. `target` is None where there is no counterpart, "" for a header to drop."""

    target: str | None
    library: str = ""
    requires: str = ""
    removed: str = ""
    changes_arguments: bool = False

    def renames(self, name: str) -> bool:
        return self.target is not None and self.target != name


@dataclasses.dataclass(frozen=True)
class Tables:
    names: dict[str, Row]
    namespaces: dict[str, Row]
    headers: dict[str, Row]
    scoped: dict[tuple[str, str], str]  # ("thrust", "cuda") -> "hip"

    def renamed(self) -> frozenset[str]:
        """Words of which a file has at least one if something in it must be renamed, headers left out."""
        both = (*self.names.items(), *self.namespaces.items())
        return frozenset(name for name, row in both if row.renames(name)) | {scope for scope, _ in self.scoped}

    def renamed_headers(self) -> frozenset[str]:
        return frozenset(name for name, row in self.headers.items() if row.renames(name))


def load_tables(folder: Path, target: str = "hip") -> Tables:
    documents = [yaml.load(path.read_bytes(), _loader()) for path in sorted(folder.glob("*.yaml"))]
    return Tables(
        names=dict(row for document in documents for row in _rows(document, NAME_SECTIONS, target)),
        namespaces=dict(row for document in documents for row in _rows(document, ("namespaces",), target)),
        headers=dict(row for document in documents for row in _rows(document, ("headers",), target)),
        scoped=dict(item for document in documents for item in _scoped(document, target)),
    )


def _scoped(document: dict[str, Any], target: str) -> Iterator[tuple[tuple[str, str], str]]:
    """Rows that change the word behind a qualifier; where the qualifier itself is renamed, the row only tells."""
    for key, row in _rows(document, ("scoped",), target):
        scope, _, name = key.rpartition("::")
        new_scope, _, new_name = (row.target or "").rpartition("::")
        if scope and scope == new_scope and name != new_name and scope not in (document.get("namespaces") or {}):
            yield (scope, name), new_name


def _loader() -> Any:
    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _rows(document: dict[str, Any], sections: tuple[str, ...], target: str) -> Iterator[tuple[str, Row]]:
    direct = target == "roc" and "direct" in document
    for section in sections:
        for name, value in (document.get(section) or {}).items():
            row = _row(value if isinstance(value, dict) else {"hip": value}, direct)
            yield str(name), dataclasses.replace(row, library=document.get("library", ""))


def _row(value: dict[str, Any], direct: bool) -> Row:
    """In a `direct` table the rocm library's own name counts, and a row without one has no counterpart."""
    name, prefix = ("roc", "roc_") if direct else ("hip", "")
    return Row(
        target=None if "unsupported" in value else value.get(name),
        requires=value.get("requires", ""),
        removed=value.get(f"{prefix}removed", ""),
        changes_arguments=f"{prefix}arguments" in value,
    )
