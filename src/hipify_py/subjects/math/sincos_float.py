"""MTH022: `sincos` with pointers to what may be `float`, in HIP code."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.marks import COMPAT_HEADER
from hipify_py.file.sincos_calls import sincos_calls
from hipify_py.rules.detect import Hit


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    """Where conversion has included hipify_compat.hpp, that has the overload."""
    if not facts.is_surely_cuda and not any(map(_is_helper, facts.included)):
        yield from (Hit(name.start, name.end) for name in sincos_calls(facts))


def _is_helper(header: str) -> bool:
    return header.rpartition("/")[2] == COMPAT_HEADER
