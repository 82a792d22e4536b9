"""Where what a file or one that it includes declares is in sight: which uses of a name mean it."""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import NamedTuple

from hipify_py.file.ownership import OWN_TYPES, OwnName, holder, is_no_type
from hipify_py.file.usage import Usage
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.scopes import Kind, Path, Scope
from hipify_py.reading.tokens import Name, rskip_blank, word_before, words
from hipify_py.records import dataclass

_USING = pattern(rb"\busing\s+(namespace\s+)?(\w[\w\s:]{0,200});")
_ALIAS = pattern(rb"\bnamespace\s+(\w+)\s*=\s*(\w[\w\s:]{0,200});")
_NAMESPACE = pattern(rb"\bnamespace\s+(\w[\w\s:]{0,200})\{")
_INLINE = pattern(rb"\binline\s+namespace\s+(\w+)")
# So often an alias may stand for another one.
_MOST_ALIASES = 8
_CLASS_ALONE = pattern(rb"\b(?:class|struct|union)\s+(?:\w+\s+)?(\w+)\s*(?:\bfinal\s*)?\{")
_DERIVED = pattern(rb"\b(?:class|struct)\s+(?:\w+\s+)?(\w+)\s*(?:\bfinal\s*)?:([^:;{}()][^;{}()]{0,300})\{")
_SCOPED = pattern(rb"\benum\s{1,9}(?:class|struct)\b")
# `Class::function`, before the bracket of the parameters.
_OF_SCOPE = pattern(rb"(\w{1,90})\s{0,9}::\s{0,9}~?\w{1,90}\s{0,9}$")
_BRACKET = 0x28
_ENDS = pattern(rb"[;{}]")
_BODIES = (Kind.BLOCK, Kind.CLASS)


