"""Host code that reads the warp size of a device: what it does with it, and in which variables, members and results of
functions it keeps it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from enum import Enum, auto
from typing import NamedTuple

from hipify_py.edits import Span
from hipify_py.file import value_uses
from hipify_py.file.device_properties import may_be_of_device
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE, Side
from hipify_py.file.lane_builtins import BUILTINS, HEADER_NAMESPACE, WARP_SIZE
from hipify_py.file.ownership import BUILTIN_TYPES
from hipify_py.file.printing import is_shown
from hipify_py.file.usage import Usage, usage
from hipify_py.file.value_uses import Role
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name, rskip_blank, word_before

ATTRIBUTES = frozenset((b"cudaDevAttrWarpSize", b"CU_DEVICE_ATTRIBUTE_WARP_SIZE", b"hipDeviceAttributeWarpSize"))
WORDS = ATTRIBUTES | {WARP_SIZE}
# Lanes and warps that are numbered by 32, whatever a device says.
NUMBERS_LANES = pattern(rb"\bthreadIdx\s*\.\s*x\s*(?:/\s*32|>>\s*5|%\s*32|&\s*(?:31|0[xX]1[fF]))\b")
_OF_CUB = frozenset((b"WarpReduce", b"WarpScan"))
_SHUFFLE = b"shfl.sync"

_COMPUTES_BEHIND = pattern(rb"[*/%]|\+(?!\+)|-(?![->])|(?:<<|>>)\s*\d")
_COMPARED_BEHIND = pattern(rb"[!=]=\s*(\w+)")
_OPERAND_ENDS = pattern(rb"[\w)\]]")
_ASSIGNS = (b"*=", b"/=", b"%=", b"+=", b"-=")
_COMPARES = (b"==", b"!=", b"<=", b">=")
# Functions that compute, by their names; in what others do with a number nobody can be sure.
_COMPUTING = pattern(rb"(?i)\w{0,30}(?:dim3|ceil|div|round|align|min|max|clamp|log2|blocks?_?for)\w{0,30}")
_WIDER = pattern(rb"\b\w{1,60}\s*[!=]=\s*64\b|\b64\s*[!=]=")
# The last name of what is assigned to, but for subscripts.
_TARGET = pattern(rb"\b([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?\Z")
_REACH = 100
_CALL_REACH = 2_000
_TYPES = BUILTIN_TYPES | {b"unsigned", b"const", b"std", b"uint", b"int"}
_WORD = pattern(rb"\w+")
_PARAMETER = pattern(rb"[\w>&*]\s{0,9}\b([A-Za-z_]\w*)\s{0,9}(?:=[^,()]{0,99})?$")
_OPENS_BODY = pattern(rb"\s*(?:(?:const|noexcept|override|final)\b\s*){0,3}\{")
_OF_WARPS = pattern(rb"(?i)\w{0,60}(?:warp|wave|simd)\w{0,60}")
# From variable to variable.
_DEEPEST = 3


class Does(Enum):
    NOTHING = auto()  # that depends on how many lanes the kernels' groups have
    COMPUTES = auto()
    COMPARES = auto()
    KEEPS = auto()


class Use(NamedTuple):
    """What is done with a value; where it is kept, by which `name`, and whether only its function knows that."""

    does: Does
    name: bytes = b""
    is_local: bool = False
    place: int | None = None  # in that function, where it is not the one that the value is read in


_NOTHING = Use(Does.NOTHING)


class Read(NamedTuple):
    """A place where the warp size of a device is read."""

    name: Name
    use: Use


def works_in_groups(facts: Facts) -> bool:
    """Whether a file has code for a GPU whose lanes are in groups of 32 when it is converted."""
    words = facts.reading.words
    if HEADER_NAMESPACE in words:
        return True
    if facts.is_ported or facts.asks_for_hip or not facts.has_device_code:
        return False
    is_said = not words.isdisjoint(BUILTINS) or (b"cub" in words and not words.isdisjoint(_OF_CUB))
    return (
        is_said
        or NUMBERS_LANES.search(facts.reading.code) is not None
        or any(is_builtin(facts, name) for name in facts.reading.names((WARP_SIZE,)))
        or _SHUFFLE in facts.reading.source.text
    )


def is_builtin(facts: Facts, name: Name) -> bool:
    around = facts.reading.neighbours(name)
    is_on_device = facts.functions.side_at(name.start) in ON_DEVICE
    is_value = is_on_device and usage(around, is_scope=False) is Usage.PLAIN and not facts.introduces(name)
    return is_value and facts.meant_of(facts.own_called(WARP_SIZE), name, around) is None


def reads(facts: Facts, words: Set[bytes] = WORDS) -> Iterator[Read]:
    for name in facts.reading.names(words & WORDS):
        if facts.functions.side_at(name.start) in (Side.KERNEL, Side.DEVICE):
            continue
        if name.text in ATTRIBUTES:
            yield Read(name, _use_of_attribute(facts, name))
        elif _is_property(facts, name):
            yield Read(name, use_of(facts, name))


def _is_property(facts: Facts, name: Name) -> bool:
    """Whether a name is that of a member, and not of a function or of a structure, which are the program's own."""
    around = facts.reading.neighbours(name)
    is_member = usage(around, is_scope=False) is Usage.MEMBER and around.sign_after != b"("
    return is_member and may_be_of_device(facts, name)


