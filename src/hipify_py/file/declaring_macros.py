"""Names of CUDA that macros of the file declare members and variables by, as those of functions that are loaded at run
time: `#define MEMBER(name) CUresult (*name)();` and `MEMBER(cuInit)`, or a list `F(cuInit) F(cuDeviceGet)` for such a
macro."""

from __future__ import annotations

from typing import NamedTuple

from hipify_py.file.ownership import OwnName, own_definition
from hipify_py.file.usage import Usage, usage
from hipify_py.once import cached_property
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass


class _Role(NamedTuple):
    """What a macro declares its first parameter as, if it does, and whether it names CUDA's function by it, too, or
    quotes it."""

    declared_as: str
    means_cudas: bool
    quotes: bool


class DeclaredName(NamedTuple):
    """What a macro declares; another one, or the same, makes a text of a name that `is_quoted`."""

    own: OwnName
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
        if macro is not None and callee in (macro.parameters or ()):
            return self._in_any(name, self._passed(macro, callee))
        if callee not in self.reading.macros_called:
            return None
        places = [name.start] if macro is None else [use.start for use in self._expanded(macro)]
        return self._in_any(name, {callee: places})

    def _in_any(self, name: Name, uses: dict[bytes, list[int]]) -> DeclaredName | None:
        """What a name declares where some macros get it; nothing where one of them means CUDA's function."""
        macros = [macro for called in uses for macro in self.reading.macros_called.get(called, ())]
        roles = [self._role(macro) for macro in macros]
        if any(role.means_cudas for role in roles):
            return None
        is_quoted = any(role.quotes for role in roles)
        declaring = ((self._role(macro).declared_as, place) for macro in macros for place in uses[macro.name])
        found = (
            DeclaredName(OwnName(name, what, self.reading.scopes.path_at(place)), is_quoted)
            for what, place in declaring
            if what and self._keeps_names(place)
        )
        return next(found, None)

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

    def _expanded(self, macro: Macro) -> list[Name]:
        """Where a macro is expanded outside of others."""
        return [use for use in self.reading.names((macro.name,)) if self.reading.directive_at(use.start) is None]

    def _role(self, macro: Macro) -> _Role:
        if macro.name_start not in self._roles:
            names = (
                name
                for name in self.reading.names((macro.parameters or ())[:1])
                if macro.body <= name.start < macro.end
            )
            uses = [(name, self.reading.neighbours(name)) for name in names]
            own = (own_definition(self.reading, *use) for use in uses)
            declared_as = next((each.what for each in own if each is not None), "")
            means_cudas = any(usage(around, is_scope=False) is Usage.GLOBAL for _name, around in uses)
            quotes = any(around.sign_before == b"#" and not around.preceded_by(b"##") for _name, around in uses)
            self._roles[macro.name_start] = _Role(declared_as, means_cudas, quotes)
        return self._roles[macro.name_start]

    @cached_property
    def _roles(self) -> dict[int, _Role]:
        return {}
