"""The includes of CUDA's headers in a file: what the header has to bring in their place, and what the lines become."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import field
from typing import NamedTuple

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.proposals import NOT_FOR_AMD
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.preprocessor import Directive
from hipify_py.reading.preprocessor import Header as Spelled
from hipify_py.records import dataclass
from hipify_py.subjects.includes.includes import is_converted, resolution_of_header
from hipify_py.texts import to_bytes, to_text

CUDA_INCLUDE = "SHM001"
RUNTIME, HIP_RUNTIME = "cuda_runtime.h", "hip/hip_runtime.h"
_LINE = pattern(rb'#include <([^>\n"]{1,400})>')
_LINE_END = pattern(rb"[ \t]*(?:\r?\n|\Z)")
# Headers that no C compiler reads.
_OF_CPP = pattern(r"(?:thrust|cub|cuda|nvcuda|cooperative_groups|hipcub|rocwmma)(?:/.*|\.h)|mma\.h|.*\.(?:cuh|hpp)")
_OF_CUDA, _OF_C, _OF_BOTH = (".cu", ".cuh"), (".c",), (".h", ".inc", ".inl")


class Inclusion(NamedTuple):
    """A header of CUDA that a file includes, what HIP has for it, and who compiles it (0: C, 1: C++, 2: nvcc or
    hipcc)."""

    name: str
    target: str
    level: int


@dataclass
class Includes:
    """`hip` are headers that HIP needs beside. `findings` are the lines that must change, `edits` what changes all of
    them that may be changed, and `stay` those that may not. A file that `is_bare` has no include at all."""

    of_cuda: list[Inclusion] = field(default_factory=list)
    hip: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)
    stay: list[Finding] = field(default_factory=list)
    is_bare: bool = False

    def __bool__(self) -> bool:
        return bool(self.of_cuda or self.hip or self.findings)


def includes_of(facts: Facts, edits: Sequence[Edit], shim: str, *, keeps: bool) -> Includes:
    """Whether a file `keeps` the lines of CUDA's headers that what stands before them may decide about."""
    return _Lines(facts, edits, shim, keeps=keeps).found()


def level_of(path: str, header: str) -> int:
    """Who compiles a header that a file includes."""
    suffix = posixpath.splitext(path)[1].lower()
    if header == RUNTIME or suffix in _OF_C:
        return 0
    if suffix in _OF_CUDA:
        return 2
    return 0 if suffix in _OF_BOTH and not _OF_CPP.fullmatch(header) else 1


