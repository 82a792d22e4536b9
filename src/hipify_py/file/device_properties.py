"""Whether what a member is one of is the properties of a device, where the source shows of which type that is."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.arithmetic import Typed
from hipify_py.file.expression_types import ExpressionTypes, expression_types
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name, behind_last, words

_TYPES = (b"cudaDeviceProp", b"hipDeviceProp_t", b"CUdevprop")
_DEFINE = (b"using", b"typedef", b"define", b"struct", b"class")
_WORD = pattern(rb"\s*(\w+)")
_OF_THIS = pattern(rb"\bthis\s{0,9}->\s{0,9}\Z")
_NEAR = 30
_LONGEST = 120
# Headers for several platforms have names of their own for the type.
_CALLED_SO = pattern(rb"(?i)prop")
_NO_NAME = pattern(rb"[<>]|auto|decltype|T\d?")


def may_be_of_device(facts: Facts, member: Name) -> bool:
    """Whether the object that has a member may be a `cudaDeviceProp`."""
    if _OF_THIS.search(facts.reading.code, max(0, member.start - _NEAR), member.start):
        return False
    types = expression_types(facts)
    typed = types.of_object(member)
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
