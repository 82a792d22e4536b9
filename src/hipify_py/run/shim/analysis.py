"""What a macro can do for a file, and what it cannot: the edits of its conversion, told apart."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

from hipify_py.edits import Edit, outermost
from hipify_py.engine import Understood
from hipify_py.file import lane_builtins
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Call, Decision, Listed
from hipify_py.file.marks import COMPAT_HEADER, HEADERS, calls_of_compat_header
from hipify_py.file.ownership import OwnName
from hipify_py.file.usage import Usage, usage
from hipify_py.findings import CONVERSIONS, OWN_NAME, Called, Finding, Severity
from hipify_py.reading.conditionals import CONDITIONS
from hipify_py.reading.preprocessor import INCLUDES
from hipify_py.reading.tokens import splices
from hipify_py.records import dataclass
from hipify_py.run.shim.calls import Template, served, spliced
from hipify_py.run.shim.includes import Includes, includes_of
from hipify_py.source import Source
from hipify_py.texts import to_bytes, to_text

_WARPS = "warps"
MORE_THAN_A_NAME, CONDITION = "SHM003", "SHM004"
_QUESTIONS = (b"ifdef", b"ifndef", b"elifdef", b"elifndef")
_LONGEST_LINE = 160


class Use(NamedTuple):
    """A name of CUDA's that becomes another one, by `edits`. `left` says what else conversion does with the call, if
    anything, and `template` what a macro with arguments would have to be."""

    name: str
    target: str
    library: str
    start: int
    end: int
    is_call: bool = False
    left: Finding | None = None
    template: Template | None = None
    edits: tuple[Edit, ...] = ()


class Left(NamedTuple):
    """What conversion does and no macro can do; `finding` is None where another one on the line says so."""

    edits: tuple[Edit, ...]
    finding: Finding | None


class Own(NamedTuple):
    """What the code base has by a name of CUDA's, and the line of it; 0 where another file has it."""

    what: str
    line: int


@dataclass
class Analysis:
    """A file. `asked` are the names that conditions ask for with `#ifdef`, `helpers` the functions of hipify_compat.hpp
    that it calls, `defined` the macros that headers have to find defined for the calls as they are. `left` is what no
    macro can do whatever other files say, `of_includes` what conversion does with includes."""

    source: Source
    uses: list[Use] = field(default_factory=list)
    own: dict[str, Own] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    namespaces: dict[str, Use] = field(default_factory=dict)
    includes: Includes = field(default_factory=Includes)
    helpers: frozenset[str] = frozenset()
    findings: list[Finding] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    of_includes: frozenset[Edit] = frozenset()
    declared: frozenset[str] = frozenset()
    defined: frozenset[str] = frozenset()

    @property
    def is_of_concern(self) -> bool:
        is_said = bool(self.findings or self.left)
        return is_said or bool(self.uses or self.own or self.asked or self.namespaces or self.includes)


def analysis(found: Understood, shim: str, *, is_port: bool) -> Analysis:
    """`shim` is how the file includes the header; of a port the code for CUDA stays as it is."""
    return _Analyst(found, shim, is_port=is_port).analysis()


