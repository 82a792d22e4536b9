"""Files and directories that are there twice: for CUDA, and for AMD. Neither half is to be converted."""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from hipify_py.patterns import pattern

# What is called so in the half for CUDA, and what in the one for AMD.
FOR_AMD = {
    "cuda": ("hip", "rocm", "rocr", "hsa"),
    "nvidia": ("amd",),
    "nvrtc": ("hiprtc",),
    "nvml": ("rocm_smi", "rsmi", "amd_smi", "amdsmi", "adl"),
    "nvenc": ("amfenc", "amf"),
    "nccl": ("rccl",),
    "cudnn": ("miopen",),
    "cupti": ("rocprofiler", "roctracer"),
    "nvtx": ("roctx",),
}
LIBRARIES = "blas|sparse|fft|rand|solver|dnn|tensor"
# These are libraries for either, and no name of a platform.
_LIBRARIES = [name for name in FOR_AMD if name not in ("cuda", "nvidia")]
_NVIDIA_LIBRARY = pattern(rf"(?<![a-z])(?:{'|'.join(_LIBRARIES)})(?![a-z])")
_AMD_LIBRARY = pattern(rf"(?<![a-z])(?:{'|'.join(other for name in _LIBRARIES for other in FOR_AMD[name])})(?![a-z])")
# Names that begin like CUDA's, as in cuew/cuew.h and hipew/hipew.h.
_BEGINS_AS_CUDA = pattern(r"(?<![^/])cu(?!da)(?=[a-z]{2})")
_CUDA_LIBRARY = pattern(rf"cuda|cu(?={LIBRARIES})")
_ENDS_AS_CUDA = pattern(r"(?<=\w)cu$")
# What HIP's own sources are called; a `scan.cpp` may lie beside both of `scan.cu` and `scan.hip`.
_FOR_HIP = {".cu": (".hip", ".hip.cpp", ".hip.cc", ".hip.cxx"), ".cuh": (".hip.h", ".hip.hpp", ".hip.cuh")}
# A directory for AMD with fewer files than one for so many of CUDA's is a port that has just begun.
_MOST_FOR_ONE = 3


class Counterparts(NamedTuple):
    """`folders` are the files of both halves, each with the directory for CUDA that tells, `pairs` the files for CUDA
    that have counterparts of their own, with these, and `alone` the files of directories for CUDA that have none."""

    folders: Mapping[Path, Path]
    pairs: Mapping[Path, Sequence[Path]]
    alone: Mapping[Path, Sequence[Path]]


def counterparts(
    gpu: Sequence[Path], besides: Sequence[Path], amd: Sequence[Path], sources: Iterable[Path]
) -> Counterparts:
    """`gpu` are sources about GPUs, `besides` what builds them or is made of them, and `amd` what is for AMD of all."""
    pairs = _pairs((*gpu, *besides), amd)
    folders = dict(_by_names(gpu, pairs)) | _by_folders(gpu, besides, amd)
    others = {*pairs, *amd}
    left = [path for path in gpu if path in folders and path not in others]
    left = [path for path in left if folders[path] in (path.parent, *map(_key, path.parents))]
    named = _pairs(left, list(sources)) if left else {}  # also by what does nothing for AMD itself
    alone: dict[Path, list[Path]] = defaultdict(list)
    for path in sorted(left):
        if path not in named:
            alone[folders[path]].append(path)
    return Counterparts(folders, pairs, alone)


def _pairs(paths: Sequence[Path], amd: Sequence[Path]) -> dict[Path, Sequence[Path]]:
    """Pairs as `cuda/scan.cu` and `hip/scan.cpp`, `scan.cu` and `scan.hip`."""
    names, stems = {_lower(path): path for path in amd}, defaultdict[str, list[Path]](list)
    for path in amd:
        stems[_stem(_lower(path))].append(path)
    pairs: dict[Path, Sequence[Path]] = {
        path: others for path in paths if (others := [*_others(_lower(path), names, stems)])
    }
    return _of_libraries(paths, amd) | pairs


def _of_libraries(paths: Sequence[Path], amd: Sequence[Path]) -> dict[Path, Sequence[Path]]:
    """What uses a library of NVIDIA beside what uses AMD's: `jim-nvenc.c`, `texture-amf.cpp`."""
    using: dict[tuple[Path, str], list[Path]] = defaultdict(list)
    for path in amd:
        for library in _AMD_LIBRARY.findall(path.name.lower()):
            using[path.parent, library].append(path)
    found: dict[Path, Sequence[Path]] = {}
    for path in paths if using else ():
        libraries = _NVIDIA_LIBRARY.findall(path.name.lower())
        names = (other for library in libraries for other in FOR_AMD[library])
        if others := [other for name in names for other in using.get((path.parent, name), ())]:
            found[path] = others
    return found


