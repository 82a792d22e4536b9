"""Headers that nvcc includes in every unit unasked, and what a file relies on of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.reading.conditionals import CONDITIONS
from hipify_py.reading.tokens import Name
from hipify_py.tables.model import Policy

RUNTIME_HEADER = "hip/hip_runtime.h"
# What clang knows of HIP without any header.
_OF_CLANG = frozenset((b"__device__", b"__host__", b"__shared__", b"__constant__", b"__managed__"))


class Implied(NamedTuple):
    """A header of the C library, others that bring it, and what is missed without."""

    header: str
    same: frozenset[str]
    names: frozenset[bytes]

    def is_in(self, included: Collection[str]) -> bool:
        return not self.same.isdisjoint(included)

    def is_used_in(self, facts: Facts) -> bool:
        used = self.names & facts.reading.words
        return any(_is_plain_use(facts, name) for name in facts.reading.names(used)) if used else False


IMPLIED = (
    Implied(
        "string.h",
        frozenset(("string.h", "cstring", "memory.h", "bits/stdc++.h")),
        frozenset(b"memset memcpy memmove memcmp strcmp strncmp strlen strcpy strncpy strcat strstr strchr".split()),
    ),
    Implied(
        "float.h",
        frozenset(("float.h", "cfloat", "bits/stdc++.h")),
        frozenset(b"FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX DBL_MIN DBL_EPSILON".split()),
    ),
    Implied(
        "math.h",
        frozenset(("math.h", "bits/stdc++.h")),
        frozenset(
            b"isnan isinf isfinite isnormal signbit fpclassify isunordered "
            b"isgreater isgreaterequal isless islessequal islessgreater".split()
        ),
    ),
)
OF_NVCC = frozenset((RUNTIME_HEADER, *(each.header for each in IMPLIED)))


def relied_on(facts: Facts) -> Iterator[str]:
    """What a header uses of those, wherever it has it from."""
    if _uses_runtime(facts):
        yield RUNTIME_HEADER
    yield from (each.header for each in IMPLIED if each.is_used_in(facts))


def brought_by(spelling: str, policy: Policy) -> Iterator[str]:
    """Which of those an include brings."""
    resolution = policy.header(spelling)
    if (resolution.target if resolution is not None else spelling) == RUNTIME_HEADER:
        yield RUNTIME_HEADER
    yield from (each.header for each in IMPLIED if spelling in each.same)


def _uses_runtime(facts: Facts) -> bool:
    reading = facts.reading
    used = (facts.runtime_words & reading.words) - _OF_CLANG
    for name in reading.names(used) if used else ():
        line = reading.directive_at(name.start)
        is_asked = line is not None and line.keyword in CONDITIONS
        if not is_asked and usage(reading.neighbours(name), is_scope=False) is Usage.PLAIN:
            return True
    return False


def _is_plain_use(facts: Facts, name: Name) -> bool:
    around = facts.reading.neighbours(name)
    is_use = around.sign_after == b"(" or name.text.isupper()
    is_meant = usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL)
    if not (is_use and is_meant) or name.text in facts.own_macros:
        return False
    return not facts.declares(name, around)
