"""What a file of a tree has to do with GPUs, at one look."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hipify_py.file.marks import is_our_header
from hipify_py.patterns import pattern
from hipify_py.run.discover import File
from hipify_py.run.project.counterparts import FOR_AMD, LIBRARIES

Read = Callable[[File], bytes | None]

_GPU_WORDS = (b"cuda", b"CUDA", b"__global__", b"__device__", b"nvrtc", b"optix", b"nvml", b"NV_ENC", b"nvenc")
_GPU_LIBRARIES = (b"cublas", b"cusparse", b"cufft", b"cusolver", b"curand")
_HIP_WORDS = (b"hip", b"HIP", b"hsa_", b"rocm", b"ROCM")
# Words of HIP, and not `ship` or `relationship`.
_HIP = pattern(
    rb"(?:\b|_)hip[A-Z]|\b(?:hip(?:[A-Z_/]|"
    + LIBRARIES.encode()
    + rb"|cub|rtc)|hsa_|roc(?:m|tx|"
    + LIBRARIES.encode()
    + rb"|cub))|"
    rb"(?:\b|_)(?:HIP|ROCM)(?:\b|_)"
)
_MAYBE_FOR_AMD = ("hip", "rocm", "amd")
_CALLED_MAYBE_FOR_AMD = pattern(f"(?i){'|'.join(_MAYBE_FOR_AMD)}")
# Libraries and tools that only AMD has.
_CALLED_FOR_AMD = pattern(
    rf"(?i)(?<![a-z])(?:{'|'.join(sorted({*sum(FOR_AMD.values(), ())} - {*_MAYBE_FOR_AMD}))})(?![a-z])"
)


class Seen(NamedTuple):
    """A file about GPUs, or for AMD. `hip` is what it holds, if there is HIP in it."""

    file: File
    hip: bytes
    is_about_gpus: bool
    is_for_amd: bool


def is_about_gpus(file: File, data: bytes) -> bool:
    return file.is_cuda or any(word in data for word in _GPU_WORDS) or any(word in data for word in _GPU_LIBRARIES)


def seen(file: File, read: Read) -> Seen | None:
    data = read(file)
    if data is None or is_our_header(data):
        return None
    is_ours = is_about_gpus(file, data)
    has_hip = any(word in data for word in _HIP_WORDS) and _HIP.search(data) is not None
    path = file.relative.as_posix()
    is_for_amd = _CALLED_FOR_AMD.search(path) is not None or (has_hip and bool(_CALLED_MAYBE_FOR_AMD.search(path)))
    return Seen(file, data if has_hip else b"", is_ours, is_for_amd) if is_ours or has_hip or is_for_amd else None
