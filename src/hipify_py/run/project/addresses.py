"""Members and parameters of constructors that are addresses of the driver's, `CUdeviceptr`: other files compute with
those that headers declare, and pass values to these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hipify_py.file.surroundings import AddressMember, AddressParameter
from hipify_py.reading.reading import Reading
from hipify_py.run.project.tree import Tree
from hipify_py.subjects.api.forwarded_addresses import parameters_of
from hipify_py.subjects.api.pointer_arithmetic import members_of
from hipify_py.texts import to_bytes


class _Declared(NamedTuple):
    members: Sequence[AddressMember]
    parameters: Sequence[AddressParameter]


class Addresses:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._declared: dict[str, _Declared] = {}

    def members_in(self, path: str, data: bytes) -> Iterator[AddressMember]:
        """Those of the files that one includes which it may name."""
        found = {each for other in self._included(path) for each in other.members}
        yield from sorted(each for each in found if to_bytes(each.name) in data)

    def parameters_in(self, path: str, data: bytes) -> Iterator[AddressParameter]:
        """Those of classes that a file may name."""
        found = {each for other in self._included(path) for each in other.parameters}
        yield from sorted(each for each in found if to_bytes(each.of) in data)

    def _included(self, path: str) -> Iterator[_Declared]:
        for unit in self._tree.included_units(path, self._tree.survey.addresses):
            other = unit.reading.source.path
            if other not in self._declared:
                self._declared[other] = _in(unit.reading)
            yield self._declared[other]


def _in(reading: Reading) -> _Declared:
    return _Declared(tuple(members_of(reading)), tuple(parameters_of(reading)))
