"""DEV024: more shared memory than the 64 KiB that a block has on most GPUs of AMD."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.constants import Constants, size_of
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_LIMIT = 65536
_ARRAY = pattern(
    rb"\b__shared__\s+(?:__align__\s*\(\s*\d+\s*\)\s*|alignas\s*\(\s*\d+\s*\)\s*)?(?:volatile\s+)?"
    rb"((?:(?:unsigned|signed|long)\s+)*[A-Za-z_]\w*)\s+([A-Za-z_]\w*)\s*((?:\[[^\[\];{}]{1,100}\]\s*)+)"
)
_LAUNCH = pattern(rb"<<<")
_ATTRIBUTES = (b"cudaFuncAttributeMaxDynamicSharedMemorySize", b"CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES")
_DIMENSION = pattern(rb"\[([^\[\]]*)\]")
_REST = pattern(rb"\s*,\s*([^;\s][^;]{0,300}?)\)\s*[;,)]")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    constants = Constants(facts)
    if b"__shared__" in words:
        yield from _arrays(facts, constants)
    for found in _LAUNCH.finditer(facts.reading.plain):
        yield from _launch(facts, constants, found.end())
    for name in facts.reading.names(words.intersection(_ATTRIBUTES)):
        asked = _REST.match(facts.reading.plain, name.end)
        size = constants.number(asked[1], asked.start(1)) if asked else None
        if asked and size is not None and size > _LIMIT:
            yield _hit(asked.start(1), asked.end(1), size)


def _arrays(facts: Facts, constants: Constants) -> Iterator[Hit]:
    """Arrays, added up for each function."""
    totals: dict[int, int] = {}
    for found in _ARRAY.finditer(facts.reading.plain):
        before = facts.reading.plain[max(0, found.start() - 20) : found.start()]
        size = _size(constants, found) if not before.rstrip().endswith(b"extern") else None
        function = facts.functions.around(found.start())
        if size is None or function is None:
            continue
        total = totals.get(function.start, 0) + size
        totals[function.start] = total
        if total > _LIMIT >= total - size:
            yield _hit(found.start(2), found.end(2), total)


def _size(constants: Constants, found: re.Match[bytes]) -> int | None:
    size = size_of(found[1])
    for dimension in _DIMENSION.findall(found[3]):
        value = constants.number(dimension, found.start())
        if size is None or value is None or value < 0:
            return None
        size *= value
    return size


def _launch(facts: Facts, constants: Constants, start: int) -> Iterator[Hit]:
    end = facts.reading.plain.find(b">>>", start, start + 400)
    has_three = facts.reading.plain.count(b",", start, max(end, start)) > 1
    arguments = facts.reading.split(start, end) if has_three else []
    if len(arguments) >= 3:
        place = facts.reading.stripped(*arguments[2])
        size = constants.number(facts.reading.code[slice(*place)], place[0])
        if size is not None and size > _LIMIT:
            yield _hit(*place, size)


def _hit(start: int, end: int, size: int) -> Hit:
    return Hit(start, end, {"size": f"{size:,}"})
