"""Calls of `min` and `max` that HIP may resolve otherwise than CUDA.

CUDA has both for all arithmetic types and for mixes of signed and unsigned ones, on the host and on the device. HIP has
`int` alone on the host, where all else converts to it, and on the device a template that makes `double` of mixes.
"""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.arithmetic import SMALL, Typed, promoted
from hipify_py.file.expression_types import ExpressionTypes, expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.listed import Decision
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import Name
from hipify_py.texts import to_bytes

WORDS = frozenset((b"min", b"max"))
_BECOMES = pattern(r"(?:min|max)(?=\()")
_ON_GPU = (Side.KERNEL, Side.DEVICE)


def min_max_calls(facts: Facts) -> Iterator[Name]:
    """The names in the calls, where the file does not show that HIP's function does the same; also of the calls that
    those of `umin` and its like become."""
    if not (facts.reading.is_cuda and facts.is_surely_cuda):
        return
    yield from _of_other_names(facts)
    if WORDS.isdisjoint(facts.reading.words):
        return
    types = expression_types(facts)
    for name in facts.names(WORDS):
        around = facts.reading.neighbours(name)
        spans = _arguments(facts, name, around)
        if spans and not _is_same_in_hip(facts, name, types, spans):
            yield name


def _of_other_names(facts: Facts) -> Iterator[Name]:
    """`umin(a, b)` becomes `min` of two `unsigned int`, which HIP has on the device alone."""
    for item, decision in facts.decisions:
        expression = item.resolution.expression
        becomes = _BECOMES.match(expression) if expression else None
        if becomes and decision is Decision.CONVERTED and facts.functions.side_at(item.name.start) not in _ON_GPU:
            name = item.name._replace(text=to_bytes(becomes[0]))
            if not facts.is_own(name, item.around):
                yield name


def _arguments(facts: Facts, name: Name, around: Neighbours) -> list[tuple[int, int]]:
    """What a call passes, if it is one that CUDA's functions take."""
    if around.sign_after != b"(" or usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL):
        return []
    spans = facts.reading.arguments(around.after) or []
    return spans if len(spans) == 2 and not facts.is_own(name, around) else []


def _is_same_in_hip(facts: Facts, name: Name, types_of: ExpressionTypes, spans: list[tuple[int, int]]) -> bool:
    is_on_gpu = facts.functions.side_at(name.start) in _ON_GPU
    known, kinds = list[Typed](), set[bytes | None]()
    for start, end in spans:
        argument = types_of.of(start, end)
        if argument is None or argument.type == b"auto":
            continue
        kind = promoted(argument.type)
        if argument.stars or (is_on_gpu and kind in (b"float", b"double")):
            return True  # no function of CUDA's takes a pointer, nor an integer beside these
        known.append(argument)
        kinds.add(kind)
    if len(known) < len(spans):
        return False
    types = {each.type for each in known}
    if kinds == {b"int"}:
        return len(types) == 1 or types.isdisjoint(SMALL) or not is_on_gpu
    return is_on_gpu and (len(types) == 1 or (len(kinds) == 1 and None not in kinds))
