"""Texts that tests expect, such as `EXPECT_EQ(flag, "--gpu-architecture=sm_70")`: they follow from what is tested."""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import word_before

# Those that compare; others may do anything with a text.
_ASSERTS = pattern(
    rb"assert|(?:(?:DOCTEST_|BOOST_)?(?:CHECK|REQUIRE|WARN|TEST)|EXPECT|ASSERT)"
    rb"(?:_(?:EQ|NE|TRUE|FALSE|STREQ|STRNE|STRCASEEQ|STRCASENE|THAT|EQUAL|MESSAGE))?|Q(?:COMPARE|VERIFY)2?"
)
_REACH = 400


def is_expected(facts: Facts, place: int) -> bool:
    """Whether a place stands in a literal that an assertion compares, and hands to no function."""
    literals = facts.reading.literals
    number = bisect_right(literals, place, key=itemgetter(0)) - 1
    if number < 0 or place > literals[number][1]:
        return False
    opening, low = literals[number][0], max(0, place - _REACH)
    while (bracket := facts.reading.bracket_around(facts.reading.code, opening, low)) is not None:
        called = word_before(facts.reading.code, bracket, low)
        if facts.reading.code[bracket : bracket + 1] == b"(" and called is not None:
            return _ASSERTS.fullmatch(called.text) is not None
        opening = bracket
    return False
