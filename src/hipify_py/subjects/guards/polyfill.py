"""ARC003: builtins that a file defines itself for old GPUs and old compilers, as which AMD passes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.rules.detect import Hit

_OLD = pattern(rb"\b(?:__CUDA_ARCH__|__CUDACC_VER_MAJOR__|CUDA_VERSION|CUDART_VERSION)\s*(?:\)\s*)?<=?\s*\w")
# On types of the user's own it is one more overload.
_BUILTIN = pattern(
    rb"\(\s*(?:\)|void\s*\)|(?:const\s+)?(?:(?:unsigned|signed|long)\s+)*(?:int|unsigned|float|double|long|char)\b)"
)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    reading = facts.reading
    for name in facts.names(words):
        around = reading.neighbours(name)
        closing = reading.closers.get(around.after) if around.sign_after == b"(" else None
        if closing is None or not reading.code.startswith(b"{", reading.skip_blank(closing + 1)):
            continue
        if reading.scopes.kind_at(name.start) is not Kind.FILE or not facts.declares(name, around):
            continue
        if not _is_second(reading.plain[max(0, name.start - 200) : name.start], reading.code[around.after : closing]):
            continue
        branches = reading.conditionals.around(name.start)
        if any(_OLD.search(reading.code, branch.directive.start, branch.directive.end) for branch in branches):
            yield Hit(name.start, name.end)


def _is_second(before: bytes, parameters: bytes) -> bool:
    """Whether a definition is one that HIP has: no template, and on builtin types."""
    head = re.split(rb"[;{}]", before)[-1]
    return b"template" not in head and _BUILTIN.match(parameters + b")") is not None
