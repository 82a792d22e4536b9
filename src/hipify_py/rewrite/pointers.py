"""Arithmetic on `CUdeviceptr`: an integer in CUDA, `void*` in HIP, so one adds to it as to a pointer to bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.analysis.facts import Facts
from hipify_py.edits import Edit, Span

_DECLARED = re.compile(rb"\bCUdeviceptr\s*&?\s*(\w+)\s*(?=[;,=)({\[])((?:\s*,\s*\w+)*)")
_SIMPLE_OWNERS = re.compile(rb"(?:\w+\s*(?:\.|->)\s*)*$")


def rewrite(facts: Facts) -> Iterator[Edit]:
    if b"CUdeviceptr" not in facts.reading.code or facts.own.get(b"CUdeviceptr"):
        return
    pointers = _pointers(facts.reading.plain)
    for name in facts.reading.names(pointers) if pointers else ():
        if facts.is_left_alone(name.start):
            continue
        around = facts.reading.neighbours(name)
        start = _owner(around.code, name.start)
        if start is None or not _is_added_to(around.code, start, around.after):
            continue
        operand = Span(start, name.end)
        if around.followed_by(b"+=") or around.followed_by(b"-="):
            sign = around.code[around.after : around.after + 1]
            new = (operand, b" = static_cast<char*>(", operand, b") " + sign)
            yield Edit(start, around.after + 2, new, "CUdeviceptr", "pointers")
        else:
            yield Edit(start, name.end, (b"static_cast<char*>(", operand, b")"), "CUdeviceptr", "pointers")


def _pointers(code: bytes) -> frozenset[bytes]:
    """The names that are declared as `CUdeviceptr`, and as nothing else."""
    found: set[bytes] = set()
    for declaration in _DECLARED.finditer(code):
        found.add(declaration[1])
        found.update(word for word in re.findall(rb"\w+", declaration[2]))
    return frozenset(name for name in found if not re.search(_OTHER_TYPE % name, code))


_OTHER_TYPE = rb"\b(?:int|long|float|double|char|size_t|auto|void|unsigned|short|bool|uint\d+_t|int\d+_t)[\s*&]+%s\b"


def _owner(code: bytes, start: int) -> int | None:
    """Where the expression begins that names a member; None where it is more than names and dots."""
    found = _SIMPLE_OWNERS.search(code, max(0, start - 200), start)
    begin = found.start() if found else start
    return None if code[:begin].rstrip()[-1:] in (b".", b")") and begin < start else begin


def _is_added_to(code: bytes, start: int, after: int) -> bool:
    """`p + n`, `p - n`, `p += n`: not `p++`, `p->x` nor `x - p`."""
    sign = code[after : after + 2]
    before = code[max(0, start - 40) : start].rstrip()
    is_operand = sign[:1] in (b"+", b"-") and sign not in (b"++", b"--", b"->")
    return is_operand and not before.endswith((b")", b"-", b"&", b"*", b"."))
