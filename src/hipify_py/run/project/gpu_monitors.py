"""Modules in Python that ask NVIDIA's driver about GPUs, beside ones that ask AMD's: such a package chooses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.run.discover import File
from hipify_py.run.project.paths import kind_of
from hipify_py.run.project.python_users import is_test

_SUBJECT = pattern(r"(?:import|from)\s+(?:pynvml|nvidia_smi)\b")
_OF_NVIDIA = pattern(rb"(?m)^[ \t]*(?:import|from)[ \t]+(?:pynvml|nvidia_smi)\b")
_OF_AMD = pattern(rb"(?m)^[ \t]*(?:import|from)[ \t]+(?:amdsmi|rocm_smi|pyrsmi)\b")


class GpuMonitors:
    """`builds` are build files and the like, Python among them."""

    def __init__(self, builds: Iterable[File], read: Callable[[File], bytes | None]) -> None:
        self._builds = builds
        self._read = read

    def why(self, file: File, subject: str) -> str:
        """Which module asks AMD's driver in place of a file that imports NVML, if one does. Tests are of any."""
        if not _SUBJECT.match(subject):
            return ""
        others = self._of_packages.values() if is_test(file.relative) else [self._of_packages.get(file.real.parent, "")]
        other = next(filter(None, others), "")
        return f"{other} asks AMD's driver" if other else ""

    @cached_property
    def _of_packages(self) -> Mapping[Path, str]:
        """The modules for AMD, by the directories that have one for NVIDIA as well."""
        of_amd = {file.real.parent: file for file in self._importing(_OF_AMD)}
        of_nvidia = {file.real.parent: file for file in self._importing(_OF_NVIDIA)}
        homes = (home for home in of_amd if of_nvidia.get(home, of_amd[home]) is not of_amd[home])
        return {home: of_amd[home].relative.as_posix() for home in homes}

    def _importing(self, module: re.Pattern[bytes]) -> Iterator[File]:
        for file in self._builds:
            is_module = kind_of(file.real.name) == "python" and not is_test(file.relative)
            if is_module and module.search(self._read(file) or b""):
                yield file
