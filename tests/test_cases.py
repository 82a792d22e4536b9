"""Golden cases: a file holds flags, an input and the expected output, as a reader would write them down.

    // flags: --rocm 6.3
    cudaMalloc(&p, n);
    cuFoo();  // expect: API001
    // ==== output
    hipMalloc(&p, n);
    cuFoo();  // expect: API001

`expect` comments name the findings of their line; there may be no others of the rules that they name anywhere in the
file, nor of those that conversion itself reports by. (Other rules have examples in their own files.) Without an output
part the input must come through unchanged. Each case also runs with CRLF line ends, and a second time over its own
output.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.engine import Context, Result, convert
from hipify_py.rules.load import load
from tests.findings import said_together, with_unlisted_severity

BY_PASSES = {rule.id for rule in load().rules.values() if {"by": "conversion"} in rule.detect}
CASES = Path(__file__).parent / "subjects"
_FLAGS = re.compile(rb"// flags: (.*)\n")
_EXPECT = re.compile(r"// expect: ([A-Z0-9, ]+)")
_OUTPUT = b"// ==== output\n"


def split(path: Path) -> tuple[list[str], bytes, bytes]:
    data = path.read_bytes()
    flags: list[str] = []
    if match := _FLAGS.match(data):
        flags = match.group(1).decode().split()
        data = data[match.end() :]
    source, _, output = data.partition(_OUTPUT)
    return flags, source, output or source


def context_of(path: Path, flags: list[str]) -> Context:
    valued = [flag for flag in flags if flag != "--unsafe-fixes"]
    options = dict(zip(valued[::2], valued[1::2], strict=True))
    policy = api.policy(
        rocm=options.get("--rocm"),
        target="roc" if options.get("--target") == "roc" else "hip",
        unsafe_fixes="--unsafe-fixes" in flags,
        arch=[options["--arch"]] if "--arch" in options else [],
    )
    local = frozenset(options.get("--local-header", "").split(",")) - {""}
    renamed = dict(pair.split("=") for pair in options.get("--renamed", "").split(",") if pair)
    style = api.Style.of(options.get("--launch-syntax", "kernel"), options.get("--ptx", "approx"))
    style = replace(style, translates_matrices=options.get("--tensor-cores") != "report")
    return Context(policy, str(path), path.suffix in (".cu", ".cuh"), local, renamed, style)


def _findings(result: Result, spoken: set[str]) -> set[tuple[int, str]]:
    found = (item for item in result.findings if item.rule in spoken)
    return {(result.source.position(item.start).line, item.rule) for item in found}


def _expected(source: bytes) -> set[tuple[int, str]]:
    return {
        (number, rule)
        for number, line in enumerate(source.decode("latin-1").split("\n"), 1)
        for match in _EXPECT.finditer(line)
        for rule in match.group(1).replace(" ", "").split(",")
    }


def cases() -> list[Path]:
    """Those of build files have tests of their own."""
    found = (path for path in CASES.rglob("*.*") if path.suffix not in (".py", ".pyc", ".txt"))
    return sorted(path for path in found if not path.is_relative_to(CASES / "buildfiles"))


@pytest.mark.parametrize("path", cases(), ids=lambda path: str(path.relative_to(CASES)))
def test_case(path: Path) -> None:
    flags, source, output = split(path)
    context = context_of(path, flags)
    expected = _expected(source)
    spoken = BY_PASSES.union(rule for _line, rule in expected)
    result = convert(source, context)
    assert result.output.decode("latin-1") == output.decode("latin-1")
    assert _findings(result, spoken) == expected
    assert said_together(result.findings) == []
    assert with_unlisted_severity(result.findings, context.policy.archs) == []

    again = convert(result.output, context)
    assert again.output == result.output

    windows = convert(source.replace(b"\n", b"\r\n"), context)
    assert windows.output == output.replace(b"\n", b"\r\n")
    assert _findings(windows, spoken) == expected
