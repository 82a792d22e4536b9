"""Who includes a file: a header that is included only where no build for AMD reads is not read by any."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hipify_py.file.amd_branches import AmdBranches, on_amd
from hipify_py.file.local_uses import UNITS
from hipify_py.file.platform import Platforms
from hipify_py.file.surroundings import ALONE
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.expressions import UNKNOWN, Worth
from hipify_py.reading.file_names import SUFFIXES
from hipify_py.reading.preprocessor import INCLUDES
from hipify_py.reading.tokens import SPLICE
from hipify_py.run.project.units import Include, Unit
from hipify_py.texts import to_text

# Modules are compiled by themselves, as units are.
HEADERS = SUFFIXES - {*UNITS, ".ixx", ".cppm"}
_LINE = pattern(
    rb"\#(?:[ \t\f\v]|" + SPLICE + rb")*(?:(if)|(endif)|(?:" + b"|".join(sorted(INCLUDES)) + rb"|(define))\b"
    rb'(?:[^"<\n#]|(?<=\\)\n|(?<=\\\r)\n)*("|<)[ \t]*([^"<>\r\n]+))'
)
_NEGATIVE = pattern(rb"ndef\b|[ \t(]*!")
_QUOTED = pattern(rb'["<]([^"<>\s]{1,300}\.\w{1,4})[">]')
# What conversion may answer as the newest CUDA does.
_VERSIONS = frozenset((b"CUDA_VERSION", b"CUDART_VERSION"))
_OF_COMPILER = b"__CUDACC_VER_"
# Who is included through more files than that counts as read.
_MOST_VISITED = 500
# An include that may mean more files than that may mean any.
_MOST_MEANT = 50


class Guard(NamedTuple):
    """What keeps a header from AMD. `is_beside_hip` says that all its includes stand in branches for CUDA beside ones
    for HIP, which are left alone."""

    words: str
    is_beside_hip: bool


READ = Guard("", False)


class Mention(NamedTuple):
    """`is_sure` says that no condition stands around it but what keeps the file from being read twice, and
    `may_be_in_braces` that braces are open before it, if none are in comments. A macro may stand for any text."""

    path: str
    include: Include
    is_sure: bool
    may_be_in_braces: bool = False
    is_in_macro: bool = False


class Includers:
    """`mentions` are those of all files of a tree, by the last part of the headers' names, `builds` what else may name
    headers."""

    def __init__(
        self,
        mentions: Mapping[str, Sequence[Mention]],
        builds: Callable[[], Iterable[bytes]],
        meant: Callable[[str, Include], Sequence[str]],
        unit: Callable[[str], Unit | None],
    ) -> None:
        self._mentions = mentions
        self._builds = builds
        self._meant = meant
        self._unit = unit
        self._known: dict[str, Guard] = {}
        self._meaning: dict[str, Mapping[str, Sequence[Mention]] | None] = {}  # which file each include means

    def guard(self, path: str) -> Guard:
        """The condition that keeps all builds for AMD from including a file, if there is one."""
        if path not in self._known:
            self._known[path] = READ if self._is_open(path) else self._found(path)
        return self._known[path]

    def including(self, path: str) -> Iterator[str]:
        """The files with an include that may mean a file, under any condition; none where one may mean any."""
        return (mention.path for mention in self.mentions_of(path) or ())

    def all_including(self, path: str) -> set[str]:
        """The files that include one by whichever way; none if they are more than anybody looks through."""
        found, waiting = set[str](), [path]
        while waiting:
            new = set(self.including(waiting.pop())) - found
            found |= new
            waiting += new
            if len(found) > _MOST_VISITED:
                return set()
        return found - {path}

    def _is_open(self, path: str) -> bool:
        """Whether a file may be read without an include of the tree."""
        name = posixpath.basename(path)
        return posixpath.splitext(name)[1].lower() not in HEADERS or name in self._named_by_builds

    def _found(self, start: str) -> Guard:
        """A search for anybody who reads it, from includer to includer."""
        included: dict[str, str] = {start: ""}  # by whom one came to it
        waiting, guards = [start], list[tuple[str, Guard]]()
        while waiting:
            path = waiting.pop()
            readers = self._readers(path, guards)
            if readers is None or len(included) > _MOST_VISITED:
                while path:  # it is read, and so is all that it includes on the way
                    self._known[path], path = READ, included[path]
                return READ
            for reader in readers:
                if reader not in included:
                    included[reader] = path
                    waiting.append(reader)
        outer = [guard for path, guard in sorted(guards) if path not in included]
        if not outer:
            return READ  # they include each other, and who includes them is not in sight
        return Guard(outer[0].words, all(guard.is_beside_hip for guard in outer))

    def _readers(self, path: str, guards: list[tuple[str, Guard]]) -> list[str] | None:
        """The headers that include a file where AMD reads; None where somebody reads it for certain. What keeps it from
        AMD elsewhere is added to `guards`."""
        if self._known.get(path) is READ or self._is_open(path):
            return None
        mentions = self.mentions_of(path)
        if mentions is None:
            return None
        sure = {each.path for each in mentions if each.is_sure}
        if not mentions or any(map(self._is_open, sure)):
            return None
        readers = sorted(sure)
        for other in sorted({each.path for each in mentions} - sure):
            if (guard := self._keeps(other, path)) is None:
                readers.append(other)
            else:
                guards.append((other, guard))
        return None if any(map(self._is_open, readers)) else readers

    def mentions_of(self, path: str) -> Sequence[Mention] | None:
        """The includes that may mean a file; None where one may mean any."""
        name = posixpath.basename(path)
        if name not in self._meaning:
            found: dict[str, list[Mention]] | None = defaultdict(list)
            for each in dict.fromkeys(self._mentions.get(name, ())):
                paths = self._meant(each.path, each.include)
                if found is None or len(paths) > _MOST_MEANT:
                    found = None
                    break
                for meant in paths:
                    found[meant].append(each)
            self._meaning[name] = found
        known = self._meaning[name]
        return None if known is None else known.get(path, ())

    def _keeps(self, includer: str, path: str) -> Guard | None:
        """What keeps a file from including another one on AMD."""
        unit = self._unit(includer)
        if unit is None:
            return None
        branches: AmdBranches = unit.branches(_on_amd, is_converted=True)
        places = [include.place for include in unit.includes if path in self._meant(includer, include)]
        words = [branches.guard(place) for place in places]
        if not words or not all(words):
            return None
        spans = Platforms(unit.reading, ALONE).cuda_only()
        is_beside_hip = all(any(start <= place < end for start, end in spans) for place in places)
        return Guard(
            f"{words[0]} (around all includes of the file, as in {posixpath.basename(includer)})", is_beside_hip
        )

    @cached_property
    def _named_by_builds(self) -> frozenset[str]:
        quoted = (name for data in self._builds() for name in _QUOTED.findall(data))
        return frozenset(posixpath.basename(to_text(name)) for name in quoted)


def mentions_in(path: str, data: bytes) -> Iterable[Mention]:
    """The headers that a file includes, or makes macros of their names, each once."""
    return dict.fromkeys(_mentions_in(path, data))


def _mentions_in(path: str, data: bytes) -> Iterator[Mention]:
    depth, is_guarded, is_first, brace = 0, False, True, data.find(b"{")
    for line in _LINE.finditer(data):
        if line[1]:
            is_guarded |= is_first and _NEGATIVE.match(data, line.end()) is not None
            depth += 1
        elif line[2]:
            depth -= 1
        else:
            include = Include(to_text(line[5].rstrip()), line[4] == b'"', place=0)
            is_inside = 0 <= brace < line.start() and data.count(b"{", brace, line.start()) > data.count(
                b"}", brace, line.start()
            )
            yield Mention(path, include, depth <= is_guarded, is_inside, line[3] is not None)
        is_first = False


def _on_amd(name: bytes) -> Worth:
    return UNKNOWN if name in _VERSIONS or name.startswith(_OF_COMPILER) else on_amd(name)


def is_led_to(
    start: str, including: Callable[[str], Iterable[str]], is_wanted: Callable[[str], bool], known: dict[str, bool]
) -> bool:
    """Whether a file is wanted, or one that includes it by whichever way; what is found out is noted as `known`."""
    if start not in known:
        found, waiting, is_found = {start}, [start], False
        while waiting and not is_found:
            path = waiting.pop()
            is_found = known.get(path, False) or is_wanted(path)
            new = set(including(path)) - found
            found |= new
            waiting += new
        known |= {start: True} if is_found else dict.fromkeys(found, False)
    return known[start]
