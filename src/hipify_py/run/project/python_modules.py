"""A module of Python as others use it: its functions and classes, what it imports, and where it uses which name."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import accumulate
from typing import NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles.nvidia import Part, never_on_amd
from hipify_py.subjects.buildfiles.python import Python

_IMPORT = pattern(
    rb"(?<![\w.])(?:from[ \t]+(?P<source>[\w.]+)[ \t]+import[ \t]*(?P<names>\([^()]*\)|[^\n;(]*)|"
    rb"import[ \t]+(?P<modules>[^\n;(]+))"
)
_DEFINES = pattern(rb"(?:(?:async[ \t]+)?def|class)[ \t]+(?P<name>\w+)")
_DECORATES = pattern(rb"@[ \t]*(?P<name>[\w.]+)")
# Decorators that hand a function to nobody.
_KEEPS = pattern(rb"(?:\w+\.)*(?:\w*(?:jit|cached?|cache_once)|contextmanager|no_grad|inference_mode|dataclass)")
_SETUP = pattern(rb"(?m)^(?:\w+\.)?setup[ \t]*\(")
_BLANK = pattern(rb"[ \t\f]*")
_WORD = pattern(rb"[A-Za-z_]\w*")
_ASKS_FOR_TYPE = pattern(rb"\bis(?:instance|subclass)\([^()]*(?:\([^()]*\)[^()]*)*\)")
_QUOTED = pattern(rb"\"\w+\"|'\w+'")
_BESIDE = 40


class Import(NamedTuple):
    """A statement with `sources`, which are dotted names, and what the file calls which of their names. It is the
    modules themselves where there are no names."""

    start: int
    end: int
    sources: Sequence[str]
    names: Mapping[str, bytes]

    def word_for(self, name: bytes) -> bytes:
        """What the file calls something of the module, if it has that."""
        return name if "*" in self.names else self.names.get(name.decode("utf-8", "replace"), b"")


class Unit(NamedTuple):
    """A function or class of a module, from its decorators on. Others may be called by who `registered` them."""

    name: bytes
    start: int
    end: int
    is_registered: bool


@dataclass(frozen=True, eq=False)
class Module:
    path: str
    python: Python
    has_own_cuda: bool

    @property
    def is_package(self) -> bool:
        return posixpath.basename(self.path) == "__init__.py"

    @cached_property
    def is_setup(self) -> bool:
        return _SETUP.search(self.python.skeleton) is not None

    def part(self, place: int) -> Part | None:
        """What a place stands in that AMD does not run."""
        return _around(self._parts[0], place) or _around(self._parts[1], place)

    @cached_property
    def _parts(self) -> tuple[Sequence[Part], Sequence[Part]]:
        """Those of NVIDIA's, and those of nobody's."""
        found = never_on_amd(self.python, has_own_cuda=self.has_own_cuda)
        of_nobody = _outermost(part for part in found if part.is_for_typing)
        return _outermost(part for part in found if not part.is_for_typing), of_nobody

    def line(self, place: int) -> int:
        return bisect_right(self._line_starts, place)

    def place(self, line: int) -> int:
        """Where the text of a line begins."""
        blank = _BLANK.match(self.python.data, self._line_starts[min(line, len(self._line_starts)) - 1])
        return blank.end() if blank is not None else 0

    @cached_property
    def _line_starts(self) -> Sequence[int]:
        return [0, *accumulate(len(line) + 1 for line in self.python.data.split(b"\n"))]

    def unit(self, place: int) -> Unit | None:
        number = bisect_right(self._units, place, key=lambda unit: unit.start) - 1
        return self._units[number] if number >= 0 and place < self._units[number].end else None

    @cached_property
    def _units(self) -> Sequence[Unit]:
        return list(self._found_units())

    def _found_units(self) -> Iterator[Unit]:
        code, head, is_registered = self.python.skeleton, -1, False
        last: Unit | None = None
        for line in self.python.lines:
            if line.indent:
                continue
            if last is not None:
                yield last._replace(end=line.start)
                last = None
            if decorated := _DECORATES.match(code, line.head):
                head = line.start if head < 0 else head
                is_registered = is_registered or not _KEEPS.fullmatch(decorated["name"])
                continue
            if defined := _DEFINES.match(code, line.head):
                last = Unit(defined["name"], line.start if head < 0 else head, -1, is_registered)
            head, is_registered = -1, False
        if last is not None:
            yield last._replace(end=len(code))

    @cached_property
    def imports(self) -> Sequence[Import]:
        return [_import_of(found) for found in _IMPORT.finditer(self.python.skeleton)]

    def uses(self, name: bytes, *, behind_dot: bool = False) -> Iterator[int]:
        """Where a file uses a name of a module that it imports, by itself or behind that of the module: not where it
        imports it, defines it, or asks for a type."""
        code = self.python.skeleton
        for place in self._words.get(name, ()):
            before = code[max(place - _BESIDE, 0) : place].rstrip()
            behind = code[place + len(name) :][:_BESIDE].lstrip()
            is_type = before.endswith(b"|") or behind.startswith(b"|")  # classes can be nothing else there
            is_defined = before.endswith((b"def", b"class"))
            if before.endswith(b".") is behind_dot and not is_type and not is_defined and not self._is_aside(place):
                yield place

    def uses_own(self, name: bytes) -> Iterator[int]:
        """Where a module uses one of its functions or classes outside of that."""
        return (place for place in self.uses(name) if (unit := self.unit(place)) is None or unit.name != name)

    def has_string(self, name: bytes) -> bool:
        """Whether a string is that name, by which anything may be looked up."""
        return name in self._strings

    @cached_property
    def _strings(self) -> Set[bytes]:
        code, skeleton = self.python.code, self.python.skeleton
        return {text[0][1:-1] for text in _QUOTED.finditer(code) if skeleton[text.start()] in b"'\""}

    @cached_property
    def _words(self) -> Mapping[bytes, Sequence[int]]:
        found: dict[bytes, list[int]] = defaultdict(list)
        for word in _WORD.finditer(self.python.skeleton):
            found[word[0]].append(word.start())
        return found

    def _is_aside(self, place: int) -> bool:
        number = bisect_right(self._asides, place, key=lambda span: span[0]) - 1
        return number >= 0 and place < self._asides[number][1]

    @cached_property
    def _asides(self) -> Sequence[tuple[int, int]]:
        asked = (found.span() for found in _ASKS_FOR_TYPE.finditer(self.python.skeleton))
        return sorted([*asked, *((each.start, each.end) for each in self.imports)])


def _import_of(found: re.Match[bytes]) -> Import:
    if found["modules"] is not None:
        sources = (words[0] for each in found["modules"].split(b",") if (words := each.split()))
        return Import(*found.span(), [source.decode("utf-8", "replace") for source in sources], {})
    names = (words for each in found["names"].strip(b"() \t").split(b",") if (words := each.split()))
    source = found["source"].decode("utf-8", "replace")
    return Import(*found.span(), [source], {words[0].decode("utf-8", "replace"): words[-1] for words in names})


def _outermost(parts: Iterable[Part]) -> list[Part]:
    found: list[Part] = []
    for part in parts:
        if not found or part.end > found[-1].end:
            found.append(part)
    return found


def _around(parts: Sequence[Part], place: int) -> Part | None:
    number = bisect_right(parts, place, key=lambda part: part.start) - 1
    return parts[number] if number >= 0 and place < parts[number].end else None
