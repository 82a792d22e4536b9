"""`defined(__CUDACC__) && defined(__NVCC__)`: both become `__HIPCC__`, which is asked for once."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Decision
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Directive

_OPERAND = rb"(!\s{0,9})?defined\s{0,9}(\(?)\s{0,9}(__CUDACC__|__NVCC__)\b\s{0,9}(\)?)"
_TOKEN = pattern(rb"\w+|&&|\|\||[!()]")
_PAIR = pattern(_OPERAND + rb"\s{0,9}(&&|\|\|)\s{0,9}(?=(" + _OPERAND + rb"))")


def repeated(facts: Facts, line: Directive) -> Iterator[Edit]:
    """The removals of questions for `__NVCC__` beside ones for `__CUDACC__`."""
    code = facts.reading.code
    for found in _PAIR.finditer(code, line.body, line.end):
        is_whole = bool(found[2]) == bool(found[4]) and bool(found[8]) == bool(found[10])
        is_same = found[3] != found[9] and bool(found[1]) == bool(found[7])
        behind = found.start(6) + len(found[6].rstrip())
        if not is_whole or not is_same or not _is_converted(facts, line):
            continue
        if found[5] == b"&&" or _is_alone(code[line.body : found.start()], code[behind : line.end]):
            is_first = found[3] == b"__NVCC__"
            start, end = (found.start(), found.start(6)) if is_first else (_end_of_first(found), behind)
            yield Edit(start, end, b"", "__NVCC__", "guards", tuple(_TOKEN.findall(code, start, end)))


def _end_of_first(found: re.Match[bytes]) -> int:
    return found.end(4) if found[4] else found.end(3)


def _is_alone(before: bytes, after: bytes) -> bool:
    """Whether no `&&` beside an `||` binds one of its sides."""
    left, right = before.rstrip(), after.lstrip()
    is_left = not left or left.endswith((b"(", b"||"))
    return is_left and (not right or right.startswith((b")", b"||")))


def _is_converted(facts: Facts, line: Directive) -> bool:
    return any(
        decision is Decision.CONVERTED
        for item, decision in facts.decisions
        if item.name.text == b"__CUDACC__" and line.start <= item.name.start < line.end
    )
