"""DEV013: one name for dynamic shared memory of two types."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Scope
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_EXTERN = pattern(
    rb"\bextern\s+__shared__\s+(?:__align__\s*\([^()]*\)\s*|alignas\s*\([^()]*\)\s*|volatile\s+)*"
    rb"((?:(?:unsigned|signed|long|short)\s+)*[A-Za-z_]\w*)\s+([A-Za-z_]\w*)\s*\[\s*\]"
)
_PARAMETER = pattern(rb"\b(?:typename|class)\s+([A-Za-z_]\w*)")
_DEEPEST = 64


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    first: dict[bytes, tuple[bytes, int]] = {}
    for found in _EXTERN.finditer(facts.reading.plain):
        kind = b" ".join(found[1].split())
        if kind in _template_parameters(facts, found.start()):
            continue  # whoever uses the template says which type it is, and maybe the same one
        known, place = first.setdefault(found[2], (kind, found.start()))
        if kind != known and not _are_alternatives(facts, place, found.start()):
            yield Hit(found.start(1), found.end(2), {"name": to_text(found[2]), "first": to_text(known)})


def _template_parameters(facts: Facts, offset: int) -> set[bytes]:
    """The types that templates around a place are given."""
    plain = facts.reading.plain
    heads = (plain[block.head : block.start] for block in _scopes_around(facts, offset))
    return {name for head in heads if b"template" in head for name in _PARAMETER.findall(head)}


def _scopes_around(facts: Facts, offset: int) -> Iterator[Scope]:
    scopes = facts.reading.scopes
    scope = scopes.at(offset)
    for _level in range(_DEEPEST):
        if scope is None:
            return
        yield scope
        scope = scopes.parent(scope)


def _are_alternatives(facts: Facts, left: int, right: int) -> bool:
    """Whether two places stand in different branches of one `#if`."""
    branches = {id(branch.chain): branch for branch in facts.reading.conditionals.around(left)}
    others = facts.reading.conditionals.around(right)
    return any(branches.get(id(branch.chain), branch) is not branch for branch in others)
