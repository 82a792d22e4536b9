"""MOD006: kernels in string literals, which are compiled at run time and were not converted."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_QUALIFIERS = (b"__global__", b"__device__")
_KERNEL = pattern(
    rb"__global__\s+(?:void\b|static\b|inline\b|__launch_bounds__|\\n)|__device__\s+\w+[\s*&]+\w+\s*\(|"
    rb'extern \\?"C\\?"\s+__(?:global|device)__'
)
_PORTED = pattern(rb"\bhip[A-Z_/]|__HIP|hiprtc")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    """One place for each run of literals that stand side by side."""
    code, text = facts.reading.code, facts.reading.source.text
    if not any(_KERNEL.search(text, start + 1, end) for start, end in facts.reading.literals_with(_QUALIFIERS)):
        return
    last = -1
    for start, closing in facts.reading.literals:
        end = closing + 1
        follows_on = last >= 0 and not code[last:start].strip()
        match = _KERNEL.search(text, start + 1, end - 1)
        if match is None or _PORTED.search(text, start, end) or facts.reading.is_message(start):
            last = end if follows_on else -1
            continue
        last = end
        if not follows_on:
            place = text.find(b"__", match.start(), end)
            yield Hit(place, place + len(b"__global__"))
