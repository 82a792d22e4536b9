"""What a function does with a value: whether it compares it, tests it, stores it, and with or in what."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.edits import Span
from hipify_py.file.arithmetic import Typed
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import Name
from hipify_py.reading.tree import first

if TYPE_CHECKING:
    from hipify_py.reading.tree import Node


class Role(Enum):
    TESTED = auto()  # as true or false
    COMPARED = auto()  # with the other operand
    COMPUTED = auto()  # with the other operand
    LAUNCHED = auto()  # between `<<<` and `>>>`
    CHOSEN = auto()  # or the other operand of `?:`
    INDEX = auto()
    STORED = auto()  # in what is declared or assigned to
    CAST = auto()  # to a type
    PASSED = auto()  # to a function
    RETURNED = auto()
    SWITCHED = auto()  # the value of a `switch`, whose body is the other
    CASE = auto()  # a label in a `switch` of the other


class Use(NamedTuple):
    """What is done with a value, which may stand in brackets, and what else belongs to it: see `Role`."""

    role: Role
    value: Span
    other: Span | None = None


_COMPARES = ("==", "!=", "<", ">", "<=", ">=")
_JOINS = ("&&", "||", "and", "or")
_TESTING = ("if_statement", "while_statement", "do_statement", "for_statement", "unary_expression")
_FIELDS = {"field_expression": "field", "subscript_expression": "argument"}


def use_of(reading: Reading, start: int, end: int) -> Use | None:
    """What is done with an expression, or with the member or the element of which it is the last name; None where that
    is nothing of the above, or where nobody knows."""
    begin, path = reading.bodies.path(start)
    spans = [(begin + node.start_byte, begin + node.end_byte) for node in path]
    return _Uses(begin, path).of(spans.index((start, end))) if (start, end) in spans else None


def stored_type(facts: Facts, use: Use) -> Typed | None:
    """The type of what a value is stored in."""
    if use.role is not Role.STORED or use.other is None:
        return None
    known = facts.reading.declarations.at(Name(*use.other, facts.reading.code[slice(*use.other)]))
    return Typed(known.type, known.depth) if known is not None else expression_types(facts).of(*use.other)


class _Uses:
    def __init__(self, begin: int, path: list[Node]) -> None:
        self._begin, self._path = begin, path

    def of(self, number: int) -> Use | None:
        path = self._path
        while number > 1 and _is_part(path[number - 1], path[number]):
            number -= 1
        value, node, around = self._span(path[number]), path[number], path[number - 1]
        sign = around.child_by_field_name("operator")
        if around.type == "condition_clause":
            node, around = around, path[number - 2]
        if around.type in _TESTING and (sign is None or sign.type in ("!", "not")):
            return Use(Role.TESTED, value)
        match around.type:
            case "binary_expression" if sign is not None:
                role = Role.COMPARED if sign.type in _COMPARES else Role.COMPUTED
                return Use(Role.TESTED if sign.type in _JOINS else role, value, self._other(around, node))
            case "conditional_expression":
                is_condition = around.child_by_field_name("condition") == node
                return Use(Role.TESTED if is_condition else Role.CHOSEN, value, self._other(around, node))
            case "switch_statement":
                return Use(Role.SWITCHED, value, self._field(around, "body"))
            case "case_statement" if around.child_by_field_name("value") == node:
                return Use(Role.CASE, value, self._switched(number - 1))
            case "subscript_argument_list":
                return Use(Role.INDEX, value)
            case "cast_expression":
                return Use(Role.CAST, self._span(around), self._field(around, "type"))
            case "assignment_expression" if sign is not None:
                role = Role.STORED if sign.type == "=" else Role.COMPUTED
                return Use(role, value, self._field(around, "left"))
            case "kernel_call_syntax":
                return Use(Role.LAUNCHED, value)
            case "init_declarator":
                return Use(Role.STORED, value, self._field(around, "declarator"))
            case "return_statement":
                return Use(Role.RETURNED, value)
            case "argument_list" | "initializer_list":
                return self._in_list(number, value)
        return None

    def _in_list(self, number: int, value: Span) -> Use | None:
        around = self._path[number - 2]
        if around.type == "init_declarator":
            return Use(Role.STORED, value, self._field(around, "declarator"))
        called = around.child_by_field_name("function")
        if called is None or around.type != "call_expression":
            return None
        name, arguments = called.child_by_field_name("name"), called.child_by_field_name("arguments")
        if called.type == "template_function" and name is not None and arguments is not None:
            type = first(arguments)
            return Use(Role.CAST, self._span(around), self._span(type)) if type is not None else None
        is_type = called.type == "primitive_type"
        return Use(Role.CAST if is_type else Role.PASSED, self._span(around) if is_type else value, self._span(called))

    def _switched(self, number: int) -> Span | None:
        for node in reversed(self._path[:number]):
            if node.type == "switch_statement":
                condition = node.child_by_field_name("condition")
                return self._field(condition, "value") if condition is not None else None
        return None

    def _other(self, around: Node, node: Node) -> Span | None:
        fields = ("left", "right", "consequence", "alternative")
        others = (each for field in fields if (each := around.child_by_field_name(field)) is not None and each != node)
        return next(map(self._span, others), None)

    def _field(self, node: Node, field: str) -> Span | None:
        found = node.child_by_field_name(field)
        return self._span(found) if found is not None else None

    def _span(self, node: Node) -> Span:
        return Span(self._begin + node.start_byte, self._begin + node.end_byte)


def _is_part(around: Node, node: Node) -> bool:
    """Whether a node is but the value around it in brackets, its last name, or called without arguments."""
    if around.type == "parenthesized_expression":
        return True
    if around.type == "call_expression" and around.child_by_field_name("function") == node:
        return first(around.child_by_field_name("arguments")) is None
    return around.type in _FIELDS and around.child_by_field_name(_FIELDS[around.type]) == node
