"""Copies of libraries in a tree that need no port: ROCm has them, or they build for AMD as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.run.discover import File
from hipify_py.run.project.seen import Read
from hipify_py.tables.model import Policy

_BY_NVIDIA = pattern(rb"(?i)copyright[^\n]{0,99}\bnvidia\b")
# The headers of libraries are known by the ends of their paths: `cub/block/block_scan.cuh`.
_MOST_PARTS = 3


class _Library(NamedTuple):
    name: str
    header: str
    why: str


_LIBRARIES = (
    _Library("CUB", "cub/cub.cuh", "for which ROCm has hipCUB"),
    _Library("Thrust", "thrust/device_vector.h", "for which ROCm has rocThrust"),
    _Library("Boost", "boost/config.hpp", "which builds for AMD as it is"),
    _Library("Kokkos", "Kokkos_Core.hpp", "which builds for AMD as it is"),
    _Library("pybind11", "pybind11/pybind11.h", "which builds for AMD as it is"),
    _Library("fmt", "fmt/format.h", "which builds for AMD as it is"),
)


def vendored(sources: Iterable[File], gpu: Sequence[File], read: Read, policy: Policy) -> Iterator[tuple[File, str]]:
    """The files about GPUs that are of such a copy, and of what."""
    folders = dict(_folders(sources))
    for file in gpu:
        found = next((folders[folder] for folder in file.relative.parents if folder in folders), None)
        if found is not None:
            yield file, found
        elif _is_of_cuda(file, read, policy):
            yield file, f"{file.path.parent} has copies of headers of CUDA, for which HIP has its own"


def _folders(sources: Iterable[File]) -> Iterator[tuple[Path, str]]:
    ends = tuple(f"/{library.header}" for library in _LIBRARIES)
    for file in sources:
        path = f"/{file.relative.as_posix()}"
        if path.endswith(ends):
            library = next(each for each in _LIBRARIES if path.endswith(f"/{each.header}"))
            folder = _of(library, file.relative)
            if folder is not None:
                above = file.path.parts[: len(file.path.parts) - len(file.relative.parts)]
                yield folder, f"{Path(*above, folder)} is {library.name}, {library.why}"


def _of(library: _Library, header: Path) -> Path | None:
    """The outermost directory that is called as the library: `cub-1.8.0` around `cub/cub.cuh`. Who has the library
    itself before them knows what they do."""
    called = pattern(rf"{library.name.lower()}(?:lib)?(?:[-_.]?v?\d[\d.]*)?")
    return next((each for each in reversed(header.parents) if called.fullmatch(each.name.lower())), None)


def _is_of_cuda(file: File, read: Read, policy: Policy) -> bool:
    """Whether a header is one of CUDA's that HIP has, too."""
    parts = file.relative.parts[-_MOST_PARTS:]
    names = ["/".join(parts[start:]) for start in range(len(parts))]
    found = [resolution for name in names if (resolution := policy.header(name)) is not None]
    return any(each.target for each in found) and _BY_NVIDIA.search((read(file) or b"")[:4000]) is not None
