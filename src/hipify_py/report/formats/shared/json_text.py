"""JSON as it may stand in the log of a CI server: what is said is exact, and no text in it does anything."""

from __future__ import annotations

import json
import re
from typing import Any

from hipify_py.patterns import pattern
from hipify_py.report.lines import COMMAND, UNSEEN

_TO_ESCAPE = pattern(f"{UNSEEN.pattern}|{COMMAND.pattern}")


def json_text(value: Any, *, indent: int | None = None) -> str:
    """Readable, but for signs that cannot be seen, and for the bracket of `##vso[`, which are written as escapes."""
    return _TO_ESCAPE.sub(_escaped, json.dumps(value, ensure_ascii=False, indent=indent)) + "\n"


def _escaped(found: re.Match[str]) -> str:
    start, last = found[0][:-1], found[0][-1]
    if last == "\n":  # of the indentation: those in texts are escapes already
        return last
    units = last.encode("utf-16-be", "surrogatepass")
    return start + "".join(f"\\u{units[index : index + 2].hex()}" for index in range(0, len(units), 2))
