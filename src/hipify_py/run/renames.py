"""Files that get new names, and what an include of one of them must say then.

An include means the file beside, or any file of the run whose path ends with it, as nobody knows the include paths.
Only where all that it may mean get new names does it get one.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from hipify_py.run.discover import File

# Any sign may be the first of a pair: who knows which are, before comments and literals are told from code.
_QUOTED = re.compile(rb'"(?=([^"<>\r\n]+)")|<(?=([^"<>\r\n]+)>)')


class Mention(NamedTuple):
    """A name in quotes or angle brackets, where it begins, and the files that it may mean (their real paths)."""

    start: int
    spelling: str
    files: frozenset[str]


@dataclass(frozen=True)
class Renames:
    """`new_names` are those of files by their real paths; `known` are the files that could have got one, by name."""

    new_names: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def among(cls, files: Iterable[File], new_names: Mapping[str, str]) -> Renames:
        known: dict[str, list[str]] = defaultdict(list)
        for file in files:
            known[file.real.name].append(file.real.as_posix())
        return cls(new_names, {name: tuple(paths) for name, paths in known.items()})

    def spellings(self, folder: Path, data: bytes) -> dict[str, str]:
        """What includes in a file of that directory say, and what they must say afterwards."""
        meant: dict[str, set[str]] = defaultdict(set)
        for mention in self.mentions(folder, data) if self.new_names else ():
            meant[mention.spelling] |= mention.files
        changed = {}
        for spelling, files in meant.items():
            names = {self.new_names.get(file) for file in files}
            if len(names) == 1 and (name := names.pop()):
                changed[spelling] = spelling[: len(spelling) - len(_base(spelling))] + name
        return changed

    def mentions(self, folder: Path, data: bytes) -> Iterator[Mention]:
        """The places where a file of that directory may name one of those known."""
        for match in _QUOTED.finditer(data):
            quoted = match.group(1)
            spelling = (quoted or match.group(2)).decode("utf-8", "surrogateescape").strip()
            if files := self._meant(folder, spelling, is_quoted=quoted is not None):
                yield Mention(match.start(), spelling, files)

    def _meant(self, folder: Path, spelling: str, *, is_quoted: bool) -> frozenset[str]:
        known = self.known.get(_base(spelling))
        if known is None:
            return frozenset()
        name = posixpath.normpath(spelling.replace("\\", "/"))
        beside = posixpath.normpath(posixpath.join(folder.as_posix(), name))
        if is_quoted and beside in known:
            return frozenset((beside,))
        if is_quoted and os.path.lexists(beside):
            return frozenset()
        while name.startswith("../"):
            name = name[3:]
        return frozenset(path for path in known if path.endswith("/" + name.lstrip("/")))


def _base(spelling: str) -> str:
    return re.split(r"[/\\]", spelling)[-1]
