"""CUDA's warp matrices, `nvcuda::wmma`: where a file speaks of them."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, qualifier, usage
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.texts import to_text

HEADERS = frozenset(("mma.h", "crt/mma.h"))
# What nobody else has in a namespace named wmma.
WORDS = frozenset(
    b"fragment load_matrix_sync store_matrix_sync mma_sync bmma_sync fill_fragment layout_t mem_row_major "
    b"mem_col_major row_major col_major matrix_a matrix_b accumulator __float_to_tf32".split()
)
_NAMESPACE = pattern(rb"(?:\busing\s+namespace\s|=)\s*(?:::\s*)?nvcuda(?:\s*::\s*wmma)?\s*;")
_ALIAS = pattern(rb"\bnamespace\s+(\w+)\s*=\s*(?:::\s*)?(?:nvcuda\s*::\s*)?wmma\s*;")
_USED_WHOLE = pattern(rb"\busing\s+namespace\s+(?:::\s*)?(?:nvcuda\s*::\s*)?wmma\s*;")
_OTHER_WMMA = pattern(rb"\bnamespace\s+wmma\b|\brocwmma\b")


def named(facts: Facts, words: frozenset[bytes] = WORDS) -> Iterator[Name]:
    """Where some of the names are looked up in the namespace: by `wmma::`, by another name of it, or as used whole."""
    if _OTHER_WMMA.search(facts.reading.plain):
        return
    spaces = {b"wmma", *(found[1] for found in facts.usings(_ALIAS))}
    is_used_whole = any(facts.usings(_USED_WHOLE))
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        found = usage(around, is_scope=True)
        if (found is Usage.QUALIFIED and qualifier(around) in spaces) or (found is Usage.PLAIN and is_used_whole):
            yield name


def is_used(facts: Facts) -> bool:
    """Whether any code for AMD has them, or brings them to what includes the file."""
    places = (
        *(line.start for line, header in facts.reading.headers if _is_cudas(facts, header.name)),
        *(found.start() for found in _NAMESPACE.finditer(facts.reading.plain)),
        *(name.start for name in named(facts)),
    )
    return not all(map(facts.is_left_alone, places))


def _is_cudas(facts: Facts, header: bytes) -> bool:
    name = to_text(header)
    return name in HEADERS and name not in facts.local_headers and name not in facts.surroundings.headers
