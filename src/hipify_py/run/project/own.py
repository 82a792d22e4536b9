"""Which names of CUDA are a tree's own in one of its files: other files have variables, macros, functions by them."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from hipify_py.file.amd_branches import on_amd, on_nvidia
from hipify_py.file.lane_builtins import OF_LANES
from hipify_py.file.ownership import OwnName, own_builtins
from hipify_py.file.surroundings import BEFORE, INCLUDED, INCLUDING, OwnElsewhere, Pasting
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.expressions import UNDEFINED, UNKNOWN
from hipify_py.reading.preprocessor import included_names
from hipify_py.reading.scopes import Path
from hipify_py.reading.tokens import words
from hipify_py.rules.headers import is_known as rules_know_header
from hipify_py.rules.headers import is_known_as_copy
from hipify_py.run.project.includers import HEADERS
from hipify_py.run.project.stand_ins import StandIns
from hipify_py.run.project.tree import Tree
from hipify_py.run.project.units import Include, Unit
from hipify_py.tables.model import Resolution
from hipify_py.texts import to_text

_CALLED_WITH_NAME = pattern(
    rb"\b([A-Za-z_]\w*)[ \t]*\([ \t]*(?:\w+[ \t]*,[ \t]*)?"
    rb"cu(?:da|blas|fft|rand|solver|sparse|dnn)?(?:[A-Z]\w*)?[ \t]*[,)]"
)


# What more files include sees no macros of theirs.
_MOST_INCLUDERS = 30
# So many names are looked for one by one.
_FEW = 20


@lru_cache(maxsize=1)
def _words(data: bytes) -> frozenset[bytes]:
    return frozenset(words(data))


def _named(names: Collection[bytes], data: bytes) -> Iterable[bytes]:
    """Those of the names that a file may have."""
    known = data if len(names) <= _FEW else _words(data)
    return (name for name in names if name in known)


class OwnNames:
    """`is_left` says of files by paths that conversion leaves them alone."""

    def __init__(self, tree: Tree, is_left: Callable[[str], bool]) -> None:
        self._tree = tree
        self._policy = tree.policy
        self._is_left = is_left

    def in_file(self, path: str, data: bytes) -> Iterator[OwnElsewhere]:
        """What included files have by names of CUDA, from where on they are included; what lists of calls alone get
        from who includes them, too."""
        yield from self._variables(path, data)
        yield from self._builtins(path, data)
        yield from self._macros(path, data)
        yield from self._macros_of_hip(path)
        yield from self._of_lanes(path, data) if self._is_left(path) else ()
        yield from self._functions(path, data)
        yield from self._stand_ins.for_file(path, data)
        yield from self._types(path, data)

    def _types(self, path: str, data: bytes) -> Iterator[OwnElsewhere]:
        """The types that builds without CUDA have for `dim3` and for vectors; those `is_maybe` that no others have."""
        names = self._tree.survey.own_types
        for name in _named(names, data):
            for unit in self._units_for(path, names[name]):
                places = [place for each, place in own_builtins(unit.reading.code) if each == name]
                on_cuda = unit.branches(on_nvidia, is_converted=False)
                if places:
                    file, is_maybe = posixpath.basename(unit.reading.source.path), all(map(on_cuda.is_dead, places))
                    for scope in dict.fromkeys(map(unit.reading.scopes.path_at, places)):
                        yield OwnElsewhere(to_text(name), "type", file, scope=scope, is_maybe=is_maybe)

    def _variables(self, path: str, data: bytes) -> Iterator[OwnElsewhere]:
        names = self._tree.survey.variables
        for name in _named(names, data):
            for owner in self._units_for(path, names[name]):
                file = owner.reading.source.path
                place = self._tree.place_of(path, file)
                for what, scope in dict.fromkeys((own.what, own.scope) for own in owner.variables_called(name)):
                    text = to_text(name)
                    yield OwnElsewhere(text, what, posixpath.basename(file), begin=place, scope=scope)

    def _builtins(self, path: str, data: bytes) -> Iterator[OwnElsewhere]:
        names = self._tree.survey.builtins
        for name in _named(names, data):
            owners = (unit for unit in self._units_for(path, names[name]) if unit.may_overload(name))
            if owner := next(owners, None):
                text, file = to_text(name), owner.reading.source.path
                place, is_called = self._tree.place_of(path, file), owner.calls_macro(name)
                yield OwnElsewhere(text, "function", posixpath.basename(file), is_called, place)

    def _macros(self, path: str, data: bytes) -> Iterator[OwnElsewhere]:
        """Those of who includes a file are in sight in all of it."""
        taken_back = self._tree.survey.macros_taken_back
        for name in _named(self._standing_in, data):
            for begin, relation, owner in chain(self._included_with(path, name), self._met_before(path, name)):
                if owner.may_define(name):
                    text, file = to_text(name), posixpath.basename(owner.reading.source.path)
                    is_maybe = name in taken_back or not owner.surely_defines(name)
                    is_called = owner.calls_macro(name)
                    yield OwnElsewhere(text, "macro", file, is_called, begin, is_maybe=is_maybe, relation=relation)
                    break

    def _macros_of_hip(self, path: str) -> Iterator[OwnElsewhere]:
        """The macros of included files by names of HIP that mean something of the tree's own."""
        macros = self._tree.survey.macros
        for name in self._of_hip:
            for unit in self._units_for(path, macros[name]):
                for own in unit.macros_of_hip(name):
                    file, place = unit.reading.source.path, self._tree.place_of(path, unit.reading.source.path)
                    yield OwnElsewhere(to_text(name), "macro", posixpath.basename(file), own.is_called, place)

    @cached_property
    def _of_hip(self) -> list[bytes]:
        """The names of HIP among the macros of the tree that nothing takes back."""
        macros = (name for name in self._tree.survey.macros if name.startswith(b"hip"))
        return sorted(self._policy.tables.names_of_hip.intersection(macros))

    def _of_lanes(self, path: str, data: bytes) -> Iterator[OwnElsewhere]:
        """The builtins of warps that any other file makes macros of: one that is left alone is likely to see these, by
        whatever way it includes them."""
        macros = self._tree.survey.macros
        for name in _named(OF_LANES & macros.keys(), data):
            if files := [file for file in macros[name] if file != path]:
                yield OwnElsewhere(to_text(name), "macro", posixpath.basename(files[0]), is_maybe=True)

    def _included_with(self, path: str, name: bytes) -> Iterator[tuple[int, str, Unit]]:
        """The included files that leave a macro defined, and where they are included."""
        for unit in self._units_for(path, self._standing_in[name]):
            if unit.leaves_defined(name):
                yield self._tree.place_of(path, unit.reading.source.path), INCLUDED, unit

    def _met_before(self, path: str, name: bytes) -> Iterator[tuple[int, str, Unit]]:
        """The files with a macro that who includes a file reads before it, or is."""
        includers = self._tree.includers.all_including(path) if path.lower().endswith(tuple(HEADERS)) else set()
        for includer in sorted(includers) if len(includers) <= _MOST_INCLUDERS else ():
            for file in self._standing_in[name]:
                unit = self._tree.unit(file) if file != path else None
                if unit is not None and self._is_met(name, unit, includer, path):
                    yield 0, INCLUDING if file == includer else BEFORE, unit

    def _is_met(self, name: bytes, unit: Unit, includer: str, path: str) -> bool:
        """Whether a macro of a file may be one where another file includes a third."""
        file, place = unit.reading.source.path, self._tree.place_of(includer, path)
        if file == includer:
            return unit.may_define_at(name, place)
        return 0 < self._tree.place_of(includer, file) < place and unit.leaves_defined(name)

    def _functions(self, path: str, data: bytes) -> Iterator[OwnElsewhere]:
        """Functions of namespaces and classes: calls in these mean them. Those by names of HIP would be called by what
        conversion renames."""
        names = self._tree.survey.functions
        named = {*_named(names, data)}
        for name in (name for name in names if name in named or name.startswith(b"hip")):
            for owner in self._units_for(path, names[name]):
                file = posixpath.basename(owner.reading.source.path)
                for scope, takes, found_with in dict.fromkeys(_looked_up(owner.functions_called(name))):
                    text = to_text(name)
                    yield OwnElsewhere(text, "function", file, scope=scope, takes=takes, found_with=found_with)

    def _units_for(self, path: str, among: Iterable[str]) -> Iterator[Unit]:
        """Those that a file includes and that converted files still include: no copies of headers of CUDA."""
        units = self._tree.included_units(path, among)
        return (unit for unit in units if self._stays_included(unit.reading.source.path))

    def _stays_included(self, path: str) -> bool:
        return (
            not self._is_left(path)
            and not self.is_without_cuda(path)
            and self._policy.header(posixpath.basename(path)) is None
        )

    def included_macros(self, data: bytes) -> Iterator[str]:
        """What a file may define that an include of the tree names for a header."""
        return (to_text(name) for name in sorted(self._tree.survey.included_macros) if name in data)

    def qualifiers(self, data: bytes) -> Mapping[bytes, Sequence[bytes]]:
        """The macros of the tree in a file that stand for qualifiers of functions, and for which."""
        named = self._tree.survey.qualifiers
        found = named.keys() & _words(data) if any(map(data.__contains__, named)) else ()
        return {name: sorted(named[name]) for name in sorted(found)}

    def assembler(self, data: bytes) -> Iterator[str]:
        """The macros of the tree in a file that stand for the keyword of assembler."""
        named = self._tree.survey.assembler
        yield from (to_text(name) for name in (sorted(named & _words(data)) if named else ()))

    def is_without_cuda(self, path: str) -> bool:
        """Whether a file with stubs of CUDA is included in place of a header of CUDA."""
        if path not in self._without_cuda:
            includers = self._tree.includers.including(path) if path in self._with_stubs else ()
            self._without_cuda[path] = any(self._includes_instead(includer, path) for includer in includers)
        return self._without_cuda[path]

    def _includes_instead(self, includer: str, path: str) -> bool:
        unit = self._tree.unit(includer)
        if unit is None:
            return False
        places = [each.place for each in unit.includes if path in self._tree.meant(includer, each)]
        return bool(places) and all(map(unit.facts.is_without_cuda, places))

    @cached_property
    def _without_cuda(self) -> dict[str, bool]:
        return {}

    @cached_property
    def _with_stubs(self) -> frozenset[str]:
        """The files that may define functions, constants or macros by names of CUDA."""
        macros = (files for name, files in self._tree.survey.macros.items() if name in self._policy.interesting)
        return frozenset(chain(self._tree.survey.stand_ins, *macros))

    @cached_property
    def _stand_ins(self) -> StandIns:
        files = [file for file in self._tree.survey.stand_ins if not self.is_without_cuda(file)]
        return StandIns(files, self._tree.reached_from, self._tree.unit, self._policy)

    @cached_property
    def _standing_in(self) -> Mapping[bytes, Sequence[str]]:
        """The macros of the tree by names of what is no macro in CUDA, and what HIP has, and by builtins of warps."""
        macros = {**self._tree.survey.macros, **self._tree.survey.macros_taken_back}
        found = ((name, each) for name, each in self._listed.items() if each.target is not None)
        names = {name for name, resolution in found if resolution.entry.section != "macros"}
        return {name: macros[name] for name in sorted(names | (OF_LANES & macros.keys()))}

    @cached_property
    def _listed(self) -> Mapping[bytes, Resolution]:
        """The macros of the tree with names that the tables know."""
        survey = self._tree.survey
        macros = survey.macros.keys() | survey.macros_taken_back.keys()
        known = macros & (self._policy.interesting | OF_LANES)
        found = ((name, self._policy.name(to_text(name))) for name in sorted(known) if on_amd(name) == UNKNOWN)
        return {name: resolution for name, resolution in found if resolution is not None}

    def declared(self, path: str, data: bytes) -> Iterator[str]:
        """The names that HIP lacks which files make macros of that one includes."""
        for name in self._lacking:
            if name in data:
                units = self._tree.included_units(path, self._tree.survey.macros[name])
                if any(unit.branches(on_amd, is_converted=True).at_end(name) != UNDEFINED for unit in units):
                    yield to_text(name)

    @cached_property
    def _lacking(self) -> list[bytes]:
        macros = self._tree.survey.macros
        return [name for name, resolution in self._listed.items() if resolution.target is None and name in macros]

    def overloads(self, path: str) -> set[str]:
        """The overloads of atomics that files define in builds for AMD which one includes."""
        return set().union(*(unit.overloads for unit in self._tree.included_units(path, self._tree.reached_from(path))))

    def usings(self, path: str) -> Iterator[str]:
        """What included files say of the namespaces of libraries."""
        units = self._tree.included_units(path, self._tree.survey.usings)
        return iter(dict.fromkeys(statement for unit in units for statement in unit.usings))

    def pasting(self, path: str, data: bytes) -> Iterator[Pasting]:
        """The macros of other files that make new names of CUDA's names that they are called with here. A list of calls
        alone gets them from who includes it."""
        called = set(_CALLED_WITH_NAME.findall(data))
        defining = {file for name in called for file in self._tree.survey.with_macro(name)}
        units = list(self._tree.included_units(path, defining)) or self._tree.including_units(path, defining)
        for unit in units:
            yield from unit.pasting(called)

    def headers(self, path: str, data: bytes) -> Iterator[str]:
        """The includes of the tree's own files with a path before their names: one without may mean anybody's, but for
        headers that are nobody's to install."""
        for spelling in sorted(included_names(data)):
            name = to_text(spelling)
            is_own = ("/" in name and rules_know_header(name)) or is_known_as_copy(name)
            if is_own and self._tree.meant(path, Include(name, is_quoted=True, place=0)):
                yield name


def _looked_up(functions: Iterable[OwnName]) -> Iterator[tuple[Path, range, range]]:
    """How functions are found: in which namespaces and classes, with how many arguments there and from elsewhere."""
    return ((own.scope, own.takes, own.found_with) for own in functions)
