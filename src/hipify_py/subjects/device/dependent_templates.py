"""`x.cast<float>()` where the type of `x` depends on a parameter of a template: clang wants `x.template cast<float>()`,
nvcc does not. The word is allowed wherever it is not needed."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern

ANCHORS = Anchors(frozenset((b"template",)), tells=False)

# An argument that is a type by its first word, so that `<` compares nothing.
_CALL = pattern(
    rb"(?<![\w.>:])([A-Za-z_]\w*)\s{0,9}(?:\.|->)\s{0,9}(?!template\b)([A-Za-z_]\w*)\s{0,9}<\s{0,9}"
    rb"(?:const\s{1,9})?([A-Za-z_]\w*)[\w\s,:*&]{0,99}>\s{0,9}\("
)
_PARAMETER = pattern(rb"\b(?:typename|class)\s{1,9}([A-Za-z_]\w*)")
_WORD = pattern(rb"[A-Za-z_]\w*")
# Nobody nests deeper, or has longer heads.
_DEEPEST = 40
_LONGEST_HEAD = 2_000
_TYPES = frozenset(b"bool char double float int long short signed unsigned __half __nv_bfloat16 half".split())


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_c or facts.is_ported or not facts.reading.is_cuda:
        return
    plain = facts.reading.plain
    for found in _CALL.finditer(plain):
        parameters = _parameters(facts, found.start())
        if not parameters or found[3] not in _TYPES | parameters or facts.is_left_alone(found.start()):
            continue
        known = declared(plain, found[1], found.start())
        if known is not None and not parameters.isdisjoint(_WORD.findall(known.type)):
            yield Edit(found.start(2), found.start(2), b"template ", "template", "dialect")


def _parameters(facts: Facts, place: int) -> frozenset[bytes]:
    """The types that are parameters of the templates around a place."""
    plain, scopes = facts.reading.plain, facts.reading.scopes
    scope, found = scopes.at(place), set[bytes]()
    for _level in range(_DEEPEST):
        if scope is None:
            break
        if plain.startswith(b"{", scope.start):
            head = plain[max(scope.head, scope.start - _LONGEST_HEAD) : scope.start]
            found.update(_PARAMETER.findall(head) if b"template" in head else ())
        scope = scopes.parent(scope)
    return frozenset(found)
