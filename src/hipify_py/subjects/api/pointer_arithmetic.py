"""Arithmetic on `CUdeviceptr`: an integer in CUDA, `void*` in HIP, so one adds to it as to a pointer to bytes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name, skip_blank

ANCHORS = Anchors(frozenset((b"CUdeviceptr",)))

_DECLARED = pattern(rb"\bCUdeviceptr\s*(?:&\s*)?(\w+)\s*(?=[;,=)({])((?:\s*,\s*\w+(?!\s*[\w\[]))*)")
# `CUdeviceptr *list`, `CUdeviceptr list[4]`: what has such addresses for elements.
_LISTS = pattern(
    rb"\bCUdeviceptr\s*(?:\*\s*(?:const\s+)?(\w+)\s*(?=[;,=)])|(?<=\s)(\w+)\s*\[[^\[\]]{0,99}\]\s*(?=[;,=)]))"
)
# `= value, y`: a declarator behind the value of another one.
_NEXT = pattern(rb"\s*=[^;,(){}]{0,100},\s*(\w+)\s*(?=[;,=])")
_JOINTS = (b"->", b".")
_WORD = pattern(rb"[A-Za-z_]\w*")
_MOST_OWNERS = 20


def propose(facts: Facts) -> Iterator[Edit]:
    if b"CUdeviceptr" not in facts.reading.code or facts.own.get(b"CUdeviceptr"):
        return
    reaches = _reaches(facts.reading)
    meant = [
        name for name in facts.names(reaches) if any(start <= name.start < end for start, end in reaches[name.text])
    ]
    ends = {name.end for name in meant}
    for name in meant:
        yield from _sum(facts, name, ends)
    lists = _reaches_of_lists(facts.reading)
    for name in facts.names(lists.keys() - reaches.keys()):
        if any(start <= name.start < end for start, end in lists[name.text]):
            yield from _sum_of_element(facts, name)


def _sum_of_element(facts: Facts, name: Name) -> Iterator[Edit]:
    """`list[i] + n`"""
    around = facts.reading.neighbours(name)
    start = _owner(around, name.start)
    if start is not None and around.sign_after == b"[":
        yield from _sum_with_closing(facts, around, start)


def _sum_with_closing(facts: Facts, around: Neighbours, start: int) -> Iterator[Edit]:
    """`list[i] + n`, `address() + n`: the operand ends where the bracket behind the name closes."""
    closing = facts.reading.closers.get(around.after)
    if closing is None:
        return
    behind = around._replace(after=skip_blank(around.code, closing + 1, around.high))
    is_changed = behind.followed_by(b"+=") or behind.followed_by(b"-=")
    if _is_added_to(behind, start) and not is_changed:
        cast = b"(char*)(" if facts.is_c else b"static_cast<char*>("
        yield Edit(start, closing + 1, (cast, Span(start, closing + 1), b")"), "CUdeviceptr", "pointers")


def _sum(facts: Facts, name: Name, ends: Collection[int]) -> Iterator[Edit]:
    around = facts.reading.neighbours(name)
    start = _owner(around, name.start)
    if start is None:
        return
    if around.sign_after == b"(":
        yield from _sum_with_closing(facts, around, start)
        return
    if _is_taken_from(around, start, ends):
        cast = b"(char*)(" if facts.is_c else b"static_cast<char*>("
        yield Edit(start, name.end, (cast, Span(start, name.end), b")"), "CUdeviceptr", "pointers")
        return
    if not _is_added_to(around, start):
        return
    operand = Span(start, name.end)
    cast = b"(char*)(" if facts.is_c else b"static_cast<char*>("
    if around.followed_by(b"+=") or around.followed_by(b"-="):
        sign = around.code[around.after : around.after + 1]
        new = (operand, b" = " + cast, operand, b") " + sign)
        yield Edit(start, around.after + 2, new, "CUdeviceptr", "pointers", (sign + b"=",))
    else:
        yield Edit(start, name.end, (cast, operand, b")"), "CUdeviceptr", "pointers")


def _reaches(reading: Reading) -> dict[bytes, list[tuple[int, int]]]:
    """The names that are declared as `CUdeviceptr`, and where each of them means that."""
    others = {found[1] for found in _OTHER_TYPE.finditer(reading.plain)}
    found: dict[bytes, list[tuple[int, int]]] = {}
    for declaration in _DECLARED.finditer(reading.plain):
        reach = _reach(reading, declaration.start())
        for name in (declaration[1], *re.findall(rb"\w+", declaration[2]), *_behind_values(reading, declaration.end())):
            if reach != (0, len(reading.plain)) or name not in others:
                found.setdefault(name, []).append(reach)
    return found


def _reaches_of_lists(reading: Reading) -> dict[bytes, list[tuple[int, int]]]:
    """The names that are declared with such addresses for elements."""
    others = {found[1] for found in _OTHER_TYPE.finditer(reading.plain)}
    found: dict[bytes, list[tuple[int, int]]] = {}
    for declaration in _LISTS.finditer(reading.plain):
        name, reach = declaration[1] or declaration[2], _reach(reading, declaration.start())
        if reach != (0, len(reading.plain)) or name not in others:
            found.setdefault(name, []).append(reach)
    return found


def _behind_values(reading: Reading, place: int) -> Iterator[bytes]:
    while found := _NEXT.match(reading.plain, place):
        yield found[1]
        place = found.end()


def _reach(reading: Reading, offset: int) -> tuple[int, int]:
    """From a declaration to the end of its block; a parameter's is the body, a member's the file."""
    scope = reading.scopes.at(offset)
    if scope is None or scope.kind in (Kind.CLASS, Kind.NAMESPACE):
        return 0, len(reading.plain)
    if reading.plain[scope.start : scope.start + 1] != b"(":
        return offset, scope.end
    body = reading.plain.find(b"{", scope.end)
    ends = reading.plain.find(b";", scope.end)
    has_body = body >= 0 and (ends < 0 or body < ends)
    return offset, reading.closers.get(body, scope.end) if has_body else scope.end


_OTHER_TYPE = pattern(
    rb"\b(?:int|long|float|double|char|size_t|auto|void|unsigned|short|bool|uint\d+_t|int\d+_t)[\s*&]+(\w+)\b"
)


def _owner(around: Neighbours, start: int) -> int | None:
    """Where the expression begins that names a member; None where it is more than names, dots and arrows."""
    for _level in range(_MOST_OWNERS):
        end = around.rskip_blank(start)
        joint = next((sign for sign in _JOINTS if around.code.endswith(sign, around.low, end)), None)
        if joint is None:
            return start
        start, word = around.token_before(end - len(joint))
        if _WORD.fullmatch(word) is None:
            return None
    return None


def _is_taken_from(around: Neighbours, start: int, ends: Collection[int]) -> bool:
    """`q - p`, where both are such addresses: their difference is a number."""
    minus, sign = around.token_before(start)
    if sign != b"-" or around.rskip_blank(minus) not in ends:
        return False
    return around.sign_after not in (b"[", b"(", b".") and not around.followed_by(b"->")


def _is_added_to(around: Neighbours, start: int) -> bool:
    """`p + n`, `p - n`, `p += n`: not `p++`, `p->x` nor `x - p`."""
    sign = around.code[around.after : min(around.after + 2, around.high)]
    _start, before = around.token_before(start)
    is_operand = sign[:1] in (b"+", b"-") and sign not in (b"++", b"--", b"->")
    return is_operand and before not in (b")", b"-", b"&", b"*") and around.colons_before(start) is None
