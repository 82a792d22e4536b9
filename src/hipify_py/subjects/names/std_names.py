"""API039: a global type or variable with a name of the standard library, under `using namespace std;`.

clang includes <algorithm> and <complex> before every HIP file, and nvcc does not: the name becomes ambiguous on AMD.
"""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Path
from hipify_py.rules.detect import Hit

_USING = pattern(rb"\busing\s+namespace\s+std\s*;")
# What <algorithm>, <complex>, and what these include declare, and the headers of CUDA do not.
_NAMES = frozenset(
    b"""
    advance all_of allocator any_of apply arg array basic_string beta binary_search bind byte char_traits clamp
    complex conj copy count count_if cref data dec distance divides equal errc error_code fill find find_if fixed
    flush for_each function generate greater hash hex hypot imag includes inserter invoke ios iter_swap iterator
    launder left less locale lower_bound max_element merge min_element minmax minus mismatch modulus negate
    next_permutation none_of norm nth_element oct partition plus polar proj random_shuffle real ref remove replace
    reverse right rotate sample scientific search shuffle size sort string tie transform unique upper_bound vector
    """.split()
)
_FUNCTION = "function"


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    using = _USING.search(facts.reading.plain) if facts.reading.is_cuda else None
    if using is None or facts.reading.scopes.at(using.start()) is not None:
        return
    for text in sorted(_NAMES & facts.reading.words):
        own = [each for each in facts.own_called(text) if not each.is_called and _FUNCTION not in each.what]
        is_global = any(not each.is_local and each.scope == Path() for each in own)
        for name in facts.reading.names((text,)) if is_global else ():
            around = facts.reading.neighbours(name)
            meant = facts.meant_of(own, name, around)
            is_use = name.start > using.end() and all(each.name.start != name.start for each in own)
            if is_use and meant is not None and not meant.is_local and not around.preceded_by(b"::"):
                yield Hit(name.start, name.end)
                break
