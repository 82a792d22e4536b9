"""Data inside of HTML, where no text in it can end the element or begin a comment."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

from hipify_py.report.lines import COMMAND
from hipify_py.texts import to_bytes, to_text

_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def json_in_html(value: Any) -> str:
    """JSON in ASCII. What HTML could take for markup, or a CI server for a command, is written as escapes, which mean
    the same in JSON."""
    text = json.dumps(value, separators=(",", ":")).translate(_UNSAFE)
    return COMMAND.sub(lambda found: found[0][:-1] + r"\u005b", text)


def packed_json(value: Any) -> str:
    """The same data, compressed: what a browser inflates. Base64 has no sign that HTML knows."""
    return base64_text(zlib.compress(to_bytes(json.dumps(value, separators=(",", ":")))))


def base64_text(data: bytes) -> str:
    return to_text(base64.b64encode(data))
