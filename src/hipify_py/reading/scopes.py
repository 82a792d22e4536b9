"""Brackets: which closes which, and what each pair of braces is: a class, a namespace, an enum, a block …"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import behind_last

_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"()[]{}")
_NO_BOUNDARIES = bytes(byte for byte in range(256) if byte not in b"{};")
_OPENS = {0x29: 0x28, 0x5D: 0x5B, 0x7D: 0x7B}
_BRACE = 0x7B
_DEEPEST = 64
# Behind so many statements in brackets nobody looks for the beginning of a statement.
_MOST_PASSED = 500
_LONGEST_HEAD = 2_000

_NAMESPACE = pattern(rb"\bnamespace\b")
_LINKAGE = pattern(rb'\bextern\s*"[^"]*"\s*$')
_ENUM = pattern(rb"\benum\b")
_CLASS = pattern(rb"\b(?:class|struct|union)\b")
# Behind the last parenthesis.
_FUNCTION_HEAD = pattern(rb"\s*(?:(?:const|noexcept|override|final|mutable|volatile|try)\b\s*)*(?:->|\Z)")
_BLOCK_WORD = pattern(rb"\b(?:do|else|try)\s*$")
# `[=] __device__ {`: a lambda without parameters.
_WORDS = pattern(rb"\s*[A-Za-z_]\w*(?:\s+[A-Za-z_]\w*)*\s*")
_OPERAND_BEFORE = pattern(rb"(?:[=(,\[<>]|\w)\s*$")
_IN_NAMESPACE_NAMES = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:[] \t\r\n\f\v"
_NAMESPACE_NAMES = pattern(rb"(\binline\s+)?\bnamespace\s+([A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)\s*\Z")
_BASES = pattern(rb"(?<!:):(?!:)")
_CLASS_NAME = pattern(rb"\b[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*(?=\s*(?:<[^<>]*>\s*)?(?:\bfinal\s*)?\Z)")
_QUALIFIED = pattern(rb"\b(?:[A-Za-z_]\w{0,60}(?:<[^<>;{}]{0,90}>)?\s{0,3}::\s{0,3}){1,8}~?[A-Za-z_]\w{0,60}\s{0,3}\(")
_BEFORE_COLONS = pattern(rb"\b([A-Za-z_]\w{0,60})(?:<[^<>]{0,90}>)?\s{0,3}::")
_TEMPLATE = pattern(rb"\btemplate\s*<")
# How a statement goes on behind a semicolon in it, and behind a block in it.
_ELSE = pattern(rb"\s*else\b")
_GOES_ON = pattern(rb"\s*(?:(?:else|catch)\b|[,;.()\]])")


class Kind(Enum):
    FILE = auto()
    NAMESPACE = auto()
    CLASS = auto()
    ENUM = auto()
    BLOCK = auto()
    INITIALIZER = auto()
    BRACKET = auto()


class Path(NamedTuple):
    """The namespaces and classes around a place, by their names, the outermost first. Those without a name, and inline
    ones, add nothing; the qualifiers of a function's definition do."""

    names: tuple[bytes, ...] = ()
    is_in_class: bool = False


class Scope:
    """A bracket pair. What it is, and where what it belongs to begins, is found when somebody asks."""

    __slots__ = ("_kind", "_owner", "end", "index", "start")

    def __init__(self, owner: Scopes, index: int, start: int, end: int) -> None:
        self._owner = owner
        self._kind: Kind | None = None
        self.index = index  # among all, by where they begin
        self.start = start
        self.end = end

    @property
    def kind(self) -> Kind:
        if self._kind is None:
            self._kind = self._owner.kind_of(self.index)
        return self._kind

    @property
    def head(self) -> int:
        """Behind the last statement or brace before it."""
        return self._owner.head_of(self.index)


