"""Trees that build for AMD already: what in them says so, and the files it speaks for.

Such a file is CUDA on purpose: a header makes HIP's names of CUDA's, the build translates it or compiles it as HIP, or
another file stands in for it. Its conversion would break one build and not help the other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from hipify_py.file.amd_branches import on_amd, on_nvidia
from hipify_py.file.marks import is_our_header
from hipify_py.file.platform import HIP_MACRO
from hipify_py.patterns import pattern
from hipify_py.reading.expressions import asked_in
from hipify_py.reading.preprocessor import included_names
from hipify_py.reading.tokens import without_comments, words
from hipify_py.records import dataclass
from hipify_py.run.discover import File
from hipify_py.run.project.counterparts import counterparts
from hipify_py.run.project.units import Unit
from hipify_py.subjects.buildfiles.platforms import PARTS_OF_BUILDS, BuildsFor, builds_for
from hipify_py.tables.model import Policy

Read = Callable[[File], bytes | None]
# The files of the tree that an include of a file may mean.
Meant = Callable[[File, str], Iterable[str]]

# A name that stands for one of HIP's, and one that stands for one of CUDA's.
_DEFINED_AS = rb"(?m)^[ \t]*#[ \t]*define[ \t]+(\w{1,99})(?:\([^)\n]{0,99}\))?[ \t]+"
_LIBRARIES = rb"blas|sparse|fft|rand|solver|dnn|cub|tensor"
_TO_HIP = pattern(_DEFINED_AS + rb"(?:(?:hip|roc)(?:[A-Z_]|" + _LIBRARIES + rb"|rtc|tx)|HIP|ROC)\w{1,99}")
_TO_CUDA = pattern(_DEFINED_AS + rb"(?:cu(?:[A-Z_]|da|" + _LIBRARIES + rb")|CU|nv(?:[A-Z]|rtc|tx))\w{1,99}")
_FEWEST = 3
# A macro that one in so many files of a directory asks for speaks for all of them.
_FOR_ALL = 4
_INCLUDES_HIP = pattern(rb"(?m)^[ \t]*#[ \t]*include[ \t]*[<\"](?:hip/|rocm|roc)")
_INCLUDES_CUDA = pattern(rb"(?m)^[ \t]*#[ \t]*include[ \t]*[<\"](?:cuda|cublas|cufft|curand|cusparse|cusolver|cudnn)")
_ASKS_FOR_HIP = pattern(
    rb"(?m)^[ \t]*#[ \t]*(?:el)?if(?:n?def)?\b[^\n]{0,200}?"
    rb"\b((?:\w{1,40}_)?(?:USE|USING|WITH|ENABLE|HAVE|HAS|BUILD|TARGET|BACKEND)_(?:HIP|ROCM)\w{0,20})"
)
# The same for CUDA, of a macro that no other project has.
_ASKS_FOR_CUDA = pattern(
    rb"(?m)^[ \t]*#[ \t]*(?:el)?if(?:n?def)?\b[^\n]{0,200}?"
    rb"\b(\w{1,40}_(?:USE|USING|WITH|ENABLE|HAVE|HAS|BUILD|TARGET|BACKEND)_CUDA\w{0,20})"
)
_HIP_WORDS = (b"hip", b"HIP", b"hsa_")
_GPU_WORDS = (b"cuda", b"CUDA", b"__global__", b"__device__", b"cublas", b"cusparse", b"cufft", b"cusolver", b"curand")
# Words of HIP, and not `ship` or `relationship`.
_HIP = pattern(
    rb"\b(?:hip(?:[A-Z_/]|" + _LIBRARIES + rb"|rtc)|hsa_|roc(?:m|tx|" + _LIBRARIES + rb"))|(?:\b|_)(?:HIP|ROCM)(?:\b|_)"
)
_CALLED_FOR_HIP = pattern(r"(?i)hip|rocm|amd")


class _Seen(NamedTuple):
    """A source about GPUs, or with HIP in it."""

    file: File
    data: bytes
    is_about_gpus: bool


class _Header(NamedTuple):
    """A header that maps names to HIP: enough names of CUDA, or the tree's own."""

    names: Set[bytes]
    maps_cuda: bool
    why: str


@dataclass(frozen=True)
class Ports:
    """Why files are portable, by their paths."""

    reasons: Mapping[str, str]

    def __contains__(self, file: object) -> bool:
        return isinstance(file, File) and _path(file) in self.reasons

    def among(self, files: Iterable[File]) -> Ports:
        """What of these files is portable."""
        paths = map(_path, files)
        return Ports({path: self.reasons[path] for path in paths if path in self.reasons})

    def ranked(self, files: Iterable[File]) -> list[tuple[str, int]]:
        """The reasons for these files, and for how many each is one: that for most files first."""
        reasons = Counter(self.reasons[_path(file)] for file in files)
        return sorted(reasons.items(), key=lambda item: (-item[1], item[0]))


