"""What the macros of a tree are in one of its files, in builds for AMD, for NVIDIA, and in those without HIP."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from hipify_py.file.amd_branches import AmdBranches, in_device_code, on_amd, on_nvidia, without_hip
from hipify_py.file.newer_gpus import is_flag_for_newer, is_for_newer
from hipify_py.file.surroundings import OtherMacro
from hipify_py.once import cached_property
from hipify_py.reading.expressions import UNDEFINED, UNKNOWN, Names, Worth, defined_as
from hipify_py.reading.tokens import words
from hipify_py.run.project.generations import Generations
from hipify_py.run.project.tree import MAY_ASK, Edge, Tree
from hipify_py.run.project.units import Unit
from hipify_py.texts import to_text

# What is defined for one generation of NVIDIA's GPUs, in builds for AMD, for the newest of NVIDIA's, and without HIP.
_FOR_ONE = (UNDEFINED, UNKNOWN, UNKNOWN)
_ASSEMBLER = (b"asm", b"ASM")
# Parts of names of that length or shorter say nothing.
_SHORT = 2


class Macros:
    """Those that files of a tree define, and no build does."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def asked_by(self, path: str, data: bytes) -> tuple[OtherMacro, ...]:
        """What other files make of the macros that a file asks for."""
        if MAY_ASK.search(data) is None:
            return ()
        unit = self._tree.unit(path, data)
        asked = sorted(unit.asks - unit.defines) if unit is not None else []
        for_one = [OtherMacro(to_text(name), *_FOR_ONE) for name in asked if self._is_for_one_generation(name)]
        asked = [name for name in asked if self._is_open(name)]
        if not asked:
            return tuple(for_one)
        views = [_View(self._tree, path, names) for names in (on_amd, on_nvidia, without_hip)]
        found = (OtherMacro(to_text(name), *(view.worth(name) for view in views)) for name in asked)
        return (*for_one, *(each for each in found if each.on_amd != UNKNOWN))

    def for_newer_gpus(self, path: str, data: bytes) -> Iterator[str]:
        """The macros that a file with assembler asks for, and others define for newer GPUs of NVIDIA's alone."""
        for name, defining in self._asked_with_assembler(path, data):
            if all(each is not None and is_flag_for_newer(each.reading, name) for each in defining):
                yield to_text(name)

    def on_amd_gpus(self, path: str, data: bytes) -> Iterator[str]:
        """The macros that a file with assembler asks for, and others may define in device code of AMD."""
        for name, defining in self._asked_with_assembler(path, data):
            if any(each is None or _may_be_on_amd_gpus(each, name) for each in defining):
                yield to_text(name)

    def _asked_with_assembler(self, path: str, data: bytes) -> Iterator[tuple[bytes, Sequence[Unit | None]]]:
        """The macros that a file with assembler asks for, and the other files that define each."""
        if not any(keyword in data for keyword in _ASSEMBLER) or MAY_ASK.search(data) is None:
            return
        unit, known = self._tree.unit(path), self._tree.survey.macros
        for name in sorted(unit.asks - unit.defines) if unit is not None else ():
            if defining := [self._tree.unit(other) for other in known.get(name, ())]:
                yield name, defining

    def _is_for_one_generation(self, name: bytes) -> bool:
        """Whether the build defines a name, and no file of the tree does, for one generation of NVIDIA's GPUs."""
        return name not in self._tree.survey.macros and name in self._generations

    @cached_property
    def _generations(self) -> Generations:
        return Generations(self._tree.named_build_texts)

    def _is_open(self, name: bytes) -> bool:
        """Whether a name is the project's to define."""
        is_defined = name in self._tree.survey.macros
        return on_amd(name) == UNKNOWN and is_defined and not self._may_be_given(to_text(name))

    def _may_be_given(self, name: str) -> bool:
        """Whether the build may define a macro, or not."""
        return name in self._given or name.startswith(self._begun) or name.endswith(self._ended)

    @cached_property
    def _given(self) -> frozenset[str]:
        """All words of what makes the build."""
        texts = self._tree.build_texts()
        named = {to_text(word) for text in texts for word in words(text.replace(b"$", b" "))}
        return frozenset((*named, *(word[1:] for word in named if word[:1] == "D")))  # as in -DNAME

    @cached_property
    def _begun(self) -> tuple[str, ...]:
        """What a build puts together, as in -DHAVE_${name}."""
        return tuple(word for word in self._given if word.endswith("_") and len(word) > _SHORT and word[0] != "_")

    @cached_property
    def _ended(self) -> tuple[str, ...]:
        return tuple(word for word in self._given if word.startswith("_") and word.isupper() and len(word) > _SHORT)


