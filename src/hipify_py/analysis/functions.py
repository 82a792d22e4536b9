"""On which side code runs: in a kernel, on the device, on the host, on both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from hipify_py.syntax.reading import Reading
from hipify_py.syntax.scopes import Kind, Scope

_QUALIFIER = re.compile(rb"\b(?:__global__|__device__|__host__)")
# Macros of other files that stand for qualifiers, by the way they are named everywhere.
_LIKELY = re.compile(
    rb"\b(?:[A-Z]\w*_)?(?:(?P<both>HD|HOST_?DEVICE(?:_\w+)?|HOSTDEVICE|HOST_AND_DEVICE|DEVICE_HOST|XPU|FUNCTION|"
    rb"INLINE_FUNCTION|LAMBDA)|(?P<device>DEVICE(?:_\w+)?|GPU_FUNC(?:TION)?|DEVICE_INLINE|FORCEINLINE_DEVICE)|"
    rb"(?P<kernel>KERNEL(?:_\w+)?|GLOBAL))\b"
)


_NAME = re.compile(rb"([A-Za-z_]\w*)\s*\(")
_LOCAL = re.compile(rb"\b(?:inline|__inline__|__forceinline__|static|template)\b")


class Side(Enum):
    KERNEL = auto()
    DEVICE = auto()
    BOTH = auto()
    HOST = auto()
    FILE = auto()  # in no function
    MACRO = auto()  # in a macro body, which may be used anywhere


ON_DEVICE = frozenset((Side.KERNEL, Side.DEVICE, Side.BOTH, Side.MACRO))
ON_HOST = frozenset((Side.HOST, Side.BOTH, Side.MACRO))


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel with its body: `start` is where its head begins."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Function:
    """A function with its body; `is_local` says that only its own file can call it, or that it is emitted only where
    it is called."""

    name: bytes
    start: int
    end: int
    is_local: bool


@dataclass(frozen=True)
class Functions:
    reading: Reading

    def side_at(self, offset: int) -> Side:
        directive = self.reading.directive_at(offset)
        if directive is not None and directive.keyword == b"define":
            return self._side_of(self.reading.code[directive.body : offset]) or Side.MACRO
        outermost = None
        for scope in self.reading.scopes.around(offset):
            if scope.kind is Kind.BLOCK:
                if side := self._side(scope):
                    return side
                outermost = scope
        return Side.HOST if outermost is not None else Side.FILE

    def around(self, offset: int) -> Function | None:
        """The function that a place stands in."""
        blocks = [scope for scope in self.reading.scopes.around(offset) if scope.kind is Kind.BLOCK]
        if not blocks:
            return None
        outermost = blocks[-1]
        head = self.reading.plain[outermost.head : outermost.start]
        name = _NAME.search(head)
        is_local = self.reading.source.path.lower().endswith(".cu") and bool(_LOCAL.search(head))
        return Function(name[1] if name else b"", outermost.head, outermost.end, is_local)

    @cached_property
    def kernels(self) -> list[Kernel]:
        return list(self._kernels())

    def _kernels(self) -> Iterator[Kernel]:
        for scope in self.reading.scopes.of_kind(Kind.BLOCK):
            if self._side(scope) is Side.KERNEL:
                head = self.reading.plain[scope.head : scope.start]
                yield Kernel(scope.head + len(head) - len(head.lstrip()), scope.end)

    def _side(self, scope: Scope) -> Side | None:
        """What the head of a function or lambda says; None where it says nothing, or is no such head."""
        if scope.start not in self._sides:
            self._sides[scope.start] = self._side_of(self.reading.plain[scope.head : scope.start])
        return self._sides[scope.start]

    @cached_property
    def _sides(self) -> dict[int, Side | None]:
        return {}

    def _side_of(self, head: bytes) -> Side | None:
        said = set(_QUALIFIER.findall(head))
        for name, body in self._own_qualifiers.items():
            if re.search(rb"\b" + re.escape(name) + rb"\b", head):
                said |= body
        if b"__global__" in said:
            return Side.KERNEL
        if b"__device__" in said:
            return Side.BOTH if b"__host__" in said else Side.DEVICE
        if said or b"(" not in head:
            return Side.HOST if said else None
        found = _LIKELY.search(head, 0, head.find(b"("))
        if found is None:
            return None
        return Side.KERNEL if found["kernel"] else Side.DEVICE if found["device"] else Side.BOTH

    @cached_property
    def _own_qualifiers(self) -> dict[bytes, set[bytes]]:
        """The macros of the file that stand for qualifiers, and for which; of several definitions, for all."""
        own: dict[bytes, set[bytes]] = {}
        for macro in self.reading.macros:
            body = self.reading.code[macro.body : macro.end]
            if (found := set(_QUALIFIER.findall(body))) and b"{" not in body and b";" not in body:
                own.setdefault(macro.name, set()).update(found)
        return own
