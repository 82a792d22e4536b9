"""`x.cast<float>()` where the type of `x` depends on a parameter of a template: clang wants `x.template cast<float>()`,
nvcc does not. The word is allowed wherever it is not needed.

So it is with one value as the argument, `x.add<N>(a)`: comparisons of `x.add < N` with what is in parentheses are not
written like that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import rskip_blank, word_start

ANCHORS = Anchors(frozenset((b"template",)), tells=False)

# An argument that is a type by its first word, so that `<` compares nothing, or one value.
_CALL = pattern(
    rb"(?:\.|->)\s{0,9}(?!template\b)([A-Za-z_]\w*)\s{0,9}<\s{0,9}"
    rb"(?:const\s{1,9})?(\w+)([\w\s,:*&+/-]{0,99})>\s{0,9}\("
)
_TYPES_BEHIND = pattern(rb"[\w\s,:*&]*")
_SPACED = pattern(rb"\s<|>\s")
_VALUE_BEHIND = pattern(rb"(?:[\w\s*+/-]|::)*")
_BEFORE_MEMBERS = (b".", b">", b":")
_THIS = pattern(rb"\bthis\s{0,9}->\s{0,9}\Z")
_NEAR = 30
_WORD = pattern(rb"[A-Za-z_]\w*")
_TYPES = frozenset(b"bool char double float int long short signed unsigned __half __nv_bfloat16 half".split())


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_c or facts.is_ported or not facts.reading.is_cuda:
        return
    plain, declarations = facts.reading.plain, facts.reading.declarations
    for found in _CALL.finditer(plain) if b"template" in facts.reading.words else ():
        if not _is_list(facts, found) or facts.is_left_alone(found.start()):
            continue
        name = _object(plain, found.start())
        known = declarations.of(name, found.start()) if name else None
        words = _WORD.findall(known.type) if known is not None else ()
        if known is not None and any(declarations.is_type_parameter(word, known.place) for word in words):
            yield Edit(found.start(1), found.start(1), b"template ", "template", "dialect")


def _is_list(facts: Facts, found: re.Match[bytes]) -> bool:
    """Whether what stands between the angles are arguments of a template."""
    if found[2] in _TYPES or facts.reading.declarations.is_type_parameter(found[2], found.start(2)):
        return _TYPES_BEHIND.fullmatch(found[3]) is not None
    return _SPACED.search(found[0]) is None and _VALUE_BEHIND.fullmatch(found[3]) is not None


def _object(plain: bytes, place: int) -> bytes:
    """The variable whose member is named there; nothing where it is a member itself."""
    end = rskip_blank(plain, place, 0)
    start = word_start(plain, end, 0)
    is_member = plain.endswith(_BEFORE_MEMBERS, 0, start) and not _THIS.search(plain, max(0, start - _NEAR), start)
    return plain[start:end] if _WORD.match(plain, start, end) is not None and not is_member else b""
