"""Copies of libraries in a tree that need no port: ROCm has them, or they build for AMD as they are."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import included_names
from hipify_py.run.discover import File
from hipify_py.run.project.seen import Read
from hipify_py.tables.model import Policy
from hipify_py.texts import to_bytes, to_text

_BY_NVIDIA = pattern(rb"(?i)copyright[^\n]{0,99}\bnvidia\b")
# The headers of NVIDIA's Video Codec SDK, `nvEncodeAPI-v5.h` too, and those that FFmpeg made of them.
_OF_VIDEO = pattern(
    r"(?i)(?:cuviddec|nvcuvid|nvencodeapi|dynlink_cuviddec|dynlink_nvcuvid|dynlink_cuda)(?:[-_]?v?\d[\d.]{0,9})?\.h"
)
_OF_FFMPEG = frozenset(("ffnvcodec", "nv-codec-headers"))
# What names of directories end with: `fmtlib`, `cub-1.8.0`.
_NUMBER = pattern(r"(?:lib)?(?:[-_.]?v?\d[\d.]{0,20})?\Z")
_GUARD = pattern(rb"#[ \t]*define[ \t]+(\w+_HP{0,2}_*)\s", re.IGNORECASE)
_GUARD_WITHIN = 12_000
# Who wrote a file stands so far up in it.
_HEAD = 4000


class _Library(NamedTuple):
    """Where it is, its own header has words of `mark`; who calls something else so has none of them."""

    name: str
    header: str
    mark: re.Pattern[bytes]
    why: str
    is_replaced: bool = False


_OF_CUB = pattern(rb"\bCUB\b|\bCUB_|namespace\s+cub\b|\bblock/block_scan\.cuh")
_LIBRARIES = (
    _Library("CCCL", "cub/cub.cuh", _OF_CUB, "for which ROCm has hipCUB, rocThrust and libhipcxx", is_replaced=True),
    _Library("CUB", "cub/cub.cuh", _OF_CUB, "for which ROCm has hipCUB", is_replaced=True),
    _Library(
        "Thrust",
        "thrust/device_vector.h",
        pattern(rb"THRUST_|namespace\s+thrust\b"),
        "for which ROCm has rocThrust",
        is_replaced=True,
    ),
    _Library(
        "NVTX",
        "nvtx3/nvToolsExt.h",
        pattern(rb"\bNVTX_(?:DECLSPEC|API|VERSION)\b"),
        "for which ROCm has ROCTX",
        is_replaced=True,
    ),
    _Library("NCCL", "src/include/comm.h", pattern(rb"\bncclComm\b"), "for which ROCm has RCCL", is_replaced=True),
    _Library(
        "hwloc",
        "include/hwloc.h",
        pattern(rb"HWLOC_API_VERSION|hwloc_topology"),
        "which has optional parts for CUDA and NVML, and for AMD its own",
    ),
    _Library(
        "Eigen",
        "Eigen/src/Core/util/Macros.h",
        pattern(rb"\bEIGEN_HIPCC\b"),
        "which has branches for HIP, as EIGEN_HIPCC",
    ),
    _Library("Boost", "boost/config.hpp", pattern(rb"BOOST_(?:COMPILER|USER)_CONFIG"), "which builds for AMD as it is"),
    _Library("Kokkos", "Kokkos_Core.hpp", pattern(rb"KOKKOS_|namespace\s+Kokkos\b"), "which builds for AMD as it is"),
    _Library(
        "pybind11",
        "pybind11/pybind11.h",
        pattern(rb"PYBIND11_|namespace\s+pybind11\b"),
        "which builds for AMD as it is",
    ),
    _Library(
        "fmt",
        "fmt/format.h",
        pattern(rb"FMT_(?:VERSION|BEGIN_NAMESPACE)|namespace\s+fmt\b"),
        "which builds for AMD as it is",
    ),
)


def vendored(
    sources: Iterable[File], gpu: Sequence[File], builds: Sequence[File], read: Read, policy: Policy
) -> Iterator[tuple[File, str]]:
    """The files about GPUs and the build files that are of such a copy, and of what. Who includes a copy by its place
    in the tree, not as `cub/cub.cuh`, means that very copy."""
    copies = {copy.folder: copy for copy in _copies(sources, read)}
    outside = [file for file in gpu if copies and copies.keys().isdisjoint(file.relative.parents)]
    spelled = {_from_top(file, to_text(name)) for file in outside for name in included_names(read(file) or b"")}
    left = {folder for folder, copy in copies.items() if not any(copy.is_meant_by(name) for name in spelled)}
    for file in (*gpu, *builds):
        folder = next((folder for folder in reversed(file.relative.parents) if folder in left), None)
        if folder is not None and (copies[folder].library.is_replaced or not file.is_cuda):
            yield file, copies[folder].why
        elif file.is_source and _is_of_cuda(file, read, policy):
            yield file, f"{file.path.parent} has copies of headers of CUDA, for which HIP has its own"
        elif file.is_source and _is_of_video(file, read):
            yield file, f"{file.path.parent} has copies of headers of the Video Codec SDK, which AMD GPUs do not have"


def _from_top(file: File, include: str) -> str:
    """`../cub/cub.cuh` as a path of the tree."""
    is_relative = include.startswith(".")
    return posixpath.normpath(posixpath.join(file.relative.parent.as_posix(), include)) if is_relative else include


class _Copy(NamedTuple):
    """The directory of a copy of a library, and where its includes begin. Kernels in one that builds for AMD as it is
    are the tree's own."""

    library: _Library
    folder: Path
    base: str
    why: str

    def is_meant_by(self, include: str) -> bool:
        above, found, _name = include.rpartition(f"/{posixpath.dirname(self.library.header)}/")
        return self.library.is_replaced and bool(found) and f"/{self.base}".endswith(f"/{above}")


