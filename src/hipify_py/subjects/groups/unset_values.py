"""`int base; if (lane == 0) base = atomicAdd(n, 1); base = broadcast(base);`: it starts as 0, as members, elements and
components do: `Range r{};`, `int taken[2] = {};`. CGP021: the members of types that the file does not show.

Lanes that have not set it pass it on by value, and clang takes from a call with an undefined argument that it does not
happen: it drops the condition, and all lanes add. The same holds for functions that return it. The parameters of HIP's
`__shfl` allow for it (`maybe_undef`); those of the members of its groups, of `min`, and of functions of a project, do
not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.edits import Edit
from hipify_py.file.arithmetic import Typed, promoted
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.groups import groups_of
from hipify_py.file.once_per_file import once_per_file
from hipify_py.file.rewrites import Anchors
from hipify_py.file.vector_values import VECTORS
from hipify_py.patterns import pattern
from hipify_py.reading import tokens
from hipify_py.rules.detect import Hit

if TYPE_CHECKING:
    from hipify_py.reading.declarators import Declaration
    from hipify_py.reading.scopes import Scope

_SHUFFLES = frozenset((b"shfl", b"shfl_up", b"shfl_down", b"shfl_xor"))
_ATOMICS = frozenset(b"atomicAdd atomicSub atomicExch atomicCAS atomicInc atomicDec atomicMax atomicMin".split())
ANCHORS = Anchors(_SHUFFLES | _ATOMICS, tells=False)

_NAME = pattern(rb"[A-Za-z_]\w*")
_PARTS = rb"((?:\.[A-Za-z_]\w*|\[[^\[\](){};,]{1,40}\])*)"
_SETS = pattern(rb"(?<![\w.>\])])([A-Za-z_]\w*)" + _PARTS + rb"\s*=(?!=)")
_IS_SET = pattern(_PARTS + rb"\s*=(?!=)")
_GIVES = pattern(rb"(?:[(,]\s*|\breturn\s+)([A-Za-z_]\w*)" + _PARTS + rb"\s*(?=[,);])")
_RETURNS = pattern(rb"\breturn\s+\Z")
_CALLED = pattern(rb"\b([A-Za-z_]\w{0,80})\s{0,9}(?:<[^<>(){};]{0,90}>\s{0,9})?\Z")
# Allow for undefined values, or are no functions; nobody passes such values to the others that are named.
_HARMLESS = pattern(rb"__shfl|atomic|\w+_cast$|(?:if|while|for|switch|return|sizeof|decltype|printf|assert)$")
_INDEX = pattern(rb"\[[^\[\]]*\]")
# Start with values of their own.
_CONSTRUCTED = pattern(rb"\b(?:pair|tuple|complex|optional|array|atomic)\b|^auto$")
# What keeps a variable from being set where it is declared, or has set it.
_STORED_ELSEWHERE = frozenset((b"__shared__", b"static", b"extern", b"__constant__", b"__device__", b"__managed__"))
_CONDITIONAL = ("if_statement", "switch_statement", "while_statement", "for_statement", "else_clause")
_STATEMENTS = ("_statement", "else_clause")
_SWITCH = pattern(rb"\bswitch\s*\(")
_NEAR, _FAR = 200, 80


class _Given(NamedTuple):
    """A variable, or a part of one as it is written (`.first`, `[0]`), where it is passed on by value."""

    name: bytes
    parts: bytes
    place: int


def propose(facts: Facts) -> Iterator[Edit]:
    given = (*_shuffled(facts), *_passed_on(facts))
    if not given or not facts.is_surely_cuda:
        return
    starts = dict(start for each in given if (start := _start(facts, each)) is not None)
    yield from (Edit(place, place, value, "shfl", "groups") for place, value in sorted(starts.items()))


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    for given in _passed_on(facts):
        known = facts.reading.declarations.of(given.name, given.place)
        if known is not None and _is_of_unknown(facts, known, given) and _may_be_unset(facts, known, given):
            yield Hit(given.place, given.place + len(given.name + given.parts))


def _is_of_unknown(facts: Facts, known: Declaration, given: _Given) -> bool:
    """Whether a part of a variable is passed on of which the file shows neither that it is of numbers alone, nor what
    may set it as a whole: a constructor, or a function."""
    if _zero(facts, known, given) or not _is_part(known, given) or _CONSTRUCTED.search(known.type):
        return False
    reading, own = facts.reading, known.type.partition(b"<")[0].rpartition(b"::")[2]
    in_class = (name for name in reading.names((own,)) if reading.scopes.path_at(name.start).names[-1:] == (own,))
    if any(reading.neighbours(name).sign_after == b"(" for name in in_class):
        return False
    uses = _mentions(facts, given.name, known.place + len(given.name), given.place)
    return all(reading.plain[use + len(given.name)] in b".[" for use in uses)


def _shuffled(facts: Facts) -> Iterator[_Given]:
    """The variables that a member of a group shuffles, and where."""
    reading = facts.reading
    for member in groups_of(facts).members(_SHUFFLES):
        arguments = reading.arguments(reading.skip_blank(member.end))
        if arguments:
            start, end = reading.stripped(*arguments[0])
            if _NAME.fullmatch(reading.code[start:end]):
                yield _Given(reading.code[start:end], b"", start)


@once_per_file
def _passed_on(facts: Facts) -> tuple[_Given, ...]:
    return tuple(_find_passed_on(facts))


def _find_passed_on(facts: Facts) -> Iterator[_Given]:
    """What is set where an atomic function is called, and passed later to a function, or returned."""
    reading, seen = facts.reading, set[tuple[int, bytes]]()
    given: dict[int, Mapping[bytes, list[_Given]]] = {}
    for call in reading.names_in_code(_ATOMICS):
        *_, function = (None, *reading.scopes.around(call.start))
        sets = list(_SETS.finditer(reading.plain, *_beside(facts, call.start)))
        if function is None or not sets:
            continue
        if function.start not in given:
            given[function.start] = _given_in(facts, function)
        for found in sets:
            # Few are given; which variable a name means is asked of these alone.
            uses = given[function.start].get(_unnumbered(found[1] + found[2]), ())
            later = [use for use in uses if use.place > found.end() and _is_passed_on(facts, use.place)]
            is_bare = bool(later) and _may_be_declared_bare(facts, found[1], function.start, found.start())
            known = reading.declarations.of(found[1], found.start()) if is_bare else None
            if known is None or (known.place, found[2]) in seen or not _is_unset(facts, known, later[0]):
                continue
            if _have_one_condition(facts, found.start(), call.start, behind=known.place):
                seen.add((known.place, found[2]))
                yield from (use for use in later if reading.declarations.of(use.name, use.place) == known)


def _may_be_declared_bare(facts: Facts, name: bytes, start: int, end: int) -> bool:
    """Whether `int name;`, `int other, name[2];` may stand in a part of a function: for most names that is soon
    known."""
    plain = facts.reading.plain
    for use in _mentions(facts, name, start, end):
        sign = facts.reading.skip_blank(use + len(name))
        if (
            plain[sign : sign + 1] in (b";", b",", b"[")
            and plain[tokens.rskip_blank(plain, use, start) - 1] not in b"(="
        ):
            return True
    return False


def _beside(facts: Facts, call: int) -> tuple[int, int]:
    """The block around a call; of the block of a function, the statement."""
    plain, block = facts.reading.plain, facts.reading.scopes.block_at(call)
    if block is None or facts.reading.scopes.block_around(block) is not None:
        return (block.start, block.end) if block is not None else (call, call)
    start = max(plain.rfind(sign, block.start, call) for sign in (b";", b"{", b"}"))
    return start, max(plain.find(b";", call, block.end), call)


def _have_one_condition(facts: Facts, place: int, other: int, *, behind: int) -> bool:
    """Whether a statement behind a declaration runs two places or none of them; also where nobody knows."""
    begin, path = facts.reading.bodies.path(place)
    return not path or any(
        around.type in _CONDITIONAL
        and node.type.endswith(_STATEMENTS)
        and behind < begin + node.start_byte <= other < begin + node.end_byte
        for around, node in pairwise(path)
    )


def _given_in(facts: Facts, function: Scope) -> Mapping[bytes, list[_Given]]:
    """What stands in brackets by itself in a function, or is returned."""
    given: dict[bytes, list[_Given]] = {}
    for found in _GIVES.finditer(facts.reading.plain, function.start, function.end):
        each = _Given(found[1], found[2], found.start(1))
        given.setdefault(_unnumbered(each.name + each.parts), []).append(each)
    return given


def _is_passed_on(facts: Facts, place: int) -> bool:
    """Whether something is passed to a function that does not allow for undefined values, or returned."""
    plain, around = facts.reading.plain, facts.reading.scopes.at(place)
    if around is None or plain[around.start : around.start + 1] != b"(":
        return around is not None and _RETURNS.search(plain, max(around.start, place - _FAR), place) is not None
    callee = _CALLED.search(plain, max(around.start - _NEAR, 0), around.start)
    return callee is not None and not _HARMLESS.match(callee[1]) and promoted(callee[1]) is None


def _unnumbered(written: bytes) -> bytes:
    """The same text for all elements of an array."""
    return _INDEX.sub(b"[]", written) if b"[" in written else written


def _start(facts: Facts, given: _Given) -> tuple[int, bytes] | None:
    """With what a variable may start where it is declared, if some lanes may not have set what is passed on."""
    known = facts.reading.declarations.of(given.name, given.place)
    value = _zero(facts, known, given) if known is not None else b""
    if known is None or not value or not _may_be_unset(facts, known, given):
        return None
    return _behind(facts, known, given.name), value


def _may_be_unset(facts: Facts, known: Declaration, given: _Given) -> bool:
    is_local = not known.is_reference and known.qualifiers.isdisjoint(_STORED_ELSEWHERE)
    if not is_local or not _is_unset(facts, known, given) or _is_set_at_once(facts, known, given):
        return False
    return not facts.is_left_alone(known.place)


def _behind(facts: Facts, known: Declaration, name: bytes) -> int:
    """The end of the name that a variable is declared by, and of its dimensions; its beginning where an alias has
    them."""
    reading, behind = facts.reading, known.place + len(name)
    for _dimension in range(known.dimensions):
        opening = reading.skip_blank(behind)
        if reading.plain[opening : opening + 1] != b"[" or opening not in reading.closers:
            return known.place
        behind = reading.closers[opening] + 1
    return behind


def _zero(facts: Facts, known: Declaration, given: _Given) -> bytes:
    """What makes all of a variable 0; nothing where it may be more than numbers."""
    is_number, is_given = promoted(known.type) is not None, _is_of_template(facts, known, given)
    if not given.parts:
        return b"" if known.depth else b" = 0" if is_number else b"{}" if is_given else b""
    if not _is_part(known, given) or not (is_given or _is_of_numbers(facts, Typed(known.type))):
        return b""
    return b" = {}" if known.dimensions else b"{}"


def _is_of_template(facts: Facts, known: Declaration, given: _Given) -> bool:
    return facts.reading.declarations.is_type_parameter(known.type, given.place)


def _is_part(known: Declaration, given: _Given) -> bool:
    """Whether a part is one of the variable itself: an element of an array, or a member of what is none."""
    return known.depth == known.dimensions and given.parts[:1] == (b"[" if known.dimensions else b".")


def _is_of_numbers(facts: Facts, typed: Typed) -> bool:
    """Whether a type is a number, a vector, or a structure of the file with nothing but numbers."""
    if promoted(typed.type) is not None or typed.type in VECTORS:
        return True
    members = expression_types(facts).members(typed.type)
    return bool(members) and all(promoted(each.type) is not None or each.type in VECTORS for each in members)


def _is_unset(facts: Facts, known: Declaration, given: _Given) -> bool:
    """Whether a local variable of the function of a use has no initializer, and may have one: no label follows, to
    which something could jump past it."""
    plain, scopes, behind = facts.reading.plain, facts.reading.scopes, _behind(facts, known, given.name)
    sign, block = facts.reading.skip_blank(behind), scopes.block_at(behind)
    if block is None or scopes.at(behind) != block or plain[sign : sign + 1] not in (b";", b","):
        return False
    is_passed_by = _SWITCH.search(plain, block.head, block.start) or b"goto" in facts.reading.words
    return block.start < given.place < block.end and not is_passed_by


def _is_set_at_once(facts: Facts, known: Declaration, given: _Given) -> bool:
    """Whether a statement of a block around the use sets it, on every way to the use."""
    plain, scopes = facts.reading.plain, facts.reading.scopes
    blocks = [*scopes.around(given.place)]
    for start in _mentions(facts, given.name, known.place + len(given.name), given.place):
        before, end = tokens.rskip_blank(plain, start, 0), start + len(given.name)
        is_statement = plain[before - 1 : before] in (b";", b"{", b"}") and plain.find(b";", end, given.place) >= 0
        found = _IS_SET.match(plain, end) if is_statement else None
        if found is not None and found[1] in (b"", given.parts) and scopes.at(start) in blocks:
            return True
    return False


def _mentions(facts: Facts, name: bytes, start: int, end: int) -> list[int]:
    """Where a name stands in a part of a function; an index of the whole file would cost more."""
    found = tokens.places(facts.reading.plain[start:end], {name})
    return [start + each.start for each in found[name]]
