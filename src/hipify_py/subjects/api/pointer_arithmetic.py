"""Arithmetic on `CUdeviceptr`: an integer in CUDA, `void*` in HIP, so one adds to it as to a pointer to bytes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from hipify_py.edits import Edit, Span
from hipify_py.file.declarations import declared
from hipify_py.file.expression_types import ExpressionTypes
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.surroundings import AddressMember
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name, skip_blank
from hipify_py.texts import to_bytes, to_text

# Members may be declared in headers, so any name of CUDA's may tell.
ANCHORS = Anchors(frozenset((b"CUdeviceptr",)), listed=True)

_DECLARED = pattern(rb"\bCUdeviceptr\s*(?:&\s*)?(\w+)\s*(?=[;,=:)({])((?:\s*,\s*\w+(?!\s*[\w\[]))*)")
# `CUdeviceptr *list`, `CUdeviceptr list[4]`, `vector<CUdeviceptr> list`: what has such addresses for elements.
_LISTS = pattern(
    rb"\bCUdeviceptr\s*(?:\*\s*(?:const\s+)?(\w+)\s*(?=[;,=)])|(?<=\s)(\w+)\s*\[[^\[\]]{0,99}\]\s*(?=[;,=)])"
    rb"|(?:,\s*\w+\s*)?>[\s&]*(\w+)\s*(?=[;,=(){]))"
)
# `for (auto p : list)`, and `auto p = q;`
_AUTO = rb"\bauto\b(?:const|[\s&]){0,20}\b(\w{1,60})\s{0,9}"
_OWNED = rb"\s{0,9}((?:\w{1,60}\s{0,9}(?:\.|->)\s{0,9}){0,5})(\w{1,60})\s{0,9}"
_EACH = pattern(rb"\bfor\s{0,9}\(\s{0,9}(?:const\s{1,9})?" + _AUTO + rb":" + _OWNED + rb"(?=\))")
_SAME = pattern(_AUTO + rb"=" + _OWNED + rb"(?=;)")
_MAP = pattern(rb"map\s*<\s*$")
_AS_LONG_AS = 40
# `= value, y`: a declarator behind the value of another one.
_NEXT = pattern(rb"\s*=[^;,(){}]{0,100},\s*(\w+)\s*(?=[;,=])")
_JOINTS = (b"->", b".")
_OF_THIS = pattern(rb"this\s{0,9}->\s{0,9}")
_WORD = pattern(rb"[A-Za-z_]\w*")
_MOST_OWNERS = 20
_BEFORE_UNARY = frozenset((*b"; { } ( , = + - ? :".split(), b"return", b"else", b"do"))
_KEYWORDS = frozenset(b"return if for while switch case sizeof else do".split())
# An expression that may be written twice: names, members, elements, sums. Calls and assignments do something.
_TWICE = pattern(rb"[\w\s.*()\[\]:/%]|->|\+(?!\+)|-(?![->])")
_CALL = pattern(rb"\w\s*\(")
# What needs no parentheses behind a sign.
_PRODUCT = pattern(rb"(?:[\w\s.*]|->|\([\w\s.*]*\))+")
_SIGNS = (b"+", b"-")
_LESS = pattern(rb"(?<!<)<(?!<)")
_ENDS_SUM = (b";", b",", b")", b"]", b"}", b"?", b":", b"+", b"-")
_CONTROL = pattern(rb"\b(?:for|if|while|switch)\s?$")
_CONTROLS = (b"if", b"for", b"while", b"else", b"do")


# Where each name means that.
_Reaches = dict[bytes, list[tuple[int, int]]]


class Operand(NamedTuple):
    """Such an address, and what stands around the name in it."""

    around: Neighbours
    start: int
    end: int


def propose(facts: Facts) -> Iterator[Edit]:
    operands = addresses(facts)
    ends = {operand.end for operand in operands}
    for operand in operands:
        yield from _changed(facts, operand, ends)


def addresses(facts: Facts) -> Sequence[Operand]:
    """The expressions that name a `CUdeviceptr`: variables, members, elements, results of functions."""
    if addresses not in facts.shared:
        facts.shared[addresses] = tuple(_addresses(facts))
    found: Sequence[Operand] = facts.shared[addresses]
    return found


def _addresses(facts: Facts) -> Iterator[Operand]:
    elsewhere = facts.surroundings.addresses
    if (not elsewhere and b"CUdeviceptr" not in facts.reading.code) or facts.own.get(b"CUdeviceptr"):
        return
    reading = facts.reading
    others = _Elsewhere(facts)
    yield from others.operands()
    declarations, of_lists = list(_DECLARED.finditer(reading.plain)), list(_LISTS.finditer(reading.plain))
    if not (declarations or of_lists or others.has_any):
        return
    of_other_types = {found[1] for found in _OTHER_TYPE.finditer(reading.plain)}
    reaches = _reaches(reading, declarations, of_other_types)
    lists, members = _reaches_of_lists(reading, of_lists, of_other_types), _members(reading)
    of_classes = _classes_with(reading, declarations, of_other_types)
    _deduce(reading, reaches, lists, members, others)
    for name in facts.names(reaches.keys() | lists.keys() | of_classes.keys()):
        around = reading.neighbours(name)
        start = _owner(reading, around, name.start)
        if start is None or (start < name.start and not _is_member(around, name, members)):
            continue
        if any(low <= name.start < high for low, high in reaches.get(name.text, ())):
            yield from _named(reading, around, Operand(around, start, name.end))
        elif any(low <= name.start < high for low, high in lists.get(name.text, ())):
            yield from _element(reading, around, Operand(around, start, name.end))
        elif _is_of_class(reading, around, Span(start, name.start), of_classes.get(name.text, ())):
            yield from _named(reading, around, Operand(around, start, name.end))


def _is_of_class(reading: Reading, around: Neighbours, owner: Span, classes: Collection[tuple[bytes, ...]]) -> bool:
    """Whether a member of `this` stands in one of some classes."""
    is_of_this = _OF_THIS.fullmatch(around.code, *owner) is not None
    return is_of_this and reading.scopes.path_at(owner.start).names in classes


class _Elsewhere:
    """Members that structures of other files declare, where the object is one of these for certain."""

    def __init__(self, facts: Facts) -> None:
        members = facts.surroundings.addresses
        self._facts, self._types = facts, ExpressionTypes(facts)
        self._known = {(to_bytes(each.of), to_bytes(each.name)): each.is_list for each in members}

    @property
    def has_any(self) -> bool:
        return bool(self._known)

    def operands(self) -> Iterator[Operand]:
        reading = self._facts.reading
        for name in reading.names({member for _of, member in self._known}) if self._known else ():
            around = reading.neighbours(name)
            start = _owner(reading, around, name.start)
            is_list = self.is_list(name, around)
            if start is not None and is_list is not None:
                operand = Operand(around, start, name.end)
                yield from _element(reading, around, operand) if is_list else _named(reading, around, operand)

    def is_list(self, name: Name, around: Neighbours) -> bool | None:
        """Whether such a member has addresses for elements; None if it is none."""
        start = _owner(self._facts.reading, around, name.start) if self._known else None
        if start is None or around.colons_before(name.start) is not None:
            return None
        return self._known.get((_structure(self._facts, self._types, name, start, around), name.text))


def _structure(facts: Facts, types: ExpressionTypes, name: Name, start: int, around: Neighbours) -> bytes:
    """The structure that a member is one of, by the type of the object, or of the function that says it alone."""
    object = around.code[start : name.start].rstrip()
    if object and object != b"this->":
        joint = 2 if object.endswith(b"->") else 1
        typed = types.of(start, start + len(object) - joint)
        return typed.type.rpartition(b"::")[2] if typed is not None else b""
    function = facts.functions.around(name.start)
    if function is None or (not object and declared(facts.reading.plain, name.text, name.start) is not None):
        return b""
    return next(reversed(facts.reading.scopes.path_at(name.start).names), b"")


def _members(reading: Reading) -> set[bytes]:
    """The names that structures of the file declare."""
    found = set()
    for pattern_of in (_DECLARED, _LISTS):
        for declaration in pattern_of.finditer(reading.plain):
            scope = reading.scopes.at(declaration.start())
            if scope is not None and scope.kind is Kind.CLASS:
                found |= {word for group in declaration.groups() if group for word in _WORD.findall(group)}
                found.update(_behind_values(reading, declaration.end()))
    return found


def members_of(reading: Reading) -> Iterator[AddressMember]:
    """What structures of a file declare so."""
    for declarations, is_list in ((_DECLARED, False), (_LISTS, True)):
        for found in declarations.finditer(reading.plain):
            scope = reading.scopes.at(found.start())
            path = reading.scopes.path_at(found.start()) if scope is not None and scope.kind is Kind.CLASS else None
            names = {word for group in found.groups() if group for word in _WORD.findall(group)} if path else ()
            for name in sorted(names):
                if path is not None and path.names:
                    yield AddressMember(to_text(path.names[-1]), to_text(name), is_list)


def _is_member(around: Neighbours, name: Name, members: Collection[bytes]) -> bool:
    return name.text in members and around.colons_before(name.start) is None


def _named(reading: Reading, around: Neighbours, operand: Operand) -> Iterator[Operand]:
    """`p`, or `address()`, which ends where the bracket behind the name closes."""
    if around.sign_after != b"(":
        yield operand
    elif (closing := reading.closers.get(around.after)) is not None:
        behind = around._replace(after=skip_blank(around.code, closing + 1, around.high))
        yield Operand(behind, operand.start, closing + 1)


def _element(reading: Reading, around: Neighbours, operand: Operand) -> Iterator[Operand]:
    """`list[i]`, `*list`"""
    closing = reading.closers.get(around.after) if around.sign_after == b"[" else None
    if closing is not None:
        behind = around._replace(after=skip_blank(around.code, closing + 1, around.high))
        yield Operand(behind, operand.start, closing + 1)
    elif around.token_before(operand.start)[1] == b"*":
        star = around.token_before(operand.start)[0]
        before = around.token_before(star)[1]
        is_changed = around.followed_by(b"+=") or around.followed_by(b"-=")
        is_unary = before in _BEFORE_UNARY or not before or (is_changed and before == b")")
        if is_unary and not around.followed_by(b"["):
            yield Operand(around, star, operand.end)


def _changed(facts: Facts, operand: Operand, ends: Collection[int]) -> Iterator[Edit]:
    around, span = operand.around, Span(operand.start, operand.end)
    cast = b"(char*)(" if facts.is_c else b"static_cast<char*>("
    is_plain = around.followed_by(b"++") or around.followed_by(b"--")
    if is_plain or _is_stepped_before(operand):
        yield from _step(facts, operand, cast)
    elif around.followed_by(b"+=") or around.followed_by(b"-="):
        yield from _assigned(facts, operand, cast)
    elif (
        _is_taken_from(around, operand.start, ends)
        or _is_added_to(around, operand.start)
        or _is_added_behind(around, operand.start)
    ):
        yield Edit(*span, (cast, span, b")"), "CUdeviceptr", "pointers")


def _assigned(facts: Facts, operand: Operand, cast: bytes) -> Iterator[Edit]:
    """`p += n` becomes `p = static_cast<char*>(p) + n`, with the sum in parentheses that n may be."""
    reading, around, span = facts.reading, operand.around, Span(operand.start, operand.end)
    sign = around.code[around.after : around.after + 1]
    if not _may_stand_twice(around.code, operand):
        return
    start = around.after + 2
    end = _end_of_value(reading, around, start)
    value = around.code[start:end]
    if _PRODUCT.fullmatch(value):
        new: tuple[bytes | Span, ...] = (span, b" = " + cast, span, b") " + sign)
        yield Edit(operand.start, start, new, "CUdeviceptr", "pointers", (sign + b"=",))
    elif not (_LESS.search(value) and around.code[end : end + 1] == b","):  # that may be one of a template
        start, end = reading.stripped(start, end)
        new = (span, b" = " + cast, span, b") " + sign + b" (", Span(start, end), b")")
        yield Edit(operand.start, end, new, "CUdeviceptr", "pointers", (sign + b"=",))


def _end_of_value(reading: Reading, around: Neighbours, start: int) -> int:
    """Where the right side of an assignment ends: at a `;`, a comma, the bracket around it, or the `:` of a choice."""
    choices = 0
    while start < around.high and around.code[start] not in b";,)]}":
        sign = around.code[start : start + 1]
        choices += (sign == b"?") - (sign == b":" and b"::" not in around.code[start - 1 : start + 2])
        if choices < 0:
            break
        start = reading.closers.get(start, start) + 1
    return min(start, around.high)


def _step(facts: Facts, operand: Operand, cast: bytes) -> Iterator[Edit]:
    """`++p`, and `p++` where nobody takes the value that it had."""
    around, (start, end) = operand.around, operand[1:]
    is_before = _is_stepped_before(operand)
    sign = around.code[around.after : around.after + 1]
    low, high = start, around.after + 2
    if is_before:
        low, high = around.token_before(around.token_before(start)[0])[0], end
        sign = around.code[low : low + 1]
    is_alone = _is_statement(facts.reading, around, low, around.token_after(high))
    if _may_stand_twice(around.code, operand) and (is_alone or is_before):
        span = Span(start, end)
        parts = (b"" if is_alone else b"(", span, b" = " + cast, span, b") " + sign + (b" 1" if is_alone else b" 1)"))
        yield Edit(low, high, tuple(part for part in parts if part), "CUdeviceptr", "pointers", (sign + sign,))


def _is_stepped_before(operand: Operand) -> bool:
    around = operand.around
    last, sign = around.token_before(operand.start)
    return sign in _SIGNS and around.code[max(around.low, last - 1) : last] == sign


def _is_statement(reading: Reading, around: Neighbours, start: int, after: int) -> bool:
    place, before = around.token_before(start)
    if before == b")":
        opening = reading.openers.get(place)
        word = around.token_before(opening)[1] if opening is not None else b""
        before = word if word in _CONTROLS else b""
    is_first = before in (b";", b"{", b"}", *_CONTROLS)
    return is_first and around.code[after : after + 1] in (b";", b")") and after < around.high


def _may_stand_twice(code: bytes, operand: Operand) -> bool:
    text = code[operand.start : operand.end]
    return not _TWICE.sub(b"", text) and _CALL.search(text) is None


def _reaches(reading: Reading, declarations: Iterable[re.Match[bytes]], others: Collection[bytes]) -> _Reaches:
    """The names that are declared as `CUdeviceptr`, and where each of them means that. `others` are declared as
    something else."""
    found: _Reaches = {}
    for declaration in declarations:
        reach = _reach(reading, declaration.start())
        for name in (declaration[1], *re.findall(rb"\w+", declaration[2]), *_behind_values(reading, declaration.end())):
            if reach != (0, len(reading.plain)) or name not in others:
                found.setdefault(name, []).append(reach)
    return found


def _classes_with(
    reading: Reading, declarations: Iterable[re.Match[bytes]], others: Collection[bytes]
) -> dict[bytes, set[tuple[bytes, ...]]]:
    """The names that one class declares as `CUdeviceptr`, and another one as something else: in which classes they are
    such addresses, for members of `this`."""
    found: dict[bytes, set[tuple[bytes, ...]]] = {}
    for declaration in declarations if others else ():
        scope = reading.scopes.at(declaration.start())
        if declaration[1] in others and scope is not None and scope.kind is Kind.CLASS:
            found.setdefault(declaration[1], set()).add(reading.scopes.path_at(declaration.start()).names)
    return found


def _reaches_of_lists(reading: Reading, declarations: Iterable[re.Match[bytes]], others: Collection[bytes]) -> _Reaches:
    """The names that are declared with such addresses for elements."""
    found: _Reaches = {}
    for declaration in declarations:
        before = max(0, declaration.start() - _AS_LONG_AS)
        if b"," in declaration[0] and _MAP.search(reading.plain, before, declaration.start()):
            continue  # from addresses to something else
        name, reach = declaration[1] or declaration[2] or declaration[3], _reach(reading, declaration.start())
        if reach != (0, len(reading.plain)) or name not in others:
            found.setdefault(name, []).append(reach)
    return found


def _deduce(
    reading: Reading, reaches: _Reaches, lists: _Reaches, members: Collection[bytes], others: _Elsewhere
) -> None:
    """Adds what has the type of such an address, and does not say so."""
    for shape, known in ((_EACH, lists), (_SAME, reaches)):
        for found in shape.finditer(reading.plain):
            name = Name(*found.span(3), found[3])
            may_be = not found[2] or name.text in members
            is_here = may_be and any(low <= name.start < high for low, high in known.get(name.text, ()))
            if is_here or others.is_list(name, reading.neighbours(name)) is (known is lists):
                reaches.setdefault(found[1], []).append(_reach(reading, found.start(1)))


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
    if not has_body and _CONTROL.search(reading.plain, max(0, scope.start - 9), scope.start):
        return offset, max(scope.end, ends)
    return offset, reading.closers.get(body, scope.end) if has_body else scope.end


_OTHER_TYPE = pattern(
    rb"\b(?:int|long|float|double|char|size_t|auto|void|unsigned|short|bool|uint\d+_t|int\d+_t)[\s*&]+(\w+)\b"
)


def _owner(reading: Reading, around: Neighbours, start: int) -> int | None:
    """Where the expression begins that names a member; None where it is more than names, dots, arrows and brackets."""
    for _level in range(_MOST_OWNERS):
        end = around.rskip_blank(start)
        joint = next((sign for sign in _JOINTS if around.code.endswith(sign, around.low, end)), None)
        if joint is None:
            return start
        start, word = around.token_before(end - len(joint))
        while word in (b")", b"]"):
            opening = reading.openers.get(start)
            if opening is None or opening < around.low:
                return None
            start = opening
            previous, word = around.token_before(opening)
            if around.code[opening] == 0x28 and not _is_called(word):
                word = b"("
            else:
                start = previous
        if word != b"(" and (_WORD.fullmatch(word) is None or word in _KEYWORDS):
            return None
    return None


def _is_called(word: bytes) -> bool:
    return word in (b")", b"]") or (_WORD.fullmatch(word) is not None and word not in _KEYWORDS)


def _is_taken_from(around: Neighbours, start: int, ends: Collection[int]) -> bool:
    """`q - p`, where both are such addresses: their difference is a number."""
    minus, sign = around.token_before(start)
    if sign != b"-" or around.rskip_blank(minus) not in ends:
        return False
    return around.sign_after not in (b"[", b"(", b".") and not around.followed_by(b"->")


def _is_added_to(around: Neighbours, start: int) -> bool:
    """`p + n`, `p - n`: not `p->x` nor `x - p`."""
    sign = around.code[around.after : min(around.after + 2, around.high)]
    _start, before = around.token_before(start)
    is_operand = sign[:1] in _SIGNS and sign not in (b"++", b"--", b"->")
    return is_operand and before not in (b")", b"-", b"&", b"*") and around.colons_before(start) is None


def _is_added_behind(around: Neighbours, start: int) -> bool:
    """`n + p`"""
    place, sign = around.token_before(start)
    is_sum = sign == b"+" and around.token_before(place)[1] not in (b"+", b"(", b",", b"=", b"return")
    return is_sum and around.colons_before(start) is None and around.sign_after in _ENDS_SUM
