"""The mapping tables as Markdown, CSV and JSON: one row a name, for spreadsheets, pages and scripts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from hipify_py.report.mapping import Answer, answer, resolved
from hipify_py.report.rule_markdown import cell
from hipify_py.tables.model import Policy, Resolution

# Behind the first five columns, each is a key of the tables.
_RELEASES = ("since", "deprecated", "removed", "cuda_since", "cuda_deprecated", "cuda_removed")
_COLUMNS = ("name", "hip", "roc", "status", "library", "kind", *_RELEASES, "note")
Row = Mapping[str, str]


def rows(names: Iterable[str], policy: Policy) -> list[Row]:
    return [_row(name, resolved(name, policy), policy) for name in names]


def _row(name: str, resolution: Resolution | None, policy: Policy) -> Row:
    told = answer(name, policy) if resolution is None or resolution.target == name else Answer("", False)
    row = {**dict.fromkeys(_COLUMNS, ""), "name": name, "status": "unknown", "note": "; ".join(told.notes)}
    if resolution is not None:
        entry = resolution.entry
        texts = (*told.notes, entry.get("unsupported") or resolution.message, entry.get("note"))
        row |= {
            "hip": resolution.target or resolution.expression or "",
            "roc": entry.get("roc") or "",
            "status": _status(name, resolution),
            "library": entry.library,
            "kind": entry.section.rstrip("s"),
            **{key: entry.get(key) or "" for key in _RELEASES},
            "note": "; ".join(text for text in texts if text),
        }
    if told.notes:
        return row | ({"hip": told.use, "status": "converted"} if told.use else {"status": "reported"})
    return row | ({"hip": name, "status": "unchanged"} if told.is_unchanged else {})


def _status(name: str, resolution: Resolution) -> str:
    if resolution.target is None:
        return resolution.reason
    if not resolution.target:
        return "expression" if resolution.expression else "removed"
    return "unchanged" if resolution.target == name else "renamed"


def _markdown(table: Sequence[Row]) -> str:
    lines = [_COLUMNS, ("---",) * len(_COLUMNS), *(tuple(_cells(row)) for row in table)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cells(row: Row) -> Iterator[str]:
    for column, text in row.items():
        is_code = column in ("name", "hip", "roc") and text
        code = text.replace("|", r"\|")
        yield f"`{code}`" if is_code else cell(text)


def _csv(table: Sequence[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue()


def _json(table: Sequence[Row]) -> str:
    return json.dumps(table, indent=2, ensure_ascii=False) + "\n"


WRITERS: Mapping[str, Callable[[Sequence[Row]], str]] = MappingProxyType({"md": _markdown, "csv": _csv, "json": _json})
