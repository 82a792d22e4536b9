"""`int base; if (lane == 0) base = atomicAdd(n, 1); base = broadcast(base);`: it starts as 0.

Lanes that have not set it pass it on by value, and clang takes from a call with an undefined argument that it does not
happen: it drops the condition, and all lanes add. The parameters of HIP's `__shfl` allow for it (`maybe_undef`); those
of the members of its groups, and of functions of a project, do not.
"""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.groups import Groups
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern

_SHUFFLES = frozenset((b"shfl", b"shfl_up", b"shfl_down", b"shfl_xor"))
_ATOMICS = frozenset(b"atomicAdd atomicSub atomicExch atomicCAS atomicInc atomicDec atomicMax atomicMin".split())
ANCHORS = Anchors(_SHUFFLES | _ATOMICS, tells=False)

_NAME = pattern(rb"[A-Za-z_]\w*")
_NUMBER = pattern(
    rb"(?:(?:un)?signed|long|short|int|char|float|double|bool| )+|u(?:int|long|short|char)|size_t"
    rb"|(?:std::)?u?int(?:8|16|32|64)_t"
)
_SET = pattern(rb"\s*=[^=]")
_WORD = pattern(rb"\w")
_FAR = 80
# A statement, and no declaration.
_TAKES = pattern(rb"[;{})]\s*([A-Za-z_]\w*)\s*=\s*$")
_CALLEE = pattern(rb"\b([A-Za-z_]\w*)\s*$")
_BUILTIN = pattern(rb"__|atomic|if$|while$|for$|switch$|return$|sizeof$|min$|max$|printf$|assert$")


def propose(facts: Facts) -> Iterator[Edit]:
    if not facts.is_surely_cuda:
        return
    passed = (*_shuffled(facts), *_passed_to_functions(facts))
    places = {place for name, use in passed if (place := _unset_place(facts, name, use)) is not None}
    yield from (Edit(place, place, b" = 0", "shfl", "groups") for place in sorted(places))


def _shuffled(facts: Facts) -> Iterator[tuple[bytes, int]]:
    """The variables that a member of a group shuffles, and where."""
    reading = facts.reading
    for member in Groups(facts).members(_SHUFFLES):
        arguments = reading.arguments(reading.skip_blank(member.end))
        if arguments:
            start, end = reading.stripped(*arguments[0])
            if _NAME.fullmatch(reading.code[start:end]):
                yield reading.code[start:end], start


def _passed_to_functions(facts: Facts) -> Iterator[tuple[bytes, int]]:
    """The variables that take what an atomic function returns and that a function of the project gets later."""
    reading, seen = facts.reading, set[int]()
    for call in reading.names_in_code(_ATOMICS):
        taken = _TAKES.search(reading.plain[max(call.start - _FAR, 0) : call.start])
        known = reading.declarations.of(taken[1], call.start) if taken is not None else None
        block = reading.scopes.block_at(known.place) if known is not None else None
        if taken is None or known is None or block is None or known.place in seen:
            continue
        seen.add(known.place)
        for use in _mentions(facts, taken[1], call.end, block.end):
            if _is_argument(facts, use, use + len(taken[1])) and reading.declarations.of(taken[1], use) == known:
                yield taken[1], use
                break


def _is_argument(facts: Facts, start: int, end: int) -> bool:
    """Whether a name is a whole argument of a function that has none of HIP's or CUDA's names."""
    plain = facts.reading.plain
    if (
        plain[max(start - _FAR, 0) : start].rstrip()[-1:] not in b"(,"
        or plain[facts.reading.skip_blank(end) :][:1] not in b",)"
    ):
        return False
    around = facts.reading.scopes.at(start)
    callee = _CALLEE.search(plain[max(around.start - _FAR, 0) : around.start]) if around is not None else None
    return callee is not None and not _BUILTIN.match(callee[1])


def _unset_place(facts: Facts, name: bytes, use: int) -> int | None:
    """Behind the name of a number where it is declared, if some lanes may not have set it."""
    known = facts.reading.declarations.of(name, use)
    if known is None or known.depth or known.is_reference or not _NUMBER.fullmatch(known.type):
        return None
    behind = known.place + len(name)
    if facts.is_left_alone(behind) or not _is_unset(facts, behind, use) or _is_set_at_once(facts, name, behind, use):
        return None
    return behind


def _is_unset(facts: Facts, behind: int, use: int) -> bool:
    """Whether a local variable of the function of a use has no initializer."""
    code, scopes = facts.reading.plain, facts.reading.scopes
    sign = code[facts.reading.skip_blank(behind) : facts.reading.skip_blank(behind) + 1]
    block = scopes.block_at(behind)
    inner = scopes.at(behind)
    return sign in b";," and block is not None and inner == block and block.start < use < block.end


def _is_set_at_once(facts: Facts, name: bytes, behind: int, use: int) -> bool:
    """Whether a statement of the same block sets it, on every way to the use."""
    reading = facts.reading
    block = reading.scopes.block_at(behind)
    for start in _mentions(facts, name, behind, use):
        end = start + len(name)
        is_statement = (
            reading.plain[max(start - _FAR, 0) : start].rstrip()[-1:] in b";{}" and reading.scopes.at(start) == block
        )
        if is_statement and b";" in reading.plain[end:use] and _SET.match(reading.plain, end):
            return True
    return False


def _mentions(facts: Facts, name: bytes, start: int, end: int) -> Iterator[int]:
    """Where a name stands in a part of a function; an index of the whole file would cost more."""
    plain = facts.reading.plain
    while (start := plain.find(name, start, end)) >= 0:
        around = plain[start - 1 : start] + plain[start + len(name) : start + len(name) + 1]
        if not _WORD.search(around):
            yield start
        start += len(name)
