"""`threadIdx` and its like as a whole where a `uint3` is wanted: HIP's are no `uint3`. DEV021: its address is taken."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE, Side
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.subjects.device.typed_places import TypedPlaces

ANCHORS = Anchors(frozenset((b"threadIdx", b"blockIdx", b"blockDim", b"gridDim")), tells=False)

_INITIALISED = pattern(rb"\buint3\b(?:\s+const)?\s*(?:&&?\s*)?(?:[A-Za-z_]\w*\s*)?(?:=\s*)?(?:[({]\s*)?$")
_CAST = pattern(rb"(?:\(\s*uint3\s*\)\s*|<\s*(?:const\s+)?uint3\s*(?:[&*]\s*)?(?:const\s*)?>\s*\(\s*(?:&\s*)?)$")
# The longest list of a constructor's initializers.
_INITIALISERS = 1_000


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported:
        return
    for name, around in _wanted(facts, ANCHORS.words):
        if around.sign_before != b"&" and _side(facts, name) in ON_DEVICE:
            index = name.text.decode()
            new = f"make_uint3({index}.x, {index}.y, {index}.z)"
            yield Edit(name.start, name.end, new.encode(), index, "dialect")


def _side(facts: Facts, name: Name) -> Side | None:
    """Where a variable is used; of a constructor's initializers, the head before them tells."""
    side, reading = facts.functions.side_at(name.start), facts.reading
    if side is not Side.FILE:
        return side
    opening = reading.bracket_around(reading.plain, name.start, max(0, name.start - _INITIALISERS))
    head = reading.plain[reading.statement_start(opening) : opening] if opening is not None else b""
    return facts.functions.side_of(head)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name, _around in _wanted(facts, words):
        yield Hit(name.start, name.end)


def _wanted(facts: Facts, words: frozenset[bytes]) -> Iterator[tuple[Name, Neighbours]]:
    """The variables that are wanted as a `uint3`."""
    places = TypedPlaces(facts, b"uint3")
    code = facts.reading.code
    for name in facts.reading.names(words):
        if code[name.end : name.end + 1] == b".":
            continue  # as nearly all: no more is asked of them
        around = facts.reading.neighbours(name)
        is_whole = around.sign_after not in (b".", b"[", b"-") and not around.followed_by(b"::")
        if is_whole and usage(around, is_scope=False) is Usage.PLAIN and _wants_uint3(places, name, around):
            yield name, around


def _wants_uint3(places: TypedPlaces, name: Name, around: Neighbours) -> bool:
    before = around.code[max(around.low, name.start - 200) : name.start].rpartition(b";")[2]
    is_said = _INITIALISED.search(before) or _CAST.search(before)
    return is_said is not None or places.is_one(name, around)
