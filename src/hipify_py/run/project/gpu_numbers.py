"""Conditions on `__CUDA_ARCH__` that files have to answer alike: where a branch of one uses what a branch of another
defines, AMD takes both or neither."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.facts import Facts
from hipify_py.file.surroundings import GpuLimit
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.tokens import words
from hipify_py.run.project.tree import Tree
from hipify_py.subjects.guards.architectures import OpenChain, open_chains

# `struct X {`, `using X =`, `} X;`, `X(…) {`, `X = …;`: what is no definition is not used by others.
_DEFINED = pattern(
    rb"\b(?:struct|class|union|enum)\s{1,9}(?:class\s{1,9})?(\w+)\s{0,9}[:{]|\busing\s{1,9}(\w+)\s{0,9}=|\}\s{0,9}(\w+)\s{0,9};"
    rb"|\b(\w+)\s{0,9}\([^;{}]{0,400}\{|\b(\w+)\s{0,9}=[^=;]"
)
_NO_NAMES = frozenset((b"if", b"for", b"while", b"switch", b"return", b"catch", b"sizeof"))
# Any file of that many belongs with any other, or none does.
_MOST_FILES = 2_000


class _Names(NamedTuple):
    """A condition of a file with what only its revived branches define, and only those that go."""

    path: str
    number: int
    new: Set[bytes]
    old: Set[bytes]


class _Needs(NamedTuple):
    """The condition of a file is answered only if that of another one is."""

    path: str
    number: int
    other: str
    other_number: int


class GpuNumbers:
    """`first_left` says of a file, as it is converted alone, from which of some conditions on it leaves them; None if
    it answers them all."""

    def __init__(self, tree: Tree, first_left: Callable[[str, Sequence[OpenChain]], int | None]) -> None:
        self._tree = tree
        self._first_left = first_left

    def limit(self, path: str) -> GpuLimit | None:
        """From which number on a file leaves its conditions because of another one."""
        return self._limits.get(path) if path in self._asking else None

    @cached_property
    def _asking(self) -> Set[str]:
        found = frozenset(self._tree.survey.architectures)
        return found if 1 < len(found) <= _MOST_FILES else frozenset()

    @cached_property
    def _facts(self) -> Mapping[str, Facts]:
        units = ((path, self._tree.unit(path)) for path in sorted(self._asking))
        return {path: unit.facts for path, unit in units if unit is not None}

    @cached_property
    def _chains(self) -> Mapping[str, Sequence[OpenChain]]:
        found = ((path, list(open_chains(facts))) for path, facts in self._facts.items())
        return {path: chains for path, chains in found if chains}

    @cached_property
    def _limits(self) -> Mapping[str, GpuLimit]:
        needs = list(self._needs())
        left = {path: self._left(path) for path in {each.path for each in needs} | {each.other for each in needs}}
        found: dict[str, GpuLimit] = {}
        is_more = True
        while is_more:
            is_more = False
            for each in needs:
                if _stays(left[each.other], each.other_number) and not _stays(left[each.path], each.number):
                    left[each.path] = each.number
                    found[each.path] = GpuLimit(each.number, posixpath.basename(each.other))
                    is_more = True
        return found

    def _left(self, path: str) -> int | None:
        return self._first_left(path, self._chains[path])

    def _needs(self) -> Iterator[_Needs]:
        defining: dict[bytes, list[_Names]] = defaultdict(list)
        for path, chains in self._chains.items():
            for each in _defined(path, self._facts[path], chains):
                for name in each.new | each.old:
                    defining[name].append(each)
        for path, chains in self._chains.items() if defining else ():
            yield from self._needs_of(path, chains, defining)

    def _needs_of(
        self, path: str, chains: Sequence[OpenChain], defining: Mapping[bytes, Sequence[_Names]]
    ) -> Iterator[_Needs]:
        facts = self._facts[path]
        own, code = _definitions(facts.reading.code) | facts.own_macros, facts.reading.code
        for chain in chains:
            new, old = (_words(code, branches) & defining.keys() - own for branches in (chain.revived, chain.gone))
            for name in sorted(new | old):
                for each in self._related(path, defining[name]):
                    if name in new & each.new:
                        yield _Needs(path, chain.number, each.path, each.number)
                    if name in old & each.old:
                        yield _Needs(each.path, each.number, path, chain.number)
        unit = self._tree.unit(path)
        asked = unit.asks & defining.keys() - own if unit is not None else frozenset()
        for name in sorted(asked):
            for each in self._related(path, defining[name]):
                for chain in chains:
                    if chain.number >= each.number:
                        yield _Needs(path, chain.number, each.path, each.number)
                        yield _Needs(each.path, each.number, path, chain.number)

    def _related(self, path: str, names: Iterable[_Names]) -> Iterator[_Names]:
        """What is of other files that one includes, or that a third file includes as well."""
        for each in names:
            if each.path != path and not self._seen_with(path).isdisjoint(self._seen_with(each.path)):
                yield each

    def _seen_with(self, path: str) -> Set[str]:
        if path not in self._seen:
            self._seen[path] = {path, *self._tree.includers.all_including(path)}
        return self._seen[path]

    @cached_property
    def _seen(self) -> dict[str, Set[str]]:
        return {}


def first_left(answered: AmdBranches, chains: Sequence[OpenChain]) -> int | None:
    """The first number of conditions that conversion does not answer, by the edits that it makes."""
    starts = [(edit.start, edit.end) for edit in answered.edits]
    left = (
        chain.number
        for chain in chains
        if not any(chain.line.start <= start and end <= chain.line.end for start, end in starts)
        and not answered.is_answered_as_by_newest(chain.line)
    )
    return min(left, default=None)


def _stays(left: int | None, number: int) -> bool:
    return left is not None and left <= number


def _defined(path: str, facts: Facts, chains: Sequence[OpenChain]) -> Iterator[_Names]:
    code = facts.reading.code
    for chain in chains:
        if facts.functions.around(chain.line.start) is not None:
            continue
        new, old = (_definitions_in(facts, branches) for branches in (chain.revived, chain.gone))
        around = code[: chain.line.start] + code[max(each.end for each in (*chain.revived, *chain.gone)) :]
        elsewhere = _definitions(around)
        if only := (new ^ old) - elsewhere:
            yield _Names(path, chain.number, new & only, old & only)


def _definitions_in(facts: Facts, branches: Iterable[Branch]) -> set[bytes]:
    found = set[bytes]()
    for branch in branches:
        found |= _definitions(facts.reading.plain[branch.start : branch.end])
        found |= {macro.name for macro in facts.reading.macros if branch.start <= macro.name_start < branch.end}
    return found


def _definitions(code: bytes) -> set[bytes]:
    found = {name for groups in _DEFINED.findall(code) for name in groups}
    return found - _NO_NAMES - {b""}


def _words(code: bytes, branches: Iterable[Branch]) -> set[bytes]:
    return {word for branch in branches for word in words(code[branch.start : branch.end])}
