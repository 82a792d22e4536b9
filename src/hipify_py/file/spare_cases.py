"""Labels of a `switch` that cannot stay: values that HIP lacks, and a second label for one value.

Functions that spell out error codes list every one that CUDA has. One that HIP lacks is never met there, so its case is
kept for other compilers, if nothing falls into it nor out of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.tokens import Name, behind_last
from hipify_py.tables.model import Policy
from hipify_py.texts import to_text

_NEXT_LABEL = pattern(rb"\b(?:case|default)\b|[{}]")
# A statement, without its semicolon, that is a jump: behind a label perhaps, but no part of an `if`.
_LEAVES = pattern(rb"(?:[^?]*:)?\s*(?:(?:return|throw|goto)\b|(?:break|continue)\Z)")
_OPENS_SWITCH = pattern(rb"\)\s*\{$")
_LONGEST_CASE = 2_000
# What follows most names, none of which is a label then.
_NO_LABEL = (b"(", b")", b",", b";", b".", b"*", b"&", b"<")


def spare_cases(reading: Reading, policy: Policy, names: list[Name]) -> list[tuple[int, int]]:
    """The lines of such cases, neighbors together."""
    spans: list[tuple[int, int]] = []
    for start, end in _spans(reading, policy, names):
        if spans and not reading.code[spans[-1][1] : start].strip():
            spans[-1] = spans[-1][0], end
        else:
            spans.append((start, end))
    return spans


def _spans(reading: Reading, policy: Policy, names: list[Name]) -> Iterator[tuple[int, int]]:
    seen: set[tuple[int, str]] = set()
    for name in names:
        if reading.code[name.end : name.end + 1] in _NO_LABEL:
            continue
        around = reading.neighbours(name)
        if around.word_before != b"case" or around.sign_after != b":" or around.code is not reading.plain:
            continue
        scope = reading.scopes.at(name.start)
        resolution = policy.name(to_text(name.text))
        if scope is None or resolution is None:
            continue
        key = scope.start, resolution.target or ""
        is_spare = resolution.target is None or (key in seen and key[1] != "")
        seen.add(key)
        if is_spare and (span := _lines(reading, around, scope.end)) is not None:
            yield span


def _lines(reading: Reading, around: Neighbours, limit: int) -> tuple[int, int] | None:
    """The lines from the label to the next one, if control neither falls into them nor out of them."""
    plain = reading.plain
    label, _word = around.token_before(around.before)
    start = reading.line_start(label)
    following = _NEXT_LABEL.search(plain, around.after + 1, min(limit, around.after + _LONGEST_CASE))
    end = following.start() if following else limit
    if following and following.group() in b"{}":
        return None
    body = plain[around.after + 1 : end]
    before = plain[max(0, label - _LONGEST_CASE) : label].rstrip()
    is_closed = _OPENS_SWITCH.search(before) is not None or _leaves(before)
    if body.strip() and not (is_closed and _leaves(body.rstrip())):
        return None
    last_line = reading.line_start(end)
    stands_alone = (
        not reading.source.text[start:label].strip() and not plain[last_line:end].strip() and last_line > start
    )
    is_whole = stands_alone and not reading.directives_between(start, last_line)
    return (start, last_line) if is_whole else None


def _leaves(text: bytes) -> bool:
    """Whether control leaves by the last statement of a text."""
    if not text.endswith(b";"):
        return False
    statement = text[:-1].rstrip()
    return _LEAVES.match(statement, behind_last(statement, b";{}")) is not None
