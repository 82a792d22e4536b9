"""A file of the tree as others see it: what it includes and which macros it leaves defined, in builds for AMD and for
NVIDIA."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from typing import NamedTuple

from hipify_py.edits import Edit, in_order
from hipify_py.file.amd_branches import AmdBranches, on_amd, on_nvidia
from hipify_py.file.declaring_macros import DeclaringMacros
from hipify_py.file.facts import Facts
from hipify_py.file.macro_uses import pasted_parameters
from hipify_py.file.overloads import may_use_any, overloads
from hipify_py.file.ownership import OWN_TYPES, OwnName, is_typedef, own_definition, own_macro, own_types_in_scopes
from hipify_py.file.surroundings import BuildMacro, Pasting, Surroundings
from hipify_py.file.visibility import Visibility
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import CONDITIONS
from hipify_py.reading.expressions import UNDEFINED, Names, asked_in
from hipify_py.reading.preprocessor import INCLUDES
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name, words
from hipify_py.records import dataclass
from hipify_py.source import Source
from hipify_py.subjects.registry import Kind as Part
from hipify_py.subjects.registry import Rewrite, acting
from hipify_py.tables.model import Policy
from hipify_py.texts import to_text

USING = pattern(
    rb"\bnamespace\s{1,9}(?:\w{1,60}\s{0,9}=[\w\s:]{1,80};|cg\s{0,9}\{)|\busing\s{1,9}(?:namespace\s{1,9})?[\w\s:]{1,80};"
)
_TYPES = ("alias", "class")
_VARIABLES = ("variable", "function pointer", "member", "enumerator")
# The rewrites that change conditions.
_OF_CONDITIONS = (
    *("guards.conditions", "names.renames"),
    *("guards.architectures", "guards.versions", "guards.whole_conditions"),
)


Given = Callable[[Iterable[bytes]], Iterable[BuildMacro]]


class Include(NamedTuple):
    spelling: str
    is_quoted: bool
    place: int


@dataclass(frozen=True)
class Unit:
    """`given_of` says what is known of macros that only builds define."""

    reading: Reading
    policy: Policy
    given_of: Given | None = None

    @classmethod
    def of(cls, path: str, data: bytes, policy: Policy, given_of: Given | None = None) -> Unit:
        return cls(Reading(Source(path, data), is_cuda=True), policy, given_of)

    @cached_property
    def given(self) -> tuple[BuildMacro, ...]:
        names = sorted(self.asks - self.defines) if self.given_of is not None else ()
        return tuple(self.given_of(names)) if self.given_of is not None and names else ()

    @property
    def facts(self) -> Facts:
        return Facts(self.reading, self.policy, surroundings=Surroundings(given=self.given))

    @cached_property
    def includes(self) -> list[Include]:
        return [Include(to_text(header.name), header.quoted, line.start) for line, header in self.reading.headers]

    @cached_property
    def read_includes(self) -> list[tuple[Include, bool]]:
        """The includes that builds for AMD may read, and whether all of them do."""
        if not self.includes:
            return []
        branches = self.branches(on_amd, is_converted=True)
        read = (include for include in self.includes if not branches.is_dead(include.place))
        return [(include, branches.is_sure(include.place)) for include in read]

    @cached_property
    def defines(self) -> frozenset[bytes]:
        return frozenset(macro.name for macro in self.reading.macros)

    @cached_property
    def names_all_it_includes(self) -> bool:
        """Whether no include leaves it to a macro which file it means."""
        return len(self.includes) == sum(line.keyword in INCLUDES for line in self.reading.directives)

    def first_place(self, name: bytes) -> int:
        """Where a directive holds a name for the first time: nobody asks for it earlier."""
        return self._first_places.get(name, 0)

    @cached_property
    def _first_places(self) -> dict[bytes, int]:
        code, found = self.reading.code, dict[bytes, int]()
        for line in self.reading.directives:
            for word in words(code[line.body : line.end]):
                found.setdefault(word, line.start)
        return found

    @cached_property
    def overloads(self) -> frozenset[str]:
        """The overloads of CUDA's atomics that it defines in builds for AMD."""
        if not may_use_any(self.reading.code):
            return frozenset()
        branches = self.branches(on_amd, is_converted=True)
        return frozenset(found.key for found in overloads(self.reading) if not branches.is_dead(found.place))

    def variables_called(self, name: bytes) -> Iterator[OwnName]:
        """The variables of that name that it declares for all that follows, as loaders of libraries do, or in
        namespaces and classes, and the types in these."""
        branches = self.branches(on_amd, is_converted=True)
        for each in self.reading.names({name}):
            own = self._variable(each)
            if own is None or self.reading.directive_at(each.start) is not None:
                continue
            if branches.is_dead(each.start):
                continue
            if not Visibility(self.reading).with_extent(own).is_local:
                yield own if own.what in (*OWN_TYPES, *_TYPES, "enumerator") else own._replace(what="variable")

    def _variable(self, name: Name) -> OwnName | None:
        """The variable, or the type of a namespace or a class, that a name declares."""
        around = self.reading.neighbours(name)
        own = own_definition(self.reading, name, around)
        if own is not None and own.what in _VARIABLES and not is_typedef(around):
            return own if own.scope.names or own.what != "enumerator" else None
        types = (*own_types_in_scopes(self.reading, (name,)), *((own,) if own and own.what in _TYPES else ()))
        return next((each for each in types if each.scope.names), None)

    @cached_property
    def stand_ins(self) -> dict[bytes, str]:
        """The names of functions and constants of CUDA that it surely defines in builds for AMD, and as what; and those
        of types that any of its branches has, as builds without CUDA's header have no others."""
        branches = self.branches(on_amd, is_converted=True)
        return {
            name: own[0].what
            for name, own in self._own.items()
            if branches.is_sure(own[0].name.start)
            or (own[0].what in OWN_TYPES and not all(branches.is_dead(each.name.start) for each in own))
        }

    def functions_called(self, name: bytes) -> list[OwnName]:
        """The functions by a name of CUDA that it has in namespaces and classes, or for devices anywhere, in builds for
        AMD; those by a name of HIP anywhere, as a converted call would mean them."""
        if not name.startswith(b"hip"):
            return self._functions.get(name, [])
        branches = self.branches(on_amd, is_converted=True)
        own = (each for each in self.facts.own_called(name) if each.what == "function")
        return [each for each in own if not branches.is_dead(each.name.start)]

    def macros_of_hip(self, name: bytes) -> Iterator[OwnName]:
        """The macros by a name of HIP that mean something else in all builds for AMD."""
        branches = self.branches(on_amd, is_converted=True)
        for macro in self.reading.macros_called.get(name, ()):
            if branches.is_sure(macro.name_start) and self.facts.replaces_hip(macro):
                yield own_macro(macro)

    @cached_property
    def _functions(self) -> dict[bytes, list[OwnName]]:
        found: dict[bytes, list[OwnName]] = {}
        branches = self.branches(on_amd, is_converted=True)
        for name, definitions in self._own.items():
            for own in definitions:
                is_met = own.scope.names or self.policy.tables.homes[to_text(name)][1] == "device_functions"
                if own.what == "function" and is_met and not branches.is_dead(own.name.start):
                    found.setdefault(name, []).append(own)
        return found

    @cached_property
    def _own(self) -> dict[bytes, list[OwnName]]:
        return self.facts.own

    def declared(self, functions: Set[bytes]) -> Iterator[bytes]:
        """Which of these functions it declares."""
        facts = self.facts
        for name in self.reading.names(functions & self.reading.words):
            if facts.declares(name, self.reading.neighbours(name)):
                yield name.text

    def may_overload(self, name: bytes) -> bool:
        """Whether builds for AMD may read a function of that name, which is none that older releases of CUDA need."""
        facts, branches = self.facts, self.branches(on_amd, is_converted=True)
        live = (each for each in self.reading.names({name}) if not branches.is_dead(each.start))
        places = (each for each in live if not branches.newest.is_dead(each.start))
        return any(facts.declares(each, self.reading.neighbours(each)) for each in places)

    def calls_macro(self, name: bytes) -> bool:
        """Whether what it has by a name are macros with arguments."""
        macros = [macro for macro in self.reading.macros if macro.name == name]
        return bool(macros) and all(macro.parameters is not None for macro in macros)

    def may_define_at(self, name: bytes, place: int) -> bool:
        """Whether a macro is defined before a place, and not surely taken back before it."""
        macros = (macro for macro in self.reading.macros if macro.name == name)
        return any(macro.name_start < place <= self.reading.end_of(macro) for macro in macros)

    def leaves_defined(self, name: bytes) -> bool:
        """Whether a macro may be one behind the file."""
        return self.branches(on_amd, is_converted=True).at_end(name) != UNDEFINED

    def may_define(self, name: bytes) -> bool:
        """Whether builds for AMD may leave a macro of that name defined, not only for older releases of CUDA."""
        branches = self.branches(on_amd, is_converted=True)
        facts = self.facts
        macros = (macro for macro in self.reading.macros if macro.name == name and not facts.is_stub(macro))
        places = (macro.name_start for macro in macros)
        return any(not (branches.is_dead(place) or branches.newest.is_dead(place)) for place in places)

    def surely_defines(self, name: bytes) -> bool:
        """Whether it defines a macro for all that follows, and not for older releases of CUDA only."""
        views = [self.branches(on_amd, is_converted=True), self.branches(on_nvidia, is_converted=False)]
        if name in self.reading.undefs:
            return all(self._defines_again(name, branches) for branches in views)
        return all(branches.at_end(name).is_defined for branches in views)

    def _defines_again(self, name: bytes, branches: AmdBranches) -> bool:
        """`#undef cudaMalloc`, and its definition behind that."""
        places = [macro.name_start for macro in self.reading.macros if macro.name == name]
        undefined = self.reading.undefs[name][-1].start
        return any(place > undefined and branches.is_sure(place) for place in places)

    @cached_property
    def usings(self) -> tuple[str, ...]:
        """What it says of namespaces at file scope in builds for AMD, which names of CUDA it has in namespaces, and
        which namespaces by names of libraries in others."""
        used = (f"namespace {to_text(b' { using ::'.join(each))}; }}" for each in sorted(self.facts.used_in_namespaces))
        nested = (f"namespace {to_text(b'::'.join(path))} {{}}" for path in self.facts.own_nested_namespaces)
        found = (match for match in USING.finditer(self.reading.plain) if self._is_said_to_all(match.start()))
        return (*(" ".join(to_text(match.group()).split()) for match in found), *used, *nested)

    def _is_said_to_all(self, place: int) -> bool:
        is_outside = self.reading.scopes.kind_at(place) is Kind.FILE
        return is_outside and not self.branches(on_amd, is_converted=False).is_dead(place)

    def pasting(self, names: Set[bytes]) -> Iterator[Pasting]:
        """Which of these macros make names of their parameters, or declare members by them."""
        declaring = DeclaringMacros(self.reading)
        for macro in self.reading.macros:
            if macro.name in names:
                order = self.facts.macros.orders.get(macro.name, ())
                members = (0,) if declaring.role(macro.name).declares else ()
                if pasted := pasted_parameters(self.reading, macro).union(order, members):
                    yield Pasting(to_text(macro.name), pasted, order)

    @cached_property
    def asks(self) -> frozenset[bytes]:
        """The names that conditions ask for."""
        code = self.reading.code
        lines = (line for line in self.reading.directives if line.keyword in CONDITIONS)
        return frozenset().union(*(asked_in(code[line.body : line.end]) for line in lines))

    def branches(self, names: Names, *, is_converted: bool) -> AmdBranches:
        """Its conditions, answered by somebody who knows these names."""
        return AmdBranches(self.reading, self._edits if is_converted else (), names)

    @cached_property
    def _edits(self) -> tuple[Edit, ...]:
        """What conversion makes of the conditions."""
        if not self.asks:
            return ()
        facts = self.facts
        edits = in_order(
            item
            for rewrite in _of_conditions("propose", facts)
            for item in rewrite.propose(facts)
            if isinstance(item, Edit) and self.reading.directive_at(item.start) is not None
        )
        for rewrite in _of_conditions("judge", facts):
            edits, _said = rewrite.judge(facts, edits)
        return edits


def _of_conditions(kind: Part, facts: Facts) -> Iterator[Rewrite]:
    return (each for each in acting(kind, facts) if each.module in _OF_CONDITIONS)
