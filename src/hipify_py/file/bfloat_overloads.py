"""Calls of shuffles and `__ldg` with bfloat16, for which HIP has no overload; also in templates, where the file or
those around it have bfloat16."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.half_overloads import FOR_HALF_ONLY
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.tables.model import Version

_PAIRS = frozenset((b"nv_bfloat162", b"__nv_bfloat162", b"hip_bfloat162", b"__hip_bfloat162"))
_TYPES = _PAIRS | frozenset(name.removesuffix(b"2") for name in _PAIRS)
_WORD = pattern(rb"\s*(?:[*&(]\s*)*([A-Za-z_]\w*)")
# Since then the shuffles of one bfloat16 take a conversion that is not ambiguous.
_SHUFFLED = Version(7, 0)


SHUFFLES = frozenset(
    name + suffix for name in b"__shfl __shfl_up __shfl_down __shfl_xor".split() for suffix in (b"", b"_sync")
)
WORDS = SHUFFLES | {b"__ldg"}
_CALLED = pattern(rb"__(?:shfl|ldg|h(?:" + b"|".join(sorted(name[3:] for name in FOR_HALF_ONLY)) + rb")\b)")


def may_meet_bfloat(data: bytes) -> bool:
    """Whether a file may call in templates what HIP lacks for bfloat16, and does not name that itself."""
    return b"template" in data and b"bfloat16" not in data and _CALLED.search(data) is not None


def bfloat_overloads(facts: Facts) -> Iterator[Name]:
    """The names in the calls."""
    if WORDS.isdisjoint(facts.reading.words):
        return
    speaks = not _TYPES.isdisjoint(facts.reading.words)
    if not speaks and not (facts.surroundings.has_bfloat and b"template" in facts.reading.words):
        return
    for name in facts.names(WORDS):
        around = facts.reading.neighbours(name)
        arguments = facts.reading.arguments(around.after) if around.sign_after == b"(" else None
        place = 1 if name.text.endswith(b"_sync") else 0
        if not arguments or len(arguments) <= place or facts.is_own(name, around):
            continue
        word = _WORD.match(facts.reading.code, *arguments[place])
        known = facts.reading.declarations.of(word[1], word.start(1)) if word else None
        if known is None:
            continue
        lacking = _TYPES if name.text == b"__ldg" or facts.policy.rocm < _SHUFFLED else _PAIRS
        if known.type in lacking or facts.reading.declarations.is_type_parameter(known.type, name.start):
            yield name
