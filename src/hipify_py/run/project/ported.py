"""Trees that build for AMD already: what in them says so, and the files it speaks for.

Such a file is CUDA on purpose: a header makes HIP's names of CUDA's, the build translates it or compiles it as HIP, or
another file stands in for it. Its conversion would break one build and not help the other.
"""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hipify_py.file.amd_branches import on_amd, on_nvidia
from hipify_py.file.platform import HIP_MACRO
from hipify_py.patterns import pattern
from hipify_py.reading.expressions import asked_in
from hipify_py.reading.preprocessor import included_names
from hipify_py.records import dataclass
from hipify_py.run.discover import SUFFIXES, File
from hipify_py.run.project.units import Unit
from hipify_py.subjects.buildfiles.kinds import kind_of
from hipify_py.tables.model import Policy

# A name that stands for one of HIP's, and one that stands for one of CUDA's.
_TO_HIP = pattern(
    rb"(?m)^[ \t]*#[ \t]*define[ \t]+(\w{1,99})(?:\([^)\n]{0,99}\))?[ \t]+(?:hip|HIP|roc|ROC)[A-Za-z]\w{1,99}"
)
_TO_CUDA = pattern(rb"(?m)^[ \t]*#[ \t]*define[ \t]+(\w{1,99})(?:\([^)\n]{0,99}\))?[ \t]+(?:cu|CU|nv)[A-Za-z]\w{1,99}")
_FEWEST = 3
# A macro that one in so many files of a directory asks for is one of all its files.
_FOR_ALL = 4
_INCLUDES_HIP = pattern(rb"(?m)^[ \t]*#[ \t]*include[ \t]*[<\"](?:hip/|rocm|roc)")
_INCLUDES_CUDA = pattern(rb"(?m)^[ \t]*#[ \t]*include[ \t]*[<\"](?:cuda|cublas|cufft|curand|cusparse|cusolver|cudnn)")
_ASKS_FOR_HIP = pattern(
    rb"(?m)^[ \t]*#[ \t]*(?:el)?if(?:n?def)?\b[^\n]{0,200}?"
    rb"\b((?:\w{1,40}_)?(?:USE|USING|WITH|ENABLE|HAVE|HAS|BUILD|TARGET|BACKEND)_(?:HIP|ROCM)\w{0,20})"
)
_HIP_WORDS = (b"hip", b"HIP")
_COMMENT = pattern(rb"#[^\n]*")


class _Build(NamedTuple):
    """What in a build file asks for HIP, and what for CUDA: one that asks for both builds the same sources for both."""

    hip: Callable[[bytes], object]
    cuda: Callable[[bytes], object]


_BUILDS = {
    "python": _Build(
        pattern(rb"\b(?:IS_ROCM|ROCM_HOME|IS_HIP_EXTENSION|torch\.version\.hip|hipify\w*)\b").search,
        pattern(rb"\b(?:CUDAExtension|CUDA_HOME|nvcc)\b").search,
    ),
    "cmake": _Build(
        pattern(
            rb"(?i)\benable_language\s*\(\s*HIP\b|\bLANGUAGES?\b[^)\n]{0,99}\bHIP\b|\bfind_package\s*\(\s*HIP\b|"
            rb"\bhip_add_\w+|\bhipify\w*"
        ).search,
        pattern(rb"\b(?:CUDA|CUDAToolkit|nvcc)\b").search,
    ),
    "make": _Build(pattern(rb"\bhipcc\b|\bhipify[\w-]*").search, pattern(rb"\bnvcc\b").search),
    "other": _Build(pattern(rb"\bhipcc\b|\bhipify[\w-]*").search, pattern(rb"\bnvcc\b").search),
}
_CMAKE_PROJECT = pattern(rb"(?mi)^[ \t]*project[ \t]*\(")
# Folders for parts of a build, which are about the directory they lie in.
_PARTS_OF_BUILDS = frozenset(("cmake", "cmake_modules", "modules", "m4", "config", "build_tools"))
# What the other half of a tree is called.
_HIP_SUFFIXES = (".hip", ".hip.cpp", ".hip.h", ".hip.hpp")
_OTHERS = (
    (pattern(r"cuda|cu(?=blas|sparse|fft|rand|solver|dnn)|\bcu(?=[a-z]{2})"), "hip"),
    (pattern("cuda"), "rocm"),
    (pattern("nvidia"), "amd"),
)


class _Seen(NamedTuple):
    """A source about GPUs, or with HIP in it."""

    file: File
    data: bytes
    is_about_gpus: bool


@dataclass(frozen=True)
class Ports:
    """Why files are portable, by their paths."""

    reasons: Mapping[str, str]

    def __contains__(self, file: object) -> bool:
        return isinstance(file, File) and _path(file) in self.reasons

    def ranked(self) -> list[tuple[str, int]]:
        """The reasons, and for how many sources each is one: that for most of them first."""
        counts = Counter(why for path, why in self.reasons.items() if posixpath.splitext(path)[1].lower() in SUFFIXES)
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


