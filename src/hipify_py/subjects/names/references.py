"""Whether the result of a call may be bound to a reference: then a copy and `*p` are not the same."""

from __future__ import annotations

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours

# Operators that make a new value of what stands beside them, and places where nothing but a value is wanted.
_COMPUTES_BEFORE = pattern(rb"(?:[-+*/%<>!~^|\[;}]|&&|[^&\s\w]\s*&|[\w)\]]\s*&|[-+*/%&|^<>=!]=)$")
_COMPUTES_BEHIND = pattern(rb"[-+*/%<>=!&|^?]")
_READS = (b"return", b"else", b"do", b"case", b"and", b"or", b"not")
_OPENS_CONDITION = (b"if", b"while", b"switch", b"for", b"sizeof", b"return")
_CAST = pattern(rb"\b(?:static_cast|reinterpret_cast)\s*<[^<>&()]{1,80}>\s*$")
_TYPE = pattern(
    rb"(?:unsigned|signed|char|short|int|long|float|double|bool|half2?|__half2?|\w+_t|u?(?:char|short|int|long)[1-4]?|"
    rb"float[1-4]|double[1-4])"
)
_REFERENCE = pattern(rb"&\s*\w+\s*$|\bdecltype\s*\(\s*auto\s*\)\s*\w+\s*$")
_REACH = 300
_DEEPEST = 8


def may_be_bound(facts: Facts, around: Neighbours, start: int, end: int) -> bool:
    """Whether a reference may be bound to the expression between two places, which is a name with `around` it."""
    for _bracket in range(_DEEPEST):
        before, behind = around.rskip_blank(start), around.token_after(end)
        if _computes(around, before, behind):
            return False
        word_start, word = around.token_before(before)
        if word in _READS:
            return word == b"return" and b"decltype" in facts.reading.words
        if word == b"=":
            return _REFERENCE.search(around.code, max(around.low, before - _REACH), before - 1) is not None
        if word == b")":
            return around.code[around.rskip_blank(word_start) - 1 : word_start].strip() == b"&"  # a cast
        opening = facts.reading.bracket_around(around.code, before, max(around.low, before - _REACH))
        if opening is None or around.code[opening : opening + 1] != b"(":
            return True
        callee = around.token_before(opening)[1]
        is_alone = opening == before - 1 and facts.reading.closers.get(opening) == behind
        if is_alone and callee in _OPENS_CONDITION:
            return False
        if not (is_alone and not _is_callee(callee)):
            return not _takes_values(facts, around, opening, callee)
        start, end = opening, behind + 1
    return True


def _computes(around: Neighbours, before: int, behind: int) -> bool:
    """Whether an operator beside an expression makes a new value of it."""
    low = max(around.low, before - 4)
    if _COMPUTES_BEHIND.match(around.code, behind, around.high):
        return True
    return _COMPUTES_BEFORE.search(around.code[low:before]) is not None


def _is_callee(word: bytes) -> bool:
    return word[:1].isalpha() or word[:1] == b"_" or word in (b">", b")", b"]")


def _takes_values(facts: Facts, around: Neighbours, opening: int, callee: bytes) -> bool:
    """Whether what is called is a cast, or a function of CUDA's, which takes values."""
    is_cast = _CAST.search(around.code, max(around.low, opening - _REACH), opening) is not None
    home = facts.policy.tables.homes.get(callee.decode("latin-1"))
    is_cudas = home is not None and home[1] == "device_functions" and callee not in facts.own
    return is_cast or is_cudas or _TYPE.fullmatch(callee) is not None
