"""CMake files for CUDA become files for both: what conversion would change stands beside what there was, and the option
USE_HIP chooses. Sources stay: `hipify_py_sources` converts them as they are compiled, or, where they are for both, they
are HIP to CMake."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from hipify_py.edits import Edit, splice
from hipify_py.findings import Finding
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.source import UTF8_BOM
from hipify_py.subjects.buildfiles.cmake_blocks import CONDITIONS, STRUCTURE, Blocks
from hipify_py.subjects.buildfiles.cmake_release import asked_for_hip
from hipify_py.subjects.buildfiles.cmake_words import rows
from hipify_py.subjects.buildfiles.dual_blocks import OPTION, Layout
from hipify_py.subjects.buildfiles.dual_targets import Targets
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement
from hipify_py.subjects.buildfiles.words_of_options import GROUP
from hipify_py.texts import to_bytes, to_text

_OPTION_LINE = b'option(%s "Build for AMD GPUs with HIP" OFF)'
_FINDS_MODULE = pattern(rb"(?i:find_package)\s*\(\s*hipify_py\b")
_MODULE = """\
# The sources stay CUDA: they are converted as they are compiled.
if(NOT hipify_py_DIR)
@find_program(HIPIFY_PY hipify-py)
@if(NOT HIPIFY_PY)
@@message(FATAL_ERROR "USE_HIP needs hipify-py: install it and put it on the PATH")
@endif()
@execute_process(
@@COMMAND "${HIPIFY_PY}" --cmake-dir
@@OUTPUT_VARIABLE hipify_py_DIR
@@OUTPUT_STRIP_TRAILING_WHITESPACE
@)
endif()
find_package(hipify_py REQUIRED CONFIG)
"""
_NEEDED = pattern(rb"(?i)\.cu\b|\bCUDA(?:::|_|Toolkit\b)|\bcuda_add_|\(\s*CUDA\b|\bLANGUAGES?\b[^()]{0,300}\bCUDA\b")
_SAYS_NOTHING = frozenset((b"message", b"mark_as_advanced", b"unset", b"option", b"add_feature_info"))
_SETS = frozenset((b"set", b"option", b"unset", b"list", b"mark_as_advanced"))
_OPTIONS = frozenset((b"target_compile_options", b"add_compile_options"))
_SCOPES = frozenset((b"PUBLIC", b"PRIVATE", b"INTERFACE", b"BEFORE"))
_FOR_LANGUAGE = pattern(rb"\$<\$<COMPILE_LANG(?:UAGE|_AND_ID):CUDA\b")
_PROPERTIES = frozenset((b"set_target_properties", b"set_property"))
# What the function takes over for HIP, or only CUDA's compiler reads.
_TAKEN_OVER = frozenset(
    (b"CUDA_STANDARD", b"CUDA_STANDARD_REQUIRED", b"CUDA_EXTENSIONS", b"CUDA_SEPARABLE_COMPILATION")
)
_SET_FOR_CUDA = frozenset(b"CMAKE_" + name for name in _TAKEN_OVER)
_GPUS = (b"CMAKE_CUDA_ARCHITECTURES", b"CUDA_ARCHITECTURES")
_OF_LANGUAGE = b"PROPERTIES LANGUAGE HIP)"
_CALLS_FOR_TARGET = pattern(rb"\s*if\((?P<condition>[^\n()]+)\)\s+(?P<call>hipify_py_sources\([^\n]+\))\s+endif\(\)\s*")
_WORD = pattern(rb"\w+")
_UNSURE = pattern(rb"\$(?:ENV)?\{")
_ONE_WORD = pattern(rb"[^\s()]+")
# Blocks of so many commands are written twice where all of them differ.
_SHORT = 8


def needs_hip(code: bytes) -> bool:
    """Whether something in code without comments is about CUDA, and a build for AMD is another one."""
    return _NEEDED.search(code) is not None


class _Change(NamedTuple):
    """What a command is for HIP: the lines before it and behind it, and the edits of it. Without edits it stays for
    both."""

    edits: Sequence[Edit] = ()
    before: Sequence[bytes] = ()
    behind: Sequence[bytes] = ()


class _Unit(NamedTuple):
    """Whole lines with the commands of these numbers: empty ones behind a command that stays."""

    first: int
    start: int
    end: int
    change: _Change


class Dual(NamedTuple):
    """What is written, the places that are settled by it, and what is to be said."""

    edits: Sequence[Edit]
    settled: Sequence[tuple[int, int]]
    findings: Sequence[Finding]


@dataclass(frozen=True, eq=False)
class DualFile:
    """`data` is the file with its comments, `made` what conversion would change in it. A file that `is_top` begins a
    project, and one that `is_above_cuda` has files for CUDA in its folders. A build for AMD `converts` sources, or
    takes them as they are."""

    file: CMakeFile
    data: bytes
    made: Sequence[Edit]
    cuda_sources: Set[bytes] = frozenset()
    is_top: bool = False
    is_above_cuda: bool = False
    is_template: bool = False
    called_with_targets: Set[bytes] = frozenset()
    host_sources: Set[bytes] = frozenset()
    extended_targets: Set[bytes] = frozenset()
    converts: bool = True

    @cached_property
    def result(self) -> Dual:
        groups = list(self._groups())
        edits = [self._edit(group) for group in groups]
        conditions = list(self._of_structure())
        edits += [each for each in conditions if isinstance(each, Edit)]
        said = [each for each in conditions if isinstance(each, Finding)]
        if (edits or self._is_needed) and self.is_top and self._project is not None and not self._has_option:
            edits = self._with_option(edits)
        settled = [(each.start, each.end) for number, each in enumerate(self._statements) if self._is_settled(number)]
        return Dual(edits, settled, (*said, *self._targets.unknown()) if self.converts else said)

    @cached_property
    def _statements(self) -> Sequence[Statement]:
        return self.file.statements

    @cached_property
    def _blocks(self) -> Blocks:
        return Blocks(self._statements)

    @cached_property
    def _targets(self) -> Targets:
        return Targets(
            self.file,
            self._blocks,
            self.cuda_sources,
            self.called_with_targets,
            self.host_sources,
            self.extended_targets,
        )

    @cached_property
    def _layout(self) -> Layout:
        indents = Counter(self.file.indent(each.start) for each in self._statements)
        tabs = sum(count for indent, count in indents.items() if indent.startswith(b"\t"))
        blanks = [indent for indent in indents if indent.startswith(b" ")]
        has_tabs = tabs > sum(indents[indent] for indent in blanks)
        unit = b"\t" if has_tabs else min(blanks, key=len, default=b"  ")
        guard = b"@%s@" % OPTION if self.is_template else OPTION
        return Layout(self.file.line_end, unit, guard)

    # -- what changes --------------------------------------------------------------------------------------------------

    @cached_property
    def _given(self) -> Mapping[int, list[Edit]]:
        """The edits of each command."""
        found = defaultdict[int, list[Edit]](list)
        number = 0
        made = map(_without_languages, self.made) if self.converts else self.made
        for edit in sorted(filter(None, made), key=lambda edit: (edit.end, edit.start)):
            while number + 1 < len(self._statements) and self._statements[number + 1].start < edit.end:
                number += 1
            found[number].append(edit)
        return found

    @cached_property
    def _changes(self) -> Mapping[int, _Change]:
        found = defaultdict[int, _Change](_Change)
        for number, edits in self._given.items():
            statement = self._statements[number]
            if not (self._is_needless(number) or statement.name in (*STRUCTURE, b"cmake_minimum_required")):
                found[number] = self._change(statement, edits)
        for call in self._targets.calls if self.converts else ():
            change = found[call.number]
            found[call.number] = change._replace(behind=(*change.behind, *call.lines(self._layout.unit)))
        self._find_module(found)
        return {number: change for number, change in found.items() if change != _Change()}

    def _change(self, statement: Statement, edits: Sequence[Edit]) -> _Change:
        """What is only added stays beside the command."""
        inner = [each for each in edits if each.start < statement.end]
        return _Change(inner, (), [line for each in edits if each.start >= statement.end for line in _lines(each)])

    def _find_module(self, found: dict[int, _Change]) -> None:
        """The project knows the module, and CMake the language, if it is built for HIP."""
        number = self._project
        is_needed = number is not None and self.is_top and (found or self._is_needed)
        if not is_needed or number is None or _FINDS_MODULE.search(self.file.code):
            if number is None or not self.is_top:
                self._require(found)
            return
        version = list(dict.fromkeys(line for each in self._statements if (line := asked_for_hip(each))))
        change = found[number]
        lines = _MODULE.splitlines() if self.converts else ()
        module = [to_bytes(line.replace("@", to_text(self._layout.unit))) for line in lines]
        before, behind = (version, module) if change.edits else ((), [*version, *module])
        found[number] = _Change(change.edits, before, [*change.behind, *behind])

    def _require(self, found: dict[int, _Change]) -> None:
        """The release of CMake that knows the language, in other files that ask for one."""
        for number, edits in self._given.items():
            if self._statements[number].name == b"cmake_minimum_required" and edits:
                line = asked_for_hip(self._statements[number])
                found[number] = _Change(behind=[line] if line else [])

    @cached_property
    def _project(self) -> int | None:
        found = (number for number, each in enumerate(self._statements) if each.name == b"project")
        return next(found, None)

    @property
    def _is_needed(self) -> bool:
        return self.is_above_cuda and self._project is not None

    @property
    def _has_option(self) -> bool:
        return any(each.name in (b"option", b"set") and each.words[:1] == [OPTION] for each in self._statements)

    def _is_needless(self, number: int) -> bool:
        """Whether a build for AMD does as well with the command as it is: it sets what only CUDA's compiler reads, or
        what the function for sources takes over."""
        statement, edits = self._statements[number], self._given.get(number, ())
        if statement.name in _SAYS_NOTHING or not self.converts:
            return statement.name in _SAYS_NOTHING
        words = statement.words
        if statement.name in _OPTIONS and all(not each.new for each in edits):
            given = [word for word in words[statement.name.startswith(b"target_") :] if word not in _SCOPES]
            return bool(edits) and all(map(_FOR_LANGUAGE.match, given))
        named = {name for word in words for name in _WORD.findall(word) if b"CUDA" in name}
        harmless = _SET_FOR_CUDA.union(to_bytes(name) for name in rows("dropped"))
        harmless |= frozenset() if self.file.archs else frozenset(_GPUS)
        if statement.name in _PROPERTIES:
            targets = words[1:2] if words[:1] == [b"TARGET"] else words[: _index(words, b"PROPERTIES")]
            return named <= (harmless | _TAKEN_OVER) and self._targets.takes(number, targets)
        if statement.name in _SETS and edits and all(not each.new for each in edits):
            return True
        if not named or not named <= harmless:
            return False
        return statement.name in _SETS or (statement.name in CONDITIONS and self._sets_only(number))

    def _sets_only(self, number: int) -> bool:
        """Whether what a condition is for sets what only CUDA's compiler reads, and does nothing else."""
        last = self._blocks.closing(number)
        inner = [each for each in range(number + 1, last) if self._statements[each].name not in STRUCTURE]
        return last - number <= _SHORT and bool(inner) and all(map(self._is_needless_setting, inner))

    def _is_needless_setting(self, number: int) -> bool:
        return self._statements[number].name in (*_SETS, *_PROPERTIES) and self._is_needless(number)

    def _is_settled(self, number: int) -> bool:
        """Whether nothing is to be said of a command for CUDA, as a build for AMD needs none in its place."""
        return self._is_needless(number)

    # -- blocks of whole lines -----------------------------------------------------------------------------------------

    def _groups(self) -> Iterator[list[_Unit]]:
        """Units that stand behind each other."""
        group: list[_Unit] = []
        for unit in self._units():
            between = self.data[group[-1].end : unit.start] if group else b""
            if group and (between.strip() or between.count(b"\n") > 1 or group[-1].end > unit.start):
                yield group
                group = []
            group.append(unit)
        if group:
            yield group

    def _units(self) -> Iterator[_Unit]:
        number = 0
        while number < len(self._statements):
            last = self._whole_block(number)
            change = self._changes.get(number)
            if last > number:
                every = [edit for each in range(number, last + 1) for edit in self._given.get(each, ())]
                behind = self._changes.get(last, _Change()).behind
                yield _Unit(number, self._line(number)[0], self._line(last)[1], _Change(every, (), behind))
            elif change is not None and (self._stands_alone(number) or not change.edits):
                start, end = self._line(number)
                yield _Unit(number, start if change.edits else end, end, change)
            number = max(number, last) + 1

    def _whole_block(self, number: int) -> int:
        """The end of a block which is another one for HIP, with all that it holds; else the number itself."""
        last = self._blocks.closing(number)
        if self._statements[number].name != b"if" or last - number > _SHORT or not self._condition_changes(number):
            return number
        inner = range(number + 1, last)
        plain = [each for each in inner if self._statements[each].name not in STRUCTURE]
        is_all = all(each in self._changes and self._changes[each].edits for each in plain)
        has_calls = self.converts and any(number <= call.number < last for call in self._targets.calls)
        return last if plain and is_all and not has_calls and self._stands_alone(number, last) else number

    def _condition_changes(self, number: int) -> bool:
        edits = self._given.get(number, ())
        return bool(edits) and not self._is_needless(number)

    @cached_property
    def _twice(self) -> Set[int]:
        """The commands of such blocks."""
        found = set[int]()
        for number in range(len(self._statements)):
            if number not in found and (last := self._whole_block(number)) > number:
                found.update(range(number, last + 1))
        return found

    def _line(self, number: int) -> tuple[int, int]:
        """Where the lines of a command begin and end."""
        statement = self._statements[number]
        start = self.data.rfind(b"\n", 0, statement.start) + 1
        end = self.data.find(b"\n", statement.end) + 1 or len(self.data)
        return (len(UTF8_BOM) if not start and self.data.startswith(UTF8_BOM) else start), end

    def _stands_alone(self, first: int, last: int = -1) -> bool:
        """Whether a command has its lines for itself."""
        last = max(first, last)
        start, end = self._line(first)[0], self._line(last)[1]
        code = self.file.code
        return not (
            code[start : self._statements[first].start].strip() or code[self._statements[last].end : end].strip()
        )

    def _edit(self, group: Sequence[_Unit]) -> Edit:
        first, last = group[0], group[-1]
        indent = self.file.indent(self._statements[first.first].start)
        hip, place = b"", first.start
        for unit in group:
            hip += self.data[place : unit.start] + self._for_hip(unit, indent)
            place = unit.end
        cuda = self.data[first.start : last.end]
        if not cuda and (asked := _CALLS_FOR_TARGET.fullmatch(hip)):
            condition = b"%s AND %s" % (self._layout.guard, asked["condition"])
            text = self._layout.block(indent, self._layout.lines(indent, asked["call"]), b"", condition)
        else:
            text = self._layout.block(indent, hip, cuda)
        if first.start == last.end == len(self.data) and not self.data.endswith(b"\n"):
            text = self._layout.line_end + text
        elif last.end == len(self.data) and not self.data.endswith(b"\n"):
            text = text.removesuffix(self._layout.line_end)
        return Edit(first.start, last.end, text, self._why(group), GROUP)

    def _for_hip(self, unit: _Unit, indent: bytes) -> bytes:
        change = unit.change
        edits = [each._replace(start=each.start - unit.start, end=each.end - unit.start) for each in change.edits]
        text = splice(self.data[unit.start : unit.end], sorted(edits, key=lambda each: (each.start, each.end)))
        if text and change.behind and not text.endswith(b"\n"):
            text += self._layout.line_end
        before, behind = (self._layout.lines(indent, *each) for each in (change.before, change.behind))
        return before + text + behind

    def _why(self, group: Sequence[_Unit]) -> str:
        return next((edit.why for unit in group for edit in unit.change.edits), "CUDA")

    # -- conditions, loops and functions -------------------------------------------------------------------------------

    def _of_structure(self) -> Iterator[Edit | Finding]:
        for number, statement in enumerate(self._statements):
            edits: Sequence[Edit] = self._given.get(number, ())
            is_left = not edits or self._is_needless(number) or number in self._twice
            if is_left or (statement.name not in STRUCTURE and self._stands_alone(number)):
                continue
            if statement.name in (b"if", b"elseif"):
                yield self._condition(statement, edits)
            elif statement.name == b"else" or statement.name.startswith(b"end"):
                yield Edit(statement.opened + 1, statement.end - 1, b"", edits[0].why, GROUP)
            elif statement.name != b"cmake_minimum_required":
                yield _left(statement, edits[0])

    def _condition(self, statement: Statement, edits: Sequence[Edit]) -> Edit | Finding:
        start, end = statement.opened + 1, statement.end - 1
        old = self.data[start:end]
        bare = (each.text for each in statement.arguments if not each.is_quoted)
        if old != self.file.code[start:end] or any(map(_UNSURE.search, bare)):
            return _left(statement, edits[0])
        inner = [each._replace(start=each.start - start, end=each.end - start) for each in edits]
        new = splice(old, sorted(inner, key=lambda each: (each.start, each.end)))
        guard = self._layout.guard
        text = b"(%s AND %s) OR (NOT %s AND %s)" % (guard, _in_brackets(new), guard, _in_brackets(old))
        return Edit(start, end, text, edits[0].why, GROUP)

    def _with_option(self, edits: Sequence[Edit]) -> list[Edit]:
        """The option before all that asks for it, and before the project."""
        numbers = [*self._changes, *(number for number in self._given if not self._is_needless(number))]
        numbers += [] if self._project is None else [self._project]
        after = [n for n, each in enumerate(self._statements) if each.name == b"cmake_minimum_required"]
        first = min((n for n in numbers if n not in after), default=None)
        if first is None:
            return list(edits)
        start = self._line(self._blocks.outermost(first))[0]
        line = _OPTION_LINE % OPTION + self._layout.line_end
        if same := [each for each in edits if each.start == start]:
            others = (each for each in edits if each is not same[0])
            return [same[0]._replace(new=b"".join((line, *_text_of(same[0])))), *others]
        return [*edits, Edit(start, start, line, "CUDA", GROUP)]


