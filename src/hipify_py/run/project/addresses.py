"""Members that are addresses of the driver's, `CUdeviceptr`: other files compute with those that headers declare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.file.surroundings import AddressMember
from hipify_py.run.project.tree import Tree
from hipify_py.subjects.api.device_pointers import members_of
from hipify_py.texts import to_bytes


class Addresses:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._members: dict[str, Sequence[AddressMember]] = {}

    def members_in(self, path: str, data: bytes) -> Iterator[AddressMember]:
        """Those of the files that one includes which it may name."""
        found = set[AddressMember]()
        for unit in self._tree.included_units(path, self._tree.survey.addresses):
            other = unit.reading.source.path
            if other not in self._members:
                self._members[other] = tuple(members_of(unit.reading))
            found.update(each for each in self._members[other] if to_bytes(each.name) in data)
        yield from sorted(found)
