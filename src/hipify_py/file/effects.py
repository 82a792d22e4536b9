"""Whether an expression may do something when it is evaluated: then it matters how often it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hipify_py.patterns import pattern
from hipify_py.reading.tree import EXPRESSION_START, expression

if TYPE_CHECKING:
    from hipify_py.reading.tree import Node

# What looks like a call and changes nothing: casts, and intrinsics that take bits for another type.
_HARMLESS = pattern(
    rb"(?:static|reinterpret|const|bit)_cast|sizeof|alignof|u?int(?:8|16|32|64)?(?:_t)?|unsigned|signed|long|short|"
    rb"char|float|double|bool|size_t|__\w{1,60}_as_\w+|__cvta_\w+|__h\w{0,60}2\w+|address|min|max|abs"
)
# What looks at the lanes of a warp and at the bits of a mask, too.
_ABOUT_LANES = pattern(
    _HARMLESS.pattern
    + rb"|__(?:activemask|ballot|any|all|match_any|shfl|shfl_up|shfl_down|shfl_xor|lane_id)(?:_sync)?|"
    rb"__(?:popc|ffs|clz|brev)(?:ll)?|__funnelshift_\w{1,2}|__bfind|__fns"
)
# `(size_t)(x)`, which looks like a call of a function in brackets
_TYPE_IN_BRACKETS = pattern(rb"\(\s*\w+_t\s*\)")
_ASSIGNS = ("update_expression", "assignment_expression")
_ACTS = (*_ASSIGNS, "new_expression", "delete_expression", "throw_expression", "lambda_expression")
_SIGNS = pattern(rb"\+\+|--|=|\(|\bnew\b|\bdelete\b|\bthrow\b|\[\s*\]|\bco_")
_LONGEST = 2_000


def assigns(text: bytes) -> bool:
    """Whether it assigns to something itself, or counts it up or down."""
    return _SIGNS.search(text) is not None and any(node is None or node.type in _ASSIGNS for node in _nodes(text))


def acts(text: bytes) -> bool:
    """Whether it may change something, so that it matters when and how often it is evaluated."""
    return _acts(text, _HARMLESS)


def acts_beyond_lanes(text: bytes) -> bool:
    """Whether something would be missed if it were not evaluated: questions about lanes and masks would not."""
    return _acts(text, _ABOUT_LANES)


def _acts(text: bytes, harmless: re.Pattern[bytes]) -> bool:
    if not _SIGNS.search(text):
        return False
    return any(node is None or node.type in _ACTS or _is_call(node, text, harmless) for node in _nodes(text))


def _is_call(node: Node, text: bytes, harmless: re.Pattern[bytes]) -> bool:
    """Whether a node calls what may change something."""
    called = node.child_by_field_name("function") if node.type == "call_expression" else None
    if called is None:
        return False
    name = called.child_by_field_name("name") if called.type == "template_function" else called
    if name is not None and name.type in ("identifier", "primitive_type"):
        return harmless.fullmatch(_text(name, text)) is None
    return _TYPE_IN_BRACKETS.fullmatch(_text(called, text)) is None


def _text(node: Node, text: bytes) -> bytes:
    return text[node.start_byte - EXPRESSION_START : node.end_byte - EXPRESSION_START]


def _nodes(text: bytes) -> Iterator[Node | None]:
    """All nodes of an expression; none but None where that is none."""
    waiting = [expression(text.strip()) if len(text) < _LONGEST else None]
    while waiting:
        node = waiting.pop()
        yield node
        if node is not None:
            waiting += node.named_children
