"""`CUdeviceptr` is an integer in CUDA and `void*` in HIP, to which C++ adds nothing: sums become sums of `char*`, and
`static_cast` between addresses and integers becomes `reinterpret_cast`. API007: what only integers can do, and what is
an address on one side and an integer on the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from hipify_py.edits import Edit, Span
from hipify_py.file.arithmetic import Typed, promoted
from hipify_py.file.expression_types import element_of, expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.once_per_file import once_per_file
from hipify_py.file.rewrites import Anchors
from hipify_py.file.surroundings import AddressMember
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import Declaration
from hipify_py.reading.numbers import integer
from hipify_py.reading.reading import Reading
from hipify_py.reading.returned_types import returned_type
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name
from hipify_py.reading.tree import first
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_bytes, to_text

if TYPE_CHECKING:
    from hipify_py.reading.tree import Node

# Members may be declared in headers, so any name of CUDA's may tell.
ANCHORS = Anchors(frozenset((b"CUdeviceptr",)), listed=True)

_TYPE = b"CUdeviceptr"
# What values are after conversion: `void*`, and by a sum with one `char*`; by a difference of two a number.
_ADDRESS, _BYTES, _DIFFERENCE, _AUTO = Typed(_TYPE), Typed(b"char*"), Typed(b"ptrdiff_t"), Typed(b"auto")
_POINTERS = (_ADDRESS, _BYTES)
_NARROW, _WIDE = (b"int", b"unsigned"), (b"long", b"unsigned long", b"long long", b"unsigned long long")
_INTEGERS = (*_NARROW, *_WIDE)
# The words behind the type that may be declared: `CUdeviceptr *list, p = 0`.
_BEHIND = pattern(rb"[^;{}]{0,300}")
_WORD = pattern(rb"[A-Za-z_]\w*")
_ALIAS = pattern(rb"\b(?:(\w{1,60})\s{0,9}=\s{0,9}CUdeviceptr|typedef\s{1,9}CUdeviceptr\s{1,9}(\w{1,60}))\s{0,9};")
# The class of what is in none: other names of the type, and functions outside of classes.
_TYPES, _FUNCTIONS = b"typedef", b""
# A place for a value in a text of `std::format`: `{}`, `{0:x}`.
_FORMAT = pattern(rb"\{\d{0,9}[:}]")
# What needs no brackets behind a sign.
_TIGHT = ("identifier", "number_literal", "field_expression", "parenthesized_expression", "pointer_expression")
# What an expression may be made of that is written twice: names, members, elements. Calls and assignments do something.
_TWICE = (*_TIGHT, "field_identifier", "this", "subscript_expression", "subscript_argument_list", "binary_expression")
_BRACKETED = ("call_expression", "argument_list", "parenthesized_expression", "compound_statement")
_OPERATION = "'{text}' has an operand that is a void* in HIP, and needs an integer"
_FROM_INTEGER = "'{value}' is an integer, and what it becomes is a void* in HIP"
_PRINTED = "'{value}' would be a char* in HIP, and the text that one points to is printed"


def propose(facts: Facts) -> Iterator[Edit]:
    yield from _uses(facts).edits


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    yield from _uses(facts).hits.values()


@once_per_file
def _uses(facts: Facts) -> _Uses:
    found = _Uses(facts)
    may_hold = _TYPE in facts.reading.words or bool(facts.surroundings.addresses)
    for begin, body in _bodies(facts) if may_hold and _TYPE not in facts.own else ():
        found.evaluate(begin, body)
    return found


class _Uses:
    """What is done with addresses in a file: what conversion changes, and what it cannot."""

    def __init__(self, facts: Facts) -> None:
        self._facts, self._reading, self._types = facts, facts.reading, expression_types(facts)
        self._cast = b"(char*)(" if facts.is_c else b"static_cast<char*>("
        self._begin = 0
        self._sums: dict[Span, Typed | None] = {}
        self._deduced: dict[bytes, Node] = {}  # the sums that make `auto` variables of a function
        self.edits: list[Edit] = []
        self.hits: dict[int, Hit] = {}

    def evaluate(self, begin: int, body: Node) -> None:
        """Each expression of a function after what is in it."""
        self._begin, self._deduced = begin, {}
        for node in reversed(_nodes(body)):
            handler, names = _HANDLERS.get(node.type, (None, ""))
            fields = [node.child_by_field_name(name) for name in names.split()]
            if handler is not None and None not in fields:
                handler(self, node, *fields)

    def _span(self, node: Node) -> Span:
        return Span(self._begin + node.start_byte, self._begin + node.end_byte)

    def _text(self, node: Node) -> bytes:
        return self._reading.code[slice(*self._span(node))]

    def _edit(self, start: int, end: int, new: bytes | tuple[bytes | Span, ...], *taken: bytes) -> None:
        if not self._facts.is_left_alone(start):
            self.edits.append(Edit(start, end, new, "CUdeviceptr", "pointers", taken))

    def _hit(self, node: Node, message: str = "", help: str = "") -> None:
        """Reports a value; an operation at its sign, as conversion may change what stands before."""
        node = _bare(node)
        sign = node.child_by_field_name("operator") if node.type == "binary_expression" else None
        span, values = self._span(sign or node), {"value": to_text(self._text(node))}
        if span.start not in self.hits and not self._facts.is_left_alone(span.start):
            self.hits[span.start] = Hit(*span, values, message or (_OPERATION if sign is not None else ""), help)

    def _type(self, node: Node) -> Typed | None:
        """What a value is after conversion; None where nobody knows."""
        span = self._span(node := _bare(node))
        typed = self._sums[span] if span in self._sums else self._types.of_node(node, self._begin)
        return _BYTES if typed in (None, _AUTO) and self._text(node) in self._deduced else typed

    def _number(self, node: Node) -> int | None:
        """The value of a literal, without its sign."""
        return integer(self._text(node).lstrip(b"- "))

    def _operation(self, node: Node, left: Node, operator: Node, right: Node) -> None:
        one, other = self._type(left), self._type(right)
        if one not in _POINTERS and other not in _POINTERS:
            return
        match operator.type:
            case "+" | "-" as sign:
                self._sums[self._span(node)] = self._sum(node, {left: one, right: other}, is_sum=sign == "+")
            case "==" | "!=" if self._number(right):
                self._hit(left)
            case "<" | ">" | "<=" | ">=" if self._number(right) is not None:
                self._hit(left)
            case "<<" | ">>" if one not in _POINTERS:  # of a stream
                self._leave(right)
            case "%" | "&" | "|" | "^" | "*" | "/" | "<<" | ">>" if self._types.of_node(node, self._begin) is None:
                self._hit(node)  # `(size_t)&p` has a type: it is a cast

    def _sum(self, node: Node, operands: dict[Node, Typed | None], *, is_sum: bool) -> Typed | None:
        """What a sum or a difference with an address is; the addresses in it become `char*`."""
        one, other = operands.values()
        are_both = one in _POINTERS and other in _POINTERS
        if are_both if is_sum else one not in _POINTERS:
            if is_sum or _integer_type(one) in _INTEGERS:
                self._hit(node)
            return None
        for span in [self._span(each) for each, typed in operands.items() if typed == _ADDRESS]:
            self._edit(*span, (self._cast, span, b")"))
        return _DIFFERENCE if are_both else _BYTES

    def _leave(self, node: Node) -> None:
        """A sum that would be printed as text stays one of `void*`, which compilers refuse."""
        if self._type(node) == _BYTES:
            start, end = self._span(self._deduced.get(self._text(node), node))
            self.edits = [edit for edit in self.edits if not start <= edit.start < end]
            self._hit(node, _PRINTED, "print `reinterpret_cast<uintptr_t>(p) + n`")

    def _step(self, node: Node, target: Node, operator: Node) -> None:
        """`p++` and `++p` as statements."""
        if self._type(target) == _ADDRESS and _is_alone(node) and _may_stand_twice(target):
            span, sign = self._span(target), self._text(operator)
            self._edit(*self._span(node), (span, b" = " + self._cast, span, b") " + sign[:1] + b" 1"), sign)
        elif self._type(target) == _ADDRESS:
            self._hit(target)

    def _assignment(self, _node: Node, left: Node, operator: Node, right: Node) -> None:
        """`q = p`, `p += n`"""
        if operator.type == "=" or self._type(left) != _ADDRESS:
            self._give(self._types.of_node(left, self._begin), right)
        elif operator.type in ("+=", "-=") and _may_stand_twice(left):
            self._assign_sum(left, operator, right)
        else:
            self._hit(left)

    def _assign_sum(self, left: Node, operator: Node, right: Node) -> None:
        """`p += n` becomes `p = static_cast<char*>(p) + n`, with the sum in parentheses that n may be."""
        target, value, sign = self._span(left), self._span(right), self._text(operator)
        head: tuple[bytes | Span, ...] = (target, b" = " + self._cast, target, b") " + sign[:1])
        if right.type in _TIGHT or (right.type == "binary_expression" and right.children[1].type in ("*", "/", "%")):
            self._edit(target.start, self._span(operator).end, head, sign)
        else:
            self._edit(target.start, value.end, (*head, b" (", value, b")"), sign)

    def _give(self, target: Typed | None, value: Node) -> None:
        """A value for what is of a type."""
        if target == _ADDRESS and _integer_type(self._type(value)) in _INTEGERS and self._number(value) != 0:
            self._hit(value, _FROM_INTEGER, "convert with `reinterpret_cast<hipDeviceptr_t>(…)`")
        elif _integer_type(target) in _INTEGERS and self._type(value) in _POINTERS:
            self._hit(value)

    def _declaration(self, _node: Node, declarator: Node, value: Node) -> None:
        """`uint64_t v = p`"""
        while (inner := first(declarator)) is not None:
            declarator = inner
        known = self._reading.declarations.at(Name(*self._span(declarator), self._text(declarator)))
        if known is not None and known.type == b"auto" and self._type(value) == _BYTES:
            self._deduced[self._text(declarator)] = self._deduced.get(self._text(value), value)
        elif known is not None:
            self._give(Typed(known.type, known.depth), value)

    def _return(self, node: Node) -> None:
        value, words = first(node), returned_type(self._reading, self._span(node).start)
        if value is not None and words:
            self._give(Typed(words[-1]), value)  # behind `static`, `inline`

    def _narrow_cast(self, node: Node, value: Node) -> None:
        """One to an integer with fewer bits than a pointer."""
        if _integer_type(self._types.of_node(node, self._begin)) in _NARROW and self._type(value) in _POINTERS:
            self._hit(value)

    def _call(self, node: Node, called: Node, arguments: Node) -> None:
        """`static_cast<uint64_t>(p)`, `reinterpret_cast<CUdeviceptr>(q)`, `format("{}", p + n)`"""
        values, text = arguments.named_children, self._reading.source.text
        if any(_FORMAT.search(text, *self._span(each)) for each in values if each.type == "string_literal"):
            for value in values:
                self._leave(value)
        name, angles = called.child_by_field_name("name"), called.child_by_field_name("arguments")
        if name is None or angles is None or len(values) != 1:
            return
        cast, typed, value = self._text(name), self._types.of_node(node, self._begin), values[0]
        if cast == b"static_cast":
            is_from_number = typed == _ADDRESS and self._type(value) not in _POINTERS and self._number(value) != 0
            if is_from_number or (_integer_type(typed) in _WIDE and self._type(value) in _POINTERS):
                self._edit(*self._span(name), b"reinterpret_cast", cast)
            self._narrow_cast(node, value)
        elif cast == b"reinterpret_cast" and typed is not None and typed.type == _TYPE and self._is_const(value):
            start, end = self._span(angles)  # from what is constant, only a cast of C makes a `void*`
            self._edit(self._span(name).start, start + 1, b"(", cast + b"<")
            self._edit(end - 1, end, b")", b">")

    def _is_const(self, node: Node) -> bool:
        """Whether an operand has a name that is declared `const`, or a cast to what is constant."""
        reading, words = self._reading, set(_WORD.findall(self._text(node)))
        here = (reading.declarations.of_any(word, self._span(node).start) for word in words)
        members = (name for name in reading.names(words) if reading.scopes.kind_at(name.start) is Kind.CLASS)
        known = (*here, *map(reading.declarations.at, members))
        return b"const_cast" not in words and (b"const" in words or any(each and each.is_const for each in known))


# How each node is evaluated, with which of its fields.
_HANDLERS: dict[str, tuple[Callable[..., None], str]] = {
    "binary_expression": (_Uses._operation, "left operator right"),
    "assignment_expression": (_Uses._assignment, "left operator right"),
    "update_expression": (_Uses._step, "argument operator"),
    "init_declarator": (_Uses._declaration, "declarator value"),
    "return_statement": (_Uses._return, ""),
    "cast_expression": (_Uses._narrow_cast, "value"),
    "call_expression": (_Uses._call, "function arguments"),
}


def _integer_type(typed: Typed | None) -> bytes | None:
    """The one name of the type of a number; none of truth values, which addresses become as well."""
    return promoted(typed.type) if typed is not None and not typed.stars and typed.type != b"bool" else None


def _bare(node: Node) -> Node:
    """An expression without the brackets around it."""
    while node.type == "parenthesized_expression" and (inner := first(node)) is not None:
        node = inner
    return node


def _is_alone(node: Node) -> bool:
    """Whether nobody takes the value of an expression."""
    outer = node.parent
    return outer is not None and (outer.type == "expression_statement" or outer.child_by_field_name("update") == node)


def _may_stand_twice(node: Node) -> bool:
    return node.type in _TWICE and all(map(_may_stand_twice, node.named_children))


def _nodes(body: Node) -> list[Node]:
    """The nodes of a tree, from the last one on, each before what is in it. Where the parser lost its way, only what is
    in brackets is whole, such as a call in a branch of `#if`."""
    found: list[Node] = []
    waiting = [body]
    while waiting:
        found.append(node := waiting.pop())
        waiting += (each for each in node.named_children if node.type != "ERROR" or each.type in _BRACKETED)
    return found


def _bodies(facts: Facts) -> Iterator[tuple[int, Node]]:
    """The functions and macros in which an address may be in sight, and where their offsets begin."""
    bodies, end = facts.reading.bodies, 0
    for name in facts.names(_candidates(facts)):
        if name.start >= end:
            is_in_macro = facts.reading.directive_at(name.start) is not None
            begin, path = bodies.path_in_macro(name.start) if is_in_macro else bodies.path(name.start)
            if path:
                end = begin + path[0].end_byte
                yield begin, path[0]


def _candidates(facts: Facts) -> frozenset[bytes]:
    """The names that an expression with an address contains: of variables, members, functions and types."""
    elsewhere = [(to_bytes(each.of), to_bytes(each.name)) for each in facts.surroundings.addresses]
    declared = _declared(facts.reading, *(name for of, name in elsewhere if of == _TYPES))
    return frozenset((_TYPE, *(name.text for name, _known in declared), *(name for _of, name in elsewhere)))


def members_of(reading: Reading) -> Iterator[AddressMember]:
    """What structures of a file declare so, other names of the type, and functions outside of classes."""
    yield from (AddressMember(to_text(_TYPES), to_text(type), is_list=False) for type in _other_names(reading))
    for name, known in _declared(reading):
        path, kind = reading.scopes.path_at(name.start), reading.scopes.kind_at(name.start)
        is_one, is_list = (typed := Typed(known.type, known.depth)) == _ADDRESS, element_of(typed) == _ADDRESS
        if path.names and kind is Kind.CLASS and (is_one or is_list):
            yield AddressMember(to_text(path.names[-1]), to_text(name.text), is_list)
        elif known.is_function and is_one and kind in (Kind.FILE, Kind.NAMESPACE):
            yield AddressMember(to_text(_FUNCTIONS), to_text(name.text), is_list=False)


def _other_names(reading: Reading) -> Iterator[bytes]:
    """`devptr`, by `typedef CUdeviceptr devptr;`"""
    return (found[1] or found[2] for found in _ALIAS.finditer(reading.plain))


def _declared(reading: Reading, *types: bytes) -> Iterator[tuple[Name, Declaration]]:
    """What has the type or one of others, or holds values of it."""
    for type in reading.names((_TYPE, *_other_names(reading), *types)):
        behind = _BEHIND.match(reading.plain, type.end)
        for word in _WORD.finditer(reading.plain, *behind.span()) if behind is not None else ():
            known = reading.declarations.at(name := Name(*word.span(), word[0]))
            if known is not None and (_TYPE in known.type or known.type in types):
                yield name, known
