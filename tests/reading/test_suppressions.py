"""Which comments ask for silence, and about which lines."""

from __future__ import annotations

import time

import pytest

from hipify_py.reading import tokens
from hipify_py.reading.suppressions import in_build_file, in_source, off_spans

Expected = list[tuple[tuple[int, int], tuple[str, ...]]]

SOURCES: list[tuple[str, Expected]] = [
    ("f(); // hipify: ignore", [((1, 1), ())]),
    ("f(); // hipify: ignore[PTX001, WRP] why", [((1, 1), ("PTX001", "WRP"))]),
    ("f(); /* hipify-py: ignore[PTX001] */ g();", [((1, 1), ("PTX001",))]),
    ("f(); // NOLINT // hipify:ignore", [((1, 1), ())]),
    ("\n  // hipify: ignore[A]\n\n  // another\nf();", [((2, 5), ("A",))]),
    ("/* hipify: ignore\n   for now */\nf();", [((1, 3), ())]),
    ("/*\n * hipify: ignore\n */ f();", [((1, 3), ())]),
    ("#define F \\\n  /* hipify: ignore */ \\\n  g()\n", [((2, 3), ())]),
    ("// hipify: ignore", [((1, 1), ())]),
    ("// hipify: ignore\r\nf();\r\n", [((1, 2), ())]),
    ('s = "// hipify: ignore";', []),
    ('s = R"(\n// hipify: ignore\n)";', []),
    ("// see hipify: ignore", []),
    ("// hipify: ignored", []),
    ("hipify: ignore", []),
    ("f(); // hipify: ignore[", [((1, 1), ())]),
    ("a\n// hipify: off\nb\n// hipify: on\nc", [((2, 4), ())]),
    ("a /* hipify: off */ b", [((1, 1), ())]),
    ("// hipify: off\nb\n// hipify: off\nc\n", [((1, 4), ())]),
    ("// hipify: off by one\nb", []),
    ("// hipify: on\nb", []),
]


@pytest.mark.parametrize(("text", "expected"), SOURCES, ids=[repr(text) for text, _ in SOURCES])
def test_in_sources(text: str, expected: Expected) -> None:
    assert [(found.lines, found.names) for found in in_source(text.encode())] == expected


BUILD_FILES: list[tuple[str, Expected]] = [
    ("find_package(CUDA) # hipify: ignore[BLD001]", [((1, 1), ("BLD001",))]),
    ("# hipify: ignore\n\nfind_package(CUDA)", [((1, 3), ())]),
    ('message("# hipify: ignore")', []),
    ('"""\n# hipify: ignore\n"""\n', []),
    ("<!-- hipify: ignore -->\n<CudaCompile/>", [((1, 2), ())]),
    ("// hipify: ignore", []),
    ("# hipify: off\na\n# hipify: on\n", [((1, 3), ())]),
]


@pytest.mark.parametrize(("text", "expected"), BUILD_FILES, ids=[repr(text) for text, _ in BUILD_FILES])
def test_in_build_files(text: str, expected: Expected) -> None:
    assert [(found.lines, found.names) for found in in_build_file(text.encode())] == expected


def test_the_place_is_that_of_the_order() -> None:
    text = b"f(); // x // hipify: ignore[A] because\n"
    (found,) = in_source(text)
    assert text[found.start : found.end] == b"hipify: ignore[A]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"a // hipify: off\nb\n/* hipify: on */ c", [b"// hipify: off\nb\n/* hipify: on */"]),
        (b"a // hipify: off - not ours\nb", [b"// hipify: off - not ours\nb"]),
        (b'a "// hipify: off" b', []),
        (b"// hipify: ignore\nb", []),
        (b"a", []),
    ],
)
def test_off_spans(text: bytes, expected: list[bytes]) -> None:
    assert [text[start:end] for start, end in off_spans(text, tokens.code_only(text))] == expected


@pytest.mark.parametrize(
    "piece",
    [b"// hipify: ignore ", b"/* hipify: off */", b'"hipify', b"'''hipify", b"// hipify: on\n", b"//hipify:" + b"/"],
)
def test_time_is_linear(piece: bytes) -> None:
    """What is quadratic takes minutes for this."""
    text = piece * (1_000_000 // len(piece))
    started = time.process_time()
    in_source(text)
    in_build_file(text)
    off_spans(text, text)
    assert time.process_time() - started < 10
