"""What no macro can do for a source: lines stand there twice, for AMD as conversion writes them, and as they were."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from hipify_py.edits import Edit, outermost
from hipify_py.engine import final_edits
from hipify_py.file.marks import ON_AMD, ON_NVIDIA
from hipify_py.file.proposals import FOR_AMD, NOT_FOR_AMD
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import CONDITIONS
from hipify_py.reading.preprocessor import INCLUDES, Directive
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import rskip_blank, word_before
from hipify_py.run.shim.calls import spliced
from hipify_py.run.shim.conditions import asked_of_both, is_about_platforms

BOTH_VERSIONS = "both versions"
# Text that holds both versions already, or selects one.
_SELECTS = pattern(rb"\s*(?:#\s*(?:if\b[^\n]*(?:__HIP_PLATFORM_AMD__|__HIPCC__)|else\b|endif\b)|" + ON_AMD + rb"\()")
_NAME_OF_MACRO = pattern(rb"[A-Z_][A-Z0-9_]+")
_BLANKS = pattern(rb"[ \t]*")
_DEFINITIONS = (b"define", b"undef")
# Two places that so many lines at most are between are written twice together.
_NEAR = 2


class Versions(NamedTuple):
    """The edits of a source that stays CUDA, and those of the conversion that none of them makes."""

    edits: Sequence[Edit]
    left: Sequence[Edit]

    def serve(self, wanted: Sequence[Edit]) -> bool:
        return not any(edit.start <= each.start and each.end <= edit.end for edit in self.left for each in wanted)


class _Lines(NamedTuple):
    """Whole lines that differ for AMD; none where lines are only added."""

    start: int
    end: int
    is_directive: bool


def both_versions(reading: Reading, edits: tuple[Edit, ...], wanted: Set[Edit], ignored: Set[Edit]) -> Versions:
    """`wanted` are the edits of a conversion that the header does not make needless; `ignored` ones are never made."""
    made = [edit for edit in final_edits(reading, edits) if edit not in ignored]
    return _Writer(reading, made, wanted).versions()


class _Writer:
    def __init__(self, reading: Reading, edits: Sequence[Edit], wanted: Set[Edit]) -> None:
        self._reading = reading
        self._data = reading.source.data
        self._edits = edits
        self._starts = [edit.start for edit in edits]
        self._outermost = outermost(edits)
        self._wanted = sorted((edit.start, edit.end) for edit in wanted)

    def versions(self) -> Versions:
        single: list[Edit] = []
        left: list[Edit] = []
        lines: list[_Lines] = []
        for edit in filter(self._is_wanted, self._outermost):
            made = self._made(edit)
            if isinstance(made, _Lines):
                lines.append(made)
            else:
                (left if made is None else single).append(made or edit)
        twice: list[Edit] = []
        for each in self._joined(lines):
            if self._reading.holds_whole_branches(each.start, each.end):
                twice.append(self._twice(each))
            else:
                left += self._within(each)
        around = [each.start for each in twice]
        outside = [edit for edit in dict.fromkeys(single) if not _stands_in(edit, twice, around)]
        return Versions(sorted((*outside, *twice), key=lambda edit: (edit.start, edit.end)), left)

    def _made(self, edit: Edit) -> Edit | _Lines | None:
        """An edit that serves both platforms, or the lines that are to stand there twice; None where neither can be."""
        line_end, directive = self._reading.line_end, self._directive(edit)
        if _SELECTS.match(self._text(edit)) or self._is_spacing(edit):
            return edit._replace(new=self._text(edit), group=BOTH_VERSIONS, takes=None)
        if self._adds_behind(edit):
            text = line_end + FOR_AMD + self._text(edit) + line_end + b"#endif"
            return edit._replace(new=text, group=BOTH_VERSIONS)
        if _adds_lines(edit) and self._reading.begins_line(edit.start):
            return _Lines(edit.start, edit.start, is_directive=False)
        if directive is not None and directive.keyword in CONDITIONS:
            return self._condition(directive)
        if directive is not None and directive.keyword in INCLUDES:
            return None
        if directive is None and self._is_in_macro_call(edit.start):
            return self._selected(edit)
        return self._lines(edit, directive)

    def _is_wanted(self, edit: Edit) -> bool:
        index = bisect_left(self._wanted, (edit.start, edit.start))
        while index < len(self._wanted) and self._wanted[index][0] <= edit.end:
            if self._wanted[index][1] <= edit.end:
                return True
            index += 1
        return False

    def _is_spacing(self, edit: Edit) -> bool:
        """Whether the code is the same to CUDA: `kernel<< <n, 32>> >(x)` is `kernel<<<n, 32>>>(x)` to nvcc."""
        old = self._data[edit.start : edit.end]
        return bool(old) and b"".join(self._text(edit).split()) == b"".join(old.split())

    def _adds_behind(self, edit: Edit) -> bool:
        """Whether lines are added behind one, which ends there."""
        is_added = edit.start == edit.end and self._text(edit).startswith(self._reading.line_end)
        return is_added and self._data[edit.end : edit.end + 1] in (b"\r", b"\n")

    def _directive(self, edit: Edit) -> Directive | None:
        """The directive that an edit changes: what is inserted at the end of a line is a part of it."""
        at_start = self._reading.directive_at(edit.start)
        is_at_end = at_start is None and edit.start == edit.end and edit.start > 0
        return self._reading.directive_at(edit.start - 1) if is_at_end else at_start

    def _inside(self, start: int, end: int) -> list[Edit]:
        among = self._edits[bisect_left(self._starts, start) : bisect_right(self._starts, end)]
        return [edit for edit in among if edit.end <= end]

    def _text(self, edit: Edit) -> bytes:
        """What an edit writes, with the code that it keeps as it is."""
        return spliced(self._data, edit.start, edit.end, [edit])

    def _within(self, lines: _Lines) -> list[Edit]:
        """The edits of some lines, without what selects a version of all of them."""
        inside = self._inside(lines.start, lines.end)
        if lines.start == lines.end:
            return inside
        edges = (lines.start, lines.end)
        return [edit for edit in inside if not (edit.start == edit.end in edges and _adds_lines(edit))]

    def _lines(self, edit: Edit, directive: Directive | None) -> _Lines:
        """The lines of an edit, with those of all brackets around it: a directive between them might be an argument."""
        start, end = edit.start, edit.end
        if directive is not None:
            start, end = min(start, directive.start), max(end, directive.end)
        else:
            scope = self._reading.scopes.at(start)
            while scope is not None and self._reading.code[scope.start] != ord("{"):
                start, end = min(start, scope.start), max(end, scope.end + 1)
                scope = self._reading.scopes.parent(scope)
        start, end = self._reading.line_start(start), self._reading.line_stop(max(start, end - 1))
        return _Lines(start, end, directive is not None)

    def _joined(self, lines: Iterable[_Lines]) -> Iterator[_Lines]:
        """Lines that overlap or stand close to each other become one; no edit of a conversion is divided."""
        joined: _Lines | None = None
        for each in sorted(lines):
            each = self._with_whole_edits(each)
            if joined is None:
                joined = each
            elif each.start < joined.end or self._is_near(joined, each):
                joined = joined._replace(end=max(joined.end, each.end))
            else:
                yield joined
                joined = each
        if joined is not None:
            yield joined

    def _with_whole_edits(self, lines: _Lines) -> _Lines:
        start, end = lines.start, lines.end
        first = bisect_left(self._outermost, start, key=lambda edit: edit.end)
        for edit in self._outermost[first:]:
            if edit.start >= end:
                break
            if edit.end > start:
                start = min(start, self._reading.line_start(edit.start))
                end = max(end, self._reading.line_stop(max(edit.start, edit.end - 1)))
        return lines._replace(start=start, end=end)

    def _is_near(self, first: _Lines, second: _Lines) -> bool:
        between = self._data[first.end : second.start]
        directives = self._reading.directives_between(first.end, second.start)
        is_apart = first.start == first.end or second.start == second.end or first.is_directive != second.is_directive
        if is_apart or any(line.keyword not in _DEFINITIONS for line in directives):
            return False
        return between.count(b"\n") <= _NEAR

    def _twice(self, lines: _Lines) -> Edit:
        """What opens a block goes on behind both versions, so that each bracket has its other one."""
        line_end, opening, end = self._reading.line_end, self._opening_of_block(lines), lines.end
        indent = _BLANKS.match(self._data, lines.start) if opening is not None else None
        behind = indent[0] + self._data[opening:end] if indent else b""
        lines = lines if opening is None else lines._replace(end=opening)
        old = self._data[lines.start : lines.end].rstrip(b" \t")
        new = spliced(self._data, lines.start, lines.end, self._within(lines)).rstrip(b" \t")
        old, new = (text + line_end if text.strip() and not text.endswith(b"\n") else text for text in (old, new))
        if not new.strip():
            parts = [NOT_FOR_AMD + line_end, old]
        elif not old.strip():
            parts = [FOR_AMD + line_end, new]
        else:
            parts = [FOR_AMD + line_end, new, b"#else" + line_end, old]
        text = b"".join((*parts, b"#endif", line_end, behind))
        return Edit(lines.start, end, text, "CUDA", BOTH_VERSIONS)

    def _opening_of_block(self, lines: _Lines) -> int | None:
        """The brace that the lines end with, if its other one stands behind them."""
        last = rskip_blank(self._reading.code, lines.end, lines.start) - 1
        is_open = self._reading.code[last : last + 1] == b"{" and self._reading.closers.get(last, -1) >= lines.end
        return last if is_open and last >= lines.start and not lines.is_directive else None

    def _is_in_macro_call(self, offset: int) -> bool:
        """Whether braces around a place stand in the arguments of what may be a macro, where no directive can."""
        is_in_braces = False
        scope = self._reading.scopes.at(offset)
        while scope is not None:
            sign = self._reading.code[scope.start]
            is_in_braces |= sign == ord("{")
            if sign == ord("(") and is_in_braces:
                name = word_before(self._reading.code, scope.start, 0)
                if name and (name.text in self._reading.macros_called or _NAME_OF_MACRO.fullmatch(name.text)):
                    return True
            scope = self._reading.scopes.parent(scope)
        return False

    def _selected(self, edit: Edit) -> Edit | None:
        """Both versions as arguments of macros, one of which is empty."""
        inside = self._inside(edit.start, edit.end)
        others = [each for each in inside if each != edit and each.start == each.end in (edit.start, edit.end)]
        if others and not isinstance(edit.new, bytes):
            return None  # they may stand in the part that the edit keeps, or beside it
        old = self._data[edit.start : edit.end]
        new = spliced(self._data, edit.start, edit.end, [each for each in inside if each not in others])
        if any(text.count(b"(") != text.count(b")") or b"//" in text or b"#" in text for text in (old, new)):
            return None
        calls = [b"%s(%s)" % (macro, text) for macro, text in ((ON_AMD, new), (ON_NVIDIA, old)) if text.strip()]
        return Edit(edit.start, edit.end, b" ".join(calls), edit.why, BOTH_VERSIONS)

    def _condition(self, line: Directive) -> Edit | None:
        inside = self._inside(line.start, line.end)
        inside = [edit for edit in inside if not (self._adds_behind(edit) or _adds_lines(edit))]
        shared = [edit for edit in inside if edit.start == edit.end]
        shared = shared if is_about_platforms(b"".join(map(self._text, shared))) else []
        old, new = (spliced(self._data, line.start, line.end, edits) for edits in (shared, inside))
        asked = asked_of_both(old, new)
        return Edit(line.start, line.end, asked, "CUDA", BOTH_VERSIONS) if asked is not None else None


def _stands_in(edit: Edit, written: Sequence[Edit], starts: Sequence[int]) -> bool:
    """Whether one of the texts that are written has an edit in it: what stands at its edge is another one."""
    index = bisect_right(starts, edit.start) - 1
    is_at_edge = index >= 0 and edit.start == edit.end in (written[index].start, written[index].end)
    return index >= 0 and edit.end <= written[index].end and not is_at_edge


def _adds_lines(edit: Edit) -> bool:
    return edit.start == edit.end and isinstance(edit.new, bytes) and edit.new.endswith(b"\n")
