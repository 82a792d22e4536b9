"""C++ that nvcc takes and clang does not: `register`, and braces that narrow in `dim3 grid = {n / 256}`."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name, rskip_blank

ANCHORS = Anchors(frozenset((b"register", b"dim3")), tells=False)

# `register int r asm("r1")` names a register; everywhere else the word has said nothing since C++11, and before a
# function it never did.
_REGISTER = pattern(
    rb"\bregister\s+(?=[A-Za-z_])(?!\w+\s*(?:\.|->))(?!(?!decltype|typeof|__typeof)\w+\s*\()"
    rb"(?![^;(){}=]{0,200}\b(?:asm|__asm__)\b)"
)
_OPERATORS = frozenset(b"=.-+*/%&|<>!^?[")  # in front of a variable that is called `register` in C
_DECLARATOR = pattern(rb"\s*(?:register\s+)?[A-Za-z_]\w*\s*(=\s*)?(?=\{)")
_NEXT = pattern(rb"\s*,")
_CONSTANTS = pattern(rb"[\s\d,xX]*")
_DESIGNATED = pattern(rb"\s*\.")
_LAST_COMMA = pattern(rb",\s*$")


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_c or facts.is_ported or not (facts.reading.is_cuda or facts.needs_runtime):
        return
    code = facts.reading.code
    for found in _REGISTER.finditer(code) if b"register" in code else ():
        before = rskip_blank(code, found.start(), 0)
        is_operand = before > 0 and code[before - 1] in _OPERATORS
        if not is_operand and not facts.is_left_alone(found.start()) and not facts.reading.is_message(found.start()):
            yield Edit(found.start(), found.end(), b"", "register", "dialect", (b"register",))
    for name in () if facts.has_own_dim3 else facts.names((b"dim3",)):
        if usage(facts.reading.neighbours(name), is_scope=True) in (Usage.PLAIN, Usage.GLOBAL):
            yield from _of_type(facts, name)


def _of_type(facts: Facts, name: Name) -> Iterator[Edit]:
    """`dim3{x}`, or declarators with braces behind the type: parentheses convert, braces must not."""
    code = facts.reading.code
    opening = facts.reading.skip_blank(name.end)
    if code[opening : opening + 1] == b"{":
        yield from _constructed(facts, name.end, opening, b"(")
        return
    position = name.end
    while found := _DECLARATOR.match(code, position):
        has_blank = facts.reading.source.text[found.end() - 1 : found.end()] in (b" ", b"\t")
        start, new = found.start(1) if found[1] else found.end(), b"= dim3("
        new = new if found[1] or has_blank else b" " + new
        yield from _constructed(facts, start, found.end(), new)
        following = _NEXT.match(code, facts.reading.closers.get(found.end(), len(code)) + 1)
        if following is None:
            return
        position = following.end()


def _constructed(facts: Facts, start: int, opening: int, new: bytes) -> Iterator[Edit]:
    code = facts.reading.code
    closing = facts.reading.closers.get(opening)
    if closing is None or _CONSTANTS.fullmatch(code, opening + 1, closing):
        return
    if facts.reading.is_interrupted(opening, closing) or _DESIGNATED.match(code, opening + 1, closing):
        return
    last = _LAST_COMMA.search(code, opening, closing)
    values = Span(opening + 1, last.start() if last else closing)
    takes = (b"=" if code[start : start + 1] == b"=" else b"", b"{", b"," if last else b"", b"}")
    yield Edit(start, closing + 1, (new, values, b")"), "dim3", "dialect", takes)
