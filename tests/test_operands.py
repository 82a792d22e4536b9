"""What conversion writes is one operand, as what it stands for was: all around it is parsed as if a name stood there.

The expressions come from the tables and from the golden cases, and each is put into the positions that an expression
may have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import pytest
import tree_sitter
import tree_sitter_cuda

from hipify_py import api
from hipify_py.edits import Edit, Span, outermost, splice
from hipify_py.engine import Context, Result, convert
from hipify_py.reading import tokens
from hipify_py.tables.schema import EXPRESSIONS
from tests.test_cases import cases, context_of, split

# An expression X in a statement of its own.
POSITIONS = [
    *("X", "1 * X", "X * 2", "X / 2", "2/X", "1 << X", "X << 2", "2 - X", "X - 2", "-X", "!X", "&X", "(int)X"),
    *("X.x", "X->x", "X[0]", "q[X]", "q[X][0]", "X ? 1 : 2", "cc ? X : 2", "cc ? 2 : X", "0, X", "X, 0", "ff(X, 1)"),
    *("ff(1, X)", "sizeof X", "q = X", "q += X", "if (cc) X; else ff()", "for (;;) X", "do X; while (cc)"),
    *("return X", "int i = X", "int i{X}", "auto l = [] { X; }"),
]
# Those that tell the others: what binds less tightly than a call, and tokens that begin another one with those before.
TELLING = ["X.x", "X * 2", " -X", "2/X", "q[X]", "(int)X", "cc ? 2 : X", "(0, X)"]
_EXPRESSIONS = {
    *("identifier", "qualified_identifier", "template_function", "number_literal"),
    *("parenthesized_expression", "call_expression", "subscript_expression", "field_expression"),
    *("update_expression", "unary_expression", "pointer_expression", "cast_expression", "binary_expression"),
    *("conditional_expression", "assignment_expression"),
}
# What the grammar takes as an operand of these, where C++ does not.
_LOOSE = ("assignment_expression", "conditional_expression", "comma_expression")
_TIGHT = ("cast_expression", "unary_expression", "pointer_expression", "binary_expression", "field_expression")
_NAME = re.compile(rb"[\w:]+")


class Place(NamedTuple):
    """An expression in the text of a file."""

    data: bytes
    start: int
    end: int


def _parse(data: bytes) -> tree_sitter.Node:
    return _parser().parse(data if data.endswith(b"\n") else data + b"\n").root_node


@cache
def _parser() -> tree_sitter.Parser:
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_cuda.language()))


def _node(root: tree_sitter.Node, start: int, end: int) -> tree_sitter.Node | None:
    """The outermost node that begins and ends there."""
    node = root.named_descendant_for_byte_range(start, end)
    if node is None or (node.start_byte, node.end_byte) != (start, end):
        return None
    while node.parent is not None and (node.parent.start_byte, node.parent.end_byte) == (start, end):
        node = node.parent
    return node


def _around(place: Place) -> list[tuple[str, int]] | None:
    """The nodes around an expression, innermost first, with how much of each stands before it; None if it is none."""
    node = _node(_parse(place.data), place.start, place.end)
    if node is None or (node.type in _LOOSE and node.parent is not None and node.parent.type in _TIGHT):
        return None
    found = []
    while (parent := node.parent) is not None:
        found.append((parent.type, sum(child.end_byte <= place.start for child in parent.children)))
        node = parent
    return found


def _result_of(result: Result, edit: Edit) -> Place:
    """Where the text of an edit stands in the output, comments and blanks around it left out."""
    data, applied = result.source.data, result.applied
    start = len(splice(data[: edit.start], [each for each in applied if each.end <= edit.start]))
    within = [each for each in applied if each.end <= edit.end and each.start < edit.end]
    end = len(splice(data[: edit.end], within))
    code = tokens.code_only(result.output)
    return Place(result.output, tokens.skip_blank(code, start, end), tokens.rskip_blank(code, end, start))


def _problems(places: Iterable[Place], result: Result) -> Iterator[str]:
    """Where expressions become anything that is not parsed as a name, or a number, would be in their place."""
    wanted = {(place.start, place.end) for place in places}
    for edit in outermost(result.applied):
        if (edit.start, edit.end) in wanted and (made := _result_of(result, edit)).start < made.end:
            data, start, end = made
            name = b"1" if data[start:end].isdigit() else b"X"
            named = Place(data[:start] + name + data[end:], start, start + 1)
            if _around(made) != _around(named):
                yield data[max(0, start - 30) : end + 30].decode("latin-1")


def _expressions_of_tables() -> Iterator[str]:
    """A use of each name for which the tables have an expression."""
    tables = api.policy().tables
    for name in tables.rows:
        entry = tables.entry(name)
        assert entry is not None
        texts = [entry.get(key) or "" for key in EXPRESSIONS]
        if not any(texts):
            continue
        places = {int(place) for text in texts for place in re.findall(r"\{(\d)\}", text)}
        is_call = bool(places) or (isinstance(entry.row, dict) and "arguments" in entry.row)
        arguments = ", ".join(f"a + {place}" for place in range(max(places, default=0) + 1))
        yield f"{name}({arguments})" if is_call else name


@pytest.mark.parametrize("head", [b"", b"__nv_bfloat16 of_a_type;\n"], ids=["half", "bfloat16"])
@pytest.mark.parametrize("use", list(_expressions_of_tables()))
def test_an_expression_of_a_table_is_one_operand(use: str, head: bytes) -> None:
    places = []
    for position in POSITIONS:
        before, behind = position.encode().split(b"X")
        start = len(head + before) + len(b"void f() { ")
        head += b"void f() { " + before + use.encode() + behind + b"; }\n"
        places.append(Place(head, start, start + len(use)))
    result = convert(head, Context(api.policy()))
    assert len(result.edits) >= len(POSITIONS)
    assert list(_problems(places, result)) == []


def _expressions_of_cases() -> Iterator[tuple[Place, Context]]:
    """One for each form of what the golden cases convert, names alone left out."""
    seen = set()
    for path in cases():
        flags, data, _output = split(path)
        context = context_of(path, flags)
        root = _parse(data)
        for edit in outermost(convert(data, context).edits):
            new = b"".join(b"X" if isinstance(part, Span) else part for part in edit.parts)
            node = _node(root, edit.start, edit.end)
            is_declaration = edit.why.startswith("NVTX3_")  # as the macro is
            if node is None or node.type not in _EXPRESSIONS or _NAME.fullmatch(new) or is_declaration:
                continue
            form = edit.group, node.type, _NAME.sub(b"x", new)
            if form not in seen:
                seen.add(form)
                yield Place(data, edit.start, edit.end), context


def test_what_replaces_an_expression_of_a_golden_case_is_one_operand() -> None:
    problems = {}
    for place, context in _expressions_of_cases():
        for position in TELLING:
            moved = _moved(place, position)
            around = _around(moved)
            if around is None or any(kind in ("ERROR", "preproc_if", "preproc_elif") for kind, _place in around):
                continue
            for problem in _problems([moved], convert(moved.data, context)):
                problems[context.path, moved.data[moved.start : moved.end], position] = problem
    assert problems == {}


def _moved(place: Place, position: str) -> Place:
    before, behind = position.encode().split(b"X")
    use = place.data[place.start : place.end]
    data = place.data[: place.start] + before + use + behind + place.data[place.end :]
    return Place(data, place.start + len(before), place.end + len(before))
