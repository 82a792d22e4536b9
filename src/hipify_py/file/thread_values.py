"""Which integer an expression is in each thread of a block: `threadIdx.x & 31` counts from 0 to 31 again and again.

Threads are numbered as those of a block of some shape; `blockIdx` is that of the first block. What depends on anything
else has no values.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from hipify_py.file.arithmetic import SMALL, promoted
from hipify_py.file.block_shapes import ROW, Shape, shapes_at
from hipify_py.file.facts import Facts
from hipify_py.file.groups import WHOLE, groups_of
from hipify_py.file.lane_builtins import WARP_LANES, WARP_SIZE
from hipify_py.file.once_per_file import once_per_file
from hipify_py.patterns import pattern
from hipify_py.reading.numbers import ARITHMETIC, DIVISIONS, TRUTHS, integer
from hipify_py.reading.tree import first

if TYPE_CHECKING:
    from hipify_py.reading.tree import Node

WAVE, WARP = 64, WARP_LANES
Values = tuple[int, ...]

# `cta.thread_index().x`
_INDEX_OF_GROUP = pattern(rb"\A.{1,90}\.thread_index\(\)(\.[xyz])\Z")
_OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    **ARITHMETIC,
    **DIVISIONS,
    **TRUTHS,
    "and": TRUTHS["&&"],
    "or": TRUTHS["||"],
    ">>": operator.rshift,
}
_OF_GROUPS = (b"thread_rank()", b"meta_group_rank()", b"size()", b"num_threads()")
_LEAVING = ("+", "-", "*")
# Nobody computes a lane in longer expressions.
_LONGEST = 300
_INTEGERS = (b"int", b"unsigned", b"long", b"unsigned long", b"long long", b"unsigned long long")
_LARGEST = 1 << 32


@cache
def _built_in(shape: Shape) -> Mapping[bytes, Values]:
    count = range(shape.threads)
    named: dict[bytes, Values] = {
        b"threadIdx.x": tuple(thread % shape.x for thread in count),
        b"threadIdx.y": tuple(thread // shape.x % shape.y for thread in count),
        b"threadIdx.z": tuple(thread // shape.x // shape.y for thread in count),
        **dict.fromkeys((b"blockIdx.x", b"blockIdx.y", b"blockIdx.z"), (0,) * len(count)),
    }
    if shape != ROW:
        sizes = zip((b"blockDim.x", b"blockDim.y", b"blockDim.z"), shape, strict=True)
        named |= {name: (size,) * len(count) for name, size in sizes}
    return named


class ThreadValues:
    """Those in blocks of a shape; of a row nobody knows how long it is."""

    def __init__(self, facts: Facts, shape: Shape = ROW) -> None:
        self._facts, self._reading = facts, facts.reading
        self._known: dict[int, Values | None] = {}
        self._threads, self._zero = tuple(range(shape.threads)), (0,) * shape.threads
        self._built_in = _built_in(shape)

    @property
    def count(self) -> int:
        return len(self._threads)

    def of(self, start: int, end: int) -> Values | None:
        """The values of an expression in a function, one of each thread; None where they are not certain."""
        if end - start > _LONGEST:
            return None
        begin, path = self._reading.bodies.path(start)
        spans = ((node, begin + node.start_byte, begin + node.end_byte) for node in path)
        return self._of(next((node for node, *span in spans if span == [start, end]), None), begin)

    def _of(self, node: Node | None, begin: int) -> Values | None:
        if node is None:
            return None
        text = self._reading.plain[begin + node.start_byte : begin + node.end_byte]
        match node.type:
            case "number_literal":
                return self._number(text)
            case "parenthesized_expression":
                return self._of(first(node), begin)
            case "field_expression":
                packed = b"".join(text.split())
                index = _INDEX_OF_GROUP.match(packed)
                return self._built_in.get(packed if index is None else b"threadIdx" + index[1])
            case "call_expression":
                return self._of_call(b"".join(text.split()), begin + node.start_byte)
            case "identifier":
                return self._of_variable(text, begin + node.start_byte)
            case "cast_expression":
                return self._of_cast(node.child_by_field_name("type"), node.child_by_field_name("value"), begin)
            case "binary_expression":
                return self._of_operation(node, begin)
            case "unary_expression" if node.children[0].type in ("!", "not"):
                values = self._of(node.child_by_field_name("argument"), begin)
                return tuple(not value for value in values) if values is not None else None
        return None

    def _of_cast(self, type: Node | None, value: Node | None, begin: int) -> Values | None:
        named = self._reading.plain[begin + type.start_byte : begin + type.end_byte] if type is not None else b""
        return self._of(value, begin) if _is_integer(b" ".join(named.split())) else None

    def _of_operation(self, node: Node, begin: int) -> Values | None:
        operator_node = node.child_by_field_name("operator")
        sign = operator_node.type if operator_node is not None else ""
        operation = _OPERATIONS.get(sign)
        left = self._of(node.child_by_field_name("left"), begin) if operation is not None else None
        is_product = sign == "*"
        if operation is None or (left is None and not is_product):
            return None
        zero = self._zero
        right = self._of(node.child_by_field_name("right"), begin) if not (is_product and left == zero) else zero
        if is_product and zero in (left, right):
            return zero
        if left is None or right is None:
            return None
        try:
            found = tuple(map(operation, left, right))
        except (ValueError, ZeroDivisionError):
            return None
        # What is below zero is another number where it is unsigned.
        may_leave = sign in _LEAVING
        return found if not may_leave or (min(found) >= 0 and max(found) < _LARGEST) else None

    def _of_variable(self, name: bytes, place: int) -> Values | None:
        known = self._reading.declarations.of(name, place)
        if known is None and name == WARP_SIZE and self._facts.is_surely_cuda:
            return (WARP,) * len(self._threads)
        if known is None or (known.is_const and self._reading.declarations.function_at(known.place) is None):
            return self._number(self._facts.constant(name, place).strip(b"() "))
        if known.place not in self._known:
            self._known[known.place] = None  # until it is known, also to whoever asks for it on the way
            is_number = not known.depth and (known.type in (b"auto", b"bool") or _is_integer(known.type))
            begin, path = self._reading.bodies.path(known.place)
            set_by = path[-2] if is_number and len(path) > 1 and path[-2].type == "init_declarator" else None
            if set_by is not None and not self._is_changed(name, known.place, path[0], begin):
                value = set_by.child_by_field_name("value")
                is_short = value is not None and value.end_byte - value.start_byte <= _LONGEST
                values = self._of(value, begin) if is_short else None
                is_truth = values is not None and known.type == b"bool"
                self._known[known.place] = tuple(map(bool, values)) if values is not None and is_truth else values
        return self._known[known.place]

    def _of_call(self, call: bytes, place: int) -> Values | None:
        """What groups count: `tile.meta_group_rank()`."""
        group, _dot, asked = call.rpartition(b".")
        size = groups_of(self._facts).size(group, place) if asked in _OF_GROUPS else None
        if size is None or not (1 < size <= WARP or size == WHOLE):
            return None
        if asked == b"thread_rank()":
            return tuple(thread % size for thread in self._threads)
        if asked == b"meta_group_rank()":
            return tuple(thread // size for thread in self._threads)
        return (size,) * len(self._threads) if size < len(self._threads) else None

    def _number(self, text: bytes) -> Values | None:
        """A number, the same in all threads."""
        value = integer(text)
        return (value,) * len(self._threads) if value is not None else None

    def _is_changed(self, name: bytes, declared: int, root: Node, begin: int) -> bool:
        """Whether a variable may be set anywhere else than where it is declared."""
        uses = (use.start for use in self._reading.names((name,)) if declared < use.start < begin + root.end_byte)
        return any(_changes(self._reading.bodies.path(use)[1]) for use in uses)


def _is_integer(type: bytes) -> bool:
    """Whether a type holds whatever number a thread or a mask has."""
    return type not in SMALL and promoted(type) in _INTEGERS


def _changes(path: list[Node]) -> bool:
    """Whether the innermost of some nodes is set, counted, or can be by another name; also where nobody knows. What a
    function is handed counts as a value."""
    if len(path) < 2:
        return True
    around, name = path[-2], path[-1]
    match around.type:
        case "assignment_expression":
            return around.child_by_field_name("left") == name
        case "binary_expression":  # `std::cin >> i`
            sign = around.child_by_field_name("operator")
            return sign is not None and sign.type == ">>" and around.child_by_field_name("right") == name
        case "init_declarator":
            declarator = around.child_by_field_name("declarator")
            return declarator is None or declarator.type == "reference_declarator"
    return around.type in ("update_expression", "pointer_expression", "ERROR")


def groups(values: Values, size: int) -> list[set[int]]:
    """The values that are in each group of so many threads."""
    return [set(values[start : start + size]) for start in range(0, len(values), size)]


def differ_within(values: Values, size: int) -> bool:
    """Whether threads of one group of so many have different values."""
    return any(len(each) > 1 for each in groups(values, size))


@once_per_file
def thread_values(facts: Facts) -> ThreadValues:
    """The values in a block of one row, which the first row of any block is."""
    return ThreadValues(facts)


def values_by_shape(facts: Facts, start: int, end: int) -> Iterator[Values | None]:
    """The values of an expression in blocks of each shape that its function may run for."""
    for each in values_at(facts, start):
        yield each.of(start, end)


def values_at(facts: Facts, place: int) -> Iterator[ThreadValues]:
    """What tells the values at a place, by the shapes of blocks."""
    known = _by_shape(facts)
    for shape in shapes_at(facts, place):
        if shape not in known:
            known[shape] = thread_values(facts) if shape == ROW else ThreadValues(facts, shape)
        yield known[shape]


@once_per_file
def _by_shape(_facts: Facts) -> dict[Shape, ThreadValues]:
    return {}
