"""The tree around a file: which of its files an include means, and what those make of a macro.

Nothing is read that no file asks for. Files on the command line without a directory know of no others.
"""

from __future__ import annotations

import os
import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hipify_py.file.amd_branches import AmdBranches, on_amd, on_nvidia, without_hip
from hipify_py.file.lane_builtins import BUILTINS
from hipify_py.file.overloads import may_use_any
from hipify_py.file.style import Style
from hipify_py.file.surroundings import ALONE, OtherMacro, OwnElsewhere, Pasting, Surroundings
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.expressions import UNDEFINED, UNKNOWN, Names, Worth, defined_as
from hipify_py.reading.preprocessor import included_names
from hipify_py.reading.tokens import SPLICE, compile_linear, words
from hipify_py.rules.headers import is_known as rules_know_header
from hipify_py.rules.headers import is_known_as_copy
from hipify_py.run.discover import File
from hipify_py.run.project.device_code import DeviceCode
from hipify_py.run.project.include_folders import include_folders
from hipify_py.run.project.includers import Includers, Mention, mentions_in
from hipify_py.run.project.ported import NO_PORTS, Ports, ports
from hipify_py.run.project.seen import Relevance
from hipify_py.run.project.stand_ins import MAYBE as MAYBE_STANDS_IN
from hipify_py.run.project.stand_ins import StandIns
from hipify_py.run.project.units import Include, Unit
from hipify_py.run.project.unused import Unused
from hipify_py.subjects.buildfiles.kinds import DATABASE
from hipify_py.subjects.buildfiles.pairs import counterpart
from hipify_py.system import disk
from hipify_py.tables.model import Policy, Resolution

_MOST_BYTES = 16_000_000
# Nobody includes files of a tree more often than that.
_MOST_INCLUDES = 10_000
_BETWEEN = rb"(?:[ \t\f\v]|" + SPLICE + rb"|/\*[^*\n]{0,80}\*/)"
_DEFINED = compile_linear(rb"#" + _BETWEEN + rb"*+(define|undef)" + _BETWEEN + _BETWEEN + rb"*+([A-Za-z_]\w*)")
_MAYBE_VARIABLE = pattern(rb"\bcu(?:da)?[A-Z]\w*(?=[ \t]*(?:=(?!=)|;|\)[ \t]*\())")
_CALLED_WITH_NAME = pattern(rb"\b([A-Za-z_]\w*)[ \t]*\([ \t]*(?:\w+[ \t]*,[ \t]*)?cu(?:da)?[A-Z]\w*[ \t]*[,)]")
_MAYBE_BUILTIN = pattern(rb"\b__(?:shfl|any|all|ballot|match|reduce|activemask|syncwarp)\w*(?=[ \t]*\([^;{}]{0,400}\{)")
# Namespaces of which rules and rewrites ask what a file calls them.
_MAYBE_USING = pattern(rb"\b(?:cooperative_groups|cub|wmma|cg)\s{0,9}(?:;|::\s{0,9}\w{1,60}\s{0,9};|\{)")
_CONDITION = pattern(rb"#[ \t]*(?:el)?if")
# Parts of names of that length or shorter say nothing.
_SHORT = 2


class _Survey(NamedTuple):
    """What one look at all files of a tree finds: which of them define a macro, which may have a variable of the name
    of a function of CUDA, which name a header, by the last part of its name, which may stand in for CUDA, which may
    define a builtin of warps, and which may have other names for namespaces of CUDA's libraries. Macros that are taken
    back anywhere are left aside: what they are depends on where one asks."""

    defined: Mapping[bytes, Sequence[str]]
    variables: Mapping[bytes, Sequence[str]]
    mentions: Mapping[str, Sequence[Mention]]
    stand_ins: Sequence[str]
    builtins: Mapping[bytes, Sequence[str]]
    usings: Sequence[str]


