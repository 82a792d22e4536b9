"""What the files that a unit includes rely on of the headers that nvcc includes unasked."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.run.project.tree import Tree
from hipify_py.run.project.units import Include
from hipify_py.subjects.includes.implied import brought_by, relied_on


class ImpliedHeaders:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._relied_on: dict[str, tuple[str, ...]] = {}
        self._brought: dict[str, tuple[str, ...]] = {}

    def missed_in(self, path: str) -> tuple[str, ...]:
        """The headers that files included by a unit use, and that nothing includes before them."""
        is_unit = path.lower().endswith(".cu") or path in self._tree.said.as_cuda
        if not (is_unit and any(map(self._of, self._tree.reached_from(path) - {path}))):
            return ()
        there, missed = set[str](), set[str]()
        for item in self._in_order(path):
            if isinstance(item, Include):
                there.update(self._by(item.spelling))
            elif item != path:
                missed.update(header for header in self._of(item) if header not in there)
        return tuple(sorted(missed))

    def _in_order(self, path: str) -> Iterator[str | Include]:
        """What a compiler comes by: headers from elsewhere, and files of the tree, once, each behind what it
        includes."""
        seen, stack = {path}, [(path, self._parts(path))]
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
                stack.append((part, self._parts(part)))

    def _parts(self, path: str) -> Iterator[str | Include]:
        unit = self._tree.unit(path)
        for include in unit.read_includes if unit is not None else ():
            yield include  # a file of the tree by the name of a header of CUDA's may not be what is meant
            yield from self._tree.meant(path, include)

    def _by(self, spelling: str) -> tuple[str, ...]:
        if spelling not in self._brought:
            self._brought[spelling] = tuple(brought_by(spelling, self._tree.policy))
        return self._brought[spelling]

    def _of(self, path: str) -> tuple[str, ...]:
        if path not in self._relied_on:
            unit = self._tree.unit(path)
            self._relied_on[path] = () if unit is None else tuple(relied_on(Facts(unit.reading, unit.policy)))
        return self._relied_on[path]
