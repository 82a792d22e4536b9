"""What C++17, the default of clang, has no more: `void f() throw(int);`, and `seen++` of a `bool`, DEV029
where its old value is used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.ownership import statement_before
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name, rskip_blank, word_before
from hipify_py.rules.detect import Hit

ANCHORS = Anchors(frozenset((b"throw", b"bool")), tells=False)

# Behind parameters: a list of types, which `throw()` has none of and which is allowed.
_THROWS = pattern(rb"\)\s*(?:const\s*)?\b(throw\s*\(\s*(?:const\s+)?[A-Za-z_][\w\s:,*&<>]*\))\s*([{;=:]?)")
_SIGN = pattern(rb"\+\+")
_WORD_BEHIND = pattern(rb"\s*([A-Za-z_]\w*)")
_FLAGS = pattern(rb"\bbool\b([^;(){}]{0,200})")
_ALIASED = (b"typedef", b"=")
_WORD = pattern(rb"[A-Za-z_]\w*")
_ENDS_STATEMENT = (b";", b"{", b"}", b"else", b"do")
_LABEL = pattern(rb"^\s*(?:case\b[^?]{1,200}|\w{1,80}):\s*$")
_HEADS_STATEMENT = (b"if", b"for", b"while")
_BEHIND_OBJECT = (b".", b"-", b":", b"[", b"(")


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_c or facts.is_ported or not facts.reading.is_cuda:
        return
    yield from _exception_lists(facts)
    yield from _counted_flags(facts)


def _exception_lists(facts: Facts) -> Iterator[Edit]:
    """In a function, `CHECK(x) throw(value);` may be a statement."""
    reading = facts.reading
    for found in _THROWS.finditer(reading.plain) if b"throw" in reading.words else ():
        is_declaration = found[2] == b"{" or reading.scopes.kind_at(found.start(1)) is not Kind.BLOCK
        if is_declaration and not facts.is_left_alone(found.start()):
            taken = reading.code[slice(*found.span(1))]
            yield Edit(*found.span(1), b"noexcept(false)", "throw", "dialect", (taken,))


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    """`old = seen++`, whose value `seen = true` does not have."""
    if not facts.is_c and facts.reading.is_cuda:
        yield from (Hit(step.start, step.end) for step in _steps(facts.reading) if not _new_text(facts.reading, step))


def _counted_flags(facts: Facts) -> Iterator[Edit]:
    for step in _steps(facts.reading):
        new = _new_text(facts.reading, step)
        if new and not facts.is_left_alone(step.start):
            yield Edit(step.start, step.end, new, "++", "dialect", (facts.reading.code[step.start : step.end],))


class _Step(NamedTuple):
    """`++name` or `name++`"""

    start: int
    end: int
    name: Name

    @property
    def is_before(self) -> bool:
        return self.start < self.name.start


def _steps(reading: Reading) -> Iterator[_Step]:
    plain = reading.plain
    is_asked = b"bool" in reading.words and b"++" in plain
    declared = list(_FLAGS.finditer(plain)) if is_asked else []
    flags = {word for found in declared for word in _WORD.findall(found[1])}
    has_alias = any(plain[max(0, found.start() - 40) : found.start()].rstrip().endswith(_ALIASED) for found in declared)
    for sign in _SIGN.finditer(plain) if declared else ():
        behind = _WORD_BEHIND.match(plain, sign.end())
        name = Name(*behind.span(1), behind[1]) if behind is not None else _word_before(plain, sign.start())
        if name is None or not (has_alias or name.text in flags):
            continue
        step = _Step(min(sign.start(), name.start), max(sign.end(), name.end), name)
        known = reading.declarations.of(name.text, name.start)
        if known is not None and known.type == b"bool" and not known.depth and not _is_of_object(reading, step):
            yield step


def _word_before(plain: bytes, place: int) -> Name | None:
    return word_before(plain, rskip_blank(plain, place, 0), 0)


def _is_of_object(reading: Reading, step: _Step) -> bool:
    """Whether a name is that of a member, or of what has one that is stepped."""
    around = reading.neighbours(Name(step.start, step.end, step.name.text))
    is_member = around.sign_before == b"." or any(map(around.preceded_by, (b"->", b"::")))
    return is_member or (step.is_before and around.sign_after in _BEHIND_OBJECT)


def _new_text(reading: Reading, step: _Step) -> bytes:
    """What does the same; nothing where the value from before is used."""
    name = step.name.text
    around = reading.neighbours(Name(step.start, step.end, name))
    opening = reading.openers.get(around.before - 1) if around.sign_before == b")" else None
    if opening is None:
        before = around.word_before or around.sign_before
        is_statement = before in _ENDS_STATEMENT or _LABEL.search(statement_before(around)) is not None
    else:
        is_statement = around.token_before(opening)[1] in _HEADS_STATEMENT
    if is_statement and around.sign_after == b";":
        return name + b" = true"
    return b"(" + name + b" = true)" if step.is_before else b""
