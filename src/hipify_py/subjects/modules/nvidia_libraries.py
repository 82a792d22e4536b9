"""MOD008: files of NVIDIA's libraries, opened by name or kept under a name to be opened."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import behind_last
from hipify_py.rules.detect import Hit

_ENDINGS = (b".so", b".dll", b".dylib", b".framework")
_LIBRARY = pattern(
    rb"""(?<=["/\\])(?:(?:lib)?(?:cuda|cudart|cudart_static|cudadevrt|nvrtc|nvrtc-builtins|cublas|cublasLt|cudnn\w*|cufft|cufftw|
    curand|cusolver|cusolverMg|cusparse|cusparseLt|cutensor|cufile|cupti|nvidia-ml|nvidia-\w+|nvToolsExt|nvJitLink|
    nvptxcompiler|nvvm|nccl|nvjpeg|npp\w*|nvshmem\w*|nvcuvid)
    |nvcuda|nvml|cudart(?:32|64)_\w+|nvrtc64_\w+|cublas64_\w+|cudnn64_\w+|cufft64_\w+|cusparse64_\w+|cusolver64_\w+|
    curand64_\w+|cublasLt64_\w+)(?:[.\-]\d+)*\.(?:so|dll|dylib|framework)(?:\.[\d.]*)?$""",
    re.VERBOSE,
)
# What stands before a literal that is handed to a loader or a variable, and what it is the value of.
_GIVEN = pattern(rb"\breturn\b|(?<![=<>!])=(?!=)")
_HANDED = pattern(
    rb"(?:dlm?open|LoadLibrary|GetModuleHandle)\w{0,20}\s*\([^(){};]*(?:\(\s*)?$|"
    rb"\b(?:string|string_view|path|String|QString)\s+\w+\s*[({]\s*$"
)
_REACH = 200


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    text = facts.reading.source.text
    for start, end in facts.reading.literals_with(_ENDINGS):
        match = _LIBRARY.search(text, start + 1, end)
        if match and not facts.reading.is_message(start) and _is_kept_or_opened(facts, start):
            yield Hit(*match.span())


def _is_kept_or_opened(facts: Facts, offset: int) -> bool:
    """Entries of a list are not: who has a list mostly looks for what is there."""
    directive = facts.reading.directive_at(offset)
    if directive is not None:
        return directive.keyword == b"define"
    before = facts.reading.code[max(0, offset - _REACH) : offset]
    return bool(_HANDED.search(before) or _GIVEN.search(before, behind_last(before, b"(){};,")))
