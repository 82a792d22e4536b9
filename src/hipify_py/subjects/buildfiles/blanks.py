"""Text that means nothing, made into blanks so that all else keeps its place."""

from __future__ import annotations

from collections.abc import Iterable


def blank(text: bytes) -> bytes:
    return b"\n".join(b" " * len(line) for line in text.split(b"\n"))


def blanked(code: bytes, spans: Iterable[tuple[int, int]]) -> bytes:
    """The code with blanks for all spans, of which some may be within others."""
    result = bytearray(code)
    behind = 0
    for start, end in sorted(spans):
        if end > behind:
            start = max(start, behind)
            result[start:end] = blank(code[start:end])
            behind = end
    return bytes(result)
