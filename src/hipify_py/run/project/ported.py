"""Trees that build for AMD already: what in them says so, and the files it speaks for.

Such a file is CUDA on purpose: a header makes HIP's names of CUDA's, the build translates it or compiles it as HIP, or
another file stands in for it. Its conversion would break one build and not help the other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path

from hipify_py.file.amd_branches import on_amd
from hipify_py.file.local_uses import UNITS
from hipify_py.file.platform import CHOICES, HIP_MACRO
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import included_names
from hipify_py.reading.tokens import without_comments
from hipify_py.records import dataclass
from hipify_py.run.discover import File
from hipify_py.run.project.branches import MAY_INCLUDE_CUDA, for_hip, has_branches
from hipify_py.run.project.counterparts import FOR_AMD, Counterparts, counterparts
from hipify_py.run.project.evidence import is_of_amd
from hipify_py.run.project.hip_headers import FEWEST, Header, Meant, hip_headers, users
from hipify_py.run.project.ports import BRANCHES, BUILDS, Ports
from hipify_py.run.project.seen import Read, Relevance, Seen, seen
from hipify_py.run.project.units import Unit
from hipify_py.run.project.vendored import vendored
from hipify_py.spread import spread
from hipify_py.subjects.buildfiles.platforms import (
    PARTS_OF_BUILDS,
    PYTORCH_MACRO,
    BuildsFor,
    builds_for,
    builds_with_pytorch,
    is_part_for_hip,
    speaks_of_hip,
)
from hipify_py.tables.model import Policy
from hipify_py.texts import to_text

# A macro that one in so many files of a directory asks for speaks for all of them.
_FOR_ALL = 4
_ASKS = rb"(?m)^[ \t]*#[ \t]*(?:el)?if(?:n?def)?\b[^\n]{0,200}?\b"
_ASKS_FOR_HIP = pattern(_ASKS + rb"((?:\w{1,40}_)?" + CHOICES + rb"_(?:HIP|ROCM)\w{0,20})")
# So many files are named.
_FEW = 3
# The same for CUDA, of a macro that no other project has.
_ASKS_FOR_CUDA = pattern(_ASKS + rb"(\w{1,40}_" + CHOICES + rb"_CUDA\w{0,20})")

_CONDITION = pattern(rb"(?m)^[ \t]*#[ \t]*(?:el)?if(?:n?def)?\b([^\n]{0,400})")
_WORD = pattern(rb"[A-Za-z_]\w*")
# Macros of compilers begin with two underscores.
_OF_PROJECT = pattern(rb"(?!__)\w+")
_QUESTION = "conditions ask for "
_DEFINED = pattern(rb"#[ \t]*define[ \t]+(\w{1,99})")


def ports(
    sources: Iterable[File], builds: Sequence[File], read: Read, meant: Meant, policy: Policy, relevance: Relevance
) -> Ports:
    """What of a tree is portable already."""
    sources = list(sources)
    files = [each for file in sources if (each := seen(file, read, policy, relevance)) is not None]
    tree = _Tree(sources, files, builds, read, meant, policy)
    reasons = tree.reasons() if any(each.is_about_gpus for each in files) else tree.vendored
    kept = tree.kept & reasons.keys()
    others = {path: why for path, why in reasons.items() if path not in kept}
    macros = tree.macros(frozenset(reasons.values()))
    return Ports(others, macros, tree.beside(reasons.keys()), kept, tree.replaced)


@dataclass(frozen=True)
class _Tree:
    sources: Sequence[File]
    files: Sequence[Seen]
    builds: Sequence[File]
    read: Read
    meant: Meant
    policy: Policy

    def reasons(self) -> dict[str, str]:
        """The best reason last: it is the one that counts."""
        found = (
            self._users(dict(self._headers_for_pytorch()))
            | self._by_choices()
            | self._by_counterparts()
            | self._by_conditions()
            | self._by_builds()
            | self._by_branches
            | self._users(self._hip_headers)
            | self.vendored
        )
        return _headers_of(found, self._includes) if found else found

    def macros(self, reasons: Set[str]) -> dict[str, str]:
        """The macro that makes files HIP, by the reasons that conditions on a macro of the project are."""
        asked = {each.why: each.macro for each in self._hip_headers.values()}
        asked |= {_asks_for(name): name for name in (self._asking if any(map(_is_question, reasons)) else ())}
        if BRANCHES in reasons and len(names := self._asked_by_branches) == 1:
            asked[BRANCHES] = min(names)
        by_pytorch = PYTORCH_MACRO if self._is_for_pytorch else b""
        return {
            why: to_text(name)
            for why, name in asked.items()
            if why in reasons and name != by_pytorch and _OF_PROJECT.fullmatch(name)
        }

    def beside(self, portable: Set[str]) -> dict[str, str]:
        """The macros of the project for CUDA, by which portable files choose between CUDA and HIP, with those for
        HIP."""
        found: dict[str, str] = {}
        for each in self.files:
            if each.is_about_gpus and each.hip and _path(each.file) in portable:
                conditions = _CONDITION.findall(without_comments(self.read(each.file) or b""))
                words = {word for condition in conditions for word in _WORD.findall(condition)}
                for hip in filter(_OF_PROJECT.fullmatch, words):
                    cuda = hip.replace(b"HIP", b"CUDA").replace(b"ROCM", b"CUDA")
                    if cuda != hip and cuda in words and HIP_MACRO.fullmatch(hip):
                        found[to_text(cuda)] = to_text(hip)
        return found

    @cached_property
    def kept(self) -> Set[str]:
        """The build files for CUDA alone that configure projects by themselves."""
        data = ((file, self.read(file) or b"") for file in self._build_files if file.path.name == "CMakeLists.txt")
        return {_path(file) for file, text in data if builds_for(file.path.name, text) is BuildsFor.CUDA_ALONE}

    @cached_property
    def replaced(self) -> Set[str]:
        """The files that others stand in for in builds for AMD, and copies of libraries that ROCm has."""
        return {self._real(path) for path in self._counterparts.folders} | self.vendored.keys()

    @property
    def _asked_by_branches(self) -> Set[bytes]:
        """The macros for HIP that any condition of the files with branches asks for."""
        files = (without_comments(each.hip) for each in self.files if _path(each.file) in self._by_branches)
        conditions = (condition for data in files for condition in _CONDITION.findall(data))
        return {word for condition in conditions for word in _WORD.findall(condition) if HIP_MACRO.fullmatch(word)}

    def _users(self, headers: Mapping[str, Header]) -> dict[str, str]:
        if not headers:
            return {}
        gpu = {_path(file): file for file in self._gpu}
        return users(gpu, self._includers, headers, self.read, self.meant, self.policy)

    @cached_property
    def _hip_headers(self) -> Mapping[str, Header]:
        return hip_headers(self.files, self.policy, self._may_be_defined)

    def _may_be_defined(self, name: bytes) -> bool:
        """Whether a source or the build may define a macro."""
        if name not in self._asked:
            self._asked[name] = name in self._defined or any(name in (self.read(file) or b"") for file in self.builds)
        return self._asked[name]

    @cached_property
    def _asked(self) -> dict[bytes, bool]:
        return {}

    @cached_property
    def _defined(self) -> Set[bytes]:
        return frozenset().union(*(_DEFINED.findall(self.read(file) or b"") for file in self.sources))

    @cached_property
    def vendored(self) -> dict[str, str]:
        found = vendored(self.sources, self._gpu, self._build_files, self.read, self.policy)
        return {_path(file): why for file, why in found}

    @cached_property
    def _build_files(self) -> list[File]:
        """The build files that findings are reported on."""
        return [file for file in self.builds if file.kind == "build"]

    @cached_property
    def _gpu(self) -> list[File]:
        return [each.file for each in self.files if each.is_about_gpus]

    @cached_property
    def _includes(self) -> Mapping[str, Sequence[str]]:
        """The files of the tree that each file includes under any condition."""
        return {_path(file): list(self._included(file)) for file in self._gpu}

    def _included(self, file: File) -> Mapping[str, None]:
        found: dict[str, None] = {}
        for spelling in sorted(included_names(self.read(file) or b"")):
            others = list(self.meant(file, to_text(spelling)))
            found |= dict.fromkeys(others if len(others) == 1 else ())  # else it may well be another project's
        return found

    @cached_property
    def _counterparts(self) -> Counterparts:
        builds = [each for file in self._build_files if (each := seen(file, self.read, self.policy)) is not None]
        amd = [each.file.relative for each in (*self.files, *builds) if each.is_for_amd]
        gpu = [file.relative for file in self._gpu]
        sources = (file.relative for file in self.sources)
        return counterparts(gpu, [file.relative for file in self._build_files], amd, sources)

    def _by_counterparts(self) -> dict[str, str]:
        """The files that others replace in builds for AMD, and these."""
        base = Path(*self._gpu[0].path.parts[: -len(self._gpu[0].relative.parts)])
        folders, others = self._counterparts.folders, self._counterparts.pairs
        alone = {folder: _but_for(folder, paths) for folder, paths in self._counterparts.alone.items()}
        pairs = {
            folders.get(path): ", such as {1} for {0}".format(*_told_apart(path, min(others[path])))
            for path in sorted(others, reverse=True)
        }
        return {
            self._real(path): f"{base / folder} has files for AMD that replace its own"
            f"{pairs.get(folder, '')}{alone.get(folder, '')}"
            for path, folder in folders.items()
        }

    @cached_property
    def _by_relative(self) -> Mapping[Path, File]:
        builds = {file.relative: file for file in self._build_files}
        return builds | {each.file.relative: each.file for each in self.files}

    def _real(self, relative: Path) -> str:
        return _path(self._by_relative[relative])

    def _by_choices(self) -> dict[str, str]:
        """The files that include both halves of a pair: they choose between them, and all that include them by
        whichever way rely on that."""
        pairs = self._counterparts.pairs
        others = {self._real(path): {self._real(each) for each in of_amd} for path, of_amd in pairs.items()}
        choosing: dict[str, str] = {}
        for file in self._gpu if others else ():
            included = self._includes[_path(file)]
            for path in included:
                if path in others and (both := others[path].intersection(included)):
                    named = " as well as ".join(_told_apart(Path(path), Path(min(both))))
                    choosing.setdefault(_path(file), f"{file.path} includes {named}")
        return spread(choosing, lambda path: self._includers.get(path, ()))

    @cached_property
    def _includers(self) -> Mapping[str, Sequence[str]]:
        includers: dict[str, list[str]] = defaultdict(list)
        for path, others in self._includes.items():
            for other in others:
                includers[other].append(path)
        return includers

    def _by_conditions(self) -> dict[str, str]:
        """The files of directories in which conditions ask for a macro that the project has for HIP: `USING_HIP`; and
        all that ask for its counterpart for CUDA. What HIP defines itself may be asked for after a conversion, too."""
        members = Counter(file.real.parent for file in self._gpu)
        reasons: dict[Path, str] = {}
        of_cuda: dict[bytes, str] = {}
        found: dict[str, str] = {}
        for name, files in sorted(self._asking.items(), key=lambda item: (-len(item[1]), item[0])):
            why = _asks_for(name)
            if name == PYTORCH_MACRO and self._is_for_pytorch:
                found |= {_path(file): why for file in files}
            elif len(files) < FEWEST or not (b"ROCM" in name or self._speaks_of_hip):
                continue
            of_cuda.setdefault(name.replace(b"HIP", b"CUDA").replace(b"ROCM", b"CUDA"), why)
            for folder, count in Counter(file.real.parent for file in files).items():
                if _FOR_ALL * count >= members[folder]:
                    reasons.setdefault(folder, why)
        for file in self._gpu if of_cuda else ():
            if self._includes_cuda_for_all(file):
                continue
            if file.real.parent in reasons:
                found.setdefault(_path(file), reasons[file.real.parent])
            elif _path(file) not in found:
                asked = of_cuda.keys() & _ASKS_FOR_CUDA.findall(self.read(file) or b"")
                found |= {_path(file): of_cuda[name] for name in sorted(asked)[:1]}
        return found

    def _includes_cuda_for_all(self, file: File) -> bool:
        """Whether all builds for AMD read an include of CUDA's in a file, which half a port has beside its branches.
        PyTorch's builds translate it."""
        path = _path(file)
        if path not in self._half:
            self._half[path] = not self._is_for_pytorch and self._has_cuda_for_all(file)
        return self._half[path]

    @cached_property
    def _half(self) -> dict[str, bool]:
        return {}

    def _has_cuda_for_all(self, file: File) -> bool:
        data = self.read(file) or b""
        if MAY_INCLUDE_CUDA.search(data) is None:
            return False
        unit = Unit.of(str(file.path), data, self.policy)
        branches = unit.branches(on_amd, is_converted=False)
        for include in unit.includes:
            found = self.policy.header(include.spelling)
            is_cuda = found is not None and found.target not in (None, include.spelling)
            if is_cuda and branches.is_sure(include.place) and not any(self.meant(file, include.spelling)):
                return True
        return False

    @cached_property
    def _with_choices(self) -> list[Seen]:
        """The files with conditions that may ask for a macro of the project for HIP."""
        return [each for each in self.files if _ASKS_FOR_HIP.search(each.hip)]

    @cached_property
    def _asking(self) -> Mapping[bytes, Sequence[File]]:
        asking: dict[bytes, list[File]] = defaultdict(list)
        for each in self._with_choices:
            if self._includes_cuda_for_all(each.file):
                continue
            for name in set(_ASKS_FOR_HIP.findall(without_comments(each.hip))):
                if HIP_MACRO.fullmatch(name):
                    asking[name].append(each.file)
        return asking

    @cached_property
    def _speaks_of_hip(self) -> bool:
        """Whether a build, or a branch for HIP, has more of it than the word, which has other meanings:
        `BODY_HAS_HIP`. What else is HIP's may have been converted."""
        if self._hip_headers or self._by_branches:
            return True
        if any(speaks_of_hip(file.path.name, self.read(file) or b"") for file in self.builds):
            return True
        return any(is_of_amd(for_hip(each, self.policy), self.policy) for each in self._with_choices)

    @cached_property
    def _is_for_pytorch(self) -> bool:
        return any(builds_with_pytorch(file.path.name, self.read(file) or b"") for file in self.builds)

    def _headers_for_pytorch(self) -> Iterator[tuple[str, Header]]:
        """Headers with branches for what PyTorch defines where it builds for ROCm. It translates the sources itself."""
        for file in self._asking.get(PYTORCH_MACRO, ()) if self._is_for_pytorch else ():
            if not file.path.name.lower().endswith(UNITS):
                why = f"{file.path} has branches for {PYTORCH_MACRO.decode()}, which PyTorch defines for ROCm"
                yield _path(file), Header(frozenset(), is_for_all=True, why=why)

    @cached_property
    def _by_branches(self) -> dict[str, str]:
        gpu = (each for each in self.files if each.is_about_gpus and has_branches(each, self.policy))
        return {_path(each.file): BRANCHES for each in gpu if not self._includes_cuda_for_all(each.file)}

    def _by_builds(self) -> dict[str, str]:
        """The files below a build file that builds for ROCm and for CUDA, other build files among them; not those of
        projects in there that build for CUDA by themselves."""
        reasons: dict[Path, str] = {}
        alone: set[Path] = set()
        names = {build.real.as_posix().lower() for build in self.builds}
        for build in sorted(self.builds, key=lambda each: (len(each.real.parts), each.real)):
            data = self.read(build) or b""
            platforms = builds_for(build.path.name, data)
            if platforms is BuildsFor.BOTH or (platforms is BuildsFor.BOTH_BY_NAME and self._speaks_of_hip):
                reasons.setdefault(_built_by(build), f"{build.path}{BUILDS}well as for CUDA")
            elif (other := _part_for_cuda(build, names)) and is_part_for_hip(build.path.name, data):
                reasons.setdefault(_built_by(build), f"{build.path}{BUILDS}{other} for CUDA")
            elif platforms is BuildsFor.CUDA_ALONE:
                alone.add(build.real.parent)
        alone -= reasons.keys()
        concerned = {project for file in self._gpu if (project := _project_of(file, reasons.keys(), alone)) is not None}
        found: dict[str, str] = {}
        for file in (*self._gpu, *self._build_files) if reasons else ():
            if (project := _project_of(file, concerned, alone)) is not None:
                found[_path(file)] = reasons[project]
        return found


