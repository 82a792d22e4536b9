"""`#pragma unroll` in front of what is no loop: nvcc ignores it with a warning, clang refuses it. So it goes where what
follows certainly is none; a macro may be one. Of two that are the same, the first one goes: clang takes one only."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name, rskip_blank, skip_blank

_UNROLL = b"unroll"
_OPERATOR = b"_Pragma"
ANCHORS = Anchors(frozenset((_UNROLL, _OPERATOR)), tells=False)

_IN_LITERAL = pattern(rb'_Pragma\s{0,9}\(\s{0,9}"\s{0,9}unroll\b[^"\\]{0,40}"\s{0,9}\)')
_IN_DIRECTIVE = pattern(rb"[ \t]*#[ \t]*pragma[ \t]+unroll\b[^\\]{0,90}")
_LOOP = pattern(rb"(?:for|while|do)\b")
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
    for name in facts.reading.names((_UNROLL,)):
        yield from _in_directive(facts, name)
    for name in facts.names((_OPERATOR,)) if _OPERATOR in facts.reading.words else ():
        yield from _in_operator(facts, name)


def _in_directive(facts: Facts, name: Name) -> Iterator[Edit]:
    """`#pragma unroll`: it goes with its line, if there is nothing else in it."""
    reading, line = facts.reading, facts.reading.directive_at(name.start)
    if line is None or line.keyword != b"pragma":
        return
    end = rskip_blank(reading.code, line.end, line.start)
    is_all = _IN_DIRECTIVE.fullmatch(reading.code, line.start, end) is not None
    if not is_all or not _is_lost(facts, line.start, end) or not facts.may_change(name):
        return
    first, stop = reading.line_start(line.start), reading.line_stop(line.start)
    begin = skip_blank(reading.code, line.start, end)
    takes = (reading.code[begin:end],)
    is_alone = reading.source.text[first:stop].strip() == takes[0]
    yield Edit(first if is_alone else begin, stop if is_alone else end, b"", _UNROLL.decode(), "dialect", takes)


def _in_operator(facts: Facts, name: Name) -> Iterator[Edit]:
    """`_Pragma("unroll")`: it goes with what is blank behind it on its line."""
    reading, text = facts.reading, facts.reading.source.text
    found = _IN_LITERAL.match(text, name.start) if reading.directive_at(name.start) is None else None
    if found is not None and _is_lost(facts, *found.span()):
        end = skip_blank(text, found.end(), len(reading.code))
        is_on_line = b"\n" not in reading.code[found.end() : end]
        yield Edit(name.start, end if is_on_line else found.end(), b"", _UNROLL.decode(), "dialect", (found[0],))


def _is_lost(facts: Facts, start: int, end: int) -> bool:
    """Whether no loop follows a pragma, or the same pragma again."""
    reading, code = facts.reading, facts.reading.code
    following = skip_blank(code, end, len(code))
    if _LOOP.match(code, following):
        return False
    if (line := reading.directive_at(following)) is not None:
        return line.keyword == b"pragma" and code[line.start : line.end].split() == code[start:end].split()
    if _NO_LOOP.match(code, following) or _DECLARATION.match(code, following):
        return True
    found = _STATEMENT.match(code, following)
    return found is not None and not (found[1].isupper() or found[1] in reading.macros_called)
