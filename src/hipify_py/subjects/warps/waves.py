"""Whether code was written with AMD's waves in mind."""

from __future__ import annotations

from hipify_py.file.facts import Facts

_AMD_ONLY = b"__builtin_amdgcn_"


def knows_waves(facts: Facts) -> bool:
    """Whether a file uses the compiler's builtins for AMD's GPUs, and is not plain CUDA."""
    return _AMD_ONLY in facts.reading.code and (facts.is_ported or not facts.shows_cuda)
