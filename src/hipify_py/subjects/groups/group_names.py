"""CGP001 to CGP004, CGP008, CGP015 to CGP017: names of cooperative groups that HIP has not, or not yet in the release
converted for."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.subjects.groups.groups import Groups
from hipify_py.tables.model import Version

_REDUCE = Version(7, 13)
_SCAN = Version(10, 0)
# The release from which HIP has a name.
_SINCE = {
    b"reduce": _REDUCE,
    b"plus": _REDUCE,
    b"less": _REDUCE,
    b"greater": _REDUCE,
    b"bit_and": _REDUCE,
    b"bit_or": _REDUCE,
    b"bit_xor": _REDUCE,
    b"inclusive_scan": _SCAN,
    b"exclusive_scan": _SCAN,
    b"inclusive_scan_update": _SCAN,
    b"exclusive_scan_update": _SCAN,
    b"binary_partition": Version(7, 0),
}


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    missing = [word for word in words if word not in _SINCE or facts.policy.rocm < _SINCE[word]]
    return (Hit(name.start, name.end) for name in Groups(facts).of(missing))
