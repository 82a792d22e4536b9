"""Where code wants a `uint3` or a `dim3`: as a variable or an element that is assigned to, as a result, as an argument,
as what a member or an aggregate is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hipify_py.file.expression_types import expression_types, object_start
from hipify_py.file.facts import Facts
from hipify_py.file.structures import Member, structures
from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name

_PARAMETER = pattern(rb"\b(uint3|dim3)\b(?!\s*[*({])")
# The head of a function that returns one: `__device__ uint3 A::f(`, `auto f(int n) -> uint3`.
_RETURNS = pattern(rb"\b(uint3|dim3)\s+(?:[A-Za-z_]\w{0,60}\s{1,9}){0,3}(?:operator\s{0,9}\(\s{0,9}\)|[\w:]+)\s*\(")
_RETURNS_BEHIND = pattern(rb"->\s*(uint3|dim3)\s*$")
_EXECUTION = pattern(rb"(?:__(?:device|host)__\s*){1,2}")
_OPERATORS = tuple(bytes([sign]) for sign in b"=!<>+-*/%&|^")
# A further variable of a declaration: `dim3 a(n), b = 1, c`.
_FURTHER = pattern(
    rb"\b(uint3|dim3)\s{1,9}(?:\w{1,60}\s{0,9}(?:=\s{0,9}[\w.]{1,60}\s{0,9})?"
    rb"(?:\([^()]{0,90}(?:\([^()]{0,90}\)[^()]{0,90})?\)\s{0,9})?,\s{0,9}){1,4}\w{1,60}\s{0,9}\Z"
)
# So far before an argument its list may begin.
_REACH = 2_000
_FURTHER_REACH = 600


class TypedPlaces:
    """The places for one of both types. What each function, constructor and aggregate of the file takes is looked for
    once."""

    def __init__(self, facts: Facts, of_type: bytes) -> None:
        self._facts, self._types = facts, expression_types(facts)
        self.of_type = of_type
        self._structures: Mapping[bytes, Sequence[Member]] | None = None
        self._parameters: dict[bytes, frozenset[int]] = {}
        self._is_member: dict[bytes, bool] = {}

    def is_one(self, name: Name, around: Neighbours) -> bool:
        """Whether what begins with a name has to be of the type."""
        if around.word_before == b"return":
            return self._returns(name.start)
        if around.sign_before == b"=":
            return self._is_assigned(around)
        return around.sign_before in (b"(", b"{", b",") and self._is_listed(name, around)

    def _returns(self, place: int) -> bool:
        """Whether the function or the lambda around a place says that it returns the type."""
        head = self._facts.functions.head_at(place)
        found = _RETURNS.search(head) or _RETURNS_BEHIND.search(head)
        return found is not None and found[1] == self.of_type and _is_outside(head[: found.start()])

    def _is_assigned(self, around: Neighbours) -> bool:
        """`v = …`, `p[i] = …`, `s.v = …`"""
        target = self._target(around, around.before - 1)
        if target is None:
            return False
        code = around.code
        if self._is_further(code, around.before - 1):
            return True
        known = self._facts.reading.declarations.at(target)
        if known is not None:
            return known.type == self.of_type
        start = object_start(self._facts.reading, around, target.start)
        typed = self._types.of(start, around.before - 1) if start is not None else None
        if typed is not None:
            return typed.type == self.of_type
        return code[target.start - 1 : target.start] in (b".", b">") and self._is_own_member(target.text)

    def _is_further(self, code: bytes, sign: int) -> bool:
        """Whether the sign at a place begins the value of a further variable of the type."""
        before = code[max(0, sign - _FURTHER_REACH) : sign]
        found = _FURTHER.search(before[tokens.behind_last(before, b";{}") :]) if b"," in before else None
        return found is not None and found[1] == self.of_type

    def _target(self, around: Neighbours, sign: int) -> Name | None:
        """The variable that the `=` at a place gives a value, or one of whose elements."""
        if around.code[sign - 1 : sign] in _OPERATORS:
            return None
        end = around.rskip_blank(sign)
        while around.code[end - 1 : end] == b"]" and (opening := self._facts.reading.openers.get(end - 1)) is not None:
            end = around.rskip_blank(opening)
        return tokens.word_before(around.code, end, around.low)

    def _is_listed(self, name: Name, around: Neighbours) -> bool:
        """`f(…)`, `T v(…)`, `T{…}`, `T v = {…}`, `: member(…)`"""
        reading, code = self._facts.reading, around.code
        opening = reading.bracket_around(code, name.start, max(around.low, name.start - _REACH))
        if opening is None or code[opening : opening + 1] == b"[":
            return False
        index = len(reading.split(opening + 1, name.start)) - 1 if code[opening + 1 : name.start].strip() else 0
        if index == 0 and self._is_further(code, opening):
            return True
        end = around.rskip_blank(opening)
        is_value = code[opening : opening + 1] == b"{" and code[end - 1 : end] == b"="
        if code.endswith(b">>>", around.low, end):  # a kernel's arguments
            end = around.rskip_blank(max(code.rfind(b"<<<", max(around.low, end - _REACH), end), around.low))
        taker = self._target(around, end - 1) if is_value else tokens.word_before(code, end, around.low)
        if taker is None and code[end - 1 : end] == b"]":
            taker = self._target(around, end)
        known = reading.declarations.at(taker) if taker is not None else None
        if taker is None or (known is not None and known.stars):
            return False
        if known is not None and known.type == self.of_type:
            return known.dimensions > 0 or index == 0
        if known is None and index == 0 and self._is_own_member(taker.text):
            return True
        called = known.type.rpartition(b"::")[2] if known is not None else taker.text
        return index in self._taken_by(called)

    def _is_own_member(self, name: bytes) -> bool:
        """Whether all that is declared by a name is of the type."""
        if name not in self._is_member:
            found = map(self._facts.reading.declarations.at, self._facts.reading.names((name,)))
            types = {(each.type, each.depth) for each in found if each is not None}
            self._is_member[name] = types == {(self.of_type, 0)}
        return self._is_member[name]

    def _taken_by(self, called: bytes) -> frozenset[int]:
        if called not in self._parameters:
            found = frozenset((*self._of_functions(called), *self._of_lambdas(called), *self._of_aggregate(called)))
            is_made = not found and called == self.of_type == b"dim3"
            self._parameters[called] = frozenset((0,)) if is_made else found
        return self._parameters[called]

    def _of_functions(self, called: bytes) -> Iterator[int]:
        """Which parameters of the file's functions or constructors by a name are one."""
        reading = self._facts.reading
        for found in reading.names((called,)):
            around = reading.neighbours(found)
            is_in_class = around.sign_after == b"(" and reading.scopes.kind_at(found.start) is Kind.CLASS
            if is_in_class or self._facts.declares(found, around):
                yield from self._parameters_at(around.after)

    def _of_lambdas(self, called: bytes) -> frozenset[int]:
        """Which parameters are one of all lambdas by a name, as each block may have its own: `f = [=](uint3 t) {…}`."""
        reading = self._facts.reading
        places = (self._lambda_at(reading.neighbours(found)) for found in reading.names((called,)))
        found = [frozenset(self._parameters_at(opening)) for opening in places if opening >= 0]
        return frozenset.intersection(*found) if found else frozenset()

    def _lambda_at(self, around: Neighbours) -> int:
        """Where the parameters of the lambda begin that a name stands for; -1 for none."""
        reading = self._facts.reading
        captures = around.token_after(around.after + 1) if around.sign_after == b"=" else -1
        if captures < 0 or around.code[captures : captures + 1] != b"[" or captures not in reading.closers:
            return -1
        opening = reading.skip_blank(reading.closers[captures] + 1)
        if words := _EXECUTION.match(around.code, opening):  # nvcc's place for them
            opening = words.end()
        return opening if around.code[opening : opening + 1] == b"(" else -1

    def _parameters_at(self, opening: int) -> Iterator[int]:
        for index, span in enumerate(self._facts.reading.arguments(opening) or ()):
            parameter = _PARAMETER.search(self._facts.reading.code, *span)
            if parameter is not None and parameter[1] == self.of_type:
                yield index

    def _of_aggregate(self, called: bytes) -> Iterator[int]:
        """Which members of a structure without functions are one, by their numbers."""
        if self._structures is None:
            self._structures = structures(self._facts.reading, (self.of_type,))
        members = enumerate(self._structures.get(called, ()))
        return (index for index, member in members if member == (self.of_type, 0))


def _is_outside(head: bytes) -> bool:
    """Whether no parenthesis is open at the end of a part of a head."""
    return head.count(b"(") == head.count(b")")
