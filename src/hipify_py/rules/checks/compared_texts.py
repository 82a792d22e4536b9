"""PRP009: the name of a device, compared with what NVIDIA's are called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.analysis.facts import Facts
from hipify_py.rules.detect import Hit

_LITERAL = re.compile(rb'"[^"\n]*"')
_COMPARED = re.compile(
    rb"(?:==|!=)\s*$|\b(?:strn?(?:case)?cmp|strstr|strcasestr|memcmp|find|rfind|compare|contains|(?:starts|ends)_?with|"
    rb"StartsWith|EndsWith|Contains|"
    rb"(?:EXPECT|ASSERT|REQUIRE|CHECK)_\w+|REQUIRE|CHECK|HasSubstr|ContainsRegex|MatchesRegex|regex|regex_search|"
    rb"regex_match|boost::algorithm::\w+)\s*\((?:[^;{}()]|\([^()]*\))*$"
)
_NAMES = re.compile(
    rb"^(?i:NVIDIA|Tesla|GeForce|Quadro|RTX|GTX|TITAN|Jetson|Orin|Xavier)|"
    rb"^(?:A(?:2|10G?|16|30|40|100|800|[2456]000)|H(?:20|100|200|800)|V100S?|P(?:4|40|100)|T4|L(?:4|20|40S?)|K(?:20|40|80)|"
    rb"M(?:40|60)|G?B(?:100|200|300)|GH200)\b"
)
_OF_DEVICE = re.compile(rb"name|prop|dev|gpu|card|model", re.IGNORECASE)
_REACH = 200


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    if not facts.shows_cuda:
        return
    for start, end in compared(facts, _NAMES):
        statement = facts.reading.code[max(0, start - _REACH) : start]
        if _OF_DEVICE.search(re.split(rb"[;{}]", statement)[-1]):
            yield Hit(start, end)


def compared(facts: Facts, pattern: re.Pattern[bytes]) -> Iterator[tuple[int, int]]:
    """The literals with such text that something is compared with; strings that are only printed are none."""
    code, text = facts.reading.code, facts.reading.source.text
    for literal in _LITERAL.finditer(code):
        start, end = literal.span()
        if pattern.search(text[start + 1 : end - 1]) and not facts.reading.is_message(start):
            follows = code[facts.reading.skip_blank(end) :][:2]
            if follows in (b"==", b"!=") or _COMPARED.search(code[max(0, start - _REACH) : start]):
                yield start + 1, end - 1
