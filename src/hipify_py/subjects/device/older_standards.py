"""What C++17, the default of clang, has no more: `void f() throw(int);`, and `seen++` of a `bool`, DEV029
where its old value is used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.ownership import statement_before
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

ANCHORS = Anchors(frozenset((b"throw", b"bool")), tells=False)

# Behind parameters: a list of types, which `throw()` has none of and which is allowed.
_THROWS = pattern(rb"\)\s*(?:const\s*)?\b(throw\s*\(\s*(?:const\s+)?[A-Za-z_][\w\s:,*&<>]*\))\s*([{;=:]?)")
_COUNTED = pattern(rb"(\+\+)\s*([A-Za-z_]\w*)\b|\b([A-Za-z_]\w*)\s*(\+\+)(?!\s*[A-Za-z_])")
_FLAGS = pattern(rb"\bbool\b([^;(){}]{1,200})")
_ALIAS = pattern(rb"\btypedef\s+bool\b|=\s*bool\s*;")
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
        yield from (Hit(*found.span()) for found in _counted(facts.reading) if not _new_text(facts.reading, found))


def _counted_flags(facts: Facts) -> Iterator[Edit]:
    for found in _counted(facts.reading):
        new = _new_text(facts.reading, found)
        if new and not facts.is_left_alone(found.start()):
            yield Edit(*found.span(), new, "++", "dialect", (facts.reading.code[slice(*found.span())],))


def _counted(reading: Reading) -> Iterator[re.Match[bytes]]:
    plain = reading.plain
    is_asked = b"bool" in reading.words and b"++" in plain
    flags = {word for names in _FLAGS.findall(plain) for word in _WORD.findall(names)} if is_asked else ()
    has_alias = is_asked and _ALIAS.search(plain) is not None
    for found in _COUNTED.finditer(plain) if flags or has_alias else ():
        name = found[2] or found[3]
        is_flag = has_alias or name in flags
        known = reading.declarations.of(name, found.start(2 if found[2] else 3)) if is_flag else None
        if known is not None and known.type == b"bool" and not known.depth:
            around = reading.neighbours(Name(*found.span(), name))
            is_member = around.sign_before == b"." or any(map(around.preceded_by, (b"->", b"::")))
            if not is_member and not (found[1] and around.sign_after in _BEHIND_OBJECT):
                yield found


def _new_text(reading: Reading, found: re.Match[bytes]) -> bytes:
    """What does the same; nothing where the value from before is used."""
    name = found[2] or found[3]
    around = reading.neighbours(Name(*found.span(), name))
    opening = reading.openers.get(around.before - 1) if around.sign_before == b")" else None
    if opening is None:
        is_statement = (around.word_before or around.sign_before) in _ENDS_STATEMENT or _LABEL.search(
            statement_before(around)
        ) is not None
    else:
        is_statement = around.token_before(opening)[1] in _HEADS_STATEMENT
    if is_statement and around.sign_after == b";":
        return name + b" = true"
    return b"(" + name + b" = true)" if found[1] else b""
