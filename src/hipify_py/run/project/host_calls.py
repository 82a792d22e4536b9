"""Functions of the device that are `constexpr`, and that host code of other files calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from hipify_py.file.constant_functions import ConstantFunctions
from hipify_py.once import cached_property
from hipify_py.run.project.tree import Tree
from hipify_py.texts import to_text


class HostCalls:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def of(self, path: str) -> tuple[str, ...]:
        """The functions of a file that become functions for both sides because of what other files call."""
        if path not in self._defining:
            return ()
        return tuple(sorted(to_text(name) for name in self._called.get(path, ())))

    @cached_property
    def _defining(self) -> Mapping[str, Sequence[bytes]]:
        found: dict[str, list[bytes]] = defaultdict(list)
        for name, paths in self._tree.survey.constant_functions.items():
            for path in paths:
                found[path].append(name)
        return found

    @cached_property
    def _called(self) -> Mapping[str, set[bytes]]:
        """By file: what is called by files that include it. Functions that become the host's call others in turn."""
        found: dict[str, set[bytes]] = {path: set() for path in self._defining}
        callers = {path: list(self._callers(path, names)) for path, names in self._defining.items()}
        is_more = True
        while is_more:
            is_more = False
            for path, names in self._defining.items():
                for caller in callers[path]:
                    new = self._called_in(caller, {*names} - found[path], found.get(caller, set()))
                    is_more |= bool(new)
                    found[path] |= new
        return found

    def _called_in(self, path: str, names: set[bytes], asked: set[bytes]) -> set[bytes]:
        functions = self._functions(path) if names else None
        return functions.called(names, functions.become_both(asked)) if functions is not None else set()

    def _callers(self, path: str, names: Sequence[bytes]) -> Iterator[str]:
        for other in sorted(self._tree.includers.all_including(path)):
            data = self._tree.bytes_of(other)
            if any(name in data for name in names):
                yield other

    def _functions(self, path: str) -> ConstantFunctions | None:
        if path not in self._known:
            unit = self._tree.unit(path)
            self._known[path] = None if unit is None else ConstantFunctions(unit.facts)
        return self._known[path]

    @cached_property
    def _known(self) -> dict[str, ConstantFunctions | None]:
        return {}