def pairs(code: bytes, start: int, end: int) -> dict[int, int]:
    """Offset of each opening bracket → offset of the one that closes it; unbalanced ones are absent."""
    found: dict[int, int] = {}
    stack: list[int] = []
    find, opened_by, offset = code.find, _OPENS.get, start - 1
    # One behind the other: that is faster than any search for one of several.
    for byte in code[start:end].translate(None, _NO_BRACKETS):
        offset = find(byte, offset + 1)
        wanted = opened_by(byte)
        if wanted is None:
            stack.append(offset)
            continue
        if wanted == _BRACE:
            while stack and code[stack[-1]] != wanted:
                stack.pop()
        if stack and code[stack[-1]] == wanted:
            found[stack.pop()] = offset
    return found


def brackets(code: bytes, start: int, end: int) -> Iterator[int]:
    """The offsets of all brackets."""
    offset = start - 1
    for byte in code[start:end].translate(None, _NO_BRACKETS):
        offset = code.find(byte, offset + 1)
        yield offset


def unpaired(code: bytes, closers: Mapping[int, int]) -> int:
    """How many brackets are none of a pair."""
    return len(code.translate(None, _NO_BRACKETS)) - 2 * len(closers)


class Scopes:
    """All bracket pairs of a file without its directives. The cost of a question follows what is around its place."""

    def __init__(self, code: bytes, closers: Mapping[int, int]) -> None:
        self._code = code
        self._starts = sorted(closers)
        self._ends = [closers[start] for start in self._starts]
        self._scopes: dict[int, Scope] = {}
        self._kinds: dict[int, Kind] = {}
        self._blocks: dict[int, int] = {}
        self._paths: dict[int, Path] = {}

    @cached_property
    def balanced(self) -> bool:
        """Whether every bracket that opens is closed."""
        return sum(map(self._code.count, (b"(", b"[", b"{"))) == len(self._starts)

    def at(self, offset: int) -> Scope | None:
        """The innermost pair around a place; None for the file itself."""
        index, ends = bisect_right(self._starts, offset) - 1, self._ends
        while index >= 0 and ends[index] < offset:
            index = self._parents[index]
        return self._scope(index)

    def block_at(self, offset: int) -> Scope | None:
        """The innermost block around a place."""
        return self._block_from(self.at(offset))

    def block_around(self, block: Scope) -> Scope | None:
        """The innermost block around a block."""
        return self._block_from(self.parent(block))

    def around(self, offset: int) -> Iterator[Scope]:
        """The blocks around a place, innermost first; nobody nests deeper than it goes."""
        block = self.block_at(offset)
        for _level in range(_DEEPEST):
            if block is None:
                return
            yield block
            block = self.block_around(block)

    def parent(self, scope: Scope) -> Scope | None:
        """The pair around a pair."""
        return self._scope(self._parents[scope.index])

    def of_kind(self, kind: Kind) -> Iterator[Scope]:
        return (scope for scope in self.braces() if scope.kind is kind)

    def braces(self) -> Iterator[Scope]:
        """All pairs of braces, by where they begin."""
        for index, start in enumerate(self._starts):
            if self._code[start] == _BRACE and (scope := self._scope(index)) is not None:
                yield scope

    def outside_of_functions(self) -> Iterator[Scope]:
        """The namespaces and classes that stand in no function, by where they begin."""
        kinds, index = (Kind.NAMESPACE, Kind.FILE, Kind.CLASS), 0
        while index < len(self._starts):
            is_brace = self._code[self._starts[index]] == _BRACE
            if is_brace and (scope := self._scope(index)) is not None and scope.kind in kinds:
                yield scope
            goes_in = not is_brace or self.kind_of(index) in kinds
            index = index + 1 if goes_in else bisect_left(self._starts, self._ends[index], index + 1)

    def behind_heads_with(self, sign: re.Pattern[bytes]) -> Iterator[Scope]:
        """The pairs of braces in whose heads a sign stands, by where they begin."""
        return self.behind(match.start() for match in sign.finditer(self._code))

    def behind(self, places: Iterable[int]) -> Iterator[Scope]:
        """The pairs of braces in whose heads places stand, which are in order."""
        seen = -1
        for offset in places:
            index = bisect_right(self._boundaries, offset)
            if index == len(self._boundaries) or (brace := self._boundaries[index] - 1) == seen:
                continue
            seen = brace
            place = bisect_left(self._starts, brace)
            if self._starts[place : place + 1] == [brace] and (scope := self._scope(place)) is not None:
                yield scope

    def kind_at(self, offset: int) -> Kind:
        scope = self.at(offset)
        return scope.kind if scope else Kind.FILE

    def path_at(self, offset: int) -> Path:
        scope, unknown = self.at(offset), list[Scope]()
        while scope is not None and scope.index not in self._paths:
            unknown.append(scope)
            scope = self.parent(scope)
        path = self._paths[scope.index] if scope is not None else Path()
        for inner in reversed(unknown):
            path = self._paths[inner.index] = self._path_in(inner, path)
        return path

    def is_global(self, offset: int) -> bool:
        """Whether a place is outside of all functions, classes and namespaces with names."""
        return self.kind_at(offset) in (Kind.FILE, Kind.NAMESPACE) and self.path_at(offset) == Path()

    def _path_in(self, scope: Scope, around: Path) -> Path:
        """The path within a pair, by that around it."""
        outer = self.parent(scope)
        if self._code[scope.start] != _BRACE or (outer is not None and outer.kind is Kind.BLOCK):
            return around
        found = scopes_opened(self._code[max(scope.head, scope.start - _LONGEST_HEAD) : scope.start], scope.kind)
        if not found:
            return around
        return Path((*around.names, *found), around.is_in_class or scope.kind is not Kind.NAMESPACE)

    def statement_at(self, offset: int) -> int:
        """Where the statement or declaration begins that a place stands in: behind the last one, or the last brace."""
        before = bisect_right(self._boundaries, offset) - 1
        return self._boundaries[before] if before >= 0 else 0

    def statement_in(self, scope: Scope | None, offset: int) -> int:
        """Where the statement begins that stands in a pair, or in none, and goes on at a place: what is in brackets
        of its own is passed over, and so are the branches before an `else`. -1 where that would take too long."""
        low = scope.start + 1 if scope is not None else 0
        index = bisect_right(self._boundaries, offset) - 1
        for _passed in range(_MOST_PASSED):
            if index < 0 or self._boundaries[index] <= low:
                return low
            begins = self._boundaries[index]
            inner = self._within(scope, begins - 1)
            is_block = inner is not None and inner.end == begins - 1 and inner.kind in (Kind.BLOCK, Kind.NAMESPACE)
            if (inner is None or is_block) and not (_GOES_ON if is_block else _ELSE).match(self._code, begins):
                return begins
            index = index - 1 if inner is None else bisect_right(self._boundaries, inner.start) - 1
        return -1

    def _within(self, scope: Scope | None, offset: int) -> Scope | None:
        """The pair around a place that stands in another one, or in none, directly."""
        outermost, inner = -1 if scope is None else scope.index, self.at(offset)
        index = -1 if inner is None else inner.index
        while index >= 0 and self._parents[index] != outermost and index != outermost:
            index = self._parents[index]
        return None if index == outermost else self._scope(index)

    def outside_of_classes(self, offset: int) -> int:
        """The place itself, or one before the outermost class around it."""
        scope = self.at(offset)
        while scope is not None and scope.kind is Kind.CLASS:
            offset, scope = scope.head, self.parent(scope)
        return offset

    def kind_of(self, index: int) -> Kind:
        """What a pair is; it may depend on those around it, and these are as many as anybody likes."""
        if (known := self._kinds.get(index)) is not None:
            return known
        unknown, around = [index], self._parents[index]
        while around >= 0 and around not in self._kinds:
            unknown.append(around)
            around = self._parents[around]
        for each in reversed(unknown):
            self._kinds[each] = self._found(each)
        return self._kinds[index]

    def head_of(self, index: int) -> int:
        return self.statement_at(self._starts[index])

    @cached_property
    def _parents(self) -> list[int]:
        """For each pair the one around it, or -1."""
        found: list[int] = []
        opened, ends = [-1], [*self._ends, len(self._code)]  # of the file, which is around all
        for index, start in enumerate(self._starts):
            while ends[opened[-1]] < start:
                opened.pop()
            found.append(opened[-1])
            opened.append(index)
        return found

    @cached_property
    def _boundaries(self) -> list[int]:
        find, end, found = self._code.find, 0, []
        for byte in self._code.translate(None, _NO_BOUNDARIES):
            end = find(byte, end) + 1
            found.append(end)
        return found

    def _scope(self, index: int) -> Scope | None:
        """One object a pair."""
        if index < 0:
            return None
        found = self._scopes.get(index)
        if found is None:
            found = self._scopes[index] = Scope(self, index, self._starts[index], self._ends[index])
        return found

    def _block_from(self, scope: Scope | None) -> Scope | None:
        """The innermost block that is a pair or around it; what was found on the way up is remembered."""
        if scope is None:
            return None
        index, passed = scope.index, []
        if index in self._blocks:
            return self._scope(self._blocks[index])
        while index >= 0 and index not in self._blocks:
            passed.append(index)
            index = index if self.kind_of(index) is Kind.BLOCK else self._parents[index]
            if passed[-1] == index:
                self._blocks[index] = index
        found = self._blocks[index] if index >= 0 else -1
        self._blocks.update(dict.fromkeys(passed, found))
        return self._scope(found)

    def _found(self, index: int) -> Kind:
        start = self._starts[index]
        if self._code[start] != _BRACE:
            return Kind.BRACKET
        return self._kind(self._code[max(self.head_of(index), start - _LONGEST_HEAD) : start], self._parents[index])

    def _kind(self, head: bytes, around: int) -> Kind:
        """What a brace opens, by the text since the last statement or brace."""
        if b"template" in head:
            head = _without_template_parameters(head)
        # Most heads are those of functions: the words are asked for before the expressions, which cost more.
        if b"extern" in head and _LINKAGE.search(head):
            return Kind.FILE if around < 0 else self._kinds[around]
        if b"namespace" in head and _NAMESPACE.search(head, len(head.rstrip(_IN_NAMESPACE_NAMES))):
            return Kind.NAMESPACE
        if b"enum" in head and _ENUM.search(head, behind_last(head, b"()=")):
            return Kind.ENUM
        _before, parenthesis, rest = head.rpartition(b")")
        if (parenthesis and b"(" not in rest and _FUNCTION_HEAD.match(rest)) or _BLOCK_WORD.search(head):
            return Kind.BLOCK
        if _CLASS.search(head, behind_last(head, b"=")):
            return Kind.CLASS
        if not head.strip() and around >= 0:
            return Kind.INITIALIZER if self._kinds[around] is Kind.INITIALIZER else Kind.BLOCK
        return Kind.INITIALIZER if _OPERAND_BEFORE.search(head) and not _is_lambda(head) else Kind.BLOCK