NO_PORTS = Ports({})


def ports(
    sources: Iterable[File],
    builds: Sequence[File],
    read: Callable[[File], bytes | None],
    meant: Callable[[File, str], Sequence[str]],
    policy: Policy,
) -> Ports:
    """What of a tree is portable already. Where two things say so, a header that stands for HIP is the better reason,
    then a build, then another file."""
    seen = [each for file in sources if (each := _seen(file, read)) is not None]
    gpu = [each.file for each in seen if each.is_about_gpus]
    found: dict[str, str] = {}
    if gpu:
        found |= _by_other_files(gpu, seen)
        found |= _by_conditions(gpu, seen)
        found |= _by_builds(gpu, builds, read)
        found |= _by_branches(seen, policy)
        found |= _by_headers(gpu, seen, read, meant, policy)
    return Ports(found)


def _seen(file: File, read: Callable[[File], bytes | None]) -> _Seen | None:
    data = read(file)
    if data is None:
        return None
    is_about_gpus = file.is_cuda or b"cuda" in data or b"__global__" in data or b"__device__" in data
    has_hip = any(word in data for word in _HIP_WORDS)
    return _Seen(file, data if has_hip else b"", is_about_gpus) if is_about_gpus or has_hip else None


def _by_headers(
    gpu: Sequence[File],
    seen: Sequence[_Seen],
    read: Callable[[File], bytes | None],
    meant: Callable[[File, str], Sequence[str]],
    policy: Policy,
) -> dict[str, str]:
    """The files that include a header, by whichever way, that makes HIP's names of CUDA's or of the tree's own."""
    headers = {_path(each.file): each for each in seen if _mapped(each.data, policy)}
    if not headers:
        return {}
    includers: dict[str, list[File]] = defaultdict(list)
    for file in gpu:
        for spelling in included_names(read(file) or b""):
            others = meant(file, spelling.decode("utf-8", "surrogateescape"))
            if len(others) == 1:  # else it is a header of another project in the same tree as likely as not
                includers[others[0]].append(file)
    found: dict[str, str] = {}
    for path, header in sorted(headers.items()):
        why = _words_for(header, policy)
        beside = [each for file in includers[path] for each in _read_elsewhere(file, read, meant, policy)]
        found |= {reached: why for reached in (*_reaching(path, includers), *beside) if reached not in found}
    return found


def _reaching(path: str, includers: Mapping[str, Sequence[File]]) -> Iterator[str]:
    waiting, known = [path], {path}
    while waiting:
        yield (now := waiting.pop())
        new = {*map(_path, includers.get(now, ()))} - known
        known |= new
        waiting += new


def _read_elsewhere(
    file: File, read: Callable[[File], bytes | None], meant: Callable[[File, str], Sequence[str]], policy: Policy
) -> Iterator[str]:
    """What a file includes in builds for others than AMD: `cuda.h` and the like beside `hip.h`."""
    unit = Unit.of(str(file.path), read(file) or b"", policy)
    branches = unit.branches(on_amd, is_converted=False)
    for include in unit.includes:
        if branches.is_dead(include.place):
            yield from meant(file, include.spelling)


def _mapped(data: bytes, policy: Policy) -> set[bytes]:
    """The names that a file makes HIP's: CUDA's own, or such as are CUDA's in its other builds."""
    names = set(_TO_HIP.findall(data)) if data else set()
    if len(names) < _FEWEST:
        return set()
    own = {name for name in names if name not in policy.interesting}
    found = (names - own) | (own.intersection(_TO_CUDA.findall(data)) if own else set())
    return found if len(found) >= _FEWEST else set()


def _words_for(header: _Seen, policy: Policy) -> str:
    names = _mapped(header.data, policy)
    unit = Unit.of(str(header.file.path), header.data, policy)
    first = next(macro for macro in unit.reading.macros if macro.name in names)
    asked = [
        name.decode("latin-1")
        for branch in reversed(unit.reading.conditionals.around(first.name_start))
        for name in sorted(asked_in(unit.reading.code[branch.directive.body : branch.directive.end]))
        if HIP_MACRO.fullmatch(name)
    ]
    where = f" where {asked[0]} is defined" if asked else ""
    return f"{header.file.path} maps {len(names)} names to HIP{where}"


def _by_conditions(gpu: Sequence[File], seen: Sequence[_Seen]) -> dict[str, str]:
    """The files of directories in which conditions ask for a macro that the project has for HIP: `USING_HIP`. What HIP
    defines itself may be asked for after a conversion, too."""
    asking: dict[bytes, list[File]] = defaultdict(list)
    for each in seen:
        for name in set(_ASKS_FOR_HIP.findall(each.data)):
            if HIP_MACRO.fullmatch(name):
                asking[name].append(each.file)
    members = Counter(file.real.parent for file in gpu)
    found: dict[str, str] = {}
    for name, files in sorted(asking.items(), key=lambda item: (-len(item[1]), item[0])):
        counts = Counter(file.real.parent for file in files if len(files) >= _FEWEST)
        folders = {folder for folder, count in counts.items() if _FOR_ALL * count >= members[folder]}
        found |= {
            path: f"conditions ask for {name.decode()}"
            for file in gpu
            if file.real.parent in folders and (path := _path(file)) not in found
        }
    return found


