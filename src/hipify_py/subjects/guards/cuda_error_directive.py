"""ARC012: `#error` that a build for AMD runs into, by conditions that conversion leaves or that refuse HIP."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.facts import Facts
from hipify_py.file.platform import HIP_MACRO
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.expressions import asked_in
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_LEFT = pattern(
    rb"\b(?:CUDA_VERSION|CUDART_VERSION|__CUDART_API_VERSION|__CUDA_API_VERSION|__CUDACC_\w+__|__CUDA_ARCH\w*__|"
    rb"__CUDA_ARCH_\w+|__NVCC__|CUDNN_\w+|CUB_VERSION|THRUST_DEVICE_SYSTEM_CUDA|__CUDACC__)\b"
)
_NUMBER = pattern(rb"VERSION|_VER_|_ARCH")
_COUNTS_AS_0 = "the condition of this #error is true on AMD, where CUDA versions and compute capabilities count as 0"
_REFUSES = "this #error refuses HIP: its condition is true on AMD"
_REFUSES_HELP = "remove it once the code is ported and tested, or leave the file out of builds for AMD"
# Nobody asks more questions in one chain.
_LONGEST_CHAIN = 64
_CONVERTED = (b"__CUDACC__", b"__NVCC__")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    reading = facts.reading
    errors = [directive for directive in reading.directives if directive.keyword == b"error"]
    if not errors:
        return
    names = [] if facts.is_ported else reading.names(_CONVERTED)
    edits = [Edit(name.start, name.end, b"__HIPCC__", to_text(name.text), "guards") for name in names]
    amd = AmdBranches(reading, edits, facts.on_amd)
    for directive in errors:
        around = reading.conditionals.around(directive.start)
        if any(_asks_for_hip(facts, branch) for branch in around) and amd.is_sure(directive.start):
            yield Hit(directive.start, directive.end, message=_REFUSES, help=_REFUSES_HELP)
            continue
        asked = _asked_of_cuda(facts, around[0]) if around else set()
        if asked and not amd.guard(directive.start):
            message = _COUNTS_AS_0 if any(map(_NUMBER.search, asked)) else ""
            yield Hit(directive.start, directive.end, message=message)


def _asks_for_hip(facts: Facts, branch: Branch) -> bool:
    """Whether the conditions up to a branch ask for HIP."""
    code = facts.reading.code
    lines = (
        other.directive for other in branch.chain.branches[max(0, branch.number - _LONGEST_CHAIN) : branch.number + 1]
    )
    return any(HIP_MACRO.fullmatch(name) for line in lines for name in asked_in(code[line.body : line.end]))


def _asked_of_cuda(facts: Facts, branch: Branch) -> set[bytes]:
    """What of CUDA's that conversion leaves as it is the conditions up to a branch ask for."""
    seen = branch.chain.branches[max(0, branch.number - _LONGEST_CHAIN) : branch.number + 1]
    code = facts.reading.code
    conditions = b" ".join(code[other.directive.body : other.directive.end] for other in seen)
    left = {name for name in _LEFT.findall(conditions) if facts.is_ported or name not in _CONVERTED}
    return left if b"__HIP" not in conditions else set()
