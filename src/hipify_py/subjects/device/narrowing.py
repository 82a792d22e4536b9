"""DEV029: braces that narrow, which nvcc warns of and clang rejects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.arithmetic import NAMES_OF_NUMBERS, bits_of
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.excerpts import excerpts, found_in
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_FLOATS = (b"float", b"double")
_SIGN = pattern(rb"\{[^{};()]{1,300}\}\s*[;,]")
_NAMES = b"|".join(re.escape(name) for name in sorted(NAMES_OF_NUMBERS, key=len, reverse=True))
_BRACES = pattern(
    rb"(?<![\w:])((?:std::)?(?:" + _NAMES + rb"))\s+([A-Za-z_]\w*)\s*(\[[^\[\]]{0,40}\]\s*)?"
    rb"(=\s*)?\{([^{};()]{1,300})\}\s*[;,]"
)
# A variable, or `threadIdx.x`; a constant may narrow.
_NAMED = pattern(rb"[A-Za-z_]\w*|(?:threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*[xyz]")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    plain = facts.reading.plain
    for found in found_in(_BRACES, excerpts(_SIGN, plain), plain):
        for start, end in facts.reading.split(found.start(5), found.end(5)):
            source = _type_of(facts, *facts.reading.stripped(start, end))
            if _narrows(source, found[1]):
                values = {"source": to_text(source), "type": to_text(found[1])}
                yield Hit(*facts.reading.stripped(start, end), values)


def _type_of(facts: Facts, start: int, end: int) -> bytes:
    """The type of a value that is a name and no constant."""
    plain = facts.reading.plain
    if not _NAMED.fullmatch(plain, start, end):
        return b""
    known = facts.reading.declarations.of(plain[start:end], start)
    typed = expression_types(facts).of(start, end)
    is_constant = known is not None and (known.is_const or known.is_of_template)
    return typed.type if typed is not None and not typed.stars and not is_constant else b""


def _narrows(source: bytes, target: bytes) -> bool:
    bits, wanted = bits_of(source), bits_of(target)
    if bits is None or wanted is None:
        return False
    if source in _FLOATS:
        return target not in _FLOATS or abs(wanted) < abs(bits)
    if target in _FLOATS:
        return True
    if (bits < 0) == (wanted < 0):
        return abs(wanted) < abs(bits)
    return bits < 0 or abs(wanted) <= bits
