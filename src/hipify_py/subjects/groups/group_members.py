"""CGP006, CGP007: members of groups that HIP has only since some release."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.groups import groups_of
from hipify_py.rules.detect import Hit
from hipify_py.tables.model import Version

_SINCE = {word: Version(7, 0) for word in (b"num_threads", b"ballot", b"match_any", b"match_all", b"any", b"all")}
_LATEST = Version(7, 12)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    missing = [word for word in words if facts.policy.rocm < _SINCE.get(word, _LATEST)]
    return (Hit(name.start, name.end) for name in groups_of(facts).members(missing))
