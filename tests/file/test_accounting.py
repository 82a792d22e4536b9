"""An edit that takes away what it does not name is never applied; comments in what goes are kept."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from hipify_py import api
from hipify_py.edits import Edit, Span, in_order, splice
from hipify_py.file import accounting
from hipify_py.file.facts import Facts
from hipify_py.findings import BROKEN_EDIT, Finding
from hipify_py.reading.reading import Reading
from hipify_py.source import Source
from hipify_py.subjects import registry


def _reading(text: bytes) -> Reading:
    return Reading(Source("a.cu", text), True)


def _span(text: bytes, part: bytes) -> Span:
    start = text.index(part)
    return Span(start, start + len(part))


def _edit(
    text: bytes, part: bytes, new: bytes | tuple[bytes | Span, ...], takes: tuple[bytes | Span, ...] | None = None
) -> Edit:
    span = _span(text, part)
    return Edit(span.start, span.end, new, "name", "group", takes)


CALL = b"x = p ? b::c : f(a /* 1 */, g(b)); y;"


@pytest.mark.parametrize(
    ("part", "new", "takes"),
    [
        (b"f", b"h", None),
        (b"", b"int z; ", None),
        (b"f(a /* 1 */, g(b))", (b"h(", _span(CALL, b"g(b)"), b")"), (b"f(", _span(CALL, b"a"), b",)")),
        (b"f(a /* 1 */, g(b))", (_span(CALL, b"a"), _span(CALL, b"g(b)")), (b"f", b"(,", b")")),
        (b"f(a", b"h(a", (b"f ( a",)),
        (b"b::c : f", b"h", (b"b::c : f",)),
    ],
)
def test_what_is_accounted_for(part: bytes, new: bytes | tuple[bytes | Span, ...], takes: tuple[bytes | Span]) -> None:
    accounting.check(_reading(CALL), [_edit(CALL, part, new, takes)])


@pytest.mark.parametrize(
    ("part", "new", "takes", "problem"),
    [
        (b"c : f", b"h", None, "removes more"),
        (b"b::c : f", b"h", (b"b::f",), "removes more"),
        (b"f(a", b"h", (b"f",), "removes more"),
        (b"f(a", b"h", (b"f(", b"a", b","), "removes more"),
        (b"a /* 1 */, g(b))", b"h", (_span(CALL, b"a /* 1 */, g(b))"),), "removes more"),
        (b"g(b)); y", b"h", (_span(CALL, b"g(b)); y"),), "removes more"),
        (b"f", (_span(CALL, b"y"),), (b"f",), "removes more"),
        (b"* 1 *", b"2", (b"",), "cuts a token"),
        (b"1", b"#define A\n", (b"",), "cuts a token"),
        (b"y", b"#define A\n", (b"y",), "puts a directive"),
        (b"x", b"#define A", (b"x",), "puts a directive"),
    ],
)
def test_what_is_not(
    part: bytes, new: bytes | tuple[bytes | Span, ...], takes: tuple[bytes | Span] | None, problem: str
) -> None:
    with pytest.raises(accounting.UnaccountedError, match=problem):
        accounting.check(_reading(CALL), [_edit(CALL, part, new, takes)])


def test_parts_of_words_are_no_names() -> None:
    with pytest.raises(accounting.UnaccountedError):
        accounting.check(_reading(b"my_cudaFree(p);"), [_edit(b"my_cudaFree(p);", b"cudaFree", b"hipFree")])


@pytest.mark.parametrize("inside", [b"#endif\n", b"#if A\n", b"#if A\n#endif\n#else\n"])
def test_directives_hold_whole_branches(inside: bytes) -> None:
    text = b"int a;\n" + inside + b"int b;\n"
    guarded = (b"#if B\n", Span(0, len(text)), b"#endif\n")
    with pytest.raises(accounting.UnaccountedError, match="directive"):
        accounting.check(_reading(text), [Edit(0, len(text), guarded, "name", "group")])


def test_no_code_is_put_behind_a_line_comment() -> None:
    text = b"f(a // b\n);"
    with pytest.raises(accounting.UnaccountedError, match="into a comment"):
        accounting.check(_reading(text), [_edit(text, b"f(a // b\n)", (b"g(", Span(2, 8), b")"), (b"f(", b")"))])


@pytest.mark.parametrize(
    ("text", "part", "kept", "takes", "output"),
    [
        (b"f(/* 1 */ a /* 2 */, b);", b"f(/* 1 */ a /* 2 */, b)", b"b", b"a", b"g(b) /* 1 */ /* 2 */;"),
        (b"f(a, /* 1 */ b /* 2 */);", b"f(a, /* 1 */ b /* 2 */)", b"b", b"a", b"g(/* 1 */ b /* 2 */);"),
        (b"f(a, // 1\n b // 2\n);", b"f(a, // 1\n b // 2\n)", b"b", b"a", b"g(// 1\n b // 2\n);"),
        (b"f(a // 1\n, b);", b"f(a // 1\n, b)", b"b", b"a", b"g(b) // 1\n;"),
        (b"f(a // 1\n, b)\n;", b"f(a // 1\n, b)", b"b", b"a", b"g(b) // 1\n;"),
    ],
)
def test_comments_stay(text: bytes, part: bytes, kept: bytes, takes: bytes, output: bytes) -> None:
    reading = _reading(text)
    edit = _edit(text, part, (b"g(", _span(text, kept), b")"), (b"f(", _span(text, takes), b",)"))
    accounting.check(reading, [edit])
    assert splice(text, accounting.with_comments(reading, [edit])) == output


def test_what_is_inserted_behind_an_edit_is_inserted_once() -> None:
    around = Edit(0, 4, (b"(", Span(0, 4), b")"), "a", "b")
    assert splice(b"int;x", in_order([around, Edit(4, 4, b"!", "a", "b")])) == b"(int;)!x"


def test_lines_are_inserted_before_other_text_at_their_place() -> None:
    lines, text = (
        Edit(0, 0, b"#include <a.h>\n", "a", "includes"),
        Edit(0, 0, b"template <int = 0> ", "b", "definitions"),
    )
    assert splice(b"int f();", in_order([text, lines])) == b"#include <a.h>\ntemplate <int = 0> int f();"


@pytest.mark.parametrize(
    "broken",
    [
        Edit(0, 12, b"", "cudaFree", "runtime"),
        Edit(0, 3, b"long", "int", "runtime", (b"short",)),
        Edit(4, 5, b"b", "a", "runtime"),
    ],
)
def test_a_file_with_a_broken_edit_is_left(broken: Edit, monkeypatch: pytest.MonkeyPatch) -> None:
    def propose(_facts: Facts) -> Iterator[Edit | Finding]:
        yield broken
        yield Edit(4, 5, b"c", "a", "runtime")

    wrong = SimpleNamespace(propose=propose)
    monkeypatch.setattr(registry, "acting", lambda kind, _facts: (wrong,) if kind == "propose" else ())
    data = b"int a; cudaFree(p);\n"
    result = api.convert(data, api.policy())
    assert result.output == data
    assert [found.rule for found in result.findings] == [BROKEN_EDIT]
    assert "please report it" in result.findings[0].message
