"""Files that are included in braces, as the body of a function or of a namespace: what they need of our headers, the
files around them include. Those that others include outside of braces include it, too: in braces it is there already.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence, Set
from functools import cache

from hipify_py import helpers
from hipify_py.engine import Context, convert
from hipify_py.file.assembler import KEYWORDS
from hipify_py.file.lane_builtins import BUILTINS
from hipify_py.file.marks import COMPAT_HEADER
from hipify_py.reading.file_names import CUDA_SUFFIXES
from hipify_py.reading.scopes import Scope
from hipify_py.reading.tokens import words
from hipify_py.run.project.includers import HEADERS, Mention, is_led_to, mentions_in
from hipify_py.run.project.tree import Tree
from hipify_py.run.project.units import Unit
from hipify_py.subjects.includes.linkage import C_LINKAGE
from hipify_py.texts import to_bytes


class Fragments:
    """`is_cuda` says of a file, by its path, whether it is read as CUDA where it is converted."""

    def __init__(self, tree: Tree, is_cuda: Callable[[str], bool]) -> None:
        self._tree = tree
        self._is_cuda = is_cuda
        self._in_braces: dict[str, bool] = {}
        self._outside: dict[str, bool] = {}
        self._in_c: dict[str, bool] = {}
        self._called: dict[str, Collection[str]] = {}

    def is_one(self, path: str) -> bool:
        """Whether a file is included in braces, by whichever way, and by no way outside of them."""
        is_in_braces = is_led_to(path, self._tree.includers.including, self._stands_in_braces, self._in_braces)
        return is_in_braces and not is_led_to(path, self._including_outside, self.is_first, self._outside)

    def is_in_c(self, path: str) -> bool:
        """Whether a file is included in `extern "C" {`, by whichever way, and no header of CUDA before that."""
        return is_led_to(path, self._tree.includers.including, self._stands_in_c, self._in_c)

    def _stands_in_c(self, path: str) -> bool:
        return any(map(self._is_in_c_of, self._mentions(path)))

    def _is_in_c_of(self, mention: Mention) -> bool:
        is_cuda = mention.path.endswith(tuple(CUDA_SUFFIXES))
        return not is_cuda and any(self._is_first_in_c(*each) for each in self._scopes_around(mention))

    def _is_first_in_c(self, unit: Unit, scope: Scope, place: int) -> bool:
        if not C_LINKAGE.search(unit.reading.source.text, scope.head, scope.start + 1):
            return False
        before = (each for each in unit.includes if each.place < place and unit.reading.scopes.at(each.place) is None)
        return not any(self._tree.policy.header(each.spelling) for each in before)

    def _stands_in_braces(self, path: str) -> bool:
        return any(map(self._is_in_braces_of, self._mentions(path)))

    def _including_outside(self, path: str) -> Iterator[str]:
        return (each.path for each in self._mentions(path) if not self._is_in_braces_of(each))

    def is_first(self, path: str) -> bool:
        """Whether compilers read a file without an include of the tree."""
        return not path.lower().endswith(tuple(HEADERS)) or not self._mentions(path)

    def _mentions(self, path: str) -> Sequence[Mention]:
        return self._tree.includers.mentions_of(path) or ()

    def headers(self, path: str, data: bytes) -> tuple[str, ...]:
        """Those of our headers that files call which one includes in braces."""
        if data.rfind(b"include") < data.find(b"{"):  # as in most files
            return ()
        includes = (each.include for each in mentions_in(path, data) if self._is_in_braces_of(each))
        found = {file for include in includes for each in self._tree.meant(path, include) for file in self._read(each)}
        return tuple(sorted({header for each in found - {path} for header in self._calls(each)}))

    def _read(self, path: str) -> Set[str]:
        return self._tree.reached_from(path) | {path}

    def _calls(self, path: str) -> Collection[str]:
        """Those of our headers that a file calls, as it is converted alone."""
        if path not in self._called:
            data = self._tree.bytes_of(path)
            is_asked = not _functions().isdisjoint(words(data))
            context = Context(self._tree.policy, path, is_asked and self._is_cuda(path))
            self._called[path] = convert(data, context).needs_headers if is_asked else ()
        return self._called[path]

    def _is_in_braces_of(self, mention: Mention) -> bool:
        return next(self._scopes_around(mention), None) is not None

    def _scopes_around(self, mention: Mention) -> Iterator[tuple[Unit, Scope, int]]:
        """Where in the braces of a file another one is included."""
        unit = self._tree.unit(mention.path) if mention.may_be_in_braces else None
        if unit is None:
            return
        places = (each.place for each in unit.includes if each.spelling == mention.include.spelling)
        found = ((unit.reading.scopes.at(place), place) for place in places)
        yield from ((unit, scope, place) for scope, place in found if scope is not None)


@cache
def _functions() -> frozenset[bytes]:
    """What files have that call a header of ours, or never do."""
    return KEYWORDS | BUILTINS | frozenset(to_bytes(name) for name in helpers.functions(COMPAT_HEADER))
