"""`cudaDataType type = CUDA_R_32F;` under `--target roc`, in a file that calls both cuBLAS and cuSPARSE or cuBLASLt:
reported. The library that takes a data type decides its enumeration (`file/data_types.py`); the type of a variable may
be either.
"""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Decision
from hipify_py.file.rewrites import Anchors
from hipify_py.findings import ARGUMENTS_DIFFER, Finding
from hipify_py.texts import to_text

ANCHORS = Anchors(listed=True)
# Which library takes the other type, and what to do.
_SPARSE = "rocSPARSE", "use two variables, or cast at the calls: the values are the same"
_HIP = "hipBLASLt or hipSPARSELt", "use two variables, or convert the file without --target roc: the values differ"


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if facts.policy.target != "roc":
        return
    for item, decision in facts.decisions:
        if decision is not Decision.CONVERTED:
            continue
        if other := facts.data_types.unclear(item.resolution, item.name.start):
            name, target = to_text(item.name.text), item.resolution.target or ""
            taker, help = _SPARSE if other.startswith("roc") else _HIP
            message = f"'{name}' became '{target}'; where {taker} takes it, '{other}' is needed"
            yield Finding(ARGUMENTS_DIFFER, item.name.start, item.name.end, message, help=help, subject=name)