def _by_names(gpu: Sequence[Path], pairs: Mapping[Path, Sequence[Path]]) -> Iterator[tuple[Path, Path]]:
    """Both of each pair, and the rest of a directory in which most files for CUDA have a counterpart. What is written
    a second time, as `scan.hip` beside `scan.cu`, says nothing of that."""
    of_amd = {other for others in pairs.values() for other in others} - pairs.keys()
    members = Counter(path.parent for path in gpu if path not in of_amd)
    paired = Counter(path.parent for path in gpu if not all(map(partial(_is_again, path), pairs.get(path, ()))))
    for path in gpu:
        if path not in of_amd and 2 * paired[path.parent] > members[path.parent]:
            yield path, path.parent
    for path, others in pairs.items():
        yield path, path.parent
        yield from ((other, path.parent) for other in others if other not in pairs)


def _is_again(path: Path, other: Path) -> bool:
    return _stem(_lower(path)) == _stem(_lower(other))


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
    for cuda, others in FOR_AMD.items():
        for other in others if cuda in stem else ():
            above = "/".join(other if part == cuda else part for part in folder.split("/"))
            yield from (posixpath.join(above, each) for each in (name.replace(cuda, other), *_named(name)))
            yield stem.replace(cuda, other)
    yield _BEGINS_AS_CUDA.sub("hip", stem)
    yield _CUDA_LIBRARY.sub("hip", stem)
    yield _CUDA_LIBRARY.sub("roc", stem)
    yield _ENDS_AS_CUDA.sub("hip", stem)


def _named(name: str) -> Iterator[str]:
    """The same of a name alone, in a directory for AMD."""
    for cuda, others in FOR_AMD.items():
        yield from (name.replace(cuda, other) for other in others if cuda in name)
    yield _BEGINS_AS_CUDA.sub("hip", name)
    yield _CUDA_LIBRARY.sub("hip", name)
    yield _CUDA_LIBRARY.sub("roc", name)


def _by_folders(gpu: Sequence[Path], besides: Sequence[Path], amd: Sequence[Path]) -> dict[Path, Path]:
    """What lies below `cuda` where there is a `hip` beside, and below that; also what lies below a third directory
    beside them, as `stub`, where one of both has a file of that name."""
    for_cuda, for_amd = _below(gpu, FOR_AMD), _below(amd, chain(*FOR_AMD.values()))
    found: dict[Path, Path] = {}
    folders: dict[Path, Path] = {}
    names: dict[Path, dict[tuple[str, ...], Path]] = defaultdict(dict)
    for cuda, other in _folder_pairs(for_cuda, for_amd):
        both = (*for_cuda[cuda], *for_amd[other])
        found |= dict.fromkeys(both, cuda)
        folders[cuda] = folders[other] = cuda
        names[cuda.parent] |= dict.fromkeys((_rest(path, cuda.parent) for path in both), cuda)
    for path in gpu if names else ():
        for each in path.parents:
            if (of := names.get(each, {}).get(_rest(path, each))) is not None:
                found.setdefault(path, of)
    for path in besides if folders else ():
        for each in path.parents:
            if (of := folders.get(_key(each))) is not None:
                found.setdefault(path, of)
    return found


def _folder_pairs(
    for_cuda: Mapping[Path, Sequence[Path]], for_amd: Mapping[Path, Sequence[Path]]
) -> Iterator[tuple[Path, Path]]:
    for cuda, paths in sorted(for_cuda.items()):
        for other in (cuda.with_name(name) for name in FOR_AMD[cuda.name]):
            if other in for_amd and len(paths) <= _MOST_FOR_ONE * len(for_amd[other]):
                yield cuda, other


def _below(paths: Iterable[Path], names: Iterable[str]) -> Mapping[Path, Sequence[Path]]:
    """The files below directories of these names."""
    wanted, found = frozenset(names), dict[Path, list[Path]]()
    for path in paths:
        for folder in path.parents:
            if folder.name.lower() in wanted:
                found.setdefault(_key(folder), []).append(path)
    return found


def _key(folder: Path) -> Path:
    """A directory, whether it is called `cuda` or `CUDA`."""
    return folder.with_name(folder.name.lower()) if folder.name else folder


def _rest(path: Path, folder: Path) -> tuple[str, ...]:
    return path.parts[len(folder.parts) + 1 :]


def _lower(path: Path) -> str:
    return path.as_posix().lower()


def _stem(path: str) -> str:
    folder, name = posixpath.split(path)
    return posixpath.join(folder, name.partition(".")[0])
