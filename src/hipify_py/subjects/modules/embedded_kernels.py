"""MOD006: kernels in string literals, which are compiled at run time and were not converted."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_LITERAL = pattern(rb'"[^"]*"')
_KERNEL = pattern(
    rb"__global__\s+(?:void\b|static\b|inline\b|__launch_bounds__|\\n)|__device__\s+\w+[\s*&]+\w+\s*\(|"
    rb'extern \\?"C\\?"\s+__(?:global|device)__'
)
_PORTED = pattern(rb"\bhip[A-Z_/]|__HIP|hiprtc")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    """One place for each run of literals that stand side by side."""
    code, text = facts.reading.code, facts.reading.source.text
    last = -1
    for literal in _LITERAL.finditer(code):
        start, end = literal.span()
        follows_on = last >= 0 and not code[last:start].strip()
        match = _KERNEL.search(text, start + 1, end - 1)
        if match is None or _PORTED.search(text, start, end) or facts.reading.is_message(start):
            last = end if follows_on else -1
            continue
        last = end
        if not follows_on:
            place = text.find(b"__", match.start(), end)
            yield Hit(place, place + len(b"__global__"))
