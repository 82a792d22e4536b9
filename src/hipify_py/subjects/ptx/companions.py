"""What goes with a branch for newer GPUs elsewhere in its file.

`#ifdef USE_RED … #endif` may have its counterpart in an `#ifndef USE_RED … #endif` further down, declare what the next
one uses, or depend on a size that another macro has for newer GPUs. If AMD GPUs took the branch alone, both parts would
run, or neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from hipify_py.edits import Edit
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.facts import Facts
from hipify_py.file.newer_gpus import sets_flags
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch, Chain
from hipify_py.reading.expressions import Names, Worth, asked_in, defined_as
from hipify_py.reading.preprocessor import Directive
from hipify_py.records import dataclass

_ARCHITECTURE, _AMD_DEVICE = b"__CUDA_ARCH__", b"__AMDGCN__"
_BOUND = pattern(rb"__CUDA_ARCH__\s{0,9}(>=|>|<=|<)\s{0,9}\(?\s{0,9}(\d{3,4})\b")


@dataclass(frozen=True, eq=False)
class Companions:
    """`edits` let AMD GPUs take all branches that are judged; `names` are macros that the file does not define."""

    facts: Facts
    edits: Sequence[Edit]
    names: Names

    def conflict(self, branch: Branch, line: Directive) -> int | None:
        """Where AMD GPUs give another answer, in a condition or in code, than a GPU for which that of `line` holds."""
        asked = asked_in(self.facts.reading.code[line.body : line.end])
        if (in_code := next(self.facts.reading.names_in_code(asked), None)) is not None:
            return in_code.start
        newer = self._on_gpu(self._number(line, asked), asked - self.facts.own_macros - {_ARCHITECTURE})
        function = self.facts.functions.around(branch.start)
        found = (
            other.directive.start
            for chain, other in self._differing(newer)
            if self.facts.functions.around(other.start) == function or not self._is_apart(chain, newer)
        )
        return next(found, None)

    def _number(self, line: Directive, asked: set[bytes]) -> int | None:
        """The compute capability from which on a condition holds, or macros are defined that it asks for."""
        reading = self.facts.reading
        macros = [macro for name in asked for macro in reading.macros_called.get(name, ())]
        around = (branch for macro in macros for branch in reading.conditionals.around(macro.name_start))
        lines = [line, *(other.directive for branch in around for other in branch.chain.branches)]
        spans = [*((each.body, each.end) for each in lines), *((macro.body, macro.end) for macro in macros)]
        found = [each for start, end in spans for each in _BOUND.finditer(reading.code, start, end)]
        return max((int(each[2]) + (each[1] in (b">", b"<=")) for each in found), default=None)

    @cached_property
    def _actual(self) -> AmdBranches:
        return self._on_gpu(None, frozenset())

    @cached_property
    def _gpus(self) -> dict[tuple[int | None, frozenset[bytes]], AmdBranches]:
        return {}

    def _on_gpu(self, number: int | None, macros: set[bytes] | frozenset[bytes]) -> AmdBranches:
        """What AMD GPUs would take if they had a compute capability, and macros were defined for it."""
        key = number, frozenset(macros)
        if key not in self._gpus:
            self._gpus[key] = AmdBranches(self.facts.reading, self.edits, partial(self._worth, key))
        return self._gpus[key]

    def _worth(self, gpu: tuple[int | None, frozenset[bytes]], name: bytes) -> Worth:
        number, macros = gpu
        if name == _ARCHITECTURE and number is not None:
            return defined_as(number)
        return defined_as(1) if name in macros or name == _AMD_DEVICE else self.names(name)

    def _differing(self, newer: AmdBranches) -> Iterator[tuple[Chain, Branch]]:
        """The chains that either reads, with the first condition to which they have different answers."""
        for chain in self.facts.reading.conditionals.chains:
            start = chain.branches[0].directive.start
            if self.facts.is_left_alone(start) or (self._actual.is_dead(start) and newer.is_dead(start)):
                continue
            answers = (
                (each, self._actual.value(each.directive), newer.value(each.directive)) for each in chain.branches
            )
            other = next((each for each, here, there in answers if _truth(here) is not _truth(there)), None)
            if other is not None:
                yield chain, other

    def _is_apart(self, chain: Chain, newer: AmdBranches) -> bool:
        """Whether a chain outside of the function does not matter to it: either answer makes a whole function, or sets
        flags that nothing but conditions asks for; or all GPUs of NVIDIA answer alike."""
        plain, oldest = self.facts.reading.plain, self._on_gpu(0, frozenset())
        if self.facts.functions.around(chain.branches[0].start) is None:
            conditions = [each.directive for each in chain.branches]
            if all(_truth(oldest.value(each)) is _truth(newer.value(each)) for each in conditions):
                return True
            return all(self._defines_functions(each) or sets_flags(self.facts.reading, each) for each in chain.branches)
        if any(
            each.start <= statement.start < each.end for each in chain.branches for statement in self.facts.assembler
        ):
            return True  # a wrapper of an instruction that is reported by itself
        both = (self._actual.taken(chain.branches), newer.taken(chain.branches))
        return all(each is not None and b"(" in plain[each.start : each.end] for each in both)

    def _defines_functions(self, branch: Branch) -> bool:
        text = self.facts.reading.plain[branch.start : branch.end]
        return b"{" in text and b"(" in text


def _truth(value: int | None) -> bool | None:
    return None if value is None else bool(value)
