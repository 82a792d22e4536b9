"""Arithmetic on `CUdeviceptr`: an integer in CUDA, `void*` in HIP, so one adds to it as to a pointer to bytes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from hipify_py.edits import Edit, Span
from hipify_py.file.expression_types import ExpressionTypes, object_start
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.surroundings import AddressMember
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import Declaration
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name, skip_blank
from hipify_py.texts import to_bytes, to_text

# Members may be declared in headers, so any name of CUDA's may tell.
ANCHORS = Anchors(frozenset((b"CUdeviceptr",)), listed=True)

# What may be declared so: `CUdeviceptr *list, p = 0`, `vector<CUdeviceptr> list`.
_NEAR = pattern(rb"\bCUdeviceptr\b([^;{}]{0,300})")
# `for (auto p : list)`, and `auto p = q;`
_AUTO = rb"\bauto\b(?:const|[\s&]){0,20}\b(\w{1,60})\s{0,9}"
_OWNED = rb"\s{0,9}((?:\w{1,60}\s{0,9}(?:\.|->)\s{0,9}){0,5})(\w{1,60})\s{0,9}"
_EACH = pattern(rb"\bfor\s{0,9}\(\s{0,9}(?:const\s{1,9})?" + _AUTO + rb":" + _OWNED + rb"(?=\))")
_SAME = pattern(_AUTO + rb"=" + _OWNED + rb"(?=;)")
# `vector<CUdeviceptr>`, `map<int, CUdeviceptr>`; not what is found by an address.
_LIST_TYPE = pattern(
    rb"(?:[\w:]*<(?:[^<>]*,)?\s*CUdeviceptr\s*>|(?!(?:\w*::)*\w*map\b)[\w:]*<\s*CUdeviceptr\s*,[^<>,]*>)"
)
_OF_THIS = pattern(rb"this\s{0,9}->")
_WORD = pattern(rb"[A-Za-z_]\w*")
_BEFORE_UNARY = frozenset((*b"; { } ( , = + - ? :".split(), b"return", b"else", b"do"))
# An expression that may be written twice: names, members, elements, sums. Calls and assignments do something.
_TWICE = pattern(rb"[\w\s.*()\[\]:/%]|->|\+(?!\+)|-(?![->])")
_CALL = pattern(rb"\w\s*\(")
# What needs no parentheses behind a sign.
_PRODUCT = pattern(rb"(?:[\w\s.*]|->|\([\w\s.*]*\))+")
_SIGNS = (b"+", b"-")
_LESS = pattern(rb"(?<!<)<(?!<)")
_ENDS_SUM = (b";", b",", b")", b"]", b"}", b"?", b":", b"+", b"-")
_CONTROLS = (b"if", b"for", b"while", b"else", b"do")


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
    reading, known = facts.reading, _Addresses(facts)
    for name in facts.names(known.names):
        around = reading.neighbours(name)
        start = object_start(reading, around, name.start)
        depth = known.depth(name, around, start) if start is not None else None
        if start is not None and depth is not None:
            operand = Operand(around, start, name.end)
            yield from _element(reading, around, operand) if depth else _named(reading, around, operand)


class _Addresses:
    """The names that are such addresses somewhere, and whether they are one in a place."""

    def __init__(self, facts: Facts) -> None:
        plain, members = facts.reading.plain, facts.surroundings.addresses
        self._facts, self._types, self._declarations = facts, ExpressionTypes(facts), facts.reading.declarations
        self._elsewhere = {(to_bytes(each.of), to_bytes(each.name)): int(each.is_list) for each in members}
        self._deduced = {
            found.start(1): (Name(*found.span(3), found[3]), is_element)
            for shape, is_element in ((_EACH, 1), (_SAME, 0))
            for found in shape.finditer(plain)
        }
        self._of_members: dict[tuple[bytes, bool], int | None] = {}

    @cached_property
    def names(self) -> frozenset[bytes]:
        plain = self._facts.reading.plain
        found = {word for near in _NEAR.finditer(plain) for word in _WORD.findall(near[1])}
        found.update(name for _of, name in self._elsewhere)
        found.update(word[0] for place in self._deduced if (word := _WORD.match(plain, place)))
        return frozenset(found)

    def depth(self, name: Name, around: Neighbours, start: int) -> int | None:
        """0 for an address, 1 for what has some as its elements, None for anything else."""
        is_called = around.sign_after == b"("
        object = around.code[start : around.before]
        if object and around.colons_before(name.start) is not None:
            return None
        if object and not _OF_THIS.fullmatch(object):
            return self._of_object(name, start, object, is_called=is_called)
        known = self._declarations.of_any(name.text, name.start)
        if known is not None:
            return self._of_declaration(known) if known.is_function == is_called else None
        is_local = self._declarations.is_local(name.text, name.start)
        return None if is_local else self._of_class_elsewhere(name)

    def _of_object(self, name: Name, start: int, object: bytes, *, is_called: bool) -> int | None:
        typed = self._types.of(start, start + len(object) - (2 if object.endswith(b"->") else 1))
        if typed is None or typed.type == b"auto" or is_called:
            return self._of_all(name.text, is_called=is_called)
        member = self._types.member(typed, name.text)
        if member is not None:
            return _depth(member.type, member.stars)
        return self._elsewhere.get((typed.type.rpartition(b"::")[2], name.text))

    def _of_class_elsewhere(self, name: Name) -> int | None:
        """Of a member of the class around, which another file declares."""
        function = self._facts.functions.around(name.start)
        classes = self._facts.reading.scopes.path_at(name.start).names if function is not None else ()
        return self._elsewhere.get((next(reversed(classes), b""), name.text))

    def _of_declaration(self, known: Declaration) -> int | None:
        if known.type != b"auto":
            return _depth(known.type, known.depth)
        source, is_element = self._deduced.pop(known.place, (None, 0))  # so that none is made of itself
        if source is None:
            return None
        self._deduced[known.place] = source, is_element
        around = self._facts.reading.neighbours(source)
        start = object_start(self._facts.reading, around, source.start)
        depth = self.depth(source, around, start) if start is not None else None
        return depth - is_element if depth is not None and depth >= is_element else None

    def _of_all(self, name: bytes, *, is_called: bool) -> int | None:
        """What all members by a name are, or all functions, where it is not known which is meant."""
        key = name, is_called
        if key not in self._of_members:
            reading = self._facts.reading
            declared = map(self._declarations.at, reading.names((name,)))
            depths = {
                _depth(each.type, each.depth)
                for each in declared
                if each is not None
                and each.is_function == is_called
                and (is_called or reading.scopes.kind_at(each.place) is Kind.CLASS)
            }
            self._of_members[key] = depths.pop() if len(depths) == 1 else None
        return self._of_members[key]


def _depth(type: bytes, stars: int) -> int | None:
    if type == b"CUdeviceptr":
        return stars if stars < 2 else None
    is_list = not stars and _LIST_TYPE.fullmatch(type) is not None
    return 1 if is_list else None


def members_of(reading: Reading) -> Iterator[AddressMember]:
    """What structures of a file declare so."""
    for found in _NEAR.finditer(reading.plain):
        for word in _WORD.finditer(reading.plain, *found.span(1)):
            known = reading.declarations.at(Name(*word.span(), word[0]))
            depth = _depth(known.type, known.depth) if known is not None else None
            path = reading.scopes.path_at(word.start()) if depth is not None else None
            if path is not None and path.names and reading.scopes.kind_at(word.start()) is Kind.CLASS:
                yield AddressMember(to_text(path.names[-1]), to_text(word[0]), bool(depth))


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
