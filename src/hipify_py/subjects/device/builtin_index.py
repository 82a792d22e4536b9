"""`threadIdx` and its like as a whole where a `uint3` is wanted: HIP's are no `uint3`. DEV021: its address is taken."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

ANCHORS = Anchors(frozenset((b"threadIdx", b"blockIdx", b"blockDim", b"gridDim")), tells=False)

_INITIALISED = pattern(rb"\buint3\b(?:\s+const)?\s*(?:&&?\s*)?(?:[A-Za-z_]\w*\s*)?(?:=\s*)?(?:[({]\s*)?$")
_CAST = pattern(rb"(?:\(\s*uint3\s*\)\s*|<\s*(?:const\s+)?uint3\s*(?:[&*]\s*)?(?:const\s*)?>\s*\(\s*(?:&\s*)?)$")
_ASSIGNED = pattern(rb"\b([A-Za-z_]\w*)\s*=\s*$")
_UINT3 = pattern(rb"\buint3\b(?!\s*\*)")
_CALL = pattern(rb"\b([A-Za-z_]\w*)\s*\(([^()]*)$")


class _Takers:
    """Which parameters of the file's functions are a `uint3`."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: dict[bytes, frozenset[int]] = {}

    def of(self, function: bytes) -> frozenset[int]:
        if function not in self._known:
            self._known[function] = frozenset(self._parameters(function))
        return self._known[function]

    def _parameters(self, function: bytes) -> Iterator[int]:
        reading = self._facts.reading
        for found in reading.names([function]):
            opening = reading.skip_blank(found.end)
            if reading.code[opening : opening + 1] == b"(" and self._facts.declares(found, reading.neighbours(found)):
                for index, span in enumerate(reading.arguments(opening) or ()):
                    if _UINT3.search(reading.code, *span):
                        yield index


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported:
        return
    for name, around in _wanted(facts, ANCHORS.words):
        if around.sign_before != b"&" and facts.functions.side_at(name.start) in ON_DEVICE:
            index = name.text.decode()
            new = f"make_uint3({index}.x, {index}.y, {index}.z)"
            yield Edit(name.start, name.end, new.encode(), index, "dialect")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name, _around in _wanted(facts, words):
        yield Hit(name.start, name.end)


def _wanted(facts: Facts, words: frozenset[bytes]) -> Iterator[tuple[Name, Neighbours]]:
    """The variables that are wanted as a `uint3`."""
    takers = _Takers(facts)
    code = facts.reading.code
    for name in facts.reading.names(words):
        if code[name.end : name.end + 1] == b".":
            continue  # as nearly all: no more is asked of them
        around = facts.reading.neighbours(name)
        is_whole = around.sign_after not in (b".", b"[", b"-") and not around.followed_by(b"::")
        if is_whole and usage(around, is_scope=False) is Usage.PLAIN and _wants_uint3(takers, name, around):
            yield name, around


def _wants_uint3(takers: _Takers, name: Name, around: Neighbours) -> bool:
    code = around.code
    before = code[max(around.low, name.start - 200) : name.start].rpartition(b";")[2]
    if _INITIALISED.search(before) or _CAST.search(before):
        return True
    if assigned := _ASSIGNED.search(before):
        known = declared(code, assigned[1], name.start - len(before) + assigned.start())
        return known is not None and known.type == b"uint3"
    called = _CALL.search(before)
    return called is not None and called[2].count(b",") in takers.of(called[1])
