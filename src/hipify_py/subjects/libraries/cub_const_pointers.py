"""`cub::ThreadLoad<…>(p)` and `cub::CacheModifiedInputIterator<…> i(p)`: what these only read may be const in CUB, and
must not be in hipCUB. LIB030: what is loaded there is constructed first. A load of a template's type with a hint that
changes no result becomes `*p`: hipCUB ignores the hint, and `*p` constructs nothing first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Scope, only_scope, qualifier
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import Declaration
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import Name
from hipify_py.records import dataclass
from hipify_py.rules.detect import Hit
from hipify_py.tables.model import Version
from hipify_py.texts import to_text

_LOAD = b"ThreadLoad"
ANCHORS = Anchors(frozenset((_LOAD, b"CacheModifiedInputIterator")), tells=False)

# From there on `ThreadLoad` takes any pointer, but for a load that passes the first cache.
_LOADS_CONST_SINCE = Version(7, 2)
_PASSES_CACHE = pattern(rb"[\w\s:]*\bLOAD_CG\s*")
_VARIABLE = pattern(rb"\s*[A-Za-z_]\w*\s*")
# `p`, `p + n`, `&p[n]`.
_POINTER = pattern(rb"([A-Za-z_]\w*)\s*(?:\+.*)?|&\s*([A-Za-z_]\w*)\s*\[[^\[\]]*\]", re.DOTALL)
# `p + n`: the element `p[n]`.
_ELEMENT = pattern(rb"([A-Za-z_]\w*)\s*\+\s*(\w+(?:\s*\*\s*\w+)?)")
_HAS_CHOICE = pattern(rb"[?,]")
_NUMBERS = pattern(
    rb"(?:(?:unsigned|signed|long|short|int|char)\s?)+|float|double|bool|(?:std::)?(?:u?int\d+_t|size_t)"
    rb"|u?(?:char|short|int|long|longlong)[1-4]|(?:float|double)[1-4]|u(?:char|short|int|long)"
)
# The others are about what other threads write.
_MERE_HINT = pattern(rb"\s*(?:(?:(?:::\s*)?\w+\s*::\s*)?LOAD_(?:DEFAULT|CA|CS|LDG)\s*)?")
_COPIES = pattern(rb"\s*(?:return|(?:const\s+)?(?:\w+\s+)?\w+(?:\s*\[[^\[\]]*\])?\s*=)")


@dataclass(frozen=True)
class _Call:
    """`cub::ThreadLoad<hint>(pointer)`, `cub::CacheModifiedInputIterator<hint, T> i(pointer)`."""

    name: Name
    around: Neighbours
    hint: Span
    pointer: Span
    end: int


def propose(facts: Facts) -> Iterator[Edit]:
    loads_const = facts.policy.rocm >= _LOADS_CONST_SINCE
    for call in _calls(facts, ANCHORS.words):
        scope = only_scope(call.around)
        kind = _type_of_template(facts, call)
        if scope is not None and kind:
            yield _plain_load(facts, call, scope, kind)
        elif call.name.text != _LOAD or not loads_const or _PASSES_CACHE.fullmatch(facts.reading.code, *call.hint):
            yield from _cast(facts, call.pointer, call.name.text)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    """Loads of what may be a class: a parameter of a template, or a type of the code base."""
    for call in _calls(facts, words):
        known = _declared(facts, call.pointer)
        if known is not None and not _NUMBERS.fullmatch(known.type):
            yield Hit(call.name.start, call.name.end, {"type": to_text(known.type)})


def _type_of_template(facts: Facts, call: _Call) -> bytes:
    """What a call loads, if it does what `*p` does, for a type that may have no default constructor; else nothing."""
    if call.name.text != _LOAD or not _MERE_HINT.fullmatch(facts.reading.code, *call.hint):
        return b""
    known = _declared(facts, call.pointer)
    is_one = known is not None and facts.reading.declarations.is_type_parameter(known.type, known.place)
    return known.type if known is not None and is_one else b""


def _plain_load(facts: Facts, call: _Call, scope: Scope, kind: bytes) -> Edit:
    """`*p`, `p[n]`; as `static_cast<T>(*p)` where a reference to what is loaded may be made."""
    code, pointer = facts.reading.code, call.pointer
    takes = [scope.text, call.name.text, b"<", code[call.hint.start : call.hint.end], b">", b"("]
    parts: tuple[bytes | Span, ...] = (b"*(", pointer, b")")
    if element := _ELEMENT.fullmatch(code, *pointer):
        takes.append(b"+")
        parts = (Span(*element.span(1)), b"[", Span(*element.span(2)), b"]")
    elif _VARIABLE.fullmatch(code, *pointer):
        parts = (b"*", pointer)
    elif code[pointer.start : pointer.start + 1] == b"&":
        takes.append(b"&")
        parts = (Span(facts.reading.skip_blank(pointer.start + 1), pointer.end),)
    if not _is_copied(facts, call, scope.start):
        parts = (b"static_cast<" + kind + b">(", *parts, b")")
    return Edit(scope.start, call.end, parts, to_text(call.name.text), "dialect", (*takes, b")"))


def _is_copied(facts: Facts, call: _Call, start: int) -> bool:
    """Whether a call is all that a variable, which is no reference, or a function gets as its value."""
    code = facts.reading.plain
    before = code[facts.reading.statement_start(start) : start].rstrip()
    is_whole = code.startswith(b";", facts.reading.skip_blank(call.end))
    return is_whole and _COPIES.fullmatch(before) is not None


def _calls(facts: Facts, words: Iterable[bytes]) -> Iterator[_Call]:
    for name in facts.names(words):
        around = facts.reading.neighbours(name)
        is_cub = around.preceded_by(b"::") and qualifier(around) in facts.cub_names and around.sign_after == b"<"
        closing = facts.reading.closing_angle(around.after) if is_cub else None
        if closing is None:
            continue
        variable = None if name.text == _LOAD else _VARIABLE.match(facts.reading.code, closing + 1)
        opening = variable.end() if variable else facts.reading.skip_blank(closing + 1)
        arguments = facts.reading.arguments(opening) if facts.reading.code[opening : opening + 1] == b"(" else None
        if arguments and len(arguments) == 1:
            hint, pointer = Span(around.after + 1, closing), Span(*facts.reading.stripped(*arguments[0]))
            yield _Call(name, around, hint, pointer, facts.reading.closers[opening] + 1)


def _cast(facts: Facts, pointer: Span, name: bytes) -> Iterator[Edit]:
    kind = _const_type(facts, pointer)
    if kind:
        yield Edit(
            pointer.start, pointer.end, (b"const_cast<" + kind + b" *>(", pointer, b")"), to_text(name), "dialect"
        )


def _const_type(facts: Facts, pointer: Span) -> bytes:
    """What a variable points to, if that is const; else nothing."""
    known = _declared(facts, pointer)
    return known.type if known is not None and known.is_const else b""


def _declared(facts: Facts, pointer: Span) -> Declaration | None:
    """The declaration of the pointer in a simple expression."""
    found = _POINTER.fullmatch(facts.reading.code[pointer.start : pointer.end])
    if found is None or _HAS_CHOICE.search(found[0]):
        return None
    place = pointer.start + found.start(1 if found[1] else 2)
    known = facts.reading.declarations.of(found[1] or found[2], place)
    return known if known is not None and known.stars == known.depth == 1 else None
