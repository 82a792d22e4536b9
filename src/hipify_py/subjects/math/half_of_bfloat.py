"""`__half(b)` of a bfloat16, and `__nv_bfloat16(h)` of a half: ambiguous in HIP, whose types convert to many others and
not to each other. CUDA converts by way of float, and so is it written: also where a template makes a type that it
takes of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hipify_py.edits import Edit, Span
from hipify_py.file.expression_types import ExpressionTypes, expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name
from hipify_py.texts import to_text

BFLOATS = frozenset((b"__nv_bfloat16", b"nv_bfloat16"))
HALVES = frozenset((b"__half", b"half"))
ANCHORS = Anchors(BFLOATS, tells=False)

PARAMETER = pattern(rb"\b(?:typename|class)\s+([A-Za-z_]\w*)")
_STATIC_CAST = pattern(rb"\bstatic_cast\s*<\s*$")
_CLOSED_CAST = pattern(rb"\s*>\s*(?=\()")
_VARIABLE = pattern(rb"\s*[A-Za-z_]\w*\s*(?=[({])")
_OPERAND = pattern(rb"\s*(?=[\w*(])(?:\*\s*)?")
_WORD = pattern(rb"\w+")
_MEMBER = pattern(rb"\s*(?:\.|->)\s*\w+")
_INDEX = pattern(rb"\s*(?=\[)")
_BOTH = HALVES | BFLOATS
_CALL = pattern(rb"\s*[({]")
# `__nv_bfloat16 value;`, in a class maybe
_MEMBER_TYPES = pattern(rb"\b(__nv_bfloat16|nv_bfloat16|__half|half)\s+([A-Za-z_]\w*)\s*[;={,]")


def propose(facts: Facts) -> Iterator[Edit]:
    if HALVES.isdisjoint(facts.reading.words) or not facts.is_surely_cuda:
        return
    types = expression_types(facts)
    members, wanted = _members(facts), set(PARAMETER.findall(facts.reading.plain))
    if not BFLOATS.isdisjoint(facts.reading.words):
        wanted.update(BFLOATS, HALVES, (name for _of, name in members))
    for name in facts.names(wanted):
        span = converted(facts, name)
        made_of = value_type(facts, types, span) if span is not None else b""
        if span is None or made_of not in _BOTH:
            continue
        type = _initialized(facts, name, members) or name.text
        if made_of in _others(facts, name._replace(text=type)) and not facts.is_left_alone(name.start):
            is_in_brackets = facts.reading.closers.get(span.start) == span.end - 1
            opening, closing = (b"", b"") if is_in_brackets else (b"(", b")")
            new = (b"static_cast<float>" + opening, span, closing)
            yield Edit(*span, new, to_text(name.text), "dialect")


def _members(facts: Facts) -> dict[tuple[bytes, bytes], bytes]:
    """The members of classes that are numbers of these types."""
    found, scopes = dict[tuple[bytes, bytes], bytes](), facts.reading.scopes
    for member in _MEMBER_TYPES.finditer(facts.reading.plain):
        if scopes.kind_at(member.start()) is Kind.CLASS:
            found[b"".join(scopes.path_at(member.start()).names[-1:]), member[2]] = member[1]
    return found


def _initialized(facts: Facts, name: Name, members: Mapping[tuple[bytes, bytes], bytes]) -> bytes | None:
    """The type of the member in `Class(__half h) : value(h) {}`."""
    around, scopes = facts.reading.neighbours(name), facts.reading.scopes
    begins = around.sign_before in (b":", b",") and around.sign_after in (b"(", b"{")
    if not begins or scopes.kind_at(name.start) is Kind.BLOCK:
        return None
    return members.get((b"".join(scopes.path_at(name.start).names[-1:]), name.text))


def _others(facts: Facts, name: Name) -> frozenset[bytes]:
    """The types of which one by a name may not be made."""
    if name.text in BFLOATS:
        return HALVES
    declarations = facts.reading.declarations
    is_parameter = name.text not in HALVES and declarations.is_type_parameter(name.text, name.start)
    return _BOTH if is_parameter else BFLOATS


def value_type(facts: Facts, types: ExpressionTypes, span: Span) -> bytes:
    """The type of a value that is no pointer; also of one that has just been made, as in `__half(…)`."""
    word = _WORD.match(facts.reading.code, *span)
    if word is not None and word[0] in _BOTH:
        opening = facts.reading.skip_blank(word.end())
        return word[0] if facts.reading.closers.get(opening) == span.end - 1 else b""
    typed = types.of(*span)
    return typed.type if typed is not None and not typed.stars else b""


def converted(facts: Facts, name: Name) -> Span | None:
    """What a conversion to a type by a name takes: `T(v)`, `T x(v)`, `T{v}`, `static_cast<T>(v)`, `(T)v`."""
    reading = facts.reading
    around = reading.neighbours(name)
    code = around.code
    if around.sign_before == b"(" and around.sign_after == b")":
        return _operand(facts, around.after + 1)
    behind = name.end
    if around.sign_before == b"<":
        cast = _CLOSED_CAST.match(code, name.end) if _STATIC_CAST.search(code, around.low, around.before) else None
        behind = cast.end() if cast is not None else -1
    elif variable := _VARIABLE.match(code, name.end):
        behind = variable.end()
    opening = reading.skip_blank(behind) if behind >= 0 else -1
    arguments = reading.arguments(opening) if code[opening : opening + 1] in (b"(", b"{") and opening >= 0 else None
    return Span(*reading.stripped(*arguments[0])) if arguments and len(arguments) == 1 else None


def _operand(facts: Facts, start: int) -> Span | None:
    """What a cast before a place applies to: `v`, `*p`, `p[i].x`, `(…)`."""
    code, closers = facts.reading.code, facts.reading.closers
    begins = _OPERAND.match(code, start)
    if begins is None:
        return None
    word = _WORD.match(code, begins.end())
    position = word.end() if word is not None else closers.get(begins.end(), -1) + 1
    while position > 0:
        if member := _MEMBER.match(code, position):
            position = member.end()
        elif index := _INDEX.match(code, position):
            position = closers.get(index.end(), -1) + 1
        else:
            break
    is_whole = position > 0 and not _CALL.match(code, position)
    return Span(*facts.reading.stripped(start, position)) if is_whole else None