def kept_names(facts: Facts) -> Iterator[bytes]:
    """The members, variables and functions by which other files may know the warp size of a device."""
    for read in reads(facts):
        if read.use.does is Does.KEEPS and not read.use.is_local and _OF_WARPS.fullmatch(read.use.name):
            yield read.use.name


def matters(facts: Facts, read: Read, elsewhere: Set[bytes]) -> bool:
    """Whether what a value is kept in is computed with, here or, if other files know it, in one of these."""
    use = read.use
    if use.does is not Does.KEEPS:
        return use.does is not Does.NOTHING
    return (not use.is_local and use.name in elsewhere) or computes_with(facts, use, read.name)


def computes_with(facts: Facts, kept: Use, origin: Name | None = None) -> bool:
    """Whether host code computes with what something is kept in, compares it with 32, or keeps it in what it does so
    with."""
    waiting, known = [(kept, origin)], {_known_as(kept)}
    for _round in range(_DEEPEST):
        found, waiting = waiting, []
        for each, place in found:
            uses = [use_of(facts, name) for name in _uses(facts, each, place)]
            if any(use.does in (Does.COMPUTES, Does.COMPARES) for use in uses):
                return True
            new = [(use, place) for use in uses if use.does is Does.KEEPS and _known_as(use) not in known]
            known |= {_known_as(use) for use, _place in new}
            waiting += new
    return False


def _known_as(kept: Use) -> tuple[bytes, int | None]:
    return kept.name, kept.place


def _uses(facts: Facts, kept: Use, origin: Name | None) -> Iterator[Name]:
    """Where host code names what a value is kept in; a member called as that of CUDA is read for itself."""
    place = kept.place if kept.place is not None or origin is None else origin.start
    function = facts.functions.around(place) if kept.is_local and place is not None else None
    for name in facts.reading.names((kept.name,)):
        is_near = function is None or function.start <= name.start < function.end
        if not is_near or facts.functions.side_at(name.start) in (Side.KERNEL, Side.DEVICE, Side.MACRO):
            continue
        is_read_itself = name.text == WARP_SIZE and _is_property(facts, name)
        is_member = usage(facts.reading.neighbours(name), is_scope=False) is Usage.MEMBER
        if not (is_read_itself or (is_member and kept.is_local) or facts.introduces(name)):
            yield name


def use_of(facts: Facts, name: Name) -> Use:
    """What host code does with a value that a name stands for."""
    if is_shown(facts.reading, name.start):
        return _NOTHING
    use = value_uses.use_of(facts.reading, name.start, name.end)
    while use is not None and use.role is Role.CAST:
        use = value_uses.use_of(facts.reading, *use.value)
    if use is None:
        return _initialized(facts, name.start)
    code, other = facts.reading.code, use.other or use.value
    match use.role:
        case Role.COMPUTED | Role.LAUNCHED:
            return Use(Does.COMPUTES)
        case Role.COMPARED:
            return Use(Does.COMPARES) if _is_compared_with_32(code, use.value, other) else _NOTHING
        case Role.STORED:
            return _stored(facts, other)
        case Role.RETURNED:
            function = facts.functions.around(name.start)
            return Use(Does.KEEPS, function.name) if function is not None and function.name else _NOTHING
        case Role.PASSED:
            words = _WORD.findall(code, *other)
            is_computed = bool(words) and _COMPUTING.fullmatch(words[-1]) is not None
            return Use(Does.COMPUTES) if is_computed else _passed(facts, use.value.start)
    return _NOTHING


