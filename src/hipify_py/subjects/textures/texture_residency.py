"""TEX006: fetches from sparse textures, which take the address of a `bool` last."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        if around.sign_after not in (b"(", b"<") or usage(around, is_scope=False) is not Usage.PLAIN:
            continue
        *_others, last = _arguments(facts, name) or [(0, 0)]
        start, _end = facts.reading.stripped(*last)
        if facts.reading.code.startswith(b"&", start) and _others:
            yield Hit(name.start, name.end)


def _arguments(facts: Facts, name: Name) -> list[tuple[int, int]] | None:
    around = facts.reading.neighbours(name)
    opening = around.after if around.sign_after == b"(" else facts.reading.behind_template_arguments(around.after)
    return facts.reading.arguments(opening) if opening is not None else None
