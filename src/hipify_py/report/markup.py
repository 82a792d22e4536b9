"""What pages of HTML are made with: templates that are filled in one pass, digests by which a policy allows styles and
scripts, and the colours that all share."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from hipify_py.texts import to_bytes, to_text

_PALETTE = Path(__file__).with_name("palette.css")


def filled(template: str, parts: Mapping[str, str]) -> str:
    """In one pass: no part is searched for the places of others."""
    pieces = template.split("{{")
    found = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}}")
        found += (parts[name], rest)
    return "".join(found)


def digest(text: str) -> str:
    """As policies of pages name a style or a script."""
    return "sha256-" + to_text(base64.b64encode(hashlib.sha256(to_bytes(text)).digest()))


@cache
def palette() -> str:
    return _PALETTE.read_text(encoding="utf-8")
