"""`cub::DeviceReduce::Reduce(…, Sum{}, …)`: hipCUB keeps the functor in an object that it calls as a constant one, so
its `operator()` has to be const. One of a class without members becomes that; LIB032 reports the others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import qualifier
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_ALGORITHMS = frozenset((b"DeviceReduce", b"DeviceSegmentedReduce"))
ANCHORS = Anchors(_ALGORITHMS, tells=False)

_CALL = pattern(rb"::\s{0,9}(?:Reduce|ReduceByKey)\s{0,9}\(")
# `Sum{}`, `mine::Sum<T>(1)`.
_FUNCTOR = pattern(rb"(?:\w{1,80}::){0,9}(\w{1,80})\s{0,9}(?:<[^<>(){}]{0,200}>\s{0,9})?[({].*[)}]", re.DOTALL)
_OPERATOR = pattern(rb"\boperator\s{0,9}\(\s{0,9}\)\s{0,9}\(")
_CLASS_NAME = pattern(rb"\b(?:struct|class)\s{1,9}(\w{1,80})\s{0,9}(?:final\s{0,9})?(:(?!:))?")
_SPECIAL = pattern(rb"\b(?:static|virtual|friend)\b")
_NO_MEMBER = pattern(rb"\s+|;|(?:public|private|protected)\s{0,9}:|(?:using|typedef)\s[^;{}]{0,99};")
_MOST_FUNCTORS = 50


class _Operator(NamedTuple):
    """An `operator()` that is not const: the class, where its parameters end, and whether it may simply become that."""

    name: bytes
    start: int
    closing: int
    has_no_state: bool


def propose(facts: Facts) -> Iterator[Edit]:
    for operator in _operators(facts, _ALGORITHMS):
        if operator.has_no_state:
            place = operator.closing + 1
            yield Edit(place, place, b" const", to_text(operator.name), "cub")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for operator in _operators(facts, words):
        if not operator.has_no_state:
            yield Hit(operator.start, operator.closing + 1, {"name": to_text(operator.name)})


def _operators(facts: Facts, words: Iterable[bytes]) -> Iterator[_Operator]:
    passed = {name for call in facts.names(words) for name in _passed(facts, call)}
    if not passed or _OPERATOR.search(facts.reading.plain) is None:
        return
    for scope in facts.reading.scopes.of_kind(Kind.CLASS):
        heads = list(_CLASS_NAME.finditer(facts.reading.plain, scope.head, scope.start))
        head = heads[-1] if heads else None  # those before it are parameters of a template
        if head is not None and head[1] in passed and not facts.is_left_alone(scope.start):
            yield from _not_const(facts, head[1], scope.start + 1, scope.end, has_bases=bool(head[2]))


def _passed(facts: Facts, name: Name) -> Iterator[bytes]:
    """The classes, maybe, of what is made in the arguments of a call."""
    around = facts.reading.neighbours(name)
    if not around.preceded_by(b"::") or qualifier(around) not in facts.cub_names:
        return
    found = _CALL.match(around.code, around.after)
    arguments = facts.reading.arguments(found.end() - 1) if found else None
    for span in arguments or ():
        start, end = facts.reading.stripped(*span)
        functor = _FUNCTOR.fullmatch(around.code, start, end)
        if functor is not None:
            yield functor[1]


def _not_const(facts: Facts, name: bytes, start: int, end: int, has_bases: bool) -> Iterator[_Operator]:
    plain, closers = facts.reading.plain, facts.reading.closers
    found = list(_OPERATOR.finditer(plain, start, end))[:_MOST_FUNCTORS]
    for each in found:
        closing = closers.get(each.end() - 1)
        body = None if closing is None else facts.reading.skip_blank(closing + 1)
        if closing is None or body is None or plain[body : body + 1] not in (b"{", b";"):
            continue
        head = max(plain.rfind(sign, start, each.start()) for sign in (b";", b"{", b"}"))
        first = max(start, head + 1)
        rest = plain[start:first] + plain[closers.get(body, body) + 1 : end]
        is_alone = len(found) == 1 and plain[body : body + 1] == b"{" and not has_bases
        is_plain = _SPECIAL.search(plain, first, each.start()) is None
        yield _Operator(name, each.start(), closing, is_alone and is_plain and not _NO_MEMBER.sub(b"", rest))
