"""What else the lists of vectors stand in: structures with vectors for members, parameters of functions, and types of
templates that may be vectors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.file.vector_values import VectorTypes
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name, rskip_blank, word_before

# A structure without functions, base classes and values of its own for members.
_STRUCTURE = pattern(
    rb"\b(?:struct|class)(?:\s+(?:alignas|__align__)\s*\(\w+\))?(?:\s+(\w+))?\s*\{([^{}()=]*)\}(?:\s*(\w+))?"
)
_FIELD = pattern(rb"\s*(?:(?:public\s*:|mutable\b|const\b)\s*){0,3}([A-Za-z_]\w*)\s(?=[\w\s,\[\]]*$)")
_PARAMETER = pattern(rb"\s*(?:const\s+)?(\w+)\b(?:\s+const\b)?\s*&{0,2}\s*\w*\s*(?:=.*)?")
_OPENING = pattern(rb"\{")
_REACH = 400
_TEMPLATE = pattern(
    rb"\btemplate\s*<([^<>{};]{1,200})>\s*(?:(?:struct|class)\s+(\w+)[^;{}()]*|[^;{}()=]*?(\w+)\s*\([^;{}]*)\{"
)
_TYPE_PARAMETER = pattern(rb"\s*(?:class|typename)\s+(\w+)\s*")
_ARGUMENTS = pattern(rb"<([^<>;{}()]{1,200})>")
_DEPENDENT = pattern(rb"(?:\busing\s+(\w+)\s*=\s*)?\btypename\s[^;{}()]{1,90}::\s*(\w+)\s*(?=[\w;{])")


class Member(NamedTuple):
    """The type of a member, which is empty for a pointer or what takes several words, and its dimensions."""

    type: bytes
    dimensions: int


def structures(facts: Facts, vectors: Collection[bytes]) -> Mapping[bytes, Sequence[Member]]:
    """The members, in order, of the structures that have a vector among them, or another such structure."""
    found: dict[bytes, list[Member]] = {}
    for each in _STRUCTURE.finditer(facts.reading.plain) if vectors else ():
        members = list(_members(each[2])) if b"static" not in each[2] else []
        is_holder = any(member.type in vectors or found.get(member.type) for member in members)
        for name in {each[1], each[3]} - {None}:
            found[name] = members if is_holder and name not in found else []  # of two by one name, none is known
    return {name: members for name, members in found.items() if members}


def _members(body: bytes) -> Iterator[Member]:
    for statement in body.split(b";")[:-1]:
        type = _FIELD.match(statement)
        for declarator in statement.split(b","):
            yield Member(type[1], declarator.count(b"[")) if type is not None else Member(b"", 0)


def passed(facts: Facts, vectors: Collection[bytes]) -> Iterator[tuple[bytes, int]]:
    """The lists that are arguments of functions of the file, of which all by a name have a vector there: its type, and
    where they begin."""
    reading, known = facts.reading, dict[tuple[bytes, int], set[bytes]]()
    for found in _OPENING.finditer(reading.plain):
        place, before = found.start(), rskip_blank(reading.plain, found.start(), 0)
        is_listed = reading.plain[before - 1 : before] in (b"(", b",")
        argument = reading.argument_at(place, _REACH) if is_listed else None
        if argument is not None and argument.span[0] == place:
            key = argument.callee.text, argument.number
            if usage(reading.neighbours(argument.callee), is_scope=False) is not Usage.PLAIN:
                continue  # of some class or namespace
            if key not in known:
                known[key] = set(_parameter_types(facts, *key))
            if len(known[key]) == 1 and not known[key].isdisjoint(vectors):
                yield from ((type, place) for type in known[key])


def _parameter_types(facts: Facts, callee: bytes, number: int) -> Iterator[bytes]:
    for name in facts.reading.names((callee,)):
        known = facts.reading.declarations.at(name)
        if known is not None and known.is_function:
            spans = facts.reading.arguments(facts.reading.skip_blank(name.end)) or []
            found = _PARAMETER.fullmatch(facts.reading.plain, *spans[number]) if number < len(spans) else None
            yield found[1] if found is not None else b""


def maybe_vectors(facts: Facts, types: VectorTypes) -> Iterator[Name]:
    """Where types of templates stand that are vectors for some arguments: parameters that the file gives a vector, and
    members by a name that it has for one elsewhere."""
    reading = facts.reading
    if b"template" not in reading.words:
        return
    for each in _DEPENDENT.finditer(reading.plain):
        scope = reading.scopes.at(each.start()) if each[2] in types.names else None
        if scope is not None and each[1]:
            yield from (name for name in reading.names((each[1],)) if scope.start < name.start < scope.end)
        elif scope is not None:
            yield Name(*each.span(2), each[2])
    given: dict[bytes, set[int]] = {}
    for each in _ARGUMENTS.finditer(reading.plain):
        numbers = {i for i, text in enumerate(each[1].split(b",")) if text.strip() in types.names}
        name = word_before(reading.plain, each.start(), 0) if numbers else None
        if name is not None:
            given.setdefault(name.text, set()).update(numbers)
    for found in _TEMPLATE.finditer(reading.plain) if given else ():
        end = reading.closers.get(found.end() - 1, found.end())
        parameters = [_TYPE_PARAMETER.fullmatch(text) for text in found[1].split(b",")]
        vectors = given.get(found[2] or found[3], ())
        names = {each[1] for i, each in enumerate(parameters) if each is not None and i in vectors}
        yield from (name for name in reading.names(names) if found.end() <= name.start < end)
