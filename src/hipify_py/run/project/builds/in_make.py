"""Directories of headers, sources that nvcc takes for CUDA, and macros, as a makefile gives them."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.run.project.builds.conditions import Conditions
from hipify_py.run.project.builds.said import Definition, Folder, Reach, Who, is_unit
from hipify_py.subjects.buildfiles.make_lines import ASSIGNED, LINE, words_in
from hipify_py.subjects.buildfiles.read import without_comments
from hipify_py.texts import to_text

_SAYS_FOLDERS = pattern(rb"-I|-isystem|-iquote")
_TELLS_NVCC = pattern(rb"-x[ \t=]?[ \t]*cu\b")
_RULE = pattern(rb"(?P<targets>[^\s:=#][^:=#\n]*):(?![=:])(?P<needed>[^=\n]*)")
_REFERENCE = pattern(r"\$[({]([\w.-]{1,80})[)}]|\$([<^@])")
_HERE = ("CURDIR", "PWD", "srcdir", "top_srcdir")
_WITH_FOLDER = ("-isystem", "-iquote", "-I")
_OLD_RULE = pattern(r"\.(\w+)\.\w+")
_MACRO = pattern(rb"(?<![\w-])-D[ \t]?([A-Za-z_]\w*)")
_FOR_NVCC = pattern(rb"(?i)nvcc|cuda_?\w{0,40}flags|cu_?flags")
_MOST_WORDS = 20_000


@dataclass(frozen=True, eq=False)
class InMake:
    path: str
    data: bytes

    @property
    def base(self) -> str:
        return posixpath.dirname(self.path)

    @cached_property
    def _code(self) -> bytes:
        return without_comments("make", "", self.data, None)

    @cached_property
    def folders(self) -> Sequence[Folder]:
        return list(self._folders()) if _SAYS_FOLDERS.search(self.data) else []

    def _folders(self) -> Iterator[Folder]:
        values = [word for words in self._variables.values() for word in words]
        commands = [word for _needed, words in self._commands for word in words]
        words = [self._expanded(word, ()) for word in (*values, *commands)[:_MOST_WORDS]]
        for word, behind in pairwise((*words, "")):
            option = next((each for each in _WITH_FOLDER if word.startswith(each)), "")
            folder = (word[len(option) :].lstrip("=") or behind).strip("\"'") if option else ""
            if folder and "$" not in folder and not folder.startswith("-"):
                yield Folder(self._joined(folder))

    def _joined(self, path: str) -> str:
        return posixpath.normpath(posixpath.join(self.base, path))

    @cached_property
    def as_cuda(self) -> Sequence[str]:
        """The sources in commands that say so."""
        return list(self._units()) if _TELLS_NVCC.search(self.data) else []

    def _units(self) -> Iterator[str]:
        for needed, words in self._commands:
            parts = [part for word in words for part in self._in_full(word, needed)]
            if _is_told(parts):
                yield from (self._joined(part) for part in parts if is_unit(part) and "$" not in part)

    @property
    def as_hip(self) -> Sequence[str]:
        return ()

    @cached_property
    def definitions(self) -> Sequence[Definition]:
        found = []
        for line in LINE.finditer(self._code):
            if b"-D" in line[0]:
                reach = self._reach(line.start(), line[0])
                found += [Definition(to_text(name), reach) for name in _MACRO.findall(line[0])]
        return found

    def _reach(self, place: int, line: bytes) -> Reach:
        reach = self._conditions.around(place)
        assigned = None if line.startswith(b"\t") else ASSIGNED.match(line)
        is_nvccs = _FOR_NVCC.search(assigned["name"] if assigned else line) is not None
        return Reach(Who.CUDA, reach.is_sure) if is_nvccs and reach.who is not Who.HIP else reach

    @cached_property
    def _conditions(self) -> Conditions:
        return Conditions("make", self._code)

    def may_define(self, name: str) -> bool:  # noqa: ARG002
        """Every option with a macro is a definition."""
        return False

    def _in_full(self, word: str, needed: Sequence[str]) -> Sequence[str]:
        """A word, or all words of the variable that it is."""
        found = _REFERENCE.fullmatch(word)
        if found is None or found[2]:
            return self._expanded(word, needed).split()
        return [part for each in self._variables.get(found[1], ()) for part in self._expanded(each, needed).split()]

    def _expanded(self, word: str, needed: Sequence[str]) -> str:
        return _REFERENCE.sub(lambda found: self._value(found[1], found[2], needed) or found[0], word)

    def _value(self, name: str | None, sign: str | None, needed: Sequence[str]) -> str:
        if sign:
            return " ".join(needed[:1] if sign == "<" else needed) if sign in "<^" else ""
        if name in _HERE:
            return "."
        values = self._variables.get(name or "", ())
        return values[0] if len(values) == 1 and "$" not in values[0] else ""

    @cached_property
    def _variables(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for line in LINE.finditer(self._code):
            assigned = None if line[0].startswith(b"\t") else ASSIGNED.match(self._code, *line.span())
            if assigned:
                words = words_in(self._code, assigned.end(), line.end())
                found[to_text(assigned["name"])] += [word.text for word in words]
        return found

    @cached_property
    def _commands(self) -> list[tuple[list[str], list[str]]]:
        """The words of each command, and what its rule makes something of."""
        found, needed = [], list[str]()
        for line in LINE.finditer(self._code):
            if line[0].startswith(b"\t"):
                found.append((needed, [word.text for word in words_in(self._code, *line.span())]))
            elif not ASSIGNED.match(line[0]) and (rule := _RULE.match(line[0])):
                needed = [self._expanded(word.text, ()) for word in words_in(line[0], *rule.span("needed"))]
                old = _OLD_RULE.fullmatch(to_text(rule["targets"].strip()))
                needed = [f"%.{old[1]}"] if old else needed
        return found


def _is_told(words: Sequence[str]) -> bool:
    """Whether nvcc is to take sources for CUDA, whatever their names."""
    told = {("-x", "cu"), ("--x", "cu")}
    return any(word in ("-xcu", "-x=cu", "--x=cu") for word in words) or not told.isdisjoint(pairwise(words))
