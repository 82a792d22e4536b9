"""The warp size of a device in host code of a tree: whether any kernels rely on warps of 32 lanes, and which files
compute with what others keep of it."""

from __future__ import annotations

from collections.abc import Iterator, Set

from hipify_py.file.warp_sizes import Does, Use, computes_with, kept_names, works_in_groups
from hipify_py.once import cached_property
from hipify_py.run.project.tree import Tree
from hipify_py.texts import to_text


class Warps:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def concern(self, path: str) -> bool:
        """Whether a file reads the warp size of a device, in a tree with warps of 32 lanes."""
        return path in self._reading and self._are_there

    def computed_elsewhere(self, path: str) -> Iterator[str]:
        """In what a file keeps the warp size of a device that another one computes with."""
        unit = self._tree.unit(path) if self._computed else None
        names = frozenset(kept_names(unit.facts)) & self._computed if unit is not None else ()
        return (to_text(name) for name in sorted(names))

    @cached_property
    def _reading(self) -> Set[str]:
        return frozenset(self._tree.survey.reading_warp_size)

    @cached_property
    def _are_there(self) -> bool:
        units = map(self._tree.unit, self._tree.survey.maybe_with_warps)
        return any(unit is not None and works_in_groups(unit.facts) for unit in units)

    @cached_property
    def _computed(self) -> Set[bytes]:
        """Of all that files keep the warp size in, what any file computes with."""
        units = map(self._tree.unit, sorted(self._reading))
        names = {name for unit in units if unit is not None for name in kept_names(unit.facts)}
        found = set[bytes]()
        for path in self._tree.files if names else ():
            data = self._tree.bytes_of(path)
            named = {name for name in names - found if name in data}
            unit = self._tree.unit(path) if named else None
            if unit is not None:
                found |= {name for name in named if computes_with(unit.facts, Use(Does.KEEPS, name))}
        return found
