"""WRP016: locks that each thread of a warp may spin for, while another lane of it holds them."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.one_thread import is_for_one_thread
from hipify_py.subjects.warps.spins import spins


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    for spin in spins(facts):
        place = spin.place.start
        is_on_device = facts.functions.side_at(place) in ON_DEVICE
        if spin.tried.takes and is_on_device and not is_for_one_thread(facts, place):
            yield Hit(spin.place.start, spin.place.end)
