"""A file is read for one word of CUDA's, wherever that stands."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.file.style import DEFAULT_STYLE
from hipify_py.relevance import may_concern_us

_LINES = b"int filler;\n" * 1000


@pytest.mark.parametrize("before", [0, 240, 249, 250, 251, 1000])
@pytest.mark.parametrize("text", [b"cudaFree(p);\n", b"\xef\xbb\xbfcudaFree(p);\n", b"cuda\\\nFree(p);\n"])
def test_a_word_anywhere_is_enough(before: int, text: bytes) -> None:
    filler = _LINES[: before * len(b"int filler;\n")]
    data = text + _LINES if before == 0 else filler + text.removeprefix(b"\xef\xbb\xbf") + _LINES
    assert may_concern_us(data, api.policy(), DEFAULT_STYLE)


def test_others_are_left_unread() -> None:
    assert not may_concern_us(_LINES, api.policy(), DEFAULT_STYLE)
