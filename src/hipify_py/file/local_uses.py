"""Functions, templates and macros that nobody but their own file can use, and where it does: what uses them only where
nothing is read is all that could have them read."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from hipify_py.file.functions import LOCAL
from hipify_py.file.ownership import own_definition
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import CONDITIONS
from hipify_py.reading.preprocessor import INCLUDES
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind, Scope
from hipify_py.reading.tokens import Name, skip_blank
from hipify_py.records import dataclass
from hipify_py.spread import spread

# What is compiled by itself. In headers others may use all that there is.
UNITS = (".cu", ".hip", ".c", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".m", ".mm")
_ANONYMOUS = pattern(rb"\bnamespace\s*\{")
_CALLED = pattern(rb"\b[A-Za-z_]\w*(?=\s*\()")
_OPERATOR = pattern(rb"\boperator\b")
# So many words of a head are tried as the name of its function.
_MOST_TRIED = 8


class Definition(NamedTuple):
    name: bytes
    start: int
    end: int
    is_macro: bool


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

    def unread(self, why: Callable[[int], str], *, through_functions: bool) -> Mapping[bytes, str]:
        """The names that are used, and only where `why` says why nothing is read, or in macros of which that is so;
        each with its reason. A function that nobody calls is compiled all the same: what it uses counts as used unless
        one looks through functions."""
        guarded = {mention.text for mention in self._mentions if why(mention.start)}
        if all(self._is_read(name, why, through_functions=through_functions) for name in guarded):
            return {}  # what else a name may be is found out for long
        reasons: dict[bytes, str] = {}
        users: dict[bytes, set[bytes]] = {found.name: set() for found in self._definitions}
        read = users.keys() - {use.text for use in self._uses}  # by others, maybe
        for use in self._uses:
            owner = self.at(use.start)
            if self._is_member(use):
                read.add(use.text)  # something else may be meant
            elif reason := why(use.start):
                reasons.setdefault(use.text, reason)
            elif owner is None or not (owner.is_macro or through_functions):
                read.add(use.text)
            else:
                users[owner.name].add(use.text)
        read = set(spread(dict.fromkeys(read), lambda name: users.get(name, ())))
        unread = {name: reason for name, reason in reasons.items() if name not in read}
        return spread(unread, lambda name: sorted(users.get(name, set()) - read))

    def _is_read(self, name: bytes, why: Callable[[int], str], *, through_functions: bool) -> bool:
        """Whether there is a use of a name that is read whatever is said of the definitions of the file."""

        def is_read(mention: Name) -> bool:
            owner = self.at(mention.start)
            is_outside = owner is None or not (owner.is_macro or through_functions)
            return is_outside and not why(mention.start) and self._is_use(mention)

        return any(is_read(mention) for mention in self._mentions if mention.text == name)

    def _is_member(self, use: Name) -> bool:
        around = self.reading.neighbours(use)
        return around.preceded_by(b".") or around.preceded_by(b"->")

    @cached_property
    def _mentions(self) -> list[Name]:
        return self.reading.names({found.name for found in self._definitions})

    @cached_property
    def _uses(self) -> list[Name]:
        return [name for name in self._mentions if self._is_use(name)]

    @cached_property
    def _defined(self) -> frozenset[int]:
        return frozenset(macro.name_start for macro in self.reading.macros)

    def _is_use(self, name: Name) -> bool:
        if name.start in self._defined:
            return False
        line = self.reading.directive_at(name.start)
        if line is not None:
            return line.keyword == b"define" or line.keyword in CONDITIONS
        return not self.introduces(name)

    @cached_property
    def _starts(self) -> list[int]:
        return [found.start for found in self._definitions]

    @cached_property
    def _definitions(self) -> list[Definition]:
        """Nothing where names are put together, or where braces do not tell what is a function, and nothing that a
        file could use that is included behind it."""
        reading = self.reading
        if not reading.source.path.lower().endswith(UNITS) or not reading.scopes.balanced:
            return []
        if any(b"##" in reading.code[macro.body : macro.end] for macro in reading.macros):
            return []
        last = max((line.start for line in reading.directives if line.keyword in INCLUDES), default=-1)
        return sorted((found for found in (*self._functions(), *self._macros()) if found.start > last), key=_start)

    def _functions(self) -> Iterator[Definition]:
        scopes, plain = self.reading.scopes, self.reading.plain
        anonymous = {match.end() - 1 for match in _ANONYMOUS.finditer(plain)}
        seen = hidden = 0
        for scope in scopes.braces() if anonymous else scopes.behind_heads_with(LOCAL):
            if scope.start in anonymous:
                hidden = max(hidden, scope.end)
            if scope.start < seen or scope.kind is not Kind.BLOCK or not self._is_outside(scope):
                continue
            seen = scope.end
            is_local = scope.start < hidden or LOCAL.search(plain, scope.head, scope.start) is not None
            if is_local and (name := self._name(scope)):
                yield Definition(name, skip_blank(plain, scope.head, scope.start), scope.end, False)

    def _is_outside(self, scope: Scope) -> bool:
        around = self.reading.scopes.parent(scope)
        return around is None or around.kind is Kind.NAMESPACE

    def _name(self, scope: Scope) -> bytes:
        head = self.reading.plain[scope.head : scope.start]
        is_kernel = b"__global__" in head and b"template" not in head  # compilers make code of those in any case
        if is_kernel or _OPERATOR.search(head):
            return b""
        called = list(_CALLED.finditer(head))[-_MOST_TRIED:]
        for match in reversed(called):
            name = Name(scope.head + match.start(), scope.head + match.end(), match[0])
            around = self.reading.neighbours(name)
            if not around.preceded_by(b"::") and (found := own_definition(self.reading, name, around)) is not None:
                is_attribute = name.text.startswith(b"__")  # `void __launch_bounds__(64) name(…)`
                return name.text if found.what == "function" and not is_attribute else b""
        return b""

    def _macros(self) -> Iterator[Definition]:
        for line in self.reading.directives:
            if (macro := self.reading.macro_at(line.start)) is not None:
                yield Definition(macro.name, line.start, line.end, True)


def _start(found: Definition) -> int:
    return found.start
