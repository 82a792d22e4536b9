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
from hipify_py.texts import to_text


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    if not facts.asks_for_hip or not facts.has_device_code:
        return
    amd = AmdBranches(facts.reading, (), facts.on_amd)
    if not _includes_cuda(facts, amd):
        return
    first: dict[bytes, Name] = {}
    for name in facts.names(words - facts.own_macros - facts.maybe_own.keys()):
        known = first.get(name.text)
        # What looks dead may be read once its condition is converted: the next best.
        is_better = known is None or (amd.is_dead(known.start) and not amd.is_dead(name.start))
        if is_better and not facts.is_for_hip(name.start) and _is_builtin(facts, name):
            first[name.text] = name
    yield from (Hit(name.start, name.end) for name in first.values())


def _includes_cuda(facts: Facts, amd: AmdBranches) -> bool:
    """Whether all builds for AMD read an include of CUDA's: the file is no complete port."""
    for line, header in facts.reading.headers:
        spelling = to_text(header.name)
        found = facts.policy.header(spelling)
        is_cuda = found is not None and found.target not in (None, spelling) and spelling not in facts.local_headers
        is_for_all = amd.is_sure(line.start) and not facts.is_left_alone(line.start)
        if is_cuda and is_for_all and not facts.is_for_hip(line.start):
            return True
    return False


def _is_builtin(facts: Facts, name: Name) -> bool:
    """Whether the builtin itself is meant, and all lanes of the wavefront with it."""
    around = facts.reading.neighbours(name)
    if facts.meant_of(facts.own_called(name.text), name, around) is not None:
        return False
    if name.text == WARP_SIZE:
        is_value = usage(around, is_scope=False) is Usage.PLAIN and not facts.introduces(name)
        return is_value and not is_changed(around)
    return is_called(around) and not facts.declares(name, around) and not has_width(facts, name)
