"""Build files that CMake and make reject: something in them is not closed, closed once too often, or no command. What
was meant, nobody can tell."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence

from hipify_py.findings import Finding
from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import commands
from hipify_py.subjects.buildfiles.cmake_blocks import Blocks
from hipify_py.subjects.buildfiles.make_lines import lines_of
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement

_RULE = "BLD016"
_CONDITIONAL = pattern(rb"(?:\A|(?<=[\r\n]))[ ]*(?:(?P<opens>ifn?(?:eq|def)\b[^\r\n]*)|endif\b)")
# Also behind tabs, which are blanks where no rule is open.
_ANY_CONDITIONAL = pattern(rb"(?:\A|(?<=[\r\n]))[ \t]*(?:(?P<opens>ifn?(?:eq|def)\b)|(?P<closes>endif\b|else\b))")
_DEFINED = pattern(rb"(?:\A|(?<=[\r\n]))[ ]*(?:(?P<opens>define[ \t]+[^\s=]+[^\r\n]*)|endef\b)")
_ENDS = {
    b"endif": b"if", b"else": b"if", b"elseif": b"if", b"endforeach": b"foreach", b"endwhile": b"while",
    b"endfunction": b"function", b"endmacro": b"macro", b"endblock": b"block",
}  # fmt: skip
# Automake, nmake and ninja have other conditionals.
OF_OTHERS = (".am", ".in", ".mak", ".ninja")
_OPENS = frozenset(_ENDS.values())
_FUNCTION = pattern(
    rb"(?<!\$)\$(?P<sign>[({])(?:shell|wildcard|subst|patsubst|filter|filter-out|addprefix|addsuffix|foreach|if|or|and|"
    rb"call|eval|strip|dir|notdir|firstword|lastword|word|wordlist|words|sort|basename|suffix|join|findstring|abspath|"
    rb"realpath|info|warning|error|value|origin|flavor)[ \t]"
)
_ROUND, _CURLY = pattern(rb"[()]"), pattern(rb"[{}]")
_BLANKS = pattern(rb"[\s\xef\xbb\xbf]*")
_WORDS = pattern(rb"[^\s][^\r\n]*")


def unclosed(kind: str, name: str, code: bytes, data: bytes) -> Finding | None:
    """What is not closed in a file, of which `code` is without comments."""
    if kind == "cmake" and not name.endswith(".in"):
        return _in_cmake(code)
    return _in_make(name, code, data) if kind == "make" else None


def _in_cmake(code: bytes) -> Finding | None:
    last = deque(commands(code), maxlen=1)
    if last and last[0].end == len(code):
        return _found(code, last[0].start, last[0].opened + 1)
    statements = CMakeFile(code).statements
    opened = Blocks(statements).unclosed
    if opened:
        return _found(code, statements[opened[0]].start, statements[opened[0]].end)
    return _between_commands(code, statements) or _mismatched(code, statements)


def _between_commands(code: bytes, statements: Sequence[Statement]) -> Finding | None:
    """What stands outside of commands: a bracket too many, a text."""
    bounds = [0, *(place for each in statements for place in (each.start, each.end)), len(code)]
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        if _BLANKS.fullmatch(code, start, end) is None and (found := _WORDS.search(code, start, end)):
            return _rejected(code, *found.span(), "is no command of CMake's")
    return None


def _mismatched(code: bytes, statements: Sequence[Statement]) -> Finding | None:
    opened: list[bytes] = []
    for each in statements:
        if each.name in _ENDS:
            if not opened or opened[-1] != _ENDS[each.name]:
                return _rejected(code, each.start, each.end, "ends a block that does not begin")
            if each.name.startswith(b"end"):
                opened.pop()
        elif each.name in _OPENS:
            opened.append(each.name)
    return None


def _in_make(name: str, code: bytes, data: bytes) -> Finding | None:
    opened: list[tuple[int, int]] = []
    for found in _CONDITIONAL.finditer(code):
        if found["opens"]:
            opened.append(found.span("opens"))
        elif opened:
            opened.pop()
    if opened:
        return _found(code, *opened[-1])
    is_of_make = not name.endswith(OF_OTHERS)
    return (_ended_twice(code) or _without_endef(code) or _called_without_end(code, data)) if is_of_make else None


def _called_without_end(code: bytes, data: bytes) -> Finding | None:
    """`A = $(shell which nvcc`. Releases of make read `#` in there in different ways. What looks like a function in a
    command may be the shell's, and what `define` holds is read when it is called."""
    for line in lines_of(code):
        found = None if line.is_recipe or line.is_defined else _FUNCTION.search(code, line.start, line.end)
        while found and b"#" not in data[line.start : line.end]:
            end = _end_of(code, found, line.end)
            if not end:
                return _found(code, found.start(), line.end)
            found = _FUNCTION.search(code, end, line.end)
    return None


def _end_of(code: bytes, opened: re.Match[bytes], last: int) -> int:
    """Behind the bracket that ends a function; 0 where it has none. Only brackets of the same kind count."""
    depth = 0
    for found in (_ROUND if opened["sign"] == b"(" else _CURLY).finditer(code, opened.start("sign"), last):
        depth += 1 if found[0] in b"({" else -1
        if not depth:
            return found.end()
    return 0


def _ended_twice(code: bytes) -> Finding | None:
    depth = 0
    for found in _ANY_CONDITIONAL.finditer(code):
        if found["opens"]:
            depth += 1
        elif not depth:
            return _rejected(code, *found.span("closes"), "ends a conditional that does not begin")
        elif found["closes"] == b"endif":
            depth -= 1
    return None


def _without_endef(code: bytes) -> Finding | None:
    opened: list[tuple[int, int]] = []
    for found in _DEFINED.finditer(code):
        if found["opens"]:
            opened.append(found.span("opens"))
        elif opened:
            opened.pop()
    return _found(code, *opened[-1]) if opened else None


def _found(code: bytes, start: int, end: int) -> Finding:
    return _rejected(code, start, end, "is not closed")


def _rejected(code: bytes, start: int, end: int, why: str) -> Finding:
    text = code[start:end].decode("utf-8", "replace").rstrip()
    return Finding(_RULE, start, end, f"'{text}' {why}, so the file is left as it is", subject=text)
