"""CGP018: masks of a group, which have 64 bits in HIP, compared as if they had 32."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.groups import Groups
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

_COMPARED = pattern(rb"\s*(?:\)\s*)?[=!]=")
_WITH_ALL_ONES = pattern(rb"\s*[=!]=\s*-\s*1[uU]?\b")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    code = facts.reading.code
    for name in Groups(facts).members(words):
        closing = facts.reading.closers.get(facts.reading.neighbours(name).after)
        if closing is None:
            continue
        is_complement = _COMPARED.match(code, closing + 1) is not None or _is_denied(facts, name)
        if (is_complement and _is_inverted(facts, name)) or _WITH_ALL_ONES.match(code, closing + 1):
            yield Hit(name.start, closing + 1)


def _is_inverted(facts: Facts, name: Name) -> bool:
    """Whether `~` stands before the group."""
    return _sign_before_group(facts, name)[1] == b"~"


def _is_denied(facts: Facts, name: Name) -> bool:
    """Whether `!~` stands before the group."""
    around = facts.reading.neighbours(name)
    return around.token_before(_sign_before_group(facts, name)[0])[1] == b"!"


def _sign_before_group(facts: Facts, name: Name) -> tuple[int, bytes]:
    around = facts.reading.neighbours(name)
    start, _receiver = around.token_before(around.before - 1)
    return around.token_before(start)
