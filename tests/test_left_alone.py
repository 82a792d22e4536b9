"""What authors wrote for CUDA beside HIP stays: no rewrite edits it, shown with the input of every golden case."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hipify_py.engine import convert
from tests.test_cases import CASES, context_of, split

_INCLUDES = re.compile(rb"^[ \t]*#[ \t]*(?:include(?:_next)?|import|pragma once)[^\n]*\n", re.MULTILINE)
_BESIDE = b"#if defined(__HIP_PLATFORM_AMD__)\nint for_amd;\n#else\n"
_OF_INCLUDES = "includes/includes"
_SUFFIXES = (".cu", ".cuh", ".h")


def _cases() -> list[Path]:
    found = (path for suffix in _SUFFIXES for path in CASES.rglob(f"*{suffix}") if path.parent != CASES / _OF_INCLUDES)
    return sorted(path for path in found if "__HIP" not in path.read_text())


@pytest.mark.parametrize("path", _cases(), ids=lambda path: path.relative_to(CASES).as_posix())
def test_no_rewrite_edits_a_branch_for_cuda(path: Path) -> None:
    flags, source, _output = split(path)
    includes = b"".join(_INCLUDES.findall(source))
    code = includes + _BESIDE + _INCLUDES.sub(b"", source) + b"\n#endif\n"
    edits = convert(code, context_of(path, flags)).edits
    assert [edit for edit in edits if edit.start >= len(includes) + len(_BESIDE)] == []
