"""Host code that reads the warp size of a device: what it does with it, and in which variables, members and results of
functions it keeps it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from enum import Enum, auto
from typing import NamedTuple

from hipify_py.file.device_properties import may_be_of_device
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE, Side
from hipify_py.file.lane_builtins import BUILTINS, HEADER_NAMESPACE, WARP_SIZE
from hipify_py.file.ownership import BUILTIN_TYPES
from hipify_py.file.printing import is_shown
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name, rskip_blank, skip_blank, word_before, word_start

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
    code = facts.reading.code
    start, end = _expression(facts, name.start, name.end)
    before, behind = rskip_blank(code, start, 0), skip_blank(code, end, len(code))
    if is_shown(facts.reading, name.start):
        return _NOTHING
    if _computes(code, before, behind) or _is_launched(facts, start):
        return Use(Does.COMPUTES)
    if _is_compared(code, name.start, before, behind):
        return Use(Does.COMPARES)
    return _kept(facts, start, before, behind)


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


def _expression(facts: Facts, start: int, end: int) -> tuple[int, int]:
    """A name with the object that it is a member of, its call, and the casts and brackets around it."""
    code, openers, closers = facts.reading.code, facts.reading.openers, facts.reading.closers
    behind = skip_blank(code, end, len(code))
    is_called = code[behind : behind + 1] == b"(" and behind in closers
    if is_called and not code[behind + 1 : closers[behind]].strip():
        end = closers[behind] + 1
    start = _object_start(facts, start)
    for _nested in range(_DEEPEST):
        before, behind = rskip_blank(code, start, 0), skip_blank(code, end, len(code))
        if code[before - 1 : before] == b")" and (opening := openers.get(before - 1)) is not None:
            if not _is_type(code[opening + 1 : before - 1]):
                break
            start = opening
        elif code[before - 1 : before] == b"(" and code[behind : behind + 1] == b")":
            callee = _cast_before(code, before - 1)
            if callee is None:
                break
            start, end = callee, behind + 1
        else:
            break
    return start, end


def _is_type(text: bytes) -> bool:
    words = _WORD.findall(text)
    return bool(words) and _TYPES.issuperset(words)


def _cast_before(code: bytes, opening: int) -> int | None:
    """Where what makes brackets a cast, or nothing but brackets, begins; None where they are those of a call."""
    end = rskip_blank(code, opening, 0)
    if code[end - 1 : end] == b">":
        found = code.rfind(b"_cast", max(0, end - _REACH), end)
        return word_start(code, found, 0) if found >= 0 else None
    start = word_start(code, end, 0)
    if start == end:
        return opening if code[end - 1 : end] not in (b")", b"]", b">") else None
    word = code[start:end]
    return start if word in _TYPES else opening if word == b"return" else None


def _object_start(facts: Facts, start: int) -> int:
    code, openers = facts.reading.code, facts.reading.openers
    for _member in range(_DEEPEST * 3):
        before = rskip_blank(code, start, 0)
        if code[before - 2 : before] in (b"->", b"::"):
            before -= 2
        elif code[before - 1 : before] == b".":
            before -= 1
        else:
            break
        before = rskip_blank(code, before, 0)
        while code[before - 1 : before] in (b")", b"]") and before - 1 in openers:
            before = rskip_blank(code, openers[before - 1], 0)
        start = word_start(code, before, 0)
    return start


def _computes(code: bytes, before: int, behind: int) -> bool:
    if _COMPUTES_BEHIND.match(code, behind) or code[before - 2 : before] in _ASSIGNS:
        return True
    sign = code[before - 1 : before]
    if sign in (b"/", b"%"):
        return True
    operand = rskip_blank(code, before - 1, 0)
    is_binary = _OPERAND_ENDS.match(code, operand - 1) is not None and operand > 0
    word = word_before(code, operand, 0)
    return sign in (b"*", b"+", b"-") and is_binary and (word is None or word.text not in (*_TYPES, b"return"))


def _is_launched(facts: Facts, start: int) -> bool:
    """Whether a value stands in a launch, or as an argument of a function that computes."""
    code = facts.reading.code
    low = max(0, start - _CALL_REACH)
    opened = code.rfind(b"<<<", low, start)
    if opened >= 0 and not any(sign in code[opened:start] for sign in (b";", b"{", b"}")):
        return True
    opening = facts.reading.bracket_around(code, start, low)
    if opening is None or code[opening : opening + 1] not in (b"(", b"{"):
        return False
    callee = word_before(code, rskip_blank(code, opening, 0), 0)
    if callee is None:
        return False
    of_type = word_before(code, rskip_blank(code, callee.start, 0), 0)
    return any(word is not None and _COMPUTING.fullmatch(word.text) for word in (callee, of_type))


def _is_compared(code: bytes, place: int, before: int, behind: int) -> bool:
    """Whether a value is compared with 32, and 64 is not accepted beside it."""
    found = _COMPARED_BEHIND.match(code, behind)
    word = found[1] if found else b""
    if not found and code[before - 2 : before] in (b"==", b"!="):
        other = word_before(code, rskip_blank(code, before - 2, 0), 0)
        word = other.text if other else b""
    return bool(word) and is_32(code, word) and not _WIDER.search(code, max(0, place - _REACH), place + _REACH)


def is_32(code: bytes, word: bytes) -> bool:
    """Whether a word is 32, or a constant that the file defines so."""
    return word == b"32" or re.search(rb"\b" + re.escape(word) + rb"\b[ \t]*(?:=[ \t]*)?32\b", code) is not None


def _kept(facts: Facts, start: int, before: int, behind: int) -> Use:
    code, sign = facts.reading.code, facts.reading.code[behind : behind + 1]
    is_assigned = code[before - 1 : before] == b"=" and code[before - 2 : before] not in _COMPARES
    if is_assigned and sign in (b";", b",", b")", b"}"):
        target = word_before(code, rskip_blank(code, before - 1, 0), 0)
        return _as_kept(facts, target.text, target.start) if target else _NOTHING
    word = word_before(code, before, 0)
    if word is not None and word.text == b"return" and sign == b";":
        function = facts.functions.around(start)
        return Use(Does.KEEPS, function.name) if function is not None and function.name else _NOTHING
    if code[before - 1 : before] in (b"(", b"{") and sign in (b")", b"}"):
        initialized = _initialized(facts, before - 1, behind)
        if initialized.does is not Does.NOTHING:
            return initialized
    is_argument = code[before - 1 : before] in (b"(", b",") and sign in (b")", b",")
    return _passed(facts, start) if is_argument else _NOTHING


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


def _initialized(facts: Facts, opening: int, closing: int) -> Use:
    """`int lanes(p.warpSize);`, `int lanes{p.warpSize};`, `: lanes_(p.warpSize)`"""
    code = facts.reading.code
    name = word_before(code, rskip_blank(code, opening, 0), 0)
    if name is None:
        return _NOTHING
    before, behind = rskip_blank(code, name.start, 0), skip_blank(code, closing + 1, len(code))
    sign, follows = code[before - 1 : before], code[behind : behind + 1]
    is_member = sign in (b",", b":") and code[before - 2 : before] != b"::" and follows in (b",", b"{")
    of_type = word_before(code, before, 0)
    is_variable = of_type is not None and of_type.text != b"return" and follows in (b";", b",")
    return _as_kept(facts, name.text, name.start) if is_member or is_variable else _NOTHING


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
