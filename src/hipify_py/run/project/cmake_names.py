"""Names in CMake files that look like CUDA's, and are about nothing of it in this tree: a variable of FindCUDA, which
nothing calls, and targets of the tree itself."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping, Set

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.run.discover import File
from hipify_py.run.project.paths import above, kind_of
from hipify_py.run.project.spare_parts import HOME_OF_OTHERS
from hipify_py.subjects.buildfiles import cmake
from hipify_py.subjects.buildfiles.unread_flags import CALLS_FINDCUDA
from hipify_py.texts import to_bytes

_PROJECT = pattern(rb"(?i)\bproject\s{0,20}\(")
_SEPARABLE = b"CUDA_SEPARABLE_COMPILATION"
_SETS = pattern(rb"(?i)\s*set\s*\(\s*" + _SEPARABLE + rb"\s+\w+\s*\)\s*")
# Who gives it to a property reads it, and who asks for it.
_READS = pattern(rb"\$\{" + _SEPARABLE + rb"\}|(?i:\bif)\s*\([^()\n]{0,200}\b" + _SEPARABLE + rb"\b")
_NOT_READ = "nothing in the tree calls FindCUDA, which alone reads CUDA_SEPARABLE_COMPILATION"
_DEFINES = pattern(rb"(?i:\badd_library)\s{0,20}\(\s{0,20}(CUDA::\w+)")
# What FindCUDAToolkit defines, and projects that do without it.
_OF_TOOLKIT = pattern(rb"CUDA::(?:cu[a-z]\w*|nv\w*|npp\w*|accinj64|OpenCL|toolkit)")


class CMakeNames:
    """`is_idle` says of build files whether the build of the tree does without them."""

    def __init__(
        self, builds: Iterable[File], read: Callable[[File], bytes | None], is_idle: Callable[[File], bool]
    ) -> None:
        self._files = {file.real.as_posix(): file for file in builds if kind_of(file.path.name) == "cmake"}
        self._read = read
        self._is_idle = is_idle
        self._lines: dict[str, list[bytes]] = {}

    def why(self, file: File, line: int, name: str) -> str:
        """Why a name on a line of a CMake file is not CUDA's; nothing if it may be."""
        path = file.real.as_posix()
        if path not in self._files:
            return ""
        if name == _SEPARABLE.decode():
            sets = _SETS.fullmatch(self._line(path, line))
            return _NOT_READ if sets and self._is_in_project(path) and not self._is_separable_read_for(path) else ""
        is_used = to_bytes(name) in self._own and not _DEFINES.search(self._line(path, line))
        return f"the tree itself defines {name}" if is_used else ""

    def _line(self, path: str, number: int) -> bytes:
        if path not in self._lines:
            self._lines[path] = self._code[path].split(b"\n")
        return b"".join(self._lines[path][number - 1 : number])

    @cached_property
    def _code(self) -> Mapping[str, bytes]:
        return {path: cmake.without_comments(self._read(file) or b"") for path, file in self._files.items()}

    def _is_separable_read_for(self, path: str) -> bool:
        """Whether the project of a file, or the one around it, reads the variable; others do for their own targets."""
        return not self._homes_reading_separable.isdisjoint(("", _home(path)))

    @cached_property
    def _homes_reading_separable(self) -> Set[str]:
        reading = (path for path, code in self._code.items() if CALLS_FINDCUDA.search(code) or _READS.search(code))
        return {_home(path) for path in reading if not self._is_idle(self._files[path])}

    def _is_in_project(self, path: str) -> bool:
        """Whether a project begins in a directory around a file: all that is above is known then."""
        lists = (posixpath.join(folder, "CMakeLists.txt") for folder in above(posixpath.dirname(path)))
        return any(_PROJECT.search(self._code.get(each, b"")) for each in lists)

    @cached_property
    def _own(self) -> Set[bytes]:
        found = {name for code in self._code.values() for name in _DEFINES.findall(code)}
        return {name for name in found if not _OF_TOOLKIT.fullmatch(name)}


def _home(path: str) -> str:
    """The directory of the project of others that a file belongs to; nothing if it is none's."""
    parts = path.split("/")
    home = max((number for number, part in enumerate(parts) if HOME_OF_OTHERS.fullmatch(part)), default=-1)
    return "/".join(parts[: home + 2]) if home >= 0 else ""
