"""Kernels clear numbered barriers before anything else, as shared memory begins with anything.

Which kernels use one is told by names: of functions, macros and classes around the statements, of those that say these,
and so on. One too many costs a barrier. Kernels of other files cannot be seen from here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.file.assembler import Statement
from hipify_py.file.facts import Facts
from hipify_py.helpers import NAMESPACE
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind, Scope
from hipify_py.subjects.ptx.side_by_side import GROUP, beginning_of_block
from hipify_py.texts import to_bytes

_CALL = to_bytes(f"{NAMESPACE}begin_barriers();")
_SAID = b"begin_barriers"
_WORD = pattern(rb"[A-Za-z_]\w*")
# What calls these does not say their names.
_NAMELESS = frozenset((b"", b"operator"))


class Beginnings(NamedTuple):
    """`unseen` are the starts of statements that kernels of other files may use."""

    edits: list[Edit]
    unseen: frozenset[int]


class _Function(NamedTuple):
    """A function with its body, or a macro; `kernel` is the block of one."""

    name: bytes
    start: int
    end: int
    kernel: Scope | None


def beginnings(facts: Facts, statements: Sequence[Statement], is_left_out: Callable[[int], bool]) -> Beginnings:
    """What kernels begin with because of statements that became numbered barriers."""
    if not statements:
        return Beginnings([], frozenset())
    return _Callers(facts, is_left_out).beginnings(statements)


class _Callers:
    def __init__(self, facts: Facts, is_left_out: Callable[[int], bool]) -> None:
        self._facts = facts
        self._reading = facts.reading
        kernels = {kernel.end for kernel in facts.functions.kernels if not is_left_out(kernel.start)}
        self._blocks = list(self._all_blocks(kernels))
        self._macros = [_Function(macro.name, macro.body, macro.end, None) for macro in self._reading.macros]
        self._functions = [*self._blocks, *self._macros]

    def beginnings(self, statements: Sequence[Statement]) -> Beginnings:
        around = {found.start: self._around(found) for found in statements}
        kernels = [each for each in self._closure(around.values(), self._callers) if each.kernel is not None]
        seen = set(self._closure(kernels, self._callees)) if self._facts.is_unit else set(kernels)
        if kernels and self._facts.is_unit:
            seen |= {each for each in self._functions if each.name in _NAMELESS}
        unseen = frozenset(start for start, each in around.items() if each not in seen)
        return Beginnings(list(self._edits(kernels)), unseen)

    def _edits(self, kernels: Iterable[_Function]) -> Iterator[Edit]:
        style = self._facts.style
        for each in kernels:
            if each.kernel is not None and _SAID not in self._words[each]:
                place, new = beginning_of_block(self._reading, each.kernel, _CALL, is_replaced=style.replaces_ptx)
                yield Edit(place, place, new, "asm", GROUP)

    def _all_blocks(self, kernels: set[int]) -> Iterator[_Function]:
        scopes = self._reading.scopes
        for block in scopes.of_kind(Kind.BLOCK):
            if scopes.block_around(block) is not None:
                continue
            found = self._facts.functions.around(block.start + 1)
            kernel = block if block.end in kernels else None
            yield _Function(found.name if found is not None else b"", block.start, block.end, kernel)

    def _around(self, found: Statement) -> _Function:
        """The function or macro that a statement stands in."""
        among = self._macros if found.macro is not None else self._blocks
        index = bisect_right(among, found.start, key=attrgetter("start")) - 1
        is_inside = index >= 0 and found.start < among[index].end
        return among[index] if is_inside else _Function(b"", found.start, found.end, None)

    def _closure(
        self, reached: Iterable[_Function], others: Callable[[_Function], Iterable[_Function]]
    ) -> list[_Function]:
        """What is reached from some functions, step by step, in the order of the file."""
        found = dict.fromkeys(reached)
        to_come = list(found)
        while to_come:
            new = [each for each in others(to_come.pop()) if each not in found]
            found.update(dict.fromkeys(new))
            to_come += new
        return sorted(found, key=attrgetter("start"))

    def _callers(self, called: _Function) -> Iterable[_Function]:
        if called.kernel is not None:
            return ()
        if called.name in _NAMELESS:
            return (each for each in self._functions if each.kernel is not None)
        return self._by_word.get(called.name, ())

    def _callees(self, caller: _Function) -> Iterator[_Function]:
        for word in self._words.get(caller, ()):
            yield from self._by_name.get(word, ())

    @cached_property
    def _words(self) -> dict[_Function, frozenset[bytes]]:
        code = self._reading.code
        return {each: frozenset(_WORD.findall(code, each.start, each.end)) for each in self._functions}

    @cached_property
    def _by_word(self) -> dict[bytes, list[_Function]]:
        found: dict[bytes, list[_Function]] = {}
        for each, words in self._words.items():
            for word in words:
                found.setdefault(word, []).append(each)
        return found

    @cached_property
    def _by_name(self) -> dict[bytes, list[_Function]]:
        found: dict[bytes, list[_Function]] = {}
        for each in self._functions:
            found.setdefault(each.name, []).append(each)
        return found