NO_PORTS = Ports({})


def ports(sources: Iterable[File], builds: Sequence[File], read: Read, meant: Meant, policy: Policy) -> Ports:
    """What of a tree is portable already. Where two things say so, a header that stands for HIP is the better reason,
    then a build, then another file."""
    seen = [each for file in sources if (each := _seen(file, read)) is not None]
    gpu = [each.file for each in seen if each.is_about_gpus]
    found: dict[str, str] = {}
    if gpu:
        found |= _by_counterparts(gpu, seen)
        found |= _by_conditions(gpu, seen, read)
        found |= _by_builds(gpu, builds, read)
        found |= _by_branches(seen, policy)
    headers = _headers(seen, policy) if gpu else {}
    if found or headers:
        includes = {_path(file): _included(file, read, meant) for file in gpu}
        found |= _by_headers({_path(file): file for file in gpu}, includes, headers, read, meant, policy)
        found = _headers_of(found, includes)
    return Ports(found)


def _seen(file: File, read: Read) -> _Seen | None:
    data = read(file)
    if data is None or is_our_header(data):
        return None
    is_about_gpus = file.is_cuda or any(word in data for word in _GPU_WORDS)
    has_hip = any(word in data for word in _HIP_WORDS) and _HIP.search(data) is not None
    return _Seen(file, data if has_hip else b"", is_about_gpus) if is_about_gpus or has_hip else None


def _included(file: File, read: Read, meant: Meant) -> Sequence[str]:
    """The files of the tree that a file includes under any condition."""
    found: dict[str, None] = {}
    for spelling in dict.fromkeys(included_names(read(file) or b"")):
        others = list(meant(file, spelling.decode("utf-8", "surrogateescape")))
        found |= dict.fromkeys(others if len(others) == 1 else ())  # else it may well be another project's
    return list(found)


def _by_headers(
    gpu: Mapping[str, File],
    includes: Mapping[str, Sequence[str]],
    headers: Mapping[str, _Header],
    read: Read,
    meant: Meant,
    policy: Policy,
) -> dict[str, str]:
    """The files that include a header, by whichever way, that makes HIP's names of CUDA's. One that does so with the
    tree's own names speaks for the files that use them."""
    includers: dict[str, list[str]] = defaultdict(list)
    for path, others in includes.items():
        for other in others:
            includers[other].append(path)
    found: dict[str, str] = {}
    for is_for_all in (True, False):
        some = {path: header for path, header in headers.items() if header.maps_cuda is is_for_all}
        names = frozenset().union(*(header.names for header in some.values()))
        for path, header in _reaching(some, includers).items():
            is_user = is_for_all or path in some or not names.isdisjoint(words(read(gpu[path]) or b""))
            if is_user and path not in found:
                found[path] = header.why
    seen = set()
    for path, header in headers.items():
        for includer in includers[path]:
            if includer not in seen:
                seen.add(includer)
                for other in _read_elsewhere(gpu[includer], read, meant, policy):
                    found.setdefault(other, header.why)
    return found


def _reaching(headers: Mapping[str, _Header], includers: Mapping[str, Sequence[str]]) -> Mapping[str, _Header]:
    """The headers, and who includes which of them, by whichever way."""
    found, waiting = dict(headers), list(headers)
    while waiting:
        now = waiting.pop()
        new = {path: found[now] for path in includers.get(now, ()) if path not in found}
        found |= new
        waiting += new
    return found


def _read_elsewhere(file: File, read: Read, meant: Meant, policy: Policy) -> Iterator[str]:
    """What a file includes in builds for others than AMD: `cuda.h` and the like beside `hip.h`."""
    unit = Unit.of(str(file.path), read(file) or b"", policy)
    branches = unit.branches(on_amd, is_converted=False)
    for include in unit.includes:
        if branches.is_dead(include.place):
            yield from meant(file, include.spelling)


