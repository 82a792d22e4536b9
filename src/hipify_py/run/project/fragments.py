"""Files that are included in braces, as the body of a function or of a namespace: what they need of our headers, the
files around them include."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from hipify_py import helpers
from hipify_py.engine import Context, convert
from hipify_py.file.assembler import KEYWORDS
from hipify_py.file.lane_builtins import MAYBE_IN_HEADER
from hipify_py.file.marks import COMPAT_HEADER
from hipify_py.reading.tokens import words
from hipify_py.run.project.includers import Mention, is_led_to, mentions_in
from hipify_py.run.project.tree import Tree
from hipify_py.texts import to_bytes

# Who includes more than that has nothing in braces.
_MOST_VISITED = 500


class Fragments:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[str, bool] = {}
        self._called: dict[str, Collection[str]] = {}

    def is_one(self, path: str) -> bool:
        """Whether any file includes one in braces, by whichever way."""
        return is_led_to(path, self._tree.includers.including, self._stands_in_braces, self._known)

    def _stands_in_braces(self, path: str) -> bool:
        return any(map(self._is_in_braces, self._tree.includers.mentions_of(path) or ()))

    def headers(self, path: str, data: bytes) -> tuple[str, ...]:
        """Those of our headers that the fragments which a file includes call."""
        if data.rfind(b"include") < data.find(b"{"):  # as in most files
            return ()
        in_braces = (mention.include for mention in mentions_in(path, data) if mention.may_be_in_braces)
        if not any(self._tree.meant(path, include) for include in in_braces):
            return ()
        found, waiting = {path}, [path]
        while waiting and len(found) <= _MOST_VISITED:
            new = set(self._fragments_of(waiting.pop())) - found
            found |= new
            waiting += new
        return tuple(sorted({header for each in found - {path} for header in self._calls(each)}))

    def _fragments_of(self, path: str) -> Iterator[str]:
        unit = self._tree.unit(path)
        for include in unit.includes if unit is not None else ():
            yield from filter(self.is_one, self._tree.meant(path, include))

    def _calls(self, path: str) -> Collection[str]:
        """Those of our headers that a fragment calls, as it is converted alone."""
        if path not in self._called:
            data = self._tree.bytes_of(path)
            is_asked = not _functions().isdisjoint(words(data))
            self._called[path] = convert(data, Context(self._tree.policy, path)).needs_headers if is_asked else ()
        return self._called[path]

    def _is_in_braces(self, mention: Mention) -> bool:
        unit = self._tree.unit(mention.path) if mention.may_be_in_braces else None
        if unit is None:
            return False
        places = (each.place for each in unit.includes if each.spelling == mention.include.spelling)
        return any(unit.reading.scopes.at(place) is not None for place in places)


@cache
def _functions() -> frozenset[bytes]:
    """What files have that call a header of ours, or never do."""
    return KEYWORDS | MAYBE_IN_HEADER | frozenset(to_bytes(name) for name in helpers.functions(COMPAT_HEADER))
