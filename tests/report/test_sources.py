"""What files say before and after, packed and unpacked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hipify_py.report.sources import Hunk, Text, packed, unpacked

LINES = st.lists(st.text(alphabet=st.characters(exclude_characters="\n"), max_size=5), min_size=1, max_size=6)


@given(LINES, LINES)
def test_nothing_is_lost(lines: list[str], others: list[str]) -> None:
    text = Text(lines, [Hunk(0, 1, others)])
    found = unpacked(packed(text))
    assert list(found.lines) == lines
    assert found.converted() == [*others, *lines[1:]]


def test_a_file_that_does_not_change() -> None:
    assert unpacked(packed(Text(["a", ""], ()))).converted() == ["a", ""]
