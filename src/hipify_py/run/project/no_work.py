"""What a port to AMD has no work with: files that nothing uses, and what only builds for CUDA do."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Set
from pathlib import Path

from hipify_py.once import cached_property
from hipify_py.run.discover import File
from hipify_py.run.project.cmake_names import CMakeNames
from hipify_py.run.project.cuda_only import CudaOnly
from hipify_py.run.project.entries import Entries
from hipify_py.run.project.gpu_monitors import GpuMonitors
from hipify_py.run.project.nvidia_side import NvidiaSide
from hipify_py.run.project.ports import Ports
from hipify_py.run.project.reach import Reach
from hipify_py.run.project.spare_parts import SpareParts
from hipify_py.run.project.tree import Tree
from hipify_py.run.project.unused import Unused
from hipify_py.subjects.buildfiles.pairs import counterpart

_LISTS_OF_PACKAGES = (".egg-info/SOURCES.txt", "/MANIFEST.in", "/MANIFEST", "/.gitmodules")


class NoWork:
    """What lies around a part of a tree may use anything: then little is known."""

    def __init__(self, tree: Tree, ports: Callable[[], Ports]) -> None:
        self._tree = tree
        self._ports = ports

    def why(self, file: File) -> str:
        """Why nothing in the tree uses a file, or AMD another one, if that is so."""
        if file.kind == "build" and (other := counterpart(file.real.name, self._names_in[file.real.parent])):
            return f"{other} is beside it"
        reasons = () if self._is_part else (self._unused, self._cuda_only, self._spare_parts, self._reach)
        return next((why for each in reasons if (why := each.why(file))), "")

    def why_remark(self, file: File, line: int, subject: str) -> str:
        """Why only NVIDIA's side of the tree uses a line of a file, no build reads it, what it names is not CUDA's, or
        AMD has another one, if that is so."""
        if self._is_part:
            return ""
        why = self._nvidia_side.why(file, line) or self._reach.why_line(file, line)
        return why or self._cmake_names.why(file, line, subject) or self._gpu_monitors.why(file, subject)

    def _texts(self) -> Iterator[tuple[str, bytes]]:
        """What may name files of the tree. Lists of all that a package holds say nothing."""
        texts = self._tree.named_build_texts()
        return ((path, text) for path, text in texts if not path.endswith(_LISTS_OF_PACKAGES))

    @cached_property
    def _names_in(self) -> Mapping[Path, Set[str]]:
        """The names of all build files, by directory."""
        found: dict[Path, set[str]] = defaultdict(set)
        for file in self._tree.builds:
            found[file.real.parent].add(file.real.name)
        return found

    @cached_property
    def _unused(self) -> Unused:
        tree = self._tree
        return Unused(self._reported, self._texts, tree.includers.including, tree.content, lambda: tree.survey.loaded)

    @cached_property
    def _cuda_only(self) -> CudaOnly:
        tree = self._tree
        return CudaOnly(tree.builds, self._texts, self._entries, self._ports().reasons, tree.includers.including)

    @cached_property
    def _spare_parts(self) -> SpareParts:
        return SpareParts(self._base, self._tree.builds, self._texts, self._entries)

    @cached_property
    def _reach(self) -> Reach:
        return Reach(self._base, self._texts, self._tree.includers.including)

    @cached_property
    def _cmake_names(self) -> CMakeNames:
        return CMakeNames(self._tree.builds, self._tree.content, lambda file: bool(self.why(file)))

    @cached_property
    def _gpu_monitors(self) -> GpuMonitors:
        return GpuMonitors(self._tree.builds, self._tree.content)

    @cached_property
    def _nvidia_side(self) -> NvidiaSide:
        tree = self._tree
        return NvidiaSide(tree.builds, tree.content, tree.includers.including, self._unused.is_taken)

    @cached_property
    def _entries(self) -> Entries:
        return Entries(self._texts())

    @cached_property
    def _reported(self) -> list[File]:
        return [*self._tree.files.values(), *(file for file in self._tree.builds if file.kind == "build")]

    @cached_property
    def _base(self) -> str:
        return os.path.commonpath([file.real.parent for file in self._reported])

    @cached_property
    def _is_part(self) -> bool:
        return not (self._reported and all(file.real.is_relative_to(self._base) for file in self._tree.builds))
