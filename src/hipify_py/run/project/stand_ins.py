"""Files that stand in for CUDA, as mocks of its API and copies of its headers do: what their functions and constants
are called is theirs, in themselves and wherever CUDA is not in sight."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

from hipify_py.file.surroundings import OwnElsewhere
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.run.project.units import Unit
from hipify_py.tables.model import Policy
from hipify_py.texts import to_text

# The definition of a function, an enumeration that begins with a name of CUDA, or a type by one of the driver's.
MAYBE = pattern(
    rb"\bcu(?:da)?[A-Z]\w*[ \t]*\([^;{}]{0,400}\{|"
    rb"\benum\b[^;{}]{0,90}\{\s{0,90}(?:cu(?:da)?[A-Z]|CU(?:DA)?_[A-Z])\w*\s{0,90}[,=}]|"
    rb"\btypedef\s[\w\s*]{1,60}\bCU[a-z]\w*\s*;"
)
# nvcc includes the header of the runtime in these, or in who includes them, and not that of the driver.
_OF_NVCC = (".cu", ".cuh")
_NOT_INCLUDED = "driver"


class StandIns:
    """`files` are those that may define any, `reached` says whom a file includes."""

    def __init__(
        self,
        files: Sequence[str],
        reached: Callable[[str], Set[str]],
        unit: Callable[[str], Unit | None],
        policy: Policy,
    ) -> None:
        self._files = files
        self._reached = reached
        self._unit = unit
        self._policy = policy

    def for_file(self, path: str, data: bytes) -> Iterator[OwnElsewhere]:
        """What CUDA's names in a file mean that other files of the tree have made theirs."""
        if not self._files:
            return
        reached = self._reached(path)
        known = [file for file in sorted(reached) if file in self._names]
        if not known or self._sees_cuda(reached):
            return
        is_of_nvcc = self._is_of_nvcc(reached)
        for file in known:
            for name, what in self._names[file].items():
                if name in data and not (is_of_nvcc and self._is_included_by_nvcc(name)):
                    yield OwnElsewhere(to_text(name), what, "" if file == path else posixpath.basename(file))

    @cached_property
    def _names(self) -> Mapping[str, Mapping[bytes, str]]:
        """By file: the names that it defines, and those that it declares for a file that includes it and defines
        them."""
        found: dict[str, dict[bytes, str]] = defaultdict(dict)
        for path in self._files:
            unit, reached = self._unit(path), self._reached(path)
            if unit is None or self._sees_cuda(reached) or not (own := unit.stand_ins):
                continue
            if self._is_of_nvcc(reached):
                own = {name: what for name, what in own.items() if not self._is_included_by_nvcc(name)}
            found[path].update(own)
            functions = {name for name, what in own.items() if what == "function"}
            for header in sorted(reached - {path}) if functions else ():
                if (other := self._unit(header)) is not None:
                    found[header].update(dict.fromkeys(other.declared(functions), "function"))
        return {path: names for path, names in found.items() if names}

    def _sees_cuda(self, reached: Iterable[str]) -> bool:
        """Whether a header of CUDA, or a copy of one, is read with these files: its functions are then declared, and
        those of the tree are overloads."""
        return any(map(self._is_of_cuda, reached))

    def _is_of_cuda(self, path: str) -> bool:
        if path not in self._known:
            self._known[path] = self._includes_cuda(path)
        return self._known[path]

    @cached_property
    def _known(self) -> dict[str, bool]:
        return {}

    def _is_of_nvcc(self, reached: Iterable[str]) -> bool:
        return any(path.endswith(_OF_NVCC) for path in reached)

    def _is_included_by_nvcc(self, name: bytes) -> bool:
        entry = self._policy.tables.entry(to_text(name))
        return entry is None or entry.library != _NOT_INCLUDED

    def _includes_cuda(self, path: str) -> bool:
        unit = self._unit(path)
        spelled = (include.spelling for include in unit.includes) if unit is not None else ()
        names = (posixpath.basename(path), *spelled)
        return any(self._policy.header(name) is not None for name in names)
