"""Bytes of files as text and back, without loss: those that are not UTF-8 become single surrogates."""

from __future__ import annotations


def to_text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def to_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
