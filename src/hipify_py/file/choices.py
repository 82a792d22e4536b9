"""`if (…) … else if (…) … else …` in the code of a function: the ways that threads may take beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading

_IF = pattern(rb"\bif\b\s{0,40}(?:constexpr\b\s{0,40})?(?=\()")
_ELSE = pattern(rb"else\b\s{0,40}")
_BEHIND_ELSE = pattern(rb"\belse\s{0,40}\Z")
_DO = pattern(rb"do\b\s{0,40}")
_ENDS = pattern(rb"[;{(\[]")
# How conditions are written that not all threads of a block, or of a wave, meet.
_OF_THREADS = pattern(
    rb"(?i)threadIdx|lane|warp|elect|leader|\btid\b|thread|producer|consumer|role|local_?id|\bitem_ct"
)
# Those that divide blocks between waves of 64, if anywhere: `threadIdx.x < 128`, `threadIdx.x / 64 == 1`.
_OF_WAVES = pattern(
    rb"\s*(?:threadIdx\s*\.\s*x|\w{0,60}tid\w{0,60})\s*(?:(?:<|>=)\s*(?P<limit>\d{1,4})[uU]?|(?:/\s*64[uU]?|>>\s*6)\s*[=!<>]=?\s*\w+)\s*"
)
_WAVE = 64
# Nobody reads longer functions, or choices with more ways.
_LONGEST = 40_000
_MOST_WAYS = 16
_MOST_CHOICES = 200


class Way(NamedTuple):
    """A branch: the text of its condition, empty for an `else`, and what it holds."""

    condition: bytes
    start: int
    end: int

    @property
    def parts_waves(self) -> bool:
        """Whether the lanes of a wave of 64 may take different ways by its condition."""
        return _OF_THREADS.search(self.condition) is not None and not _is_of_waves(self.condition)


Choice = list[Way]


def _is_of_waves(condition: bytes) -> bool:
    found = _OF_WAVES.fullmatch(condition)
    return found is not None and (found["limit"] is None or int(found["limit"]) % _WAVE == 0)


def choices_around(facts: Facts, offset: int) -> list[tuple[Choice, Way]]:
    """The choices of its function that a place stands in, the innermost first, each with the way of the place."""
    function = facts.functions.around(offset)
    if function is None or function.end - function.start > _LONGEST:
        return []
    found = []
    for number, head in enumerate(_IF.finditer(facts.reading.plain, function.start, offset)):
        if number > _MOST_CHOICES:
            break
        choice = _choice(facts.reading, head.start(), function.end)
        found += [(choice, way) for way in choice if way.start <= offset < way.end]
    return found[::-1]


def _choice(reading: Reading, start: int, limit: int) -> Choice:
    """All ways of the choice that begins at an `if`; none if that goes on an `else`, or cannot be read."""
    plain = reading.plain
    if _BEHIND_ELSE.search(plain, max(0, start - 50), start):
        return []
    return list(_ways(reading, start, limit))


def _ways(reading: Reading, start: int, limit: int) -> Iterator[Way]:
    plain = reading.plain
    for _way in range(_MOST_WAYS):
        head = _IF.match(plain, start, limit)
        closing = reading.closers.get(head.end()) if head is not None else None
        if head is not None and closing is None:
            return
        condition = plain[head.end() + 1 : closing] if head is not None else b""
        begin = reading.skip_blank(closing + 1 if closing is not None else start)
        end = end_of_statement(reading, begin, limit)
        yield Way(condition, begin, end)
        behind = _ELSE.match(plain, reading.skip_blank(end), limit)
        if head is None or behind is None:
            return
        start = behind.end()


def end_of_statement(reading: Reading, start: int, limit: int) -> int:
    """Behind a statement: its semicolon, or its last brace."""
    plain = reading.plain
    loop = _DO.match(plain, start, limit)
    position = reading.skip_blank(loop.end()) if loop is not None else start
    if loop is not None and plain[position : position + 1] == b"{":
        position = reading.closers.get(position, limit) + 1
    while (sign := _ENDS.search(plain, position, limit)) is not None:
        if sign[0] == b";":
            return sign.end()
        position = reading.closers.get(sign.start(), limit) + 1
        if sign[0] == b"{":
            return min(position, limit)
    return limit
