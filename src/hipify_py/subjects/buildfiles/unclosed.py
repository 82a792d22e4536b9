"""Build files that CMake and make reject as something in them is not closed: where it ends, nobody can tell."""

from __future__ import annotations

from collections import deque

from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import commands
from hipify_py.subjects.buildfiles.cmake_blocks import Blocks
from hipify_py.subjects.buildfiles.statements import CMakeFile

_RULE = "BLD016"
_CONDITIONAL = pattern(rb"(?:\A|(?<=[\r\n]))[ ]*(?:(?P<opens>ifn?(?:eq|def)\b[^\r\n]*)|endif\b)")


def unclosed(kind: str, name: str, code: bytes) -> Finding | None:
    """What is not closed in code without comments."""
    if kind == "cmake" and not name.endswith(".in"):
        return _in_cmake(code)
    return _in_make(code) if kind == "make" else None


def _in_cmake(code: bytes) -> Finding | None:
    last = deque(commands(code), maxlen=1)
    if last and last[0].end == len(code):
        return _found(code, last[0].start, last[0].opened + 1)
    statements = CMakeFile(code).statements
    opened = Blocks(statements).unclosed
    return _found(code, statements[opened[0]].start, statements[opened[0]].end) if opened else None


def _in_make(code: bytes) -> Finding | None:
    opened: list[tuple[int, int]] = []
    for found in _CONDITIONAL.finditer(code):
        if found["opens"]:
            opened.append(found.span("opens"))
        elif opened:
            opened.pop()
    return _found(code, *opened[-1]) if opened else None


def _found(code: bytes, start: int, end: int) -> Finding:
    text = code[start:end].decode("utf-8", "replace").rstrip()
    return Finding(_RULE, start, end, f"'{text}' is not closed, so the file is left as it is", subject=text)
