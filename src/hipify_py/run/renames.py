"""Files that get new names, and what an include of one of them must say then.

An include means the file beside, or any file of the run whose path ends with it, as nobody knows the include paths.
Only where all that it may mean get new names does it get one.
"""

from __future__ import annotations

import os
import posixpath
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import islice, takewhile
from pathlib import Path
from typing import NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.run.discover import File
from hipify_py.texts import to_text

# Any sign may be the first of a pair: who knows which are, before comments and literals are told from code.
_QUOTED = pattern(rb'"(?=([^"<>\r\n]+)")|<(?=([^"<>\r\n]+)>)')

_INCLUDE = pattern(rb'^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*(["<])([^"<>\r\n]+)(?=[">])', re.MULTILINE)
# What --rename-files gives another suffix; a name may stand in the middle of a text.
_SUFFIX = pattern(rb"\.cuh?(?![A-Za-z0-9_])", re.IGNORECASE)
_NAME_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")


class Mention(NamedTuple):
    """A name of files, where it begins (or the quote before it), and those that it may mean (their real paths)."""

    start: int
    spelling: str
    files: frozenset[str]


@dataclass
class _Known:
    """What was found out already. The sets are shared: a tree may hold as many files of a name as includes of it."""

    ordered: dict[str, list[str]] = field(default_factory=dict)
    by_end: dict[str, frozenset[str]] = field(default_factory=dict)
    new_name: dict[frozenset[str], str] = field(default_factory=dict)


@dataclass(frozen=True)
class Renames:
    """`new_names` are those of files by their real paths; `known` are the files that could have got one, by name."""

    new_names: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _found: _Known = field(default_factory=_Known, init=False, repr=False, compare=False)

    @classmethod
    def among(cls, files: Iterable[File], new_names: Mapping[str, str]) -> Renames:
        known: dict[str, list[str]] = defaultdict(list)
        for file in files:
            known[file.real.name].append(file.real.as_posix())
        return cls(new_names, {name: tuple(paths) for name, paths in known.items()})

    def __reduce__(self) -> tuple[type[Renames], tuple[Mapping[str, str], Mapping[str, tuple[str, ...]]]]:
        return Renames, (self.new_names, self.known)  # workers find out by themselves

    def spellings(self, folder: Path, data: bytes) -> dict[str, str]:
        """What includes in a file of that directory say, and what they must say afterwards."""
        meant: dict[str, set[frozenset[str]]] = defaultdict(set)
        for mention in self.mentions(folder, data) if self.new_names else ():
            meant[mention.spelling].add(mention.files)
        changed = {}
        for spelling, groups in meant.items():
            names = {self._new_name(files) for files in groups}
            if len(names) == 1 and (name := names.pop()):
                changed[spelling] = spelling[: len(spelling) - len(_base(spelling))] + name
        return changed

    def in_build(self, folder: Path, data: bytes) -> dict[str, str]:
        """What a build file of that directory calls files, and what it must call them afterwards; `*.cu` among it where
        all of these get new names."""
        meant: dict[str, set[str]] = defaultdict(set)
        for mention in self.bare(folder, data) if self.new_names else ():
            meant[mention.spelling].add(self._new_name(mention.files))
        changed = {spelling: names.pop() for spelling, names in meant.items() if len(names) == 1 and names != {""}}
        return changed | {f"{star}{old}": f"{star}{new}" for old, new in self._suffixes.items() for star in "*%"}

    @cached_property
    def _suffixes(self) -> dict[str, str]:
        """The suffixes of which no file keeps its own."""
        found: dict[str, set[str]] = defaultdict(set)
        for paths in self.known.values():
            for path in paths:
                stem, suffix = posixpath.splitext(posixpath.basename(path))
                found[suffix].add(self.new_names.get(path, "").removeprefix(stem))
        return {old: new.pop() for old, new in found.items() if len(new) == 1 and new != {""}}

    def mentions(self, folder: Path, data: bytes) -> Iterator[Mention]:
        """The places where a file of that directory may name one of those known in quotes or angle brackets."""
        for match in _QUOTED.finditer(data):
            quoted = match.group(1)
            spelling = to_text((quoted or match.group(2)).strip())
            if files := self._meant(folder, spelling, is_quoted=quoted is not None):
                yield Mention(match.start(), spelling, files)

    def bare(self, folder: Path, data: bytes) -> Iterator[Mention]:
        """The places where one of those known is named in any way, as in the argument of a macro or within a text. An
        include says which it means; elsewhere it is the file beside, or any of that name if a directory is named."""
        includes = {match.end(2): match for match in _INCLUDE.finditer(data)}
        for match in _SUFFIX.finditer(data):
            for name in self._names_that_end_at(data, match.end()):
                start = match.end() - len(os.fsencode(name))
                if (include := includes.get(match.end())) is not None:
                    spelling = to_text(include.group(2).strip())
                    files = self._meant(folder, spelling, is_quoted=include.group(1) == b'"')
                else:
                    has_folder = data[start - 1 : start] in (b"/", b"\\")
                    files = frozenset() if has_folder else self._meant(folder, name, is_quoted=True)
                    files = files or self._ending(name)
                if files:
                    yield Mention(start, name, files)

    def _names_that_end_at(self, data: bytes, end: int) -> Iterator[str]:
        for length in self._lengths:
            start = end - length
            if start >= 0 and (start == 0 or data[start - 1] not in _NAME_BYTES):
                name = os.fsdecode(data[start:end])
                if name in self.known:
                    yield name

    @cached_property
    def _lengths(self) -> list[int]:
        return sorted({len(os.fsencode(name)) for name in self.known})

    def _new_name(self, files: frozenset[str]) -> str:
        """What all of them are to be called; nothing if there is no such name."""
        if files not in self._found.new_name:
            names = {self.new_names.get(file, "") for file in files}
            self._found.new_name[files] = names.pop() if len(names) == 1 else ""
        return self._found.new_name[files]

    def _meant(self, folder: Path, spelling: str, *, is_quoted: bool) -> frozenset[str]:
        base = _base(spelling)
        if base not in self.known:
            return frozenset()
        name = posixpath.normpath(spelling.replace("\\", "/"))
        beside = posixpath.normpath(posixpath.join(folder.as_posix(), name))
        if is_quoted and _has(self._ordered(base), beside[::-1]):
            return frozenset((beside,))
        if is_quoted and os.path.lexists(beside):
            return frozenset()
        while name.startswith("../"):
            name = name[3:]
        return self._ending(name.lstrip("/"))

    def _ending(self, name: str) -> frozenset[str]:
        """The files whose paths end with a name."""
        if name not in self._found.by_end:
            ordered, wanted = self._ordered(_base(name)), f"/{name}"[::-1]
            first = bisect_left(ordered, wanted)
            found = takewhile(lambda path: path.startswith(wanted), islice(ordered, first, None))
            self._found.by_end[name] = frozenset(path[::-1] for path in found)
        return self._found.by_end[name]

    def _ordered(self, base: str) -> list[str]:
        """The paths of the files of a name, last letter first, so that those with the same end stand together."""
        if base not in self._found.ordered:
            self._found.ordered[base] = sorted(path[::-1] for path in self.known.get(base, ()))
        return self._found.ordered[base]


def _has(ordered: list[str], wanted: str) -> bool:
    place = bisect_left(ordered, wanted)
    return place < len(ordered) and ordered[place] == wanted


def _base(spelling: str) -> str:
    return re.split(r"[/\\]", spelling)[-1]
