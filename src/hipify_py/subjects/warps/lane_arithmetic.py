"""WRP002: arithmetic with the 32 of a warp on what counts threads, lanes or warps."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file import lane_builtins as lanes
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.findings import Severity
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.excerpts import excerpts, found_in
from hipify_py.records import dataclass
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.lane_speech import Other, Speech
from hipify_py.subjects.warps.waves import knows_waves

_31 = rb"(?:31|0[xX]1[fF])[uUlL]*(?![\w.])"
_32 = rb"(?:32|0[xX]20)[uUlL]*(?![\w.])"
_5 = rb"5[uU]?(?![\w.])"
# With one of these in the file, groups of 32 threads are warps.
_WARP_WORDS = lanes.BUILTINS | {lanes.HEADER_NAMESPACE, b"__lane_id", b"asm", b"__asm__", b"wmma"}
_CALLED = pattern(rb"(?i)lane|warp|\bwid\b")
_LINE = 200
_PART = (
    rb"(?:&(?!&)\s*(?:" + _31 + rb"|\(\s*32\s*-\s*1\s*\))|%\s*(?:" + _32 + rb"|\(\s*" + _32 + rb"\s*\))"
    rb"|>>\s*" + _5 + rb"|/\s*" + _32 + rb")"
)
_COMPUTES = pattern(_PART)
# What counts the threads of a block, or their lanes, by its name.
_THREADS = (
    rb"(?:threadIdx|blockDim|[bB]lock|dimBlock)\s*\.\s*[xyz]|l?tid(?:x|_\w{1,20}|\d)?|thid"
    rb"|[tT]hread_?[iI](?:d|dx|ndex)(?:_?\w{0,12})?|[tT]hread_?[rR]ank|lane\w{0,20}|[lL]ocal_?[tT]?[iI]dx?"
    rb"|(?:num|n)_?[tT]hreads\w{0,20}|[tT]hreads(?:_?[pP]er_?[bB]lock|\s*\.\s*x)?|\w{0,12}THREADS(?:_PER_BLOCK)?"
    rb"|[bB]lock_?(?:[sS]ize|[dD]im)(?:_?[xX]|\s*\.\s*x)?|BLOCK_?(?:SIZE|DIM)(?:_X)?"
    rb"|k(?:Num)?(?:Threads|BlockSize)\w{0,12}"
)
_ADDED = rb"(?:[+-]\s*(?:\(\s*)?\d+[uU]?\s*)"
_ROUNDED = _ADDED + rb"{0,2}(?:\)+\s*(?:" + _ADDED + rb"{1,2}(?:\)+\s*)?)?)?"
_IS_THREADS = pattern(_THREADS)
# What a part is computed of, up to the part.
_USED = pattern(rb"(?<![\w.>])(?:(?P<base>[A-Za-z_]\w*(?:\s*\.\s*[xyz])?)|thread_rank\s*\(\s*\))\s*" + _ROUNDED + rb"$")
_LONGEST_USE = 120
_OWN = pattern(rb"\b(\w+)\s*=(?!=)([^;,={}]*)[;,]")
_OF_MORE = pattern(rb"blockIdx|\[|\?")
_OF_THREAD = pattern(rb"\bthreadIdx\b")
_LANE = rb"(?:(?<![A-Za-z])lane|(?<=[a-z])Lane|(?<![A-Za-z])Lane|(?<![A-Z])LANE)"
_WARPS = (
    rb"(?<![\w.])(?:[a-z]\w{0,20}_|[A-Z]\w{0,20}_)?(?:[a-z]{1,12}(?=W))?(?:[wW]arps?|WARPS?)"
    rb"(?:_?(?:[iI]d|[iI]dx|[iI]ndex|ID|IDX|[nN]um|[pP]er_?[bB]lock|PER_BLOCK))?(?:_\w{1,8})?"
)
_GIVEN = pattern(
    rb"\b\w{0,30}?(?:" + _LANE + rb"|[wW]arp|WARP|\bwid\b)\w{0,20}\s*=(?!=)\s*(?P<at>[^;,={}?]{1,100}?" + _PART + rb")"
)
_COUNTED = pattern(
    _WARPS
    + rb"(?:\s*\(\s*\))?\s*(?:\*\s*"
    + _32
    + rb"|<<\s*"
    + _5
    + rb")|(?<![\w.])"
    + _32
    + rb"\s*\*\s*"
    + _WARPS
    + rb"\b"
)
_REVERSED = pattern(rb"(?<![\w.])" + _31 + rb"\s*&\s*(?:\(\s*)?threadIdx\s*\.\s*[xyz]")
_LAST = pattern(
    rb"(?<![\w.])(?:lane(?:_?[iI](?:d|dx|ndex))?|LANE_ID)\s*(?:==|!=|<=?|>=?)\s*(?:" + _31 + rb"|" + _32 + rb")"
)


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    if knows_waves(facts):
        return
    code = facts.reading.code
    # One of these is in all that is looked for here.
    numbers = facts.reading.near(lanes.NUMBERS_OF_WARPS)
    if not numbers:
        return
    speech = Speech(facts)
    is_about_warps = not facts.reading.words.isdisjoint(_WARP_WORDS)
    ends: set[int] = set()
    for start, end in (*_used(facts, numbers), *_others(facts, numbers)):
        if end not in ends and not facts.reading.is_message(start) and not speech.is_missing_at(start):
            ends.add(end)
            is_kept = speech.is_kept_at(start) or speech.is_ported
            is_worse = (is_about_warps or _is_called_lane(code, start)) and not is_kept
            other = speech.other_at(start) if is_worse else None
            yield Hit(start, end, {"other": _said(facts, other)}, severity=None if is_worse else Severity.INFO)


def _said(facts: Facts, other: Other | None) -> str:
    """What makes arithmetic worth a review, for the end of a message."""
    return f"; see '{other.word}' in line {facts.reading.source.line(other.place)}" if other is not None else ""


def _used(facts: Facts, numbers: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What numbers threads or lanes, with the arithmetic. A variable of a kernel is none of the host's."""
    code = facts.reading.code
    counting = _ThreadNumbers(code)
    for part in found_in(_COMPUTES, numbers, code):
        used = _USED.search(code, max(0, part.start() - _LONGEST_USE), part.start())
        if used and (
            _is_of_threads(used["base"]) or (used["base"] in counting.names and not _is_on_host(facts, used.start()))
        ):
            yield used.start(), part.end()


