"""`__device__ constexpr` functions, and which of them the host calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set

from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind, Scope
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass

# What only the device can do.
DEVICE_ONLY = pattern(
    rb"\b(?:threadIdx|blockIdx|__syncthreads|__syncwarp|__shared__|__shfl|__ballot|hipify_compat|__ldg|__threadfence|clock64|atomic[A-Z])"
)
_NAMED = pattern(rb"\b(?!(?:__\w+__|decltype|alignas|noexcept|requires)\b)([A-Za-z_]\w*)\s*\(")
_CONSTANT = pattern(rb"constexpr")


@dataclass(frozen=True)
class ConstantFunctions:
    facts: Facts

    @cached_property
    def of_device(self) -> Mapping[bytes, Sequence[Scope]]:
        """Those whose every definition in the file is for the device and could be for the host."""
        likely = filter(self._is_function, self.facts.reading.scopes.behind_heads_with(_CONSTANT))
        if not any(map(self._could_be_for_both, likely)):  # what is constant is a variable or a condition, mostly
            return {}
        return {name: scopes for name, scopes in self._functions.items() if all(map(self._could_be_for_both, scopes))}

    def called(self, names: Set[bytes], both: Set[bytes]) -> set[bytes]:
        """Which functions host code of the file calls, if those of the device that are named `both` are the host's as
        well. What the file has for the host by such a name is meant instead, and so are members of objects."""
        wanted = {name for name in names if name in self.of_device or name not in self._functions}
        return {use.text for use in self._uses(wanted) if self._is_on_host(use, both)}

    def become_both(self, asked: Set[bytes] = frozenset()) -> set[bytes]:
        """The functions of the device that the host calls, here or as is `asked`, or that one of them calls."""
        found = self.of_device.keys() & asked
        while new := self.called(self.of_device.keys() - found, found):
            found |= new
        return found

    def _uses(self, names: Set[bytes]) -> Iterator[Name]:
        for use in self.facts.reading.names(names) if names else ():
            around = self.facts.reading.neighbours(use)
            is_member = around.preceded_by(b".") or around.preceded_by(b"->")
            if around.sign_after in (b"(", b"<") and (use.text in self.of_device or not is_member):
                yield use

    def _is_on_host(self, use: Name, both: Set[bytes]) -> bool:
        if self.facts.functions.side_at(use.start) is Side.HOST:
            return True
        scopes = (scope for name in both for scope in self.of_device.get(name, ()))
        return any(scope.start < use.start < scope.end for scope in scopes)

    @cached_property
    def _functions(self) -> Mapping[bytes, Sequence[Scope]]:
        """The functions of the file, also those of classes, by their names."""
        found: dict[bytes, list[Scope]] = defaultdict(list)
        scopes, plain = self.facts.reading.scopes, self.facts.reading.plain
        for scope in scopes.braces() if scopes.balanced else scopes.outermost_blocks():
            if self._is_function(scope) and (named := _NAMED.search(plain, scope.head, scope.start)):
                found[named[1]].append(scope)
        return found

    def _could_be_for_both(self, scope: Scope) -> bool:
        plain = self.facts.reading.plain
        head = plain[scope.head : scope.start]
        is_constant = b"constexpr" in head and self.facts.functions.said(head) == {b"__device__"}
        return is_constant and DEVICE_ONLY.search(plain, scope.start, scope.end) is None

    def _is_function(self, scope: Scope) -> bool:
        """Whether a pair of braces is the body of a function, also of one of a class."""
        if scope.kind is not Kind.BLOCK:
            return False
        parent = self.facts.reading.scopes.parent(scope)
        return parent is None or parent.kind in (Kind.NAMESPACE, Kind.CLASS)