@dataclass(frozen=True)
class Visibility:
    reading: Reading

    def hides(self, own: OwnName, name: Name, around: Neighbours, use: Usage) -> bool:
        """Whether a name of CUDA means what the file has by that name. Macros are not expanded in themselves, nor ahead
        of their definitions: `void f() { cudaFree(p); }`, `#define cudaFree(p) (f(), cudaFree(p))`."""
        if own.what != "macro":
            return not is_no_type(own, around) and self._hides(own, name.start, is_global=use is Usage.GLOBAL)
        if own.scope != Path() and use is Usage.GLOBAL:
            return False
        macro = self.reading.macro_at(name.start)
        if macro is None and self.reading.directive_at(name.start) is not None:
            return True  # `#undef cudaFree`
        if macro is not None and macro.name == name.text:
            return name.start < macro.body
        if own.is_called and around.sign_after != b"(":
            return False
        return macro is not None or own.begin <= name.start < own.end

    def _hides(self, own: OwnName, place: int, *, is_global: bool) -> bool:
        if own.is_local:
            return not is_global and own.begin <= place < own.end
        if own.scope != Path() and is_global:
            return False
        if own.what == "alias" and own.scope.names and not own.file and place < own.name.start:
            return False  # `struct S { cudaStream_t s; }; using cudaStream_t = S;`
        return not own.scope.names or self._is_in_scope(own, place)

    def _is_in_scope(self, own: OwnName, place: int) -> bool:
        """Whether names at a place are looked up where the definition stands. A class may have members from others."""
        if not self.reading.scopes.balanced or self.reading.directive_at(place) is not None:
            return True
        names, around = own.scope.names, self.reading.scopes.path_at(place)
        if around.names[: len(names)] == names or self._is_parameter_in(names[-1], place):
            return True
        if own.scope.is_in_class:
            return around.is_in_class and self._may_inherit(own, around.names[-1])
        return self._is_used(names[-1], place) or self._is_used(own.name.text, place)

    def _may_inherit(self, own: OwnName, name: bytes) -> bool:
        """Whether a class may have what another one declares: a type or enumerator of another file's, if it says that
        it is derived from that class."""
        if own.file and own.what in (*OWN_TYPES, "class", "alias", "enumerator"):
            return any(own.scope.names[-1] in words(bases) for each, bases in self._derived if each == name)
        return name not in self._classes_alone

    def _is_parameter_in(self, name: bytes, place: int) -> bool:
        """Whether a place stands among the parameters of `Class::function`, which is defined outside of the class."""
        scope, plain = self.reading.scopes.at(place), self.reading.plain
        if scope is None or plain[scope.start] != _BRACKET:
            return False
        outer = self.reading.scopes.parent(scope)
        found = _OF_SCOPE.search(plain, max(0, scope.start - 150), scope.start)
        return found is not None and found[1] == name and (outer is None or outer.kind is Kind.NAMESPACE)

    def is_overload_at(self, own: OwnName, place: int) -> bool:
        """Whether a call at a place chooses between a function and CUDA's by what it passes: where the function is
        global, or in sight by a `using` outside of the function around."""
        names = own.scope.names
        if own.what != "function" or not names:
            return own.what == "function"
        if own.scope.is_in_class or self.reading.scopes.path_at(place).names[: len(names)] == names:
            return False
        used = self._used.get(own.name.text, ())
        return not any(using.is_local and using.counts_at(place, self.reading) for using in used)

    def with_extent(self, own: OwnName) -> OwnName:
        """A variable, a parameter or a type of a block with where it is in sight: in the block, or in the function,
        class or statement whose head it stands in."""
        scopes, place = self.reading.scopes, own.name.start
        if own.what in ("function", "macro") or not scopes.balanced or self.reading.directive_at(place) is not None:
            return own
        end = self._end_of_scoped_enumeration(own) or self._end(own, holder(self.reading, place, own.what))
        return own if end is None else own._replace(begin=place, end=end, is_local=True)

    def _end_of_scoped_enumeration(self, own: OwnName) -> int | None:
        """Outside of `enum class E { name };`, its name is `E::name`."""
        scope = self.reading.scopes.at(own.name.start) if own.what == "enumerator" else None
        head = self.reading.plain[scope.head : scope.start] if scope is not None else b""
        return scope.end if scope is not None and _SCOPED.search(head) else None

    def _end(self, own: OwnName, scope: Scope | None) -> int | None:
        if self._is_template_parameter(own.name):
            return self._behind_body(own.name.end)
        if scope is None or scope.kind in (Kind.FILE, Kind.NAMESPACE):
            return None
        if scope.kind is Kind.CLASS:
            return None if own.scope.names else scope.end
        return self._behind_body(scope.end) if scope.kind is Kind.BRACKET else scope.end

    def _is_template_parameter(self, name: Name) -> bool:
        """`template <int name>`, `template <class T, int name = 32>`"""
        code, place = self.reading.plain, name.start
        opening = code.rfind(b"<", max(0, place - 300), place)
        before = word_before(code, rskip_blank(code, opening, 0), 0) if opening >= 0 else None
        return before is not None and before.text == b"template" and not _ENDS.search(code, opening, place)

    def _behind_body(self, place: int) -> int:
        """Behind the function or class whose head a place stands in; the end of its declaration where it has no
        body."""
        plain, closers = self.reading.plain, self.reading.closers
        while (sign := _ENDS.search(plain, place)) is not None:
            closing = closers.get(sign.start())
            if sign[0] != b"{" or closing is None:
                return sign.start()
            scope = self.reading.scopes.at(sign.end())
            if scope is not None and scope.kind in _BODIES:
                return closing
            place = closing + 1
        return len(plain)

    @cached_property
    def _classes_alone(self) -> frozenset[bytes]:
        """The classes of the file that have what they declare themselves only."""
        return frozenset(_CLASS_ALONE.findall(self.reading.plain))

    @cached_property
    def _derived(self) -> list[tuple[bytes, bytes]]:
        """The classes of the file that are derived from others, and from which."""
        return _DERIVED.findall(self.reading.plain)

    def _is_used(self, word: bytes, place: int) -> bool:
        return any(using.counts_at(place, self.reading) for using in self._used.get(word, ()))

    @cached_property
    def _used(self) -> dict[bytes, list[_Using]]:
        """The `using` statements, by the name, or the namespace, that each brings into sight."""
        found = defaultdict[bytes, list[_Using]](list)
        for match in _USING.finditer(self.reading.plain):
            scope = self.reading.scopes.at(match.start())
            block = self.reading.scopes.block_at(match.start())
            if block is not None:
                using = _Using(match.start(), block.end)
            elif scope is not None and scope.kind is Kind.NAMESPACE:
                using = _Using(match.start(), sys.maxsize, self.reading.scopes.path_at(match.start()).names)
            else:
                using = _Using(0, sys.maxsize)
            path = words(match[2])
            for word in self._namespaces_named(path) if match[1] else path[-1:]:
                found[word].append(using)
        return found

    def _namespaces_named(self, path: list[bytes]) -> list[bytes]:
        """The last word of the path of a namespace, as the paths of scopes have it: that of what it is an alias or an
        inline part of. One of another file may be an inline part of those before it."""
        for _step in range(_MOST_ALIASES):
            path = [*path[:-1], *self._namespace_aliases.get(path[-1], path[-1:])]
            if len(path) == 1 or path[-1] not in self._inline_namespaces:
                break
            path.pop()
        return path[-1:] if path[-1] in self._namespaces else path

    @cached_property
    def _namespace_aliases(self) -> dict[bytes, list[bytes]]:
        return {alias: words(path) for alias, path in _ALIAS.findall(self.reading.plain)}

    @cached_property
    def _inline_namespaces(self) -> frozenset[bytes]:
        return frozenset(_INLINE.findall(self.reading.plain))

    @cached_property
    def _namespaces(self) -> frozenset[bytes]:
        return frozenset(word for path in _NAMESPACE.findall(self.reading.plain) for word in words(path))


class _Using(NamedTuple):
    """Where a `using` statement counts: from a place up to another one, in a namespace."""

    begin: int
    end: int
    namespace: tuple[bytes, ...] = ()

    @property
    def is_local(self) -> bool:
        return self.end < sys.maxsize

    def counts_at(self, place: int, reading: Reading) -> bool:
        if not self.begin <= place < self.end:
            return False
        return reading.scopes.path_at(place).names[: len(self.namespace)] == self.namespace