def _headers_of(found: Mapping[str, str], includes: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """What only portable files include: their builds for CUDA read it as it is."""
    users = Counter(other for others in includes.values() for other in others)
    reasons, waiting = dict(found), list(found)
    while waiting:
        path = waiting.pop()
        for other in includes.get(path, ()):
            users[other] -= 1
            if not users[other] and other not in reasons and other in includes:
                reasons[other] = reasons[path]
                waiting.append(other)
    return reasons


def _headers(seen: Sequence[_Seen], policy: Policy) -> dict[str, _Header]:
    found = ((_path(each.file), _header(each, policy)) for each in seen)
    return {path: header for path, header in sorted(found, key=lambda item: item[0]) if header is not None}


def _header(each: _Seen, policy: Policy) -> _Header | None:
    """What a file makes HIP's: names of CUDA, or such as are CUDA's in its other builds."""
    data = each.data
    names = set(_TO_HIP.findall(data)) if data else set()
    if len(names) < _FEWEST:
        return None
    of_cuda = names.intersection(policy.interesting)
    names = of_cuda | (names - of_cuda).intersection(_TO_CUDA.findall(data))
    reading = Unit.of(str(each.file.path), data, policy).reading
    macros = [macro for macro in reading.macros if macro.name in names]  # none that a comment shows
    names = {macro.name for macro in macros}
    if len(names) < _FEWEST:
        return None
    asked = [
        name.decode("latin-1")
        for branch in reversed(reading.conditionals.around(macros[0].name_start))
        for name in sorted(asked_in(reading.code[branch.directive.body : branch.directive.end]))
        if HIP_MACRO.fullmatch(name)
    ]
    where = f" where {asked[0]} is defined" if asked else ""
    why = f"{each.file.path} maps {len(names)} names to HIP{where}"
    return _Header(names, len(names & of_cuda) >= _FEWEST, why)


def _by_conditions(gpu: Sequence[File], seen: Sequence[_Seen], read: Read) -> dict[str, str]:
    """The files of directories in which conditions ask for a macro that the project has for HIP: `USING_HIP`; and all
    that ask for its counterpart for CUDA. What HIP defines itself may be asked for after a conversion, too."""
    asking: dict[bytes, list[File]] = defaultdict(list)
    for each in seen:
        code = without_comments(each.data) if _ASKS_FOR_HIP.search(each.data) else b""
        for name in set(_ASKS_FOR_HIP.findall(code)):
            if HIP_MACRO.fullmatch(name):
                asking[name].append(each.file)
    members = Counter(file.real.parent for file in gpu)
    reasons: dict[Path, str] = {}
    of_cuda: dict[bytes, str] = {}
    for name, files in sorted(asking.items(), key=lambda item: (-len(item[1]), item[0])):
        if len(files) >= _FEWEST:
            why = f"conditions ask for {name.decode()}"
            of_cuda.setdefault(name.replace(b"HIP", b"CUDA").replace(b"ROCM", b"CUDA"), why)
            for folder, count in Counter(file.real.parent for file in files).items():
                if _FOR_ALL * count >= members[folder]:
                    reasons.setdefault(folder, why)
    found = {_path(file): reasons[file.real.parent] for file in gpu if file.real.parent in reasons}
    for file in gpu if of_cuda else ():
        if _path(file) not in found:
            asked = of_cuda.keys() & _ASKS_FOR_CUDA.findall(read(file) or b"")
            found |= {_path(file): of_cuda[name] for name in sorted(asked)[:1]}
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


def _by_builds(gpu: Sequence[File], builds: Sequence[File], read: Read) -> dict[str, str]:
    """The files below a build file that builds for ROCm and for CUDA, other build files among them, but for projects
    in there that build for CUDA by themselves."""
    reasons: dict[Path, str] = {}
    alone: set[Path] = set()
    for build in sorted(builds, key=lambda each: (len(each.real.parts), each.real)):
        folder = build.real.parent
        platforms = builds_for(build.path.name, read(build) or b"")
        if platforms is BuildsFor.BOTH:
            while folder.name.lower() in PARTS_OF_BUILDS:
                folder = folder.parent
            reasons.setdefault(folder, f"{build.path} builds for ROCm as well as for CUDA")
        elif platforms is BuildsFor.CUDA_ALONE:
            alone.add(folder)
    alone -= reasons.keys()
    concerned = {project for file in gpu if (project := _project_of(file, reasons.keys(), alone)) is not None}
    found: dict[str, str] = {}
    for file in (*gpu, *(build for build in builds if build.kind == "build")) if reasons else ():
        if (project := _project_of(file, concerned, alone)) is not None:
            found[_path(file)] = reasons[project]
    return found


def _project_of(file: File, portable: Set[Path], others: Set[Path]) -> Path | None:
    """The outermost portable project that a file belongs to: none that another project in it keeps it from."""
    found = None
    for folder in file.real.parents:
        if folder in others:
            break
        found = folder if folder in portable else found
    return found


def _by_counterparts(gpu: Sequence[File], seen: Sequence[_Seen]) -> dict[str, str]:
    """The files that others stand in for in builds for AMD, and these."""
    files = {each.file.relative: each.file for each in seen}
    hip = [each.file.relative for each in seen if each.data and _CALLED_FOR_HIP.search(each.file.relative.as_posix())]
    base = Path(*gpu[0].path.parts[: -len(gpu[0].relative.parts)])
    return {
        _path(files[path]): f"{base / folder} has files for HIP that stand in for its own"
        for path, folder in counterparts([file.relative for file in gpu], hip)
    }


def _path(file: File) -> str:
    return file.real.as_posix()
