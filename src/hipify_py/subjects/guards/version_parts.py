"""`f(CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10)`: the parts of a version that are handed on or shown become
`HIP_VERSION_MAJOR` and `HIP_VERSION_MINOR`, and ARC016 says so. Where they are compared or computed with, they decide
something, and ARC006 reports them."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.printing import is_shown
from hipify_py.file.rewrites import Anchors
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name, rskip_blank
from hipify_py.texts import to_text

_MACROS = frozenset((b"CUDA_VERSION", b"CUDART_VERSION"))
ANCHORS = Anchors(_MACROS, tells=False)

_RULE = "ARC016"
_PARTS = (
    (pattern(rb"\s{0,9}/\s{0,9}1000\b"), b"HIP_VERSION_MAJOR"),
    (pattern(rb"\s{0,9}%\s{0,9}1000?\s{0,9}(\))?\s{0,9}/\s{0,9}10\b"), b"HIP_VERSION_MINOR"),
    (pattern(rb"\s{0,9}/\s{0,9}10\s{0,9}(\))?\s{0,9}%\s{0,9}100?\b"), b"HIP_VERSION_MINOR"),
)
_CALLEE = pattern(rb"[\w>\]]$")
# What hands nothing on: conditions, and casts, whose value somebody else has.
_NO_CALL = pattern(
    rb"\b(?:if|constexpr|while|switch|for|return|case|static_assert|assert|int|unsigned|long|short|float|double|size_t"
    rb"|char|bool|auto|u?int\d{1,2}_t)$|_cast\s{0,9}<[^<>]{0,80}>$"
)
_SHIFT = b"<<"
# What stands behind a call or a list with which nothing is computed.
_ENDS = (b";", b",", b")", b"}", b".", b"]", b"")
_REACH = 100


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    for name in facts.names(_MACROS - facts.own_macros):
        found = _part(facts, name)
        if found is not None and _is_handed_on(facts, *found[:2]):
            start, end, new = found
            takes = facts.reading.plain[start:end]
            yield Edit(start, end, (new,), to_text(name.text), "runtime", (takes,))
            message = f"'{to_text(takes)}' is a part of the version of HIP now, not of CUDA"
            yield Finding(_RULE, start, end, message, subject=to_text(name.text))


def _part(facts: Facts, name: Name) -> tuple[int, int, bytes] | None:
    """Where a part of the version is computed of a name, and what it is in HIP."""
    plain = facts.reading.plain
    start, end = _in_parentheses(facts, name.start, name.end)
    for shape, new in _PARTS:
        if found := shape.match(plain, end):
            if not (found.re.groups and found[1]):
                return start, found.end(), new
            opening = _before(facts, start)
            is_group = plain[opening : opening + 1] == b"(" and not _CALLEE.search(_words_before(facts, opening))
            return (opening, found.end(), new) if is_group else None
    return None


def _in_parentheses(facts: Facts, start: int, end: int) -> tuple[int, int]:
    """An expression with the parentheses around it: not those of a call."""
    plain, closers = facts.reading.plain, facts.reading.closers
    while True:
        opening, closing = _before(facts, start), facts.reading.skip_blank(end)
        is_pair = plain[opening : opening + 1] == b"(" and closers.get(opening) == closing
        if not is_pair or _CALLEE.search(_words_before(facts, opening)):
            return start, end
        start, end = opening, closing + 1


def _is_handed_on(facts: Facts, start: int, end: int) -> bool:
    """Whether it is a whole argument or element of a list, with which nothing is done at once, or is printed."""
    plain = facts.reading.plain
    start, end = _in_parentheses(facts, start, end)
    last, behind = _before(facts, start), facts.reading.skip_blank(end)
    if plain[max(0, last - 1) : last + 1] == _SHIFT:
        is_behind = plain[behind : behind + 2] == _SHIFT or plain[behind : behind + 1] in (b";", b")")
        return is_behind and is_shown(facts.reading, start)
    if plain[last : last + 1] not in (b"(", b"{", b",") or plain[behind : behind + 1] not in (b")", b"}", b","):
        return False
    scope = facts.reading.scopes.at(last)
    if scope is None or plain[scope.start : scope.start + 1] not in (b"(", b"{"):
        return False
    next_sign = plain[facts.reading.skip_blank(scope.end + 1) :][:1]
    return next_sign in _ENDS and not _NO_CALL.search(_words_before(facts, scope.start))


def _words_before(facts: Facts, offset: int) -> bytes:
    last = _before(facts, offset) + 1
    return facts.reading.plain[max(0, last - _REACH) : last]


def _before(facts: Facts, offset: int) -> int:
    """The last character before a place that is no blank."""
    return rskip_blank(facts.reading.plain, offset, 0) - 1