def _is_compared_with_32(code: bytes, value: Span, other: Span) -> bool:
    """Whether a value is compared with 32, and 64 is not accepted beside it."""
    sign = code[min(value.end, other.end) : max(value.start, other.start)].strip(b"( )")
    is_32_beside = sign in (b"==", b"!=") and is_32(code, code[slice(*other)].strip(b"( )"))
    return is_32_beside and not _WIDER.search(code, max(0, value.start - _REACH), value.start + _REACH)


def _stored(facts: Facts, target: Span) -> Use:
    """Of the variable that is declared or assigned to; a `dim3` is computed with."""
    named = next(iter(_TARGET.finditer(facts.reading.code, *target)), None)
    if named is None:
        return _NOTHING
    known = facts.reading.declarations.at(Name(*named.span(1), named[1]))
    if known is not None and _COMPUTING.fullmatch(known.type):
        return Use(Does.COMPUTES)
    return _as_kept(facts, named[1], named.start(1))


def _initialized(facts: Facts, place: int) -> Use:
    """`: lanes_(p.warpSize)`, outside of the function's body"""
    passed = facts.reading.argument_at(place, _CALL_REACH)
    if passed is None or facts.reading.neighbours(passed.callee).sign_before not in (b":", b","):
        return _NOTHING
    return Use(Does.KEEPS, passed.callee.text)


def _use_of_attribute(facts: Facts, name: Name) -> Use:
    """`cudaDeviceGetAttribute(&w, cudaDevAttrWarpSize, 0)`, or what a function of the program's own returns."""
    reading = facts.reading
    opening = reading.bracket_around(reading.code, name.start, max(0, name.start - _CALL_REACH))
    spans = reading.arguments(opening) if opening is not None and reading.code[opening : opening + 1] == b"(" else None
    if not spans or opening is None:
        return _NOTHING
    if spans[0][0] <= name.start < spans[0][1]:
        callee = word_before(reading.code, opening, 0)
        return use_of(facts, callee._replace(end=reading.closers[opening] + 1)) if callee else _NOTHING
    named = list(_WORD.finditer(reading.code, *spans[0]))
    return _as_kept(facts, named[-1][0], named[-1].start()) if named else _NOTHING


def is_32(code: bytes, word: bytes) -> bool:
    """Whether a word is 32, or a constant that the file defines so."""
    return word == b"32" or re.search(rb"\b" + re.escape(word) + rb"\b[ \t]*(?:=[ \t]*)?32\b", code) is not None


def _passed(facts: Facts, place: int) -> Use:
    """The parameter that a value becomes: of the one function by that name, which the file defines."""
    passed = facts.reading.argument_at(place, _CALL_REACH)
    bodies = list(_bodies(facts, passed.callee)) if passed is not None else []
    if passed is None or len(bodies) != 1:
        return _NOTHING
    (parameters, start), index = bodies[0], passed.number
    named = _PARAMETER.search(facts.reading.code, *parameters[index]) if index < len(parameters) else None
    return Use(Does.KEEPS, named[1], is_local=True, place=start) if named else _NOTHING


def _bodies(facts: Facts, callee: Name) -> Iterator[tuple[list[tuple[int, int]], int]]:
    """The parameters of each function that the file defines by a name, and where its body begins."""
    reading = facts.reading
    for name in reading.names((callee.text,)):
        around = reading.neighbours(name)
        closing = reading.closers.get(around.after) if around.sign_after == b"(" else None
        found = _OPENS_BODY.match(reading.plain, closing + 1) if closing is not None else None
        if found is not None and facts.introduces(name):
            yield reading.arguments(around.after) or [], found.end()


def _as_kept(facts: Facts, name: bytes, place: int) -> Use:
    """A variable is its function's where that declares it, at that place or before."""
    code = facts.reading.code
    before = rskip_blank(code, place, 0)
    if code[before - 1 : before] == b"." or code[before - 2 : before] in (b"->", b"::"):
        return Use(Does.KEEPS, name)
    function = facts.functions.around(place)
    start = function.start if function is not None else place
    head = code[start : place + len(name) + _REACH]
    declared = re.search(rb"[\w>][\s&*]+" + re.escape(name) + rb"\s*(?:[=;,({]|\[)", head)
    return Use(Does.KEEPS, name, is_local=function is not None and declared is not None)
