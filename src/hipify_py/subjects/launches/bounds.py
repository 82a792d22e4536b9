"""The arguments of `__launch_bounds__`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.reading.tokens import Name


def launch_bounds(facts: Facts) -> Iterator[tuple[Name, list[tuple[int, int]]]]:
    """Each use with the places of its arguments."""
    for name in facts.reading.names([b"__launch_bounds__"]):
        opening = facts.reading.skip_blank(name.end)
        if facts.reading.code[opening : opening + 1] == b"(" and b"__launch_bounds__" not in facts.own_macros:
            yield name, facts.reading.arguments(opening) or []
