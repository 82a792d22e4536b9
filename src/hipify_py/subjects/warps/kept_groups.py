"""Whether a file that is HIP already keeps to groups of 32 lanes, as conversion leaves it: shuffles and collectives of
hipCUB say a width, and votes are those of hipify_compat.hpp."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.lane_builtins import BUILTINS, HEADER_NAMESPACE, SHUFFLES, WARP_LANES, WARP_SIZE, in_header
from hipify_py.file.usage import qualifier
from hipify_py.file.warp_sizes import is_builtin
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name

HIPCUB = b"hipcub"
# What of CUB works in groups of lanes; block-wide functions fit waves of any size.
OF_CUB = frozenset((b"WarpReduce", b"WarpScan"))
IN_HEADER = frozenset(map(in_header, BUILTINS))
_NUMBER = pattern(rb"(?:0[xX][0-9a-fA-F]{1,4}|\d{1,5})[uUlL]{0,3}")
# A width of CUDA's is 32 at most, whatever names it; one written for HIP may be that of a wave.
_OF_WAVES = pattern(rb"(?i)wave|\bwarpSize\b|\b64|\b0x40")


def keeps_groups(facts: Facts) -> bool:
    if facts.is_surely_cuda:
        return False
    fits = list(_fits(facts))
    return bool(fits) and all(fits)


def _fits(facts: Facts) -> Iterator[bool]:
    """For each place where lanes speak with each other, whether it is in groups."""
    reading, words = facts.reading, facts.reading.words
    for name in reading.names(BUILTINS & words):
        yield name.text == b"__syncwarp" or (name.text in SHUFFLES and _says_width(facts, name))
    if WARP_SIZE in words:
        yield from (False for name in reading.names((WARP_SIZE,)) if is_builtin(facts, name))
    if HIPCUB in words:
        yield from (_has_width(facts, name) for name in reading.names(OF_CUB & words))
    if HEADER_NAMESPACE in words:
        for name in reading.names(IN_HEADER & words):
            if qualifier(reading.neighbours(name)) == HEADER_NAMESPACE:
                yield True


def _says_width(facts: Facts, name: Name) -> bool:
    """`__shfl_down(v, 16, 32)`"""
    arguments = facts.reading.arguments(facts.reading.neighbours(name).after)
    return arguments is not None and len(arguments) == 3 and _is_group(facts, *arguments[2])


def _has_width(facts: Facts, name: Name) -> bool:
    """`hipcub::WarpReduce<int, 32>`"""
    around = facts.reading.neighbours(name)
    closing = facts.reading.closing_angle(around.after) if around.sign_after == b"<" else None
    arguments = facts.reading.split(around.after + 1, closing) if closing is not None else []
    return len(arguments) > 1 and _is_group(facts, *arguments[1])


def _is_group(facts: Facts, start: int, end: int) -> bool:
    value = facts.constant(facts.reading.code[start:end].strip(), start)
    if _NUMBER.fullmatch(value):
        return int(value.rstrip(b"uUlL"), 16 if value[:2] in (b"0x", b"0X") else 10) <= WARP_LANES
    return _OF_WAVES.search(value) is None
