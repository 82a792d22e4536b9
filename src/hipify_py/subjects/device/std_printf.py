"""`std::printf` in device code: nvcc takes it for the function of devices, which HIP has in the global namespace
alone. What both sides run has `::printf` as well, as `<cstdio>` of the host declares it there, too."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import only_scope

_PRINTF = b"printf"
ANCHORS = Anchors(frozenset((_PRINTF,)), tells=False)


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported or b"std" not in facts.reading.words:
        return
    for name in facts.reading.names_in_code((_PRINTF,)):
        scope = only_scope(facts.reading.neighbours(name))
        if scope is None or scope.name != b"std" or not facts.may_change(name):
            continue
        if facts.device.around(name.start) is not None:
            yield Edit(scope.start, name.start, b"::", "printf", "dialect", (scope.text,))
