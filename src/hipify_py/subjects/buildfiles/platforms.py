"""Which platforms a build file builds for."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.kinds import kind_of

_COMMENT = pattern(rb"#[^\n]*")
# What a build says, and how one refuses: `if torch.version.hip: raise ...`.
_SAID = pattern(
    rb"(?i)(?:\bif\s*\([^)\n]{0,200}\)\s*)?\bmessage\s*\([^)]{0,999}\)|\b(?:echo|printf?|AC_MSG_\w{1,20}|error|info|warning)\b[^\n]*|"
    rb"\bif\b[^\n]{0,200}:[ \t]*\n[ \t]*raise\b[^\n]*|\bassert[ \t]+not\b[^\n]*"
)
# A call of a converter, but for ours: who calls that is about to port.
_HIPIFY = rb"\bhipify(?![-_]py\b)[\w-]*"
# How one refuses in CMake, and in Python: where HIP is found, not where it is missing.
_REFUSES = pattern(
    rb"(?mi)^[ \t]{0,40}if[ \t]?\(([^)\n]{0,200})\)[ \t]{0,9}\n[ \t]{0,40}message[ \t]?\([ \t]?(?:FATAL|SEND)_ERROR|"
    rb"^[ \t]{0,40}if\b([^\n]{0,200}):[ \t]{0,9}\n(?:[^\n]{0,200}\n){0,2}?[ \t]{1,40}(?:raise\b|sys\.exit|exit\b)"
)
_FINDS_HIP = pattern(rb"(?i)(?:\b|_)(?:hip|rocm)(?:_FOUND|_VERSION|_HOME)?\b")
_DENIES = pattern(rb"(?i)\bnot\b|!")
# Documentation in Python, and long comments in CMake.
_DOCUMENTATION = pattern(rb'"""(?s:.{0,9999}?)"""|#\[\[(?s:.{0,9999}?)\]\]')


class BuildsFor(Enum):
    BOTH = auto()
    CUDA_ALONE = auto()


class _Build(NamedTuple):
    """What in a build file asks for HIP, and what for CUDA: one that asks for both builds the same sources for both."""

    hip: Callable[[bytes], object]
    cuda: Callable[[bytes], object]


_HIPCC, _NVCC = rb"\bhipcc\b|-lamdhip64\b|" + _HIPIFY, rb"\bnvcc\b|-lcudart\b"
_BY_COMPILERS = _Build(pattern(_HIPCC).search, pattern(_NVCC).search)
# What Autoconf and its macros call a platform: `AC_ARG_WITH([rocm], …)`, `m4_include([config/m4/rocm.m4])`.
_BY_AUTOCONF = _Build(
    pattern(_HIPCC + rb"|\[(?:hip|rocm|rocr)\]|\b(?:hip|rocm|rocr)\.m4\b").search,
    pattern(_NVCC + rb"|\[cuda\]|\bcuda\.m4\b").search,
)
_BUILDS = {
    "python": _Build(
        pattern(rb"\b(?:IS_ROCM|ROCM_HOME|IS_HIP_EXTENSION|torch\.version\.hip|hipcc)\b|" + _HIPIFY).search,
        pattern(rb"\b(?:CUDAExtension|CUDA_HOME|nvcc)\b").search,
    ),
    "cmake": _Build(
        pattern(
            rb"(?i)\benable_language\s*\(\s*HIP\b|\bLANGUAGES?\b[^)\n]{0,99}\bHIP\b|"
            rb"\bfind_package\s*\(\s*(?:HIP|ROCM|rccl|(?:hip|roc)(?:blas|sparse|fft|rand|solver|cub|prim|thrust))\b|"
            rb"\bhip_add_\w+|" + _HIPIFY + rb"|"
            rb"\bSTREQUAL[ \t]+\"?(?:hip|rocm)\b|"
            rb"\b(?:(?:else)?if|option)\s*\([^)\n]{0,200}?\b(?:\w{1,40}_)?(?:USE|WITH|ENABLE|HAVE|GPU)_(?:HIP|ROCM)\b"
        ).search,
        pattern(
            rb"(?i)\benable_language\s*\(\s*CUDA\b|\bLANGUAGES?\b[^)\n]{0,99}\bCUDA\b|"
            rb"\bfind_package\s*\(\s*CUDA|\bcuda_add_\w+|\b(?:\w{1,40}_)?(?:USE|WITH|ENABLE)_CUDA\b|\bnvcc\b"
        ).search,
    ),
    "make": _BY_COMPILERS,
    "other": _BY_COMPILERS,
}
_AUTOCONF = (".ac", ".m4")
# What PyTorch defines where it builds for ROCm.
PYTORCH_MACRO = b"USE_ROCM"
_CMAKE_PROJECT = pattern(rb"(?mi)^[ \t]*project[ \t]*\(")
# Folders for parts of a build, which are about the directory they lie in.
PARTS_OF_BUILDS = frozenset(("cmake", "cmake_modules", "modules", "m4", "config", "build_tools", "op_builder"))


def builds_for(name: str, data: bytes) -> BuildsFor | None:
    """What a build file builds for, if it does so by itself. Programs in Python may ask for either for what they run,
    not build, and find modules are copied from anywhere."""
    if name.startswith("Find"):
        return None
    kind = kind_of(name)
    build = _BY_AUTOCONF if name.endswith(_AUTOCONF) else _BUILDS.get(kind)
    if build is None or (kind == "python" and b"Extension" not in data):
        return None
    if build.cuda(data) is None:  # as most
        return None
    text = _COMMENT.sub(b"", _DOCUMENTATION.sub(b"", data))
    is_refused = any(map(_is_for_hip, _REFUSES.finditer(text)))
    text = _SAID.sub(b"", text)
    if build.cuda(text) is None:
        return None
    if build.hip(text) is not None and not is_refused:
        return BuildsFor.BOTH
    return BuildsFor.CUDA_ALONE if kind == "make" or _CMAKE_PROJECT.search(text) else None


def _is_for_hip(refusal: re.Match[bytes]) -> bool:
    condition = refusal[1] or refusal[2] or b""
    return _FINDS_HIP.search(condition) is not None and _DENIES.search(condition) is None


def builds_with_pytorch(name: str, data: bytes) -> bool:
    """Whether a build leaves it to PyTorch to compile sources for CUDA or, translated, for ROCm."""
    return kind_of(name) == "python" and b"cpp_extension" in data and b"torch" in data
