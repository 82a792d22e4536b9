"""Functions, templates and macros that nobody but their own file can use, and where it does: what uses them only where
nothing is read is all that could have them read."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from hipify_py.file.ownership import own_definition
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import CONDITIONS
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind, Scope
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass

# What is compiled by itself. In headers others may use all that there is.
UNITS = (".cu", ".c", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".m", ".mm")
_LOCAL = pattern(rb"\b(?:static|inline|__inline__|__forceinline__|template)\b")
_ANONYMOUS = pattern(rb"\bnamespace\s*\{")
_CALLED = pattern(rb"\b[A-Za-z_]\w*(?=\s*\()")
_OPERATOR = pattern(rb"\boperator\b")
# So many words of a head are tried as the name of its function.
_MOST_TRIED = 8


class Definition(NamedTuple):
    name: bytes
    start: int
    end: int


@dataclass(frozen=True)
class LocalUses:
    """`introduces` tells whether a name is declared or defined where it stands."""

    reading: Reading
    introduces: Callable[[Name], bool]

    def at(self, offset: int) -> Definition | None:
        """The definition that a place stands in."""
        index = bisect_right(self._starts, offset) - 1
        found = self._definitions[index] if index >= 0 else None
        return found if found is not None and offset < found.end else None

    def unread(self, why: Callable[[int], str]) -> Mapping[bytes, str]:
        """The names that are used, and only where `why` says why nothing is read, each with its reason: also those that
        only such functions use."""
        reasons: dict[bytes, str] = {}
        users: dict[bytes, set[bytes]] = defaultdict(set)
        read: list[bytes] = []
        for use in self._uses:
            owner = self.at(use.start)
            if reason := why(use.start):
                reasons.setdefault(use.text, reason)
            elif owner is None:
                read.append(use.text)
            else:
                users[owner.name].add(use.text)
        _spread(read, users, alive := set(read))
        unread = {name: reason for name, reason in reasons.items() if name not in alive}
        return self._with_used(unread, users, alive)

    def _with_used(
        self, unread: Mapping[bytes, str], users: Mapping[bytes, set[bytes]], alive: set[bytes]
    ) -> Mapping[bytes, str]:
        found, waiting = dict(unread), list(unread)
        while waiting:
            name = waiting.pop()
            new = users.get(name, set()) - alive - found.keys()
            found.update(dict.fromkeys(new, found[name]))
            waiting += sorted(new)
        return found

    @cached_property
    def _uses(self) -> list[Name]:
        names = self.reading.names({found.name for found in self._definitions})
        defined = {macro.name_start for macro in self.reading.macros}
        return [name for name in names if name.start not in defined and self._is_use(name)]

    def _is_use(self, name: Name) -> bool:
        line = self.reading.directive_at(name.start)
        if line is not None:
            return line.keyword == b"define" or line.keyword in CONDITIONS
        return not self.introduces(name)

    @cached_property
    def _starts(self) -> list[int]:
        return [found.start for found in self._definitions]

    @cached_property
    def _definitions(self) -> list[Definition]:
        """Nothing where names are put together, or where braces do not tell what is a function."""
        reading = self.reading
        if not reading.source.path.lower().endswith(UNITS) or not reading.scopes.balanced:
            return []
        if any(b"##" in reading.code[macro.body : macro.end] for macro in reading.macros):
            return []
        return sorted((*self._functions(), *self._macros()), key=_start)

    def _functions(self) -> Iterator[Definition]:
        seen = 0
        for scope in self._bodies():
            if scope.start < seen or scope.kind is not Kind.BLOCK:
                continue
            around = self.reading.scopes.parent(scope)
            if around is not None and around.kind is not Kind.NAMESPACE:
                continue
            seen = scope.end
            if name := self._name(scope):
                yield Definition(name, scope.head, scope.end)

    def _bodies(self) -> Iterable[Scope]:
        scopes, plain = self.reading.scopes, self.reading.plain
        found = {scope.start: scope for scope in scopes.behind_heads_with(_LOCAL)}
        if spans := [
            (scope.start, scope.end)
            for match in _ANONYMOUS.finditer(plain)
            if (scope := scopes.at(match.end())) is not None
        ]:
            hidden = (scope for scope in scopes.braces() if any(start < scope.start < end for start, end in spans))
            found.update((scope.start, scope) for scope in hidden)
        return [found[start] for start in sorted(found)]

    def _name(self, scope: Scope) -> bytes:
        head = self.reading.plain[scope.head : scope.start]
        if _OPERATOR.search(head):
            return b""
        for tried, match in enumerate(_CALLED.finditer(head)):
            name = Name(scope.head + match.start(), scope.head + match.end(), match[0])
            around = self.reading.neighbours(name)
            if not around.preceded_by(b"::") and (found := own_definition(self.reading, name, around)) is not None:
                return name.text if found.what == "function" else b""
            if tried == _MOST_TRIED:
                break
        return b""

    def _macros(self) -> Iterator[Definition]:
        for line in self.reading.directives:
            if (macro := self.reading.macro_at(line.start)) is not None:
                yield Definition(macro.name, line.start, line.end)


def _spread(start: Iterable[bytes], users: Mapping[bytes, set[bytes]], known: set[bytes]) -> None:
    """Add to what is known all that it uses."""
    waiting = list(start)
    while waiting:
        new = users.get(waiting.pop(), set()) - known
        known |= new
        waiting += new


def _start(found: Definition) -> int:
    return found.start
