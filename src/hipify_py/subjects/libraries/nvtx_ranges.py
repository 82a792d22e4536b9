"""NVTX of C++, of which ROCTx has the messages: `nvtx3::scoped_range r{"x", nvtx3::rgb{…}};` becomes a range of
hipify_compat.hpp, `nvtx3::mark("x")` a call of ROCTx, `NVTX3_FUNC_RANGE();` a range with the name of the function. All
else of the namespace stays, and LIB002 reports it. LIB031: what the message stood beside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.edits import Edit, Span
from hipify_py.file.effects import acts
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Scope, only_scope
from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import Name, join_lines
from hipify_py.subjects.libraries.message_alone import message_alone
from hipify_py.texts import to_text

_NAMESPACE = b"nvtx3"
_RANGES = frozenset((b"scoped_range", b"scoped_range_in"))
_MARKS = frozenset((b"mark", b"mark_in"))
_WITH_DOMAIN = frozenset((b"scoped_range_in", b"mark_in"))
_OF_FUNCTIONS = frozenset((b"NVTX3_FUNC_RANGE", b"NVTX3_FUNC_RANGE_IN"))
ANCHORS = Anchors(frozenset((_NAMESPACE, *_OF_FUNCTIONS)))

_OWN_COPY = pattern(rb"\bnamespace\s+nvtx3\b[^;={]{0,60}\{")
_GLOBAL = pattern(rb"(?:<\s*(?:(?:::\s*)?nvtx3\s*::\s*domain\s*::\s*global\s*)?>)?")
_CONST = pattern(rb"const\b\s*")
_VARIABLE = pattern(rb"[A-Za-z_]\w*")
_DROPPED = pattern(rb"(?:::\s*)?nvtx3\s*::\s*(?:rgb|argb|color|category|payload)\s*[{(]")
_TEXT = pattern(rb'"[^"]*"|__func__|__FUNCTION__|__PRETTY_FUNCTION__')
_POINTER = pattern(rb"[\w.:>-]{1,200}\s*\.\s*c_str\s*\(\s*\)")


class _Arguments(NamedTuple):
    """A list of them, of which ROCTx takes one at most: `dropped` is what goes."""

    opening: int
    closing: int
    message: Span | None
    dropped: tuple[bytes | Span, ...]


class _Made(NamedTuple):
    edits: tuple[Edit, ...]
    drops: bool


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if _OWN_COPY.search(facts.reading.plain):
        return
    for name in facts.names(_RANGES | _MARKS):
        around = facts.reading.neighbours(name)
        scope = only_scope(around)
        end = _behind_domain(facts, name, around)
        if scope is None or scope.name != _NAMESPACE or end is None:
            continue
        made = _range(facts, scope, end) if name.text in _RANGES else _mark(facts, scope, end)
        if made is None:
            continue
        yield from made.edits
        if made.drops or not _GLOBAL.fullmatch(facts.reading.code, name.end, end):
            yield message_alone(scope.start, end, _NAMESPACE.decode())
    for name in facts.names(word for word in _OF_FUNCTIONS if not facts.own_called(word)):
        yield from _of_function(facts, name)


def _behind_domain(facts: Facts, name: Name, around: Neighbours) -> int | None:
    """Where a name ends, with the domain that it is an instance for."""
    if name.text not in _WITH_DOMAIN:
        return name.end if around.sign_after != b"<" else None
    closing = facts.reading.closing_angle(around.after) if around.sign_after == b"<" else None
    return None if closing is None else closing + 1


def _range(facts: Facts, scope: Scope, end: int) -> _Made | None:
    """The type, and what is left out where it is constructed; None for a message that may be none."""
    code = facts.reading.code
    opening = facts.reading.skip_blank(end)
    for pattern_of_word in (_CONST, _VARIABLE):
        if word := pattern_of_word.match(code, opening):
            opening = facts.reading.skip_blank(word.end())
    new = (b"hipify_compat::scoped_range",)
    renamed = Edit(scope.start, end, new, "nvtx3::scoped_range", "nvtx", (code[scope.start : end],))
    if code[opening : opening + 1] not in (b"(", b"{"):
        return _Made((renamed,), False)
    found = _arguments(facts, opening)
    if found is None or not found.dropped:
        return None if found is None else _Made((renamed,), False)
    kept = () if found.message is None else (found.message,)
    dropped = Edit(found.opening + 1, found.closing, kept, "nvtx3", "nvtx", found.dropped)
    return _Made((renamed, dropped), True)


def _mark(facts: Facts, scope: Scope, end: int) -> _Made | None:
    code, opening = facts.reading.code, facts.reading.skip_blank(end)
    found = _arguments(facts, opening) if code[opening : opening + 1] == b"(" else None
    if found is None or found.message is None or not _is_pointer(facts, found.message):
        return None
    takes = (code[scope.start : found.opening + 1], *found.dropped, b")")
    new = (b"roctxMarkA(", found.message, b")")
    edit = Edit(scope.start, found.closing + 1, new, "nvtx3::mark", "nvtx", takes)
    return _Made((edit,), bool(found.dropped))


def _arguments(facts: Facts, opening: int) -> _Arguments | None:
    """None where more than one is left, or what may be more than a message."""
    closing = facts.reading.closers.get(opening)
    spans = facts.reading.arguments(opening)
    if spans is None or closing is None:
        return None
    stripped = [Span(*facts.reading.stripped(*span)) for span in spans]
    kept = [span for span in stripped if not _is_dropped(facts, span)]
    if len(kept) > 1 or any(_may_be_more(facts, span) for span in kept):
        return None
    dropped = [span for span in stripped if span not in kept]
    commas: list[bytes | Span] = [b","] * (len(spans) - 1)
    return _Arguments(opening, closing, kept[0] if kept else None, (*commas, *dropped) if dropped else ())


def _is_dropped(facts: Facts, span: Span) -> bool:
    """Whether it is what ROCTx does not take, and nothing is done in making it."""
    found = _DROPPED.match(facts.reading.code, *span)
    if found is None or facts.reading.closers.get(found.end() - 1) != span.end - 1:
        return False
    return not acts(join_lines(facts.reading.code[found.end() : span.end - 1]))


def _may_be_more(facts: Facts, span: Span) -> bool:
    """Whether what is passed may be attributes, a registered or a wide message."""
    text = facts.reading.code[span.start : span.end]
    if _NAMESPACE in text or text.startswith((b'L"', b"{")):
        return True
    known = facts.reading.declarations.of(text, span.start) if _VARIABLE.fullmatch(text) else None
    return known is not None and (_NAMESPACE in known.type or known.type == b"auto")


def _is_pointer(facts: Facts, span: Span) -> bool:
    """Whether what is passed is certainly a `const char*`."""
    text = facts.reading.code[span.start : span.end]
    if _TEXT.fullmatch(text) or _POINTER.fullmatch(text):
        return True
    known = facts.reading.declarations.of(text, span.start) if _VARIABLE.fullmatch(text) else None
    return known is not None and known.type.endswith(b"char") and known.depth == 1


def _of_function(facts: Facts, name: Name) -> Iterator[Edit | Finding]:
    around = facts.reading.neighbours(name)
    closing = facts.reading.closers.get(around.after) if around.sign_after == b"(" else None
    macro = facts.reading.macro_at(name.start)
    if closing is None or (macro is not None and macro.name_start == name.start):
        return
    variable = b"function_range"
    while variable in facts.reading.words:
        variable += b"_"
    new = (b"const hipify_compat::scoped_range " + variable + b"{__func__}",)
    takes = (facts.reading.code[name.start : closing + 1],)
    yield Edit(name.start, closing + 1, new, to_text(name.text), "nvtx", takes)
    if not _GLOBAL.fullmatch(b"<" + facts.reading.code[around.after + 1 : closing] + b">"):
        yield message_alone(name.start, closing + 1, _NAMESPACE.decode())
