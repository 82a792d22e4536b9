"""`CUdeviceptr` is an integer in CUDA and `void*` in HIP, so one adds to it as to a pointer to bytes. API007: what only
integers can do, and addresses that become integers, or integers addresses.

Expressions are evaluated in the syntax tree: each is an address of the driver, one that is a pointer to bytes after
conversion, a number, or nobody knows.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING

from hipify_py.edits import Edit, Span
from hipify_py.file import container_types
from hipify_py.file.arithmetic import NUMBERS, SMALL, Typed
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.once_per_file import once_per_file
from hipify_py.file.rewrites import Anchors
from hipify_py.file.surroundings import AddressMember
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import BUILTIN
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.reading import Reading
from hipify_py.reading.returned_types import returned_type
from hipify_py.reading.scopes import Kind as ScopeKind
from hipify_py.reading.tokens import Name
from hipify_py.reading.tree import EXPRESSION_START, expression, first
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_bytes, to_text

if TYPE_CHECKING:
    from hipify_py.reading.tree import Node

# Members may be declared in headers, so any name of CUDA's may tell.
ANCHORS = Anchors(frozenset((b"CUdeviceptr",)), listed=True)

_TYPE = b"CUdeviceptr"
_ADDRESS = Typed(_TYPE)
# What may be declared so: `CUdeviceptr *list, p = 0`, `vector<CUdeviceptr> list`.
_BEHIND = pattern(rb"[^;{}]{0,300}")
_WORD = pattern(rb"[A-Za-z_]\w*")
_OTHER_NAME = pattern(
    rb"\busing\s{1,9}(\w{1,60})\s{0,9}=\s{0,9}CUdeviceptr\s{0,9};|\btypedef\s{1,9}CUdeviceptr\s{1,9}(\w{1,60})\s{0,9};"
)
# The class of what is none: other names of the type, and functions outside of classes.
_TYPES, _FUNCTIONS = b"typedef", b""
# `CUdeviceptr p = range->base();`, where another file says what that returns
_GIVEN = pattern(rb"\bCUdeviceptr\s{1,9}\w{1,80}\s{0,9}=\s{0,9}\w{1,80}(?:\.|->)(\w{1,80})\s{0,9}\(\s{0,9}\)\s{0,9};")
# `auto p =`, `auto &[p, n] :`, `[p = q]`: variables whose type follows from a value
_DEDUCED = pattern(
    rb"\bauto\b(?:const|[\s&*]){0,20}(\w{1,80}|\[[\w\s,]{1,200}\])\s{0,9}[=:]|[\[,&]\s{0,9}(\w{1,80})\s{0,9}=(?!=)"
)
# What makes an address of the objects of a class.
_CONVERSION = pattern(rb"\boperator\s{1,9}CUdeviceptr\s{0,9}\(\s{0,9}\)")
_RETURN = pattern(rb"\breturn\s(?=\s*[A-Za-z_])")
_CONST = pattern(rb"\b(?:static|reinterpret)_cast\s*<[^<>]{0,90}\bconst\b|\(\s*const\b")
_NULL = pattern(rb"0[uUlL]*|0[xX]0+[uUlL]*|NULL|nullptr")
_NUMBER = pattern(rb"-?\s*(?:0[xX][\da-fA-F]+|\d+)[uUlL]*")
_CALLED = pattern(rb"(?:std\s*::\s*)?(\w+)")
_NARROW = frozenset((b"int", b"unsigned", b"unsigned int", b"uint", b"int32_t", b"uint32_t", b"float", *SMALL))
_INTEGERS = (
    (NUMBERS - {b"float", b"double"}) | {b"intptr_t", b"uintptr_t", b"ptrdiff_t", b"ssize_t"} | SMALL - {b"bool"}
)
_ADDS = frozenset(
    b"push_back emplace_back push_front emplace_front push emplace try_emplace insert insert_or_assign find count "
    b"erase".split()
)
_PAIRS = frozenset((b"make_pair", b"pair"))
_NOT_OF_TYPE = frozenset(b"static inline const constexpr virtual extern __host__ __device__".split())
_SUMS = ("+", "-")
_CALCULATES = ("%", "&", "|", "^", "*", "/")
_SHIFTS = ("<<", ">>")
_COMPARES = ("==", "!=", "<", ">", "<=", ">=")
# What an expression may be written of twice: names, members, elements. Calls and assignments do something.
_TWICE = frozenset(
    type.decode()
    for type in (
        b"identifier field_identifier this field_expression subscript_expression subscript_argument_list "
        b"pointer_expression parenthesized_expression number_literal binary_expression cast_expression type_descriptor "
        b"primitive_type type_identifier abstract_pointer_declarator"
    ).split()
)
_NAMED = frozenset(("identifier", "field_expression", "qualified_identifier", "pointer_expression", "number_literal"))
_BRACKETED = ("call_expression", "argument_list", "parenthesized_expression", "compound_statement")
_DEEPEST = 200
_REACH = 300
_MOST = 20  # declarations of one name
_DIFFERENCE = "the difference of two addresses is a number in HIP, and this use needs a void*"
_OF_TWO_TYPES = "'{text}' gets a void* and a char*: the sum of an address and a number is one in HIP"
_RESULT_ADDED = "'{text}' gives a CUdeviceptr elsewhere in the file, a void* in HIP, to which nothing can be added"
_CONVERTED_ADDED = "'{text}' becomes a CUdeviceptr, a void* in HIP, to which nothing can be added"
_ADD_TO_CONVERTED = "add to `static_cast<char*>(static_cast<hipDeviceptr_t>(…))`"
_ADD_TO_CAST = "add to `static_cast<char*>(…)`"


class Kind(Enum):
    """What a value is in HIP."""

    ADDRESS = auto()  # void*
    BYTES = auto()  # char*, after conversion
    DIFFERENCE = auto()  # of two addresses
    NULL = auto()
    NUMBER = auto()
    OTHER = auto()  # no address is in it, and nobody has asked for more
    UNASKED = auto()  # a name or a call, whose type is looked for when somebody asks


_POINTERS = (Kind.ADDRESS, Kind.BYTES)
_NUMBERS = (Kind.DIFFERENCE, Kind.NUMBER)
_UNASKED_NUMBERS = (*_NUMBERS, Kind.NULL, Kind.OTHER, None)


def propose(facts: Facts) -> Iterator[Edit]:
    yield from _uses(facts).edits if _may_hold_any(facts) else ()


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    yield from _uses(facts).hits.values() if _may_hold_any(facts) else ()


def _may_hold_any(facts: Facts) -> bool:
    may_hold = _TYPE in facts.reading.words or bool(facts.surroundings.addresses)
    return may_hold and (_TYPE not in facts.own or _is_told_from_own(facts))


@once_per_file
def _is_told_from_own(facts: Facts) -> bool:
    """Whether each use of the name that means a type of the file's own is seen to be another one: in a namespace or a
    class with an alias by that name."""
    own, declarations = facts.own[_TYPE], facts.reading.declarations
    if any(not each.scope.names for each in own):
        return False
    uses = (item.name for item in facts.listed if item.name.text == _TYPE and facts.owner(item) is not None)
    known = (declarations.at(name) or declarations.nearest(_TYPE, name.start) for name in uses)
    return all(each is not None and each.aliased for each in known)


@once_per_file
def _uses(facts: Facts) -> _Uses:
    found = _Uses(facts)
    found.evaluate()
    return found


class _Uses:
    """What is done with addresses in a file: what conversion changes, and what it cannot."""

    def __init__(self, facts: Facts) -> None:
        self._facts, self._reading, self._types = facts, facts.reading, expression_types(facts)
        self._begin = 0
        self._places: list[int] = []
        self._parameters: dict[bytes, list[list[tuple[int, int]]]] = {}
        self._given = {found[1] for found in _GIVEN.finditer(facts.reading.plain)}
        scopes, conversions = facts.reading.scopes, _CONVERSION.finditer(facts.reading.plain)
        self._converting = {name for found in conversions for name in scopes.path_at(found.start()).names[-1:]}
        self._cast = b"(char*)(" if facts.is_c else b"static_cast<char*>("
        self.edits: list[Edit] = []
        self.hits: dict[int, Hit] = {}

    def evaluate(self) -> None:
        """Every function, macro and initializer in which an address may be in sight."""
        candidates = self._candidates()
        returns = [found.start() for found in _RETURN.finditer(self._reading.plain)]
        returns = [place for place in returns if self._returned(place) == _ADDRESS]
        names = self._reading.names(candidates.union(self._deduced()))
        self._places = sorted([*returns, *(name.start for name in names)])
        body_end = value_end = 0  # of the last ones, as none overlap
        for place in sorted([*returns, *(name.start for name in self._facts.names(candidates))]):
            self._begin, root = self._body_around(place)
            if root is not None and place >= body_end:
                body_end = self._begin + root.end_byte
                self._value(root)
            elif root is None and place >= value_end:
                self._begin, root = self._value_around(place)
                value_end = self._begin + root.end_byte if root is not None else 0
                self._value(root)

    def _deduced(self) -> Iterator[bytes]:
        """The variables whose type follows from a value."""
        for found in _DEDUCED.finditer(self._reading.plain):
            yield from _WORD.findall(found[1] or found[2])

    def _candidates(self) -> frozenset[bytes]:
        """The names that an expression with an address contains: of variables, members, functions and types."""
        elsewhere = self._facts.surroundings.addresses
        types = frozenset(to_bytes(each.name) for each in elsewhere if to_bytes(each.of) == _TYPES) | self._converting
        declared = (word.text for word in _maybe_declared(self._reading, types) if self._may_hold(word, types))
        return frozenset((_TYPE, *declared, *(to_bytes(each.name) for each in elsewhere), *self._given))

    def _may_hold(self, name: Name, types: frozenset[bytes]) -> bool:
        """Whether a name is declared as an address, or as what contains some."""
        known = self._reading.declarations.at(name)
        return known is not None and (_TYPE in known.type or known.type in types or not known.type)

    def _body_around(self, place: int) -> tuple[int, Node | None]:
        """The body of the function around a place, or the text of the macro."""
        is_in_macro = self._reading.directive_at(place) is not None
        bodies = self._reading.bodies
        begin, path = bodies.path_in_macro(place) if is_in_macro else bodies.path(place)
        return begin, path[0] if path else None

    def _value_around(self, place: int) -> tuple[int, Node | None]:
        """An argument, or a statement outside of functions: `Owner(Owner &&o) : p(std::exchange(o.p, 0)) {}`."""
        reading = self._reading
        if next(reading.scopes.around(place), None) is not None or reading.directive_at(place) is not None:
            return 0, None
        passed = reading.argument_at(place, _REACH)
        if passed is None:
            start, end = reading.scopes.statement_at(place), reading.plain.find(b";", place, place + _REACH)
            return reading.bodies.statement(start, end) if start <= place <= end else (0, None)
        while passed is not None:
            start, end = passed.span
            passed = reading.argument_at(passed.callee.start, _REACH)
        return start - EXPRESSION_START, expression(reading.plain[start:end])

    # -- what is found -------------------------------------------------------------------------------------------------

    def _span(self, node: Node) -> Span:
        return Span(self._begin + node.start_byte, self._begin + node.end_byte)

    def _text(self, node: Node | None) -> bytes:
        return self._reading.code[slice(*self._span(node))] if node is not None else b""

    def _edit(self, start: int, end: int, new: bytes | tuple[bytes | Span, ...], *taken: bytes) -> None:
        if not self._facts.is_left_alone(start):
            self.edits.append(Edit(start, end, new, "CUdeviceptr", "pointers", taken))

    def _add_cast(self, node: Node | None) -> None:
        if node is not None:
            span = self._span(node)
            self._edit(*span, (self._cast, span, b")"))

    def _hit(self, node: Node, message: str = "", help: str = "") -> None:
        span = self._span(node)
        if span.start not in self.hits and not self._facts.is_left_alone(span.start):
            self.hits[span.start] = Hit(*span, message=message, help=help)

    def _hit_operator(self, node: Node) -> None:
        sign = node.child_by_field_name("operator")
        if sign is not None:
            message = f"'{to_text(self._text(sign))}' has an operand that is a void* in HIP, and needs an integer"
            self._hit(sign, message)

    # -- values --------------------------------------------------------------------------------------------------------

    def _value(self, node: Node | None, depth: int = 0) -> Kind | None:
        """What a node is as a value, after all that is in it."""
        if node is None or depth > _DEEPEST:
            return None
        if not self._holds_address(node):
            return self._kind(node) if node.type == "number_literal" else Kind.OTHER
        if node.type == "ERROR":  # what is in brackets there, such as a call in a branch of `#if`, is whole
            for child in node.named_children:
                if child.type in _BRACKETED:
                    self._value(child, depth + 1)
            return None
        handler = _HANDLERS.get(node.type)
        if handler is not None:
            return handler(self, node, depth + 1)
        for child in node.named_children:
            self._value(child, depth + 1)
        return Kind.UNASKED if node.type in _NAMED else None

    def _asked(self, node: Node, kind: Kind | None) -> Kind | None:
        return self._kind(node) if kind is Kind.UNASKED else kind

    def _holds_address(self, node: Node) -> bool:
        """Whether a name is in a node that may be of an address."""
        span = self._span(node)
        number = bisect_left(self._places, span.start)
        return number < len(self._places) and self._places[number] < span.end

    def _kind(self, node: Node) -> Kind | None:
        if _NULL.fullmatch(self._text(node)):
            return Kind.NULL
        return _kind_of(self._typed(node))

    def _typed(self, node: Node) -> Typed | None:
        """The type of a node; of a member of what nobody knows, that of all members of the file by its name."""
        typed = self._types.of_node(node, self._begin)
        if typed is not None:
            return typed
        called = node.child_by_field_name("function") if node.type == "call_expression" else None
        field = (called or node).child_by_field_name("field")
        if field is None or (called or node).type != "field_expression":
            return None
        return self._types.of_all(self._text(field), is_function=called is not None)

    def _parenthesized(self, node: Node, depth: int) -> Kind | None:
        return self._value(first(node), depth)

    def _operation(self, node: Node, depth: int) -> Kind | None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        sign = node.children[1].type
        one, other = self._value(left, depth), self._value(right, depth)
        if left is None or right is None:
            return None
        if sign in _COMPARES:
            for value, kind, number in ((left, one, right), (right, other, left)):
                is_number = _NUMBER.fullmatch(self._text(number)) and self._asked(value, kind) in _POINTERS
                if is_number and (sign not in ("==", "!=") or not _NULL.fullmatch(self._text(number))):
                    self._hit(left)
            return Kind.NUMBER
        if sign in _SUMS:
            return self._sum(node, left, right, (self._asked(left, one), self._asked(right, other)))
        is_calculated = sign in (*_CALCULATES, *_SHIFTS)
        if is_calculated and (
            self._asked(left, one) in _POINTERS or (sign in _CALCULATES and self._asked(right, other) in _POINTERS)
        ):
            self._hit_operator(node)
            return None
        return Kind.UNASKED

    def _sum(self, node: Node, left: Node, right: Node, kinds: tuple[Kind | None, Kind | None]) -> Kind | None:
        one, other = kinds
        if one is Kind.OTHER and other in _POINTERS:
            one = self._kind(left)
        is_sum, is_both = node.children[1].type == "+", one in _POINTERS and other in _POINTERS
        is_offset = right.type == "cast_expression" and other is Kind.ADDRESS  # `p + (CUdeviceptr)n`
        if is_sum and other in _POINTERS and (is_both or (one is None and is_offset)):
            self._hit_operator(node)
        if one is Kind.ADDRESS:
            self._add_cast(left)
        elif one is None:
            self._hit_result(left)
        if other is Kind.ADDRESS and (one in _POINTERS if not is_sum else not (is_both or (one is None and is_offset))):
            self._add_cast(right)
        if is_both and not is_sum:
            return Kind.DIFFERENCE
        if other in _POINTERS and not is_sum:
            if one in _NUMBERS:
                self._hit(right)
            return None
        return Kind.BYTES if one in _POINTERS or other in _POINTERS else self._kind(node)

    def _hit_result(self, node: Node) -> None:
        """`range.base() + n`, where the file shows elsewhere that it is an address, and `buffer + n` of an object that
        becomes one."""
        typed = self._typed(node) if self._converting else None
        if typed is not None and not typed.stars and typed.type in self._converting:
            self._hit(node, _CONVERTED_ADDED, _ADD_TO_CONVERTED)
        called = node.child_by_field_name("function") if node.type == "call_expression" else None
        field = called.child_by_field_name("field") if called is not None else None
        if field is not None and self._text(field) in self._given:
            self._hit(field, _RESULT_ADDED, _ADD_TO_CAST)

    def _unary(self, node: Node, depth: int) -> Kind | None:
        argument, sign = node.child_by_field_name("argument"), node.children[0].type
        kind = self._value(argument, depth)
        if sign in ("~", "-") and argument is not None and self._asked(argument, kind) in _POINTERS:
            self._hit_operator(node)
            return None
        return Kind.NUMBER if sign in ("!", "not") else Kind.UNASKED

    def _step(self, node: Node, depth: int) -> Kind | None:
        """`++p`, and `p++` where nobody takes the value that it had."""
        argument = node.child_by_field_name("argument")
        if argument is None or self._asked(argument, self._value(argument, depth)) is not Kind.ADDRESS:
            return Kind.UNASKED
        is_before, is_alone = node.children[0] != argument, _is_alone(node)
        if _may_stand_twice(argument) and (is_before or is_alone):
            sign = self._text(node.child_by_field_name("operator"))
            span = self._span(argument)
            opening, closing = (b"", b" 1") if is_alone else (b"(", b" 1)")
            new = (opening, span, b" = " + self._cast, span, b") " + sign[:1] + closing)
            self._edit(*self._span(node), tuple(part for part in new if part), sign)
        else:
            self._hit(argument)
        return Kind.ADDRESS

    def _assignment(self, node: Node, depth: int) -> Kind | None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        sign = self._text(node.child_by_field_name("operator"))
        one, other = self._value(left, depth), self._value(right, depth)
        if left is None or right is None:
            return None
        if sign == b"=":
            if other is not Kind.OTHER or self._holds_address(left):
                self._give(self._typed(left), right, other)
            return Kind.UNASKED
        one, other = self._asked(left, one), self._asked(right, other)
        if sign in (b"+=", b"-=") and one is Kind.ADDRESS and _may_stand_twice(left):
            self._assign_sum(node, left, right, sign)
        elif one in _POINTERS:
            self._hit(left)
        elif other in _POINTERS and (self._kind(left) if one is Kind.OTHER else one) is Kind.NUMBER:
            self._hit(right)
        return one

    def _assign_sum(self, node: Node, left: Node, right: Node, sign: bytes) -> None:
        """`p += n` becomes `p = static_cast<char*>(p) + n`, with the sum in parentheses that n may be."""
        span, value, operator = self._span(left), self._span(right), node.child_by_field_name("operator")
        end = self._begin + operator.end_byte if operator is not None else value.start
        head: tuple[bytes | Span, ...] = (span, b" = " + self._cast, span, b") " + sign[:1])
        if right.type in _TIGHT or (right.type == "binary_expression" and right.children[1].type in ("*", "/", "%")):
            self._edit(span.start, end, head, sign)
        else:
            self._edit(span.start, value.end, (*head, b" (", value, b")"), sign)

    def _choice(self, node: Node, depth: int) -> Kind | None:
        self._value(node.child_by_field_name("condition"), depth)
        values = [node.child_by_field_name(field) for field in ("consequence", "alternative")]
        found = ((value, self._value(value, depth)) for value in values if value is not None)
        kinds = {self._kind(value) if kind in (Kind.OTHER, Kind.UNASKED) else kind for value, kind in found}
        if None in kinds:
            return None
        if len(kinds) == 1:
            return kinds.pop()
        return (
            Kind.ADDRESS if kinds <= {*_POINTERS, Kind.NULL} else Kind.NUMBER if kinds.isdisjoint(_POINTERS) else None
        )

    def _comma(self, node: Node, depth: int) -> Kind | None:
        self._value(node.child_by_field_name("left"), depth)
        return self._value(node.child_by_field_name("right"), depth)

    def _subscript(self, node: Node, depth: int) -> Kind | None:
        """`tags[p]`, of a map with integers for keys."""
        of, indices = node.child_by_field_name("argument"), node.child_by_field_name("indices")
        self._value(of, depth)
        index = first(indices)
        kind = self._value(index, depth)
        typed = self._typed(of) if of is not None else None
        if typed is not None and index is not None and not typed.stars:
            self._give_part(container_types.held(typed.type, 0), index, kind)
        return Kind.UNASKED

    # -- where values go -----------------------------------------------------------------------------------------------

    def _give(self, target: Typed | None, value: Node, kind: Kind | None) -> None:
        """A value for what is of a type."""
        is_integer = target is not None and self._is_integer(target)
        if not is_integer and target != _ADDRESS:
            return
        if kind is Kind.UNASKED or (kind is Kind.OTHER and target == _ADDRESS):
            kind = self._kind(value)
        if kind is Kind.ADDRESS and is_integer:
            self._hit(value)
        elif kind is Kind.BYTES and is_integer:
            self._hit_operator(_sum_in(value))
        elif target == _ADDRESS and kind is Kind.DIFFERENCE:
            sign = _sum_in(value).child_by_field_name("operator")
            self._hit(sign or value, _DIFFERENCE, "make what it is given to a `ptrdiff_t`, or cast it")
        elif target == _ADDRESS and kind is Kind.NUMBER:
            message = f"'{to_text(self._text(value))}' is an integer, and what it becomes is a void* in HIP"
            self._hit(value, message, "convert with `reinterpret_cast<hipDeviceptr_t>(…)`")

    def _give_part(self, target: Typed | None, value: Node, kind: Kind | None) -> None:
        if target is not None and self._asked(value, kind) in _POINTERS:
            self._give(self._plain(target.type)._replace(stars=target.stars), value, kind)

    def _is_integer(self, typed: Typed) -> bool:
        return not typed.stars and self._plain(typed.type).type in _INTEGERS

    def _plain(self, type: bytes) -> Typed:
        """A type by its name, or by what that stands for."""
        alias = self._reading.declarations.nearest(type, self._begin) if _WORD.fullmatch(type) else None
        return Typed(alias.aliased, alias.stars) if alias is not None and alias.aliased else Typed(type)

    def _declaration(self, node: Node, depth: int) -> Kind | None:
        """`uint64_t v = p`, `Range r{p, n}`, `CUdeviceptr list[2] = {p, q}`"""
        value, named = node.child_by_field_name("value"), _WORD.search(self._text(node))
        if value is None or named is None:
            return None
        start = self._begin + node.start_byte
        known = self._reading.declarations.at(Name(start + named.start(), start + named.end(), named[0]))
        typed = self._plain(known.type)._replace(stars=known.stars) if known is not None else None
        if value.type not in ("initializer_list", "argument_list"):
            kind = self._value(value, depth)
            self._give(typed if known is None or not known.dimensions else None, value, kind)
            return None
        values = value.named_children
        kinds = [self._value(each, depth) for each in values]
        for number, (each, kind) in enumerate(zip(values, kinds, strict=True)):
            self._give(self._part_of(typed, number, len(values), value), each, kind)
        return None

    def _function_or_variable(self, node: Node, depth: int) -> Kind | None:
        """`uint64_t v(p);`, which looks as if it declared a function."""
        named, parameters = node.child_by_field_name("declarator"), node.child_by_field_name("parameters")
        values = parameters.named_children if parameters is not None else []
        if named is None or len(values) != 1 or depth > _DEEPEST:
            return None
        known = self._reading.declarations.at(Name(*self._span(named), self._text(named)))
        if known is not None and not known.is_function:
            typed = self._types.of(*self._span(values[0]))
            self._give(self._plain(known.type)._replace(stars=known.depth), values[0], _kind_of(typed))
        return None

    def _part_of(self, typed: Typed | None, number: int, count: int, values: Node) -> Typed | None:
        """What is made of a value in a list: a variable, an element, a member."""
        if typed is None or typed.stars:
            return None
        if typed == _ADDRESS or self._is_integer(typed):
            return typed if count == 1 or values.type == "initializer_list" else None
        if values.type == "argument_list":
            return None
        members = self._types.members(typed.type)
        return members[number] if number < len(members) else container_types.held(typed.type, number)

    def _return(self, node: Node, depth: int) -> Kind | None:
        value = first(node)
        kind = self._value(value, depth)
        if value is not None and kind is not None:
            self._give(self._returned(self._begin + node.start_byte), value, kind)
        return None

    def _returned(self, place: int) -> Typed | None:
        """The type that the function around a place returns."""
        words = returned_type(self._reading, place)
        return self._plain(b" ".join(word for word in words if word not in _NOT_OF_TYPE)) if words else None

    def _loop(self, node: Node, depth: int) -> Kind | None:
        """`for (uint64_t q : list)`, where that holds addresses."""
        right = node.child_by_field_name("right")
        self._value(right, depth)
        typed = self._typed(right) if right is not None else None
        of = node.child_by_field_name("type")
        if typed is not None and right is not None and container_types.element(typed) == _ADDRESS:
            self._give(self._plain(self._text(of)), right, Kind.ADDRESS)
        self._value(node.child_by_field_name("body"), depth)
        return None

    # -- casts and calls -----------------------------------------------------------------------------------------------

    def _c_cast(self, node: Node, depth: int) -> Kind | None:
        value, typed = node.child_by_field_name("value"), self._types.of_node(node, self._begin)
        self._narrow(typed, value, self._value(value, depth))
        return _kind_of(typed)

    def _narrow(self, typed: Typed | None, value: Node | None, kind: Kind | None) -> None:
        """A cast to what has fewer bits than a pointer."""
        is_narrow = value is not None and typed is not None and not typed.stars and typed.type in _NARROW
        if is_narrow and value is not None and self._asked(value, kind) in _POINTERS:
            self._hit(value)

    def _call(self, node: Node, depth: int) -> Kind | None:
        called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        values = arguments.named_children if arguments is not None else []
        self._value(called, depth)
        kinds = [self._value(each, depth) for each in values]
        if called is None:
            return None
        name = called.child_by_field_name("name") if called.type == "template_function" else None
        if name is not None and self._text(name).endswith(b"_cast") and len(values) == 1:
            return self._cast_by_name(node, name, values[0], kinds[0])
        if len(values) == 1:
            self._narrow(Typed(self._text(called)), values[0], kinds[0])
        word = _CALLED.fullmatch(self._text(called))
        if word is not None and word[1] in (b"max", b"min", b"exchange"):
            kinds = [self._asked(each, kind) for each, kind in zip(values, kinds, strict=True)]
        if word is not None and word[1] in (b"max", b"min"):
            return self._of_several(called, kinds)
        if word is not None and word[1] == b"exchange" and kinds == [Kind.ADDRESS, Kind.NULL]:
            if not self._facts.is_c and self._text(values[1]) != b"nullptr":
                self._edit(*self._span(values[1]), b"nullptr", self._text(values[1]))
            return Kind.ADDRESS
        field = called.child_by_field_name("field") if called.type == "field_expression" else None
        if field is not None and self._text(field) in _ADDS:
            self._add(called, values, kinds)
        elif called.type == "identifier":
            self._pass(called, values, kinds)
        return Kind.UNASKED

    def _of_several(self, called: Node, kinds: list[Kind | None]) -> Kind | None:
        """`std::max(p, q + 4)`, whose arguments are of one type no more."""
        if set(kinds) == {*_POINTERS}:
            self._hit(called, _OF_TWO_TYPES, "name the type: `std::max<hipDeviceptr_t>(…)`")
        return kinds[0] if len(set(kinds)) == 1 else None

    def _cast_by_name(self, node: Node, name: Node, value: Node, kind: Kind | None) -> Kind | None:
        typed, cast, kind = self._types.of_node(node, self._begin), self._text(name), self._asked(value, kind)
        if typed is None or cast not in (b"static_cast", b"reinterpret_cast"):
            return _kind_of(typed)
        is_address = typed == _ADDRESS
        if cast == b"static_cast":
            self._narrow(typed, value, kind)
            is_wide = kind in _POINTERS and self._is_integer(typed) and typed.type not in _NARROW
            if is_wide or (is_address and kind not in (*_POINTERS, Kind.NULL) and not self._facts.is_c):
                self._edit(*self._span(name), b"reinterpret_cast", cast)
        elif typed.type == _TYPE and _is_const(self._reading, *self._span(value)):
            angles = name.next_sibling
            if angles is not None:  # from what is constant, only a cast of C makes a `void*`
                self._edit(self._span(name).start, self._span(angles).start + 1, b"(", cast + b"<")
                self._edit(self._span(angles).end - 1, self._span(angles).end, b")", b">")
        return _kind_of(typed)

    def _add(self, called: Node, values: list[Node], kinds: list[Kind | None]) -> None:
        """`list.push_back(p)`, `map.insert({k, p})`, `map.emplace(k, p)`"""
        of = called.child_by_field_name("argument")
        typed = self._typed(of) if of is not None else None
        if typed is None:
            return
        if len(values) == 1 and (parts := self._parts_of_pair(values[0])):
            values, kinds = parts, [self._value(each) for each in parts]
        for number, (each, kind) in enumerate(zip(values, kinds, strict=True)):
            self._give_part(container_types.held(typed.type, number), each, kind)

    def _parts_of_pair(self, node: Node) -> list[Node]:
        if node.type == "initializer_list":
            return node.named_children
        called = node.child_by_field_name("function") if node.type == "call_expression" else None
        passed = node.child_by_field_name("arguments")
        name = self._text(called).partition(b"<")[0].rpartition(b"::")[2].strip()
        return passed.named_children if passed is not None and name in _PAIRS else []

    def _pass(self, called: Node, values: list[Node], kinds: list[Kind | None]) -> None:
        """To functions and macros of the file."""
        name = self._text(called)
        macros = self._reading.macros_called[name] if name in self._facts.own_macros else ()
        for number, (each, kind) in enumerate(zip(values, kinds, strict=True)):
            if kind in _UNASKED_NUMBERS:
                continue
            if any(self._computes(macro, number) for macro in macros) and self._asked(each, kind) in _POINTERS:
                message = f"'{to_text(self._text(each))}' is a void* in HIP, and '{to_text(name)}' computes with it"
                self._hit(each, message, "pass `static_cast<char*>(…)`, or cast in the macro")
            elif not macros and (typed := self._parameter(name, number)) is not None and self._is_integer(typed):
                self._give_part(typed, each, kind)

    def _computes(self, macro: Macro, number: int) -> bool:
        """Whether a macro has a parameter beside a sign of arithmetic, and not behind a cast."""
        parameters, body = macro.parameters or (), self._reading.code[macro.body : macro.end]
        for found in _WORD.finditer(body) if number < len(parameters) else ():
            if found[0] == parameters[number]:
                path = self._reading.bodies.path_in_macro(macro.body + found.start())[1]
                around = [node for node in path[:-1] if node.type != "parenthesized_expression"]
                is_operand = bool(around) and around[-1].type == "binary_expression"
                if is_operand and around[-1].children[1].type in (*_SUMS, *_CALCULATES, *_SHIFTS):
                    return True
        return False

    def _parameter(self, callee: bytes, number: int) -> Typed | None:
        """The type of a parameter that all functions by a name have, which the file declares outside of classes."""
        if callee not in self._parameters:
            reading = self._reading
            known = ((name, reading.declarations.at(name)) for name in reading.names((callee,)))
            functions = (name for name, each in known if each is not None and each.is_function)
            self._parameters[callee] = [reading.arguments(reading.skip_blank(name.end)) or [] for name in functions]
        lists = self._parameters[callee]
        found = {self._declared_in(*each[number]) if number < len(each) else Typed(b"") for each in lists[:_MOST]}
        return found.pop() if len(found) == 1 else None

    def _declared_in(self, start: int, end: int) -> Typed:
        """The type of a parameter: `uint64_t address`, `uint64_t`."""
        start, end = self._reading.stripped(start, end)
        declared = (Name(*word.span(), word[0]) for word in _WORD.finditer(self._reading.plain, start, end))
        known = next(filter(None, map(self._reading.declarations.at, declared)), None)
        return Typed(known.type, known.depth) if known is not None else Typed(self._reading.plain[start:end])


_HANDLERS: Mapping[str, Callable[[_Uses, Node, int], Kind | None]] = {
    "parenthesized_expression": _Uses._parenthesized,
    "binary_expression": _Uses._operation,
    "unary_expression": _Uses._unary,
    "update_expression": _Uses._step,
    "assignment_expression": _Uses._assignment,
    "conditional_expression": _Uses._choice,
    "comma_expression": _Uses._comma,
    "subscript_expression": _Uses._subscript,
    "init_declarator": _Uses._declaration,
    "function_declarator": _Uses._function_or_variable,
    "return_statement": _Uses._return,
    "for_range_loop": _Uses._loop,
    "cast_expression": _Uses._c_cast,
    "call_expression": _Uses._call,
}
_TIGHT = ("identifier", "number_literal", "field_expression", "parenthesized_expression", "pointer_expression")


def _kind_of(typed: Typed | None) -> Kind | None:
    if typed is None or typed.stars:
        return None
    return Kind.ADDRESS if typed.type == _TYPE else Kind.NUMBER if typed.type in _INTEGERS else None


def _sum_in(node: Node) -> Node:
    """The sum or difference that an expression is, in brackets or in a choice maybe."""
    while node.type in ("parenthesized_expression", "conditional_expression"):
        inner = node.child_by_field_name("consequence") or first(node)
        if inner is None:
            break
        node = inner
    return node


def _is_alone(node: Node) -> bool:
    """Whether nobody takes the value of an expression."""
    around = node.parent
    return around is not None and (
        around.type == "expression_statement"
        or (around.type == "for_statement" and around.child_by_field_name("update") == node)
    )


def _may_stand_twice(node: Node) -> bool:
    return node.type in _TWICE and all(map(_may_stand_twice, node.named_children))


def _is_const(reading: Reading, start: int, end: int) -> bool:
    """Whether an operand has a name that is declared `const`, or a cast to what is constant."""
    operand, declarations = reading.code[start:end], reading.declarations
    if b"const_cast" in operand:
        return False
    words = set(_WORD.findall(operand))
    members = (name for name in reading.names(words) if reading.scopes.kind_at(name.start) is ScopeKind.CLASS)
    known = [*(declarations.of_any(word, start) for word in words), *map(declarations.at, members)]
    return _CONST.search(operand) is not None or any(each is not None and each.is_const for each in known)


def members_of(reading: Reading) -> Iterator[AddressMember]:
    """What structures of a file declare so, other names of the type, and functions outside of classes."""
    for type in _other_names(reading.plain):
        yield AddressMember(to_text(_TYPES), to_text(type), is_list=False)
    for word in _maybe_declared(reading):
        known = reading.declarations.at(word)
        typed = Typed(known.type, known.depth) if known is not None else None
        if typed is None or known is None:
            continue
        is_list = container_types.subscripted(typed) == _ADDRESS
        path, kind = reading.scopes.path_at(word.start), reading.scopes.kind_at(word.start)
        if path.names and kind is ScopeKind.CLASS and (is_list or typed == _ADDRESS):
            yield AddressMember(to_text(path.names[-1]), to_text(word.text), is_list)
        elif known.is_function and typed == _ADDRESS and kind in (ScopeKind.FILE, ScopeKind.NAMESPACE):
            yield AddressMember(to_text(_FUNCTIONS), to_text(word.text), is_list=False)


def _other_names(plain: bytes) -> Iterator[bytes]:
    """`devptr`, by `typedef CUdeviceptr devptr;`"""
    return (found[1] or found[2] for found in _OTHER_NAME.finditer(plain))


def _maybe_declared(reading: Reading, types: Iterable[bytes] = ()) -> Iterator[Name]:
    """The words behind the type and its other names."""
    for type in reading.names((_TYPE, *_other_names(reading.plain), *types)):
        behind = _BEHIND.match(reading.plain, type.end)
        for word in _WORD.finditer(reading.plain, *behind.span()) if behind is not None else ():
            if word[0] not in BUILTIN and word[0] != _TYPE:
                yield Name(*word.span(), word[0])
