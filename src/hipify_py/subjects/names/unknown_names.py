"""API003: what looks like a name of CUDA's and is in no table."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.rules.headers import is_known

# Names like those of the driver's functions, which code about anything else has as well: `cuSeqLens`.
_LIKE_OTHERS = pattern(rb"cu[A-Z]\w*")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    unknown = facts.unknown_names.unknown
    if any(_LIKE_OTHERS.fullmatch(name.text) for name in unknown) and not _shows_cuda(facts):
        unknown = [name for name in unknown if not _LIKE_OTHERS.fullmatch(name.text)]
    return (Hit(name.start, name.end) for name in unknown)


def _shows_cuda(facts: Facts) -> bool:
    return facts.is_about_cuda or bool(facts.listed) or any(map(is_known, facts.included))
