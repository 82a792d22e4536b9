"""ARC017: `#ifdef __CUDA_ARCH__` between the same function for devices and for the host."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Span
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.scopes import Kind
from hipify_py.rules.detect import Hit

_ASKS = pattern(rb"\s{0,9}(?:defined\s{0,9}\(?\s{0,9})?__CUDA_ARCH__\s{0,9}\)?\s{0,9}")
_FUNCTION = pattern(
    rb"(\boperator\s{0,3}[^\s\w(]{1,3}|\b(?!noexcept\b)[A-Za-z_]\w{0,80})\s{0,9}\(([^(){};]{0,500})\)\s{0,9}"
    rb"(?:const\s{0,9})?(?:noexcept\s{0,9}(?:\(\s{0,9}\w{0,80}\s{0,9}\)\s{0,9})?)?\{"
)
_OUTSIDE = (Kind.FILE, Kind.NAMESPACE, Kind.CLASS)


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    code = facts.reading.code
    for chain in facts.reading.conditionals.chains:
        first, *others = chain.branches
        asks = first.directive.keyword in (b"if", b"ifdef")
        is_pair = len(others) == 1 and others[0].directive.keyword == b"else"
        if asks and is_pair and _ASKS.fullmatch(code, first.directive.body, first.directive.end):
            on_host = {function[:2] for function in _functions(facts, others[0]) if function[2] is not Side.DEVICE}
            for name, parameters, side, place in _functions(facts, first):
                if side is Side.DEVICE and (name, parameters) in on_host:
                    yield Hit(place.start, place.end)


def _functions(facts: Facts, branch: Branch) -> Iterator[tuple[bytes, bytes, Side | None, Span]]:
    """The functions that a branch defines: name, parameters, and where they can be called."""
    reading = facts.reading
    for found in _FUNCTION.finditer(reading.plain, branch.start, branch.end):
        if reading.scopes.kind_at(found.start()) in _OUTSIDE:
            head = reading.plain[reading.statement_start(found.start()) : found.start()]
            yield found[1], b" ".join(found[2].split()), facts.functions.side_of(head), Span(*found.span(1))
