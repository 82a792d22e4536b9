"""What the variables of a function are declared as, where its text leaves no doubt: then no cast is needed, and a
pointer points to what an instruction reads.

Whatever may be a declaration and is none of those that are written with the usual types makes a name unknown.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind, Scope

_HELD_AS = {
    b"unsigned": "uint32_t",
    b"unsigned int": "uint32_t",
    b"uint32_t": "uint32_t",
    b"uint": "uint32_t",
    b"int": "int32_t",
    b"int32_t": "int32_t",
    b"unsigned short": "uint16_t",
    b"uint16_t": "uint16_t",
    b"unsigned long long": "uint64_t",
    b"uint64_t": "uint64_t",
    b"float": "float",
    b"double": "double",
}
_TYPE = (
    rb"(?:(?:const|constexpr|static|register)\s+)*"
    rb"(?:std::)?(unsigned\s+long\s+long|unsigned\s+int|unsigned\s+short|unsigned|uint(?:16|32|64)_t|uint|int32_t|int|"
    rb"float|double)(?:\s+const)?"
)
_BEFORE_NAME = rb"(?:\s+|\s*([*&])\s*(?:const\s+)?(?:(?:__restrict__|__restrict)\s+)?)"
_DECLARATION = pattern(rb"\s*" + _TYPE + _BEFORE_NAME)
# `unsigned a = 1, b`: what is declared behind a comma.
_FURTHER = pattern(rb"\s*" + _TYPE + rb"\s+[A-Za-z_][^<>&*]{0,90},")
_ASSIGNS = pattern(rb"(?<![=!<>])=(?!=)")
_BEGINS_EXPRESSION = pattern(rb"\s*(?:(?:return|else|case|do|throw|goto)\s*)?")
_ENDS_IN_OPERATOR = pattern(rb"[-=+/%|^!~?<(]\s*\Z")
_IS_MEMBER = pattern(rb"(?:\.|->|::)\s*\Z")
_ENDS_IN_COMMA = pattern(rb",\s*\Z")
_ENDS_OPERAND = pattern(rb"[\w\])]")
_CONTROLS = frozenset((b"if", b"constexpr", b"for", b"while", b"switch", b"catch"))
_BODY = pattern(rb"\s*(?:(?:const|noexcept|mutable|override|final)\b\s*)*(?=\{)")
_VALUE = pattern(rb"\s*=([^;,{}]{1,200});")
_LONGEST = 20_000
_MOST_USES = 100


class Variable(NamedTuple):
    """`type` is the name of the type in C++ that holds the same; `stars` are those of a pointer to it. `value` is what
    stands behind the `=` of a constant."""

    type: str
    stars: int = 0
    is_reference: bool = False
    value: bytes = b""


class _Unknown(Exception):  # noqa: N818
    """A use may be a declaration."""


class Variables:
    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._found: dict[tuple[bytes, int], Variable | None] = {}

    def at(self, name: bytes, offset: int) -> Variable | None:
        """The variable that a name means at a place; None where that is not certain."""
        block = self._reading.scopes.block_at(offset)
        if block is None or name in self._reading.macros_called or self._reading.cuts_names:
            return None
        key = name, self._reading.scopes.statement_at(offset)
        if key not in self._found:
            self._found[key] = self._declared(name, offset)
        return self._found[key]

    def _declared(self, name: bytes, offset: int) -> Variable | None:
        function = list(self._reading.scopes.around(offset))[-1]
        uses = self._reading.names((name,))
        last = bisect_left(uses, offset, key=lambda use: use.start)
        for use in reversed(uses[max(0, last - _MOST_USES) : last]):
            if use.start < function.head or offset - use.start > _LONGEST:
                return None
            try:
                found = self._at_use(use.start, use.end, offset, function)
            except _Unknown:
                return None
            if found is not None:
                return found if self._is_read_with(use.start, offset) else None
        return None

    def _is_read_with(self, declaration: int, offset: int) -> bool:
        """Whether whoever reads a place has read a declaration."""
        conditionals = self._reading.conditionals
        around = conditionals.around(offset)
        return all(branch in around for branch in conditionals.around(declaration))

    def _at_use(self, start: int, end: int, offset: int, function: Scope) -> Variable | None:
        """What a use declares for a place; None for one that declares nothing there."""
        reading, plain = self._reading, self._reading.plain
        if reading.directive_at(start) is not None:
            return None
        scope = reading.scopes.at(start)
        if scope is None or scope.start < function.head:
            raise _Unknown  # the parameter of a template
        if plain[scope.start] == ord("("):
            return self._in_parentheses(scope, start, end, offset)
        if plain[scope.start] == ord("["):
            if not _ENDS_OPERAND.match(plain, tokens.rskip_blank(plain, scope.start, 0) - 1):
                raise _Unknown  # what a lambda takes along, or a part of something
            return None
        if scope.kind is not Kind.BLOCK:
            return None  # a value of an initializer, or a member of a class
        if not scope.start < offset < scope.end:
            return None
        return _said(plain[reading.scopes.statement_at(start) : start], plain, end)

    def _in_parentheses(self, scope: Scope, start: int, end: int, offset: int) -> Variable | None:
        plain = self._reading.plain
        before = tokens.rskip_blank(plain, scope.start, 0)
        is_control = plain[tokens.word_start(plain, before, 0) : before] in _CONTROLS
        body = _BODY.match(plain, scope.end + 1)
        if body is None and not is_control:
            is_declarator = plain[scope.start + 1 : start].strip() in (b"*", b"&") and plain[end:].lstrip()[:1] == b")"
            if is_declarator and plain[scope.end + 1 :].lstrip()[:1] in (b"(", b"["):
                raise _Unknown
            if plain[scope.end + 1 : scope.end + 4].lstrip()[:2] == b"->":
                raise _Unknown
            return None
        closing = self._reading.closers.get(body.end()) if body is not None else None
        is_around = body is not None and closing is not None and body.end() < offset < closing
        head = plain[max(scope.start + 1, self._reading.scopes.statement_at(start)) : start]
        if is_control:
            found = _said(head, plain, end)
            if found is not None and body is None:
                raise _Unknown
            return found if is_around else None
        if not is_around:
            return None
        found = _said(head.rpartition(b",")[2], plain, end)
        if found is None:
            raise _Unknown
        return found


def _said(before: bytes, plain: bytes, end: int) -> Variable | None:
    """What a statement declares whose name stands behind some text; None if it only uses the name."""
    after = plain[end : end + 40].lstrip()[:1]
    shape = _DECLARATION.fullmatch(before)
    if shape is None and _ENDS_IN_COMMA.search(before) and (further := _FURTHER.fullmatch(before.rstrip())):
        return Variable(_HELD_AS[b" ".join(further[1].split())]) if after != b"[" else None
    if shape is not None:
        if after not in (b";", b",", b"=", b")", b":", b"{"):
            raise _Unknown
        value = _VALUE.match(plain, end) if b"constexpr" in before else None
        type = _HELD_AS[b" ".join(shape[1].split())]
        return Variable(type, int(shape[2] == b"*"), shape[2] == b"&", value[1] if value else b"")
    if _IS_MEMBER.search(before) or _BEGINS_EXPRESSION.fullmatch(before):
        return None
    if _ENDS_IN_COMMA.search(before):
        raise _Unknown
    if _ASSIGNS.search(before) or _ENDS_IN_OPERATOR.search(before) or before.split()[:1] == [b"return"]:
        return None
    raise _Unknown
