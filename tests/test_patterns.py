"""No regular expression of ours takes more than linear time, whatever the text: each is read and judged."""

from __future__ import annotations

import re

import pytest

from tools.growth import EXPONENTIAL, growth, parser
from tools.patterns import Pattern, all_patterns, made_of_unknown

# What is not linear, and why it may stay.
_ALLOWED = {
    "subjects/ptx/forms.py _BETWEEN_ARGUMENTS": "is matched with calls of our own tables",
    "rules/headers.py _headless": "is matched from the beginning of a header's name, and of no text",
    "subjects/buildfiles/kinds.py _by_kind": "is matched from the beginning of a file's name, and of no text",
}
# What `fnmatch` makes, which knows the Python that it comes with.
_OF_FNMATCH = ("rules/headers.py _headless", "subjects/buildfiles/kinds.py _by_kind")
# Where an expression is made that cannot be read before the program runs, and what it is made of.
_MADE_LATER = {
    "subjects/ptx/findings.py _rules": "the patterns of rules, read with the rules",
    "patterns.py compiled": "read where they are made",
    "rules/detect.py compiled": "the patterns of rules, read with the rules",
    "rules/detect.py __init__": "letters of words, with no repeat in them",
    "rules/load.py _check_pattern": "the patterns of rules, read with the rules",
    "subjects/buildfiles/kinds.py _any_of": "the globs of the module: stars and letters, matched with names of files",
    "subjects/math/vector_operators.py _without_copy": "a name of the definition, and blanks behind it",
    "reading/tokens.py compile_linear": "what it is given is read where it is given",
}

LINEAR = [
    rb"\ba*b", rb"\b\w+\s*\(", rb"(?<!\w)\w+\s*\(", rb"//[^\n]*", rb"//[^\n]*$", rb"\bx\s*(?:\(\s*)?y",
    rb"/\*(?s:.*?\*/|.*)", rb"\ba\s*(?:b\s*)*c", rb"x[^x]*y", rb"x[^;]{0,200}y", rb"(?m)^[^\S\n]*x",
    rb'"[^"\\]*(?:\\.[^"\\]*)*"?', rb"\b(\w+)=\1;",
]  # fmt: skip
QUADRATIC = [
    rb"a*b", rb"\w+\s*=", rb"\s*=", rb"\bx\s*\(?\s*y", rb"x[^;]*y", rb"x(?:[^;]*y)?", rb"(?m)^\s*x",
    rb"\bx(?=[^;]*y)", rb"(?<!-)x[^;]*y", rb"<!--.*?-->", rb"\b\w*a\w*;",
]  # fmt: skip
WORSE = [rb"\bx\s*\(?\s*\)?\s*y", rb"x[^;]*y[^;]*z"]
HOPELESS = [rb"(a|a)*b", rb"(?:a*)*b", rb"(?:\s*x?)*y", rb"(?:\s+x?)*y", rb"(?:\w+\s*)+=", rb"(?:a|ab|b)*c"]


@pytest.mark.parametrize(("patterns", "degree"), [(LINEAR, 1), (QUADRATIC, 2), (WORSE, 3), (HOPELESS, EXPONENTIAL)])
def test_growth_is_told_from_the_expression(patterns: list[bytes], degree: int) -> None:
    assert {pattern: growth(pattern) for pattern in patterns} == dict.fromkeys(patterns, degree)


def test_what_is_tried_at_one_place_does_not_begin_anew() -> None:
    assert growth(rb"\w+\s*=", searches=False) == 1
    assert growth(rb"\s*\(?\s*=", searches=False) == 2
    assert growth(rb".*a\w*", searches=False, whole=True) == 2
    assert growth(rb".*a\w*", searches=False) == 1


def test_long_repeats_multiply() -> None:
    assert growth(rb"\bif[^;]{0,120}x[^;]{0,120}y", long_is_endless=True) == 3
    assert growth(rb"\bif[^;]{0,120}y", long_is_endless=True) == 2


@pytest.mark.slow
def test_all_expressions_are_linear() -> None:
    """Also none that is quadratic when long repeats count as endless ones: two of them make 10,000 steps a byte."""
    patterns = all_patterns()
    assert len(patterns) > 500
    dear = {
        pattern.place: pattern.text
        for pattern in patterns
        if growth(pattern.text, pattern.flags, searches=pattern.searches, whole=pattern.is_whole) > 1
        or growth(pattern.text, pattern.flags, searches=pattern.searches, whole=pattern.is_whole, long_is_endless=True)
        > 2
    }
    assert {place: text for place, text in dear.items() if place not in _ALLOWED} == {}
    assert [place for place in _ALLOWED if place not in dear] == [], "no longer needed"


_MAY_BE_NEW = re.compile(r"[*+?}]\+|\(\?>")


def test_python_3_10_knows_all_expressions() -> None:
    """It has neither possessive repeats nor atomic groups; what `compile_linear` gets it gets without."""
    unknown = [
        pattern.place
        for pattern in all_patterns()
        if pattern.place not in _OF_FNMATCH and _is_for_newer_python(pattern)
    ]
    assert unknown == [], "write it without possessive repeats and atomic groups, or use compile_linear() and `*+`"


def _is_for_newer_python(pattern: Pattern) -> bool:
    text = (
        pattern.text.replace(b"*+", b"*") if isinstance(pattern.text, bytes) and pattern.is_translated else pattern.text
    )
    if not _MAY_BE_NEW.search(text if isinstance(text, str) else text.decode("latin-1")):
        return False
    try:
        operations = repr(parser.parse(text, pattern.flags))
    except re.error:  # this is Python 3.10
        return True
    return "POSSESSIVE" in operations or "ATOMIC" in operations


@pytest.mark.parametrize(
    ("text", "is_translated", "expected"),
    [(rb"a*+b", False, True), (rb"a*+b", True, False), (rb"a++b", True, True), (rb"(?>a)b", True, True)],
)
def test_what_is_for_newer_python(text: bytes, is_translated: bool, expected: bool) -> None:
    assert _is_for_newer_python(Pattern("here", text, 0, frozenset(), is_translated)) is expected


@pytest.mark.slow
def test_nothing_is_made_later_that_nobody_has_looked_at() -> None:
    assert set(made_of_unknown()) == set(_MADE_LATER)


@pytest.mark.slow
def test_patterns_are_found_where_they_stand() -> None:
    places = {pattern.place.split()[0] for pattern in all_patterns()}
    assert {
        "reading/tokens.py",
        "subjects/warps/warp_constants.py",
        "report/rule_page.py",
        "BLD003",
        "API008",
    } <= places
    assert any(pattern.flags & re.IGNORECASE for pattern in all_patterns())
