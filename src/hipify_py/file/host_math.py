"""Math functions that HIP has for the device alone, called by host code."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name

WORDS = frozenset(
    name + suffix
    for name in b"rsqrt rcbrt sinpi cospi sincospi normcdf normcdfinv erfinv erfcinv erfcx".split()
    for suffix in (b"", b"f")
)
_MAYBE_ON_DEVICE = pattern(rb"\b(?:constexpr|consteval)\b")


def host_math(facts: Facts) -> Iterator[Name]:
    """The names in the calls."""
    if WORDS.isdisjoint(facts.reading.words) or not (facts.is_unit and facts.reading.is_cuda):
        return  # others may have functions of these names from anywhere
    for name in facts.reading.names(WORDS):
        around = facts.reading.neighbours(name)
        if around.sign_after != b"(" or usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL):
            continue
        if _runs_on_host(facts, name) and not facts.is_own(name, around) and not _is_constant(facts, name):
            yield name


def _runs_on_host(facts: Facts, name: Name) -> bool:
    """Whether the host's compiler certainly makes code of it: of what is for both sides, what the host calls here."""
    if facts.functions.side_at(name.start) is Side.HOST:
        return True
    place = facts.device.around(name.start)
    return place is not None and facts.device.is_emitted_for_host(place) and not facts.device.asks_for_side(name.start)


def _is_constant(facts: Facts, name: Name) -> bool:
    """Whether a function around a place may run on the device without saying so."""
    scopes, code = facts.reading.scopes, facts.reading.plain
    return any(_MAYBE_ON_DEVICE.search(code, block.head, block.start) for block in scopes.around(name.start))
