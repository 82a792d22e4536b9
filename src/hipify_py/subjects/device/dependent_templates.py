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
_JOINT = pattern(rb"\s{0,9}(?:\.|->|::)\s{0,9}\Z")
_CLASS = pattern(rb"\b(?:struct|class)\b")
_BASES = pattern(rb"(?<!:):(?!:)")
# What a variable is made of; a parameter of a lambda has nothing.
_VALUE = pattern(rb"\s{0,9}(?:[={(]([^;{}]{1,200})|[,)])")
_FURTHEST = 3
# What is no member of something else.
_ROOT = pattern(rb"(?:\bthis\s{0,9}->\s{0,9}|(?<![\w.>])|(?<=[^-]>))([A-Za-z_]\w*)")
_NEAR = 30
# Nobody nests deeper, or has longer heads.
_DEEPEST = 40
_LONGEST_HEAD = 2_000
_WORD = pattern(rb"[A-Za-z_]\w*")
_TYPES = frozenset(b"bool char double float int long short signed unsigned __half __nv_bfloat16 half".split())


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_c or facts.is_ported or not facts.reading.is_cuda:
        return
    for found in _CALL.finditer(facts.reading.plain) if b"template" in facts.reading.words else ():
        if not _is_list(facts, found) or facts.is_left_alone(found.start()):
            continue
        start = _object_start(facts, found.start())
        if _is_dependent(facts, start, found.start()) or _has_base(facts, start, found.start()):
            yield Edit(found.start(1), found.start(1), b"template ", "template", "dialect")


def _is_list(facts: Facts, found: re.Match[bytes]) -> bool:
    """Whether what stands between the angles are arguments of a template."""
    if found[2] in _TYPES or facts.reading.declarations.is_type_parameter(found[2], found.start(2)):
        return _TYPES_BEHIND.fullmatch(found[3]) is not None
    return _SPACED.search(found[0]) is None and _VALUE_BEHIND.fullmatch(found[3]) is not None


def _object_start(facts: Facts, place: int) -> int:
    """Where the expression begins whose member is named there: `x`, `p->q[i]`, `f(x).y`."""
    plain, end = facts.reading.plain, rskip_blank(facts.reading.plain, place, 0)
    while True:
        start = facts.reading.openers.get(end - 1, end)
        start = word_start(plain, rskip_blank(plain, start, 0), 0)
        joint = _JOINT.search(plain, max(0, start - _NEAR), start)
        if joint is None or start == end:
            return start
        end = joint.start()


def _is_dependent(facts: Facts, start: int, end: int, depth: int = 0) -> bool:
    """Whether an expression has a parameter of a template in it, or what is declared with one."""
    plain, declarations = facts.reading.plain, facts.reading.declarations
    for word in _ROOT.finditer(plain, start, end):
        if declarations.is_type_parameter(word[1], start):
            return True
        known = declarations.of(word[1], start)
        if known is None:
            continue
        types = _WORD.findall(known.type)
        if any(declarations.is_type_parameter(each, known.place) for each in types):
            return True
        if types == [b"auto"] and depth < _FURTHEST:
            value = _VALUE.match(plain, known.place + len(word[1]))
            if value is not None and (not value[1] or _is_dependent(facts, *value.span(1), depth + 1)):
                return True
    return False


def _has_base(facts: Facts, start: int, end: int) -> bool:
    """`this->f<1>(x)` in a class that is derived from what a parameter decides."""
    if facts.reading.plain[start:end].strip() != b"this":
        return False
    bases = (_BASES.split(head, maxsplit=1)[1:] for head in _heads(facts, start) if _CLASS.search(head))
    words = (word for base in bases for text in base for word in _WORD.findall(text))
    return any(facts.reading.declarations.is_type_parameter(word, start) for word in words)


def _heads(facts: Facts, place: int) -> Iterator[bytes]:
    """What stands before the braces around a place."""
    plain, scopes = facts.reading.plain, facts.reading.scopes
    scope = scopes.at(place)
    for _level in range(_DEEPEST):
        if scope is None:
            return
        if plain.startswith(b"{", scope.start):
            yield plain[max(scope.head, scope.start - _LONGEST_HEAD) : scope.start]
        scope = scopes.parent(scope)