class _Analyst:
    def __init__(self, found: Understood, shim: str, *, is_port: bool) -> None:
        self._facts: Facts = found.facts
        self._reading = found.facts.reading
        self._found = found
        self._shim = shim
        self._is_port = is_port
        self._edits = found.edits
        self._starts = [edit.start for edit in found.edits]
        self._at = {(edit.start, edit.why): edit for edit in found.edits}
        self._served: set[Edit] = set()
        self._result = Analysis(found.facts.reading.source)

    def analysis(self) -> Analysis:
        result = self._result
        result.includes = includes_of(self._facts, self._edits, self._shim, keeps=self._is_port)
        result.of_includes = frozenset(edit for edit in self._edits if self._is_about_includes(edit))
        self._served.update(result.of_includes)
        for item, decision in self._facts.decisions:
            self._note(item, decision)
        self._note_lanes()
        result.own |= {name: own for name, own in self._own_names() if name not in result.own}
        result.helpers = frozenset(self._helpers())
        result.left += self._left()
        result.findings += (
            each for each in self._found.findings if each.rule not in CONVERSIONS and each.rule != OWN_NAME
        )
        result.declared = self._facts.unknown_names.declared
        result.defined = self._facts.defined_for_headers
        return result

    def _is_about_includes(self, edit: Edit) -> bool:
        line = self._reading.directive_at(edit.start)
        return edit.group == "includes" or edit.why in HEADERS or (line is not None and line.keyword in INCLUDES)

    def _note(self, item: Listed, decision: Decision) -> None:
        entry, name = item.resolution.entry, to_text(item.name.text)
        if entry.section == "namespaces":
            self._note_namespace(item, name)
        elif decision is Decision.CONVERTED:
            self._note_use(item, name)
        elif item.resolution.target not in (None, name) and (what := _what(item, decision)):
            self._result.own.setdefault(name, Own(what, self._line(item.name.start)))

    def _note_namespace(self, item: Listed, name: str) -> None:
        edit = self._at.get((item.name.start, name))
        if edit is not None and _is_rename(edit, item.name.text, item.resolution.target):
            target = item.resolution.target or ""
            use = Use(name, target, item.library, item.name.start, item.name.end, edits=(edit,))
            self._result.namespaces.setdefault(name, use)
            self._served.add(edit)

    def _note_use(self, item: Listed, name: str) -> None:
        call = self._facts.call(item)
        edits = [edit for edit in self._edits_of(call, name) if edit is not None]
        if not edits:
            return
        line = self._reading.directive_at(item.name.start)
        if line is not None and line.keyword in CONDITIONS and _is_question(item, line.keyword):
            self._note_question(item, name, line.keyword, edits[0])
            return
        if line is not None and line.keyword == b"pragma":
            return
        target = _target(item, call, edits[0])
        if target is None:
            return
        is_call = item.around.sign_after == b"("
        use = Use(name, target, item.library, item.name.start, item.name.end, is_call, edits=tuple(edits))
        is_changed = len(edits) > 1 or any(not isinstance(edit.new, bytes) for edit in edits)
        if is_call and (is_changed or self._facts.policy.argument_changes(item.resolution.entry)):
            use = use._replace(template=served(self._reading, self._facts.policy, call, self._around(edits)))
        if is_changed:
            use = use._replace(left=self._finding(edits[-1], item.name.start, item.name.end))
        self._result.uses.append(use)
        self._served.update(edits)

    def _note_lanes(self) -> None:
        """Functions of lanes, which keep their names in HIP, or do not: their calls decide."""
        for place in self._facts.names(lane_builtins.WITH_MASKS):
            around = self._reading.neighbours(place)
            name = to_text(place.text)
            resolution = self._facts.policy.name(name)
            if resolution is None or usage(around, is_scope=False) is not Usage.PLAIN:
                continue
            item = Listed(place, resolution, around, Usage.PLAIN)
            use = Use(name, name, item.library, place.start, place.end, around.sign_after == b"(")
            call = self._facts.call(item)
            closing = self._reading.closers.get(call.opening or -1)
            inside = self._between(place.start, closing + 1) if closing is not None else ()
            edits = [edit for edit in inside if edit.group == _WARPS and edit.why.split(" of ")[-1] == name]
            if edits:
                template = served(self._reading, self._facts.policy, call, inside)
                left = self._finding(edits[0], place.start, place.end)
                use = use._replace(left=left, template=template, edits=tuple(edits))
                self._served.update(edits)
            self._result.uses.append(use)

    def _edits_of(self, call: Call, name: str) -> Iterator[Edit | None]:
        """The edits of a name, and of the arguments behind it."""
        start = call.item.name.start
        if call.item.usage is Usage.GLOBAL:
            colons = call.item.around.colons_before(call.item.around.before)
            yield self._at.get((start if colons is None else colons, name)) or self._at.get((start, name))
        else:
            yield self._at.get((start, name))
        if call.opening is not None and self._reading.closers.get(call.opening) is not None:
            spans = self._reading.arguments(call.opening) or []
            first = self._reading.stripped(*spans[0])[0] if spans else call.opening + 1
            edit = self._at.get((first, f"{name}(…)"))
            yield edit if edit is not None and edit.group == "arguments" else None

    def _around(self, edits: Sequence[Edit]) -> Sequence[Edit]:
        """All edits between the first and the last byte of the call that some are made in."""
        start = min(edit.start for edit in edits)
        end = self._reading.line_stop(max(edit.end for edit in edits))
        return self._between(start, end)

    def _between(self, start: int, end: int) -> Sequence[Edit]:
        return self._edits[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def _note_question(self, item: Listed, name: str, keyword: bytes, edit: Edit) -> None:
        self._served.add(edit)
        self._result.asked.setdefault(name, self._line(item.name.start))
        new = to_text(edit.new) if isinstance(edit.new, bytes) else ""
        is_negated = keyword in (b"ifndef", b"elifndef")
        both = f"!defined({name}) && !defined({new})" if is_negated else f"defined({name}) || defined({new})"
        message = f"'{name}' is not defined in builds for AMD, where '{new}' is"
        help = f"ask for either: {both}"
        said = Finding(CONDITION, item.name.start, item.name.end, message, help=help, subject=name)
        self._result.left.append(Left((edit,), said))

    def _own_names(self) -> Iterator[tuple[str, Own]]:
        """What the file has by names of CUDA that become others; a macro that is the same as ours is none."""
        for name, owns in self._facts.own.items():
            resolution = self._facts.policy.name(to_text(name))
            target = resolution.target if resolution is not None else None
            own = next((each for each in owns if not self._is_same(each, target)), None)
            if own is not None and target not in (None, to_text(name)) and not own.file:
                yield to_text(name), Own(f"its own {own.what} of that name", self._line(own.name.start))
        for place in self._facts.own_namespaces.values():
            yield to_text(place.text), Own("its own namespace of that name", self._line(place.start))

    def _is_same(self, own: OwnName, target: str | None) -> bool:
        macro = self._reading.macro_at(own.name.start) if own.what == "macro" and not own.file else None
        return macro is not None and self._reading.code[macro.body : macro.end].strip() == to_bytes(target or "")

    def _helpers(self) -> Iterator[str]:
        """The functions of hipify_compat.hpp that the file calls by CUDA's names."""
        written = calls_of_compat_header(b"\n".join(piece for edit in self._edits for piece in _texts(edit)))
        for said in self._found.said:
            if isinstance(said, Called) and said.header == COMPAT_HEADER:
                yield from (name for name in said.names if name not in written or self._is_listed(name))

    def _is_listed(self, name: str) -> bool:
        resolution = self._facts.policy.name(name)
        is_used = to_bytes(name) in self._reading.words
        return is_used and resolution is not None and resolution.is_in_compat

    def _left(self) -> Iterator[Left]:
        """What conversion does beside, which is said once a line and kind."""
        said: set[tuple[int, str]] = set()
        for edit in self._edits:
            line = self._line(edit.start)
            if edit in self._served:
                continue
            is_said = (line, edit.group) in said
            said.add((line, edit.group))
            yield Left((edit,), None if is_said else self._finding(edit, edit.start, max(edit.end, edit.start + 1)))

    def _finding(self, edit: Edit, start: int, end: int) -> Finding:
        message, severity, rule = _worded(edit)
        end = min(end, max(start + 1, self._reading.source.data.find(b"\n", start) % (len(self._reading.code) + 1)))
        help = self._help(edit)
        return Finding(rule, start, end, message, help=help, subject=edit.why.removesuffix("(…)"), severity=severity)

    def _help(self, edit: Edit) -> str:
        """What conversion makes of the lines."""
        start, end = self._reading.line_start(edit.start), self._reading.line_stop(max(edit.start, edit.end - 1))
        around = outermost(self._between(start, end))
        if not around or around[-1].end > end:
            return _SEE_DIFF
        text = spliced(self._reading.source.data, start, end, self._between(start, end)).strip()
        line = text.decode("utf-8", "replace")
        if "\n" in line or len(line) > _LONGEST_LINE:
            return _SEE_DIFF
        return f"for AMD hipify-py writes: {line}"

    def _line(self, offset: int) -> int:
        return self._reading.source.line(offset)


_SEE_DIFF = "`hipify-py --diff` on this file shows what to write for AMD beside it"


def _is_rename(edit: Edit, name: bytes, target: str | None) -> bool:
    if not isinstance(edit.new, bytes) or target is None:
        return False
    return edit.new == to_bytes(target) + splices(edit.new) and edit.end - edit.start >= len(name)


def _target(item: Listed, call: Call, edit: Edit) -> str | None:
    """What a macro by the name of a use would stand for."""
    if item.resolution.expression is None:
        return call.target if _is_rename(edit, item.name.text, call.target) else None
    return to_text(edit.new) if isinstance(edit.new, bytes) else item.resolution.expression


def _is_question(item: Listed, keyword: bytes) -> bool:
    """Whether a condition asks if a macro is defined, and not for its value."""
    start, token = item.around.token_before(item.around.before)
    if token == b"(":
        _start, token = item.around.token_before(start)
    return keyword in _QUESTIONS or token == b"defined"


def _what(item: Listed, decision: Decision) -> str:
    """Why a place is not CUDA's name, though a macro would replace it."""
    if decision is Decision.OWN_SCOPE:
        return "a name of that kind in a namespace or class of its own"
    if decision is Decision.OWN_TARGET:
        return f"its own '{item.resolution.target}'"
    if decision is Decision.LEGACY:
        return "the older function of that name"
    if decision is Decision.NO_NAME and item.usage is Usage.MEMBER:
        return "a member of that name"
    return "a label of that name" if decision is Decision.NO_NAME and item.usage is Usage.LABEL else ""


def _texts(edit: Edit) -> Iterable[bytes]:
    return (piece for piece in edit.parts if isinstance(piece, bytes))


_KINDS: Mapping[str, str] = {
    "arguments": "'{why}' takes other arguments in HIP",
    "inline PTX": "inline PTX does not compile for AMD",
    _WARPS: "'{why}' must differ on AMD GPUs, whose wavefronts may have 64 lanes",
    "dialect": "clang reads this code otherwise than nvcc",
    "launches": "clang does not read this kernel launch",
    "pasted names": "'{why}' makes names of CUDA by pasting, which may not be among the macros",
    "pointers": "'{why}' is void* in HIP, which takes no arithmetic",
    "definitions": "HIP brings what is defined here ('{why}')",
    "guards": "this condition on '{why}' decides otherwise in builds for AMD",
}


def _worded(edit: Edit) -> tuple[str, Severity, str]:
    why = edit.why.removesuffix("(…)")
    kind = _KINDS.get(edit.group, "'{why}' is more than another name in HIP")
    if edit.group == "arguments" and why == edit.why:
        kind = "'{why}' becomes another value in this call"
    elif why.startswith(("struct ", "enum ", "union ")):
        kind = "HIP has a type in place of '{why}', and no tag"
    message = kind.format(why=why)
    is_condition = edit.group == "guards"
    return (
        message,
        Severity.WARNING if is_condition else Severity.ERROR,
        CONDITION if is_condition else MORE_THAN_A_NAME,
    )