def _may_be_on_amd_gpus(unit: Unit, name: bytes) -> bool:
    if is_for_newer(unit.reading, name):
        return False
    return unit.branches(in_device_code(on_amd), is_converted=True).at_end(name) != UNDEFINED


class _Visit(NamedTuple):
    edge: Edge
    is_first: bool
    edges: Iterator[Edge]


class _Order:
    """What a compiler reads before what, from a file on: by numbers that grow as it reads."""

    def __init__(self, start: str, included: Callable[[str], Iterable[Edge]]) -> None:
        self._included = included
        self._now = 0
        self._sure: set[str] = set()
        self._read: dict[str, int] = {}  # when a file has been read that surely is
        self._moments: dict[str, list[tuple[int, int]]] = {}  # from which place of a file on it is when
        waiting = [self._visit(Edge(0, start, is_sure=True))]
        while waiting:  # no recursion: includes may be nested deeper than Python's stack
            visit = waiting[-1]
            edge = next(visit.edges, None)
            if edge is None:
                self._leave(waiting.pop(), waiting)
            else:
                edge = edge._replace(is_sure=edge.is_sure and visit.edge.is_sure)
                if edge.file not in self._moments or (edge.is_sure and edge.file not in self._sure):
                    waiting.append(self._visit(edge))

    def __contains__(self, file: str) -> bool:
        return file in self._moments

    def is_before(self, file: str, asking: str, place: int) -> bool:
        """Whether a file is surely read, in all its length, before a place of another one."""
        moments = self._moments.get(asking, [])
        now = max((moment for begin, moment in moments if begin < place), default=-1)
        return self._read.get(file, now + 1) <= now

    def _visit(self, edge: Edge) -> _Visit:
        is_first = edge.file not in self._moments
        if is_first:
            self._moments[edge.file] = [(-1, self._now)]
        if edge.is_sure:
            self._sure.add(edge.file)
        return _Visit(edge, is_first, iter(self._included(edge.file)))

    def _leave(self, left: _Visit, around: Sequence[_Visit]) -> None:
        if left.edge.is_sure:
            self._now += 1
            self._read.setdefault(left.edge.file, self._now)
        if around and around[-1].is_first:
            self._moments[around[-1].edge.file].append((left.edge.place, self._now))


class _View:
    """What one file sees of its tree in one kind of build."""

    def __init__(self, tree: Tree, path: str, names: Names) -> None:
        self._tree = tree
        self._path = path
        self._names = names
        self._found: dict[bytes, Sequence[tuple[str, Worth]]] = {}
        self._branches: dict[str, AmdBranches] = {}

    def worth(self, name: bytes, asking: str = "") -> Worth:
        """What a name is where a file asks for it, the first file of all if none is named."""
        if (known := self._names(name)) != UNKNOWN:
            return known
        if name not in self._found:
            self._found[name] = ()  # until it is known, also to whoever asks for it on the way
            self._found[name] = self._definitions(name)
        found = self._found[name]
        if not found:
            return UNKNOWN
        if all(worth == UNDEFINED for _path, worth in found):
            return UNDEFINED
        values = {worth.value for _path, worth in found if worth != UNDEFINED}
        value = values.pop() if len(values) == 1 else None
        if any(worth.is_defined and self._is_before(path, asking or self._path, name) for path, worth in found):
            return defined_as(value)
        return Worth(None, value if value == 0 else None)

    def _definitions(self, name: bytes) -> Sequence[tuple[str, Worth]]:
        """What the files that define it make of a name; nothing where that depends on who includes what."""
        defining = self._tree.survey.macros.get(name, ())
        if self._path in defining or not set(defining) <= self._tree.reached_from(self._path):
            return ()
        return [(path, self._worth_in(path, name)) for path in defining]

    def _worth_in(self, path: str, name: bytes) -> Worth:
        if path not in self._order:
            return UNDEFINED if self._names_all_it_includes else UNKNOWN
        unit = self._tree.unit(path)
        if unit is None:
            return UNKNOWN
        if path not in self._branches:
            names = partial(self.worth, asking=path)
            self._branches[path] = unit.branches(names, is_converted=self._names is on_amd)
        return self._branches[path].at_end(name)

    def _is_before(self, path: str, asking: str, name: bytes) -> bool:
        unit = self._tree.unit(asking)
        return unit is not None and self._order.is_before(path, asking, unit.first_place(name))

    @cached_property
    def _names_all_it_includes(self) -> bool:
        units = map(self._tree.unit, self._tree.reached_from(self._path))
        return all(unit is not None and unit.names_all_it_includes for unit in units)

    @cached_property
    def _order(self) -> _Order:
        return _Order(self._path, partial(self._tree.edges, names=self._names))
