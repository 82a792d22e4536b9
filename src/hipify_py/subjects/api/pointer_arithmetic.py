"""Arithmetic on `CUdeviceptr`: an integer in CUDA, `void*` in HIP, so one adds to it as to a pointer to bytes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from hipify_py.edits import Edit, Span
from hipify_py.file.arithmetic import Typed
from hipify_py.file.expression_types import expression_types, object_start
from hipify_py.file.facts import Facts
from hipify_py.file.once_per_file import once_per_file
from hipify_py.file.rewrites import Anchors
from hipify_py.file.surroundings import AddressMember
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import BUILTIN, Declaration
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name, skip_blank
from hipify_py.texts import to_bytes, to_text

# Members may be declared in headers, so any name of CUDA's may tell.
ANCHORS = Anchors(frozenset((b"CUdeviceptr",)), listed=True)

# What may be declared so: `CUdeviceptr *list, p = 0`, `vector<CUdeviceptr> list`.
_BEHIND = pattern(rb"[^;{}]{0,300}")
_OTHER_NAME = pattern(
    rb"\busing\s{1,9}(\w{1,60})\s{0,9}=\s{0,9}CUdeviceptr\s{0,9};|\btypedef\s{1,9}CUdeviceptr\s{1,9}(\w{1,60})\s{0,9};"
)
# The class of what is none: other names of the type, and functions outside of classes.
_TYPES, _FUNCTIONS = b"typedef", b""
# `for (auto p : list)`, `auto [p, n] = q;`, `[p = q]`, `auto p = list.begin();`
_AUTO = rb"\bauto\b(?:const|[\s&]){0,20}(?:\b(\w{1,60})|\[([\w\s,]{1,200})\])\s{0,9}"
_OWNED = rb"\s{0,9}(?:\w{1,60}\s{0,9}(?:\.|->|::)\s{0,9}){0,5}?(\w{1,60})\s{0,9}"
_EACH = pattern(rb"\bfor\s{0,9}\(\s{0,9}(?:const\s{1,9})?" + _AUTO + rb":" + _OWNED + rb"(?=\))")
_RESULT = rb"\([^;{}()]{0,200}(?:\([^;{}()]{0,99}\)[^;{}()]{0,99}){0,3}\)\s{0,9};"
_SAME = pattern(_AUTO + rb"=" + _OWNED + rb"(?=;|" + _RESULT + rb")")
_CAPTURED = pattern(rb"[\[,&]\s{0,9}(\w{1,60})()\s{0,9}=" + _OWNED + rb"(?=[,\]])")
_ITERATORS = rb"(?:\.|->)\s{0,9}(?:c?r?(?:begin|end)|find|lower_bound|upper_bound)\s{0,9}"
_BEGUN = pattern(_AUTO + rb"=" + _OWNED + _ITERATORS + rb"(?=\()")
# `std::prev(it)`, `list.begin()`
_MOVED = pattern(rb"(?:std\s*::\s*)?(?:prev|next)\s*")
_BEGINS = pattern(rb"(.*\S)\s*" + _ITERATORS, re.DOTALL)
_MOVES = frozenset(b"prev next begin end cbegin cend rbegin rend crbegin crend find lower_bound upper_bound".split())
_PART = pattern(rb"(.*\S)\s*(?:\.|->)\s*(first|second)", re.DOTALL)
# `vector<CUdeviceptr>`, `map<int, CUdeviceptr>`; not what is found by an address.
_LIST_TYPE = pattern(
    rb"(?:[\w:]*<(?:[^<>]*,)?\s*CUdeviceptr\s*>|(?!(?:\w*::)*\w*map\b)[\w:]*<\s*CUdeviceptr\s*,[^<>,]*>)"
)
# `std::pair<CUdeviceptr, size_t>`; casts hold nothing.
_HELD = pattern(rb"\b(\w{1,60})(?<!_cast)\s{0,9}<[^<>;{}()]{0,200}\bCUdeviceptr\b")
_ALIAS = pattern(
    rb"\busing\s{1,9}(\w{1,60})\s{0,9}=[^;{}()]{0,300}\bCUdeviceptr\b|\btypedef\b[^;{}()]{0,300}\bCUdeviceptr\b[^;{}()]{0,99}>\s{0,9}(\w{1,60})\s{0,9};"
)
_TEMPLATE = pattern(rb"(?:\w{1,60}::){0,5}(\w{1,60})<(.*)>")
_ITERATOR = pattern(rb"(.*)::(?:const_)?iterator")
_PIECE = pattern(rb"[<>,]|[^<>,]{1,200}")
# `template <class T> struct Range`, of which a `Range<CUdeviceptr>` is one
_CLASS_TEMPLATE = pattern(rb"\btemplate\s{0,9}<([^<>;{}]{1,200})>\s{0,9}(?:struct|class)\s{1,9}(\w{1,60})")
_PARAMETER = pattern(rb"\b(?:typename|class)\s{1,9}(\w{1,60})")
_QUALIFIERS = pattern(rb"\b(?:const|volatile)\b|&")
_MAPS = frozenset((b"map", b"multimap", b"unordered_map", b"unordered_multimap"))
_LISTS = frozenset(
    b"vector list deque queue stack set multiset unordered_set array span forward_list initializer_list".split()
)
_PARTS = {b"first": 0, b"second": 1}
# `it->second + n`, `list.front() - n`, `n + list.at(i)`
_ADDED = pattern(
    rb"(?:\.|->)\s{0,9}(first\b|second\b|(?:front|back|top|at|value)\s{0,9}\([^()]{0,90}\))\s{0,9}(?:\+(?!\+)|-(?![->]))"
)
_NUMBER = pattern(rb"\w+")
_OF_THIS = pattern(rb"this\s{0,9}->")
_WORD = pattern(rb"[A-Za-z_]\w*")
_BEFORE_UNARY = frozenset((*b"; { } ( , = + - ? :".split(), b"return", b"else", b"do"))
# An expression that may be written twice: names, members, elements, sums. Calls and assignments do something.
_TWICE = pattern(rb"[\w\s.*()\[\]:/%]|->|\+(?!\+)|-(?![->])")
_CALL = pattern(rb"\w\s*\(")
_QUALIFIED = pattern(rb"(?:[A-Za-z_]\w*\s*::\s*){1,5}$")
_LONGEST_QUALIFIER = 150
_INITIALIZED = pattern(rb"\bauto\b(?:const|[\s&*]){0,20}\b(\w{1,60})\s{0,9}=")
# What needs no parentheses behind a sign.
_PRODUCT = pattern(rb"(?:[\w\s.*]|->|\([\w\s.*]*\))+")
_SIGNS = (b"+", b"-")
# An address of any integer but the null that a constant may be of.
_MADE_ADDRESS = pattern(rb"\b(static_cast)\s*<\s*CUdeviceptr\s*>\s*\((?!\s*(?:0|NULL|nullptr)\s*\))")
_CAST_TO_INTEGER = pattern(
    rb"\b(static_cast)\s*<\s*(?:const\s+)?(?:unsigned\s+long(?:\s+long)?|long\s+long|(?:std::)?(?:u?int64_t|u?intptr_t|size_t))"
    rb"\s*>\s*\(\s*$"
)
_OF_POINTER = pattern(rb"\b(reinterpret_cast\s*<\s*)(?:const\s+)?CUdeviceptr\s*[*&]?\s*(>)\s*(?=\()")
_CONST = pattern(rb"\b(?:static|reinterpret)_cast\s*<[^<>]{0,90}\bconst\b|\(\s*const\b")
_LESS = pattern(rb"(?<!<)<(?!<)")
# What stands before the cast `(CUdeviceptr)p`: a word would be `sizeof`, or declare a function.
_BEFORE_CAST = frozenset((b"", *b"; { } ( , = + - ? : & | ! <".split(), b"return"))
_IN_OPERAND = pattern(rb"\s*(?:\w+|->|\.|::|(?=[(\[]))")
# `exchange(p, 0`
_EXCHANGED = pattern(rb"\bexchange\s*\(\s*$")
_NULL = pattern(rb"\s*,\s*(0[uUlL]*)\s*\)")
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
        if (found := cast_to_integer(facts.reading.code, operand)) is not None:
            yield _reinterpreted(found)
        if (null := _exchanged(facts, operand)) is not None:
            yield Edit(*null.span(1), b"nullptr", "CUdeviceptr", "pointers", (null[1],))
    if operands or b"CUdeviceptr" in facts.reading.words:
        made = (
            _MADE_ADDRESS.finditer(facts.reading.code) if not facts.own.get(b"CUdeviceptr") and not facts.is_c else ()
        )
        yield from (_reinterpreted(found) for found in made if not facts.is_left_alone(found.start()))
        yield from () if facts.own.get(b"CUdeviceptr") else _of_constants(facts)


def cast_to_integer(code: bytes, operand: Operand) -> re.Match[bytes] | None:
    """The `static_cast` that makes an address alone an integer as wide."""
    if code[operand.around.after : operand.around.after + 1] != b")":
        return None
    return _CAST_TO_INTEGER.search(code, max(0, operand.start - 80), operand.start)


def _exchanged(facts: Facts, operand: Operand) -> re.Match[bytes] | None:
    """The null in `std::exchange(p, 0)`, an integer."""
    code = facts.reading.code
    is_exchanged = not facts.is_c and _EXCHANGED.search(code, max(0, operand.start - 80), operand.start)
    return _NULL.match(code, operand.end) if is_exchanged else None


def _reinterpreted(found: re.Match[bytes]) -> Edit:
    return Edit(*found.span(1), b"reinterpret_cast", "CUdeviceptr", "pointers", (b"static_cast",))


def _of_constants(facts: Facts) -> Iterator[Edit]:
    """`reinterpret_cast<CUdeviceptr>(p)` of what may be `const void*`, from which only a cast of C makes a `void*`."""
    reading = facts.reading
    for found in _OF_POINTER.finditer(reading.code):
        closing = reading.closers.get(found.end())
        if closing is not None and not facts.is_left_alone(found.start()) and _is_const(reading, found.end(), closing):
            yield Edit(*found.span(1), b"(", "CUdeviceptr", "pointers", (found[1],))
            yield Edit(*found.span(2), b")", "CUdeviceptr", "pointers", (b">",))


def _is_const(reading: Reading, start: int, end: int) -> bool:
    """Whether an operand has a name that is declared `const`, or a cast to what is constant."""
    operand, declarations = reading.code[start:end], reading.declarations
    if b"const_cast" in operand:
        return False
    words = set(_WORD.findall(operand))
    members = (name for name in reading.names(words) if reading.scopes.kind_at(name.start) is Kind.CLASS)
    known = [*(declarations.of_any(word, start) for word in words), *map(declarations.at, members)]
    return _CONST.search(operand) is not None or any(each is not None and each.is_const for each in known)


@once_per_file
def addresses(facts: Facts) -> Sequence[Operand]:
    """The expressions that name a `CUdeviceptr`: variables, members, elements, results of functions."""
    return tuple(_addresses(facts))


def _addresses(facts: Facts) -> Iterator[Operand]:
    elsewhere = facts.surroundings.addresses
    if (not elsewhere and b"CUdeviceptr" not in facts.reading.code) or facts.own.get(b"CUdeviceptr"):
        return
    reading, known = facts.reading, _known(facts)
    for name in facts.names(known.names):
        around = reading.neighbours(name)
        if around.word_before == b"CUdeviceptr":
            continue  # as it is declared
        start = _start(reading, around, name.start)
        depth = known.depth(name, around, start) if start is not None and known.may_be_one(name) else None
        if start is not None and depth is not None:
            for operand in _named(reading, around, Operand(around, start, name.end)):
                found = _element(reading, operand.around, operand) if depth else (operand,)
                yield from (_with_parentheses(reading, each) for each in found)
    yield from _casts(facts)


def _casts(facts: Facts) -> Iterator[Operand]:
    """`(CUdeviceptr)p`, `reinterpret_cast<CUdeviceptr>(p)`"""
    for name in facts.names((b"CUdeviceptr",)):
        around = facts.reading.neighbours(name)
        start = _cast_start(around)
        end = _end_of_operand(facts.reading, around) if start is not None else around.after + 1
        if start is not None and end > around.after + 1:
            yield Operand(around.until(around.token_after(end)), start, end)


def _cast_start(around: Neighbours) -> int | None:
    start, word = around.token_before(around.before - 1)
    if around.sign_before == b"(" and around.sign_after == b")" and word in _BEFORE_CAST:
        return around.before - 1
    is_named = around.sign_before == b"<" and around.sign_after == b">" and word == b"reinterpret_cast"
    return start if is_named else None


def _end_of_operand(reading: Reading, around: Neighbours) -> int:
    """Behind what the bracket that `around` is followed by casts: `*p`, `a->list[i]`, `(uintptr_t)q`."""
    end = around.after + 1
    first = around.token_after(end)
    found = _IN_OPERAND.match(around.code, first + (around.code[first : first + 1] in (b"*", b"&")), around.high)
    while found is not None:
        end = reading.closers.get(found.end(), found.end() - 1) + 1
        found = _IN_OPERAND.match(around.code, end, around.high)
    return end


def _with_parentheses(reading: Reading, operand: Operand) -> Operand:
    """`(*p)`, where something is added to that."""
    around = operand.around
    opening, sign = around.token_before(operand.start)
    behind = around.until(around.token_after(around.after + 1))
    if sign != b"(" or around.sign_after != b")" or behind.sign_after not in _SIGNS or behind.followed_by(b"->"):
        return operand
    before = around.token_before(opening)[1]
    is_called = before in (b">", b"]") or (_WORD.fullmatch(before) and before not in _BEFORE_UNARY)
    return (
        operand
        if is_called or _before(reading, around, opening) == b")"
        else Operand(behind, opening, around.after + 1)
    )


def _start(reading: Reading, around: Neighbours, start: int) -> int | None:
    """Where an expression begins that names a member, or `space::Class::name`; None for `p->Class::name`."""
    if around.colons_before(start) is None:
        begin = object_start(reading, around, start)
        space = around.colons_before(begin) if begin is not None else None
        return begin if space is None else around.token_before(space)[0]
    found = _QUALIFIED.search(around.code, max(around.low, start - _LONGEST_QUALIFIER), start)
    begin = found.start() if found is not None else start
    return None if around.token_before(begin)[1] in (b".", b"->", b">", b"::") else begin


@once_per_file
def _known(facts: Facts) -> _Addresses:
    return _Addresses(facts)


def maybe_added_to(facts: Facts) -> Iterator[Name]:
    """Members and results that code adds to, and that may be addresses which a container or a pair holds."""
    plain = facts.reading.plain
    if not _HELD.search(plain):
        return
    known, certain = _known(facts), {operand.end for operand in addresses(facts)}
    for found in _ADDED.finditer(plain):
        word = _WORD.match(plain, found.start(1))
        name = Name(*word.span(), word[0]) if word is not None else None
        if name is not None and found.end(1) not in certain and known.may_hold(name):
            yield name._replace(end=found.end(1))


class _Source(NamedTuple):
    """What a variable is made of whose type is deduced, how its type follows, and which part of that it is."""

    name: Name
    derived: Callable[[Typed], Typed | None]
    part: int | None = None


class _Addresses:
    """The names that are such addresses somewhere, and whether they are one in a place."""

    def __init__(self, facts: Facts) -> None:
        plain, members = facts.reading.plain, facts.surroundings.addresses
        self._facts, self._types, self._declarations = facts, expression_types(facts), facts.reading.declarations
        self._elsewhere = {
            (to_bytes(each.of), to_bytes(each.name)): Typed(b"CUdeviceptr", int(each.is_list)) for each in members
        }
        self._deduced = dict(_sources(plain))
        self._of_members: dict[tuple[bytes, bool], Typed | None] = {}

    @cached_property
    def names(self) -> frozenset[bytes]:
        return self._names_everywhere.union(word.text for word in self._declared)

    @cached_property
    def _declared(self) -> list[Name]:
        """Where variables and functions may be declared that are such addresses, by their types or by values."""
        plain = self._facts.reading.plain
        holders = set(_HELD.findall(plain))
        templates = _CLASS_TEMPLATE.finditer(plain) if holders else ()
        parameters = (each for found in templates if found[2] in holders for each in _PARAMETER.findall(found[1]))
        found = list(_maybe_declared(self._facts.reading, self._types_elsewhere.union(parameters)))
        deduced = (word for place in self._deduced if (word := _WORD.match(plain, place)))
        found += (Name(*word.span(), word[0]) for word in deduced)
        found += (Name(*word.span(1), word[1]) for word in _INITIALIZED.finditer(plain))
        return sorted(found)

    @cached_property
    def _names_everywhere(self) -> frozenset[bytes]:
        """The names that may be such addresses in any function: members, variables of the file, parts of what holds
        some."""
        reading, outside = self._facts.reading, (Kind.FILE, Kind.NAMESPACE, Kind.CLASS)
        found = {word.text for word in self._declared if reading.scopes.kind_at(word.start) in outside}
        found.update(name for _of, name in self._elsewhere)
        return frozenset(found.union((*_PARTS, *_MOVES) if _HELD.search(reading.plain) else ()))

    def may_be_one(self, name: Name) -> bool:
        """Whether an address may be in sight by a name: else nobody has to look for what the name means."""
        function = self._declarations.function_at(name.start)
        if function is None or name.text in self._names_everywhere:
            return True
        first = bisect_left(self._declared, (function.head,))
        return first < len(self._declared) and self._declared[first].start < function.end

    @cached_property
    def _types_elsewhere(self) -> frozenset[bytes]:
        return frozenset(name for of, name in self._elsewhere if of == _TYPES)

    def depth(self, name: Name, around: Neighbours, start: int) -> int | None:
        """0 for an address, 1 for what has some as its elements, None for anything else."""
        typed = self._typed(name, around, start)
        return _depth(typed.type, typed.stars) if typed is not None else None

    def may_hold(self, name: Name) -> bool:
        """Whether what a name is a member of may hold such addresses: where it is unknown what that is, it may."""
        around = self._facts.reading.neighbours(name)
        start = object_start(self._facts.reading, around, name.start)
        object = around.code[start : around.before] if start is not None else b""
        typed = self._type_of_object(start, object) if start is not None and object else None
        if typed is None:
            return True
        part = _PARTS.get(name.text)
        held = (_result_type(typed) if part is None else _part_type(typed, part)) or typed
        return not self._holders.isdisjoint(_WORD.findall(held.type))

    @cached_property
    def _holders(self) -> frozenset[bytes]:
        aliases = (found[1] or found[2] for found in _ALIAS.finditer(self._facts.reading.plain))
        return frozenset((b"CUdeviceptr", *aliases))

    def _typed(self, name: Name, around: Neighbours, start: int) -> Typed | None:
        is_called = around.sign_after == b"("
        object = around.code[start : around.before]
        closing = self._facts.reading.closers.get(around.after) if is_called and name.text in _MOVES else None
        if closing is not None and (moved := self._type_moved_to(start, closing + 1)) is not None:
            return moved
        if object and around.colons_before(name.start) is not None:
            return self._of_qualified(name, object) if is_called else None
        if object and not _OF_THIS.fullmatch(object):
            return self._of_object(name, start, object, is_called=is_called)
        known = self._declarations.of_any(name.text, name.start)
        if known is not None:
            return self._of_declaration(known) if known.is_function == is_called else None
        if not self._deduced and not self._elsewhere:
            return None
        if self._declarations.is_local(name.text, name.start):
            return self._of_unknown(name)
        return self._of_class_elsewhere(name) or (self._elsewhere.get((_FUNCTIONS, name.text)) if is_called else None)

    def _of_object(self, name: Name, start: int, object: bytes, *, is_called: bool) -> Typed | None:
        typed = self._type_of_object(start, object)
        if typed is None or is_called:
            known = self._of_all(name.text, is_called=is_called)
            return known or (self._elsewhere.get((typed.type.rpartition(b"::")[2], name.text)) if typed else None)
        if (part := _PARTS.get(name.text)) is not None and (found := _part_type(typed, part)) is not None:
            return found
        return self._types.member(typed, name.text) or self._elsewhere.get((typed.type.rpartition(b"::")[2], name.text))

    def _of_qualified(self, name: Name, qualifiers: bytes) -> Typed | None:
        of = _WORD.findall(qualifiers)[-1]
        elsewhere = self._elsewhere.get((of, name.text)) or self._elsewhere.get((_FUNCTIONS, name.text))
        return self._of_all(name.text, is_called=True) or elsewhere

    def _type_of_object(self, start: int, object: bytes) -> Typed | None:
        """The type of what stands before a `.` or `->`."""
        return self._type_of(start, start + len(object) - (2 if object.endswith(b"->") else 1))

    def _type_of(self, start: int, end: int) -> Typed | None:
        start, end = self._facts.reading.stripped(start, end)
        if (moved := self._type_moved_to(start, end)) is not None:
            return moved
        typed = self._types.of(start, end)
        if typed is not None and typed.type != b"auto":
            return _parsed(*typed)
        name = Name(start, end, self._facts.reading.plain[start:end])
        is_name = _WORD.fullmatch(name.text) is not None
        known = self._declarations.of(name.text, start) if is_name else None
        return self._of_declaration(known) if known is not None else self._of_unknown(name) if is_name else None

    def _type_moved_to(self, start: int, end: int) -> Typed | None:
        """The type of an iterator that a call gives, and of a part: `std::prev(it)`, `list.begin()`, `it->second`."""
        reading = self._facts.reading
        if (part := _PART.fullmatch(reading.plain, start, end)) is not None:
            of = self._type_of(*part.span(1))
            return _part_type(of, _PARTS[part[2]]) if of is not None else None
        opening = reading.openers.get(end - 1, start)
        if _MOVED.fullmatch(reading.plain, start, opening) and (arguments := reading.arguments(opening)):
            return self._type_of(*arguments[0])
        found = _BEGINS.fullmatch(reading.plain, start, opening)
        of = self._type_of(*found.span(1)) if found is not None else None
        return _iterator(of) if of is not None else None

    def _of_unknown(self, name: Name) -> Typed | None:
        """Of a part of a structured binding, or of what a lambda captures by a name of its own."""
        nearest = self._declarations.nearest(name.text, name.start)
        return None if nearest is None or nearest.type else self._of_source(nearest.place)

    def _of_class_elsewhere(self, name: Name) -> Typed | None:
        """Of a member of the class around, which another file declares."""
        function = self._facts.functions.around(name.start)
        classes = self._facts.reading.scopes.path_at(name.start).names if function is not None else ()
        return self._elsewhere.get((next(reversed(classes), b""), name.text))

    def _of_declaration(self, known: Declaration) -> Typed | None:
        if known.type != b"auto":
            return _parsed(b"CUdeviceptr" if known.type in self._types_elsewhere else known.type, known.depth)
        return self._of_source(known.place) or self._of_initializer(known.place)

    def _of_initializer(self, place: int) -> Typed | None:
        """Of what is made of an element, or of what a pointer points to."""
        name = _WORD.match(self._facts.reading.plain, place)
        return self._types.of_initializer(name.end()) if name is not None else None

    def _of_source(self, place: int) -> Typed | None:
        source = self._deduced.pop(place, None)  # so that none is made of itself
        if source is None:
            return None
        around = self._facts.reading.neighbours(source.name)
        start = _start(self._facts.reading, around, source.name.start)
        typed = self._typed(source.name, around, start) if start is not None else None
        self._deduced[place] = source
        typed = source.derived(typed) if typed is not None else None
        return typed if typed is None or source.part is None else _part_type(typed, source.part)

    def _of_all(self, name: bytes, *, is_called: bool) -> Typed | None:
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
            depth = depths.pop() if len(depths) == 1 else None
            self._of_members[key] = Typed(b"CUdeviceptr", depth) if depth is not None else None
        return self._of_members[key]


def _sources(plain: bytes) -> Iterator[tuple[int, _Source]]:
    """Where variables stand whose type is deduced from something by a name."""
    for shape, derived in ((_EACH, _element_type), (_SAME, _same), (_CAPTURED, _same), (_BEGUN, _iterator)):
        for found in shape.finditer(plain):
            name = Name(*found.span(3), found[3])
            if found[1]:
                yield found.start(1), _Source(name, derived)
            else:
                for part, word in enumerate(_WORD.finditer(plain, *found.span(2))):
                    yield word.start(), _Source(name, derived, part)


def _parsed(type: bytes, stars: int = 0) -> Typed:
    """`Map::iterator` is as good as a pointer, for what it is used for."""
    found = _ITERATOR.fullmatch(type)
    of = _element_type(Typed(found[1])) if found is not None and not stars else None
    return Typed(of.type, of.stars + 1) if of is not None else Typed(type, stars)


def _arguments(type: bytes) -> tuple[bytes, list[bytes]]:
    """The name of a template and its arguments: `map`, `int`, `CUdeviceptr`."""
    found = _TEMPLATE.fullmatch(type)
    if found is None:
        return b"", []
    depth, arguments = 0, [b""]
    for piece in _PIECE.findall(found[2]):
        depth += (piece == b"<") - (piece == b">")
        if piece == b"," and not depth:
            arguments.append(b"")
        else:
            arguments[-1] += piece
    return found[1], arguments


def _argument(text: bytes) -> Typed:
    bare = b" ".join(_QUALIFIERS.sub(b"", text).split()) if b"<" not in text else text.strip()
    type = bare.rstrip(b"* ")
    return Typed(type, bare.count(b"*", len(type)))


def _same(of: Typed) -> Typed | None:
    return of


def _iterator(of: Typed) -> Typed | None:
    element = _element_type(of)
    return element._replace(stars=element.stars + 1) if element is not None else None


def _element_type(of: Typed) -> Typed | None:
    if of.stars:
        return Typed(of.type, of.stars - 1)
    name, arguments = _arguments(of.type)
    if name in _MAPS and len(arguments) > 1:
        return Typed(b"pair<" + b",".join(arguments[:2]) + b">")
    if arguments and (name in _LISTS or len(arguments) == 1):
        return _argument(arguments[0])
    return Typed(b"CUdeviceptr") if _LIST_TYPE.fullmatch(of.type) else None


def _result_type(of: Typed) -> Typed | None:
    """What `list.at(i)` and `map.at(key)` are."""
    element, (name, _rest) = _element_type(of), _arguments(of.type)
    return _part_type(element, 1) if element is not None and name in _MAPS else element


def _part_type(of: Typed, part: int) -> Typed | None:
    """The type of a part of a pair or a tuple."""
    name, arguments = _arguments(of.type)
    return _argument(arguments[part]) if name in (b"pair", b"tuple") and part < len(arguments) else None


def held_type(type: bytes, part: int) -> Typed | None:
    """What a container of the standard library holds; of pairs, one part."""
    name, arguments = _arguments(type)
    if arguments and name in _LISTS:
        return held_type(arguments[0], part) or _argument(arguments[0])
    is_pair = name in _MAPS or name in (b"pair", b"tuple")
    return _argument(arguments[part]) if is_pair and part < len(arguments) else None


def _depth(type: bytes, stars: int) -> int | None:
    if type == b"CUdeviceptr":
        return stars if stars < 2 else None
    is_list = not stars and _LIST_TYPE.fullmatch(type) is not None
    return 1 if is_list else None


def members_of(reading: Reading) -> Iterator[AddressMember]:
    """What structures of a file declare so, other names of the type, and functions outside of classes."""
    for type in _other_names(reading.plain):
        yield AddressMember(to_text(_TYPES), to_text(type), is_list=False)
    for word in _maybe_declared(reading):
        known = reading.declarations.at(word)
        depth = _depth(known.type, known.depth) if known is not None else None
        path = reading.scopes.path_at(word.start) if depth is not None else None
        kind = reading.scopes.kind_at(word.start)
        if path is not None and path.names and kind is Kind.CLASS:
            yield AddressMember(to_text(path.names[-1]), to_text(word.text), bool(depth))
        elif known is not None and depth == 0 and known.is_function and kind in (Kind.FILE, Kind.NAMESPACE):
            yield AddressMember(to_text(_FUNCTIONS), to_text(word.text), is_list=False)


def _other_names(plain: bytes) -> Iterator[bytes]:
    """`devptr`, by `typedef CUdeviceptr devptr;`"""
    return (found[1] or found[2] for found in _OTHER_NAME.finditer(plain))


def _maybe_declared(reading: Reading, types: Iterable[bytes] = ()) -> Iterator[Name]:
    """The words behind the type and its other names."""
    for type in reading.names((b"CUdeviceptr", *_other_names(reading.plain), *types)):
        behind = _BEHIND.match(reading.plain, type.end)
        for word in _WORD.finditer(reading.plain, *behind.span()) if behind is not None else ():
            if word[0] not in BUILTIN and word[0] != b"CUdeviceptr":
                yield Name(*word.span(), word[0])


def _named(reading: Reading, around: Neighbours, operand: Operand) -> Iterator[Operand]:
    """`p`, or `address()`, which ends where the bracket behind the name closes."""
    if around.sign_after != b"(":
        yield operand
    elif (closing := reading.closers.get(around.after)) is not None:
        behind = around.until(skip_blank(around.code, closing + 1, around.high))
        yield Operand(behind, operand.start, closing + 1)


def _element(reading: Reading, around: Neighbours, operand: Operand) -> Iterator[Operand]:
    """`list[i]`, `*list`"""
    closing = reading.closers.get(around.after) if around.sign_after == b"[" else None
    if closing is not None:
        behind = around.until(skip_blank(around.code, closing + 1, around.high))
        yield Operand(behind, operand.start, closing + 1)
    elif around.token_before(operand.start)[1] == b"*":
        star = around.token_before(operand.start)[0]
        before = around.token_before(star)[1]
        is_changed = around.followed_by(b"+=") or around.followed_by(b"-=")
        is_unary = before in (*_BEFORE_UNARY, b"&", b"|", b"<", b"!", b"") or (is_changed and before == b")")
        if is_unary and not around.followed_by(b"["):
            yield Operand(around, star, operand.end)


def _changed(facts: Facts, operand: Operand, ends: Collection[int]) -> Iterator[Edit]:
    around, span = operand.around, Span(operand.start, operand.end)
    cast = b"(char*)(" if facts.is_c else b"static_cast<char*>("
    is_plain = around.followed_by(b"++") or around.followed_by(b"--")
    if is_plain or _is_stepped_before(operand):
        yield from _step(facts, operand, cast)
    elif around.followed_by(b"+=") or around.followed_by(b"-="):
        if not is_dereferenced(facts.reading, operand):
            yield from _assigned(facts, operand, cast)
    elif (
        _is_taken_from(around, operand.start, ends)
        or _is_added_to(around, operand.start)
        or (_is_added_behind(around, operand.start) and not is_cast(operand))
    ):
        yield Edit(*span, (cast, span, b")"), "CUdeviceptr", "pointers")


def is_cast(operand: Operand) -> bool:
    """Whether it is a cast of anything to an address, which an offset may be, too: `p + (CUdeviceptr)n`."""
    return b"CUdeviceptr" in operand.around.code[operand.start : operand.end]


def is_dereferenced(reading: Reading, operand: Operand) -> bool:
    """`*(int*)p`: what is assigned to then is not the address."""
    around = operand.around
    place, sign = around.token_before(operand.start)
    opening = reading.openers.get(place) if sign == b")" else None
    before = around.token_before(opening)[1] if opening is not None else sign
    is_behind_cast = opening is not None and (not _WORD.fullmatch(before) or before in _BEFORE_UNARY)
    return is_behind_cast or sign == b"*"


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
    before = _before(reading, around, start)
    is_first = before in (b";", b"{", b"}", *_CONTROLS)
    return is_first and around.code[after : after + 1] in (b";", b")") and after < around.high


def _before(reading: Reading, around: Neighbours, start: int) -> bytes:
    """The token before a place; `if` for the bracket behind it."""
    place, before = around.token_before(start)
    opening = reading.openers.get(place) if before == b")" else None
    word = around.token_before(opening)[1] if opening is not None else b""
    return word if word in _CONTROLS else before


def _may_stand_twice(code: bytes, operand: Operand) -> bool:
    text = code[operand.start : operand.end]
    return not _TWICE.sub(b"", text) and _CALL.search(text) is None


def _is_taken_from(around: Neighbours, start: int, ends: Collection[int]) -> bool:
    """`q - p`, where both are such addresses: their difference is a number."""
    minus, sign = around.token_before(start)
    left = around.rskip_blank(minus)
    while sign in _SIGNS and left not in ends:  # `q + n - p`
        place, token = around.token_before(left)
        before, sign = around.token_before(place)
        left = around.rskip_blank(before)
        if _NUMBER.fullmatch(token) is None:
            return False
    if around.token_before(start)[1] != b"-" or left not in ends or sign not in _SIGNS:
        return False
    return around.sign_after not in (b"[", b"(", b".") and not around.followed_by(b"->")


def _is_added_to(around: Neighbours, start: int) -> bool:
    """`p + n`, `p - n`: not `p->x` nor `x - p`."""
    sign = around.code[around.after : min(around.after + 2, around.high)]
    place, before = around.token_before(start)
    is_operand = sign[:1] in _SIGNS and sign not in (b"++", b"--", b"->")
    is_behind_and = before == b"&" and around.code[max(0, place - 1) : place] == b"&"
    is_alone = is_behind_and or before not in (b")", b"-", b"&", b"*")
    return is_operand and is_alone and around.colons_before(start) is None


def _is_added_behind(around: Neighbours, start: int) -> bool:
    """`n + p`"""
    place, sign = around.token_before(start)
    is_sum = sign == b"+" and around.token_before(place)[1] not in (b"+", b"(", b",", b"=", b"return")
    return is_sum and around.colons_before(start) is None and around.sign_after in _ENDS_SUM
