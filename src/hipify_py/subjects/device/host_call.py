"""DEV022: functions for both sides that call one of the host's, as nvcc lets them."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.rules.detect import Hit

_NAMED = pattern(rb"\b([A-Za-z_]\w*)\s*\(")
_ENDS = pattern(rb"\)\s*(?:noexcept\s*)?\Z")
# What may make a function one for the device too: words of its own, or a macro that could be anything.
_UNSURE = pattern(rb"\b(?:constexpr|consteval|template|operator|[A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]{3,})\b")
_ON_DEVICE = pattern(rb"__(?:device|global)__[^;{}()]{0,200}?\b([A-Za-z_]\w*)\s*\(")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    device = facts.device
    host = _host_functions(facts)
    for name in facts.reading.names(host) if host else ():
        around = facts.reading.neighbours(name)
        if around.sign_after != b"(" or usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL):
            continue
        place = device.around(name.start)
        if place is None or not place.is_both or not device.is_emitted(place):
            continue
        if not device.asks_for_side(name.start):
            yield Hit(name.start, name.end)


def _host_functions(facts: Facts) -> set[bytes]:
    plain, found = facts.reading.plain, set()
    if b"__host__" not in plain and not any(
        b"__host__" in facts.reading.code[m.body : m.end] for m in facts.reading.macros
    ):
        return set()
    for scope in facts.reading.scopes.of_kind(Kind.BLOCK):
        parent = facts.reading.scopes.parent(scope)
        if parent is not None and parent.kind is not Kind.NAMESPACE:
            continue
        head = plain[scope.head : scope.start][-1000:]
        name = _NAMED.search(head)
        is_for_host = facts.functions.said(head) <= {b"__host__"} and not _UNSURE.search(head)
        is_read = not facts.on_device.is_dead(scope.start)
        if name and _ENDS.search(head, name.end()) and is_for_host and is_read:
            found.add(name[1])
    return found - {name[1] for name in _ON_DEVICE.finditer(plain)}
