"""WRP025: PyTorch's warp size, which is that of the GPU, also beside groups that conversion keeps at 32 lanes."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.file.warp_sizes import works_in_groups
from hipify_py.findings import Severity
from hipify_py.rules.detect import Hit
from hipify_py.tables.gpus import WAVE64, concerns

_MESSAGE = "'{text}' is 64 on {wave64}, where converted kernels still work in groups of 32 lanes"
_HELP = "write 32 where the groups of the kernels are meant, also in their launches"


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    archs = facts.policy.archs
    may_have_64 = not archs or any(concerns(WAVE64, target) for target in archs)
    has_groups = may_have_64 and not facts.is_ported and works_in_groups(facts)
    for name in facts.names(words):
        if has_groups:
            yield Hit(name.start, name.end, message=_MESSAGE, help=_HELP, severity=Severity.WARNING)
        else:
            yield Hit(name.start, name.end)
