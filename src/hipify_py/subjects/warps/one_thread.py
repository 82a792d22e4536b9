"""Which places only one thread of a warp comes to."""

from __future__ import annotations

from hipify_py.file.facts import Facts
from hipify_py.file.functions import Function
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import behind_last

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


def is_for_one_thread(facts: Facts, offset: int) -> bool:
    """Whether only one thread of the warp comes to a place, or calls the function around it."""
    return _is_one_thread(facts, offset) or _is_called_by_one(facts, offset)


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
