"""Whether code shows the type of a result that is another one in HIP: of a call of `__popc`, or of `ballot` of a tile.

A result is followed from the call outward in the syntax tree, up to what takes it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from hipify_py.file.arithmetic import promoted
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.returned_types import returned_type
from hipify_py.reading.tokens import Name

if TYPE_CHECKING:
    from hipify_py.reading.tree import Node

_CALLED = pattern(rb"(?:\w+\s*::\s*)*([A-Za-z_]\w*)\s*(?:<([^<>;(){}]{0,60})>\s*)?")
_CASTS = (b"static_cast", b"reinterpret_cast")
# Take numbers of one type, or have overloads.
_DEDUCES = pattern(rb"min|max|clamp|abs|(?:make_)?(?:pair|tuple)|(?:__)?shfl\w*|__reduce_\w+|decltype|typeof")
# What stands before the name of a function that is one.
_TEMPLATE = pattern(rb"\btemplate\s{0,20}<[^;{}()]{0,90}>[^;{}()]{0,200}\Z")
# The value is compared with zero.
_TESTS = pattern(rb"assert|noexcept|__(?:any|all|ballot)(?:_sync)?|__syncthreads_\w+")
# Of the type of what it passes on.
_SHUFFLE = pattern(rb"__shfl\w{0,12}_sync\s{0,60}(?=\()")
_NEVER_NEGATIVE = pattern(rb"[(\s]*(?:\d[\w.]*|warpSize)[)\s]*")
_DECLARED = pattern(rb"[&*\s]*([A-Za-z_]\w*)")
_TESTED = ("if_statement", "while_statement", "do_statement", "for_statement")
_TAKES_ANY = ("expression_statement", "compound_statement", "kernel_call_syntax")
_TRANSPARENT = ("parenthesized_expression", "condition_clause", "argument_list")
_DECLARATIONS = ("declaration", "field_declaration", "compound_literal_expression")
_NUMBER_WORDS = frozenset(b"unsigned signed int long short char bool float double size_t uint".split())
_SMALL_UNSIGNED = frozenset((*b"bool uint8_t uint16_t".split(), b"unsigned char", b"unsigned short"))
_BITS_32 = (b"int", b"unsigned")
_BOOL = b"bool"
COMPARISONS = (b"<", b">", b"<=", b">=", b"<=>")


class RetypedResult(ABC):
    """A part of an expression that is of one type in CUDA and of another in HIP.

    `_may_differ` is whether the two may have other values where both are converted to a wider type.
    """

    # The calls with such results, and their type in CUDA.
    CALL: ClassVar[re.Pattern[bytes]]
    CUDA_TYPE: ClassVar[bytes]
    # The declarations whose lists in braces take the type of HIP without narrowing it.
    FITS_LIST: ClassVar[re.Pattern[bytes]]

    def __init__(self, facts: Facts, start: int, end: int) -> None:
        self._facts, self._reading = facts, facts.reading
        self._types = expression_types(facts)
        self._call = start, end
        bodies, self._macro = self._reading.bodies, self._reading.macro_at(start)
        self._begin, self._path = bodies.path(start) if self._macro is None else bodies.path_in_macro(start)
        self._may_differ = False

    @abstractmethod
    def _test_shows(self) -> bool:
        """Whether a comparison with zero makes a difference."""

    @abstractmethod
    def _shift_shows(self, sign: bytes) -> bool | None: ...

    @abstractmethod
    def _operation_shows(self, sign: bytes, kind: bytes | None, *, is_negative: bool) -> bool | None:
        """Whether an operation with an operand of a type, which may be below zero, makes a difference; None where its
        result is such a one, too."""

    @abstractmethod
    def _quotient_shows(self, kind: bytes | None, *, is_negative: bool) -> bool:
        """Whether `n /= result` makes a difference."""

    @abstractmethod
    def _argument_shows(self, function: bytes) -> bool: ...

    def shows_its_type(self) -> bool:
        """Whether what takes the result makes a difference; also where nobody knows what that is."""
        places = [number for number, node in enumerate(self._path) if self._span(node) == self._call]
        for number in reversed(range(1, places[0] + 1)) if places else ():
            shows = self._shows_in(self._path[number - 1], self._path[number], number - 1)
            if shows is not None:
                return shows
        return True

    def _shows_in(self, node: Node, part: Node, number: int) -> bool | None:
        """Whether it makes a difference that a node of the tree has a part; None where it becomes one, too."""
        if node.type in _TAKES_ANY:
            return self._macro is not None and self._span(node)[1] > self._macro.end  # what the macro is called for
        if node.type in _TESTED:
            return self._test_shows()
        match node.type:
            case "unary_expression":
                return self._shows_to_prefix(node.children[0].type)
            case "cast_expression":
                return self._shows_as(self._text(node.child_by_field_name("type")))
            case "conditional_expression":
                return self._shows_to_choice(node, part)
            case "binary_expression":
                return self._shows_to_operation(node, part)
            case "assignment_expression":
                return self._shows_to_target(node) if part == node.child_by_field_name("right") else False
            case "comma_expression":
                return None if part == node.child_by_field_name("right") else False
            case "call_expression":
                return self._shows_to_call(node, part)
            case "init_declarator":
                return self._shows_to_variable(node)
            case "initializer_list":
                return self._shows_in_list(node, number)
            case "return_statement":
                return self._is_returned()
        return (
            self._may_differ if node.type == "subscript_argument_list" else None if node.type in _TRANSPARENT else True
        )

    def _span(self, node: Node) -> tuple[int, int]:
        return self._begin + node.start_byte, self._begin + node.end_byte

    def _text(self, node: Node | None) -> bytes:
        return self._reading.code[slice(*self._span(node))] if node is not None else b""

    def _shows_to_prefix(self, sign: str) -> bool | None:
        if sign in ("!", "not"):
            return self._test_shows()
        self._may_differ = self._may_differ or sign in ("-", "~")
        return None

    def _shows_to_choice(self, node: Node, part: Node) -> bool | None:
        one, other = (node.child_by_field_name(field) for field in ("consequence", "alternative"))
        return self._shows_beside(b"?", other if part == one else one) if part in (one, other) else self._test_shows()

    def _shows_to_operation(self, node: Node, part: Node) -> bool | None:
        """Whether an operator makes a difference; None where its result is such a one, too."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        sign = node.children[1].type.encode()
        if sign in (b"&&", b"||", b"and", b"or"):
            return self._test_shows()
        if sign in (b"<<", b">>"):
            return self._shift_shows(sign) if part == left else False
        return self._shows_beside(sign, right if part == left else left)

    def _shows_beside(self, sign: bytes, other: Node | None) -> bool | None:
        kind = self._kind(self._span(other)) if other is not None else None
        is_negative = other is None or kind is None or (kind == b"int" and self._may_be_below_zero(self._span(other)))
        return self._operation_shows(sign, kind, is_negative=is_negative)

    def _shows_to_target(self, node: Node) -> bool:
        target, sign = node.child_by_field_name("left"), node.children[1].type.encode()[:-1]
        if target is None or sign in (b"<<", b">>"):
            return False
        span = self._span(target)
        if sign in (b"/", b"%"):
            kind = self._kind(span)
            return self._quotient_shows(kind, is_negative=kind is None or self._may_be_below_zero(span))
        typed = self._types.of(*span)
        return self._shows_as(typed.type if typed is not None and not typed.stars else b"")

    def _shows_to_variable(self, node: Node) -> bool:
        """`int n = result`, `Range r(result)`"""
        named = _DECLARED.match(self._reading.plain, *self._span(node))
        known = self._reading.declarations.at(Name(*named.span(1), named[1])) if named is not None else None
        if known is None or known.type == b"auto":
            return True
        return self._shows_as(known.type if not known.depth else b"")

    def _shows_in_list(self, node: Node, number: int) -> bool:
        """Whether a list in braces narrows the result."""
        around = [each for each in self._path[:number] if each.type in _DECLARATIONS]
        head = self._reading.plain[self._span(around[-1])[0] : self._span(node)[0]] if around else b""
        return not self.FITS_LIST.search(head)

    def _shows_to_call(self, node: Node, part: Node) -> bool:
        called = _CALLED.fullmatch(self._text(node.child_by_field_name("function")))
        if called is None or part.type != "argument_list":
            return True
        name = called[1]
        if name in _CASTS or promoted(name) is not None:
            return self._shows_as(called[2] if name in _CASTS and called[2] else name)
        if _TESTS.fullmatch(name):
            return self._test_shows()
        is_deduced = _DEDUCES.fullmatch(name) is not None or _is_template(self._reading, name)
        return is_deduced or name in self._facts.own_macros or self._argument_shows(name)

    def _shows_as(self, type: bytes) -> bool:
        """Whether a conversion makes a difference."""
        words = b" ".join(type.split())
        return self._conversion_shows(promoted(words), is_bool=words == _BOOL)

    def _conversion_shows(self, kind: bytes | None, *, is_bool: bool) -> bool:
        return self._test_shows() if is_bool else self._may_differ and kind not in _BITS_32

    def _is_returned(self) -> bool:
        """Whether a difference is seen in what the function returns."""
        words = returned_type(self._reading, self._call[0])
        if words is None:
            return True
        kind = promoted(b" ".join(word for word in words if word in _NUMBER_WORDS or promoted(word)))
        return b"auto" in words or self._conversion_shows(kind, is_bool=_BOOL in words)

    def _kind(self, span: tuple[int, int]) -> bytes | None:
        """The type of an operand as it is computed with, if it is known to be a number; of other results CUDA's."""
        if self._is_call(self.CALL, span):
            return self.CUDA_TYPE
        if self._is_call(_SHUFFLE, span):
            passed = self._reading.arguments(self._reading.code.index(b"(", span[0]))
            return self._kind(passed[1]) if passed and len(passed) > 1 else None
        typed = self._types.of(*span)
        if typed is not None and typed.stars:
            return b"pointer"
        return promoted(typed.type) if typed is not None else None

    def _is_call(self, function: re.Pattern[bytes], span: tuple[int, int]) -> bool:
        start, end = self._reading.stripped(*span)
        call = function.match(self._reading.code, start, end)
        return call is not None and self._reading.closers.get(call.end()) == end - 1

    def _may_be_below_zero(self, span: tuple[int, int]) -> bool:
        start, end = self._reading.stripped(*span)
        typed = self._types.of(start, end)
        is_small = typed is not None and typed.type in _SMALL_UNSIGNED and not typed.stars
        value = self._facts.constant(self._reading.code[start:end], start)
        return not (is_small or self._is_call(self.CALL, span) or _NEVER_NEGATIVE.fullmatch(value))


def _is_template(reading: Reading, function: bytes) -> bool:
    plain, statement_at = reading.plain, reading.scopes.statement_at
    called = (name for name in reading.names((function,)) if plain.startswith(b"(", reading.skip_blank(name.end)))
    return any(_TEMPLATE.search(plain, statement_at(name.start), name.start) for name in called)
