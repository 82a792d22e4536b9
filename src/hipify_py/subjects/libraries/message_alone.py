"""LIB031: what ROCTx has no place for, where the message of a range or of a mark is converted."""

from __future__ import annotations

from hipify_py.findings import Finding

_MESSAGE = "ROCTx takes the message alone: colors, categories, payloads and domains are left out"


def message_alone(start: int, end: int, subject: str) -> Finding:
    return Finding("LIB031", start, end, _MESSAGE, subject=subject)
