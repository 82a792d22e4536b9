"""DEV013: one name for dynamic shared memory of two types."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_EXTERN = pattern(
    rb"\bextern\s+__shared__\s+(?:__align__\s*\([^()]*\)\s*|alignas\s*\([^()]*\)\s*|volatile\s+)*"
    rb"((?:(?:unsigned|signed|long|short)\s+)*[A-Za-z_]\w*)\s+([A-Za-z_]\w*)\s*\[\s*\]"
)


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    first: dict[bytes, tuple[bytes, int]] = {}
    for found in _EXTERN.finditer(facts.reading.plain):
        kind = b" ".join(found[1].split())
        if facts.reading.declarations.is_type_parameter(kind, found.start()):
            continue  # whoever uses the template says which type it is, and maybe the same one
        known, place = first.setdefault(found[2], (kind, found.start()))
        if kind != known and not _are_alternatives(facts, place, found.start()):
            yield Hit(found.start(1), found.end(2), {"name": to_text(found[2]), "first": to_text(known)})


def _are_alternatives(facts: Facts, left: int, right: int) -> bool:
    """Whether two places stand in different branches of one `#if`."""
    branches = {id(branch.chain): branch for branch in facts.reading.conditionals.around(left)}
    others = facts.reading.conditionals.around(right)
    return any(branches.get(id(branch.chain), branch) is not branch for branch in others)