class Project:
    """`builds` are build files, templates of sources and the like: what they name they may define. Files that are
    `respected` are left alone where they are portable already."""

    def __init__(
        self,
        sources: Iterable[File],
        builds: Iterable[File],
        policy: Policy,
        style: Style,
        respected: Sequence[File] = (),
    ) -> None:
        self._files = {file.real.as_posix(): file for file in sources}
        self._builds = list(builds)
        self._respected = respected
        self._folder = disk.LastFolder()
        self._policy = policy
        self._relevance = Relevance(policy, style)
        self._units: dict[str, Unit | None] = {}
        self._included: dict[str, Sequence[str]] = {}
        self._edges: dict[tuple[Names, str], Sequence[Edge]] = {}
        self._last: tuple[str, Set[str]] = "", frozenset()
        self._settled: dict[str, Surroundings] = {}
        self._ending: dict[str, tuple[str, ...]] = {}
        self._meant: dict[tuple[str, str, bool], tuple[str, ...]] = {}

    def close(self) -> None:
        self._folder.close()

    def settle(self, files: Iterable[File]) -> None:
        """Find out for all files what they ask for, as nobody can once others are written."""
        for file in files:
            if file not in self.ports and (data := self._read(file.real)) is not None:
                self._settled[file.real.as_posix()] = self._around(file, data)

    @cached_property
    def ports(self) -> Ports:
        """What is portable already, and to be left alone."""
        if not self._respected:
            return NO_PORTS
        sources = list(self._files.values())
        found = ports(sources, self._builds, self._content, self._meant_by, self._policy, self._relevance)
        return found.among(self._respected)

    def is_plain(self, file: File) -> bool:
        """Whether it is known that there is nothing to do in a file."""
        return self._relevance.is_plain(file)

    def unused(self, file: File) -> str:
        """Why nothing in the tree uses a file, or AMD another one, if that is so. What lies around a part of a tree may
        use anything."""
        if file.kind == "build" and (other := counterpart(file.real.name, self._names_in[file.real.parent])):
            return f"{other} stands beside it"
        return "" if self._is_part else self._unused.why(file)

    @cached_property
    def _names_in(self) -> Mapping[Path, Set[str]]:
        """The names of all build files, by directory."""
        found: dict[Path, set[str]] = defaultdict(set)
        for file in self._builds:
            found[file.real.parent].add(file.real.name)
        return found

    @cached_property
    def _unused(self) -> Unused:
        return Unused(self._reported, self._named_texts, self._includers.including)

    @property
    def _reported(self) -> list[File]:
        return [*self._files.values(), *(file for file in self._builds if file.kind == "build")]

    @cached_property
    def _is_part(self) -> bool:
        base = os.path.commonpath([file.real.parent for file in self._reported])
        return not all(file.real.is_relative_to(base) for file in self._builds)

    def _named_texts(self) -> Iterator[tuple[str, bytes]]:
        return ((file.real.as_posix(), self._content(file) or b"") for file in self._builds)

    def is_cuda(self, file: File, data: bytes) -> bool:
        """Whether a file with device code that may not tell so itself is CUDA's."""
        return len(self._files) > 1 and self._device_code.is_cuda(file.real.as_posix(), data)

    @cached_property
    def _device_code(self) -> DeviceCode:
        return DeviceCode(self._files, lambda path: self._includers.including(path), self._bytes)

    def _bytes(self, path: str) -> bytes:
        return self._read(Path(path)) or b""

    def _content(self, file: File) -> bytes | None:
        return self._read(file.real)

    def _meant_by(self, file: File, spelling: str) -> tuple[str, ...]:
        return self.meant(file.real.as_posix(), Include(spelling, is_quoted=True, place=0))

    def around(self, file: File, data: bytes) -> Surroundings:
        """What other files make of the macros that a file asks for."""
        if self._settled and (known := self._settled.get(file.real.as_posix())) is not None:
            return known
        return self._around(file, data)

    def _around(self, file: File, data: bytes) -> Surroundings:
        path = file.real.as_posix()
        if path not in self._files or not (self.is_cuda(file, data) or self._relevance.concerns(file, data)):
            return ALONE
        guard, macros = self._includers.guard(path), self._macros_asked_by(path, data)
        declared, headers = tuple(self._declared_for(path, data)), tuple(self._own_headers(path, data))
        overloads = tuple(sorted(self._overloads_for(path))) if may_use_any(data) else ()
        own, pasting = tuple(self._own_for(path, data)), tuple(self._pasting_for(path, data))
        return Surroundings(
            macros,
            guard.words,
            guard.is_beside_hip,
            declared,
            headers,
            overloads,
            own=own,
            pasting=pasting,
            is_cuda=self.is_cuda(file, data),
            usings=tuple(self._usings_for(path)),
        )

    def _own_for(self, path: str, data: bytes) -> Iterator[OwnElsewhere]:
        """The names of CUDA that files which this one includes have variables or macros by, or overload."""
        kinds = (
            ("variable", self._survey.variables, Unit.has_variable),
            ("macro", self._standing_in, Unit.surely_defines),
            ("function", self._survey.builtins, Unit.may_overload),
        )
        for what, names, has in kinds:
            for name, files in names.items():
                units = self._included_units(path, files) if name in data else ()
                own = (unit for unit in units if has(unit, name) and self._stays_included(unit.reading.source.path))
                if owner := next(own, None):
                    file = posixpath.basename(owner.reading.source.path)
                    yield OwnElsewhere(name.decode("latin-1"), what, file, owner.calls_macro(name))
        yield from self._stand_ins.for_file(path, data)

    @cached_property
    def _stand_ins(self) -> StandIns:
        return StandIns(self._survey.stand_ins, self.reached_from, self.unit, self._policy)

    def _usings_for(self, path: str) -> Iterator[str]:
        """What included files say of the namespaces of libraries."""
        units = self._included_units(path, self._survey.usings)
        return iter(dict.fromkeys(statement for unit in units for statement in unit.usings))

    def _stays_included(self, path: str) -> bool:
        """Whether converted files still include a file: not if it is a copy of a header of CUDA."""
        return path not in self.ports.reasons and self._policy.header(posixpath.basename(path)) is None

    def _pasting_for(self, path: str, data: bytes) -> Iterator[Pasting]:
        """The macros of other files that make new names of CUDA's names that they are called with here. A list of calls
        alone gets them from who includes it."""
        called = {name for name in _CALLED_WITH_NAME.findall(data) if name in self._defined}
        defining = {file for name in called for file in self._defined[name]} - {path}
        units = list(self._included_units(path, defining)) or list(self._including_units(path, defining))
        for unit in units:
            yield from unit.pasting(called)

    def _including_units(self, path: str, among: Iterable[str]) -> Iterator[Unit]:
        for file in sorted(among):
            if path in self.reached_from(file) and (unit := self.unit(file)) is not None:
                yield unit

    def _included_units(self, path: str, among: Iterable[str]) -> Iterator[Unit]:
        """Which of some files one includes, by whichever way."""
        among = set(among) - {path}
        for file in sorted(among & self.reached_from(path)) if among else ():
            if (unit := self.unit(file)) is not None:
                yield unit

    def _declared_for(self, path: str, data: bytes) -> Iterator[str]:
        """The names that HIP lacks which files make macros of that this one includes."""
        for name in self._lacking:
            if name in data:
                units = self._included_units(path, self._defined[name])
                if any(unit.branches(on_amd, is_converted=True).at_end(name) != UNDEFINED for unit in units):
                    yield name.decode("latin-1")

    def _overloads_for(self, path: str) -> set[str]:
        """The overloads of atomics that files define in builds for AMD which this one includes."""
        return set().union(*(unit.overloads for unit in self._included_units(path, self.reached_from(path))))

    @cached_property
    def _lacking(self) -> list[bytes]:
        """The macros of the tree with names that the tables know, and HIP lacks."""
        return [name for name, resolution in self._listed.items() if resolution.target is None]

    @cached_property
    def _standing_in(self) -> Mapping[bytes, Sequence[str]]:
        """The macros of the tree by names of what is no macro in CUDA, and what HIP has, and by builtins of warps."""
        found = ((name, each) for name, each in self._listed.items() if each.target is not None)
        names = {name for name, resolution in found if resolution.entry.section != "macros"}
        return {name: self._defined[name] for name in sorted(names | (BUILTINS & self._defined.keys()))}

    @cached_property
    def _listed(self) -> Mapping[bytes, Resolution]:
        """The macros of the tree with names that the tables know."""
        named = sorted(name for name in self._defined if name in self._policy.interesting and on_amd(name) == UNKNOWN)
        found = ((name, self._policy.name(name.decode("latin-1"))) for name in named)
        return {name: resolution for name, resolution in found if resolution is not None}

    def _own_headers(self, path: str, data: bytes) -> Iterator[str]:
        """The includes of the tree's own files with a path before their names: one without may mean anybody's, but for
        headers that are nobody's to install."""
        for spelling in sorted(included_names(data)):
            name = spelling.decode("utf-8", "surrogateescape")
            is_own = ("/" in name and rules_know_header(name)) or is_known_as_copy(name)
            if is_own and self.meant(path, Include(name, is_quoted=True, place=0)):
                yield name

    def _macros_asked_by(self, path: str, data: bytes) -> tuple[OtherMacro, ...]:
        if _CONDITION.search(data) is None:
            return ()
        unit = self._units[path] = Unit.of(path, data, self._policy)
        asked = [name for name in unit.asks - unit.defines if self._is_open(name)]
        if not asked:
            return ()
        views = [_View(self, path, names) for names in (on_amd, on_nvidia, without_hip)]
        found = (OtherMacro(name.decode("latin-1"), *(view.worth(name) for view in views)) for name in sorted(asked))
        return tuple(each for each in found if each.on_amd != UNKNOWN)

    @cached_property
    def _includers(self) -> Includers:
        return Includers(self._survey.mentions, self._build_texts, self.meant, self.unit)

    def _build_texts(self) -> Iterator[bytes]:
        return (self._read(file.real) or b"" for file in self._builds)

    @cached_property
    def _include_folders(self) -> list[str]:
        databases = (file for file in self._builds if file.path.name == DATABASE)
        found = (include_folders(file.real.as_posix(), self._content(file) or b"") for file in databases)
        return list(dict.fromkeys(folder for folders in found for folder in folders))

    def _is_open(self, name: bytes) -> bool:
        """Whether a name is the project's to define."""
        return on_amd(name) == UNKNOWN and name in self._defined and not self._may_be_given(name.decode("latin-1"))

    def unit(self, path: str) -> Unit | None:
        if path not in self._units:
            data = self._read(Path(path))
            self._units[path] = None if data is None else Unit.of(path, data, self._policy)
        return self._units[path]

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
        if include.is_quoted and beside in self._files:
            return (beside,)
        given = {posixpath.normpath(posixpath.join(each, include.spelling)) for each in self._include_folders}
        if len(known := given & self._files.keys()) == 1:
            return tuple(known)
        end = posixpath.normpath(include.spelling)
        while end.startswith("../"):
            end = end[3:]
        if end not in self._ending:
            candidates = self._by_name.get(posixpath.basename(end), ())
            self._ending[end] = tuple(path for path in candidates if path.endswith("/" + end))
        return self._ending[end]

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path in self._files:
            found[posixpath.basename(path)].append(path)
        return found

    def reached_from(self, path: str) -> Set[str]:
        """The files that a file includes under any condition; the one asked for last is remembered."""
        if self._last[0] != path:
            self._last = path, reached(path, self._any_included)
        return self._last[1]

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

    def defining(self, name: bytes) -> Sequence[str]:
        """The files of the tree in which a macro of that name is defined, read by anybody or not."""
        return self._defined.get(name, ())

    @property
    def _defined(self) -> Mapping[bytes, Sequence[str]]:
        return self._survey.defined

    @cached_property
    def _survey(self) -> _Survey:
        defined: dict[bytes, list[str]] = defaultdict(list)
        mentions: dict[str, list[Mention]] = defaultdict(list)
        variables: dict[bytes, list[str]] = defaultdict(list)
        taken_back, stand_ins, usings = set(), [], []
        builtins: dict[bytes, list[str]] = defaultdict(list)
        for path, file in self._files.items():
            data = self._read(file.real) or b""
            last = {name: keyword for keyword, name in _DEFINED.findall(data)}
            for name, keyword in last.items():
                if keyword == b"define":  # `#undef cudaMalloc` before it takes nothing back
                    defined[name].append(path)
                else:
                    taken_back.add(name)
            for name in set(_MAYBE_VARIABLE.findall(data)):
                variables[name].append(path)
            if MAYBE_STANDS_IN.search(data) is not None:
                stand_ins.append(path)
            if _MAYBE_USING.search(data) is not None:
                usings.append(path)
            for name in set(_MAYBE_BUILTIN.findall(data)):
                builtins[name].append(path)
            for mention in mentions_in(path, data):
                mentions[posixpath.basename(mention.include.spelling)].append(mention)
        functions = {name: paths for name, paths in variables.items() if self._is_function(name)}
        defined = {name: paths for name, paths in defined.items() if name not in taken_back}
        builtins = {name: builtins[name] for name in sorted(BUILTINS & builtins.keys())}
        return _Survey(defined, functions, mentions, stand_ins, builtins, usings)

    def _is_function(self, name: bytes) -> bool:
        resolution = self._policy.name(name.decode("latin-1")) if name in self._policy.interesting else None
        return resolution is not None and resolution.entry.section == "functions"

    def _may_be_given(self, name: str) -> bool:
        """Whether the build may define a macro, or not."""
        return name in self._given or name.startswith(self._begun) or name.endswith(self._ended)

    @cached_property
    def _given(self) -> frozenset[str]:
        """All words of what makes the build."""
        named = {word.decode("latin-1") for text in self._build_texts() for word in words(text.replace(b"$", b" "))}
        return frozenset((*named, *(word[1:] for word in named if word[:1] == "D")))  # as in -DNAME

    @cached_property
    def _begun(self) -> tuple[str, ...]:
        """What a build puts together, as in -DHAVE_${name}."""
        return tuple(word for word in self._given if word.endswith("_") and len(word) > _SHORT and word[0] != "_")

    @cached_property
    def _ended(self) -> tuple[str, ...]:
        return tuple(word for word in self._given if word.startswith("_") and word.isupper() and len(word) > _SHORT)

    def _read(self, path: Path) -> bytes | None:
        try:
            data, _status = self._folder.read(path, _MOST_BYTES)
        except OSError:
            return None
        return data


