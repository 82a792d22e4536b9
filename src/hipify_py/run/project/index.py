"""The tree around a file: which of its files an include means, and what those make of a macro.

Nothing is read that no file asks for. A single file on the command line is a project of its own and knows of no other.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from pathlib import Path

from hipify_py.file.amd_branches import AmdBranches, on_amd, on_nvidia
from hipify_py.file.surroundings import ALONE, OtherMacro, Surroundings
from hipify_py.patterns import pattern
from hipify_py.reading.expressions import UNDEFINED, UNKNOWN, Names, Worth, defined_as
from hipify_py.reading.tokens import words
from hipify_py.run.discover import File
from hipify_py.run.project.units import Include, Unit
from hipify_py.system import disk
from hipify_py.tables.model import Policy

_MOST_BYTES = 2_000_000
# Nobody includes more files of a tree than that.
_MOST_REACHED = 2_000
_DEFINED = pattern(rb"(?<=[# \t])define[ \t]+([A-Za-z_]\w*)")
_CONDITION = pattern(rb"#[ \t]*(?:el)?if")
# What a file has that is about GPUs: of others nobody asks what their conditions are worth.
_OF_GPUS = (b"cuda", b"CUDA", b"__global__", b"__device__", b"nvrtc")


class Project:
    """`builds` are build files and templates of sources: what they name they may define."""

    def __init__(self, sources: Iterable[File], builds: Iterable[File], policy: Policy) -> None:
        self._files = {file.real.as_posix(): file for file in sources}
        self._builds = list(builds)
        self._policy = policy
        self._units: dict[str, Unit | None] = {}
        self._included: dict[str, list[tuple[str, bool]]] = {}
        self._last: tuple[str, Set[str]] = "", frozenset()
        self._settled: dict[str, Surroundings] = {}
        self._meant: dict[tuple[str, str, bool], tuple[str, ...]] = {}

    def settle(self, files: Iterable[File]) -> None:
        """Find out for all files what they ask for, as nobody can once others are written."""
        for file in files:
            if (data := self._read(file.real)) is not None:
                self._settled[file.real.as_posix()] = self._around(file, data)

    def around(self, file: File, data: bytes) -> Surroundings:
        """What other files make of the macros that a file asks for."""
        if self._settled and (known := self._settled.get(file.real.as_posix())) is not None:
            return known
        return self._around(file, data)

    def _around(self, file: File, data: bytes) -> Surroundings:
        if len(self._files) < 2 or not (file.is_cuda or any(word in data for word in _OF_GPUS)):
            return ALONE
        path = file.real.as_posix()
        if path not in self._files or _CONDITION.search(data) is None:
            return ALONE
        unit = self._units[path] = Unit.of(path, data, self._policy)
        asked = [name for name in unit.asks - unit.defines if self._is_open(name)]
        if not asked:
            return ALONE
        amd, nvidia = (_View(self, path, names) for names in (on_amd, on_nvidia))
        found = (OtherMacro(name.decode("latin-1"), amd.worth(name), nvidia.worth(name)) for name in sorted(asked))
        return Surroundings(tuple(each for each in found if each.on_amd != UNKNOWN))

    def _is_open(self, name: bytes) -> bool:
        """Whether a name is the project's to define."""
        return on_amd(name) == UNKNOWN and name in self._defined and name.decode("latin-1") not in self._may_be_given

    def unit(self, path: str) -> Unit | None:
        if path not in self._units:
            data = self._read(Path(path))
            self._units[path] = None if data is None else Unit.of(path, data, self._policy)
        return self._units[path]

    def meant(self, path: str, include: Include) -> tuple[str, ...]:
        """The files of the tree that an include may mean: the one beside it, or those whose paths end with it."""
        folder = posixpath.dirname(path)
        key = folder, include.spelling, include.is_quoted
        if key not in self._meant:
            self._meant[key] = self._found(folder, include)
        return self._meant[key]

    def _found(self, folder: str, include: Include) -> tuple[str, ...]:
        beside = posixpath.normpath(posixpath.join(folder, include.spelling))
        if include.is_quoted and beside in self._files:
            return (beside,)
        end = posixpath.normpath(include.spelling)
        if end.startswith(".."):
            return ()
        return tuple(path for path in self._by_name.get(posixpath.basename(end), ()) if path.endswith("/" + end))

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path in self._files:
            found[posixpath.basename(path)].append(path)
        return found

    def reached_from(self, path: str) -> Set[str]:
        """The files that a file includes under any condition; the one asked for last is remembered."""
        if self._last[0] != path:
            self._last = path, reached(path, self._any_included).keys()
        return self._last[1]

    def _any_included(self, path: str) -> list[tuple[str, bool]]:
        if path not in self._included:
            unit = self.unit(path)
            includes = unit.includes if unit is not None else ()
            self._included[path] = [(other, False) for each in includes for other in self.meant(path, each)]
        return self._included[path]

    def defining(self, name: bytes) -> Sequence[str]:
        """The files of the tree in which a macro of that name is defined, read by anybody or not."""
        return self._defined.get(name, ())

    @cached_property
    def _defined(self) -> Mapping[bytes, Sequence[str]]:
        found: dict[bytes, list[str]] = defaultdict(list)
        for path, file in self._files.items():
            for name in set(_DEFINED.findall(self._read(file.real) or b"")):
                found[name].append(path)
        return found

    @cached_property
    def _may_be_given(self) -> frozenset[str]:
        """All words of what makes the build: a macro among them may be defined by it, or not."""
        texts = (self._read(file.real) or b"" for file in self._builds)
        named = {word.decode("latin-1") for text in texts for word in words(text)}
        return frozenset((*named, *(word[1:] for word in named if word[:1] == "D")))  # as in -DNAME

    def _read(self, path: Path) -> bytes | None:
        try:
            data, _status = disk.read(path, _MOST_BYTES)
        except OSError:
            return None
        return data


