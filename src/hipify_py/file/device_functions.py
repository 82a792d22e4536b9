"""Functions that say in words that they run on the device; macros of other headers that say so do not count."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from hipify_py.file.functions import Functions, Side
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Chain
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind, Scope
from hipify_py.records import dataclass

_NAME = pattern(rb"\b([A-Za-z_]\w*)\s*\(")
_WORD = pattern(rb"[A-Za-z_]\w*")
_ON_DEMAND = pattern(rb"\b(?:inline|__inline__|__forceinline__|static|template|constexpr)\b")
_ASKS = pattern(rb"_ARCH|DEVICE_COMPILE|DEVICE_CODE|ON_DEVICE|IS_DEVICE|CC_RTC")


class Place(NamedTuple):
    """The function that a place stands in, and whether the host runs it as well."""

    scope: Scope
    head: bytes
    is_kernel: bool
    is_both: bool


@dataclass(frozen=True)
class Device:
    reading: Reading
    functions: Functions

    def around(self, offset: int) -> Place | None:
        """The device function around a place, if its own head says that it is one."""
        block = self.reading.scopes.block_at(offset) if self.reading.directive_at(offset) is None else None
        if block is None:
            return None
        if block.start not in self._places:
            self._places[block.start] = self._place_of(block)
        return self._places[block.start]

    def _place_of(self, block: Scope) -> Place | None:
        for scope in self.reading.scopes.around(block.start + 1):
            head = self.reading.plain[scope.head : scope.start]
            said = self.functions.said(head)
            if b"__global__" in said or b"__device__" in said:
                return Place(scope, head, b"__global__" in said, b"__host__" in said and b"__global__" not in said)
            if said:
                return None
        return None

    def is_emitted(self, place: Place) -> bool:
        """Whether the device's compiler certainly makes code of a function: what is for both sides and inline, static
        or a template is looked at only where device code calls it."""
        if not place.is_both or self._is_always_emitted(place):
            return True
        name = _NAME.search(place.head)
        return name is not None and self._is_used(name[1])

    def is_emitted_for_host(self, place: Place) -> bool:
        """The same for the host's compiler."""
        if not place.is_both or self._is_always_emitted(place):
            return place.is_both
        name = _NAME.search(place.head)
        return name is not None and self._is_used_by_host(name[1])

    def _is_always_emitted(self, place: Place) -> bool:
        parent = self.reading.scopes.parent(place.scope)
        is_free = parent is None or parent.kind is Kind.NAMESPACE
        return is_free and not any(map(_ON_DEMAND.search, self._with_macros(place.head)))

    def _with_macros(self, head: bytes) -> Iterator[bytes]:
        yield head
        for macro in chain.from_iterable(self.reading.macros_called.get(word, ()) for word in _WORD.findall(head)):
            yield self.reading.code[macro.body : macro.end]

    def asks_for_side(self, offset: int) -> bool:
        """Whether the place stands in a branch that depends on the side which is compiled for."""
        return any(self._asks(around.chain) for around in self.reading.conditionals.around(offset))

    def _asks(self, chain: Chain) -> bool:
        if id(chain) not in self._asking:
            code, lines = self.reading.code, (branch.directive for branch in chain.branches)
            self._asking[id(chain)] = any(_ASKS.search(code, line.start, line.end) for line in lines)
        return self._asking[id(chain)]

    def _is_used(self, name: bytes) -> bool:
        if name not in self._used:
            places = (self.around(found.start) for found in self.reading.names([name]))
            self._used[name] = any(place is not None and not place.is_both for place in places)
        return self._used[name]

    def _is_used_by_host(self, name: bytes) -> bool:
        if name not in self._used_by_host:
            sides = (self.functions.side_at(found.start) for found in self.reading.names([name]))
            self._used_by_host[name] = Side.HOST in sides
        return self._used_by_host[name]

    @cached_property
    def _used_by_host(self) -> dict[bytes, bool]:
        return {}

    @cached_property
    def _asking(self) -> dict[int, bool]:
        return {}

    @cached_property
    def _places(self) -> dict[int, Place | None]:
        return {}

    @cached_property
    def _used(self) -> dict[bytes, bool]:
        return {}
