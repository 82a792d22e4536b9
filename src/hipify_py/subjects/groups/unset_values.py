"""`int base; if (lane == 0) base = atomicAdd(n, 1); base = broadcast(base);`: it starts as 0, other types as `{}`.

Lanes that have not set it pass it on by value, or return it. clang takes from an undefined argument that the call does
not happen, and drops the condition: all lanes add. Only parameters of HIP's `__shfl` allow for it (`maybe_undef`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.arithmetic import promoted
from hipify_py.file.facts import Facts
from hipify_py.file.groups import groups_of
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern

_SHUFFLES = frozenset((b"shfl", b"shfl_up", b"shfl_down", b"shfl_xor"))
_ATOMICS = frozenset(b"atomicAdd atomicSub atomicExch atomicCAS atomicInc atomicDec atomicMax atomicMin".split())
ANCHORS = Anchors(_SHUFFLES | _ATOMICS, tells=False)
# `base`, `range.first`, `taken[0]`, which stands for all elements
_VARIABLE = rb"(?P<whole>(?P<name>[A-Za-z_]\w*)(?:\.[A-Za-z_]\w*)*)(?:\[[^\[\](){};,]{1,40}\](?:\.\w+)*)*"
_SET = pattern(rb"(?<![\w.>\])])" + _VARIABLE + rb"\s*=(?!=)")
_GIVEN = pattern(rb"(?:[(,]\s*|\b(?P<returned>return)\s+)" + _VARIABLE + rb"\s*(?=[,);])")
_CALLED = pattern(rb"\b([A-Za-z_]\w{0,80})\s{0,9}(?:<[^<>(){};]{0,90}>\s{0,9})?\Z")
# Allow for undefined values, or are no functions; nobody passes such values to the others that are named.
_HARMLESS = pattern(rb"__shfl|atomic|\w+_cast$|(?:if|while|for|switch|return|sizeof|decltype|printf|assert)$")
_BARE = pattern(rb"\w+((?:\s*\[[^\[\]]{1,60}\])*)(?=\s*[;,])")
_STORED_ELSEWHERE = frozenset((b"__shared__", b"static", b"extern"))
_SWITCH, _NEAR = pattern(rb"\bswitch\s*\("), 200


def propose(facts: Facts) -> Iterator[Edit]:
    starts = (_start(facts, each) for each in _passed_on(facts)) if facts.is_surely_cuda else ()
    yield from (Edit(place, place, value, "shfl", "groups") for place, value in sorted({*filter(None, starts)}))


def _passed_on(facts: Facts) -> Iterator[re.Match[bytes]]:
    """What a group shuffles, and what is set beside an atomic function, and passed to another function or returned."""
    plain, scopes, sets = facts.reading.plain, facts.reading.scopes, dict[tuple[int, int], set[bytes]]()
    for member in groups_of(facts).members(_SHUFFLES):
        yield from filter(None, (_GIVEN.match(plain, facts.reading.skip_blank(member.end)),))
    for call in facts.reading.names_in_code(_ATOMICS):
        *_, function = (None, *scopes.around(call.start))
        if (block := scopes.block_at(call.start)) is not None and function is not None:
            is_inner = scopes.block_around(block) is not None
            beside = (block.start, block.end) if is_inner else (scopes.statement_at(call.start), call.start)
            if found := {each["whole"] for each in _SET.finditer(plain, *beside)}:
                sets.setdefault((function.start, function.end), set()).update(found)
    for span, variables in sets.items():
        given = (each for each in _GIVEN.finditer(plain, *span) if not variables.isdisjoint(each.groups()))
        yield from (each for each in given if each["returned"] or _is_passed_by_value(facts, each.start("name")))


def _is_passed_by_value(facts: Facts, place: int) -> bool:
    """Whether something is passed to a function that may not allow for undefined values."""
    plain, around = facts.reading.plain, facts.reading.scopes.at(place)
    end = around.start if around is not None and plain[around.start : around.start + 1] == b"(" else 0
    callee = _CALLED.search(plain, max(end - _NEAR, 0), end)
    return callee is not None and not _HARMLESS.match(callee[1]) and promoted(callee[1]) is None


def _start(facts: Facts, given: re.Match[bytes]) -> tuple[int, bytes] | None:
    """Where a variable is declared that some lanes may not have set, and with what it can start there."""
    reading, scopes = facts.reading, facts.reading.scopes
    known = reading.declarations.of(given["name"], given.start("name"))
    bare = _BARE.match(reading.plain, known.place) if known is not None else None
    block = scopes.block_at(bare.end()) if bare is not None else None
    if not (known and bare and block) or scopes.at(bare.end()) != block or known.depth != bare[1].count(b"["):
        return None
    is_number, is_element = promoted(known.type) is not None, reading.plain[given.end("name")] in b" ["
    is_other = (known.depth and not (is_number and is_element)) or not known.qualifiers.isdisjoint(_STORED_ELSEWHERE)
    is_passed_by = b"goto" in reading.words or _SWITCH.search(reading.plain, block.head, block.start)
    if is_other or is_passed_by or facts.is_left_alone(known.place) or _is_set_at_once(facts, known.place, given):
        return None
    return bare.end(), b" = 0" if is_number and not known.depth else b"{}"


def _is_set_at_once(facts: Facts, declared: int, given: re.Match[bytes]) -> bool:
    """Whether a statement of a block around the use sets it, on every way to the use."""
    plain, scopes, place = facts.reading.plain, facts.reading.scopes, given.start("name")
    blocks = [*scopes.around(place)]
    for found in _SET.finditer(plain, declared, place):
        block, statement = scopes.block_at(found.start()), scopes.statement_at(found.start())
        while block is not None and plain[block.head : block.start].strip() == b"do":
            block = scopes.block_around(block)
        is_before = not plain[statement : found.start()].strip() and statement < scopes.statement_at(place)
        if is_before and found["whole"] in (given["whole"], given["name"]) and block in blocks:
            return True
    return False
