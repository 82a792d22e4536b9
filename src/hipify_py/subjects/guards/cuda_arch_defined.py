"""ARC001: `__CUDA_ARCH__` as a question for device code, where conversion leaves it."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Directive
from hipify_py.rules.detect import Hit

_KEYWORDS = (b"if", b"elif", b"ifdef", b"ifndef", b"elifdef", b"elifndef", b"define")
_ASKS = pattern(rb"\b__CUDA_ARCH__\b")
_NUMBER = pattern(rb"\b__CUDA_ARCH__\s*(?:\)\s*)?[<>=!]|\d\s*(?:\)\s*)?[<>]=?\s*(?:\(\s*)?__CUDA_ARCH__|__HIP")
_DEFINED = pattern(rb"defined\s*(?:\(\s*)?$")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    code = facts.reading.code
    if b"__HIP_DEVICE_COMPILE__" in code or b"__CUDA_ARCH__" in facts.own_macros:
        return
    for directive in facts.reading.directives:
        if directive.keyword not in _KEYWORDS or _NUMBER.search(code, directive.start, directive.end):
            continue
        for found in _ASKS.finditer(code, directive.body, directive.end):
            is_name_alone = directive.keyword not in (b"if", b"elif", b"define")
            asks = is_name_alone or _DEFINED.search(code, directive.body, found.start())
            if asks and not _is_number_inside(facts, directive):
                yield Hit(found.start(), found.end())


def _is_number_inside(facts: Facts, directive: Directive) -> bool:
    """Whether a branch that a question opens needs the number: that place is spoken of instead."""
    branch = facts.reading.conditionals.at(directive.end + 1)
    if directive.keyword == b"define" or branch is None or branch.directive.start != directive.start:
        return False
    return facts.asks_for_architecture(directive.end, branch.end)
