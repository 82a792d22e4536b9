"""Makefiles for CUDA become files for both: variables for the compiler and the toolkit's folder get other values with
USE_HIP=1. There `hipify-nvcc` takes the options of nvcc as they are, and has a folder that looks like CUDA's."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.findings import Finding
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.source import UTF8_BOM
from hipify_py.subjects.buildfiles.branches import Chain, chains_of
from hipify_py.subjects.buildfiles.make_folders import HOME, TAIL, USUAL
from hipify_py.subjects.buildfiles.make_lines import ASSIGNED, LINE, lines_of, words_in
from hipify_py.subjects.buildfiles.words_of_options import GROUP
from hipify_py.texts import to_bytes, to_text

CONDITION = b"ifeq ($(USE_HIP),1)"
_COMPILER = b"hipify-nvcc"
_TOOLKIT = b"$(shell hipify-nvcc --print-toolkit)"
_HOME_NAME = pattern(HOME)
_NVCC_WORD = pattern(rb"(?<![\w./$(){}-])[@+-]{0,3}(?P<nvcc>(?:[^\s\"'@$]{0,400}/)?nvcc)(?![\w./(){}-])")
_IS_NVCC = pattern(r"(?:[^\s\"]{0,400}/)?nvcc|\$\(shell (?:which|command -v) nvcc\)")
_IN_FOLDER = pattern(r"\$[({](?P<name>\w+)[)}]/bin/nvcc")
_LITERAL = pattern(rb"(?:(?<=-[IL])|(?<![\w./-]))(?P<folder>" + USUAL + rb")(?=" + TAIL + rb")")
_REFERENCE = pattern(rb"\$[({](?P<name>\w+)[)}]")
_HEADERS = pattern(rb"-(?:I|isystem) ?(?:\$[({]" + HOME + rb"[)}]|" + USUAL + rb")/include")
_CALLED = pattern(r"[@+-]*\$[({](?P<name>\w+)[)}]")
_HOST_LITERAL = pattern(r"[@+-]*(?:g\+\+|gcc|clang(?:\+\+)?|c\+\+|cc)(?:-\d+)?")
_SOUGHT = pattern(rb"\b(?:which|command[ \t]+-v|type[ \t]+-[pP])[ \t]+(?P<nvcc>nvcc)(?![\w./-])")
_ASKED = pattern(rb"(?m)^[ \t]*(?:else[ \t]+)?ifn?eq\b[^\n]*?(?<![\w./-])(?P<nvcc>nvcc)(?![\w./-])")
_INCLUDES = pattern(rb"(?m)^-?include\b")
_DIRECTIVE = pattern(rb"[ \t]*(?:ifn?eq|ifn?def|else|endif|-?include)\b")
# What holds only while a variable has no value yet.
_ASKS_IF_UNSET = pattern(
    rb"[ \t]*(?:else[ \t]+)?(?:ifndef[ \t]+(?P<bare>[\w.]+)[ \t\r]*$|ifeq[ \t]*\([ \t]*(?:"
    rb"\$[({](?P<value>[\w.]+)[)}][ \t]*,|,[ \t]*\$[({](?P<behind>[\w.]+)[)}]|"
    rb"\$[({]strip[ \t]+\$[({](?P<stripped>[\w.]+)[)}][)}][ \t]*,|"
    rb"\$[({]origin[ \t]+(?P<origin>[\w.]+)[)}][ \t]*,[ \t]*(?:undefined|default))[ \t]*\)[ \t\r]*$)",
    re.MULTILINE,
)
_CHOICE = b"USE_HIP"
_OF_IMPLICIT_RULES = {b"CXXFLAGS": b"CXX", b"CPPFLAGS": b"CXX"}
# What stands before the name of a program.
_BEFORE = pattern(rb"[@+-]*(?:\$\(\w{0,40}(?:Q|AT|V_\w{1,40}|V|CCACHE|QUIET|ECHO\w{0,40})\)|time|ccache|\||[@+-])")
_MAIN = frozenset(("makefile", "gnumakefile"))
_RULE = "BLD001"


class _Line(NamedTuple):
    start: int
    end: int
    is_recipe: bool
    is_defined: bool
    name: bytes = b""
    value: int = 0


class _Value(NamedTuple):
    """What a variable is with USE_HIP=1, `start:end` being the lines of its assignment; nothing of these where it gets
    its value before them."""

    start: int
    end: int
    text: bytes

    @property
    def is_ahead(self) -> bool:
        return self.start == self.end


@dataclass(frozen=True, eq=False)
class MakeDual:
    """`code` is `data` with blanks for comments and for what is said to people."""

    name: str
    data: bytes
    code: bytes
    is_unread: Callable[[int], bool]

    @cached_property
    def result(self) -> tuple[Sequence[Edit], Sequence[Finding]]:
        groups = list(self._groups())
        is_new = bool(self._new or self._alone)
        if is_new and (not groups or groups[0][0].start != self._top):
            groups.insert(0, [])
        edits = [self._conditional(group, is_first=is_new and not number) for number, group in enumerate(groups)]
        return [*edits, *self._named], self._unsure

    # -- what there is -------------------------------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> list[_Line]:
        found = []
        for start, end, is_recipe, is_defined in lines_of(self.code):
            if start == end or self.is_unread(start):
                continue
            assigned = None if is_recipe or is_defined else ASSIGNED.match(self.code, start, end)
            if assigned and not _DIRECTIVE.match(self.code, start, end):
                found.append(_Line(start, end, False, False, assigned["name"], assigned.end()))
            else:
                found.append(_Line(start, end, is_recipe, is_defined))
        return found

    @cached_property
    def _assigned(self) -> Set[bytes]:
        """Also in branches that a build for AMD does not read."""
        found = (ASSIGNED.match(self.code, *each.span()) for each in LINE.finditer(self.code))
        return {each["name"] for each in found if each is not None}

    @cached_property
    def _referred(self) -> Set[bytes]:
        return {found["name"] for found in _REFERENCE.finditer(self.code)}

    @cached_property
    def _homes(self) -> Set[bytes]:
        """The variables for the folder that the file sets."""
        return {name for name in self._assigned if _HOME_NAME.fullmatch(name)}

    # -- values --------------------------------------------------------------------------------------------------------

    def _groups(self) -> Iterator[list[_Value]]:
        """Assignments that follow each other are in one conditional."""
        group: list[_Value] = []
        for value in self._values:
            between = self.data[group[-1].end : value.start] if group else b""
            goes_on = between == b"" if value.is_ahead else between in (b"\n", b"\r\n")
            if group and not (goes_on and group[-1].is_ahead == value.is_ahead):
                yield group
                group = []
            group.append(value)
        if group:
            yield group

    def _conditional(self, group: Sequence[_Value], *, is_first: bool) -> Edit:
        """With what the file does not set, before all that may ask for it."""
        hip, cuda = [each.text for each in group], []
        start, end = (group[0].start, group[-1].end) if group else (self._top, self._top)
        if is_first:
            hip[:0] = [b"%s := %s" % (name, other) for name, (_text, other) in self._new.items()]
            hip[:0] = [b"%s := %s" % each for each in self._alone.items()]
            cuda = [b"%s := %s" % (name, text) for name, (text, _other) in self._new.items()]
        cuda += [self.data[start:end]] if start < end else []
        behind = (b"", b"") if not group else (b"",) if group[0].is_ahead else ()
        lines = [CONDITION, *hip, *([b"else", *cuda] if cuda else ()), b"endif", *behind]
        return Edit(start, end, self._line_end.join(lines), "nvcc", GROUP)

    @cached_property
    def _values(self) -> list[_Value]:
        found = list(self._ahead.values())
        for line, text in self._assignments:
            if line.start not in self._asked_before:
                indent = self.data[line.start : line.end]
                indent = indent[: len(indent) - len(indent.lstrip(b" \t"))]
                end = line.end - self.data[line.start : line.end].endswith(b"\r")
                found.append(_Value(line.start, end, indent + text))
        return sorted(found)

    @cached_property
    def _assignments(self) -> list[tuple[_Line, bytes]]:
        """Those that differ with USE_HIP=1, and their text then."""
        return [(line, text) for line in self._lines if line.name and (text := self._value(line))]

    @cached_property
    def _ahead(self) -> Mapping[bytes, _Value]:
        """Variables that only some branches set, which the environment may set as well, by their names: they get their
        values before the first conditional. What these say where they find none stays."""
        places: dict[bytes, list[int]] = {}
        for line, _text in self._assignments:
            places.setdefault(line.name, []).append(line.start)
        found: dict[bytes, _Value] = {}
        for line, text in self._assignments:
            first = places[line.name]
            if line.start != first[0] or line.name in self._chosen or not self._conditions.keys() >= set(first):
                continue
            outermost = self._conditions[line.start][0]
            if not _is_in_all(outermost, first):
                head = outermost.branches[0].head
                found[line.name] = _Value(head, head, text)
        return found

    @cached_property
    def _asked_before(self) -> Set[int]:
        """The places of assignments in branches that are taken only while the variable has no value: with USE_HIP=1 it
        has one."""
        known = self._ahead.keys() | self._chosen
        return {line.start for line in self._lines if line.name in known and self._asks_if_unset(line)}

    def _is_default(self, line: _Line, head: bytes) -> bool:
        """Whether the environment may give another value."""
        return head.endswith(b"?=") or self._asks_if_unset(line)

    def _asks_if_unset(self, line: _Line) -> bool:
        for chain in self._conditions.get(line.start, ()):
            branch = next((each for each in chain.branches if each.start <= line.start < each.end), None)
            asked = _ASKS_IF_UNSET.match(self.code, branch.head) if branch else None
            if asked and asked[asked.lastgroup or 0] == line.name:
                return True
        return False

    @cached_property
    def _conditions(self) -> Mapping[int, Sequence[Chain]]:
        """The outermost and the innermost conditional around each line in one."""
        chains = sorted(chains_of("make", self.code, None), key=lambda chain: chain.branches[0].head)
        waiting = iter(chains)
        following = next(waiting, None)
        found: dict[int, Sequence[Chain]] = {}
        around: list[Chain] = []
        for line in self._lines:
            while following and following.branches[0].head < line.start:
                _leave(around, following.branches[0].head)
                around.append(following)
                following = next(waiting, None)
            _leave(around, line.start)
            if around:
                found[line.start] = (around[0], around[-1])
        return found

    @cached_property
    def _chosen(self) -> Set[bytes]:
        """The variables that have a value of their own for the option already."""
        asking = (chain for chain in chains_of("make", self.code, None) if _CHOICE in chain.branches[0].condition)
        spans = [(chain.branches[0].start, chain.branches[0].end) for chain in asking]
        found = (ASSIGNED.match(self.code, *each.span()) for span in spans for each in LINE.finditer(self.code, *span))
        return {each["name"] for each in found if each is not None}

    def _value(self, line: _Line) -> bytes:
        head = self.code[line.start : line.value].strip()
        if _HOME_NAME.fullmatch(line.name):
            return _assigning(head) + _TOOLKIT
        words = list(words_in(self.code, line.value, line.end))
        if not words:
            return b""
        first = words[0]
        in_folder = _IN_FOLDER.fullmatch(first.text)
        if in_folder and to_bytes(in_folder["name"]) in self._homes and not self._is_default(line, head):
            return b""
        is_host = line.name in self._hosts and first.end > first.start
        if is_host or in_folder or _IS_NVCC.fullmatch(first.text):
            value = _COMPILER + self.code[first.end : line.end].rstrip()
            return _assigning(head) + value
        return b""

    # -- compilers for C++ that includes headers of CUDA ---------------------------------------------------------------

    @cached_property
    def _hosts(self) -> Set[bytes]:
        """The variables of compilers that get the folder of CUDA's headers."""
        found = set()
        for line in self._lines:
            if line.is_recipe and self._has_headers(line):
                words = list(words_in(self.code, line.start, line.end))
                called = _CALLED.fullmatch(words[0].text) if words else None
                if called and "-c" in (word.text for word in words) and not _names_nvcc(called["name"]):
                    found.add(to_bytes(called["name"]))
        implied = {_OF_IMPLICIT_RULES[name] for name in self._tainted & _OF_IMPLICIT_RULES.keys()}
        has_own = any(b"CXX" in self.code[each.start : each.end] for each in self._lines if each.is_recipe)
        return found if found or has_own else implied

    def _has_headers(self, line: _Line) -> bool:
        text = self.code[line.start : line.end]
        named = {found["name"] for found in _REFERENCE.finditer(text)}
        return _HEADERS.search(text) is not None or not self._tainted.isdisjoint(named)

    @cached_property
    def _tainted(self) -> Set[bytes]:
        """The variables that hold the folder of CUDA's headers, be it by others."""
        holding: dict[bytes, set[bytes]] = {}
        waiting: list[bytes] = []
        for line in self._lines:
            text = self.code[line.value : line.end] if line.name else b""
            if _HEADERS.search(text):
                waiting.append(line.name)
            for found in _REFERENCE.finditer(text):
                holding.setdefault(found["name"], set()).add(line.name)
        seen = set(waiting)
        while waiting:
            for name in holding.get(waiting.pop(), set()) - seen:
                seen.add(name)
                waiting.append(name)
        return seen

    # -- what is named by itself ---------------------------------------------------------------------------------------

    @cached_property
    def _texts(self) -> list[_Line]:
        """The lines that stay, with the values in them."""
        changed = {*self._asked_before, *(each.start for each in self._values)}
        return [line for line in self._lines if line.start not in changed]

    def _found(self, what: re.Pattern[bytes], group: str) -> Iterator[tuple[int, int, _Line]]:
        for line in self._texts:
            for found in what.finditer(self.code, line.value or line.start, line.end):
                yield *found.span(group), line

    @cached_property
    def _nvccs(self) -> list[tuple[int, int, _Line]]:
        """Calls of nvcc in recipes, and in values behind another word."""
        asked = ((*found.span("nvcc"), line) for line in self._texts for found in self._sought(line))
        called = (each for each in self._found(_NVCC_WORD, "nvcc") if self._is_called(*each))
        return sorted({*called, *asked})

    def _sought(self, line: _Line) -> Iterator[re.Match[bytes]]:
        yield from _SOUGHT.finditer(self.code, line.start, line.end)

    def _is_called(self, start: int, end: int, line: _Line) -> bool:
        before = self.code[line.start : start].split()
        is_first = not before or before[-1].endswith((b";", b"&&", b"||")) or _BEFORE.fullmatch(before[-1])
        return (line.is_recipe or line.is_defined) and bool(is_first) and self.code[end : end + 1] in (b" ", b"\t", b"")

    @cached_property
    def _folders(self) -> list[tuple[int, int, _Line]]:
        taken = {start for start, _end, _line in self._nvccs}
        return [each for each in self._found(_LITERAL, "folder") if each[0] not in taken]

    @cached_property
    def _variables(self) -> Mapping[bytes, tuple[bytes, bytes, bool]]:
        """For a compiler or folder that is named by itself: the variable to name, its other value, and whether the
        file has it already."""
        found: dict[bytes, tuple[bytes, bytes, bool]] = {}
        for places, names, new in (
            (self._nvccs, (b"NVCC", b"CUDA_NVCC"), _COMPILER),
            (self._folders, (b"CUDA_HOME", b"CUDA_PATH", b"CUDA_TOOLKIT"), _TOOLKIT),
        ):
            if places:
                text = self.code[slice(*places[0][:2])]
                same = next((name for name in names if self._has_value(name, text)), None)
                free = (name for name in names if name not in self._assigned and name not in self._referred)
                if name := same or next(free, None):
                    found[text] = name, new, same is not None
        return found

    def _has_value(self, name: bytes, text: bytes) -> bool:
        """Whether a variable is that, from the beginning of the file on."""
        lines = [line for line in self._lines if line.name == name]
        first = min((start for start, _end, line in (*self._nvccs, *self._folders) if line.name), default=None)
        is_before = first is None or (bool(lines) and lines[0].start < first)
        return len(lines) == 1 and is_before and self.code[lines[0].value : lines[0].end].strip() == text

    @cached_property
    def _named(self) -> list[Edit]:
        return [
            Edit(start, end, b"$(%s)" % self._variables[text][0], to_text(text), GROUP)
            for start, end, _line in (*self._nvccs, *self._folders)
            if (text := self.code[start:end]) in self._variables
        ]

    # -- what has no place yet -----------------------------------------------------------------------------------------

    @cached_property
    def _new(self) -> Mapping[bytes, tuple[bytes, bytes]]:
        """Variables for what is named by itself, with their values for CUDA and for HIP."""
        found = self._variables.items()
        return {name: (text, other) for text, (name, other, is_there) in found if not is_there}

    @cached_property
    def _alone(self) -> Mapping[bytes, bytes]:
        """Variables that make or the environment set for CUDA, with their values for HIP."""
        hosts = dict.fromkeys(sorted(self._hosts - self._assigned), _COMPILER)
        return {**hosts, **dict.fromkeys(sorted(self._from_outside), _TOOLKIT)}

    @property
    def _top(self) -> int:
        """The first line that is no comment."""
        begin = len(UTF8_BOM) if self.code.startswith(UTF8_BOM) else 0
        lines = LINE.finditer(self.code, begin)
        return next((each.start() for each in lines if each[0].strip() and not each[0].startswith(b"#")), begin)

    @cached_property
    def _from_outside(self) -> Set[bytes]:
        """Variables for the folder that the environment sets."""
        if self.name.lower() not in _MAIN or _INCLUDES.search(self.code):
            return frozenset()
        return {name for name in self._referred - self._assigned if _HOME_NAME.fullmatch(name)} - {
            name for name, _other, _is_there in self._variables.values()
        }

    @cached_property
    def _unsure(self) -> list[Finding]:
        named = (each[:2] for each in (*self._nvccs, *self._folders))
        places = [each for each in named if self.code[slice(*each)] not in self._variables]
        asked = (each for each in _ASKED.finditer(self.code) if not self.is_unread(each.start()))
        places += [each.span("nvcc") for each in asked if not self._is_named(each.start("nvcc"))]
        words = (next(words_in(self.code, line.start, line.end), None) for line in self._lines if self._compiles(line))
        hosts = [word for word in words if word and _HOST_LITERAL.fullmatch(word.text)]
        left = [self._left(*place, "is for CUDA") for place in places]
        return left + [self._left(word.start, word.end, "compiles CUDA headers") for word in hosts]

    def _compiles(self, line: _Line) -> bool:
        return line.is_recipe and self._has_headers(line)

    def _is_named(self, place: int) -> bool:
        return any(start <= place < end for start, end, _line in self._nvccs)

    def _left(self, start: int, end: int, does: str) -> Finding:
        text = self.code[start:end].decode("utf-8", "replace")
        message = f"'{text}' {does}, also with USE_HIP=1"
        help = "name a variable here, and set it to another value if USE_HIP is 1: hipify-nvcc takes the place of nvcc"
        return Finding(_RULE, start, end, message, help=help, subject=text)

    @property
    def _line_end(self) -> bytes:
        return b"\r\n" if b"\r\n" in self.data else b"\n"


def _names_nvcc(name: str) -> bool:
    return "nvcc" in name.lower()


def _is_in_all(chain: Chain, places: Sequence[int]) -> bool:
    """Whether each branch of a conditional, one of which is taken, has one of some places."""
    has_else = not chain.branches[-1].condition.strip()
    return has_else and all(bisect_left(places, each.start) < bisect_left(places, each.end) for each in chain.branches)


def _leave(around: list[Chain], place: int) -> None:
    while around and around[-1].end <= place:
        around.pop()


def _assigning(head: bytes) -> bytes:
    """`CUDA_HOME ?=` with the same blanks, so that it holds whatever the environment says."""
    found = _OPERATOR.search(head)
    assert found is not None
    return head[: found.start()] + (b":=" if found[0] == b"?=" else found[0]) + b" "


_OPERATOR = pattern(rb"(?:::|[:?+!])?=\Z")
