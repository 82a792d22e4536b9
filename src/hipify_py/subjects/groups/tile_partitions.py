"""CGP019: tiles of tiles, for which older headers have no definition."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.groups import groups_of
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import Declaration
from hipify_py.rules.detect import Hit
from hipify_py.tables.model import Version

_SINCE = Version(7, 0)
_TILE = pattern(rb"(?:\w+::)*thread_block_tile<.*", re.DOTALL)
_MADE = pattern(rb"(?:\w+\s*::\s*)?tiled_partition\s*<")
_MADE_OF_IT = pattern(rb"\w+\s*=\s*(?:\w+\s*::\s*)?tiled_partition\s*<")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.policy.rocm >= _SINCE:
        return
    for name in groups_of(facts).of(words):
        opening = facts.reading.behind_template_arguments(facts.reading.skip_blank(name.end))
        arguments = facts.reading.arguments(opening) if opening is not None else None
        if arguments is None or len(arguments) != 1:
            continue
        start, end = facts.reading.stripped(*arguments[0])
        parent = facts.reading.code[start:end]
        known = facts.reading.declarations.of(parent, start)
        if _MADE.match(parent) or (known is not None and _is_tile(facts, known)):
            yield Hit(name.start, name.end)


def _is_tile(facts: Facts, known: Declaration) -> bool:
    is_made = known.type == b"auto" and _MADE_OF_IT.match(facts.reading.plain, known.place)
    return bool(is_made or _TILE.fullmatch(known.type))
