"""Where code wants a `uint3`: as a variable or an element that is assigned to, as a result, as an argument, as what a
member or an aggregate is made of."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.declarations import declaration, declared
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name

_UINT3 = pattern(rb"\buint3\b(?!\s*[*({])")
_FIELD = pattern(rb"\s*(?:(?:public|mutable|const)\b\s*:?\s*)*([\w:<>]+)")
# The head of a function that returns one: `__device__ uint3 A::f(`, `auto f(int n) -> uint3`.
_RETURNS = pattern(rb"\buint3\s+(?:[A-Za-z_]\w{0,60}\s{1,9}){0,3}(?:operator\s{0,9}\(\s{0,9}\)|[\w:]+)\s*\(")
_RETURNS_BEHIND = pattern(rb"->\s*uint3\s*$")
_STATEMENT = pattern(rb"\s*(?:if|for|while|switch|catch|else|case|do|try)\b")
_OPERATORS = tuple(bytes([sign]) for sign in b"=!<>+-*/%&|^")
# So far before an argument its list may begin.
_REACH = 2_000


class Uint3Places:
    """What each function, constructor and aggregate of the file takes is looked for once."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._parameters: dict[bytes, frozenset[int]] = {}
        self._is_member: dict[bytes, bool] = {}

    def is_one(self, name: Name, around: Neighbours) -> bool:
        """Whether what stands where a name stands has to be a `uint3`."""
        if around.word_before == b"return":
            return self._returns(name.start)
        if around.sign_before == b"=":
            return self._is_assigned(around)
        return around.sign_before in (b"(", b"{", b",") and self._is_listed(name, around)

    def _returns(self, place: int) -> bool:
        """Whether the function or the lambda around a place says that it returns one."""
        scopes = self._facts.reading.scopes
        block = scopes.block_at(place)
        while block is not None:
            head = self._facts.reading.plain[block.head : block.start]
            if b"(" in head and not _STATEMENT.match(head):
                found = _RETURNS.search(head)
                is_whole = found is not None and head.count(b"(", 0, found.start()) == head.count(
                    b")", 0, found.start()
                )
                return is_whole or _RETURNS_BEHIND.search(head) is not None
            block = scopes.block_around(block)
        return False

    def _is_assigned(self, around: Neighbours) -> bool:
        """`v = …`, `p[i] = …`, `s.v = …`"""
        target = self._target(around, around.before - 1)
        known = declared(around.code, target.text, target.start) if target is not None else None
        return known is not None and known.type == b"uint3"

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
        end = around.rskip_blank(opening)
        is_value = code[opening : opening + 1] == b"{" and code[end - 1 : end] == b"="
        taker = self._target(around, end - 1) if is_value else tokens.word_before(code, end, around.low)
        if taker is None and code[end - 1 : end] == b"]":
            taker = self._target(around, end)
        known = declaration(code, taker.start, taker.end) if taker is not None else None
        if taker is None or (known is not None and known.stars):
            return False
        if known is not None and known.type == b"uint3":
            return known.is_array or index == 0
        if known is None and index == 0 and self._is_uint3_member(taker.text):
            return True
        called = known.type.rpartition(b"::")[2] if known is not None else taker.text
        return index in self._taken_by(called)

    def _is_uint3_member(self, name: bytes) -> bool:
        """Whether all that is declared by a name is a `uint3`."""
        if name not in self._is_member:
            code = self._facts.reading.plain
            found = (declaration(code, use.start, use.end) for use in self._facts.reading.names((name,)))
            types = {(each.type, each.stars, each.is_array) for each in found if each is not None}
            self._is_member[name] = types == {(b"uint3", 0, False)}
        return self._is_member[name]

    def _taken_by(self, called: bytes) -> frozenset[int]:
        if called not in self._parameters:
            self._parameters[called] = frozenset((*self._of_functions(called), *self._of_aggregate(called)))
        return self._parameters[called]

    def _of_functions(self, called: bytes) -> Iterator[int]:
        """Which parameters of the file's functions or constructors by a name are one."""
        reading = self._facts.reading
        for found in reading.names((called,)):
            around = reading.neighbours(found)
            is_in_class = around.sign_after == b"(" and reading.scopes.kind_at(found.start) is Kind.CLASS
            if is_in_class or self._facts.declares(found, around):
                for index, span in enumerate(reading.arguments(around.after) or ()):
                    if _UINT3.search(reading.code, *span):
                        yield index

    def _of_aggregate(self, called: bytes) -> Iterator[int]:
        """Which members of a structure without functions are one, by their numbers."""
        reading = self._facts.reading
        for found in reading.names((called,)):
            around = reading.neighbours(found)
            closing = reading.closers.get(around.after) if around.sign_after == b"{" else None
            if closing is None or around.word_before not in (b"struct", b"class"):
                continue
            body = reading.plain[around.after + 1 : closing]
            if any(sign in body for sign in (b"(", b"{", b"static")):
                continue
            yield from _uint3_fields(body)


def _uint3_fields(body: bytes) -> Iterator[int]:
    index = 0
    for statement in body.split(b";"):
        declarators = statement.split(b",")
        found = _FIELD.match(statement)
        for each in declarators if found is not None else ():
            if found is not None and found[1] == b"uint3" and not any(sign in each for sign in (b"*", b"&", b"[")):
                yield index
            index += 1
