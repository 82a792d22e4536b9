"""WRP007: masks of 32 bits, made by shifting by a lane."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.patterns import pattern
from hipify_py.reading.excerpts import excerpts, found_in
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.waves import knows_waves

_LANE = (
    rb"(?:(?:\w{1,20}_)?lane(?:_?(?:id|idx|index|rank|num|no))?|\w{1,20}Lane(?:Id|ID|Idx)?|lane(?:Id|ID|Idx|Index)"
    rb"|LANE_?ID)\b"
)
_THREAD = (
    rb"threadIdx\s*\.\s*[xyz]"
    rb"|\(\s*(?:threadIdx\s*\.\s*[xyz]|tid)\s*(?:&\s*(?:31|0[xX]1[fF])|%\s*(?:32|warpSize|WARP_SIZE))\s*\)"
)
_CALLED = rb"(?:\w+\s*::\s*)*(?:[lL]ane_?[iI]d|__lane_id)\s*\("
_ONE = rb"(?:1[uU]?|(?:unsigned|uint32_t)\s*[({]\s*1[uU]?\s*[)}]|\(\s*unsigned(?:\s+int)?\s*\)\s*1[uU]?|0[xX]0*1[uU]?)"
_ALL = rb"(?:0[xX][fF]{8}|~\s*0)[uU]?"
_SIGN = pattern(rb"<<|>>")
# One of these stands near each of them.
_NAMED = (b"ane", b"ANE", b"threadIdx", b"tid", b"31", b"32")
_PATTERN = pattern(
    rb"(?<![\w.])(?:" + _ONE + rb"\s*<<\s*(?:\(\s*)?(?:" + _LANE + rb"|" + _THREAD + rb"|" + _CALLED + rb")"
    rb"|" + _ALL + rb"\s*(?:<<|>>)\s*(?:\(\s*)?(?:3[12]\s*-\s*(?:\(\s*)?\w|" + _LANE + rb"|" + _THREAD + rb"))"
)


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    if knows_waves(facts):
        return
    code = facts.reading.code
    for found in found_in(_PATTERN, excerpts(_SIGN, code), code, _NAMED):
        if facts.functions.side_at(found.start()) in ON_DEVICE:
            yield Hit(found.start(), found.end())