def _is_lambda(head: bytes) -> bool:
    """Whether only words stand behind the brackets of a lambda, and these are none of an attribute."""
    before, bracket, words = head.rpartition(b"]")
    is_attribute = before.rstrip().endswith(b"]")
    return bool(bracket) and not is_attribute and b"[" in before and _WORDS.fullmatch(words) is not None


def scopes_opened(head: bytes, kind: Kind) -> list[bytes]:
    """What a brace opens by name: a namespace, a class, or those of `void A::B::f()`."""
    if kind is Kind.NAMESPACE:
        opened = _NAMESPACE_NAMES.search(head)
        return opened[2].split(b"::") if opened is not None and not opened[1] else []
    head = _without_template_parameters(head)
    if kind is Kind.CLASS:
        named = _CLASS_NAME.search(_BASES.split(head, 1)[0])
        return [word.strip() for word in named[0].split(b"::")] if named is not None else []
    qualified = _QUALIFIED.search(head) if kind is Kind.BLOCK and b"::" in head else None
    return _BEFORE_COLONS.findall(qualified[0]) if qualified is not None else []


def _without_template_parameters(head: bytes) -> bytes:
    """The head without `template <…>`, whose parameters may say `class`."""
    while match := _TEMPLATE.search(head):
        depth, end = 1, match.end()
        while depth and end < len(head):
            depth += (head[end] == 0x3C) - (head[end] == 0x3E)
            end += 1
        head = head[: match.start()] + head[end:]
    return head
