"""`dim3 grid = make_uint3(1, 2, 3)`, `uint3 f() { return dim3(3); }`, `uint3 size = grid`, `k<<<size, 32>>>()`: CUDA's
`dim3` and `uint3` become each other, those of HIP do not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.declarations import Own
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import Name
from hipify_py.subjects.device.typed_places import TypedPlaces
from hipify_py.texts import to_text

ANCHORS = Anchors(frozenset((b"make_uint3", b"uint3")), tells=False)

# Variables of either type; each part between commas may be one more.
_VARIABLES = pattern(rb"\b(?:dim3|uint3)\b([^;{}()<>]{0,300})")
_DECLARATOR = pattern(rb"(?:\s*(?:const|uint3|dim3)\b){0,2}[\s&]*([A-Za-z_]\w*)\s*(?:[=\[].*)?", re.DOTALL)
_OTHER = {b"dim3": b"uint3", b"uint3": b"dim3"}
_INTEGERS = frozenset(b"int unsigned long short size_t uint uint32_t int32_t int64_t uint64_t char".split())
_MADE_BY = {b"dim3": b"dim3", b"uint3": b"make_uint3"}
_NAME = pattern(rb"[A-Za-z_]\w*")
# Arithmetic without calls, which is no value of another type than a number.
_ARITHMETIC = pattern(rb"[\w\s.+*/%-]+")
_SIGNS = pattern(rb"[-+*/%]|\A\d")
# What may end the place of a value.
_ENDS = (b";", b",", b")", b"}", b">")
# So far before a size its launch may begin.
_REACH = 500


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported or not facts.reading.is_cuda or b"dim3" in (own := Own(facts)):
        return
    sizes = TypedPlaces(facts, b"dim3")
    for name in facts.names((b"make_uint3",)):
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
        closing = facts.reading.closers.get(around.after) if is_call else None
        if closing is not None and _is_whole(around, closing + 1) and _is_wanted(facts, sizes, name, around):
            yield _made_directly(facts, name, around, closing)
    if b"uint3" not in own:
        yield from _from_each_other(facts, sizes)


def _made_directly(facts: Facts, name: Name, around: Neighbours, closing: int) -> Edit:
    """`dim3(1, 2, 3)`, or the values alone where a constructor gets nothing else."""
    if _is_alone(facts, around, closing + 1):
        values = Span(around.after + 1, closing)
        return Edit(name.start, closing + 1, (values,), "make_uint3", "dialect", (b"make_uint3", b"(", b")"))
    return Edit(name.start, name.end, b"dim3", "make_uint3", "dialect", (b"make_uint3",))


def _is_alone(facts: Facts, around: Neighbours, end: int) -> bool:
    """Whether a value that ends at a place is all that `dim3(…)` or `dim3 v(…)` gets."""
    code = around.code
    if around.sign_before != b"(" or facts.reading.openers.get(around.token_after(end)) != around.before - 1:
        return False
    made = tokens.word_before(code, around.rskip_blank(around.before - 1), around.low)
    if made is None or made.text == b"dim3":
        return made is not None
    known = facts.reading.declarations.at(made)
    return known is not None and known.type == b"dim3" and not known.stars


def _made_from_sizes(facts: Facts, places: TypedPlaces) -> Iterator[Edit]:
    """`dim3(3)` where a `uint3` is wanted: `make_uint3(3, 1, 1)`."""
    for name in facts.names((b"dim3",)):
        around = facts.reading.neighbours(name)
        is_call = around.sign_after == b"(" and usage(around, is_scope=True) in (Usage.PLAIN, Usage.GLOBAL)
        closing = facts.reading.closers.get(around.after) if is_call else None
        if closing is None or not _is_whole(around, closing + 1) or not places.is_one(name, around):
            continue
        spans = facts.reading.arguments(around.after)
        if spans is None or not _are_numbers(facts, spans):
            continue
        yield Edit(name.start, name.end, b"make_uint3", "dim3", "dialect", (b"dim3",))
        if not around.code[around.after + 1 : closing].strip():
            yield Edit(closing, closing, b"1, 1, 1", "dim3", "dialect")
        elif len(spans) < 3:
            yield Edit(closing, closing, b", 1" * (3 - len(spans)), "dim3", "dialect")


def _are_numbers(facts: Facts, spans: list[tuple[int, int]]) -> bool:
    """Whether arguments are those of the constructor from numbers: one alone may be of another type."""
    if len(spans) != 1:
        return len(spans) <= 3
    code = facts.reading.code
    text = code[slice(*spans[0])].strip()
    known = facts.reading.declarations.of(text, tokens.skip_blank(code, *spans[0])) if _NAME.fullmatch(text) else None
    is_number = known is not None and known.type in _INTEGERS and not known.stars
    is_number = is_number or bool(_ARITHMETIC.fullmatch(text) and _SIGNS.search(text))
    return not text or is_number


def _from_each_other(facts: Facts, sizes: TypedPlaces) -> Iterator[Edit]:
    if not facts.reading.words >= _OTHER.keys():
        return
    places = {b"dim3": sizes, b"uint3": TypedPlaces(facts, b"uint3")}
    yield from _made_from_sizes(facts, places[b"uint3"])
    for name in facts.names(_variables(facts)):
        around = facts.reading.neighbours(name)
        if not _is_whole(around, name.end) or facts.reading.declarations.at(name) is not None:
            continue
        known = facts.reading.declarations.of(name.text, name.start)
        if known is None or known.type not in _OTHER or known.depth:
            continue
        wanted = _OTHER[known.type]
        if _is_wanted(facts, places[wanted], name, around):
            parts = b", ".join(name.text + member for member in (b".x", b".y", b".z"))
            is_alone = wanted == b"dim3" and _is_alone(facts, around, name.end)
            new = parts if is_alone else _MADE_BY[wanted] + b"(" + parts + b")"
            yield Edit(name.start, name.end, new, to_text(name.text), "dialect", (name.text,))


def _variables(facts: Facts) -> frozenset[bytes]:
    """What is declared as one of both types anywhere."""
    lists = (found[1].split(b",") for found in _VARIABLES.finditer(facts.reading.plain))
    declarators = (_DECLARATOR.fullmatch(part) for parts in lists for part in parts)
    return frozenset(found[1] for found in declarators if found is not None)


def _is_whole(around: Neighbours, end: int) -> bool:
    """Whether a value that ends at a place is no part of a larger one there."""
    behind = around.token_after(end)
    is_begun = around.sign_before in (b"=", b"(", b",", b"{", b"<") or around.word_before == b"return"
    return is_begun and behind < around.high and around.code[behind : behind + 1] in _ENDS


def _is_wanted(facts: Facts, places: TypedPlaces, name: Name, around: Neighbours) -> bool:
    return places.is_one(name, around) or (places.of_type == b"dim3" and _configures(facts, name, around))


def _configures(facts: Facts, name: Name, around: Neighbours) -> bool:
    """Whether a launch has its grid or its blocks here."""
    if around.preceded_by(b"<<<"):
        return True
    if around.sign_before != b",":
        return False
    code, low = around.code, max(around.low, name.start - _REACH)
    opening = code.rfind(b"<<<", low, name.start)
    is_open = opening >= 0 and b">>>" not in code[opening : name.start] and b";" not in code[opening : name.start]
    return is_open and len(facts.reading.split(opening + 3, around.before - 1)) == 1
