"""Names of CUDA that macros of the file declare members and variables by, as those of functions that are loaded at run
time: `#define MEMBER(name) CUresult (*name)();` and `MEMBER(cuInit)`, or a list `F(cuInit) F(cuDeviceGet)` for such a
macro."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hipify_py.file.ownership import OwnName, own_definition
from hipify_py.file.usage import Usage, usage
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.scopes import Kind, Path
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass

_WORD = pattern(rb"[A-Za-z_]\w*")


class DeclaredName(NamedTuple):
    """What a macro declares; another one, or the same, makes a text of a name that `is_quoted`."""

    own: OwnName
    is_quoted: bool


class Role(NamedTuple):
    """What a macro declares its first parameter as, if it does, and whether it names CUDA's function by it, too, or
    quotes it, in any of its definitions."""

    declared_as: str
    means_cudas: bool
    quotes: bool

    @property
    def declares(self) -> bool:
        return bool(self.declared_as) and not self.means_cudas


class _Declared(NamedTuple):
    what: str
    scope: Path
    is_quoted: bool


@dataclass(frozen=True)
class DeclaringMacros:
    reading: Reading

    def definition(self, name: Name, around: Neighbours) -> DeclaredName | None:
        """What a name declares as the first argument of a macro, where that is expanded in a class or a namespace."""
        if around.sign_before != b"(" or around.sign_after not in (b",", b")"):
            return None
        _start, callee = around.token_before(around.before - 1)
        macro = self.reading.macro_at(name.start)
        if macro is None:
            found = self._in_any({callee: [name.start]}) if callee in self.reading.macros_called else None
        else:
            found = self._in_list(macro, callee)
        return DeclaredName(OwnName(name, found.what, found.scope), found.is_quoted) if found else None

    def _in_list(self, macro: Macro, callee: bytes) -> _Declared | None:
        """What the calls of one callee in the body of a macro declare."""
        key = macro.name_start, callee
        if key not in self._lists:
            if callee in (macro.parameters or ()):
                self._lists[key] = self._in_any(self._passed(macro, callee))
            elif callee in self.reading.macros_called:
                self._lists[key] = self._in_any({callee: [use.start for use in self._expanded(macro)]})
            else:
                self._lists[key] = None
        return self._lists[key]

    def _in_any(self, uses: Mapping[bytes, Sequence[int]]) -> _Declared | None:
        """What is declared where some macros get a name; nothing where one of them means CUDA's function."""
        roles = {called: self.role(called) for called in uses}
        if any(role.means_cudas for role in roles.values()):
            return None
        declaring = (place for called, places in uses.items() if roles[called].declared_as for place in places)
        place = next(filter(self._keeps_names, declaring), None)
        if place is None:
            return None
        what = next(role.declared_as for role in roles.values() if role.declared_as)
        return _Declared(what, self.reading.scopes.path_at(place), any(role.quotes for role in roles.values()))

    def _keeps_names(self, place: int) -> bool:
        """Whether what is declared at a place, brackets around it left out, is in sight elsewhere."""
        scope = self.reading.scopes.at(place)
        while scope is not None and scope.kind is Kind.BRACKET:
            scope = self.reading.scopes.parent(scope)
        is_outside = scope is None or scope.kind in (Kind.CLASS, Kind.NAMESPACE, Kind.FILE)
        return is_outside and self.reading.scopes.balanced

    def _passed(self, macro: Macro, parameter: bytes) -> dict[bytes, list[int]]:
        """The macros that calls outside of macros pass for a parameter, and where."""
        index, found = (macro.parameters or ()).index(parameter), dict[bytes, list[int]]()
        for use in self._expanded(macro):
            arguments = self.reading.arguments(self.reading.neighbours(use).after) or []
            if index < len(arguments):
                found.setdefault(self.reading.code[slice(*arguments[index])].strip(), []).append(use.start)
        return found

    def _expanded(self, macro: Macro) -> Iterator[Name]:
        """Where a macro is expanded outside of others."""
        return self.reading.names_in_code((macro.name,))

    def role(self, name: bytes) -> Role:
        if name not in self._roles:
            uses = [use for macro in self.reading.macros_called.get(name, ()) for use in self._uses(macro)]
            own = (own_definition(self.reading, *use) for use in uses)
            declared_as = next((each.what for each in own if each is not None), "")
            means_cudas = any(usage(around, is_scope=False) is Usage.GLOBAL for _name, around in uses)
            quotes = any(around.sign_before == b"#" and not around.preceded_by(b"##") for _name, around in uses)
            self._roles[name] = Role(declared_as, means_cudas, quotes)
        return self._roles[name]

    def _uses(self, macro: Macro) -> Iterator[tuple[Name, Neighbours]]:
        """Where the first parameter stands in the body of a macro."""
        for word in _WORD.finditer(self.reading.code, macro.body, macro.end) if macro.parameters else ():
            if word[0] == (macro.parameters or ())[0]:
                name = Name(*word.span(), word[0])
                yield name, self.reading.neighbours(name)

    @cached_property
    def _lists(self) -> dict[tuple[int, bytes], _Declared | None]:
        return {}

    @cached_property
    def _roles(self) -> dict[bytes, Role]:
        return {}
