"""`threadIdx` and its like as a whole where a `uint3` is wanted, HIP's being no `uint3`: as one, as a copy that is more
than read (`auto t = threadIdx; t.x += 1;`), in a choice of two, decomposed (`auto [x, y, z] = threadIdx;`). DEV021: its
address is taken."""

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
from hipify_py.texts import to_bytes, to_text

ANCHORS = Anchors(frozenset((b"threadIdx", b"blockIdx", b"blockDim", b"gridDim")), tells=False)

_INITIALISED = pattern(rb"\buint3\b(?:\s+const)?\s*(?:&&?\s*)?(?:[A-Za-z_]\w*\s*)?(?:=\s*)?(?:[({]\s*)?$")
_CAST = pattern(rb"(?:\(\s*uint3\s*\)\s*|<\s*(?:const\s+)?uint3\s*(?:[&*]\s*)?(?:const\s*)?>\s*\(\s*(?:&\s*)?)$")
_COPY = pattern(rb"(?:\bauto(?:\s+const)?(?:\s*&&\s*|\s+)|\bconst\s+auto\s*&\s*|\bauto\s+const\s*&\s*)(\w+)\s*=\s*$")
# The second and further variables of one `auto`, which have one type in CUDA.
_FURTHER_COPY = pattern(rb"\bauto\s+(?:\w+\s*=\s*(?:threadIdx|blockIdx|blockDim|gridDim)\s*,\s*){1,3}\w+\s*=\s*$")
# HIP's `uint3` cannot be decomposed in each release; its `dim3` can.
_DECOMPOSED = pattern(rb"\b(const\s+)?auto(\s+const\b)?(?:\s*(&&?))?\s*\[[\w\s,]{1,100}\]\s*[=({]\s*$")
_IS_CHANGED = pattern(rb"\s*(?:\.\s*[xyz]\s*)?(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)")
_CHOSEN_AS_SIZE = pattern(rb"\bdim3\s+\w+\s*=(?!=)[^;]{1,150}$")
_SIZES = (b"blockDim", b"gridDim")
# The longest list of a constructor's initializers.
_INITIALISERS = 1_000


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported:
        return
    places = TypedPlaces(facts, b"uint3")
    for name, around in _wanted(facts, places, ANCHORS.words):
        if around.sign_before != b"&" and _side(facts, name) in ON_DEVICE:
            index, before = to_text(name.text), _statement_before(name, around)
            decomposed = _DECOMPOSED.search(before)
            is_size = not _wants_uint3(places, name, around) and (
                name.text in _SIZES or decomposed is not None or _CHOSEN_AS_SIZE.search(before) is not None
            )
            new = f"dim3({index})" if is_size else f"make_uint3({index}.x, {index}.y, {index}.z)"
            yield Edit(name.start, name.end, to_bytes(new), index, "dialect")
            if decomposed is not None and decomposed.groups() == (None, None, b"&"):  # as CUDA's variable is `const`
                start = name.start - len(before) + decomposed.start()
                yield Edit(start, start, b"const ", index, "dialect")


def _side(facts: Facts, name: Name) -> Side | None:
    """Where a variable is used; of a constructor's initializers, the head before them tells."""
    side, reading = facts.functions.side_at(name.start), facts.reading
    if side is not Side.FILE:
        return side
    opening = reading.bracket_around(reading.plain, name.start, max(0, name.start - _INITIALISERS))
    head = reading.plain[reading.statement_start(opening) : opening] if opening is not None else b""
    return facts.functions.side_of(head)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name, _around in _wanted(facts, TypedPlaces(facts, b"uint3"), words):
        yield Hit(name.start, name.end)


def _wanted(facts: Facts, places: TypedPlaces, words: frozenset[bytes]) -> Iterator[tuple[Name, Neighbours]]:
    """The variables that are wanted as what they are in CUDA."""
    copies, code = _Copies(facts, places), facts.reading.code
    for name in facts.reading.names(words):
        if code[name.end : name.end + 1] == b".":
            continue  # as nearly all: no more is asked of them
        around = facts.reading.neighbours(name)
        is_whole = around.sign_after not in (b".", b"[", b"-") and not around.followed_by(b"::")
        if (
            is_whole
            and usage(around, is_scope=False) is Usage.PLAIN
            and (_wants_uint3(places, name, around) or _is_chosen(around) or copies.is_one(name, around))
        ):
            yield name, around


def _wants_uint3(places: TypedPlaces, name: Name, around: Neighbours) -> bool:
    before = _statement_before(name, around)
    is_said = _INITIALISED.search(before) or _CAST.search(before)
    return is_said is not None or places.is_one(name, around)


def _is_chosen(around: Neighbours) -> bool:
    """`c ? threadIdx : blockIdx`: both have one type in CUDA."""
    return around.sign_before == b"?" or (around.sign_before == b":" and not around.preceded_by(b"::"))


class _Copies:
    """Variables without a type that become copies of one: `auto t = threadIdx;`."""

    def __init__(self, facts: Facts, indices: TypedPlaces) -> None:
        self._reading = facts.reading
        self._indices = indices
        self._sizes = TypedPlaces(facts, b"dim3")

    def is_one(self, name: Name, around: Neighbours) -> bool:
        """Whether a copy is more than read by component, and not taken as a `dim3`, which HIP's own types become."""
        before = _statement_before(name, around)
        if around.sign_before != b"=":
            return _DECOMPOSED.search(before) is not None
        copy = _COPY.search(before)
        if copy is None:
            return any(each.search(before) for each in (_FURTHER_COPY, _DECOMPOSED))
        if around.sign_after == b",":
            return True
        uses = list(self._uses(copy[1], name.end))
        is_changed = any(self._is_changed(use, around) or self._indices.is_one(use, around) for use, around in uses)
        return is_changed and (name.text in _SIZES or not any(self._sizes.is_one(*use) for use in uses))

    def _uses(self, variable: bytes, place: int) -> Iterator[tuple[Name, Neighbours]]:
        block = self._reading.scopes.block_at(place)
        for use in self._reading.names((variable,)):
            if block is not None and place < use.start < block.end:
                yield use, self._reading.neighbours(use)

    def _is_changed(self, use: Name, around: Neighbours) -> bool:
        is_stepped = around.preceded_by(b"++") or around.preceded_by(b"--")
        return is_stepped or _IS_CHANGED.match(around.code, use.end) is not None


def _statement_before(name: Name, around: Neighbours) -> bytes:
    return around.code[max(around.low, name.start - 200) : name.start].rpartition(b";")[2]
