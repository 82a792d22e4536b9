"""What the files that a unit includes rely on of the headers that nvcc includes unasked, and of those that others of
CUDA bring along."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.marks import is_our_header
from hipify_py.run.project.tree import Tree
from hipify_py.run.project.units import Include
from hipify_py.subjects.includes.brought import borrowed, brings
from hipify_py.subjects.includes.implied import OF_NVCC, brought_by, relied_on


class ImpliedHeaders:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._relied_on: dict[str, tuple[str, ...]] = {}
        self._brought: dict[str, tuple[str, ...]] = {}
        self._included: dict[str, tuple[str | Include, ...]] = {}

    def missed_in(self, path: str) -> tuple[str, ...]:
        """The headers that files included by a unit use, and that nothing includes before them."""
        is_unit = path.lower().endswith(".cu") or path in self._tree.said.as_cuda
        wanted = (
            {header for file in self._tree.reached_from(path) - {path} for header in self._of(file)} if is_unit else ()
        )
        there, in_cuda, missed = set[str](), set(OF_NVCC), set[str]()
        for item in self._in_order(path) if wanted else ():
            if isinstance(item, Include):
                there.update(self._by(item.spelling))
                in_cuda.update(brings(item.spelling, in_hip=False))
                if there.issuperset(wanted):
                    break
            elif item != path:
                missed.update(header for header in self._of(item) if header in in_cuda - there)
        return tuple(sorted(header for header in missed if not self._is_own(path, header)))

    def _is_own(self, path: str, header: str) -> bool:
        """Whether the tree has a copy of a header."""
        return header not in OF_NVCC and bool(self._tree.meant(path, Include(header, is_quoted=False, place=0)))

    def _in_order(self, path: str) -> Iterator[str | Include]:
        """What a compiler comes by: headers from elsewhere, and files of the tree, once, each behind what it
        includes."""
        seen, stack = {path}, [(path, iter(self._parts(path)))]
        while stack:
            file, parts = stack[-1]
            part = next(parts, None)
            if part is None:
                yield file
                stack.pop()
            elif isinstance(part, Include):
                yield part
            elif part not in seen:
                seen.add(part)
                stack.append((part, iter(self._parts(part))))

    def _parts(self, path: str) -> tuple[str | Include, ...]:
        if path not in self._included:
            self._included[path] = tuple(self._includes_of(path))
        return self._included[path]

    def _includes_of(self, path: str) -> Iterator[str | Include]:
        unit = self._tree.unit(path)
        for include, is_sure in unit.read_includes if unit is not None else ():
            if is_sure:
                yield include  # a file of the tree by the name of a header of CUDA's may not be what is meant
            yield from self._tree.meant(path, include)

    def _by(self, spelling: str) -> tuple[str, ...]:
        if spelling not in self._brought:
            self._brought[spelling] = (*brought_by(spelling, self._tree.policy), *brings(spelling, in_hip=True))
        return self._brought[spelling]

    def _of(self, path: str) -> tuple[str, ...]:
        if path not in self._relied_on:
            unit = self._tree.unit(path)
            is_whole = unit is None or is_our_header(unit.reading.source.data)
            facts = None if unit is None or is_whole else Facts(unit.reading, unit.policy)
            self._relied_on[path] = () if facts is None else (*relied_on(facts), *borrowed(facts))
        return self._relied_on[path]
