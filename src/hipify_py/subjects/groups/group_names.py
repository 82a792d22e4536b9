"""CGP001 to CGP004, CGP008, CGP015 to CGP017: names of cooperative groups that HIP has not, or not yet in the release
converted for."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.groups import groups_of
from hipify_py.rules.detect import Hit
from hipify_py.tables.model import Version

# The release from which HIP has a name.
_SINCE = {
    b"inclusive_scan_update": Version(10, 0),
    b"exclusive_scan_update": Version(10, 0),
    b"binary_partition": Version(7, 0),
}


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    missing = [word for word in words if word not in _SINCE or facts.policy.rocm < _SINCE[word]]
    return (Hit(name.start, name.end) for name in groups_of(facts).of(missing))
