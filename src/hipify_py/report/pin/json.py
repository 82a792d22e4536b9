"""A comparison for other programs. New keys may come at any time."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from hipify_py import __version__
from hipify_py.report.lines import COMMAND
from hipify_py.report.pin import shown as words
from hipify_py.report.pin.shown import Shown, Side
from hipify_py.run.pin.compare import Row
from hipify_py.run.pin.records import Place

SCHEMA = 1
Object = dict[str, Any]


def render(shown: Shown) -> str:
    found = shown.comparison
    document = {
        "schema": SCHEMA,
        "tool": "hipify-py",
        "version": __version__,
        "command": "pin compare",
        "exit_code": found.exit_code,
        "first": _side(shown.first),
        "second": _side(shown.second),
        "verdict": {
            "kind": found.verdict.value,
            "message": words.verdict(shown),
            "call": _row(found.fault, shown) if found.fault else None,
        },
        "summary": {
            "calls": found.calls,
            "equal": found.equal,
            "different": found.different,
            "only_first": found.only[0],
            "only_second": found.only[1],
            "buffers": found.buffers,
        },
        "tolerances": {kind.name.lower(): value for kind, value in found.tolerances.items() if isfinite(value)},
        "notes": list(words.warnings(shown)),
        "around": [_row(row, shown) for row in found.around],
        "calls": [_row(row, shown) for row in found.rows],
    }
    text = json.dumps(document, indent=2)
    return COMMAND.sub(lambda match: match[0][:-1] + r"\u005b", text) + "\n"


def _side(side: Side) -> Object:
    program = side.program
    return {
        "file": side.name,
        "calls": side.calls,
        "complete": side.is_complete,
        "damage": side.damage,
        "program": program._asdict() if program else None,
    }


def _row(row: Row, shown: Shown) -> Object:
    return {
        "number": row.number,
        "name": row.place.name,
        "kind": row.place.kind.name.lower(),
        "nth": row.place.nth,
        "visit": row.visit,
        "state": words.state(row, shown),
        "first": _place(row.first),
        "second": _place(row.second),
        "differences": [{"what": kind, "argument": argument, "how": how} for kind, argument, how in words.details(row)],
        "remarks": list(row.found.remarks),
    }


def _place(place: Place | None) -> Object | None:
    return {"path": place.file, "line": place.line} if place else None
