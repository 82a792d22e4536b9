"""WRP010: the device variable `warpSize` in code that the host runs, where conversion leaves it."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.usage import Usage, usage
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.warp_size import is_changed


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if not (facts.is_ported or facts.reading.is_cuda) or words & facts.maybe_own.keys():
        return
    for name in facts.reading.names(words):
        around = facts.reading.neighbours(name)
        is_on_host = facts.functions.side_at(name.start) in (Side.HOST, Side.BOTH)
        if not is_on_host or usage(around, is_scope=False) not in (Usage.PLAIN, Usage.GLOBAL):
            continue
        if not is_changed(around) and facts.meant_of(facts.own_called(name.text), name, around) is None:
            yield Hit(name.start, name.end)
