"""Numbers as sources write them. Python refuses to read thousands of digits, which a hostile source may well have."""

from __future__ import annotations

_MOST_DIGITS = 40
BEYOND = 1 << 128


def whole(digits: bytes | str) -> int:
    """The value of decimal or hexadecimal digits; with more of them than any integer has, a value above all others."""
    if len(digits) > _MOST_DIGITS:
        return BEYOND
    return int(digits, 16 if digits[:2] in (b"0x", b"0X", "0x", "0X") else 10)
