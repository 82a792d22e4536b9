"""Literals that something is compared with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern

_COMPARED = pattern(
    rb"(?:==|!=)\s*$|\b(?:strn?(?:case)?cmp|strstr|strcasestr|memcmp|find|rfind|compare|contains|(?:starts|ends)_?with|"
    rb"StartsWith|EndsWith|Contains|"
    rb"(?:EXPECT|ASSERT|REQUIRE|CHECK)_\w+|REQUIRE|CHECK|HasSubstr|ContainsRegex|MatchesRegex|regex|regex_search|"
    rb"regex_match|boost::algorithm::\w+)\s*\((?:[^;{}()]|\([^()]*\))*$"
)
_REACH = 200


def compared(facts: Facts, pattern: re.Pattern[bytes]) -> Iterator[tuple[int, int]]:
    """The literals with such text that something is compared with; strings that are only printed are none."""
    code, text = facts.reading.code, facts.reading.source.text
    for start, end in facts.reading.literals:
        is_meant = pattern.search(text[start + 1 : end]) and not facts.reading.is_message(start)
        if is_meant and (_is_operand_before(facts, end + 1) or _COMPARED.search(code[max(0, start - _REACH) : start])):
            yield start + 1, end


def _is_operand_before(facts: Facts, end: int) -> bool:
    """Whether a comparison follows what ends at a place."""
    return facts.reading.code.startswith((b"==", b"!="), facts.reading.skip_blank(end))
