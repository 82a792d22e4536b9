"""CGP019: tiles of tiles, for which older headers have no definition."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.groups import Groups
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.tables.model import Version

_SINCE = Version(7, 0)
_TILES = pattern(
    rb"\bthread_block_tile\s*<[^<>;{}]{1,60}>\s*(?:const\b\s*)?(?:&\s*)?(\w+)\s*[,;)=({]"
    rb"|\b(\w+)\s*=\s*(?:\w+\s*::\s*)?tiled_partition\s*<"
)
_MADE = pattern(rb"(?:\w+\s*::\s*)?tiled_partition\s*<")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.policy.rocm >= _SINCE:
        return
    tiles = {found[1] or found[2] for found in _TILES.finditer(facts.reading.plain)}
    for name in Groups(facts).of(words):
        opening = facts.reading.behind_template_arguments(facts.reading.skip_blank(name.end))
        arguments = facts.reading.arguments(opening) if opening is not None else None
        if arguments is None or len(arguments) != 1:
            continue
        parent = facts.reading.code[slice(*arguments[0])].strip()
        if parent in tiles or _MADE.match(parent):
            yield Hit(name.start, name.end)
