"""A row of a table as one text. Thousands of rows are loaded at each start, and few of them are looked at.

`=` begins a row whose name HIP has too, `>` one that is only another name, `|` all others. Keys and values follow, each
behind a `|`; or the row as JSON, where one of them is no text or holds that sign, or where there are none.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

Row = str | dict[str, Any]

SAME, _RENAMED, _OTHER = "=", ">", "|"
_BETWEEN = "|"


def packed(name: str, row: Row) -> str:
    if isinstance(row, str):
        return SAME if row == name else _RENAMED + row
    is_same = row.get("hip") == name
    sign = SAME if is_same else _OTHER
    rest = {key: value for key, value in row.items() if not (is_same and key == "hip")}
    parts = [part for item in rest.items() for part in item]
    if parts and all(isinstance(part, str) and _BETWEEN not in part for part in parts):
        return sign + "".join(_BETWEEN + part for part in parts)
    return sign + json.dumps(rest)


@lru_cache(maxsize=1 << 13)
def unpacked(name: str, text: str) -> Row:
    sign, rest = text[0], text[1:]
    if sign == _RENAMED:
        return rest
    if not rest and sign == SAME:
        return name
    if rest.startswith("{"):
        row = json.loads(rest)
    else:
        parts = rest.split(_BETWEEN)
        row = dict(zip(parts[1::2], parts[2::2], strict=True))
    return {"hip": name, **row} if sign == SAME else row
