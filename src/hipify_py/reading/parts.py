"""The nodes of syntax trees as parts of a file: where each stands there, and what it sets and reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.edits import Span

if TYPE_CHECKING:
    from hipify_py.reading.reading import Reading
    from hipify_py.reading.tree import Node

BLOCK = "compound_statement"
_OF_DIMENSIONS = (b"threadIdx", b"blockIdx", b"blockDim", b"gridDim")
_MOST = 20
_DEEPEST = 300
_BLANKS = b" \t\r\n\\"
_SETS = ("assignment_expression", "init_declarator", "update_expression")
OBJECTS = ("identifier", "field_identifier", "field_expression", "subscript_expression")


class Set(NamedTuple):
    """`a.b = value`, `n += value`, `int n = value`, `++n`: what is set, and how."""

    target: Part
    sign: str
    value: Part | None
    place: int
    end: int

    @property
    def name(self) -> bytes:
        """What is set, written without blanks."""
        return self.target.packed

    @property
    def member(self) -> bytes:
        """The name without that of the object."""
        return self.name.replace(b"->", b".").rpartition(b".")[2]

    def uses(self, name: bytes) -> bool:
        """Whether the value is made of a variable."""
        return self.value is not None and name in self.value.names


class Part:
    """A node; `code` is the text that its offsets count in, from `begin` on."""

    __slots__ = ("_begin", "_code", "_node", "end", "start", "type")

    def __init__(self, code: bytes, begin: int, node: Node) -> None:
        self._code, self._begin, self._node = code, begin, node
        self.start, self.end, self.type = begin + node.start_byte, begin + node.end_byte, node.type

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    @property
    def text(self) -> bytes:
        return self._code[self.start : self.end]

    @property
    def packed(self) -> bytes:
        """The text without blanks."""
        return self.text.translate(None, _BLANKS)

    @property
    def has_error(self) -> bool:
        return self._node.has_error

    @property
    def sign(self) -> str:
        """The operator of an expression."""
        sign = self._node.child_by_field_name("operator")
        return sign.type if sign is not None else ""

    @property
    def parts(self) -> list[Part]:
        """What it is made of, without keywords and signs."""
        return [Part(self._code, self._begin, node) for node in self._node.named_children]

    @property
    def statements(self) -> list[Part]:
        """Those of a block; another statement is one itself."""
        return self.parts if self.type == BLOCK else [self]

    def field(self, name: str) -> Part | None:
        node = self._node.child_by_field_name(name)
        return Part(self._code, self._begin, node) if node is not None else None

    def token(self, sign: str) -> Part | None:
        """The first keyword or sign of a kind that it is made of."""
        tokens = (Part(self._code, self._begin, node) for node in self._node.children if node.type == sign)
        return next(tokens, None)

    def of_type(self, *types: str) -> Iterator[Part]:
        """Itself and the parts in it that are of some types, in order, but for what runs when somebody calls it."""
        waiting = [self._node]
        while waiting:
            node = waiting.pop()
            kind = node.type
            if kind in types:
                yield Part(self._code, self._begin, node)
            if kind != "lambda_expression" and node.named_child_count:
                waiting += reversed(node.named_children)

    @property
    def bare(self) -> Part:
        """An expression without the brackets around it."""
        part = self
        while part.type in ("parenthesized_expression", "condition_clause") and (inner := part.parts):
            part = inner[-1]
        return part

    @property
    def names(self) -> frozenset[bytes]:
        """The variables and functions that are named."""
        return frozenset(each.text for each in self.of_type("identifier"))

    @property
    def words(self) -> frozenset[bytes]:
        """The names of variables, functions and members, but `x` of `threadIdx.x`."""
        found, last = set[bytes](), b""
        for each in self.of_type("identifier", "field_identifier"):
            if last not in _OF_DIMENSIONS or each.type == "identifier":
                found.add(each.text)
            last = each.text
        return frozenset(found)

    @property
    def objects(self) -> frozenset[bytes]:
        """Variables, members and elements, written without blanks: `done`, `lane.done`, `done[0]`."""
        return frozenset(each.packed for each in self.of_type(*OBJECTS))

    @property
    def called(self) -> bytes:
        """The name of the function that is called, without scopes and template arguments; a cast is none."""
        function = self.field("function") if self.type == "call_expression" else None
        while function is not None and function.type in ("template_function", "qualified_identifier"):
            function = function.field("name")
        if function is not None and function.type == "field_expression":
            function = function.field("field")
        return function.text if function is not None else b""

    @property
    def arguments(self) -> Sequence[Part]:
        given = self.field("arguments")
        return given.parts if given is not None else ()

    @property
    def sets(self) -> Iterator[Set]:
        """What is set in it."""
        for each in self.of_type(*_SETS):
            target = each.field("left") or each.field("argument") or each
            while (inner := target.field("declarator")) is not None:
                target = inner
            sign = "=" if each.type == "init_declarator" else each.sign
            yield Set(target, sign, each.field("right") or each.field("value"), *each.span)

    def values_of(self, name: bytes) -> Iterator[Part]:
        """What a variable is set to in it."""
        return (each.value for each in self.sets if each.name == name and each.value is not None)

    @property
    def names_set(self) -> frozenset[bytes]:
        return frozenset(each.name for each in self.sets)


def path_to(reading: Reading, place: int) -> list[Part]:
    """The parts of its function or macro around a place, outermost first; none where the parser lost its way, or where
    there are too many."""
    is_in_macro = reading.directive_at(place) is not None
    begin, path = reading.bodies.path_in_macro(place) if is_in_macro else reading.bodies.path(place)
    code = reading.code if is_in_macro else reading.plain
    return [Part(code, begin, node) for node in path] if len(path) < _DEEPEST else []


def blocks(path: Sequence[Part], start: int = 0) -> list[Part]:
    """The blocks among some parts that begin at a place or behind it."""
    return [part for part in path if part.type == BLOCK and part.start >= start]


def bodies_of(reading: Reading, function: bytes) -> Iterator[Part]:
    """The bodies of the functions of a file with a name, as far as they stand before most of their calls."""
    for name in islice(reading.names_in_code((function,)), _MOST):
        closing = reading.closers.get(reading.skip_blank(name.end), -1)
        opening = reading.plain.find(b"{", closing)
        if 0 < closing < opening and reading.plain[closing + 1 : opening].strip() in (b"", b"const"):
            yield from (part for part in path_to(reading, opening) if part.start == opening and part.parts)
