"""Files and directories that are there twice: for CUDA, and for AMD. Neither half is to be converted."""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from hipify_py.patterns import pattern

_LIBRARIES = "blas|sparse|fft|rand|solver|dnn|tensor"
# Names that begin like CUDA's, as in cuew/cuew.h and hipew/hipew.h.
_BEGINS_AS_CUDA = pattern(r"(?<![^/])cu(?!da)(?=[a-z]{2})")
_CUDA_LIBRARY = pattern(rf"cuda|cu(?={_LIBRARIES})")
_ENDS_AS_CUDA = pattern(r"(?<=\w)cu$")
# What HIP's own sources are called; a `scan.cpp` may lie beside both of `scan.cu` and `scan.hip`.
_FOR_HIP = {".cu": (".hip", ".hip.cpp", ".hip.cc", ".hip.cxx"), ".cuh": (".hip.h", ".hip.hpp", ".hip.cuh")}
_OTHERS = (("cuda", "hip"), ("cuda", "rocm"), ("nvidia", "amd"))
# A directory for HIP with fewer files than one for so many of CUDA's is a port that has just begun.
_MOST_FOR_ONE = 3


def counterparts(gpu: Sequence[Path], hip: Sequence[Path]) -> Iterator[tuple[Path, Path]]:
    """Which files are for one of both only, and the directory for CUDA that tells; `hip` are those with HIP in them."""
    yield from _by_folders(gpu, hip)
    yield from _by_names(gpu, hip)


def _by_names(gpu: Sequence[Path], hip: Sequence[Path]) -> Iterator[tuple[Path, Path]]:
    """Pairs as `cuda/scan.cu` and `hip/scan.cpp`, `scan.cu` and `scan.hip`; and the rest of a directory in which most
    files for CUDA have a counterpart."""
    names, stems = {_lower(path): path for path in hip}, defaultdict[str, list[Path]](list)
    for path in hip:
        stems[_stem(_lower(path))].append(path)
    pairs = {path: others for path in gpu if (others := [*_others(_lower(path), names, stems)])}
    of_hip = {other for others in pairs.values() for other in others} - pairs.keys()
    members = Counter(path.parent for path in gpu if path not in of_hip)
    paired = Counter(path.parent for path in pairs)
    for path in gpu:
        if path not in of_hip and (path in pairs or 2 * paired[path.parent] > members[path.parent]):
            yield path, path.parent
    for path, others in pairs.items():
        yield from ((other, path.parent) for other in others if other not in pairs)


def _others(path: str, names: Mapping[str, Path], stems: Mapping[str, Sequence[Path]]) -> Iterator[Path]:
    """The files that stand in for one in builds for AMD."""
    stem, suffix = posixpath.splitext(path)
    yield from (names[stem + each] for each in _FOR_HIP.get(suffix, ()) if stem + each in names)
    stem = _stem(path)
    for candidate in {*_called(stem)} - {stem}:
        yield from stems.get(candidate, ())


def _called(stem: str) -> Iterator[str]:
    """What the other half of a tree may call a file: parts of its path that mean CUDA mean AMD there."""
    folder, name = posixpath.split(stem)
    if any("-" in part and "cuda" in part for part in folder.split("/")):
        return  # a project of its own, as `scan-cuda` beside `scan-hip` in a collection of programs
    for cuda, other in _OTHERS:
        parts = (other if part == cuda else part for part in folder.split("/"))
        yield posixpath.join("/".join(parts), name.replace(cuda, other))
        yield stem.replace(cuda, other)
    yield _BEGINS_AS_CUDA.sub("hip", stem)
    yield _CUDA_LIBRARY.sub("hip", stem)
    yield _ENDS_AS_CUDA.sub("hip", stem)


def _by_folders(gpu: Sequence[Path], hip: Sequence[Path]) -> Iterator[tuple[Path, Path]]:
    """What lies below `cuda` where there is a `hip` beside, and below that; also what lies below a third directory
    beside them, as `stub`, where one of both has a file of that name."""
    for cuda, other in _OTHERS:
        for_cuda, for_hip = _below(gpu, cuda), _below(hip, other)
        pairs = [
            folder
            for folder in for_cuda.keys() & for_hip.keys()
            if len(for_cuda[folder]) <= _MOST_FOR_ONE * len(for_hip[folder])
        ]
        for folder in sorted(pairs):
            yield from ((path, folder / cuda) for path in (*for_cuda[folder], *for_hip[folder]))
        called = {folder: {_rest(path, folder) for path in (*for_cuda[folder], *for_hip[folder])} for folder in pairs}
        for path in gpu if called else ():
            yield from (
                (path, each / cuda) for each in path.parents if each in called and _rest(path, each) in called[each]
            )


def _below(paths: Iterable[Path], name: str) -> Mapping[Path, Sequence[Path]]:
    """The files below directories of a name, by the directories these lie in."""
    found: dict[Path, list[Path]] = defaultdict(list)
    for path in paths:
        for folder in path.parents:
            if folder.name.lower() == name:
                found[folder.parent].append(path)
    return found


def _rest(path: Path, folder: Path) -> tuple[str, ...]:
    return path.parts[len(folder.parts) + 1 :]


def _lower(path: Path) -> str:
    return path.as_posix().lower()


def _stem(path: str) -> str:
    folder, name = posixpath.split(path)
    return posixpath.join(folder, name.partition(".")[0])
