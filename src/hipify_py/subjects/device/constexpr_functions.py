"""`__device__ constexpr` functions that host code calls, as nvcc lets it with `--expt-relaxed-constexpr`: for clang
they are of the device alone, as they say, so they become functions for both."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Scope
from hipify_py.subjects.device.execution_spaces import DEVICE_ONLY

ANCHORS = Anchors(frozenset((b"constexpr",)), tells=False)

_DEVICE = pattern(rb"\b__device__\b")
_NAMED = pattern(rb"\b(?!(?:__\w+__|decltype|alignas|noexcept|requires)\b)([A-Za-z_]\w*)\s*\(")


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported or b"__device__" not in facts.reading.plain:
        return
    functions: dict[bytes, list[Scope]] = {}
    for scope in facts.reading.scopes.outermost_blocks():
        if named := _NAMED.search(facts.reading.plain, scope.head, scope.start):
            functions.setdefault(named[1], []).append(scope)
    asked = {name: scopes for name, scopes in functions.items() if all(_is_of_device(facts, each) for each in scopes)}
    called = {use.text for use in facts.reading.names(asked) if facts.functions.side_at(use.start) is Side.HOST}
    for name in sorted(called):
        for scope in asked[name]:
            place = _DEVICE.search(facts.reading.plain, scope.head, scope.start)
            if place is not None and not facts.is_left_alone(place.start()):
                yield Edit(place.start(), place.start(), b"__host__ ", name.decode("latin-1"), "dialect")


def _is_of_device(facts: Facts, scope: Scope) -> bool:
    """Whether a function says `constexpr` and `__device__`, and its body is one for the host as well."""
    plain = facts.reading.plain
    head = plain[scope.head : scope.start]
    is_constant = b"constexpr" in head and facts.functions.said(head) == {b"__device__"}
    return is_constant and DEVICE_ONLY.search(plain, scope.start, scope.end) is None
