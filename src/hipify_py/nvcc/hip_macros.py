"""Macros of a code base's own that its builds for AMD define, as `USE_ROCM`: conversion takes it that they are defined,
and the branches that they choose are a port already."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hipify_py.file.platform import HIP_MACRO
from hipify_py.patterns import pattern
from hipify_py.texts import to_text

_CONDITION = pattern(rb"(?m)^[ \t]*#[ \t]*(?:el)?ifn?(?:def)?\b([^\n]*)")
_DEFINED = pattern(rb"(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)")
_WORD = pattern(rb"[A-Za-z_]\w*")
_IN_THEM = (b"HIP", b"ROCM", b"HCC")
# The compiler's own.
_OF_COMPILERS = (b"__", b"HIPCC")


def asked_for(text: bytes) -> frozenset[str]:
    """Those in the conditions of a file that does not define them itself."""
    if not any(part in text for part in _IN_THEM):
        return frozenset()
    words = {word for condition in _CONDITION.findall(text) for word in _WORD.findall(condition)}
    found = {word for word in words if HIP_MACRO.fullmatch(word) and not word.startswith(_OF_COMPILERS)}
    return frozenset(to_text(word) for word in found.difference(_DEFINED.findall(text)))


def options(asked: Iterable[str], words: Sequence[str]) -> Iterator[str]:
    """What defines them, unless the command says what they are."""
    said = {word[2:].partition("=")[0] for word in words if word.startswith(("-D", "-U"))}
    yield from (f"-D{name}=1" for name in sorted(asked) if name not in said)
