"""WRP010: the device variable `warpSize` in code that the host runs, where conversion leaves it; by a macro, too."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.usage import Usage, usage
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.warp_size import is_changed
from hipify_py.tables.model import Version

_REFUSED_SINCE = Version(7, 0)  # before, it was a constant


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    is_read = facts.is_ported or facts.reading.is_cuda
    if facts.policy.rocm < _REFUSED_SINCE or not is_read or words & facts.maybe_own.keys():
        return
    for name in facts.reading.names(words):
        if _is_on_host(facts, name) and not _is_own(facts, name):
            yield Hit(name.start, name.end)
    for name in facts.reading.names_in_code(_macros_for(facts, words)):
        if _is_on_host(facts, name):
            yield Hit(name.start, name.end)


def _is_on_host(facts: Facts, name: Name) -> bool:
    around = facts.reading.neighbours(name)
    is_value = usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL) and not is_changed(around)
    return is_value and facts.functions.side_at(name.start) in (Side.HOST, Side.BOTH)


def _is_own(facts: Facts, name: Name) -> bool:
    own = facts.own_called(name.text)
    return facts.meant_of(own, name, facts.reading.neighbours(name)) is not None


def _macros_for(facts: Facts, words: frozenset[bytes]) -> frozenset[bytes]:
    """The macros that are nothing but one of the words where AMD reads them."""
    code, amd = facts.reading.code, AmdBranches(facts.reading, (), facts.on_amd)
    macros = (each for each in facts.reading.macros if code[each.body : each.end].strip() in words)
    return frozenset(each.name for each in macros if each.parameters is None and not amd.is_dead(each.name_start))
