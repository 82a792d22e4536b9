"""LIB032: functors for `cub::DeviceReduce::Reduce(…, Sum{}, …)` whose `operator()` is not const: hipCUB keeps one in an
object that it calls as a constant one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.usage import qualifier
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_CALL = pattern(rb"::\s{0,9}(?:Reduce|ReduceByKey)\s{0,9}\(")
# `Sum{}`, `mine::Sum<T>(1)`.
_FUNCTOR = pattern(rb"(?:\w{1,80}::){0,9}(\w{1,80})\s{0,9}(?:<[^<>(){}]{0,200}>\s{0,9})?[({].*[)}]", re.DOTALL)
_OPERATOR = pattern(rb"\boperator\s{0,9}\(\s{0,9}\)\s{0,9}\(")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    passed = {name for call in facts.names(words) for name in _passed(facts, call)}
    reading = facts.reading
    for found in _OPERATOR.finditer(reading.plain) if passed else ():
        closing = reading.closers.get(found.end() - 1)
        of = reading.scopes.path_at(found.start()).names[-1:]
        is_passed = bool(of) and passed.issuperset(of)
        behind = reading.skip_blank(closing + 1) if closing is not None and is_passed else -1
        if closing is not None and behind >= 0 and reading.plain[behind : behind + 1] in (b"{", b";"):
            yield Hit(found.start(), closing + 1, {"name": to_text(of[0])})


def _passed(facts: Facts, name: Name) -> Iterator[bytes]:
    """The classes, maybe, of what is made in the arguments of a call."""
    around = facts.reading.neighbours(name)
    if not around.preceded_by(b"::") or qualifier(around) not in facts.cub_names:
        return
    found = _CALL.match(around.code, around.after)
    arguments = facts.reading.arguments(found.end() - 1) if found else None
    for span in arguments or ():
        functor = _FUNCTOR.fullmatch(around.code, *facts.reading.stripped(*span))
        if functor is not None:
            yield functor[1]
