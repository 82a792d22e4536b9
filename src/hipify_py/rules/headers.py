"""The rules on headers: `#include <cupti.h>`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase, translate
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import included_names
from hipify_py.rules.load import load
from hipify_py.texts import to_text

if TYPE_CHECKING:
    from hipify_py.file.facts import Facts
    from hipify_py.rules.detect import Detector, Hit
    from hipify_py.rules.model import Rule

_HEAD = pattern(r"[*?\[]")


def concerns(data: bytes) -> bool:
    """Whether a file includes a header that a rule speaks of."""
    return any(is_known(to_text(name)) for name in included_names(data))


def is_known(name: str) -> bool:
    """Whether a rule speaks of a header of that name."""
    return bool(_by_name(name))


def is_known_as_copy(name: str) -> bool:
    """Whether a rule speaks of a header of that name that nobody has but as a copy in a tree."""
    asking = _asking()
    return any(not asking[place][1].get("copies", True) for place in _by_name(name))


def detect(facts: Facts) -> Iterator[tuple[Detector, Hit]]:
    from hipify_py.rules.detect import Hit  # a run asks `is_known` of files that it need not convert again

    for directive, header in facts.reading.headers:
        name = to_text(header.name)
        if facts.is_left_alone(directive.start) or name in facts.local_headers:
            continue
        is_the_trees = name in facts.surroundings.headers
        for detector in map(_detector, _headed(name) if is_the_trees else _by_name(name)):
            if detector.concerns(facts):
                yield detector, Hit(header.start, header.end)


@lru_cache(maxsize=1 << 14)
def _by_name(name: str) -> tuple[int, ...]:
    """The detectors that ask for such a header, by their places among all that ask for any."""
    likely = _by_pattern()
    found = [each for head in (name[:end] for end in _ends() if end <= len(name)) for each in likely.get(head, ())]
    if _fits_headless(name):
        found += likely[""]
    return tuple(dict.fromkeys(place for pattern, place in found if fnmatchcase(name, pattern)))


def _headed(name: str) -> tuple[int, ...]:
    """Those that know the library by the beginning of the name: `cutlass/gemm.h` of a copy in the tree is CUTLASS's,
    `mine/optix.h` is nobody's. Some libraries can be converted where the tree has a copy of them."""
    loose = {place for _pattern, place in _by_pattern().get("", ())}
    asking = _asking()
    return tuple(place for place in _by_name(name) if place not in loose and asking[place][1].get("copies", True))


@cache
def _headless() -> re.Pattern[str]:
    """Any of the patterns that begin with a star, of which all names would have to be compared with each."""
    return re.compile("|".join(translate(pattern) for pattern, _place in _by_pattern()[""]))


def _fits_headless(name: str) -> bool:
    return _headless().match(name) is not None


@cache
def _by_pattern() -> dict[str, list[tuple[str, int]]]:
    """The patterns of all detectors by their beginning, up to the first sign that stands for others."""
    found: dict[str, list[tuple[str, int]]] = {}
    for place, (_rule, spec) in enumerate(_asking()):
        for name in spec["headers"]:
            found.setdefault(_HEAD.split(name, maxsplit=1)[0], []).append((name, place))
    return found


@cache
def _ends() -> tuple[int, ...]:
    """How long the beginnings of the patterns are."""
    return tuple(sorted({len(head) for head in _by_pattern() if head}))


@cache
def _detector(place: int) -> Detector:
    from hipify_py.rules.detect import Detector

    return Detector(*_asking()[place])


@cache
def _asking() -> tuple[tuple[Rule, Any], ...]:
    """What rules say of headers."""
    return tuple((rule, spec) for rule in load().rules.values() for spec in rule.detect if "headers" in spec)
