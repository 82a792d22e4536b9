"""API007: a `CUdeviceptr` used as the integer that it is in CUDA; sums are converted, the rest is left."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence, Set

from hipify_py.file.arithmetic import Typed
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Macro
from hipify_py.reading.reading import Reading
from hipify_py.reading.returned_types import returned_type
from hipify_py.reading.tokens import Name, skip_blank, word_before
from hipify_py.rules.detect import Hit
from hipify_py.subjects.api.pointer_arithmetic import (
    Operand,
    addresses,
    cast_to_integer,
    held_type,
    is_cast,
    is_dereferenced,
    maybe_added_to,
)
from hipify_py.texts import to_text

_OTHER = pattern(
    rb"\b(?:int|long|float|double|char|size_t|auto|void|unsigned|short|bool|u?int\d+_t|uintptr_t)[\s*&]+(\w+)\b"
)
_INTEGERS = (
    rb"(?:unsigned\s+long\s+long|unsigned\s+long|unsigned|long\s+long|(?:std::)?(?:u?int64_t|u?intptr_t|size_t))"
)
_VALUE = rb"(?:-\s{0,9})?(?:0[xX]0*[1-9a-fA-F][0-9a-fA-F]*|[1-9]\d*)[uUlL]*"
_AFTER = pattern(
    rb"\s*(?:%|&(?!&)|\|(?!\|)|\^|\*(?!\*)|/|>>|<<|\+\+|--|(?:==|!=|>=|<=|<|>)\s*" + _VALUE + rb"(?![\w.])"
    rb"|[<>]=?\s*0[uUlL]*(?![\w.]))"
)
_ASSIGNED = pattern(rb"\s{0,9}=\s{0,9}" + _VALUE + rb"\s{0,9}[;,)]")
_BEGINS_STATEMENT = pattern(rb"(?:[;{}(),:]|\belse|^)\s*$")
# A C cast to what has less bits than a pointer.
_NARROWED = pattern(
    rb"(?:\(\s{0,9}(?:unsigned(?:\s{1,9}int)?|int|short|u?int(?:32|16|8)_t)\s{0,9}\)"
    rb"|\b(?:unsigned|int|u?int32_t)\s{0,9}\()\s{0,9}$"
)
_CHANGED = pattern(rb"\s*[-+]=")
_POINTED = pattern(rb"\*\s*\(\s*CUdeviceptr\s*\*\s*\)\s*$")
_COPIED = pattern(rb"\b" + _INTEGERS + rb"\s+\w+\s*=\s*$")
_CAST = pattern(rb"\bstatic_cast\s*<\s*(?:const\s+)?" + _INTEGERS + rb"\s*>\s*\(\s*$")
_STEPPED = pattern(rb"(?:\+\+|--)\s*$")
_STEPS = (b"++", b"--")
# `(p + n) & ~255`: what is in parentheses is an address, too.
_SUM = pattern(rb"([=(,{;&|?:+~-]\s*|\breturn\s*)\(\s*$")
_OFFSET = pattern(rb"\s*[+-][\w\s+*().:-]*")
_WORD = pattern(rb"[A-Za-z_]\w*")
_SIGN_BEHIND = pattern(rb"\+(?!\+)|-(?![->])|[%^/]|<<|>>|&(?!&)|\|(?!\|)")
_SIGN_BEFORE = pattern(rb"[\w)\]]\s{0,9}(?:[-+%^/]|(?<!\|)\|)$")
_CALL_REACH = 400
_MASKED = pattern(rb"\s*(%|&(?!&)|\|(?!\|)|\^|/|>>|<<)")
_INVERTED = pattern(rb"~\s*(?:\(\s*CUdeviceptr\s*\)|static_cast\s*<\s*CUdeviceptr\s*>)")
_MADE = pattern(rb"\bCUdeviceptr\s+\w+\s*=\s*([A-Za-z_][^;,={}]{0,90})[;,]")
# What a difference would be the value of: `CUdeviceptr d = p - q`, `d = p - q`, `return p - q`.
_TAKES_ADDRESS = pattern(rb"\bCUdeviceptr\s+\w+\s*[=({]\s*$|(?<![-+*/%|&^=!<>\w])([\w.]+)\s*=\s*$")
_DIFFERENCE = "the difference of two addresses is a number in HIP, and this use needs a void*"
_SUM_TO_END = pattern(rb"\s{0,9}[+-](?![-+=>])[\w\s+*/().:\[\]>-]{0,200}[;)},]")
_INTEGER = pattern(_INTEGERS + rb"|u?int(?:32_t)?|unsigned\s+int|long")
_OTHER_INTEGER = pattern(
    rb"\btypedef\s+(" + _INTEGER.pattern + rb")\s+(\w+)\s*;|\busing\s+(\w+)\s*=\s*(" + _INTEGER.pattern + rb")\s*;"
)
# `CUdeviceptr p = range->base();`
_GIVEN = pattern(rb"\bCUdeviceptr\s{1,9}\w{1,80}\s{0,9}=\s{0,9}\w{1,80}(?:\.|->)(\w{1,80})\s{0,9}\(\s{0,9}\)\s{0,9};")
_RESULT = pattern(rb"(?:\.|->)\s{0,9}(\w{1,80})\s{0,9}\(\s{0,9}\)\s{0,9}[+-](?![-+=>])")
_RESULT_ADDED = "'{text}' gives a CUdeviceptr elsewhere in the file, a void* in HIP, to which nothing can be added"
_HELD_ADDED = "'{text}' may be a CUdeviceptr, a void* in HIP, to which nothing can be added"
_CAST_TO_ADDRESS = pattern(rb"\bstatic_cast\s*<\s*CUdeviceptr\s*>\s*\(")
_CHOSEN = pattern(rb"\bstd\s*::\s*(max|min)\s*\(")
_OF_TWO_TYPES = "'{text}' gets a void* and a char*: the sum of an address and a number is one in HIP"
_RETURNED = pattern(rb"\breturn\s*$")
_HEAD = rb"(?:(?:static|inline|__host__|__device__)\s+)*%s\s+[\w:]+\s*\("
_RETURNS, _RETURNS_ADDRESS = pattern(_HEAD % _INTEGERS), pattern(_HEAD % b"CUdeviceptr")
_RETURNS_NUMBER = pattern(rb"\breturn\s+([A-Za-z_][^;,={}]{0,90});")
_NOT_OF_TYPE = frozenset(b"static inline const constexpr virtual extern __host__ __device__".split())
# `*out = `, `b.address = `, `number = `
_TARGET = pattern(rb"(?<![\w.>\])])(\*?\s{0,9}[A-Za-z_](?:[\w.]|->|\[\w{1,20}\]){0,60})\s{0,9}[-+]?=\s{0,9}$")
# `= c ? `, `return c ? 0 : `
_CHOICE = pattern(rb"(?:(?<![=!<>])=(?!=)|\breturn\b)\s*([^;{}?]{1,90}\?(?:[^;{}?:]{1,60}:)?\s*)$")
_OTHER_CHOICE = pattern(rb"\s*:\s*[\w.]+\s*")
# `uint64_t v{`, `Range a[2] = {`
_INITIALIZES = pattern(rb"([A-Za-z_]\w*)\s*(?:\[\w{0,40}\]\s*)?(?:=\s*)?$")
_ADDS = frozenset(
    b"push_back emplace_back push_front emplace_front push emplace try_emplace insert insert_or_assign find count "
    b"erase".split()
)
# `list.push_back`, `map.insert(`, `map.insert(std::make_pair`
_ADDED = pattern(rb"\b(\w+)\s*(?:\(\s*(?:(?:std\s*::\s*)?(?:make_pair|pair\s*<[^<>]{0,90}>)\s*)?)?$")
_EACH_AS_INTEGER = pattern(rb"\bfor\s*\(\s*(?:const\s+)?" + _INTEGERS + rb"\s+(\w+)\s*:([^;{}]{1,90}?)\)\s*[\w{*(]")
_ELEMENT = pattern(rb"(.*\S)\s*\[[^\[\]]*\]", re.DOTALL)
_NUMBER = pattern(rb"\bCUdeviceptr\s+\w+\s*(?:=|\{|\()\s*(" + _VALUE + rb")\s*[;,})]")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    code, reading = facts.reading.code, facts.reading
    if facts.own.get(b"CUdeviceptr"):
        return
    yield from (_integer(match) for match in _NUMBER.finditer(code))
    # What conversion changes is not reported: the signs beside it are.
    yield from (_operator(match.start(), b"~") for match in _INVERTED.finditer(code))
    yield from (_operator(*found) for found in _signs_behind_casts(reading))
    yield from _made_of_integers(facts)
    yield from _sums_of_results(reading, {match[1] for match in _OTHER.finditer(reading.plain)})
    found = addresses(facts)
    yield from _held(facts)
    yield from _in_macros(facts, found)
    yield from _compared(facts, found)
    names = {code[operand.start : operand.end] for operand in found}
    subtracted = sorted(each.start for each in found if each.around.token_before(each.start)[1] == b"-")
    for operand in found:
        if _CHANGED.match(code, operand.end):
            before = code[max(0, operand.start - 80) : operand.start]
            if _POINTED.search(before) or not is_dereferenced(reading, operand):
                yield Hit(operand.start, operand.end)
        elif is_cast(operand):
            yield from _of_cast(operand)
        else:
            if cast_to_integer(code, operand) is None:
                yield from _as_integer(facts, operand, names)
                yield from _as_sum(facts, operand, names, subtracted)
            yield from _as_key(facts, operand)


def _of_cast(operand: Operand) -> Iterator[Hit]:
    """The sign in `p + (CUdeviceptr)n`, `(CUdeviceptr)p % n`: the cast itself is converted."""
    around = operand.around
    before, sign = around.token_before(operand.start)
    if sign == b"+":
        yield _operator(before, sign)
    elif (found := _AFTER.match(around.code, operand.end, around.high)) is not None:
        yield _operator(around.after, around.code[around.after : found.end()].split()[0])


def _as_key(facts: Facts, operand: Operand) -> Iterator[Hit]:
    """`tags[p]`, where a map is seen to have integers for keys."""
    reading = facts.reading
    opening, sign = operand.around.token_before(operand.start)
    found = word_before(reading.plain, opening, 0) if sign == b"[" and operand.around.sign_after == b"]" else None
    known = reading.declarations.of(found.text, found.start) if found is not None else None
    if known is not None and _holds_integers(facts, Typed(known.type, known.depth)):
        yield Hit(operand.start, operand.end)


def _signs_behind_casts(reading: Reading) -> Iterator[tuple[int, bytes]]:
    """`static_cast<CUdeviceptr>(v) + n`"""
    for found in _CAST_TO_ADDRESS.finditer(reading.plain):
        behind = reading.skip_blank(reading.closers.get(found.end() - 1, found.end()) + 1)
        if (sign := _SIGN_BEHIND.match(reading.plain, behind)) is not None:
            yield behind, sign[0]


def _compared(facts: Facts, operands: Sequence[Operand]) -> Iterator[Hit]:
    """`std::max(p, q + 4)`, whose arguments are of one type no more."""
    reading = facts.reading
    for found in _CHOSEN.finditer(reading.plain) if operands else ():
        arguments = reading.arguments(found.end() - 1) or []
        inside = [[each for each in operands if start <= each.start and each.end <= end] for start, end in arguments]
        sums = [any(each.around.sign_after in (b"+", b"-") for each in found) for found in inside]
        if all(inside) and len(set(sums)) > 1:
            yield Hit(*found.span(1), message=_OF_TWO_TYPES, help="name the type: `std::max<hipDeviceptr_t>(…)`")


def _held(facts: Facts) -> Iterator[Hit]:
    """`lists.at(i).front() + n`, where a container of the file has such addresses: each text once."""
    found = {
        to_text(facts.reading.plain[each.start : each.end]): each for each in reversed(list(maybe_added_to(facts)))
    }
    for name in found.values():
        yield Hit(name.start, name.end, message=_HELD_ADDED, help="add to `static_cast<char*>(…)` if it is one")


def _in_macros(facts: Facts, operands: Sequence[Operand]) -> Iterator[Hit]:
    """What a macro of the file computes with: `AT(p, n)`, where that is `((p) + (n))`."""
    reading = facts.reading
    for start, end in {(operand.start, operand.end) for operand in operands} if facts.own_macros else ():
        passed = reading.argument_at(start, _CALL_REACH)
        if passed is None or passed.span != (start, end) or passed.callee.text not in facts.own_macros:
            continue
        text = passed.callee.text
        if any(_computes(reading, macro, passed.number) for macro in reading.macros_called[text]):
            address = to_text(reading.code[start:end])
            message = f"'{address}' is a void* in HIP, and '{to_text(text)}' computes with it"
            yield Hit(start, end, message=message, help="pass `static_cast<char*>(…)`, or cast in the macro")


def _computes(reading: Reading, macro: Macro, index: int) -> bool:
    """Whether a macro has a parameter beside a sign of arithmetic, and not behind a cast."""
    if macro.parameters is None or index >= len(macro.parameters):
        return False
    body, name = reading.code[macro.body : macro.end], macro.parameters[index]
    for found in _WORD.finditer(body):
        if found[0] == name:
            before, behind = body[: found.start()].rstrip(b"( \t"), body[found.end() :].lstrip(b") \t")
            is_cast = before.endswith((b")", b">"))
            if not is_cast and (_SIGN_BEHIND.match(behind) or _SIGN_BEFORE.search(before)):
                return True
    return False


def _as_integer(facts: Facts, operand: Operand, pointers: Set[bytes]) -> Iterator[Hit]:
    """Whether an address is used so."""
    code, (start, end) = facts.reading.code, operand[1:]
    before = code[max(0, start - 80) : start]
    follows = _AFTER.match(code, end)
    ends = code[facts.reading.skip_blank(end) :][:1]
    # What is cast binds tighter than all operators but those behind it.
    is_cast = before.rstrip().endswith(b")") and (follows is None or not follows[0].strip().startswith(_STEPS))
    is_operand = follows is not None and not is_cast and not re.search(rb"CUdeviceptr\s*$", before)
    is_copied = ends in (b";", b",") and _COPIED.search(before)
    is_result = ends == b";" and _is_returned(facts, start, before, _RETURNS)
    yield from _masked_sum(facts.reading, start, end, pointers)
    is_narrowed = _NARROWED.search(before) and ends != b"["
    is_begin = _BEGINS_STATEMENT.search(before) and not is_dereferenced(facts.reading, operand)
    is_assigned = is_begin and _ASSIGNED.match(code, end)
    is_given = _is_given_to_integer(facts, operand, ends)
    is_number = is_given or _CAST.search(before) or _STEPPED.search(before) or is_narrowed or is_assigned
    if is_operand or is_copied or is_result or is_number:
        yield Hit(start, end)


def _is_given_to_integer(facts: Facts, operand: Operand, ends: bytes) -> bool:
    """Whether an integer is assigned an address, returned, or a parameter of a function that the file declares."""
    code, (start, end) = facts.reading.code, operand[1:]
    if chosen := _CHOICE.search(code, max(0, start - 200), start):
        other = _OTHER_CHOICE.match(code, end)
        start, ends = chosen.start(1), ends if other is None else code[other.end() : other.end() + 1]
    if ends in (b";", b",", b")") and (found := _TARGET.search(code, max(0, start - 80), start)):
        known = facts.reading.declarations.at(Name(*found.span(1), found[1]))
        typed = _type_of(facts, *found.span(1)) if known is None else Typed(known.type, known.depth)
        return _is_integer(typed)
    if ends == b";" and _RETURNED.search(code, max(0, start - 80), start):
        return _is_integer(_returned(facts, start))
    if ends in (b",", b")", b"}") and _initializes_integer(facts, start, end):
        return True
    passed = facts.reading.argument_at(start, _CALL_REACH) if ends in (b",", b")") else None
    return passed is not None and passed.span == (start, end) and _takes_integer(facts, passed.callee, passed.number)


def _type_of(facts: Facts, start: int, end: int) -> Typed | None:
    """The type of what is assigned to, which may be an element of a container."""
    types, element = expression_types(facts), _ELEMENT.fullmatch(facts.reading.plain, start, end)
    of = types.of(*element.span(1)) if element is not None else None
    return Typed(b"size_t") if _holds_integers(facts, of, 1) else types.of(start, end)


def _holds_integers(facts: Facts, typed: Typed | None, number: int = 0) -> bool:
    """Whether a container holds integers, or pairs of which the part by a number is one."""
    held = held_type(typed.type, number) if typed is not None else None
    return held is not None and not held.stars and _is_integer(_plain(facts, held.type))


def _initializes_integer(facts: Facts, start: int, end: int) -> bool:
    """`uint64_t v{p};`, `Range r = {p, n};`, `vector<size_t> list{p};`, `list.push_back(p)`, `map.insert({k, p})`"""
    reading, types = facts.reading, expression_types(facts)
    opening = reading.bracket_around(reading.code, start, max(0, start - _CALL_REACH))
    spans = [reading.stripped(*each) for each in reading.arguments(opening) or ()] if opening is not None else []
    if opening is None or (start, end) not in spans:
        return False
    number, before = spans.index((start, end)), (max(0, opening - 200), opening)
    if (added := _ADDED.search(reading.plain, *before)) is not None and added[1] in _ADDS:
        return _holds_integers(facts, types.of_object(Name(*added.span(1), added[1])), number)
    found = _INITIALIZES.search(reading.plain, *before)
    known = reading.declarations.at(Name(*found.span(1), found[1])) if found is not None else None
    if known is None or known.is_function:
        return False
    typed, is_list = Typed(known.type, known.stars), reading.code[opening : opening + 1] == b"{"
    members = types.members(typed.type) if is_list and not known.depth else []
    is_member = number < len(members) and _is_integer(members[number])
    return _is_integer(typed) or is_member or (is_list and _holds_integers(facts, typed, number))


def _is_integer(typed: Typed | None) -> bool:
    return typed is not None and not typed.stars and _INTEGER.fullmatch(typed.type) is not None


def _returned(facts: Facts, place: int) -> Typed:
    """The type that the function around a place returns."""
    words = (word for word in returned_type(facts.reading, place) or () if word not in _NOT_OF_TYPE)
    return _plain(facts, b" ".join(words))


def _plain(facts: Facts, type: bytes) -> Typed:
    """A type by its name, or by another one that the file has made of an integer."""
    made = _OTHER_INTEGER.finditer(facts.reading.plain)
    return Typed(next((found[1] or found[4] for found in made if type in (found[2], found[3])), type))


def _takes_integer(facts: Facts, callee: Name, number: int) -> bool:
    """Whether all functions by a name have an integer for a parameter, which the file declares outside of classes."""
    reading = facts.reading
    if callee.text in facts.own_macros or reading.neighbours(callee).sign_before in (b".", b">", b":"):
        return False
    declared = [
        name
        for name in reading.names((callee.text,))
        if (known := reading.declarations.at(name)) is not None and known.is_function
    ]
    lists = [reading.arguments(reading.neighbours(name).after) or [] for name in declared]
    return bool(lists) and all(number < len(each) and _is_integer(_parameter(facts, *each[number])) for each in lists)


def _parameter(facts: Facts, start: int, end: int) -> Typed | None:
    """The type of a parameter: `uint64_t address`, `uint64_t`."""
    start, end = facts.reading.stripped(start, end)
    unnamed = _plain(facts, facts.reading.plain[start:end])
    if _is_integer(unnamed):
        return unnamed
    declared = (Name(*word.span(), word[0]) for word in _WORD.finditer(facts.reading.plain, start, end))
    known = next(filter(None, map(facts.reading.declarations.at, declared)), None)
    return Typed(known.type, known.depth) if known is not None else None


def _as_sum(facts: Facts, operand: Operand, pointers: Set[bytes], subtracted: Sequence[int]) -> Iterator[Hit]:
    """`number = p + n`, and `p = q - r`, whose difference is a number in HIP."""
    code, (start, end) = facts.reading.code, operand[1:]
    rest, before, sign = _SUM_TO_END.match(code, end), code[max(0, start - 80) : start], operand.around.after
    if rest is None:
        return
    taker = _TAKES_ADDRESS.search(before)
    if bisect(subtracted, end) == bisect(subtracted, rest.end()):
        if _COPIED.search(before) or _is_returned(facts, start, before, _RETURNS):
            yield _operator(sign, code[sign : sign + 1])
    elif taker[1] in (None, *pointers) if taker else _is_returned(facts, start, before, _RETURNS_ADDRESS):
        yield Hit(sign, sign + 1, message=_DIFFERENCE, help="make what it is given to a `ptrdiff_t`, or cast it")


def _made_of_integers(facts: Facts) -> Iterator[Hit]:
    """`CUdeviceptr p = address;`, where the file says that this is a number, or a sum of some."""
    types = expression_types(facts)
    for found in _MADE.finditer(facts.reading.plain):
        if _is_integer(types.of(*found.span(1))):
            yield _integer(found)
    for found in _EACH_AS_INTEGER.finditer(facts.reading.plain):
        typed = types.of(*found.span(2))
        if typed is not None and held_type(typed.type, 0) == Typed(b"CUdeviceptr"):
            yield Hit(*found.span(2))
    is_any = b"CUdeviceptr" in facts.reading.words
    for found in _RETURNS_NUMBER.finditer(facts.reading.plain) if is_any else ():
        if _returned(facts, found.start()) == Typed(b"CUdeviceptr") and _is_integer(types.of(*found.span(1))):
            yield _integer(found)


def _sums_of_results(reading: Reading, others: Set[bytes]) -> Iterator[Hit]:
    """`range.base() + n`, where another file declares what a variable of this one shows to return an address."""
    given = {found[1] for found in _GIVEN.finditer(reading.plain)} - others
    for found in _RESULT.finditer(reading.plain) if given else ():
        if found[1] in given:
            yield Hit(*found.span(1), message=_RESULT_ADDED, help="add to `static_cast<char*>(…)`")


def _integer(found: re.Match[bytes]) -> Hit:
    message = f"'{to_text(found[1])}' is an integer, and what it becomes is a void* in HIP"
    return Hit(*found.span(1), message=message, help="convert with `reinterpret_cast<hipDeviceptr_t>(…)`")


def _operator(start: int, sign: bytes) -> Hit:
    message = f"'{to_text(sign)}' has an operand that is a void* in HIP, and needs an integer"
    return Hit(start, start + len(sign), message=message)


def _masked_sum(reading: Reading, start: int, end: int, pointers: Set[bytes]) -> Iterator[Hit]:
    """The sign in `(p + n) & mask`; what is in parentheses is no difference of two addresses."""
    found = _SUM.search(reading.code, max(0, start - 80), start)
    closing = reading.closers.get(found.end(1)) if found else None
    sign = _MASKED.match(reading.code, closing + 1) if closing is not None else None
    if closing is None or sign is None:
        return
    inside = reading.code[end:closing]
    if _OFFSET.fullmatch(inside) and pointers.isdisjoint(_WORD.findall(inside)):
        yield _operator(sign.start(1), sign[1])


def _is_returned(facts: Facts, offset: int, before: bytes, returns: re.Pattern[bytes]) -> bool:
    """`return p;` in a function that returns a number, or an address."""
    function = facts.functions.around(offset) if _RETURNED.search(before) else None
    plain = facts.reading.plain
    if function is None or not plain.startswith(facts.functions.head_at(offset), function.start):  # in a lambda
        return False
    return returns.match(plain, skip_blank(plain, function.start, len(plain))) is not None
