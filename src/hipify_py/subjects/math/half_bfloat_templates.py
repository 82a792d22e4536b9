"""MTH028: templates that make one type that they are given of another, where the file gives them half and bfloat16."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.subjects.math.half_of_bfloat import BFLOATS, HALVES, PARAMETER, converted, value_type

_FUNCTION = pattern(rb"\b([A-Za-z_]\w*)\s*\(")
_ARGUMENTS = pattern(rb"\s*(?:<([^<>(){};]{1,300})>)?\s*(?:<<<[^{};]{1,300}?>>>)?\s*")
_WORD = pattern(rb"[A-Za-z_]\w*")
_DEEPEST = 4


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    reading = facts.reading
    if HALVES.isdisjoint(reading.words) or BFLOATS.isdisjoint(reading.words):
        return
    templates = _Templates(facts)
    for name in facts.names(templates.names):
        value = converted(facts, name)
        if value is None or not templates.is_parameter(name.text, name.start):
            continue
        if value_type(facts, templates.types, value) not in templates.parameters(name):
            continue
        if any(templates.meets_both(each) for each in templates.around(name.start)):
            yield Hit(name.start, name.end)


class _Templates:
    def __init__(self, facts: Facts) -> None:
        self.types = expression_types(facts)
        self._facts, self._reading = facts, facts.reading
        self._meeting: dict[bytes, bool] = {}
        self.names = frozenset(PARAMETER.findall(facts.reading.plain))

    def is_parameter(self, type: bytes, place: int) -> bool:
        return self._reading.declarations.is_type_parameter(type, place)

    def parameters(self, name: Name) -> frozenset[bytes]:
        """The other types that a template around a name is given."""
        return frozenset(each for each in self.names if each != name.text and self.is_parameter(each, name.start))

    def around(self, place: int) -> Iterator[bytes]:
        """The names of the functions and classes around a place, if these do not speak of either type themselves."""
        scopes = self._reading.scopes
        for scope in scopes.around(place):
            text = self._reading.plain[scope.head : scope.end]
            head = self._reading.plain[scope.head : scope.start]
            if scope.kind is Kind.BLOCK and not (HALVES | BFLOATS).isdisjoint(_WORD.findall(text)):
                return
            if scope.kind is Kind.BLOCK and (found := _FUNCTION.search(head)):
                yield found[1]
        yield from scopes.path_at(place).names[-1:]

    def meets_both(self, template: bytes, depth: int = 0) -> bool:
        """Whether the file uses a template with both types, by way of other templates maybe, and has no other
        definition of it that speaks of them."""
        if template not in self._meeting:
            self._meeting[template] = False  # for those that use themselves
            uses = dict(self._uses(template)) if depth < _DEEPEST else {}
            is_met = any(not types.isdisjoint(HALVES) and not types.isdisjoint(BFLOATS) for types in uses.values())
            self._meeting[template] = None not in uses and (is_met or self._is_passed_on(uses, depth))
        return self._meeting[template]

    def _is_passed_on(self, uses: dict[Name | None, frozenset[bytes]], depth: int) -> bool:
        named = [(name, types) for name, types in uses.items() if name is not None]
        passing = (name for name, types in named if sum(self.is_parameter(each, name.start) for each in types) > 1)
        return any(self.meets_both(each, depth + 1) for name in passing for each in self.around(name.start))

    def _uses(self, template: bytes) -> Iterator[tuple[Name | None, frozenset[bytes]]]:
        """The uses of a template with the types that they show; None stands for a definition for one of both types."""
        plain, closers = self._reading.plain, self._reading.closers
        for name in self._facts.names((template,)):
            given = _ARGUMENTS.match(plain, name.end)
            types = frozenset(_WORD.findall(given[1] or b"")) if given is not None else frozenset()
            opening = given.end() if given is not None else name.end
            closing = closers.get(opening, opening) if plain[opening : opening + 1] == b"(" else opening
            is_defined = plain[self._reading.skip_blank(closing + (closing > opening)) :][:1] == b"{"
            if is_defined and not (HALVES | BFLOATS).isdisjoint(_WORD.findall(plain, name.start, closing + 1)):
                yield None, types
            elif not is_defined:
                yield name, types | self._types_of_arguments(opening)

    def _types_of_arguments(self, opening: int) -> frozenset[bytes]:
        is_call = self._reading.plain[opening : opening + 1] == b"("
        found = (self.types.of(*each) for each in self._reading.arguments(opening) or ()) if is_call else ()
        return frozenset(each.type for each in found if each is not None)
