"""Bytes of files as text and back, without loss: those that are not UTF-8 become single surrogates. Errors of the
system as text."""

from __future__ import annotations

TYPE_CHECKING = False  # without `typing`, which costs a start a millisecond
if TYPE_CHECKING:
    from typing import Any

_MARK = b"\xef\xbb\xbf"


def to_text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def to_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def parsed_json(data: bytes) -> Any:
    """The value of JSON, whose strings may hold any bytes, as paths in commands do. Raises ValueError."""
    import json  # few files are JSON

    is_wide = b"\0" in data
    return json.loads(data if is_wide else to_text(data.removeprefix(_MARK)))


def reason(error: OSError) -> str:
    """Why something failed, as messages end."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]
