"""DEV031: kernels that take references or lists of the host's."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_KERNEL = pattern(
    rb"\b__global__\b[^;{}()]{0,200}(?:__launch_bounds__\s*\([^()]{0,100}(?:\([^()]*\)[^()]{0,60})?\)[^;{}()]{0,100})?\b[A-Za-z_]\w*\s*(?P<at>\()"
)
_HOSTS = pattern(rb"(?<!&)&(?!&)\s*[A-Za-z_]\w*\s*(?:=|$)|\bva_list\b|\binitializer_list\b")
# Most kernels have none of these among their parameters, which then are not told apart.
_SIGNS = (b"&", b"va_list", b"initializer_list")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    plain, closers = facts.reading.plain, facts.reading.closers
    for found in _KERNEL.finditer(plain):
        opening = found.start("at")
        if not any(plain.find(sign, opening, closers.get(opening, opening)) >= 0 for sign in _SIGNS):
            continue
        for start, end in facts.reading.arguments(opening) or ():
            place = facts.reading.stripped(start, end)
            if _HOSTS.search(plain, *place):
                yield Hit(*place)
