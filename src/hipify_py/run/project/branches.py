"""Sources with code for HIP beside their code for CUDA."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from itertools import islice
from typing import TypeVar

from hipify_py.file.amd_branches import on_nvidia
from hipify_py.file.platform import HIP_MACRO
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch, Chain
from hipify_py.reading.expressions import asked_in
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import without_comments
from hipify_py.run.discover import File
from hipify_py.run.project.hip_headers import FEWEST
from hipify_py.run.project.seen import Seen, seen
from hipify_py.run.project.units import Unit
from hipify_py.tables.model import Policy
from hipify_py.texts import to_text

_INCLUDES_HIP = pattern(rb"(?m)^[ \t]*#[ \t]*include[ \t]*[<\"](?:hip/|rocm|roc)")
MAY_INCLUDE_CUDA = pattern(rb"(?m)^[ \t]*#[ \t]*include[ \t]*[<\"](?:cuda|cublas|cufft|curand|cusparse|cusolver|cudnn)")
# Names, by what those of HIP and CUDA have in common: `hipModule_t`, `CUmodule`.
_HIP_NAME = pattern(rb"\bhip(?:rtc)?([A-Z]\w{0,99})")
_CUDA_NAME = pattern(rb"\b(?:CU(?=[a-z])|cuda(?=[A-Z])|cu(?=[A-Z])|nvrtc(?=[A-Z]))(\w{1,99})")
_HIP_HEADER = pattern(rb"hip/hip_?(\w{1,99})\.h")
_CUDA_HEADER = pattern(rb"(?:cuda_|cu|nv)(\w{1,99})\.h")
# Calls of wrappers: `my_hipMalloc(…)`, `my_cuMalloc(…)`.
_HIP_CALL = pattern(rb"\b(\w{1,20}_)hip(?:rtc)?([A-Z]\w{0,99})[ \t]{0,9}\(")
_CUDA_CALL = pattern(rb"\b(\w{1,20}_)(?:cu(?:da)?|nvrtc)([A-Z]\w{0,99})[ \t]{0,9}\(")
_MOST_NAMES = 2_000

Item = TypeVar("Item")
Stems = dict[Branch, set[bytes]]


def has_branches(each: Seen, policy: Policy) -> bool:
    """Whether a file includes HIP's headers where no build for NVIDIA reads it, and CUDA's elsewhere; names the same of
    HIP and of CUDA in two branches of a condition; or calls both, and chooses when it runs."""
    data = each.hip
    if not data:
        return False
    has_both = _INCLUDES_HIP.search(data) is not None and MAY_INCLUDE_CUDA.search(data) is not None
    if has_both or _HIP_NAME.search(data):
        unit = Unit.of(str(each.file.path), data, policy)
        hip = _stems(unit.reading, _HIP_NAME, _HIP_HEADER)
        if (has_both and _includes_hip_for_amd(unit)) or _names_both(unit.reading, hip):
            return not _has_cuda_beside(unit.reading, {branch.chain for branch in hip}, policy)
    return _calls_both(data)


def looks_portable(file: File, data: bytes, policy: Policy) -> bool:
    """Whether a file that is to be written would be taken for one with branches for HIP."""
    each = seen(file, lambda _file: data, policy)
    return each is not None and has_branches(each, policy)


def for_hip(each: Seen, policy: Policy) -> bytes:
    """What a file has in branches for HIP, by any of its macros, that no build for NVIDIA reads."""
    unit = Unit.of(str(each.file.path), each.hip, policy)
    code, branches = unit.reading.code, unit.branches(on_nvidia, is_converted=False)
    return b"\n".join(
        code[branch.start : branch.end]
        for chain in unit.reading.conditionals.chains
        if any(_asks_for_hip(code, branch) for branch in chain.branches)
        for branch in chain.branches
        if branches.is_dead(branch.start)
    )


def _asks_for_hip(code: bytes, branch: Branch) -> bool:
    return any(map(HIP_MACRO.fullmatch, asked_in(code[branch.directive.body : branch.directive.end])))


def _includes_hip_for_amd(unit: Unit) -> bool:
    branches = unit.branches(on_nvidia, is_converted=False)
    includes = (include for include in unit.includes if include.spelling.startswith(("hip/", "roc")))
    return any(branches.is_dead(include.place) for include in includes)


def _names_both(reading: Reading, hip: Stems) -> bool:
    """What conversion leaves behind names nothing of CUDA that HIP has, too."""
    cuda = _stems(reading, _CUDA_NAME, _CUDA_HEADER) if hip else {}
    for_cuda = {(branch.chain, stem) for branch, stems in cuda.items() for stem in stems}
    return any(
        (branch.chain, stem) in for_cuda and stem not in cuda.get(branch, ())
        for branch, stems in hip.items()
        for stem in stems
    )


def _has_cuda_beside(reading: Reading, chains: Set[Chain], policy: Policy) -> bool:
    """Whether code outside of these conditions has names of CUDA which conversion knows, as half a port does."""
    names = (name for name in _some(_CUDA_NAME.finditer(reading.plain)) if name[0] in policy.interesting)
    shared = (
        name for name in names if chains.isdisjoint(each.chain for each in reading.conditionals.around(name.start()))
    )
    found = (policy.name(to_text(name[0])) for name in shared)
    return any(resolution is not None and resolution.target for resolution in found)


def _stems(reading: Reading, names: re.Pattern[bytes], headers: re.Pattern[bytes]) -> Stems:
    """What the names and headers in each branch have in common with those of the other platform."""
    stems = [(name.start(), name[1].lower().removesuffix(b"_t")) for name in _some(names.finditer(reading.plain))]
    for line, header in _some(reading.headers):
        if (match := headers.match(header.name)) is not None:
            stems.append((line.start, match[1] + b".h"))
    found: Stems = defaultdict(set)
    for place, stem in stems:
        for branch in reading.conditionals.around(place):
            if not branch.chain.is_guard:
                found[branch].add(stem)
    return found


def _some(of: Iterable[Item]) -> Iterator[Item]:
    """As many as tell."""
    return islice(of, _MOST_NAMES)


def _calls_both(data: bytes) -> bool:
    """Whether a file calls wrappers for either platform, and most of them for both: it chooses when it runs."""
    if len(_HIP_CALL.findall(data)) < FEWEST:
        return False
    code = without_comments(data)
    hip, cuda = set(_HIP_CALL.findall(code)), set(_CUDA_CALL.findall(code))
    both = len(hip & cuda)
    return both >= FEWEST and 2 * both >= max(len(hip), len(cuda))
