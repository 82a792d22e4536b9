"""BLAKE2 without the rest of `hashlib`, which loads the library of OpenSSL: that takes two milliseconds."""

from __future__ import annotations

from hipify_py.texts import to_bytes

try:
    from _blake2 import blake2b
except ImportError:  # a Python that keeps it elsewhere
    from hashlib import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["blake2b", "seal", "unsealed"]

SEAL_BYTES = 16


def seal(name: str, pieces: Sequence[bytes]) -> bytes:
    """What a file of a cache begins with: it holds for these bytes under this name only."""
    digest = blake2b(key=to_bytes(name), digest_size=SEAL_BYTES)
    for piece in pieces:
        digest.update(piece)
    return digest.digest()


def unsealed(name: str, data: bytes) -> bytes | None:
    """The bytes behind their seal; None where a byte is missing or another one: files may be damaged, and after a loss
    of power they may be empty, or zeros."""
    content = data[SEAL_BYTES:]
    return content if data[:SEAL_BYTES] == seal(name, (content,)) else None