def _copies(sources: Iterable[File], read: Read) -> Iterator[_Copy]:
    ends = tuple(f"/{library.header}" for library in _LIBRARIES)
    for file in sources:
        path = f"/{file.relative.as_posix()}"
        for library in _LIBRARIES if path.endswith(ends) else ():
            folder = _of(library, file.relative) if path.endswith(f"/{library.header}") else None
            if folder is not None and library.mark.search(read(file) or b""):
                above = file.path.parts[: len(file.path.parts) - len(file.relative.parts)]
                why = f"{Path(*above, folder)} is {library.name}, {library.why}"
                yield _Copy(library, folder, path.removesuffix(f"/{library.header}")[1:], why)


def _of(library: _Library, header: Path) -> Path | None:
    """The outermost directory that is called as the library: `cub-1.8.0` around `cub/cub.cuh`. Who has the library
    itself before them knows what they do."""
    name = library.name.lower()
    called = ((each, each.name.lower()) for each in reversed(header.parents))
    return next((each for each, own in called if name in (own, _NUMBER.sub("", own))), None)


def _is_of_cuda(file: File, read: Read, policy: Policy) -> bool:
    """Whether a header is one of CUDA's that HIP has, too."""
    resolution = policy.header(file.path.name)
    is_in_hip = resolution is not None and bool(resolution.target)
    return is_in_hip and _is_by_nvidia(file, read) and _has_own_guard(file, read)


def _has_own_guard(file: File, read: Read) -> bool:
    """`__CUDA_RUNTIME_H__` in `cuda_runtime.h`: a header of the tree's own has more before it."""
    guards = _GUARD.findall((read(file) or b"")[:_GUARD_WITHIN])
    name = to_bytes(file.path.name.replace(".", "").replace("_", "")).lower()
    return any(guard.lower().replace(b"_", b"") in (name, b"cuda" + name) for guard in guards)


def _is_of_video(file: File, read: Read) -> bool:
    """Whether a header declares the decoder or encoder of NVIDIA's GPUs: what includes it has to be ported, not the
    header."""
    is_called_so = _OF_VIDEO.fullmatch(file.path.name) is not None
    return is_called_so and (not _OF_FFMPEG.isdisjoint(file.relative.parts) or _is_by_nvidia(file, read))


def _is_by_nvidia(file: File, read: Read) -> bool:
    return _BY_NVIDIA.search((read(file) or b"")[:_HEAD]) is not None
