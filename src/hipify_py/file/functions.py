"""On which side code runs: in a kernel, on the device, on the host, on both."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from enum import Enum, auto
from typing import NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind, Scope
from hipify_py.records import dataclass

_QUALIFIER = pattern(rb"\b(?:__global__|__device__|__host__)")
# Macros of other files that stand for qualifiers, by the way they are named everywhere.
_GLOBAL = pattern(rb"\b__global__")
_LIKELY_BOTH = pattern(rb"\b(?:\w+_)?(?:HD|HOST_?DEVICE|HOST_AND_DEVICE|DEVICE_HOST|XPU|INLINE_FUNCTION)(?:_\w+)?\b")
_LIKELY_KERNEL = pattern(rb"\b(?:\w+_)?(?:KERNEL|GLOBAL)(?:_\w+)?\b")
_LIKELY_DEVICE = pattern(rb"\b(?:\w+_)?(?:DEVICE|GPU_FUNC(?:TION)?)(?:_\w+)?\b")
_WORD = pattern(rb"[A-Za-z_]\w*")
_ATTRIBUTES = rb"(?:__(?:launch_bounds|attribute|cluster_dims|block_size|maxnreg|align)__|__declspec|alignas|decltype)"
# What opens a block that is no body of a function.
_STATEMENT = pattern(rb"\s*(?:(?:if|for|while|switch|catch|else|case|default|do|try)\b|\Z)")
_NAME = pattern(rb"\b(?!" + _ATTRIBUTES + rb"\b)([A-Za-z_]\w*)\s*\(")
# What may be a macro of another file that says on which side a function runs.
LIKE_MACRO = pattern(rb"\b[A-Z][A-Z0-9_]{2,}\b")
# A function that only its own file can use, or those that include it.
LOCAL = pattern(rb"\b(?:inline|__inline__|__forceinline__|static|template)\b")


class Side(Enum):
    KERNEL = auto()
    DEVICE = auto()
    BOTH = auto()
    HOST = auto()
    FILE = auto()  # in no function
    MACRO = auto()  # in a macro body, which may be used anywhere


ON_DEVICE = frozenset((Side.KERNEL, Side.DEVICE, Side.BOTH, Side.MACRO))
ON_HOST = frozenset((Side.HOST, Side.BOTH, Side.MACRO))


class Kernel(NamedTuple):
    """A kernel with its body: `start` is where its head begins."""

    start: int
    end: int


class Function(NamedTuple):
    """A function with its body; `is_local` says that only its own file can call it, or that it is emitted only where
    it is called."""

    name: bytes
    start: int
    end: int
    is_local: bool


@dataclass(frozen=True)
class Functions:
    """`qualifiers` are macros of other files that stand for `__device__` and the like."""

    reading: Reading
    qualifiers: Mapping[bytes, Collection[bytes]] = field(default_factory=dict)

    def side_at(self, offset: int) -> Side:
        directive = self.reading.directive_at(offset)
        if directive is not None and directive.keyword == b"define":
            return self.side_of(self.reading.code[directive.body : offset]) or Side.MACRO
        block = self.reading.scopes.block_at(offset)
        return self._side_in(block) if block is not None else Side.FILE

    def may_be_on_device(self, offset: int) -> bool:
        """Whether a word in the head of a function or a lambda around a place may say that it runs on the device: it is
        written as a macro, and nobody knows what it is."""
        return any(self._may_qualify(self._head(block)) for block in self.reading.scopes.around(offset))

    def _may_qualify(self, head: bytes) -> bool:
        bracket = head.rfind(b"]") + 1  # of a lambda, the words are behind it
        before = head[bracket:] if bracket and b"[" in head else head[: head.find(b"(") + 1]
        words = set(LIKE_MACRO.findall(before))
        return bool(words) and not words <= self.reading.macros_called.keys()

    def around(self, offset: int) -> Function | None:
        """The function that a place stands in."""
        outermost = None
        block = self.reading.scopes.block_at(offset)
        while block is not None:
            outermost, block = block, self.reading.scopes.block_around(block)
        if outermost is None:
            return None
        if outermost.start not in self._functions:
            self._functions[outermost.start] = self._function(outermost)
        return self._functions[outermost.start]

    def _function(self, body: Scope) -> Function:
        head = self._head(body)
        name = _NAME.search(head)
        is_kernel = b"__global__" in head and b"template" not in head  # compilers make code of those in any case
        is_local = self.reading.source.path.lower().endswith(".cu") and bool(LOCAL.search(head)) and not is_kernel
        return Function(name[1] if name else b"", body.head, body.end, is_local)

    @cached_property
    def _functions(self) -> dict[int, Function]:
        return {}

    def head_at(self, offset: int) -> bytes:
        """What stands before the body of the innermost function or lambda around a place."""
        heads = map(self._head, self.reading.scopes.around(offset))
        return next((head for head in heads if not _STATEMENT.match(head)), b"")

    @cached_property
    def kernels(self) -> list[Kernel]:
        return list(self._kernels()) if b"__global__" in self.reading.words else []

    def _kernels(self) -> Iterator[Kernel]:
        is_plain = not any(b"__global__" in said for said in self._own_qualifiers.values())
        scopes = self.reading.scopes
        for scope in scopes.behind_heads_with(_GLOBAL) if is_plain else scopes.braces():
            head = self._head(scope)
            if b"__global__" in self.said(head) and scope.kind is Kind.BLOCK:
                yield Kernel(scope.head + len(head) - len(head.lstrip()), scope.end)

    def _side_in(self, block: Scope) -> Side:
        """What the head of a block says, a function's or a lambda's, or else that of the block around it."""
        unknown = []
        around: Scope | None = block
        while around is not None and around.start not in self._sides:
            unknown.append(around)
            around = self.reading.scopes.block_around(around)
        side = self._sides[around.start] if around is not None else Side.HOST
        for each in reversed(unknown):
            side = self._sides[each.start] = self.side_of(self._head(each)) or side
        return side

    @cached_property
    def _sides(self) -> dict[int, Side]:
        return {}

    def _head(self, scope: Scope) -> bytes:
        return self.reading.plain[scope.head : scope.start]

    def said(self, head: bytes) -> set[bytes]:
        """The qualifiers of a head, also those that macros stand for."""
        said = set(_QUALIFIER.findall(head))
        for word in _WORD.findall(head) if self._own_qualifiers else ():
            said |= self._own_qualifiers.get(word, set())
        return said

    @property
    def device_macros(self) -> frozenset[bytes]:
        """The macros that say `__device__`, whatever else they say."""
        return frozenset(name for name, said in self._own_qualifiers.items() if b"__device__" in said)

    def side_of(self, head: bytes) -> Side | None:
        """Which side the head of a function is for; None where it says nothing of that."""
        said = self.said(head)
        if b"__global__" in said:
            return Side.KERNEL
        if b"__device__" in said:
            return Side.BOTH if b"__host__" in said else Side.DEVICE
        if said or b"(" not in head:
            return Side.HOST if said else None
        before = head[: head.find(b"(")]
        likely = ((_LIKELY_BOTH, Side.BOTH), (_LIKELY_KERNEL, Side.KERNEL), (_LIKELY_DEVICE, Side.DEVICE))
        return next((side for pattern, side in likely if pattern.search(before)), None)

    @cached_property
    def _own_qualifiers(self) -> dict[bytes, set[bytes]]:
        """The macros that stand for qualifiers, and for which; of several definitions, for all."""
        own = {name: set(said) for name, said in self.qualifiers.items()}
        for macro in self.reading.macros:
            body = self.reading.code[macro.body : macro.end]
            if (found := set(_QUALIFIER.findall(body))) and b"{" not in body and b";" not in body:
                own.setdefault(macro.name, set()).update(found)
        return own
