"""What all build files of a tree say of its sources: each file is read once, and what nobody asks is not looked for."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from hipify_py.file.surroundings import BuildMacro
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.run.discover import File
from hipify_py.run.project.builds.in_cmake import InCMake, Lists
from hipify_py.run.project.builds.in_database import InDatabase
from hipify_py.run.project.builds.in_make import InMake
from hipify_py.run.project.builds.in_python import InPython
from hipify_py.run.project.builds.said import Folder, Said, Who
from hipify_py.run.project.paths import above, kind_of
from hipify_py.subjects.buildfiles.kinds import DATABASE
from hipify_py.texts import to_bytes, to_text

_SETUP = "setup.py"
# How other files define macros, and tell others to do it; an option of CMake is given alike.
_DEFINED = pattern(
    rb"(?:-D[ \t]?|\b(?:cmake)?define(?:01)?[ \t]{1,9}|\bAC_DEFINE(?:_UNQUOTED)?\([ \t\[]{0,9}|\([ \t]{0,9}[\"'])"
    rb"([A-Za-z_]\w*)"
)
_LINKS_DEVICE_CODE = pattern(
    rb"-rdc[= ]true\b|--relocatable-device-code[= ]true\b|(?<![\w-])(?:-dc|--device-c)\b|-fgpu-rdc\b"
    rb"|\bCUDA_SEPARABLE_COMPILATION[ \t]{1,9}(?:ON|TRUE|1)\b"
)


class BuildFacts:
    """`files` are build files and the like, `sources` the paths of the sources of the tree."""

    def __init__(self, files: Iterable[File], read: Callable[[File], bytes | None], sources: Iterable[str]) -> None:
        self._files = list(files)
        self._read = read
        self._sources = sources
        self._macros: dict[bytes, BuildMacro | None] = {}

    def folders_around(self, folder: str) -> Iterator[Sequence[Folder]]:
        """Where sources in a directory may find headers: as commands say, and as build files do, the nearest first."""
        yield self._folders.get("", ())
        for each in above(folder):
            if each in self._folders:
                yield self._folders[each]
        yield self._all_folders

    @cached_property
    def _folders(self) -> Mapping[str, Sequence[Folder]]:
        found: dict[str, dict[Folder, None]] = defaultdict(dict)
        for said in self._said:
            found[said.base] |= dict.fromkeys(said.folders)
        return {base: list(folders) for base, folders in found.items() if folders}

    @cached_property
    def _all_folders(self) -> Sequence[Folder]:
        return list(dict.fromkeys(folder for folders in self._folders.values() for folder in folders))

    @cached_property
    def as_cuda(self) -> frozenset[str]:
        """The sources that builds compile as CUDA, although their names are those of C++, and never as HIP."""
        as_cuda = {unit for said in self._said for unit in said.as_cuda}
        as_hip = {unit for said in self._said for unit in said.as_hip} if as_cuda else set()
        return frozenset(self._named(as_cuda) - self._named(as_hip))

    def _named(self, units: Iterable[str]) -> set[str]:
        """Sources by their paths, of which `%` may stand for a part."""
        units = list(units)
        found = {unit for unit in units if "%" not in unit}
        for start, _, end in (unit.partition("%") for unit in units if "%" in unit):
            found |= {path for path in self._sources if path.startswith(start) and path.endswith(end)}
        return found

    def macro(self, name: bytes) -> BuildMacro | None:
        """For whom the build defines a macro, if that is known."""
        if name not in self._macros:
            self._macros[name] = self._macro(to_text(name))
        return self._macros[name]

    def _macro(self, name: str) -> BuildMacro | None:
        speaking = [said for said in self._said if to_bytes(name) in said.data]
        found = [each.reach for said in speaking for each in said.definitions if each.name == name]
        whose = {reach.who for reach in found}
        is_sure = all(reach.is_sure for reach in found)
        is_of_cuda = Who.CUDA in whose and Who.HIP not in whose and (is_sure or whose == {Who.CUDA})
        is_of_hip = whose == {Who.HIP} and is_sure
        if not (is_of_cuda or is_of_hip) or name in self._defined_elsewhere:
            return None
        if any(said.may_define(name) for said in speaking):
            return None
        return BuildMacro(
            name, is_for_cuda=whose == {Who.CUDA}, is_always_with_cuda=is_of_cuda and is_sure, is_for_hip=is_of_hip
        )

    @cached_property
    def link_device_code(self) -> bool:
        """Whether commands link device code that is in several files."""
        return any(_LINKS_DEVICE_CODE.search(said.data) for said in self._said)

    @cached_property
    def _defined_elsewhere(self) -> frozenset[str]:
        """The macros that other files may define, or tell people to."""
        others = (self._read(file) or b"" for file in self._files if not _may_tell(file))
        return frozenset(to_text(name) for text in others for name in _DEFINED.findall(text))

    @cached_property
    def _said(self) -> list[Said]:
        texts = [(file.real.as_posix(), self._read(file) or b"") for file in self._files if _may_tell(file)]
        lists = Lists([(path, text) for path, text in texts if kind_of(path) == "cmake"])
        return [_said_in(path, text, lists) for path, text in texts]


def _may_tell(file: File) -> bool:
    return file.real.name in (DATABASE, _SETUP) or kind_of(file.real.name) in ("cmake", "make")


def _said_in(path: str, text: bytes, lists: Lists) -> Said:
    if posixpath.basename(path) == DATABASE:
        return InDatabase(path, text)
    kind = kind_of(path)
    if kind == "cmake":
        return InCMake(path, text, lists)
    return InMake(path, text) if kind == "make" else InPython(path, text)
