"""WRP028: builtins of warps that stay as the file has branches for HIP, though it includes headers of CUDA for all."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.facts import Facts
from hipify_py.file.lane_builtins import WARP_SIZE
from hipify_py.file.usage import Usage, usage
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.subjects.warps.unknown_origin import has_width, is_called
from hipify_py.subjects.warps.warp_size import is_changed


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if not facts.is_half_ported or not facts.has_device_code:
        return
    amd = AmdBranches(facts.reading, (), facts.on_amd)
    first: dict[bytes, Name] = {}
    for name in facts.names(words - facts.own_macros - facts.maybe_own.keys()):
        known = first.get(name.text)
        # What looks dead may be read once its condition is converted: the next best.
        is_better = known is None or (amd.is_dead(known.start) and not amd.is_dead(name.start))
        if is_better and not facts.is_for_hip(name.start) and _is_builtin(facts, name):
            first[name.text] = name
    yield from (Hit(name.start, name.end) for name in first.values())


def _is_builtin(facts: Facts, name: Name) -> bool:
    """Whether the builtin itself is meant, and all lanes of the wavefront with it."""
    around = facts.reading.neighbours(name)
    if facts.meant_of(facts.own_called(name.text), name, around) is not None:
        return False
    if name.text == WARP_SIZE:
        is_value = usage(around, is_scope=False) is Usage.PLAIN and not facts.introduces(name)
        return is_value and not is_changed(around)
    return is_called(around) and not facts.declares(name, around) and not has_width(facts, name)
