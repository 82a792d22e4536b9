"""What only NVIDIA's side uses of a tree in Python that knows AMD's GPUs: modules that only its branches import,
functions and classes that only these use, and CUDA sources that only these name.

One use that AMD may run makes a file everybody's. What nothing uses is not NVIDIA's by that.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.run.discover import File
from hipify_py.run.project.python_modules import Module
from hipify_py.run.project.python_users import PythonUsers, Use
from hipify_py.texts import to_text

_NAMES_SOURCE = pattern(rb"(?<![\w.+-])[\w.+-]{1,200}\.(?:cuh?|c|cc|cpp|cxx|h|hh|hpp|hxx|inl)\b")
# So many uses in a row.
_DEEPEST = 12


class NvidiaSide:
    """`including` are the files that may include one; builds may take those without naming them that `is_taken`
    knows."""

    def __init__(
        self,
        builds: Iterable[File],
        read: Callable[[File], bytes | None],
        including: Callable[[str], Iterable[str]],
        is_taken: Callable[[str], bool],
    ) -> None:
        self._users = PythonUsers(builds, read)
        self._including = including
        self._is_taken = is_taken
        self._known: dict[tuple[str, bytes], str] = {}

    def why(self, file: File, line: int) -> str:
        """Why only NVIDIA's side uses a line of a file; nothing if AMD may."""
        if not self._users.knows_amd:
            return ""
        is_source = file.kind == "source"
        found = self._source(file.real.as_posix(), _DEEPEST) if is_source else self._python(file, line)
        return f"only code for NVIDIA uses it ({found})" if found else ""

    def _python(self, file: File, line: int) -> str:
        if not self._users.is_python(file):
            return ""
        module = self._users.module(file.real.as_posix())
        if module.is_setup:  # whoever runs it is about to port it
            return ""
        return self._around(module, module.place(line), _DEEPEST)

    def _at(self, module: Module, place: int, depth: int) -> str | None:
        """Which branch keeps AMD from a place; nothing if none does, and None where nothing is used."""
        if part := module.part(place):
            return None if part.is_for_typing else f"{self._users.name(module.path)}:{module.line(part.asked)}"
        why = self._around(module, place, depth)
        unit = module.unit(place)
        return None if not why and unit is not None and self._users.is_idle(module, unit.name) else why

    def _around(self, module: Module, place: int, depth: int) -> str:
        """Which branch keeps AMD from the function, class or module around a place."""
        unit = module.unit(place)
        why = ""
        if unit is not None and not unit.is_registered:
            why = self._once(module.path, unit.name, self._calls(module, unit.name, depth - 1), depth)
        return why or self._once(module.path, b"", self._imports(module, depth - 1), depth)

    def _once(self, path: str, name: bytes, branches: Iterator[str | None], depth: int) -> str:
        """The first of the branches, unless one of them is none. Who asks for it on the way gets none."""
        if depth and (path, name) not in self._known:
            self._known[path, name] = ""
            self._known[path, name] = _first(branches)
        return self._known.get((path, name), "")

    def _imports(self, module: Module, depth: int) -> Iterator[str | None]:
        users = self._users.of(module.path)
        for use in users if users is not None else ():
            yield self._at_use(use, use.imported.start, depth)

    def _calls(self, module: Module, name: bytes, depth: int) -> Iterator[str | None]:
        users = self._users.of(module.path)
        if users is None or any(each.has_string(name) for each in (module, *(use.module for use in users))):
            return
        yield from (self._at(module, place, depth) for place in module.uses_own(name))
        for use in users:
            word = name if use.as_whole else use.imported.word_for(name)
            if word and use.module.is_package:
                yield ""  # for everybody
            for place in use.module.uses(word, behind_dot=use.as_whole) if word else ():
                yield self._at_use(use, place, depth)

    def _at_use(self, use: Use, place: int, depth: int) -> str | None:
        why = self._at(use.module, place, depth)
        return why if use.is_sure or not why else None

    def _source(self, path: str, depth: int) -> str:
        """Which branch keeps AMD from a source that Python loads."""
        if (path, b"") not in self._known and (self._is_taken(path) or not depth):
            self._known[path, b""] = ""
        return self._once(path, b"", self._loads(path, depth - 1), depth)

    def _loads(self, path: str, depth: int) -> Iterator[str | None]:
        for user, place in self._naming.get(posixpath.basename(path), ()):
            yield self._at(self._users.module(user), place, depth) if place >= 0 else ""
        yield from (self._source(other, depth) for other in self._including(path))

    @cached_property
    def _naming(self) -> Mapping[str, list[tuple[str, int]]]:
        """The files that name a source, each with the place; -1 if it is not Python."""
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for user, text in self._users.texts.items():
            for name in _NAMES_SOURCE.finditer(text):
                found[to_text(name[0])].append((user, name.start() if user in self._users.python else -1))
        return found


def _first(branches: Iterator[str | None]) -> str:
    found = ""
    for branch in branches:
        if branch == "":
            return ""
        found = found or branch or ""
    return found
