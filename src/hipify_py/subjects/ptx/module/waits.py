"""Which instructions of a function wait for other threads, which the lanes of a wavefront cannot do for each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from hipify_py.records import dataclass
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.module import ranges
from hipify_py.subjects.ptx.module.bodies import Body
from hipify_py.subjects.ptx.module.flow import Graph
from hipify_py.subjects.ptx.operations import Op

# What a loop does that only looks at a flag until another thread sets it.
_POLLING = frozenset(
    ("ld", "setp", "and", "or", "xor", "not", "cvt", "mov", "selp", "nanosleep", "membar", "fence", "bra")
)
_MOST_POLLING = 20  # instructions of such a loop


@dataclass
class Waits:
    """The offsets of instructions in the text: `barriers` of a part of a block, `locks` that are taken in loops, and
    `flags` of the block that a loop polls."""

    barriers: list[int] = field(default_factory=list)
    locks: list[int] = field(default_factory=list)
    flags: list[int] = field(default_factory=list)

    def add(self, other: Waits) -> None:
        self.barriers += other.barriers
        self.locks += other.locks
        self.flags += other.flags


def waits(body: Body, graph: Graph) -> Waits:
    ops = [op for number in graph.order for op in body.blocks[number].ops]
    barriers = [op.offset for op in ops if op.match.form.waits and not _is_of_whole_block(op)]
    locks = [op.offset for op in ops if graph.around[op.block] and _takes_lock(op)]
    return Waits(barriers, locks, sorted(set(_flags(body, graph))))


def _is_of_whole_block(op: Op) -> bool:
    """`bar.sync 0;`"""
    return len(op.operands) == 1 and isinstance(op.operands[0], Number) and op.operands[0].value == 0


def _takes_lock(op: Op) -> bool:
    """A comparison with a number, or an exchange for one that is not 0; loops that try again with what they have found
    never wait for anybody."""
    words = op.opcode.split(".")
    if words[0] != "atom" or not {"cas", "exch"} & {*words}:
        return False
    limits = ranges.of(op.match.inputs[1])
    is_number = limits is not None and limits[0] == limits[1]
    return is_number and ("cas" in words or limits != (0, 0))


def _flags(body: Body, graph: Graph) -> Iterator[int]:
    for loop in graph.loops.values():
        ops = [op for number in loop for op in body.blocks[number].ops]
        if len(ops) <= _MOST_POLLING and all(op.opcode.partition(".")[0] in _POLLING for op in ops):
            yield from (op.offset for op in ops if _reads_flag(op))


def _reads_flag(op: Op) -> bool:
    """Whether it reads shared memory, or what only the block sees, as another thread has written it."""
    words = op.opcode.split(".")
    if words[0] != "ld":
        return False
    is_of_block = "cta" in words and not {"relaxed", "acquire"}.isdisjoint(words)
    is_ordered = not {"volatile", "relaxed", "acquire"}.isdisjoint(words)
    return is_of_block or (is_ordered and any(word.startswith("shared") for word in words))
