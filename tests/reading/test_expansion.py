"""What macros make of a text: the cases of the standard that spell the text of instructions."""

from __future__ import annotations

import pytest

from hipify_py.reading.expansion import Expansion, quoted
from hipify_py.reading.reading import Reading
from hipify_py.source import Source

MACROS = b"""
#define STR(x) #x
#define XSTR(x) STR(x)
#define WIDTH 32
#define CAT(a, b) a##b
#define TWICE(f, x) f(x) f(x)
#define LOOP LOOP WIDTH
#define ALL(...) XSTR(__VA_ARGS__)
#define LONG(a, \\
             b) a + /* not this */ \\
             b
#if X
#define MODE ".ca"
#else
#define MODE ".cg"
#endif
"""


def _expansion(text: bytes = MACROS) -> Expansion:
    return Expansion(Reading(Source("x.cu", text), is_cuda=True))


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        (b"STR(WIDTH)", b'"WIDTH"'),
        (b"XSTR(WIDTH)", b'"32"'),
        (b"XSTR( a  .  b )", b'"a . b"'),
        (b'STR("a\\n" + x)', rb'"\"a\\n\" + x"'),
        (b"CAT(WID, TH)", b"32"),
        (b"TWICE(STR, u8)", b'"u8" "u8"'),
        (b"TWICE (XSTR, WIDTH)", b'"32" "32"'),
        (b"LOOP", b"LOOP 32"),
        (b"ALL(a, (b, c))", b'"a, (b, c)"'),
        (b"STR()", b'""'),
        (b"STR WIDTH", b"STR 32"),
        (b"MODE", b"MODE"),
        (b'"WIDTH"', b'"WIDTH"'),
    ],
)
def test_expands(text: bytes, expanded: bytes) -> None:
    assert _expansion().expand(text) == expanded


def test_reads_over_lines_and_comments() -> None:
    assert b" ".join(_expansion().expand(b"LONG(1, 2)").split()) == b"1 + 2"


def test_remembers_calls() -> None:
    expansion = _expansion()
    expansion.expand(b"TWICE(XSTR, WIDTH) STR(x)")
    calls = {macro.name: list(arguments) for macro, arguments in expansion.calls.items()}
    assert calls == {b"TWICE": [(b"XSTR", b"WIDTH")], b"XSTR": [(b"32",)], b"STR": [(b"32",), (b"x",)]}


def test_gives_up_on_what_grows_without_end() -> None:
    doubling = b"".join(b"#define F%d(x) F%d(x) F%d(x)\n" % (number + 1, number, number) for number in range(50))
    expansion = _expansion(doubling)
    expansion.expand(b"F50(a)")
    assert expansion.is_exhausted


def test_quotes_as_the_preprocessor_does() -> None:
    assert quoted(b' a\t \n b \'x\' "\\"" ') == rb'''"a b 'x' \"\\\"\""'''
