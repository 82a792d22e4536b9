"""MOD008: files of NVIDIA's libraries, opened by name or kept under a name to be opened."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.findings import Severity
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import behind_last
from hipify_py.rules.detect import Hit

_ON_WINDOWS = "open `amdhip64_7.dll` (`amdhip64_6.dll` of HIP 6) or a DLL of the HIP SDK, and use HIP function names"
# NVIDIA's SDKs for effects, and what they need beside.
_EFFECTS = (b"NVVideoEffects.dll", b"NVAudioEffects.dll")
_OF_EFFECTS = pattern(rb"nvcuda\.dll|cudart\w*\.dll")
_WITHOUT_EFFECTS = "AMD has no counterpart of these NVIDIA effects: leave them out"
# For video, which no library of HIP is about.
_OF_VIDEO = pattern(rb"(?:lib)?(?:nvcuvid|nvidia-encode|nvEncodeAPI)\b")
_VIDEO = "decode with rocDecode or VA-API, and encode with AMF or VA-API; or leave this to NVIDIA GPUs"
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
    has_effects = bool(facts.reading.literals_with(_EFFECTS))
    for start, end in facts.reading.literals_with(_ENDINGS):
        match = _LIBRARY.search(text, start + 1, end)
        if match and not facts.reading.is_message(start) and _is_kept_or_opened(facts, start):
            yield _hit(match, has_effects=has_effects)


def _hit(library: re.Match[bytes], *, has_effects: bool) -> Hit:
    """What is opened for the sake of NVIDIA's effects is of no use for anything else."""
    if has_effects and _OF_EFFECTS.fullmatch(library[0]):
        return Hit(*library.span(), help=_WITHOUT_EFFECTS, severity=Severity.INFO)
    if _OF_VIDEO.match(library[0]):
        return Hit(*library.span(), help=_VIDEO)
    return Hit(*library.span(), help=_ON_WINDOWS if library[0].endswith(b".dll") else "")


def _is_kept_or_opened(facts: Facts, offset: int) -> bool:
    """Entries of a list are not: who has a list mostly looks for what is there."""
    directive = facts.reading.directive_at(offset)
    if directive is not None:
        return directive.keyword == b"define"
    before = facts.reading.code[max(0, offset - _REACH) : offset]
    return bool(_HANDED.search(before) or _GIVEN.search(before, behind_last(before, b"(){};,")))
