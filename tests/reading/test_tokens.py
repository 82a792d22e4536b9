"""Short ways of looking for blanks, words and ends find what the long ones do."""

from __future__ import annotations

import pytest

from hipify_py.reading import tokens


@pytest.mark.parametrize("blanks", [b"", b" ", b"\t\r\n" * 50, b" \\\n" * 50, b" " * 500 + b"\\ \t\r\n" + b" " * 500])
def test_blanks_are_skipped_in_both_directions(blanks: bytes) -> None:
    code = b"x" + blanks + b";"
    assert tokens.skip_blank(code, 1, len(code)) == len(code) - 1
    assert tokens.rskip_blank(code, len(code) - 1, 0) == 1
    assert tokens.rskip_blank(code, len(code) - 1, 3) == max(min(3, len(code) - 1), 1)


def test_a_backslash_that_ends_no_line_is_no_blank() -> None:
    assert tokens.skip_blank(b"\\x", 0, 2) == 0
    assert tokens.rskip_blank(b"x\\", 2, 0) == 2


@pytest.mark.parametrize("length", [0, 1, 39, 40, 41, 400])
def test_words_of_any_length_end_somewhere(length: int) -> None:
    assert tokens.word_start(b"(" + b"w" * length, length + 1, 0) == 1
    assert tokens.word_start(b"w" * length, length, length // 2) == length // 2


def test_rare_words_are_found_as_all_others_are() -> None:
    code = b"a5 5 5.0 0x5 x.5 1'5 5'000 5u (5) 5" + b" filler" * 600 + b"5"
    found = tokens.places(code, {b"5", b"absent"})
    assert found == tokens.places_among(tokens.words(code), code, {b"5", b"absent"})
    assert [name.start for name in found[b"5"]] == [3, 5, 15, 21, 31, 34]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (b"int x; // to the end", None),
        (b"int x; /* closed */ // and more\n", None),
        (b"int x; /* one */ /* open", 17),
        (b'f("x"); /* R"(', 8),
        (b'f(R"(x', 3),
        (b'f("x")', None),
        (b'#include "x"', None),
    ],
)
def test_what_swallows_the_end_of_a_file(text: bytes, place: int | None) -> None:
    assert tokens.unterminated(text, tokens.code_only(text)) == place
