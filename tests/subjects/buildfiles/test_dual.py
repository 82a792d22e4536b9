"""Build files and what becomes of them with `--build-style dual`: cases as in test_conversion.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.engine import Context, Result, convert_build
from hipify_py.file.style import Style

CASES = sorted((Path(__file__).parent / "dual").iterdir())
_EXPECT = re.compile(r"# expect: ([A-Z0-9, ]+)")
_OUTPUT = b"# ==== output\n"
DUAL = Style(builds="dual")
_BOM = b"\xef\xbb\xbf"


def _converted(path: Path, data: bytes, style: Style = DUAL) -> Result:
    name = "Makefile" if path.name.startswith("Makefile") else path.name.removesuffix(".case")
    name = "CMakeLists.txt" if name.startswith("CMakeLists") else name
    return convert_build(data, Context(api.policy(), path=name, style=style))


def _expected(text: bytes) -> set[tuple[int, str]]:
    lines = enumerate(text.decode().split("\n"), 1)
    marked = ((number, found[1]) for number, line in lines if (found := _EXPECT.search(line)))
    return {(number, rule.strip()) for number, rules in marked for rule in rules.split(",")}


@pytest.mark.parametrize("begin", [b"", _BOM], ids=["", "bom"])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_cases(path: Path, line_end: bytes, begin: bytes) -> None:
    source, _, output = path.read_bytes().partition(_OUTPUT)
    result = _converted(path, begin + source.replace(b"\n", line_end))
    assert result.output.removeprefix(begin).replace(line_end, b"\n").decode() == (output or source).decode()
    assert {(result.source.position(each.start).line, each.rule) for each in result.findings} == _expected(source)
    assert _converted(path, result.output).output == result.output
