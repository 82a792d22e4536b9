"""Whether what a member is one of is the properties of a device, where the source shows of which type that is."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.expression_types import ExpressionTypes, Typed
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name, behind_last, rskip_blank, words

_TYPES = (b"cudaDeviceProp", b"hipDeviceProp_t")
_DEFINE = (b"using", b"typedef", b"define", b"struct", b"class")
_WORD = pattern(rb"\s*(\w+)")
_LONGEST = 120
# Headers for several platforms have names of their own for the type.
_CALLED_SO = pattern(rb"(?i)prop")
_NO_NAME = pattern(rb"[<>]|auto|decltype|T\d?")


def may_be_of_device(facts: Facts, start: int, member: Name) -> bool:
    """Whether the object that begins at a place, and has the member, may be a `cudaDeviceProp`."""
    code, types = facts.reading.code, ExpressionTypes(facts)
    dot = rskip_blank(code, member.start, 0)
    end = rskip_blank(code, dot - (2 if code[dot - 2 : dot] == b"->" else 1), 0)
    if code[start:end] == b"this":
        return False
    typed = types.of(start, end)
    return typed is None or _NO_NAME.search(typed.type) is not None or _is_of_device(facts, types, typed, member)


def _is_of_device(facts: Facts, types: ExpressionTypes, typed: Typed, member: Name) -> bool:
    name = typed.type.rpartition(b"::")[2]
    if name in _TYPES or any(name in words for words in _made_of_it(facts)):
        return True
    return types.member(Typed(name), member.text) is None and _CALLED_SO.search(name) is not None


def _made_of_it(facts: Facts) -> Iterator[set[bytes]]:
    """The words of `using P = cudaDeviceProp`, `typedef cudaDeviceProp P`, `struct P : cudaDeviceProp`, macros."""
    code = facts.reading.code
    for use in facts.reading.names(_TYPES):
        before = code[max(0, use.start - _LONGEST) : use.start]
        found = set(words(before[behind_last(before, b";{}(,") :]))
        if not found.isdisjoint(_DEFINE):
            behind = _WORD.match(code, use.end)
            yield found | {behind[1]} if behind is not None else found
