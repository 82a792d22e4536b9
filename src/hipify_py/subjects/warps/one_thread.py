"""Which places only one thread of a warp, or of a wavefront, comes to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress, pairwise
from operator import not_

from hipify_py.edits import Span
from hipify_py.file.block_shapes import ROW
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Function
from hipify_py.file.once_per_file import once_per_file
from hipify_py.file.thread_values import WARP, WAVE, ThreadValues, values_at
from hipify_py.patterns import pattern
from hipify_py.reading.conditions import Condition, conditions_of
from hipify_py.reading.numbers import integer
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import identifiers

_NUMBER = (
    rb"threadIdx\s{0,9}\.\s{0,9}x|(?:tid|thread_?[iI]dx?|lane)\w{0,60}|(?:__lane_id|thread_rank)\s{0,9}\(\s{0,9}\)"
)
_WARP_SIZE = rb"\w{0,20}[wW](?:arp_?[sS]ize|ARP_?SIZE)\b"
_OF_WARP = (
    rb"(?:&\s{0,9}(?:31|0[xX]1[fF]|\(\s{0,9}"
    + _WARP_SIZE
    + rb"\s{0,9}-\s{0,9}1\s{0,9}\))|%\s{0,9}(?:32|0[xX]20|"
    + _WARP_SIZE
    + rb"))[uU]?"
)
# How conditions ask for one thread by the names that threads are given everywhere.
_IS_ONE = pattern(
    rb"(?:leader|elect)\w{0,60}\s{0,9}(?:\(\s{0,9}\w{0,60}\s{0,9}\)\s{0,9})?(?:==\s{0,9}\w{1,60}\s{0,9})?\Z"
    rb"|(?P<number>" + _NUMBER + rb")\s{0,9}(?P<part>" + _OF_WARP + rb"\s{0,9})?(?:\)\s{0,9})?==\s{0,9}\w{1,60}"
    rb"|==\s{0,9}(?:\(\s{0,9})?(?P<other>" + _NUMBER + rb")\s{0,9}(?P<rest>" + _OF_WARP + rb"\s{0,9})?(?:\)\s{0,9})?\Z"
)
# And for all others: `if (tid > 0) return;`.
_IS_OTHER = pattern(
    rb"\A(?:\(\s{0,9})?(?P<number>"
    + _NUMBER
    + rb")\s{0,9}(?P<part>"
    + _OF_WARP
    + rb"\s{0,9})?(?:\)\s{0,9})?(?:(?:!=|>)\s{0,9}0[uU]?)?\Z"
)
_IS_WARP = pattern(
    rb"(?i)w(?:arp|id\b)\w{0,20}\s{0,9}(?:\(\s{0,9}\)\s{0,9})?==|threadIdx\s{0,9}\.\s{0,9}x\s{0,9}<\s{0,9}" + _WARP_SIZE
)
_IS_OTHER_WARP = pattern(rb"(?i)\Aw(?:arp|id\b)\w{0,20}\Z")
_CHOOSES = pattern(rb"\|\||\?")
_GIVEN = rb"\b%s\s*=(?!=)[^;,={}]{0,90}?" + _OF_WARP.replace(b"%", b"%%")
_GROUP = pattern(rb"([A-Za-z_]\w*)\s{0,9}(?:\.|->)\s{0,9}thread_rank")
# `auto t = cg::tiled_partition<8>(…)`, `thread_block_tile<32> t`, `auto t = coalesced_threads()`
_TILE = (
    rb"\b%s\s{0,9}=[^;]{0,90}?(?:tiled_partition\s{0,9}<\s{0,9}(\w{1,60})|\w{1,20}_partition\b|coalesced_threads)"
    rb"|(?:thread_block_tile\s{0,9}<\s{0,9}(\w{1,60})[^<>;]{0,90}>|coalesced_group)[\s&]{1,9}%s\b"
)
_OF_ROWS = pattern(rb"\bthreadIdx\s{0,9}\.\s{0,9}[yz]\b")
_INITIALIZED = pattern(rb"\b([A-Za-z_]\w{0,60})\s{0,9}=(?!=)([^;{}]{0,300})")
# From a condition through variables to the number of a row.
_DEEPEST = 4
_LONGEST = 300
# More than any group has.
_MOST_LANES = ROW.threads
# A class with more than that before the function has too much to look at.
_FAR = 10_000
_MOST_CALLS = 20
_ACCESS = pattern(rb"\b(public|protected|private)\s*:(?!:)")


def is_for_one_thread(facts: Facts, offset: int, *, of_wave: bool = False) -> bool:
    """Whether only one thread of the warp comes to a place, or calls the function around it: one thread of a wavefront
    of 64 lanes, if `of_wave` is set."""
    known, key = _known(facts), (offset, of_wave)
    if key not in known:  # several rules ask
        known[key] = _is_one_thread(facts, offset, of_wave) or _is_called_by_one(facts, offset, of_wave)
    return known[key]


@once_per_file
def _known(_facts: Facts) -> dict[tuple[int, bool], bool]:
    return {}


def _is_one_thread(facts: Facts, offset: int, of_wave: bool) -> bool:
    """Whether only one thread of the warp comes here, whatever shape the block has."""
    conditions = conditions_of(facts.reading, offset)
    return conditions is not None and all(
        _lets_one_pass(facts, offset, conditions, values, of_wave) for values in values_at(facts, offset)
    )


def _lets_one_pass(
    facts: Facts, offset: int, conditions: Sequence[Condition], threads: ThreadValues, of_wave: bool
) -> bool:
    come, unknown = _coming(conditions, threads)
    if len(come) == threads.count > 1 and not unknown:
        return False
    if _is_one_of_each(come, WAVE if of_wave else WARP):
        return True
    if of_wave and _has_rows(facts, offset, conditions):
        return False
    if not unknown:
        return False
    is_one_warp = _is_one_of_each(sorted({thread // WARP * WARP for thread in come}), WAVE)
    is_one_warp = is_one_warp or any(_asks_for_warp(facts, each) for each in unknown)
    needed = WAVE if of_wave and not is_one_warp else WARP
    return any(_lanes_of_one(facts, each, offset) >= needed for each in unknown)


def _coming(conditions: Sequence[Condition], threads: ThreadValues) -> tuple[Sequence[int], list[Condition]]:
    """The threads that come to a place as far as its conditions are known, and the others of these."""
    come: Sequence[int] = range(threads.count)
    unknown = list[Condition]()
    for each in conditions:
        if each.holds is None:
            continue
        values = threads.of(each.start, each.end)
        if values is None:
            unknown.append(each)
        else:
            of_those = map(values.__getitem__, come)
            come = list(compress(come, of_those if each.holds else map(not_, of_those)))
    return come, unknown


def part_in_waves(facts: Facts, place: int, condition: Span) -> bool:
    """Whether a wave has threads that come to a place, threads that meet a condition, and none that does both."""
    conditions = conditions_of(facts.reading, place) or ()
    for threads in values_at(facts, place) if conditions else ():
        come, values = _coming(conditions, threads)[0], threads.of(*condition)
        if values is None or any(values[thread] for thread in come):
            continue
        waves = {thread // WAVE for thread in come}
        if any(value and thread // WAVE in waves for thread, value in enumerate(values)):
            return True
    return False


def _has_rows(facts: Facts, offset: int, conditions: Sequence[Condition]) -> bool:
    """Whether threads of several rows of a block come to a place: its function asks for rows, and no condition does, by
    a variable maybe."""
    plain, function = facts.reading.plain, facts.functions.around(offset)
    text = plain[function.start : function.end] if function is not None else b""
    if not _OF_ROWS.search(text):
        return False
    asked = [plain[each.start : each.end] for each in conditions]
    given = [(found[1], found[2]) for found in _INITIALIZED.finditer(text)]
    for _step in range(_DEEPEST):
        if any(map(_OF_ROWS.search, asked)):
            return False
        names = {name for each in asked for name in identifiers(each)}
        asked = [value for name, value in given if name in names]
    return True


def _is_one_of_each(threads: Sequence[int], size: int) -> bool:
    """Whether of some threads, in order, no two are in one group of so many."""
    return all(one // size != other // size for one, other in pairwise(threads))


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


def _lanes_of_one(facts: Facts, condition: Condition, offset: int) -> int:
    """Of how many threads a condition lets one pass, judged by its words; 0 where these say nothing of it."""
    found = _found(facts, _IS_ONE if condition.holds else _IS_OTHER, condition)
    if found is None:
        return 0
    named = found.groupdict()
    number = named["number"] or named.get("other")
    if number is None or named["part"] or named.get("rest"):
        return WARP
    function = facts.functions.around(offset)
    text = facts.reading.plain[function.start : offset] if function is not None else b""
    if b"thread_rank" in number:
        group = _GROUP.search(facts.reading.plain, condition.start, condition.end)
        return _lanes_of_group(text, group[1]) if group is not None else _MOST_LANES
    return WARP if re.search(_GIVEN % re.escape(number), text) else _MOST_LANES


def _lanes_of_group(text: bytes, group: bytes) -> int:
    """How many threads a group has that a function makes or is given: all of the block, if it is no tile."""
    found = re.search(_TILE % (re.escape(group), re.escape(group)), text)
    if found is None:
        return _MOST_LANES
    size = integer(found[1] or found[2] or b"")
    return WARP if size is None else size


def _asks_for_warp(facts: Facts, condition: Condition) -> bool:
    return _found(facts, _IS_WARP if condition.holds else _IS_OTHER_WARP, condition) is not None


def _found(facts: Facts, sign: re.Pattern[bytes], condition: Condition) -> re.Match[bytes] | None:
    text = facts.reading.plain[condition.start : condition.end].strip()
    return sign.search(text) if len(text) < _LONGEST and not _CHOOSES.search(text) else None
