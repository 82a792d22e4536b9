"""Where registers are read, and which of them may be read before anything is written to them."""

from __future__ import annotations

from collections.abc import Mapping

from hipify_py.once import cached_property
from hipify_py.subjects.ptx.module.bodies import Body
from hipify_py.subjects.ptx.module.flow import Graph
from hipify_py.subjects.ptx.registers import Reg

# Registers that are looked at together: a bit of each for each block is all that is in memory.
_AT_ONCE = 2_048


class Liveness:
    """`readers` are the blocks that read a register. One whose only definition does not come before all that reads it
    is marked as guarded, as it is like one that is written often."""

    def __init__(self, body: Body, graph: Graph) -> None:
        self._body = body
        self._graph = graph
        self.readers: dict[Reg, set[int]] = {}
        for number, block in enumerate(body.blocks):
            if number not in graph.rank:
                continue
            for op in block.ops:
                for register in op.read:
                    self._read(register, number, op.place)
            for register in block.asked:
                self._read(register, number, len(block.ops))

    def _read(self, register: Reg, block: int, place: int) -> None:
        readers = self.readers.get(register)
        if readers is None:
            readers = self.readers[register] = set()
        readers.add(block)
        definition = register.definition
        if definition is None or not register.is_single:
            return
        if definition.block == block:
            is_before = definition.place < place
        else:
            is_before = definition.block in self._graph.rank and self._graph.dominates(definition.block, block)
        if not is_before:
            register.is_guarded = True

    @cached_property
    def read_first(self) -> set[Reg]:
        """The registers that may be read before anything is written to them."""
        often = [each for each in self._body.registers if each.reads and not each.is_single]
        found: set[Reg] = set()
        for start in range(0, len(often), _AT_ONCE):
            some = often[start : start + _AT_ONCE]
            found |= self._read_first_of({register: 1 << index for index, register in enumerate(some)})
        return found

    def _read_first_of(self, bit: Mapping[Reg, int]) -> set[Reg]:
        uses, kills = [], []
        for block in self._body.blocks:
            use = kill = 0
            for op in block.ops:
                for register in op.read:
                    use |= bit.get(register, 0) & ~kill
                for register in op.written:
                    kill |= bit.get(register, 0) if op.guard is None else 0
            for register in block.asked:
                use |= bit.get(register, 0) & ~kill
            uses.append(use)
            kills.append(kill)
        live = [0] * len(uses)
        changed = True
        while changed:
            changed = False
            for number in reversed(self._graph.order):
                after = 0
                for target in self._body.blocks[number].targets:
                    after |= live[target]
                new = uses[number] | (after & ~kills[number])
                if new != live[number]:
                    live[number], changed = new, True
        return {register for register, each in bit.items() if live[0] & each}
