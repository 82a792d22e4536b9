"""Sources for both platforms: branches that a build for AMD never reads hold CUDA on purpose and are left alone."""

from __future__ import annotations

from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import CONDITIONS, Branch
from hipify_py.reading.reading import Reading

_HIP = (
    rb"(?:__HIP(?:CC|_PLATFORM_AMD|_PLATFORM_HCC|_ROCclr)?__"
    rb"|(?:\w+_)?(?:USE|USING|WITH|ENABLE|HAVE|HAS|BUILD|TARGET|BACKEND)_(?:HIP|ROCM)(?:CC)?(?:_(?:ON|ENABLED|BACKEND))?"
    rb"|(?:\w+_)?(?:HIP|ROCM)_(?:ENABLED|BACKEND|BUILD)|__HCC__|HIPCC)"
)
_CUDA = (
    rb"(?:__CUDACC__|__NVCC__|__CUDA__|(?:\w+_)?(?:USE|USING|WITH|ENABLE|HAVE|HAS|BUILD|TARGET|BACKEND)_(?:CUDA|NVCC))"
)
# What a build for AMD always defines, in HIP or in the code base's own words; and what never.
HIP_MACRO = pattern(_HIP)
NVIDIA_MACRO = pattern(rb"__HIP_PLATFORM_(?:NVIDIA|NVCC)__")
_NVIDIA = pattern(rb"\b" + NVIDIA_MACRO.pattern + rb"\b")
_MENTIONS_HIP = pattern(rb"\b" + _HIP + rb"\b")
_MENTIONS_CUDA = pattern(rb"\b" + _CUDA + rb"\b")
_NEGATED_HIP = pattern(rb"!\s*(?:defined\s*(?:\(\s*)?)?(?:\(\s*)?" + _HIP + rb"\b")


def cuda_only(reading: Reading) -> list[tuple[int, int]]:
    """The spans that conversion leaves alone: branches for CUDA beside ones for HIP, and the conditions of both."""
    spans = []
    for chain in reading.conditionals.chains:
        if not chain.is_guard and any(_mentions_hip(reading, branch) for branch in chain.branches):
            spans += [(branch.directive.body, branch.directive.end) for branch in chain.branches]
            all_of_hip = next((other.number for other in chain.branches if _is_all_of_hip(reading, other)), None)
            settled = (branch for branch in chain.branches if _is_settled(reading, branch, all_of_hip))
            spans += [(branch.start, branch.end) for branch in settled]
    return spans


def tells_hip_from_cuda(reading: Reading) -> bool:
    """Whether any condition of the file asks for HIP alone: one that asks for either compiler decides nothing."""
    lines = (line for line in reading.directives if line.keyword in CONDITIONS)
    return any(_is_about_hip_alone(reading.code[line.body : line.end]) for line in lines)


def _is_about_hip_alone(condition: bytes) -> bool:
    if _NVIDIA.search(condition) or _NEGATED_HIP.search(condition):
        return True
    return _MENTIONS_HIP.search(condition) is not None and _MENTIONS_CUDA.search(condition) is None


def _is_settled(reading: Reading, branch: Branch, all_of_hip: int | None) -> bool:
    """Whether a branch is for CUDA alone, or for HIP alone; `all_of_hip` is the number of the first branch of its chain
    that every build for AMD takes."""
    condition = _condition(reading, branch)
    is_for_both = b"||" in condition or _MENTIONS_CUDA.search(condition) is not None
    return _is_for_cuda(reading, branch, all_of_hip) or (_mentions_hip(reading, branch) and not is_for_both)


def _is_for_cuda(reading: Reading, branch: Branch, all_of_hip: int | None) -> bool:
    condition = _condition(reading, branch)
    if _NVIDIA.search(condition):
        return not condition.lstrip().startswith(b"!")
    if _is_against_hip(reading, branch):
        return True
    if _MENTIONS_HIP.search(condition):
        return False
    if _MENTIONS_CUDA.search(condition) and branch.directive.keyword != b"ifndef":
        return True
    return all_of_hip is not None and all_of_hip < branch.number


def _is_against_hip(reading: Reading, branch: Branch) -> bool:
    """`#ifndef USE_HIP`, `#if !defined(USE_HIP)`, also with more conditions joined by `&&`."""
    condition = _condition(reading, branch)
    if branch.directive.keyword in (b"ifndef", b"elifndef"):
        return _MENTIONS_HIP.search(condition) is not None
    return _NEGATED_HIP.search(condition) is not None and b"||" not in condition


def _is_all_of_hip(reading: Reading, branch: Branch) -> bool:
    """Whether every build for AMD takes this branch: HIP's macro alone, or as one of several alternatives."""
    condition = _condition(reading, branch)
    if branch.directive.keyword in (b"ifndef", b"elifndef") or b"&&" in condition or b"!" in condition:
        return False
    return _mentions_hip(reading, branch)


def _mentions_hip(reading: Reading, branch: Branch) -> bool:
    condition = _condition(reading, branch)
    return bool(_MENTIONS_HIP.search(condition) or _NVIDIA.search(condition))


def _condition(reading: Reading, branch: Branch) -> bytes:
    return reading.code[branch.directive.body : branch.directive.end]