def reached(start: str, included: Callable[[str], Iterable[tuple[str, bool]]]) -> dict[str, bool]:
    """Whom one reaches by includes, and whether that is sure; `included` says the same of each alone."""
    found = {start: True}
    waiting = [start]
    while waiting and len(found) < _MOST_REACHED:
        path = waiting.pop()
        for other, is_sure in included(path):
            is_sure = is_sure and found[path]
            if other not in found or (is_sure and not found[other]):
                found[other] = is_sure
                waiting.append(other)
    return found


class _View:
    """What one file sees of its tree in one kind of build."""

    def __init__(self, project: Project, path: str, names: Names) -> None:
        self._project = project
        self._path = path
        self._names = names
        self._is_for_amd = names is on_amd
        self._worth: dict[bytes, Worth] = {}
        self._branches: dict[str, AmdBranches] = {}

    def worth(self, name: bytes) -> Worth:
        if name not in self._worth:
            self._worth[name] = UNKNOWN  # until it is known, also to whoever asks for it on the way
            self._worth[name] = self._found(name)
        return self._worth[name]

    def _found(self, name: bytes) -> Worth:
        if (known := self._names(name)) != UNKNOWN:
            return known
        defining = [path for path in self._project.defining(name) if path != self._path]
        if not defining or not set(defining) <= self._project.reached_from(self._path):
            return UNKNOWN  # what it is depends on who includes what
        found = [(self._worth_in(path, name), self._reached.get(path, False)) for path in defining]
        if all(worth == UNDEFINED for worth, _is_sure in found):
            return UNDEFINED
        values = {worth.value for worth, _is_sure in found if worth != UNDEFINED}
        value = values.pop() if len(values) == 1 else None
        if any(worth.is_defined and is_sure for worth, is_sure in found):
            return defined_as(value)
        return Worth(None, value if value == 0 else None)

    def _worth_in(self, path: str, name: bytes) -> Worth:
        unit = self._project.unit(path) if path in self._reached else None
        if unit is None:
            return UNDEFINED
        if path not in self._branches:
            self._branches[path] = unit.branches(self.worth, is_converted=self._is_for_amd)
        return self._branches[path].at_end(name)

    @cached_property
    def _reached(self) -> Mapping[str, bool]:
        """The files that are included; conditions of includes are answered without the tree."""
        return reached(self._path, self._included)

    def _included(self, path: str) -> Iterator[tuple[str, bool]]:
        unit = self._project.unit(path)
        if unit is None or not unit.includes:
            return
        branches = unit.branches(self._names, is_converted=self._is_for_amd)
        for include in unit.includes:
            files = self._project.meant(path, include)
            if files and not branches.is_dead(include.place):
                is_sure = len(files) == 1 and branches.is_sure(include.place)
                yield from ((other, is_sure) for other in files)
