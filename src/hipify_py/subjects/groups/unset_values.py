"""`int base; if (lane == 0) base = atomicAdd(n, 1); base = broadcast(base);`: it starts as 0.

Lanes that have not set it pass it on by value, and clang takes from a call with an undefined argument that it does not
happen: it drops the condition, and all lanes add. The parameters of HIP's `__shfl` allow for it (`maybe_undef`); those
of the members of its groups, and of functions of a project, do not.
"""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.arithmetic import promoted
from hipify_py.file.facts import Facts
from hipify_py.file.groups import Groups
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading import tokens

_SHUFFLES = frozenset((b"shfl", b"shfl_up", b"shfl_down", b"shfl_xor"))
_ATOMICS = frozenset(b"atomicAdd atomicSub atomicExch atomicCAS atomicInc atomicDec atomicMax atomicMin".split())
ANCHORS = Anchors(_SHUFFLES | _ATOMICS, tells=False)

_NAME = pattern(rb"[A-Za-z_]\w*")
_SET = pattern(rb"\s*=[^=]")
_FAR = 80
# A statement, and no declaration.
_TAKES = pattern(rb"[;{})]\s*([A-Za-z_]\w*)\s*=\s*$")
_BUILTIN = pattern(rb"__|atomic|if$|while$|for$|switch$|return$|sizeof$|min$|max$|printf$|assert$")


def propose(facts: Facts) -> Iterator[Edit]:
    passed = (*_shuffled(facts), *_passed_to_functions(facts))
    if not passed or not facts.is_surely_cuda:
        return
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
    uses: dict[tuple[bytes, int], list[int]] = {}
    for call in reading.names_in_code(_ATOMICS):
        taken = _TAKES.search(reading.plain[max(call.start - _FAR, 0) : call.start])
        *_, function = (None, *reading.scopes.around(call.start))
        if taken is None or function is None:
            continue
        key = taken[1], function.start
        if key not in uses:
            uses[key] = [use for use in _mentions(facts, *key, function.end) if _is_argument(facts, use, taken[1])]
        # Few are arguments; which variable a name means is asked of these alone.
        later = [use for use in uses[key] if use > call.end]
        known = reading.declarations.of(taken[1], call.start) if later else None
        if known is None or known.place in seen:
            continue
        seen.add(known.place)
        yield from ((taken[1], use) for use in later if reading.declarations.of(taken[1], use) == known)


def _is_argument(facts: Facts, start: int, name: bytes) -> bool:
    """Whether a name is a whole argument of a function that has none of the names of HIP or CUDA."""
    plain, reading = facts.reading.plain, facts.reading
    before = tokens.rskip_blank(plain, start, 0)
    behind = reading.skip_blank(start + len(name))
    if plain[before - 1 : before] not in (b"(", b",") or plain[behind : behind + 1] not in (b",", b")"):
        return False
    around = reading.scopes.at(start)
    end = tokens.rskip_blank(plain, around.start, 0) if around is not None else 0
    callee = tokens.word_before(plain, end, 0)
    return callee is not None and _NAME.fullmatch(callee.text) is not None and not _BUILTIN.match(callee.text)


def _unset_place(facts: Facts, name: bytes, use: int) -> int | None:
    """Behind the name of a number where it is declared, if some lanes may not have set it."""
    known = facts.reading.declarations.of(name, use)
    if known is None or known.depth or known.is_reference or promoted(known.type) is None:
        return None
    behind = known.place + len(name)
    if facts.is_left_alone(behind) or not _is_unset(facts, behind, use) or _is_set_at_once(facts, name, behind, use):
        return None
    return behind


def _is_unset(facts: Facts, behind: int, use: int) -> bool:
    """Whether a local variable of the function of a use has no initializer."""
    code, scopes = facts.reading.plain, facts.reading.scopes
    sign, block = facts.reading.skip_blank(behind), scopes.block_at(behind)
    is_local = block is not None and scopes.at(behind) == block and block.start < use < block.end
    return is_local and code[sign : sign + 1] in (b";", b",")


def _is_set_at_once(facts: Facts, name: bytes, behind: int, use: int) -> bool:
    """Whether a statement of the same block sets it, on every way to the use."""
    plain, scopes = facts.reading.plain, facts.reading.scopes
    for start in _mentions(facts, name, behind, use):
        before, end = tokens.rskip_blank(plain, start, 0), start + len(name)
        is_statement = plain[before - 1 : before] in (b";", b"{", b"}") and plain.find(b";", end, use) >= 0
        if is_statement and _SET.match(plain, end) and scopes.at(start) == scopes.block_at(behind):
            return True
    return False


def _mentions(facts: Facts, name: bytes, start: int, end: int) -> list[int]:
    """Where a name stands in a part of a function; an index of the whole file would cost more."""
    found = tokens.places(facts.reading.plain[start:end], {name})
    return [start + each.start for each in found[name]]
