"""WRP001: constants that are named as a warp's size, its logarithm or its mask, and have the value for 32 lanes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.lane_builtins import WITH_MASKS
from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.kept_groups import keeps_groups
from hipify_py.subjects.warps.waves import knows_waves

_GPU = frozenset((b"__device__", b"__global__", b"threadIdx", b"blockDim", b"__syncthreads", b"dim3"))
_CAST = (
    rb"(?:\(\s*(?:(?:unsigned|int|size_t|std\s*::\s*size_t|uint32_t)(?:\s+int)?\s*\)\s*)?"
    rb"|static_cast\s*<[\w\s:]{1,30}>\s*\(\s*|\w+\s*[({]\s*)?"
)
_END = rb"[uUlL]*(?![\w.]|\s*(?:[-+*/%<?&|^]|>>))"
_START = rb"\s*(?:(?P<equals>=\s*(?:\{\s*)?)|[{(]\s*)"
_BODY = rb"(?:\s*\(\s*(?:void\s*)?\)\s*(?:const\b\s*|noexcept\b\s*)*\{\s*return\s+)"
# What the names are made of, and what the values are then.
_KINDS = [
    (
        rb"(?:\w{0,60}_)?k?(?:\w{0,60}(?=W))?(?:(?:warp|wavefront|wave)_?(?:size|sz|width|threads|lanes|len|length|dim)"
        rb"|(?:threads?|lanes|thrds)_?(?:per|in|of)_?(?:a_?)?(?:warp|wave)"
        rb"|(?:n|num|number_of|max|c)_?(?:warp_?)?lanes|warp)_?(?:x|t|c|const|default|cuda|nv)?",
        rb"(?:32|0x20|1u?\s*<<\s*5)",
    ),
    (
        rb"(?:\w{0,60}_)?k?(?:(?:log2?|lg)_?warp\w*|warp_?(?:size_?)?(?:bits|shift|log2?|lg|pow|order))",
        rb"5",
    ),
    (
        rb"(?:\w{0,60}_)?k?(?:(?:warp|lane)_?(?:size_?|id_?|index_?)?mask|warp_?size_?(?:minus_?(?:1|one)|m1))",
        rb"(?:31|0x1f|32\s*-\s*1)",
    ),
]
_NAMES = [re.compile(name, re.IGNORECASE) for name, _value in _KINDS]
NAME_OF_SIZE = _NAMES[0]
_MACROS = [re.compile(rb"\s+" + _CAST + value + _END, re.IGNORECASE) for _name, value in _KINDS]
_VALUES = [re.compile(_START + _CAST + value + _END, re.IGNORECASE) for _name, value in _KINDS]
_KEPT = "none needed where it counts the lanes of a group: conversion keeps shuffles and votes to 32 lanes"
# What another branch of the file says of 64 lanes.
_FOR_WAVES = pattern(rb"\s*(?:=\s*)?(?:[({]\s*)?(?:6|63|64|0x3[fF]|0x40)\b")
_RETURNED = pattern(_BODY + _CAST + _KINDS[0][1] + _END, re.IGNORECASE)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if not (facts.reading.is_cuda or facts.shows_cuda or facts.is_ported or not _GPU.isdisjoint(facts.reading.words)):
        return
    if knows_waves(facts):
        return
    kinds = {word: kind for word in words for kind in range(len(_KINDS)) if _NAMES[kind].fullmatch(word)}
    mentions = facts.reading.names(kinds)
    own = [name for name in mentions if _fixes(facts, name, kinds[name.text])]
    of_waves = {name.text for name in mentions if _FOR_WAVES.match(facts.reading.code, name.end)} if own else set()
    is_kept = (facts.is_surely_cuda and bool(facts.reading.names(WITH_MASKS))) or keeps_groups(facts)
    for name in own:
        if name.text not in of_waves:
            yield (
                Hit(name.start, name.end, help=_KEPT, severity=Severity.INFO) if is_kept else Hit(name.start, name.end)
            )


def _fixes(facts: Facts, name: Name, kind: int) -> bool:
    """Whether the value is given here: by a macro, or to a variable; a call with 32 as its argument is none."""
    code = facts.reading.code
    directive = facts.reading.directive_at(name.start)
    around = facts.reading.neighbours(name)
    if directive is not None and name.start == facts.reading.skip_blank(directive.body):
        return directive.keyword == b"define" and _MACROS[kind].match(code, name.end, directive.end) is not None
    if around.sign_before in (b".", b":") or around.preceded_by(b"->"):
        return False
    if kind == 0 and _RETURNED.match(code, name.end):
        return True
    found = _VALUES[kind].match(code, name.end)
    return found is not None and (found["equals"] is not None or around.word_before not in (b"", b"return", b"else"))
