"""The parts of a text worth a closer look: what is dear to search for is searched for around cheap signs of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

Spans = Iterable[tuple[int, int]]

# So far around a sign.
_REACH = 200


def excerpts(sign: re.Pattern[bytes], code: bytes, within: Spans | None = None) -> list[tuple[int, int]]:
    """The surroundings of the signs in a text, or in parts of it, in order; those that touch as one."""
    matches = sign.finditer(code) if within is None else found_in(sign, within, code)
    return around(match.span() for match in matches)


def around(places: Spans) -> list[tuple[int, int]]:
    """The surroundings of places, in order; those that touch as one."""
    found: list[tuple[int, int]] = []
    for start, end in places:
        if found and start - _REACH <= found[-1][1]:
            found[-1] = found[-1][0], end + _REACH
        else:
            found.append((max(0, start - _REACH), end + _REACH))
    return found


def found_in(
    pattern: re.Pattern[bytes], spans: Spans, code: bytes, signs: Sequence[bytes] = ()
) -> Iterator[re.Match[bytes]]:
    """The matches of a pattern that lie in one of the spans; one of the signs, if given, is in every match."""
    if not signs:
        for start, end in spans:
            yield from pattern.finditer(code, start, end)
    elif any(sign in code for sign in signs):
        for start, end in spans:
            if any(code.find(sign, start, end) >= 0 for sign in signs):
                yield from pattern.finditer(code, start, end)
