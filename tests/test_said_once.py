"""Two rules never speak of the same place: of those that meet there one `outranks` the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from hipify_py.engine import Result, convert
from hipify_py.findings import Finding
from tests.test_cases import _cases, _context, _split
from tests.test_rules import ACCEPTED, FLAGGED, RULES, _scan

# Rules that both speak of a place, and why neither is enough: none so far.
TOGETHER: dict[tuple[str, ...], str] = {}


def _results() -> Iterator[tuple[str, Result]]:
    for path in _cases():
        flags, source, _output = _split(path)
        yield path.name, convert(source, _context(path, flags))
    for rule, example in (*FLAGGED, *ACCEPTED):
        yield f"example of {rule.id}", _scan(rule, example)


def _said_twice(findings: Iterable[Finding]) -> Iterator[tuple[str, ...]]:
    places: dict[int, list[str]] = defaultdict(list)
    for found in findings:
        places[found.start].append(found.rule)
    return (tuple(sorted(rules)) for rules in places.values() if len(rules) > 1)


def test_of_each_place_one_rule_speaks() -> None:
    said = {(where, rules) for where, result in _results() for rules in _said_twice(result.findings)}
    assert {(where, rules) for where, rules in said if rules not in TOGETHER} == set()
    assert {rules for _where, rules in said} >= TOGETHER.keys()


def test_ranks_are_clear() -> None:
    for rule in RULES.values():
        for other in rule.outranks:
            assert rule.id not in RULES[other].outranks
