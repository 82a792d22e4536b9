"""What a tree holds need not be UTF-8: nothing in the program decodes or encodes it as if it were."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import hipify_py
from hipify_py.texts import to_bytes, to_text

PACKAGE = Path(hipify_py.__file__).parent
# Where bytes become letters one by one, so that places in the text are places in the file.
_LETTER_BY_LETTER = ("file/assembler.py", "subjects/ptx/module/")


def _may_fail(source: str, path: str = "") -> Iterator[int]:
    """The lines with a conversion that fails for some bytes or texts, unless these are constants of the program."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if node.func.attr not in ("decode", "encode") or _is_constant(node.func.value) or _is_of_codec(node.func.value):
            continue
        has_errors = len(node.args) > 1 or any(keyword.arg == "errors" for keyword in node.keywords)
        if not has_errors and not _never_fails(node, path):
            yield node.lineno


def _is_constant(node: ast.expr) -> bool:
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return isinstance(node, ast.Constant) or name.isupper()


def _is_of_codec(node: ast.expr) -> bool:
    """`codec.encode(value)`, which is a function of the cache's own."""
    return "codec" in ast.unparse(node).lower()


def _never_fails(call: ast.Call, path: str) -> bool:
    assert isinstance(call.func, ast.Attribute)
    encoding = ast.literal_eval(call.args[0]) if call.args and isinstance(call.args[0], ast.Constant) else ""
    by_letters = encoding == "latin-1" and call.func.attr == "decode" and path.startswith(_LETTER_BY_LETTER)
    return by_letters or (encoding == "unicode_escape" and call.func.attr == "encode")


def test_every_conversion_has_an_answer_to_bytes_that_are_no_text() -> None:
    found = [
        f"{name}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for name in (path.relative_to(PACKAGE).as_posix(),)
        for line in _may_fail(path.read_text(encoding="utf-8"), name)
    ]
    assert found == [], "use to_text and to_bytes of hipify_py.texts"


@pytest.mark.parametrize(
    ("code", "fails"),
    [
        ("data.decode()", True),
        ("f'{name}'.encode('utf-8')", True),
        ("text.encode('latin-1')", True),
        ("data.decode('latin-1')", True),
        ("data.decode(encoding)", True),
        ("data.decode('utf-8', 'replace')", False),
        ("data.decode(errors='strict')", False),
        ("_HEADER.encode()", False),
        ("'text'.encode()", False),
    ],
)
def test_what_may_fail(code: str, fails: bool) -> None:
    assert bool(list(_may_fail(code))) is fails


def test_all_bytes_come_back() -> None:
    data = bytes(range(256)) + "größe".encode() + "größe".encode("latin-1")
    assert to_bytes(to_text(data)) == data
