"""WRP016: locks that each thread of a warp may spin for, while another lane of it holds them."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.lock_votes import loops_to_convert
from hipify_py.subjects.warps.one_thread import is_for_one_thread
from hipify_py.subjects.warps.spins import Spin


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    for spin in locks(facts):
        if not is_for_one_thread(facts, spin.place.start):
            yield Hit(spin.place.start, spin.place.end)


def locks(facts: Facts) -> Iterator[Spin]:
    """The loops of device code that take a lock, but those that conversion mends."""
    for spin, converted in loops_to_convert(facts):
        is_on_device = facts.functions.side_at(spin.place.start) in ON_DEVICE
        if spin.tried.takes and is_on_device and converted is None:
            yield spin
