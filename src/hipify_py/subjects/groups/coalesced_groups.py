"""CGP016: the group of the active lanes, handed to what may hold for 32 lanes alone."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.groups import Groups, groups_of
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

_VARIABLE = pattern(rb"\b([A-Za-z_]\w{0,80})\s{0,9}[=({]\s{0,9}(?:(?:\w{1,60}\s{0,9})?::\s{0,9}){0,9}\Z")
_PASSED_TO = pattern(rb"\b(\w{1,60})\s{0,9}::\s{0,9}\w{1,60}\s{0,9}(?:<[^<>(){};]{0,90}>\s{0,9})?\(\s{0,9}\Z")
_MEMBER = pattern(rb"\s*\.\s*\w+\s*\(")
_NEAR = 300


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    groups = groups_of(facts)
    return (Hit(name.start, name.end) for name in groups.of(words) if _is_handed_on(groups, name))


def _is_handed_on(groups: Groups, name: Name) -> bool:
    """Whether the group is used for more than its members and the functions of cooperative groups."""
    facts, code = groups.facts, groups.facts.reading.code
    closing = facts.reading.closers.get(facts.reading.neighbours(name).after)
    if closing is None or _MEMBER.match(code, closing + 1):
        return False
    variable = _VARIABLE.search(code, max(0, name.start - _NEAR), name.start)
    known = facts.reading.declarations.of(variable[1], closing) if variable is not None else None
    if variable is None or known is None or known.place != variable.start(1):
        return not _is_passed_to_groups(groups, name)
    uses = (use for use in facts.reading.names((variable[1],)) if use.start > closing)
    mine = (use for use in uses if facts.reading.declarations.of(use.text, use.start) == known)
    return any(not _MEMBER.match(code, use.end) and not _is_passed_to_groups(groups, use) for use in mine)


def _is_passed_to_groups(groups: Groups, name: Name) -> bool:
    passed = _PASSED_TO.search(groups.facts.reading.code, max(0, name.start - _NEAR), name.start)
    return passed is not None and passed[1] in groups.spaces
