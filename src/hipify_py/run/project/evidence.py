"""What only code for AMD has: no other code has its headers, compilers and libraries, or calls its functions."""

from __future__ import annotations

from itertools import islice

from hipify_py.patterns import pattern
from hipify_py.reading.tokens import without_comments
from hipify_py.run.project.counterparts import LIBRARIES
from hipify_py.tables.model import Policy

_LIBRARIES = LIBRARIES.encode() + rb"|cub"
# What begins with `hip_`, or with `hip` and a capital letter, may be about hips, or by Hipparcos.
_OF_AMD = pattern(
    rb"\b(?:hip(?:/|rtc|" + _LIBRARIES + rb"|_(?:runtime|fp|bf|complex|cooperative|vector|version|ext)\w{0,60}\.h|"
    rb"_bfloat16\b|_add_|LaunchKernelGGL\b|Ext[A-Z]|(?:Thread|Block)(?:Idx|Dim)_|::(?:host|device|amdhip64)\b)|"
    rb"hsa_|(?:rsmi|amdsmi|roctracer|rocprofiler)_|miopen|rccl|roc(?:m_|m/|tx|prim|thrust|" + _LIBRARIES + rb")|"
    rb"ADL_|AMF|amdgpu|amdhip64\b|hipcc\b)|__HIP_|__HIP(?:CC)?__|(?:\b|_)ROCM_"
)
_HIP_NAME = pattern(rb"\bhip[A-Z]\w{1,99}")
_MOST_NAMES = 2_000


def is_of_amd(data: bytes, policy: Policy) -> bool:
    """Whether a file has anything for AMD beyond the bare word."""
    return _has_any(data, policy) and _has_any(without_comments(data), policy)


def _has_any(data: bytes, policy: Policy) -> bool:
    if _OF_AMD.search(data) is not None:
        return True
    names = {name[0] for name in islice(_HIP_NAME.finditer(data), _MOST_NAMES)}
    return bool(names) and not names.isdisjoint(policy.tables.names_of_hip)
