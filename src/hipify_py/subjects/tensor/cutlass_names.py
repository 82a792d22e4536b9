"""TCX002: the first use of CUTLASS or CuTe in a file that includes none of their headers itself."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_USE = pattern(rb"\busing\s+namespace\s+(?P<whole>cutlass|cute)\b|(?<![\w:.>])(?:::\s*)?(?P<part>cutlass|cute)\s*::")
_OWN = pattern(rb"\bnamespace\s+(?:cutlass|cute)\s*[{=:]")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    plain = facts.reading.plain
    if any(header.startswith(("cutlass/", "cute/")) for header in facts.included) or _OWN.search(plain):
        return
    if found := _USE.search(plain):
        yield Hit(*found.span("whole" if found["whole"] else "part"))
