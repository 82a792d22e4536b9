"""Lists that may be of vectors: those that are passed to functions, and those of what templates are given."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.file.vector_values import VectorTypes
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name, rskip_blank, word_before

_PARAMETER = pattern(rb"\s*(?:const\s+)?(\w+)\b(?:\s+const\b)?\s*&{0,2}\s*\w*\s*(?:=.*)?")
_OPENING = pattern(rb"\{")
_REACH = 400
_TEMPLATE = pattern(
    rb"\btemplate\s*<([^<>{};]{1,200})>\s*(?:(?:struct|class)\s+(\w+)[^;{}()]*|[^;{}()=]*?(\w+)\s*\([^;{}]*)\{"
)
_TYPE_PARAMETER = pattern(rb"\s*(?:class|typename)\s+(\w+)\s*")
_ARGUMENTS = pattern(rb"<([^<>;{}()]{1,200})>")
_DEPENDENT = pattern(rb"(?:\busing\s+(\w+)\s*=\s*)?(?:\btypename\s[^;{}()]{1,90}|>)::\s*(\w+)\s*(?=[\w;{])")


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
