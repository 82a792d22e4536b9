"""Parts of a conversion that can be made by themselves: a name, a statement, a selection.

Edits depend on each other: `__shfl_down_sync` loses its mask when it loses its `_sync`. A part is right if converting
the rest later gives what converting all at once gives. What is asked for grows until that holds; the whole file always
is such a part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from hipify_py.edits import Edit, outermost, splice
from hipify_py.engine import Result
from hipify_py.file.marks import (
    COMPAT_HEADER,
    PTX_HEADER,
    calls_of_compat_header,
    calls_of_ptx_header,
    uses_ptx_header,
)
from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.records import dataclass
from hipify_py.texts import to_bytes

Span = tuple[int, int]
Convert = Callable[[bytes], Result]

_INCLUDES = "includes"
_NAME = pattern(rb"[A-Za-z_]\w*\Z")
_ENDS_STATEMENT = b";{}"
_DIRECTIVE = pattern(rb"[ \t]*#(?:[^\\\r\n]|\\(?:\r\n|[\s\S]))*")
# Most functions end in a brace at the beginning of a line.
_END_OF_FUNCTION = pattern(rb"(?m)^\}")
_BRACKETS = pattern(rb"[()]")
_OPENING = pattern(rb"[ \t\r\n\\]*(?:<<<[^;]{0,2000}?>>>[ \t\r\n\\]*)?\(")


@dataclass(frozen=True)
class Replacement:
    """New bytes for `start:end`."""

    start: int
    end: int
    new: bytes


@dataclass(frozen=True)
class Part:
    """What to replace, and the text that is then there."""

    replacements: tuple[Replacement, ...]
    text: bytes

    @property
    def header_calls(self) -> Mapping[str, frozenset[str]]:
        """What the text calls of our headers."""
        found = {COMPAT_HEADER: calls_of_compat_header(self.text)}
        if uses_ptx_header(self.text):
            found[PTX_HEADER] = calls_of_ptx_header(self.text)
        return {header: calls for header, calls in found.items() if calls}


def whole(result: Result) -> Part:
    """All of a conversion."""
    data = result.source.data
    if result.applied:
        return Part(tuple(replacements(data, result.applied)), result.output)
    return Part(tuple(_difference(data, result.output)), result.output)


def part(result: Result, spans: Iterable[Span], convert: Convert) -> Part:
    """The first of some growing spans whose conversion is right by itself, or else all."""
    data, seen = result.source.data, list[tuple[Edit, ...]]()
    for span in spans:
        inside = _within(result.applied, span)
        brought = [edit for edit in result.applied if edit.group == _INCLUDES]
        for edits in (inside, _in_order(result.applied, {*inside, *brought})):
            if not inside or edits in seen or edits == result.applied:
                continue
            seen.append(edits)
            if convert(text := splice(data, edits)).output == result.output:
                return Part(tuple(replacements(data, edits)), text)
    return whole(result)


def replacements(data: bytes, edits: Sequence[Edit]) -> Iterator[Replacement]:
    """Ordered edits as replacements that do not overlap."""
    for group in _groups(edits):
        outer = group[0]
        text = splice(data, group)
        new = text[outer.start : len(text) - (len(data) - outer.end)]
        if new != data[outer.start : outer.end]:
            yield Replacement(outer.start, outer.end, new)


def named_at(result: Result, offset: int) -> Edit | None:
    """The innermost edit of a name at a place."""
    data = result.source.data
    found = [edit for edit in result.applied if edit.start <= offset <= edit.end and edit.start < edit.end]
    names = (edit for edit in reversed(found) if _is_name(data, edit))
    return next(names, None)


def around(data: bytes, start: int, end: int) -> Iterator[Span]:
    """Growing spans around a place: a call, the statement, the function."""
    code = tokens.code_only(data)
    yield start, _end_of_call(code, end)
    yield statement(code, start, end)
    yield _function(code, start, end)


def statement_at(data: bytes, offset: int) -> Span:
    return statement(tokens.code_only(data), offset, offset)


def statement(code: bytes, start: int, end: int) -> Span:
    """Where the statement or the directive of a place begins and ends."""
    line = code.rfind(b"\n", 0, start) + 1
    if (directive := _DIRECTIVE.match(code, line)) is not None:
        return line, max(directive.end(), end)
    first = max(code.rfind(sign, 0, start) for sign in (b";", b"{", b"}")) + 1
    first = min(start, len(code) - len(code[first:].lstrip()))
    last = next((place for place in range(max(end - 1, first), len(code)) if code[place] in _ENDS_STATEMENT), None)
    return first, len(code) if last is None else last + 1


def is_launch(data: bytes, span: Span) -> bool:
    return data.find(b"<<<", *span) >= 0


def count(result: Result, span: Span) -> int:
    """How many edits a span has."""
    return len(_within(result.applied, span))


def _is_name(data: bytes, edit: Edit) -> bool:
    text = data[edit.start : edit.end]
    return _NAME.match(text) is not None or to_bytes(edit.why) == text.strip(b'<>"')


def _end_of_call(code: bytes, end: int) -> int:
    """Behind the arguments of what ends at a place, if it has any."""
    opening = _OPENING.match(code, end)
    depth = 0
    for bracket in _BRACKETS.finditer(code, opening.end() - 1) if opening is not None else ():
        depth += 1 if bracket[0] == b"(" else -1
        if depth <= 0:
            return bracket.end()
    return end


def _function(code: bytes, start: int, end: int) -> Span:
    before = [found.end() for found in _END_OF_FUNCTION.finditer(code, 0, start)]
    behind = _END_OF_FUNCTION.search(code, end)
    return before[-1] if before else 0, behind.end() if behind is not None else len(code)


def _within(edits: Sequence[Edit], span: Span) -> tuple[Edit, ...]:
    """The edits that touch a span, with all that stand in them."""
    start, end = span
    return tuple(edit for group in _groups(edits) if _touches(group[0], start, end) for edit in group)


def _touches(edit: Edit, start: int, end: int) -> bool:
    if edit.start == edit.end:
        return start <= edit.start <= end
    return edit.start < max(end, start + 1) and start < edit.end


def _in_order(edits: Sequence[Edit], chosen: set[Edit]) -> tuple[Edit, ...]:
    return tuple(edit for edit in edits if edit in chosen)


def _groups(edits: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """Each outermost edit with those that stand in it."""
    outer = {id(edit) for edit in outermost(edits)}
    group: list[Edit] = []
    for edit in edits:
        if id(edit) in outer and group:
            yield tuple(group)
            group = []
        group.append(edit)
    if group:
        yield tuple(group)


def _difference(old: bytes, new: bytes) -> Iterator[Replacement]:
    """Whole lines between what two texts have in common at both ends."""
    if old == new:
        return
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    low = 0
    while low < min(len(before), len(after)) and before[low] == after[low]:
        low += 1
    high = 0
    while high < min(len(before), len(after)) - low and before[-1 - high] == after[-1 - high]:
        high += 1
    start, end = sum(map(len, before[:low])), len(old) - sum(map(len, before[len(before) - high :]))
    yield Replacement(start, end, b"".join(after[low : len(after) - high]))