def _others(facts: Facts, numbers: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    code = facts.reading.code
    parts = excerpts(_COMPUTES, code, within=numbers)
    searches = (
        (_REVERSED, numbers, (b"threadIdx",)),
        (_COUNTED, numbers, (b"arp", b"ARP")),
        (_LAST, numbers, (b"lane", b"LANE")),
        (_GIVEN, parts, (b"ane", b"ANE", b"arp", b"ARP", b"wid")),
    )
    for wanted, near, signs in searches:
        for found in found_in(wanted, near, code, signs):
            if wanted is not _LAST or not _is_on_host(facts, found.start()):
                yield found.span("at") if wanted is _GIVEN else found.span()


def _is_on_host(facts: Facts, place: int) -> bool:
    return facts.functions.side_at(place) is Side.HOST and not facts.functions.may_be_on_device(place)


def _is_called_lane(code: bytes, start: int) -> bool:
    """Whether the line speaks of lanes or warps: a block may also be cut into rows of 32 for another reason."""
    line = code[max(code.rfind(b"\n", 0, start), start - _LINE) + 1 : start + _LINE].partition(b"\n")[0]
    return _CALLED.search(line) is not None


def _is_of_threads(base: bytes | None) -> bool:
    """Whether a name counts the threads of a block by its own words."""
    return base is None or _IS_THREADS.fullmatch(base) is not None


@dataclass(frozen=True)
class _ThreadNumbers:
    """The variables of a file that number a block's threads: made of `threadIdx`, and not of `blockIdx`."""

    code: bytes

    @cached_property
    def names(self) -> set[bytes]:
        own = (found for found in _OWN.finditer(self.code) if b"threadIdx" in found[2])
        return {found[1] for found in own if _OF_THREAD.search(found[2]) and not _OF_MORE.search(found[2])}
