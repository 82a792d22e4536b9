"""The vector types of CUDA, and whether an expression is a number or such a vector."""

from __future__ import annotations

from enum import Enum, auto

from hipify_py.edits import Span
from hipify_py.file.arithmetic import promoted
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.tables.model import VECTOR_ELEMENTS
from hipify_py.texts import to_bytes

VECTORS = {to_bytes(f"{element}{width}"): width for element in VECTOR_ELEMENTS for width in (2, 3, 4)}


class Sort(Enum):
    SCALAR = auto()
    VECTOR = auto()
    UNKNOWN = auto()


def sort(facts: Facts, value: Span) -> Sort:
    """What an expression is: a number if all in it are, a vector if one in it is, and everything else is known."""
    types = expression_types(facts)
    typed = [types.of(*part) for part in types.operands(*value)]
    if any(each is None or each.stars or not (promoted(each.type) or each.type in VECTORS) for each in typed):
        return Sort.UNKNOWN
    return Sort.VECTOR if any(each is not None and each.type in VECTORS for each in typed) else Sort.SCALAR
