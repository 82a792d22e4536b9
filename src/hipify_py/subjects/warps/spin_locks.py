"""WRP016: locks that each thread of a warp may spin for, while another lane of it holds them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE, Function
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import behind_last
from hipify_py.rules.detect import Hit

_SPIN = pattern(
    rb"\bwhile\s*(?P<condition>\()\s*(?:!\s*)?(?:\(+\s*)?(?:[\w:]+\s*[!=]=\s*)?(?:::\s*)?"
    rb"(?P<name>atomic(?:CAS|Exch)(?:_block|_system)?)\s*(?P<call>\()"
)
# A loop that is left as soon as the lock is taken: what it guards stands behind the loop.
_LEAVES = pattern(
    rb"\bif\s*(?P<condition>\()\s*(?:!\s*)?(?:\(+\s*)?(?:[\w:]+\s*==\s*)?(?:::\s*)?"
    rb"(?P<name>atomic(?:CAS|Exch)(?:_block|_system)?)\s*(?P<call>\()"
)
_LOOP = pattern(rb"\b(?:(?:while|for)\s*\([^{}]{0,160}\)|do)\s*$")
_BREAK = pattern(rb"\s*(?:\{\s*)?(?:break|return)\s*;")
_CONSTANT = pattern(
    rb"\s*(?:\(\s*\w+\s*\)\s*)?(?:-?\d+[uUlL]*|[A-Z][A-Z0-9_]*|k[A-Z]\w*|true|false|\w{0,60}(?i:locked|free|open)\w*)\s*"
)
_IF = pattern(rb"\bif\s*\(")
_ONE_THREAD = pattern(
    rb"(?:threadIdx\s*\.\s*x|(?:tid|thread_?[iI]dx?|lane|leader|elect)\w{0,60}|thread_rank\s*\(\s*\))\s*(?:==\s*\w+|\))"
)
_OTHERS_LEFT = pattern(rb"\bif\s*\(\s*(?:threadIdx\s*\.\s*x|tid|lane\w*)\s*(?:!=|>)\s*0[uU]?\s*\)\s*(?:\{\s*)?return\b")
_REACH = 300
# A class with more than that before the function has too much to look at.
_FAR = 10_000
_MOST_CALLS = 20
_ACCESS = pattern(rb"\b(public|protected|private)\s*:(?!:)")
# So much may stand between such a condition and what it is the condition of.
_NEAR = 80


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    plain = facts.reading.plain
    for leaving in (_SPIN, _LEAVES):
        for found in leaving.finditer(plain):
            closing = facts.reading.closers.get(found.start("condition"))
            if closing is None or not _takes_lock(facts, found):
                continue
            if leaving is _LEAVES and not (_BREAK.match(plain, closing + 1) and _is_in_loop(facts, found.start())):
                continue
            if facts.functions.side_at(found.start()) not in ON_DEVICE or _is_one_thread(facts, found.start()):
                continue
            if not _is_called_by_one(facts, found.start()):
                yield Hit(found.start(), closing + 1)


def _is_in_loop(facts: Facts, offset: int) -> bool:
    """Whether a place stands directly in a loop."""
    scope = facts.reading.scopes.at(offset)
    return (
        scope is not None and _LOOP.search(facts.reading.plain, max(0, scope.start - _REACH), scope.start) is not None
    )


def _takes_lock(facts: Facts, found: re.Match[bytes]) -> bool:
    """Whether constants are put in place of each other; else it is a loop that computes something atomically."""
    spans = facts.reading.arguments(found.start("call")) or []
    values = [facts.reading.code[start:end] for start, end in spans[1:]]
    wanted = 2 if b"CAS" in found["name"] else 1
    return len(values) == wanted and _CONSTANT.fullmatch(values[0]) is not None


def _is_one_thread(facts: Facts, offset: int) -> bool:
    """Whether only one thread of the warp comes here."""
    plain = facts.reading.plain
    if _asks_for_one(plain, 0, offset):
        return True
    blocks = [scope for scope in facts.reading.scopes.around(offset) if plain[scope.start : scope.start + 1] == b"{"]
    if any(_asks_for_one(plain, scope.head, scope.start) for scope in blocks):
        return True
    return bool(blocks) and _OTHERS_LEFT.search(plain, blocks[-1].start, offset) is not None


def _is_called_by_one(facts: Facts, offset: int) -> bool:
    """Whether the function around a place is one that only its own file can call, and only one thread of a warp does
    so."""
    function = facts.functions.around(offset)
    if function is None or not (function.is_local or _is_private(facts, function, offset)):
        return False
    names = facts.reading.names([function.name])
    calls = [name.start for name in names if not function.start <= name.start < function.end]
    return 0 < len(calls) <= _MOST_CALLS and all(_is_one_thread(facts, call) for call in calls)


def _is_private(facts: Facts, function: Function, offset: int) -> bool:
    """Whether the function around a place is a private member; what says so may stand before its head, as part of
    it."""
    scope = facts.reading.scopes.at(function.start)
    if scope is None or scope.kind is not Kind.CLASS:
        return False
    said = _ACCESS.finditer(facts.reading.plain, max(scope.start, function.start - _FAR), offset)
    own = [found[1] for found in said if facts.reading.scopes.at(found.start()) is scope]
    return own[-1:] == [b"private"]


def _asks_for_one(plain: bytes, low: int, high: int) -> bool:
    """Whether a text ends in an `if` that only one thread passes."""
    text = plain[max(low, high - _REACH) : high]
    condition = _IF.search(text, behind_last(text, b"{};"))
    asked = _ONE_THREAD.finditer(text, condition.end()) if condition else ()
    return any(len(text) - found.end() <= _NEAR for found in asked)
