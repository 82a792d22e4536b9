"""The members of plain structures of a file, in order, as lists in braces give them values."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading

# A structure without functions, base classes and values of its own for members.
_STRUCTURE = pattern(
    rb"\b(?:struct|class)(?:\s+(?:alignas|__align__)\s*\(\w+\))?(?:\s+(\w+))?\s*\{([^{}()=]*)\}(?:\s*(\w+))?"
)
_FIELD = pattern(rb"\s*(?:(?:public\s*:|mutable\b|const\b)\s*){0,3}([A-Za-z_]\w*)\s(?=[\w\s,\[\]]*$)")
_UNCOUNTED = pattern(rb"\bstatic\b|<[^<>;]{0,200},")  # `map<int, float> a, b;`


class Member(NamedTuple):
    """The type of a member, which is empty for a pointer or what takes several words, and its dimensions."""

    type: bytes
    dimensions: int


def structures(reading: Reading, types: Collection[bytes]) -> Mapping[bytes, Sequence[Member]]:
    """The structures that have a member of one of these types, or of another such structure."""
    found: dict[bytes, list[Member]] = {}
    for each in _STRUCTURE.finditer(reading.plain) if types else ():
        members = list(_members(each[2])) if _UNCOUNTED.search(each[2]) is None else []
        is_holder = any(member.type in types or found.get(member.type) for member in members)
        for name in {each[1], each[3]} - {None}:
            found[name] = members if is_holder and name not in found else []  # of two by one name, none is known
    return {name: members for name, members in found.items() if members}


def _members(body: bytes) -> Iterator[Member]:
    for statement in body.split(b";")[:-1]:
        type = _FIELD.match(statement)
        for declarator in statement.split(b","):
            yield Member(type[1], declarator.count(b"[")) if type is not None else Member(b"", 0)