def _by_branches(seen: Sequence[_Seen], policy: Policy) -> dict[str, str]:
    """The files that include HIP's headers where no build for NVIDIA reads it, and CUDA's elsewhere."""
    both = [each for each in seen if _INCLUDES_HIP.search(each.data) and _INCLUDES_CUDA.search(each.data)]
    return {_path(each.file): "branches for HIP beside those for CUDA" for each in both if _branches(each, policy)}


def _branches(each: _Seen, policy: Policy) -> bool:
    unit = Unit.of(str(each.file.path), each.data, policy)
    branches = unit.branches(on_nvidia, is_converted=False)
    includes = (include for include in unit.includes if include.spelling.startswith(("hip/", "roc")))
    return any(branches.is_dead(include.place) for include in includes)


def _by_builds(gpu: Sequence[File], builds: Sequence[File], read: Callable[[File], bytes | None]) -> dict[str, str]:
    """The files below a build file that builds for ROCm and for CUDA, other build files among them, but for projects
    in it that build for CUDA by themselves."""
    kinds = {build: _platforms(kind_of(build.path.name), read(build) or b"") for build in builds}
    alone = {build.real.parent for build, kind in kinds.items() if kind == "CUDA alone"}
    alone -= {build.real.parent for build, kind in kinds.items() if kind == "both"}
    found: dict[str, str] = {}
    for build in sorted((build for build in kinds if kinds[build] == "both"), key=lambda each: _path(each).count("/")):
        folder = build.real.parent
        folder = folder.parent if folder.name.lower() in _PARTS_OF_BUILDS else folder
        sources = [file for file in gpu if _belongs(file, folder, alone)]
        parts = [file for file in builds if file.kind == "build" and _belongs(file, folder, alone)] if sources else []
        for file in (*sources, *parts):
            found.setdefault(_path(file), f"{build.path} builds for ROCm as well as for CUDA")
    return found


def _belongs(file: File, project: Path, others: set[Path]) -> bool:
    """Whether a file lies in a project's directory, and in that of no other project in there."""
    for folder in file.real.parents:
        if folder == project:
            return True
        if folder in others:
            return False
    return False


def _platforms(kind: str, data: bytes) -> str:
    """What a build file builds for, if it does so by itself: "both", or "CUDA alone". Programs in Python may ask for
    either for what they run, not build."""
    build = _BUILDS.get(kind)
    if build is None or (kind == "python" and b"Extension" not in data):
        return ""
    text = _COMMENT.sub(b"", data)
    if build.cuda(text) is None:
        return ""
    if build.hip(text) is not None:
        return "both"
    return "CUDA alone" if kind == "make" or _CMAKE_PROJECT.search(text) else ""


def _by_other_files(gpu: Sequence[File], seen: Sequence[_Seen]) -> dict[str, str]:
    """The files that another one stands in for: `hip/scan.cpp` for `cuda/scan.cu`, `scan.hip` for `scan.cu`; and the
    rest of a directory in which that is so for most."""
    hip = {_lower(each.file) for each in seen if each.data}
    stems = set(map(_stem, hip))
    twins = {file for file in gpu if _has_twin(_lower(file), hip, stems)}
    members, paired = (Counter(file.path.parent for file in files) for files in (gpu, twins))
    return {
        _path(file): f"{file.path.parent} has files for HIP that stand in for its own"
        for file in gpu
        if file in twins or 2 * paired[file.path.parent] > members[file.path.parent]
    }


def _has_twin(path: str, hip: set[str], stems: set[str]) -> bool:
    """Whether another file stands in for it in builds for AMD."""
    stem = _stem(path)
    if any(stem + suffix in hip for suffix in _HIP_SUFFIXES if not path.endswith(suffix)):
        return True
    return any(candidate != stem and candidate in stems for candidate in _counterparts(stem))


def _counterparts(stem: str) -> Iterator[str]:
    """What the other half of a tree may call a file: what means CUDA in its path means AMD there. A directory with a
    hyphen in its name is a project of its own, as `scan-cuda` beside `scan-hip` in a collection of programs."""
    folder, name = posixpath.split(stem)
    for cuda, other in _OTHERS:
        parts = (part if "-" in part else cuda.sub(other, part) for part in folder.split("/"))
        yield posixpath.join("/".join(parts), cuda.sub(other, name))


def _path(file: File) -> str:
    return file.real.as_posix()


def _lower(file: File) -> str:
    return file.relative.as_posix().lower()


def _stem(path: str) -> str:
    folder, name = posixpath.split(path)
    return posixpath.join(folder, name.partition(".")[0])