_HELP = {
    "BLD011": "call `hipify_py_sources(<target>)` if USE_HIP is set, where the target has its sources",
    "BLD014": "ask for `NOT USE_HIP` as well, or for `hip_VERSION` if USE_HIP is set",
}


def in_dual(found: Finding) -> Finding:
    """What is to be done where a file is for both platforms."""
    return replace(found, help=_HELP[found.rule]) if found.rule in _HELP else found


def _without_languages(edit: Edit) -> Edit | None:
    """The languages of sources are for the function to set."""
    assert isinstance(edit.new, bytes)
    if edit.why == ".cu":
        return None
    if edit.start < edit.end or _OF_LANGUAGE not in edit.new:
        return edit
    lines = edit.new.splitlines(keepends=True)
    new = b"".join(line for line in lines if not line.strip().endswith(_OF_LANGUAGE)).rstrip()
    return edit._replace(new=new) if new else None


def _text_of(edit: Edit) -> list[bytes]:
    return [part for part in edit.parts if isinstance(part, bytes)]


def _lines(edit: Edit) -> list[bytes]:
    return [line.strip() for part in _text_of(edit) for line in part.splitlines() if line.strip()]


def _index(words: Sequence[bytes], word: bytes) -> int:
    return words.index(word) if word in words else len(words)


def _in_brackets(condition: bytes) -> bytes:
    condition = condition.strip()
    return condition if _ONE_WORD.fullmatch(condition) else b"(" + condition + b")"


def _left(statement: Statement, edit: Edit) -> Finding:
    name = statement.name.decode("utf-8", "replace")
    message = f"'{edit.why}' is for CUDA, and no condition on USE_HIP can hold this '{name}'"
    help = "set a variable for CUDA and another value of it if USE_HIP is set, and name the variable here"
    end = statement.start + len(statement.name)
    return Finding("BLD003", statement.start, end, message, help=help, subject=edit.why)
