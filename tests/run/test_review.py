"""What `hipify-py -i` asks for: any choice of answers is a text that the next run completes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from hipify_py import api, engine
from hipify_py.engine import Context, Understood
from hipify_py.run.review.kept import kept
from hipify_py.run.review.patch import EditError, edited, patch_of
from hipify_py.run.review.pieces import Piece, made, pieces_of
from hipify_py.run.review.together import Questions, questions

POLICY = api.policy()
CONTEXT = Context(POLICY, path="a.cu")
EXAMPLES = sorted(path for path in Path("examples").rglob("*.cu*") if path.is_file())


def _convert(text: bytes) -> bytes:
    return engine.convert(text, CONTEXT).output


def _pieces(data: bytes) -> list[Piece]:
    understood = engine.understand(data, CONTEXT)
    assert isinstance(understood, Understood)
    return pieces_of(data, engine.final_edits(understood.facts.reading, understood.edits), understood.edits)


def _asked(data: bytes) -> Questions:
    return questions(data, _pieces(data), _convert, seconds=60)


def _texts(found: Questions) -> list[list[bytes]]:
    return [[piece.new for piece in question.pieces] for question in found.asked]


@pytest.mark.parametrize("path", EXAMPLES, ids=str)
def test_the_next_run_completes_what_was_accepted(path: Path) -> None:
    data = path.read_bytes()
    full, pieces = _convert(data), _pieces(data)
    assert made(data, pieces) == full
    found = _asked(data)
    assert sorted((*found.with_any, *(piece for each in found.asked for piece in each.pieces))) == sorted(pieces)
    for question in found.asked:
        others = [piece for each in found.asked if each is not question for piece in each.pieces]
        assert _convert(made(data, (*found.with_any, *question.pieces))) == full
        assert _convert(made(data, (*found.with_any, *others))) == full


def test_includes_come_with_whatever_is_accepted() -> None:
    data = b"#include <cuda_runtime.h>\nvoid f() {\n  cudaFree(0);\n\n  __vadd2(1, 2);\n}\n"
    found = _asked(data)
    assert [piece.new for piece in found.with_any] == [
        b"#include <hip/hip_runtime.h>\n",
        b'#include "hipify_compat.hpp"\n',
    ]
    assert _texts(found) == [[b"  hipFree(0);\n"]]


def test_includes_alone_are_asked_for() -> None:
    found = _asked(b"#include <cuda_runtime.h>\nint x;\n")
    assert _texts(found) == [[b"#include <hip/hip_runtime.h>\n"]]
    assert not found.with_any


def test_a_line_a_statement_and_a_macro_are_one_piece() -> None:
    data = (
        b"#include <cuda_runtime.h>\n"
        b"#define CHECK(x) \\\n  if (cudaSuccess != (x)) \\\n    cudaDeviceReset()\n"
        b"void f() {\n  cudaMalloc(&p, 1); cudaFree(p);\n}\n"
    )
    pieces = [piece for piece in _pieces(data) if not piece.is_include]
    assert [data[piece.start : piece.end].count(b"\n") for piece in pieces] == [3, 1]


def test_what_one_piece_opens_another_one_closes() -> None:
    data = b"a\nb\nc\nd\n"
    pieces = [Piece(0, 2, b"#if X\na\n"), Piece(2, 4, b"B\n"), Piece(4, 6, b"c\n#endif\n"), Piece(6, 8, b"D\n")]
    full = made(data, pieces)
    found = questions(data, pieces, lambda _text: full)
    assert [len(question.pieces) for question in found.asked] == [3, 1]


def _without_declaration(full: bytes) -> Callable[[bytes], bytes]:
    """A conversion that finds the second line only beside the first one, as it was."""

    def convert(text: bytes) -> bytes:
        return full.replace(b"\nB", b"\nb") if text.startswith(b"A") and b"\nb" in text else full

    return convert


def test_what_the_next_run_would_not_find_is_asked_for_together() -> None:
    data = b"".join(b"%c\n-\n" % letter for letter in b"abcdefgh")
    pieces = [Piece(place, place + 2, data[place : place + 2].upper()) for place in range(0, len(data), 4)]
    full = made(data, pieces)
    found = questions(data, pieces, _without_declaration(full))
    sizes = sorted(len(question.pieces) for question in found.asked)
    assert sizes == [1] * 6 + [2]
    together = next(question for question in found.asked if len(question.pieces) == 2)
    assert [piece.new for piece in together.pieces] == [b"A\n", b"B\n"]


def test_a_choice_by_kind_is_one_that_the_next_run_completes() -> None:
    data = b"".join(b"%c\n-\n" % letter for letter in b"abcdefgh")
    kinds = ("x", "x", "y", "x", "x", "y", "y", "x")
    places = range(0, len(data), 4)
    pieces = [
        Piece(place, place + 2, data[place : place + 2].upper(), frozenset((kind,)))
        for place, kind in zip(places, kinds, strict=True)
    ]
    full, of_x = made(data, pieces), [piece for piece in pieces if "x" in piece.kinds]
    # Nothing more is found once all of a kind are made, and none of the other.
    found = questions(data, pieces, lambda text: text if text == made(data, of_x) else full)
    assert any({"x", "y"} <= question.kinds for question in found.asked)


def test_a_file_that_cannot_be_taken_apart_is_one_question() -> None:
    data = b"a\nb\n"
    pieces = [Piece(0, 2, b"A\n"), Piece(2, 4, b"B\n")]
    assert len(questions(data, pieces, lambda text: text + b"more\n").asked) == 1
    assert len(questions(data, pieces, lambda _text: b"A\nB\n", seconds=-1).asked) == 1


DATA = b"int a;\nint b;\ncudaFree(0);\nint c;\n"
PIECE = Piece(14, 27, b"hipFree(0);\n")
PATCH = [b"@@ -1,4 +1,4 @@\n", b" int a;\n", b" int b;\n", b"-cudaFree(0);\n", b"+hipFree(0);\n", b" int c;\n"]


def test_a_patch_and_what_is_edited_in_it() -> None:
    assert patch_of(DATA, [PIECE]) == PATCH
    text = b"# said\n" + b"".join(PATCH)
    assert edited(DATA, [PIECE], text, []) == [PIECE]
    assert edited(DATA, [PIECE], text.replace(b"hipFree(0)", b"check(hipFree(0))"), []) == [
        Piece(14, 27, b"check(hipFree(0));\n")
    ]
    more = edited(DATA, [PIECE], text.replace(b" int c;\n", b" int c;\n+int d;\n"), [])
    assert made(DATA, more) == b"int a;\nint b;\nhipFree(0);\nint c;\nint d;\n"
    assert edited(DATA, [PIECE], b"# said\n", []) == []


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (b" int a;\n", b" int z;\n", "have to be those of the file"),
        (b" int a;\n", b"", "have to be those of the file"),
        (b" int a;\n", b"int a;\n", "a line begins with 'i'"),
        (b"@@ -1,4 +1,4 @@\n", b"@@ -1 +1 @@\n@@ -2 +2 @@\n", "@@"),
        (b" int a;\n", b"-int a;\n", "of another hunk"),
    ],
)
def test_an_edit_that_cannot_be_applied(before: bytes, after: bytes, why: str) -> None:
    with pytest.raises(EditError, match=why):
        edited(DATA, [PIECE], b"".join(PATCH).replace(before, after), [Piece(0, 7, b"float a;\n")])


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_patch_of_other_ends_of_lines(end: bytes) -> None:
    data = b"cudaFree(0);" + end + b"last"
    patch = patch_of(data, [Piece(0, len(data) - 4, b"hipFree(0);" + end)])
    assert patch[-1] == b"\\ No newline at end of file\n"
    text = b"".join(patch).replace(b"\r", b"").replace(b"hipFree(0)", b"x()")
    (piece,) = edited(data, [Piece(0, len(data) - 4, b"hipFree(0);" + end)], text, [])
    assert made(data, [piece]) == b"x();" + end + b"last"


def _kept(data: bytes, line: bytes) -> Sequence[Piece] | None:
    (piece,) = (piece for piece in _pieces(data) if line in data[piece.start : piece.end])
    return kept(data, [piece], _convert)


def test_comments_keep_what_is_declined() -> None:
    data = b"#include <cuda_runtime.h>\nvoid f() {\r\n    cudaFree(0);\r\n    cudaDeviceReset();\n}\n"
    pieces = _kept(data, b"cudaFree")
    assert pieces is not None
    text = made(data, pieces)
    assert b"\n    // hipify: off\r\n    cudaFree(0);\r\n    // hipify: on\r\n" in text
    again = _convert(text)
    assert b"    cudaFree(0);" in again
    assert b"hipDeviceReset" in again


def test_lines_that_follow_each_other_are_kept_together() -> None:
    data = b"#include <cuda_runtime.h>\nvoid f() {\n    cudaFree(0);\n    cudaDeviceReset();\n\n    cudaFree(1);\n}\n"
    pieces = kept(data, [piece for piece in _pieces(data) if not piece.is_include], _convert)
    assert pieces is not None
    lines = [line.strip() for line in made(data, pieces).splitlines()]
    assert lines[2:6] == [b"// hipify: off", b"cudaFree(0);", b"cudaDeviceReset();", b"// hipify: on"]
    assert lines[7:10] == [b"// hipify: off", b"cudaFree(1);", b"// hipify: on"]


def test_where_no_comment_can_stand() -> None:
    data = b'#include <cuda_runtime.h>\nvoid f() {\n  g(R"(\n)", cudaFree(0), R"(\n)");\n}\n'
    assert _kept(data, b"cudaFree") is None
