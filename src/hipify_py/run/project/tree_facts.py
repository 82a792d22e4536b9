"""What a tree tells about its files: every question that conversion of one asks of the others."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.engine import Context, Port, Result, understand
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.bfloat_overloads import may_meet_bfloat
from hipify_py.file.local_uses import UNITS
from hipify_py.file.marks import is_our_header
from hipify_py.file.overloads import may_use_any
from hipify_py.file.style import Style
from hipify_py.file.surroundings import ALONE, Surroundings
from hipify_py.once import cached_property
from hipify_py.reading.file_names import SUFFIXES
from hipify_py.relevance import names_cuda
from hipify_py.run.discover import File, kind_by_name
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.project.addresses import Addresses
from hipify_py.run.project.amd_sources import AmdSources
from hipify_py.run.project.build_files import BuildFiles
from hipify_py.run.project.device_code import DeviceCode
from hipify_py.run.project.dual_builds import DualBuilds
from hipify_py.run.project.fragments import Fragments
from hipify_py.run.project.implied import ImpliedHeaders
from hipify_py.run.project.macros import Macros
from hipify_py.run.project.missing_helpers import MissingHelpers
from hipify_py.run.project.no_work import NoWork
from hipify_py.run.project.own import OwnNames
from hipify_py.run.project.paths import kind_of
from hipify_py.run.project.ported import ports
from hipify_py.run.project.ports import Ports
from hipify_py.run.project.seen import Relevance
from hipify_py.run.project.tree import Tree
from hipify_py.run.project.units import Include
from hipify_py.run.project.warps import Warps
from hipify_py.subjects.device.out_of_line import leaves_words_out
from hipify_py.subjects.includes.brought import may_borrow
from hipify_py.texts import to_text

if TYPE_CHECKING:
    from hipify_py.run.project.gpu_numbers import GpuNumbers
    from hipify_py.subjects.guards.architectures import OpenChain


class TreeFacts:
    """`ports` are known once for a tree, also where a file of it cannot be understood."""

    def __init__(self, tree: Tree, style: Style, relevance: Relevance, ports: Callable[[], Ports]) -> None:
        self._tree = tree
        self._style = style
        self._relevance = relevance
        self._ports = ports
        self._macros = Macros(tree)
        self._implied = ImpliedHeaders(tree)
        self._fragments = Fragments(tree, self._reads_as_cuda)
        self._warps = Warps(tree)
        self._addresses = Addresses(tree)
        self._own = OwnNames(tree, lambda path: path in ports().reasons)

    def ports(self) -> Ports:
        """What is portable already."""
        tree = self._tree
        sources = [*tree.files.values(), *(file for file in tree.builds if file.is_template)]
        return ports(sources, tree.builds, tree.content, self._meant_by, tree.policy, self._relevance)

    def _meant_by(self, file: File, spelling: str) -> tuple[str, ...]:
        return self._tree.meant(file.real.as_posix(), Include(spelling, is_quoted=True, place=0))

    def is_of_no_concern(self, file: File, data: bytes) -> bool:
        """Whether nothing in a file that is not CUDA by its name is to change or calls for a word."""
        if self._is_cuda(file, data) or self._includes_for_fragments(file, data) or self._leaves_words_out(file, data):
            return False
        return not self._relevance.may_change(file, data)

    def _leaves_words_out(self, file: File, data: bytes) -> bool:
        """Whether a file may define functions without what macros of the tree say of them in their classes."""
        return file.real.as_posix() in self._tree.files and leaves_words_out(data, self._own.qualifiers(data))

    def _is_cuda(self, file: File, data: bytes) -> bool:
        """Whether a file with device code that may not tell so itself is CUDA's."""
        path = file.real.as_posix()
        if len(self._tree.files) > 1 and self._device_code.is_cuda(path, data):
            return True
        return self._is_compiled_as_cuda(path)

    def _reads_as_cuda(self, path: str) -> bool:
        file = self._tree.files[path]
        return file.is_cuda or self._is_cuda(file, self._tree.bytes_of(path))

    def _is_compiled_as_cuda(self, path: str) -> bool:
        """Whether builds compile a source of the tree as CUDA, whatever its name is."""
        return path in self._tree.files and path in self._tree.said.as_cuda

    def _includes_for_fragments(self, file: File, data: bytes) -> bool:
        """Whether a file, that may have nothing of CUDA itself, includes in braces what calls headers of ours."""
        path = file.real.as_posix()
        return path in self._tree.files and bool(self._fragments.headers(path, data))

    @cached_property
    def builds(self) -> BuildFiles:
        tree = self._tree
        dual = self._dual_builds() if self._style.keeps_sources else None
        return BuildFiles(tree.builds, tree.content, dual, self._ports(), self._includes_from_elsewhere)

    def _includes_from_elsewhere(self, header: str) -> bool:
        mentions = self._tree.survey.mentions.get(header, ())
        return any(not self._tree.meant(each.path, each.include) for each in mentions)

    def _dual_builds(self) -> DualBuilds:
        tree = self._tree
        files = [file for file in tree.builds if kind_of(file.path.name) == "cmake"]
        sources = list(tree.files.values())
        return DualBuilds(files, sources, tree.content, lambda data: names_cuda(data, tree.policy))

    @cached_property
    def _device_code(self) -> DeviceCode:
        return DeviceCode(self._tree)

    def around(self, file: File, data: bytes) -> Surroundings:
        """What other files make of the macros that a source asks for."""
        alone = self._around_alone(file, data)
        if alone is ALONE or len(self._tree.survey.architectures) <= 1:
            return alone
        limit = self._gpu_numbers.limit(file.real.as_posix())
        return alone if limit is None else alone._replace(gpu_limit=limit)

    @cached_property
    def _gpu_numbers(self) -> GpuNumbers:
        from hipify_py.run.project.gpu_numbers import GpuNumbers  # with rewrites, that few trees need for that

        return GpuNumbers(self._tree, self._first_left)

    def _first_left(self, path: str, chains: Sequence[OpenChain]) -> int | None:
        """From which number on conversion of a file leaves conditions on the architecture of a GPU."""
        from hipify_py.run.project.gpu_numbers import first_left

        file, data = self._tree.files[path], self._tree.bytes_of(path)
        surroundings = self._around_alone(file, data)
        context = Context(self._tree.policy, path, file.is_cuda, style=self._style, surroundings=surroundings)
        found = understand(data, context)
        if isinstance(found, Result):
            return min(chain.number for chain in chains)
        return first_left(AmdBranches(found.facts.reading, found.edits, found.facts.on_amd), chains)

    def _around_alone(self, file: File, data: bytes) -> Surroundings:
        """What a file knows of others, without which conditions they answer."""
        path = file.real.as_posix()
        if path not in self._tree.files:
            return ALONE
        of_fragments = self._fragments.headers(path, data)
        is_cuda = of_fragments or self._is_cuda(file, data) or self._relevance.concerns(file, data)
        if not (is_cuda or self._leaves_words_out(file, data)):
            return ALONE
        own, guard = self._own, self._tree.includers.guard(path)
        macros = self._macros.asked_by(path, data)
        return Surroundings(
            macros,
            guard.words,
            guard.is_beside_hip,
            given=self._tree.given(path, data),
            declared=tuple(own.declared(path, data)),
            headers=tuple(own.headers(path, data)),
            overloads=tuple(sorted(own.overloads(path))) if may_use_any(data) else (),
            own=tuple(own.in_file(path, data)),
            pasting=tuple(own.pasting(path, data)),
            is_cuda=self._is_cuda(file, data),
            is_hip=self._device_code.is_hip(path, data),
            is_unit=self._is_compiled_as_cuda(path),
            usings=tuple(own.usings(path)),
            is_without_cuda=own.is_without_cuda(path),
            included_macros=tuple(own.included_macros(data)),
            outside=self._outside(path) if may_borrow(data) else None,
            implied=self._implied.missed_in(path),
            is_fragment=self._fragments.is_one(path),
            is_in_c=self._fragments.is_in_c(path),
            is_never_included=path.lower().endswith(UNITS) and self._tree.includers.mentions_of(path) == (),
            of_fragments=of_fragments,
            qualifiers=tuple((to_text(name), tuple(map(to_text, said))) for name, said in own.qualifiers(data).items()),
            has_warps=(has_warps := self._warps.concern(path)),
            warp_sizes=tuple(self._warps.computed_elsewhere(path)) if has_warps else (),
            assembler=tuple(own.assembler(data)),
            has_bfloat=may_meet_bfloat(data) and self._has_bfloat_around(path),
            for_newer_gpus=tuple(self._macros.for_newer_gpus(path, data)),
            on_amd_gpus=tuple(self._macros.on_amd_gpus(path, data)),
            addresses=tuple(self._addresses.members_in(path, data)),
            is_linked_for_devices=b"extern" in data and self._tree.said.link_device_code,
        )

    def _outside(self, path: str) -> tuple[str, ...] | None:
        """The headers that are none of the tree which a file includes, by whichever way; None if they are too many."""
        files = sorted(self._tree.reached_from(path))
        units = ((each, self._tree.unit(each)) for each in files)
        found = {
            include.spelling
            for each, unit in units
            for include in (unit.includes if unit is not None else ())
            if not self._tree.meant(each, include)
        }
        return tuple(sorted(found)) if files else None

    def _has_bfloat_around(self, path: str) -> bool:
        """Whether a file that includes one, or what they include, speaks of bfloat16."""
        users = {path, *self._tree.includers.all_including(path)}
        around = users.union(*(self._tree.reached_from(user) for user in users)) - {path}
        return any(b"bfloat16" in data and not is_our_header(data) for data in map(self._tree.bytes_of, around))

    def port_of(self, file: File) -> Port:
        """Whether a file that is portable already is compiled by builds for AMD for certain."""
        return "compiled" if file.is_source and self._amd_sources.has(file.real.as_posix()) else "kept"

    def only_for_cuda(self, files: Sequence[File]) -> Sequence[str]:
        """The sources of a portable tree that its builds for AMD do not name."""
        paths = {file.real.as_posix(): str(file.path) for file in files}
        return [paths[path] for path in self._amd_sources.unnamed(paths)]

    @cached_property
    def _amd_sources(self) -> AmdSources:
        return AmdSources(self._ports(), self._tree.named_build_texts, self._tree.includers.including)

    def lacking(self, callers: Mapping[str, Set[str]], names: Mapping[str, str]) -> Sequence[FileOutcome]:
        """What those who call headers of ours lack; `names` are what includes call these."""
        return tuple(MissingHelpers(self._tree, self._fragments, callers, names).found())

    def unusual_includes(self) -> Sequence[tuple[File, str]]:
        """The names that sources include in quotes and whose endings do not tell what they are, and who does."""
        tree = self._tree
        return tuple(
            (tree.files[each.path], each.include.spelling)
            for name, mentions in tree.survey.mentions.items()
            if _is_unusual(name)
            for each in mentions
            if each.include.is_quoted and not each.is_in_macro
        )

    @cached_property
    def no_work(self) -> NoWork:
        return NoWork(self._tree, self._ports)


def _is_unusual(name: str) -> bool:
    suffix = posixpath.splitext(name)[1].lower()
    return bool(suffix) and suffix not in SUFFIXES and kind_by_name(Path(name), "other") == "other"
