"""WRP021: macros that take the names of warp builtins, which HIP's headers declare from ROCm 7.0 on."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit
from hipify_py.tables.model import Version

_DECLARED_SINCE = Version(7, 0)
_KNOWS_RELEASE = pattern(rb"\b(?:HIP_VERSION\w*|ROCM_VERSION\w*|HIP_ENABLE_WARP_SYNC_BUILTINS|TORCH_HIP_VERSION)\b")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if facts.policy.rocm < _DECLARED_SINCE:
        return
    code = facts.reading.code
    for macro in (macro for macro in facts.reading.macros if macro.name in words):
        branches = facts.reading.conditionals.around(macro.name_start)
        directives = [branch.chain.branches[0].directive for branch in branches]
        is_settled = any(_KNOWS_RELEASE.search(code, directive.start, directive.end) for directive in directives)
        if not is_settled and code[macro.body : macro.end].strip() != macro.name:
            yield Hit(macro.name_start, macro.name_end)
