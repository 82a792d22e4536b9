"""WRP026: builtins of warps in code of which nothing tells whether it is CUDA or HIP."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.lane_builtins import SHUFFLES
from hipify_py.file.usage import Usage, usage
from hipify_py.findings import Severity
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit

_WITH_WIDTH = 3


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.is_surely_cuda or facts.names_hip or facts.asks_for_hip or not facts.has_device_code:
        return
    severity = Severity.INFO if facts.surroundings.is_hip else None
    places = ((name, facts.reading.neighbours(name)) for name in facts.reading.names(words - facts.own_macros))
    called = (name for name, around in places if is_called(around) and not facts.declares(name, around))
    first = next((name for name in called if not has_width(facts, name)), None)
    if first is not None:
        yield Hit(first.start, first.end, severity=severity)


def has_width(facts: Facts, name: Name) -> bool:
    opening = facts.reading.neighbours(name).after
    return name.text in SHUFFLES and facts.reading.argument_count(opening) == _WITH_WIDTH


def is_called(around: Neighbours) -> bool:
    return around.sign_after == b"(" and usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