def _asks_for(name: bytes) -> str:
    return _QUESTION + to_text(name)


def _is_question(reason: str) -> bool:
    return reason.startswith(_QUESTION)


def _built_by(build: File) -> Path:
    """The directory that a build file, or a part of one, is about."""
    folder = build.real.parent
    while folder.name.lower() in PARTS_OF_BUILDS:
        folder = folder.parent
    return folder


def _part_for_cuda(build: File, names: Set[str]) -> str:
    """The part of a build that is for CUDA as another is for HIP by its name: `cuda.cmake` beside `rocm.cmake`."""
    name, folder = build.real.name.lower(), build.real.parent
    others = (name.replace(each, "cuda") for each in FOR_AMD["cuda"] if each in name)
    return next((other for other in others if (folder / other).as_posix().lower() in names), "")


def _but_for(folder: Path, paths: Sequence[Path]) -> str:
    """What nothing stands in for, by its name: whether anything else does, who knows the project has to say."""
    names = ", ".join(Path(*path.parts[len(folder.parts) :]).as_posix() for path in paths[:_FEW])
    return f", but none named like {len(paths)} of these: {names}{', …' if len(paths) > _FEW else ''}"


def _told_apart(path: Path, other: Path) -> tuple[str, str]:
    """Two files by their names, or with their directories, where the names are the same."""
    parts = 1 if path.name != other.name else 2
    return "/".join(path.parts[-parts:]), "/".join(other.parts[-parts:])


def _headers_of(found: Mapping[str, str], includes: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """What only portable files include: their builds for CUDA read it as it is."""
    left = Counter(other for others in includes.values() for other in others)
    reasons, waiting = dict(found), list(found)
    while waiting:
        path = waiting.pop()
        for other in includes.get(path, ()):
            left[other] -= 1
            if not left[other] and other not in reasons and other in includes:
                reasons[other] = reasons[path]
                waiting.append(other)
    return reasons


def _project_of(file: File, portable: Set[Path], others: Set[Path]) -> Path | None:
    """The outermost portable project that a file belongs to: none that another project in it keeps it from."""
    found = None
    for folder in file.real.parents:
        if folder in others:
            break
        found = folder if folder in portable else found
    return found


def _path(file: File) -> str:
    return file.real.as_posix()
