"""DEV034: `__shared__` variables of types whose constructors do something, which nvcc never calls and clang rejects,
and `__device__` variables of such types of HIP's libraries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.once_per_file import once_per_file
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_SHARED = pattern(
    rb"\b__shared__\s+(?:(?:__align__|alignas)\s*\(\s*\w+\s*\)\s*)?(?:static\s+)?"
    rb"((?:[A-Za-z_]\w*\s*::\s*)*([A-Za-z_]\w*))\s*(?:<[^<>;{}]{0,100}>\s*)?\s([A-Za-z_]\w*)\s*[\[;,]"
)
_EXTERN = pattern(rb"\bextern\s*\Z")
_NEAR = 20
_STATE = rb"curandState(?:XORWOW|MRG32k3a|Philox4_32_10)?(?:_t)?"
# nvcc itself refuses other classes that have to be constructed there.
_OF_DEVICE = pattern(rb"\b__device__\s+(?:static\s+)?([A-Za-z_]\w*)\s+(?:[A-Za-z_]\w*\s*::\s*)*([A-Za-z_]\w*)\s*[\[;,]")
_IS_STATE, _MAY_BE_STATE = pattern(_STATE), b"curandState"
_MEMBER_STATE = pattern(rb"\b(" + _STATE + rb")\s+[A-Za-z_]\w*\s*[\[;,]")
# Those of HIP and its libraries that have such constructors, unlike those of CUDA or not.
_KNOWN = pattern(
    rb"dim3|thrust\s*::\s*(?:tuple|pair)|" + _STATE + rb"|(?:std|cuda\s*::\s*std)\s*::\s*(?:tuple|pair|complex)"
)
_CLASS_NAME = pattern(
    rb"\b(?:class|struct)\s+(?:(?:__align__|alignas)\s*\(\s*\w+\s*\)\s*)?([A-Za-z_]\w*)\s*(?:final\s*)?(?::(?!:)|\Z)"
)
_VALUE = pattern(rb"\b([A-Za-z_]\w{0,80})\s{0,9}(?:\{[^{};()]{0,200}\}|=(?!=)[^;{}]{1,200})\s{0,9};")
_NO_MEMBER = pattern(rb"\b(?:static|constexpr|using|typedef|friend|enum|operator|namespace)\b|[=#]")
_EMPTY = pattern(rb"\s*(?:noexcept\s*)?\{\s*\}")
_DOES = pattern(rb"\s*(?:noexcept\s*)?(?::(?!:)|\{)")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    for found in variables(facts):
        yield Hit(*found.span(3), {"type": to_text(found[1]), "kind": "shared"})
    constructed, plain = _constructed(facts), facts.reading.plain
    holding = constructed.holding_states
    for found in _OF_DEVICE.finditer(plain) if constructed.may_hold_states else ():
        is_extern = _EXTERN.search(plain, max(0, found.start() - _NEAR), found.start()) is not None
        if not is_extern and (found[1] in holding or _IS_STATE.fullmatch(found[1])):
            yield Hit(*found.span(2), {"type": to_text(found[1]), "kind": "device"})


def variables(facts: Facts) -> Iterator[re.Match[bytes]]:
    """The declarations of such variables: the name of the type without its arguments, and that of the variable."""
    plain, constructed = facts.reading.plain, _constructed(facts)
    for found in _SHARED.finditer(plain):
        if _EXTERN.search(plain, max(0, found.start() - _NEAR), found.start()):
            continue
        if _KNOWN.fullmatch(found[1]) or found[2] in constructed.names:
            yield found


class _Constructed:
    """The classes of a file that are constructed by more than nothing."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    @cached_property
    def names(self) -> frozenset[bytes]:
        plain, found = self._facts.reading.plain, set()
        has_any = not self._facts.reading.words.isdisjoint((b"class", b"struct"))
        for scope in self._facts.reading.scopes.of_kind(Kind.CLASS) if has_any else ():
            named = _CLASS_NAME.search(plain, scope.head, scope.start)
            if named and (
                self._is_constructed(named[1], scope.start, scope.end) or self._has_values(scope.start, scope.end)
            ):
                found.add(named[1])
        return frozenset(found | self.holding_states)

    @property
    def may_hold_states(self) -> bool:
        return _MAY_BE_STATE in self._facts.reading.source.text

    @cached_property
    def holding_states(self) -> frozenset[bytes]:
        """Those with a member that is the state of a generator."""
        reading, found = self._facts.reading, set()
        for member in _MEMBER_STATE.finditer(reading.plain) if self.may_hold_states else ():
            scope = reading.scopes.at(member.start())
            if scope is not None and scope.kind is Kind.CLASS:
                named = _CLASS_NAME.search(reading.plain, scope.head, scope.start)
                found |= {named[1]} if named else set()
        return frozenset(found)

    def _has_values(self, start: int, end: int) -> bool:
        """Whether a member has a value of its own, `int n = 0;`, which every constructor gives it."""
        reading = self._facts.reading
        for member in _VALUE.finditer(reading.plain, start, end):
            scope = reading.scopes.at(member.start(1))
            if scope is not None and scope.start == start:
                head = reading.plain[reading.statement_start(member.start(1)) : member.end(1)]
                if b"(" not in head and not _NO_MEMBER.search(head):
                    return True
        return False

    def _is_constructed(self, name: bytes, start: int, end: int) -> bool:
        """Whether a constructor without arguments does something in its place."""
        reading = self._facts.reading
        for use in reading.names((name,)):
            opening = reading.skip_blank(use.end)
            closing = reading.closers.get(opening)
            if not start < use.start < end or closing is None or reading.plain[opening : opening + 1] != b"(":
                continue
            arguments = reading.plain[opening + 1 : closing].strip()
            is_default = not arguments or arguments.count(b"=") == len(reading.arguments(opening) or ())
            is_destructor = reading.neighbours(use).sign_before == b"~"
            if not is_destructor and is_default and _DOES.match(reading.plain, closing + 1):
                return _EMPTY.match(reading.plain, closing + 1) is None
        return False


@once_per_file
def _constructed(facts: Facts) -> _Constructed:
    return _Constructed(facts)
