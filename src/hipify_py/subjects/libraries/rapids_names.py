"""LIB024: names in the namespaces of RAPIDS, unless the tree has a copy of the library, which is its own code."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_QUALIFIED = pattern(rb"\b(rmm|cuco|cudf|cuvs|kvikio)\s*::\s*\w")
# Others call something of theirs so, too.
_RAFT = pattern(
    rb"\b(raft)\s*::\s*(?:resources?|handle_t|device_\w+|host_\w+|make_\w+|linalg|matrix|sparse|stats|random|"
    rb"neighbors|distance|cluster|util|core|KeyValuePair|identity_op|copy)\b"
)
_NESTED = pattern(rb"\bnamespace\s+(\w+)\s*::")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    code, own = facts.reading.code, frozenset[bytes]()
    present = [wanted for wanted in (_QUALIFIED, _RAFT) if wanted.search(code)]
    if present:
        own = frozenset(name for name in words if _is_the_trees(facts, name))
    for wanted in present:
        yield from (Hit(*found.span(1)) for found in wanted.finditer(code) if found[1] not in own)


def _is_the_trees(facts: Facts, name: bytes) -> bool:
    """Whether a header of the library is the tree's own, or the file makes the namespace without any header of it. Who
    uses the library may put something in its namespace, too."""
    folder = to_text(name) + "/"
    included = {header for header in facts.included if header.startswith(folder)}
    if included:
        return not included.isdisjoint(facts.surroundings.headers)
    return name in facts.opened_namespaces or name in _NESTED.findall(facts.reading.plain)