def reached(start: str, included: Callable[[str], Sequence[str]]) -> Set[str]:
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


class Edge(NamedTuple):
    """A file that another one includes at a place, and whether every build does."""

    place: int
    file: str
    is_sure: bool


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

    def __init__(self, project: Project, path: str, names: Names) -> None:
        self._project = project
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
        defining = self._project.defining(name)
        if self._path in defining or not set(defining) <= self._project.reached_from(self._path):
            return ()
        return [(path, self._worth_in(path, name)) for path in defining]

    def _worth_in(self, path: str, name: bytes) -> Worth:
        if path not in self._order:
            return UNDEFINED if self._names_all_it_includes else UNKNOWN
        unit = self._project.unit(path)
        if unit is None:
            return UNKNOWN
        if path not in self._branches:
            names = partial(self.worth, asking=path)
            self._branches[path] = unit.branches(names, is_converted=self._names is on_amd)
        return self._branches[path].at_end(name)

    def _is_before(self, path: str, asking: str, name: bytes) -> bool:
        unit = self._project.unit(asking)
        return unit is not None and self._order.is_before(path, asking, unit.first_place(name))

    @cached_property
    def _names_all_it_includes(self) -> bool:
        units = map(self._project.unit, self._project.reached_from(self._path))
        return all(unit is not None and unit.names_all_it_includes for unit in units)

    @cached_property
    def _order(self) -> _Order:
        return _Order(self._path, partial(self._project.edges, names=self._names))
