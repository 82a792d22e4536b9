"""The files of a tree: what they hold, and which of them an include means.

Nothing is read that no file asks for. Files on the command line without a directory know of no others.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from hipify_py.file.amd_branches import on_amd
from hipify_py.file.surroundings import BuildMacro
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.expressions import UNKNOWN, Names
from hipify_py.run.discover import File
from hipify_py.run.project.builds.facts import BuildFacts
from hipify_py.run.project.includers import Includers
from hipify_py.run.project.recent_units import RecentUnits
from hipify_py.run.project.survey import Look, Survey, survey
from hipify_py.run.project.texts import Texts
from hipify_py.run.project.units import Include, Unit
from hipify_py.tables.model import Policy

MAY_ASK = pattern(rb"#[ \t]*(?:el)?if")
# Nobody includes files of a tree more often than that.
_MOST_INCLUDES = 10_000
_MOST_REMEMBERED = 30


class Edge(NamedTuple):
    """A file that another one includes at a place, and whether every build does."""

    place: int
    file: str
    is_sure: bool


class Tree:
    """`builds` are build files, templates of sources and the like: what they name they may define."""

    def __init__(
        self,
        sources: Iterable[File],
        builds: Iterable[File],
        policy: Policy,
        texts: Texts | None = None,
        look: Look | None = None,
    ) -> None:
        self.files = {file.real.as_posix(): file for file in sources}
        self.builds = list(builds)
        self.policy = policy
        self._texts = texts or Texts()
        self._look = look
        self._units = RecentUnits(self._unit)
        self._included: dict[str, Sequence[str]] = {}
        self._edges: dict[tuple[Names, str], Sequence[Edge]] = {}
        self._reached: dict[str, Set[str]] = {}
        self._ending: dict[str, tuple[str, ...]] = {}
        self._meant: dict[tuple[str, str, bool], tuple[str, ...]] = {}

    def content(self, file: File) -> bytes | None:
        return self._texts.of(file)

    def bytes_of(self, path: str) -> bytes:
        return self._texts.read(Path(path)) or b""

    def named_build_texts(self) -> Iterator[tuple[str, bytes]]:
        return ((file.real.as_posix(), self.content(file) or b"") for file in self.builds)

    def build_texts(self) -> Iterator[bytes]:
        return (text for _path, text in self.named_build_texts())

    @cached_property
    def survey(self) -> Survey:
        return survey(((path, self.bytes_of(path)) for path in self.files), self.policy, self._look)

    @cached_property
    def includers(self) -> Includers:
        return Includers(self.survey.mentions, self.build_texts, self.meant, self.unit)

    def unit(self, path: str, data: bytes | None = None) -> Unit | None:
        """That of a file; `data` is its content where it is known."""
        return self._units.get(path, lambda: self._texts.read(Path(path)) if data is None else data)

    def _unit(self, path: str, data: bytes) -> Unit:
        return Unit.of(path, data, self.policy, self._given_of)

    def given(self, path: str, data: bytes) -> tuple[BuildMacro, ...]:
        """What is known of the macros that a file asks for and only builds define."""
        unit = self.unit(path) if MAY_ASK.search(data) is not None else None
        return unit.given if unit is not None else ()

    def _given_of(self, names: Iterable[bytes]) -> Iterator[BuildMacro]:
        for name in names:
            if on_amd(name) == UNKNOWN and name not in self.survey.macros and (found := self.said.macro(name)):
                yield found

    def included_units(self, path: str, among: Iterable[str]) -> Iterator[Unit]:
        """Which of some files one includes, by whichever way."""
        among = set(among) - {path}
        for file in sorted(among & self.reached_from(path)) if among else ():
            if (unit := self.unit(file)) is not None:
                yield unit

    def including_units(self, path: str, among: Iterable[str]) -> Iterator[Unit]:
        """Which of some files include one, by whichever way."""
        for file in sorted(set(among) - {path}):
            if path in self.reached_from(file) and (unit := self.unit(file)) is not None:
                yield unit

    def place_of(self, path: str, other: str) -> int:
        """Where a file includes another one first, by whichever way; 0 if it does not."""
        unit = self.unit(path)
        for include in unit.includes if unit is not None else ():
            meant = self.meant(path, include)
            if other in meant or any(other in self.reached_from(each) for each in meant):
                return include.place
        return 0

    def meant(self, path: str, include: Include) -> tuple[str, ...]:
        """The files of the tree that an include may mean: the one beside it, the one in a directory in which the build
        looks for headers, or those whose paths end with it."""
        folder = posixpath.dirname(path)
        key = folder, include.spelling, include.is_quoted
        if key not in self._meant:
            self._meant[key] = self._found(folder, include)
        return self._meant[key]

    def _found(self, folder: str, include: Include) -> tuple[str, ...]:
        beside = posixpath.normpath(posixpath.join(folder, include.spelling))
        if include.is_quoted and beside in self.files:
            return (beside,)
        end = posixpath.normpath(include.spelling)
        while end.startswith("../"):
            end = end[3:]
        if end not in self._ending:
            candidates = self._by_name.get(posixpath.basename(end), ())
            self._ending[end] = tuple(path for path in candidates if path.endswith("/" + end))
        found = self._ending[end]
        given = self._given(folder, include, found) if len(found) > 1 else None
        return found if given is None else (given,)

    def _given(self, folder: str, include: Include, candidates: Iterable[str]) -> str | None:
        """Which of several files an include means by the directories in which builds look for headers."""
        candidates = set(candidates)
        for number, folders in enumerate(self.said.folders_around(folder)):
            paths = {
                (posixpath.normpath(posixpath.join(each.path, include.spelling)), each.is_sure) for each in folders
            }
            known = {path for path, _is_sure in paths if path in candidates}
            if len(known) == 1:
                path = known.pop()
                return path if (path, True) in paths else None
            if known and number:  # of one build file; commands are those of all sources
                return None
        return None

    @cached_property
    def said(self) -> BuildFacts:
        """What the build files say of the sources."""
        return BuildFacts(self.builds, self.content, self.files)

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path in self.files:
            found[posixpath.basename(path)].append(path)
        return found

    def reached_from(self, path: str) -> Set[str]:
        """The files that a file includes under any condition; some asked for last are remembered."""
        if path not in self._reached:
            if len(self._reached) > _MOST_REMEMBERED:
                self._reached.clear()
            self._reached[path] = _reached(path, self._any_included)
        return self._reached[path]

    def _any_included(self, path: str) -> Sequence[str]:
        if path not in self._included:
            unit = self.unit(path)
            includes = unit.includes if unit is not None else ()
            self._included[path] = [other for each in includes for other in self.meant(path, each)]
        return self._included[path]

    def edges(self, path: str, names: Names) -> Sequence[Edge]:
        """What a file includes in one kind of build; conditions of includes are answered without the tree."""
        if (names, path) not in self._edges:
            self._edges[names, path] = list(self._edges_of(path, names))
        return self._edges[names, path]

    def _edges_of(self, path: str, names: Names) -> Iterator[Edge]:
        unit = self.unit(path)
        if unit is None or not unit.includes:
            return
        branches = unit.branches(names, is_converted=names is on_amd)
        for include in unit.includes:
            files = self.meant(path, include)
            if files and not branches.is_dead(include.place):
                is_sure = len(files) == 1 and branches.is_sure(include.place)
                yield from (Edge(include.place, other, is_sure) for other in files)


def _reached(start: str, included: Callable[[str], Sequence[str]]) -> Set[str]:
    """Whom one reaches by includes; nobody if that is more than anybody includes."""
    found, waiting, left = {start}, [start], _MOST_INCLUDES
    while waiting:
        others = included(waiting.pop())
        left -= len(others)
        if left < 0:
            return frozenset()
        new = set(others) - found
        found |= new
        waiting += new
    return found
