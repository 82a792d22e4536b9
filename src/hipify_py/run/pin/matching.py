"""Which call of one run is which of the other: by its place in the sources and its visit, and of a run with several
threads, by those within its thread.

Threads come to a place in another order each time. Which of them does the same in the other run shows in the first
calls that it makes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from hipify_py.run.pin.differences import Run, compared_calls
from hipify_py.run.pin.records import Place, Seen, Type

Pair = tuple[Seen | None, Seen | None]
# A place, a thread, and which of the calls that it makes there.
_Key = tuple[int, int, int]
_Name = tuple[str, str, int]
_LOOKED_AT = 4
_MOST_THREADS = 64


def timeline(first: Run, second: Run, tolerances: Mapping[Type, float]) -> Iterator[Pair]:
    """All calls, in the order of the first run; those that only the second has stand behind what they came after."""
    partner = _partners(first, second, tolerances)
    positions = {partner[seen]: at for at, seen in enumerate(first.calls) if seen in partner}
    behind: defaultdict[int, list[Seen]] = defaultdict(list)
    last = -1
    for seen in second.calls:
        if seen in positions:
            last = positions[seen]
        else:
            behind[last].append(seen)
    yield from ((None, each) for each in behind[-1])
    for at, seen in enumerate(first.calls):
        yield seen, partner.get(seen)
        yield from ((None, each) for each in behind[at])


def _partners(first: Run, second: Run, tolerances: Mapping[Type, float]) -> dict[Seen, Seen]:
    places = matched_places(first.places, second.places)
    by_thread = any(len({seen.thread for seen in run.calls}) > 1 for run in (first, second))
    threads = _matched_threads(first, second, places, tolerances) if by_thread else {0: 0}
    others = {key: seen for seen, key in _keys(second, by_thread)}
    found: dict[Seen, Seen] = {}
    for seen, (place, thread, visit) in _keys(first, by_thread):
        other = others.get((places.get(place, -1), threads.get(thread, -1), visit))
        if other is not None:
            found[seen] = other
    return found


def _keys(run: Run, by_thread: bool) -> Iterator[tuple[Seen, _Key]]:
    visits = Counter[tuple[int, int]]()
    for seen in run.calls:
        if by_thread:
            yield seen, (seen.place, seen.thread, visits[seen.place, seen.thread])
            visits[seen.place, seen.thread] += 1
        else:
            yield seen, (seen.place, 0, seen.visit)


def _matched_threads(
    first: Run, second: Run, places: Mapping[int, int], tolerances: Mapping[Type, float]
) -> dict[int, int]:
    """The threads of the second run by those of the first: those that are most alike first, of equal ones those that
    come first."""
    beginnings = [_beginnings(run) for run in (first, second)]
    if max(map(len, beginnings)) > _MOST_THREADS:
        return dict(zip(*beginnings, strict=False))

    def alike(one: list[Seen], other: list[Seen]) -> int:
        score = 0
        for a, b in zip(one, other, strict=False):
            if places.get(a.place) != b.place:
                break
            score += 1 + compared_calls(first, a, second, b, tolerances).has_equal_inputs
        return score

    pairs = list(product(beginnings[0].items(), beginnings[1].items()))
    scores = [(-alike(one, other), at) for at, ((_, one), (_, other)) in enumerate(pairs)]
    found: dict[int, int] = {}
    for _score, at in sorted(scores):
        (thread, _), (partner, _) = pairs[at]
        if thread not in found and partner not in found.values():
            found[thread] = partner
    return found


def _beginnings(run: Run) -> dict[int, list[Seen]]:
    """The first calls of each thread."""
    found: dict[int, list[Seen]] = {}
    for seen in run.calls:
        calls = found.setdefault(seen.thread, [])
        if len(calls) < _LOOKED_AT:
            calls.append(seen)
    return found


def matched_places(first: Mapping[int, Place], second: Mapping[int, Place]) -> dict[int, int]:
    """The places of the second run by those of the first: of the same file, or of one with another suffix, if that is
    one on either side."""
    found: dict[int, int] = {}
    for name in (_by_file, _by_stem):
        taken = set(found.values())
        left = _alone((name(place), number) for number, place in first.items() if number not in found)
        right = _alone((name(place), number) for number, place in second.items() if number not in taken)
        found |= {number: right[key] for key, number in left.items() if key in right}
    return found


def _by_file(place: Place) -> _Name:
    return place.file, place.name, place.nth


def _by_stem(place: Place) -> _Name:
    folder, _, name = place.file.rpartition("/")
    return f"{folder}/{name.partition('.')[0]}", place.name, place.nth


def _alone(names: Iterable[tuple[_Name, int]]) -> dict[_Name, int]:
    """What has a name for itself."""
    numbers: defaultdict[_Name, list[int]] = defaultdict(list)
    for name, number in names:
        numbers[name].append(number)
    return {name: found[0] for name, found in numbers.items() if len(found) == 1}
