"""Which places only one thread of a warp, or of a wavefront, comes to."""

from __future__ import annotations

import re

from hipify_py.file.facts import Facts
from hipify_py.file.functions import Function
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import behind_last

_IF = pattern(rb"\bif\s*\(")
_NUMBER = rb"threadIdx\s*\.\s*x|(?:tid|thread_?[iI]dx?|lane)\w{0,60}|(?:__lane_id|thread_rank)\s*\(\s*\)"
_WARP_SIZE = rb"\w{0,20}[wW](?:arp_?[sS]ize|ARP_?SIZE)\b"
_OF_WARP = (
    rb"(?:&\s*(?:31|0[xX]1[fF]|\(\s*" + _WARP_SIZE + rb"\s*-\s*1\s*\))|%\s*(?:32|0[xX]20|" + _WARP_SIZE + rb"))[uU]?"
)
_ONE_THREAD = pattern(
    rb"(?:leader|elect)\w{0,60}\s*(?:==\s*\w+|\))"
    rb"|(?P<number>" + _NUMBER + rb")\s*(?P<part>" + _OF_WARP + rb"\s*)?(?:\)\s*)?==\s*\w+"
    rb"|(?:==|!)\s*(?:\(\s*)?(?P<other>" + _NUMBER + rb")\s*(?P<rest>" + _OF_WARP + rb"\s*)?\)"
)
_OTHERS_LEFT = pattern(
    rb"\bif\s*\(\s*(?:\(\s*)?(?P<number>threadIdx\s*\.\s*x|tid|lane\w*)\s*"
    rb"(?P<part>" + _OF_WARP + rb"\s*(?:\)\s*)?)?(?:(?:!=|>)\s*0[uU]?\s*)?\)\s*(?:\{\s*)?return\b"
)
_ONE_WARP = pattern(
    rb"(?i)\bw(?:arp|id\b)\w{0,20}\s*(?:\(\s*\)\s*)?==|!\s*w(?:arp|id\b)|threadIdx\s*\.\s*x\s*<\s*(?:32\b|"
    + _WARP_SIZE
    + rb")"
)
_GIVEN = rb"\b%s\s*=(?!=)[^;,={}]{0,90}?" + _OF_WARP.replace(b"%", b"%%")
_REACH = 300
# A class with more than that before the function has too much to look at.
_FAR = 10_000
_MOST_CALLS = 20
_ACCESS = pattern(rb"\b(public|protected|private)\s*:(?!:)")
# So much may stand between such a condition and what it is the condition of.
_NEAR = 80


def is_for_one_thread(facts: Facts, offset: int, *, of_wave: bool = False) -> bool:
    """Whether only one thread of the warp comes to a place, or calls the function around it: one thread of a wavefront
    of 64 lanes, if `of_wave` is set."""
    return _is_one_thread(facts, offset, of_wave) or _is_called_by_one(facts, offset, of_wave)


def _is_one_thread(facts: Facts, offset: int, of_wave: bool) -> bool:
    """Whether only one thread of the warp comes here."""
    plain = facts.reading.plain
    if _asks_for_one(facts, 0, offset, of_wave):
        return True
    blocks = [scope for scope in facts.reading.scopes.around(offset) if plain[scope.start : scope.start + 1] == b"{"]
    if any(_asks_for_one(facts, scope.head, scope.start, of_wave) for scope in blocks):
        return True
    left = _OTHERS_LEFT.search(plain, blocks[-1].start, offset) if blocks else None
    return left is not None and not (of_wave and _is_of_warp(facts, left["number"], left["part"], offset))


def _is_called_by_one(facts: Facts, offset: int, of_wave: bool) -> bool:
    """Whether the function or the macro around a place is one that only its own file can call, and only one thread of a
    warp does so."""
    macro = facts.reading.macro_at(offset)
    function = facts.functions.around(offset) if macro is None else None
    if macro is not None:
        name, start, end = macro.name, macro.name_start, macro.end
    elif function is not None and (function.is_local or _is_private(facts, function, offset)):
        name, start, end = function[:3]
    else:
        return False
    calls = [each.start for each in facts.reading.names([name]) if not start <= each.start < end]
    return 0 < len(calls) <= _MOST_CALLS and all(_is_one_thread(facts, call, of_wave) for call in calls)


def _is_private(facts: Facts, function: Function, offset: int) -> bool:
    """Whether the function around a place is a private member; what says so may stand before its head, as part of
    it."""
    scope = facts.reading.scopes.at(function.start)
    if scope is None or scope.kind is not Kind.CLASS:
        return False
    said = _ACCESS.finditer(facts.reading.plain, max(scope.start, function.start - _FAR), offset)
    own = [found[1] for found in said if facts.reading.scopes.at(found.start()) is scope]
    return own[-1:] == [b"private"]


def _asks_for_one(facts: Facts, low: int, high: int, of_wave: bool) -> bool:
    """Whether a text ends in an `if` that only one thread passes."""
    text = facts.reading.plain[max(low, high - _REACH) : high]
    condition = _IF.search(text, behind_last(text, b"{};"))
    if condition is None:
        return False
    if of_wave and _ONE_WARP.search(text, condition.end()):
        return True
    asked = (found for found in _ONE_THREAD.finditer(text, condition.end()) if len(text) - found.end() <= _NEAR)
    return any(not (of_wave and _counts_in_warp(facts, found, high)) for found in asked)


def _counts_in_warp(facts: Facts, found: re.Match[bytes], offset: int) -> bool:
    return _is_of_warp(facts, found["number"] or found["other"], found["part"] or found["rest"], offset)


def _is_of_warp(facts: Facts, number: bytes | None, part: bytes | None, offset: int) -> bool:
    """Whether a number is one of 32 lanes, so that two threads of a wavefront have it."""
    if part or number is None:
        return part is not None
    function = facts.functions.around(offset)
    text = facts.reading.plain[function.start : offset] if function is not None else b""
    return re.search(_GIVEN % re.escape(number), text) is not None