class _Lines:
    def __init__(self, facts: Facts, edits: Sequence[Edit], shim: str, *, keeps: bool) -> None:
        self._facts = facts
        self._reading = facts.reading
        self._shim = shim
        self._edits = edits
        self._new = {edit.start: edit.new for edit in edits if isinstance(edit.new, bytes) and edit.start < edit.end}
        self._keeps = keeps
        self._seen: dict[Branch | None, int] = {}
        self._result = Includes(is_bare=not facts.reading.headers)

    def found(self) -> Includes:
        self._note_added()
        for line, header in self._reading.headers:
            if posixpath.basename(to_text(header.name)) == posixpath.basename(self._shim):
                self._seen.setdefault(self._reading.conditionals.at(line.start), line.end)
            elif is_converted(self._facts, line):
                self._note_line(line, header)
        return self._result

    def _note_added(self) -> None:
        """What conversion adds: the header of the runtime, which nvcc includes unasked, and others that HIP needs."""
        has_shim = any(
            posixpath.basename(to_text(header.name)) == posixpath.basename(self._shim)
            for _line, header in self._reading.headers
        )
        for edit in self._edits:
            if edit.group != "includes" or edit.start < edit.end or not isinstance(edit.new, bytes):
                continue
            headers = [to_text(name) for name in _LINE.findall(edit.new)]
            self._result.hip += [name for name in headers if name != HIP_RUNTIME]
            if HIP_RUNTIME in headers:
                self._result.of_cuda.append(Inclusion(RUNTIME, HIP_RUNTIME, 2))
            if HIP_RUNTIME in headers and not has_shim:
                self._add(edit)

    def _add(self, edit: Edit) -> None:
        end = self._reading.line_end
        is_at_line = self._reading.begins_line(edit.start)
        line = to_bytes(f'#include "{self._shim}"')
        self._result.edits.append(
            Edit(edit.start, edit.start, line + end if is_at_line else end + line + end, RUNTIME, "includes")
        )
        self._seen.setdefault(self._reading.conditionals.at(edit.start), edit.start)
        message = (
            f"nvcc includes <{RUNTIME}> here by itself, and clang does not: '#include \"{self._shim}\"' is missing"
        )
        self._say(edit.start, edit.start + 1, message, f"add '#include \"{self._shim}\"' at this line", RUNTIME)

    def _note_line(self, line: Directive, header: Spelled) -> None:
        name = to_text(header.name)
        resolution = resolution_of_header(self._facts, name)
        if resolution is None or resolution.target is None or resolution.target == name:
            return
        if header.quoted and name in self._facts.local_headers:
            return
        new = self._new.get(header.start)
        target = to_text(new) if new is not None else resolution.target
        around = [*self._reading.conditionals.around(line.start), None]
        path = self._reading.source.path
        if self._keeps and self._depends(line):
            self._result.hip.append(target)
            self._result.edits.append(self._for_cuda(line, name))
            return
        self._result.of_cuda.append(Inclusion(name, target, level_of(path, name)))
        old = to_text(self._reading.source.text[header.opening : header.behind])
        if line.keyword != b"include" or self._reading.scopes.at(line.start) is not None:
            message = f"{old} is not found in builds for AMD"
            help = f'include "{self._shim}" outside of all braces, and keep this line from builds for AMD'
            self._result.stay.append(_finding(header.opening, header.behind, message, help, name))
            self._result.findings.append(self._result.stay[-1])
            return
        if any(branch in self._seen for branch in around):
            self._drop(line, header)
            message = f'{old} is not found in builds for AMD; "{self._shim}" has it'
            self._say(header.opening, header.behind, message, "remove the line", name)
        else:
            self._seen.setdefault(around[0], line.end)
            self._result.edits.append(
                Edit(header.opening, header.behind, to_bytes(f'"{self._shim}"'), name, "includes")
            )
            message = f'{old} must become "{self._shim}"'
            self._say(header.opening, header.behind, message, f"write '#include \"{self._shim}\"'", name)

    def _depends(self, line: Directive) -> bool:
        """Whether a condition, or a macro that is defined before it, may decide about a line behind the header."""
        around = [*self._reading.conditionals.around(line.start), None]
        start = next((self._seen[branch] for branch in around if branch in self._seen), None)
        if start is None or line.keyword != b"include" or self._reading.scopes.at(line.start) is not None:
            return False
        between = self._reading.directives_between(start, line.start)
        return around[0] not in self._seen or any(each.keyword in (b"define", b"undef") for each in between)

    def _for_cuda(self, line: Directive, name: str) -> Edit:
        start, end = self._reading.line_start(line.start), self._reading.line_stop(line.start)
        line_end = self._reading.line_end
        last = b"" if self._reading.source.text[:end].endswith(b"\n") else line_end
        new = (NOT_FOR_AMD + line_end, Span(start, end), last + b"#endif" + line_end)
        return Edit(start, end, new, name, "includes")

    def _drop(self, line: Directive, header: Spelled) -> None:
        """The directive goes, with its line unless a comment stands there too."""
        text = self._reading.source.text
        start, end = max(line.start, self._reading.source.mark), header.behind
        rest = _LINE_END.match(text, end)
        if text[line.start : header.opening] == self._reading.code[line.start : header.opening] and rest is not None:
            end = rest.end()
        else:
            start = self._reading.skip_blank(line.start)
        self._result.edits.append(Edit(start, end, b"", to_text(header.name), "includes"))

    def _say(self, start: int, end: int, message: str, help: str, name: str) -> None:
        self._result.findings.append(_finding(start, end, message, help, name))


def _finding(start: int, end: int, message: str, help: str, name: str) -> Finding:
    return Finding(CUDA_INCLUDE, start, end, message, help=help, subject=name)
