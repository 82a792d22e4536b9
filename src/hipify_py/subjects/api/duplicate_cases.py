"""API009: two cases of one `switch` that have become the same value, and that conversion could not part."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    seen: dict[tuple[int, str], bytes] = {}
    for item in facts.listed:
        target = item.resolution.target
        if not target or item.around.word_before != b"case" or item.around.sign_after != b":":
            continue
        scope = facts.reading.scopes.at(item.name.start)
        if scope is None:
            continue
        first = seen.setdefault((scope.start, target), item.name.text)
        if first != item.name.text:
            yield Hit(item.name.start, item.name.end, {"first": to_text(first), "target": target})
