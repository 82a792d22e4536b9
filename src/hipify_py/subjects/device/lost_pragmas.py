"""`#pragma unroll` in front of what is no loop: nvcc ignores it with a warning, clang refuses it. So it goes where what
follows certainly is none; a macro may be one. Of two that are the same, the first one goes: clang takes one only."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import rskip_blank, skip_blank

_UNROLL = b"unroll"
_OPERATOR = b"_Pragma"
ANCHORS = Anchors(frozenset((_UNROLL, _OPERATOR)), tells=False)

_IN_LITERAL = pattern(rb'_Pragma\s{0,9}\(\s{0,9}"\s{0,9}unroll\b[^"\\]{0,40}"\s{0,9}\)')
_IN_DIRECTIVE = pattern(rb"[ \t]*#[ \t]*pragma[ \t]+unroll\b[^\\]{0,90}")
_LOOP = pattern(rb"\s*(?:for|while|do)\b")
# What begins no loop, label or attribute, and no macro either.
_NO_LOOP = pattern(
    rb"[{};*]|\+\+|--"
    rb"|(?:if|switch|return|break|continue|goto|asm|const|constexpr|static|auto|bool|char|short|int|long|float|double"
    rb"|unsigned|signed|void|struct|class|union|enum|template|typedef|using|namespace|__shared__|__device__|__host__"
    rb"|__global__|__syncthreads|__syncwarp)\b"
)
# `x[0] = …`, `p->x += …`
_STATEMENT = pattern(rb"([A-Za-z_]\w{0,90})\s{0,9}(?:=|\[|\.|->|[-+*/%&|^]=|<<=|>>=|\+\+|--)")
# `half2 v = …`, `scalar_t *p[2];`, `T n;`
_DECLARATION = pattern(
    rb"(?:std\s{0,9}::\s{0,9})?(?:\w{1,90}_t|u?(?:char|short|int|long|longlong|float|double)[1-4]|(?:__)?half2?"
    rb"|(?:__)?nv_bfloat162?|dim3|[A-Z])(?:\s{0,9}[*&]\s{0,9}|\s{1,9})[A-Za-z_]\w{0,90}\s{0,9}[=;\[({,]"
)


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_c or facts.is_ported or not facts.reading.is_cuda:
        return
    reading = facts.reading
    for name in reading.names((_UNROLL,)):
        line = reading.directive_at(name.start)
        if (
            line is None
            or line.keyword != b"pragma"
            or _LOOP.match(reading.code, line.end)
            or not facts.may_change(name)
        ):
            continue
        end = rskip_blank(reading.code, line.end, line.start)
        if _IN_DIRECTIVE.fullmatch(reading.code, line.start, end) and _is_lost(facts, line.start, end):
            yield _without_line(facts, line.start, end)
    for name in facts.names((_OPERATOR,)) if _OPERATOR in reading.words else ():
        found = _IN_LITERAL.match(reading.source.text, name.start) if reading.directive_at(name.start) is None else None
        if found is not None and not _LOOP.match(reading.code, found.end()) and _is_lost(facts, *found.span()):
            end = skip_blank(reading.source.text, found.end(), len(reading.code))
            is_on_line = b"\n" not in reading.code[found.end() : end]
            yield Edit(name.start, end if is_on_line else found.end(), b"", _UNROLL.decode(), "dialect", (found[0],))


def _is_lost(facts: Facts, start: int, end: int) -> bool:
    """Whether no loop follows a pragma, or the same pragma again."""
    reading, code = facts.reading, facts.reading.code
    following = skip_blank(code, end, len(code))
    if (line := reading.directive_at(following)) is not None:
        return line.keyword == b"pragma" and code[line.start : line.end].split() == code[start:end].split()
    if _NO_LOOP.match(code, following) or _DECLARATION.match(code, following):
        return True
    found = _STATEMENT.match(code, following)
    return found is not None and not (found[1].isupper() or found[1] in reading.macros_called)


def _without_line(facts: Facts, start: int, end: int) -> Edit:
    """The edit that takes a directive away: with its line, if there is nothing else in it."""
    reading, text = facts.reading, facts.reading.source.text
    first, stop = reading.line_start(start), reading.line_stop(start)
    begin = skip_blank(reading.code, start, end)
    takes = (reading.code[begin:end],)
    if text[first:stop].strip() == takes[0]:
        return Edit(first, stop, b"", _UNROLL.decode(), "dialect", takes)
    return Edit(begin, end, b"", _UNROLL.decode(), "dialect", takes)
