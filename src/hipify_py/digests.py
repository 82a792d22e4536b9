"""BLAKE2 without the rest of `hashlib`, which loads the library of OpenSSL: that takes two milliseconds."""

try:
    from _blake2 import blake2b
except ImportError:  # a Python that keeps it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b"]
