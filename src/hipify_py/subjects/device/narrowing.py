"""DEV029: braces that narrow, which nvcc warns of and clang rejects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.excerpts import excerpts, found_in
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_INTEGERS: Mapping[bytes, tuple[int, bool]] = {
    b"char": (8, True),
    b"unsigned char": (8, False),
    b"int8_t": (8, True),
    b"uint8_t": (8, False),
    b"short": (16, True),
    b"unsigned short": (16, False),
    b"int16_t": (16, True),
    b"uint16_t": (16, False),
    b"int": (32, True),
    b"unsigned": (32, False),
    b"unsigned int": (32, False),
    b"uint": (32, False),
    b"int32_t": (32, True),
    b"uint32_t": (32, False),
    b"long": (64, True),
    b"long long": (64, True),
    b"unsigned long": (64, False),
    b"unsigned long long": (64, False),
    b"int64_t": (64, True),
    b"uint64_t": (64, False),
    b"size_t": (64, False),
    b"std::size_t": (64, False),
    b"ptrdiff_t": (64, True),
}
_FLOATS: Mapping[bytes, int] = {b"float": 32, b"double": 64}
_NAMES = b"|".join(re.escape(name) for name in sorted((*_INTEGERS, *_FLOATS), key=len, reverse=True))
_SIGN = pattern(rb"\}\s*[;,]")
_BRACES = pattern(
    rb"(?<![\w:])(" + _NAMES + rb")\s+([A-Za-z_]\w*)\s*(\[[^\[\]]{0,40}\]\s*)?(=\s*)?\{([^{};()]{1,300})\}\s*[;,]"
)
_WORD = pattern(rb"\s*([A-Za-z_]\w*)\s*")
_INDEX = pattern(rb"\s*(?:threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*[xyz]\s*")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    plain = facts.reading.plain
    for found in found_in(_BRACES, excerpts(_SIGN, plain), plain):
        for start, end in facts.reading.split(found.start(5), found.end(5)):
            source = _type_of(facts, start, end)
            if source and _narrows(source, found[1]):
                values = {"source": to_text(source), "type": to_text(found[1])}
                yield Hit(*facts.reading.stripped(start, end), values)


def _type_of(facts: Facts, start: int, end: int) -> bytes:
    """The type of a value that is a name and no constant."""
    plain = facts.reading.plain
    if _INDEX.fullmatch(plain, start, end):
        return b"unsigned int"
    word = _WORD.fullmatch(plain, start, end)
    known = facts.reading.declarations.of(word[1], word.start(1)) if word else None
    is_constant = known is not None and (known.is_const or known.is_of_template)
    return known.type if known is not None and not known.depth and not is_constant else b""


def _narrows(source: bytes, target: bytes) -> bool:
    if source in _FLOATS:
        return target in _INTEGERS or _FLOATS.get(target, 64) < _FLOATS[source]
    if source not in _INTEGERS:
        return False
    if target in _FLOATS:
        return True
    (bits, signed), (wanted, takes_sign) = _INTEGERS[source], _INTEGERS[target]
    if signed == takes_sign:
        return wanted < bits
    return signed or wanted <= bits
