"""MTH023: math functions that HIP has for the device alone, called by host code that is HIP already. For CUDA code
hipify_compat.hpp has them."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file import host_math
from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit

WORDS = host_math.WORDS


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    if not facts.is_surely_cuda:
        yield from (Hit(name.start, name.end) for name in host_math.host_math(facts))
