"""What conversion of a file knows of the tree around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from hipify_py.engine import Context, Port, Result, understand
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.bfloat_overloads import may_meet_bfloat
from hipify_py.file.local_uses import UNITS
from hipify_py.file.marks import is_our_header
from hipify_py.file.overloads import may_use_any
from hipify_py.file.style import Style
from hipify_py.file.surroundings import ALONE, Surroundings
from hipify_py.once import cached_property
from hipify_py.relevance import names_cuda
from hipify_py.run.discover import File, Problem
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.project.addresses import Addresses
from hipify_py.run.project.amd_sources import AmdSources
from hipify_py.run.project.build_files import BuildFiles
from hipify_py.run.project.device_code import DeviceCode
from hipify_py.run.project.dual_builds import DualBuilds
from hipify_py.run.project.fragments import Fragments
from hipify_py.run.project.implied import ImpliedHeaders
from hipify_py.run.project.macros import Macros
from hipify_py.run.project.missing_helpers import Callers, MissingHelpers
from hipify_py.run.project.modules import PtxModules
from hipify_py.run.project.no_work import NoWork
from hipify_py.run.project.own import OwnNames
from hipify_py.run.project.paths import kind_of
from hipify_py.run.project.ported import NO_PORTS, Ports, ports
from hipify_py.run.project.seen import Relevance
from hipify_py.run.project.tree import Tree
from hipify_py.run.project.units import Include
from hipify_py.run.project.warps import Warps
from hipify_py.subjects.includes.brought import may_borrow
from hipify_py.tables.model import Policy

if TYPE_CHECKING:
    from hipify_py.run.project.gpu_numbers import GpuNumbers
    from hipify_py.subjects.guards.architectures import OpenChain

# How often a tree is read again without a file, to find out which one a question fails at.
_MOST_TRIES = 20
Answer = TypeVar("Answer")
Question = TypeVar("Question", bound=Callable[..., Any])


def _guarded(default: Any) -> Callable[[Question], Question]:
    """A bug of ours must cost what one file says and be named, not end the run: the question is asked again without
    the file at fault, and where that is not found out, the default is the answer."""

    def decorate(ask: Question) -> Question:
        @wraps(ask)
        def answer(project: Project, *about: Any) -> Any:
            try:
                return ask(project, *about)
            except Exception as error:
                asked = [each.real.as_posix() for each in about if isinstance(each, File)]
                return project._answer_without(asked, lambda: ask(project, *about), default, error)

        return cast(Question, answer)

    return decorate


class Project:
    """`builds` are build files, templates of sources and the like: what they name they may define. Files that are
    `respected` are left alone where they are portable already. Files are read as what is said `instead`. `failures`
    are the files that a bug of ours kept from being understood."""

    def __init__(
        self,
        sources: Iterable[File],
        builds: Iterable[File],
        policy: Policy,
        style: Style,
        respected: Sequence[File] = (),
        instead: Mapping[str, bytes] = MappingProxyType({}),
        modules: PtxModules | None = None,
    ) -> None:
        self._modules = modules or PtxModules(())
        self._relevance = Relevance(policy, style)
        self._style = style
        self._respected = respected
        self._settled: dict[str, Surroundings] = {}
        self._tries_left = _MOST_TRIES
        self.failures: list[Problem] = []
        self._use(Tree(sources, builds, policy, instead))

    def _use(self, tree: Tree) -> None:
        """Take all answers from a tree; only what is portable already is found out once."""
        for name, value in vars(type(self)).items():
            if isinstance(value, cached_property) and name != "ports":
                self.__dict__.pop(name, None)
        self._tree = tree
        self._macros = Macros(tree)
        self._implied = ImpliedHeaders(tree)
        self._fragments = Fragments(tree, self._reads_as_cuda)
        self._warps = Warps(tree)
        self._addresses = Addresses(tree)
        self._own = OwnNames(tree, lambda path: path in self.ports.reasons)

    def _answer_without(
        self, asked: Sequence[str], ask: Callable[[], Answer], default: Answer, error: Exception
    ) -> Answer:
        """The answer that there is without one of the files that were read last, or without the one asked about; or
        the default."""
        tree = self._tree
        suspects = tuple(dict.fromkeys((*tree.read_last(), *asked)))
        for path in suspects[: self._tries_left]:
            self._tries_left -= 1
            self._use(tree.without(path))
            try:
                answer = ask()
            except Exception:
                self._tree.close()
                continue
            self._note_failure(path, error)
            return answer
        blamed = (*asked, *suspects)[:1]
        if self._tree is not tree:
            self._use(tree.without(*blamed))
        self._note_failure("".join(blamed), error)
        return default

    def _note_failure(self, path: str, error: Exception) -> None:
        """Each file is named once: all questions that concern it fail alike."""
        shown, what = self._tree.shown(path), f"{type(error).__name__}: {error}"
        if shown not in {each.path for each in self.failures}:
            reason = f"internal error, please report it: {what}; what it tells of other files is not used"
            self.failures.append(Problem(shown, reason))

    def close(self) -> None:
        self._tree.close()

    def settle(self, files: Iterable[File]) -> None:
        """Find out for all files what they ask for, as nobody can once others are written."""
        for file in files:
            if self.port_of(file) != "kept" and (data := self._tree.content(file)) is not None:
                self._settled[file.real.as_posix()] = self._around(file, data)
        self._settle_builds()
        self._tries_left = 0

    @_guarded(None)
    def _settle_builds(self) -> None:
        self.builds.settle()

    @cached_property
    def ports(self) -> Ports:
        """What is portable already, and to be left alone."""
        return self._find_ports()

    @_guarded(NO_PORTS)
    def _find_ports(self) -> Ports:
        if not self._respected:
            return NO_PORTS
        tree = self._tree
        sources = [*tree.files.values(), *(file for file in tree.builds if file.is_template)]
        found = ports(sources, tree.builds, tree.content, self._meant_by, tree.policy, self._relevance)
        return found.among(self._respected)

    def _meant_by(self, file: File, spelling: str) -> tuple[str, ...]:
        return self._tree.meant(file.real.as_posix(), Include(spelling, is_quoted=True, place=0))

    def is_plain(self, file: File) -> bool:
        """Whether it is known that there is nothing to do in a file."""
        return self._relevance.is_plain(file)

    @_guarded(False)
    def is_cuda(self, file: File, data: bytes) -> bool:
        """Whether a file with device code that may not tell so itself is CUDA's."""
        path = file.real.as_posix()
        if len(self._tree.files) > 1 and self._device_code.is_cuda(path, data):
            return True
        return self._is_compiled_as_cuda(path)

    def _reads_as_cuda(self, path: str) -> bool:
        file = self._tree.files[path]
        return file.is_cuda or self.is_cuda(file, self._tree.bytes_of(path))

    def _is_compiled_as_cuda(self, path: str) -> bool:
        """Whether builds compile a source of the tree as CUDA, whatever its name is."""
        return path in self._tree.files and path in self._tree.said.as_cuda

    @_guarded(False)
    def includes_for_fragments(self, file: File, data: bytes) -> bool:
        """Whether a file, that may have nothing of CUDA itself, includes in braces what calls headers of ours."""
        path = file.real.as_posix()
        if (known := self._settled.get(path)) is not None:
            return bool(known.of_fragments)
        return path in self._tree.files and bool(self._fragments.headers(path, data))

    @cached_property
    def builds(self) -> BuildFiles:
        tree = self._tree
        dual = self._dual_builds() if self._style.keeps_sources else None
        return BuildFiles(tree.builds, tree.content, dual, self.ports)

    def _dual_builds(self) -> DualBuilds:
        tree = self._tree
        files = [file for file in tree.builds if kind_of(file.path.name) == "cmake"]
        sources = list(tree.files.values())
        return DualBuilds(files, sources, tree.content, lambda data: names_cuda(data, tree.policy))

    @cached_property
    def _device_code(self) -> DeviceCode:
        return DeviceCode(self._tree)

    @_guarded(ALONE)
    def around(self, file: File, data: bytes) -> Surroundings:
        """What other files make of the macros that a file asks for, or need of a build file."""
        if file.kind == "build":
            return self.builds.around(file)
        known = self._settled.get(file.real.as_posix()) if self._settled else None
        around = self._around(file, data) if known is None else known
        modules = self._modules.named_in(data)
        return around._replace(modules=modules) if modules else around

    @_guarded(ALONE)
    def _around(self, file: File, data: bytes) -> Surroundings:
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
        if not (of_fragments or self.is_cuda(file, data) or self._relevance.concerns(file, data)):
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
            is_cuda=self.is_cuda(file, data),
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
            qualifiers=tuple(own.qualifiers(data)),
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

    @_guarded("kept")
    def port_of(self, file: File) -> Port:
        """Whether a file is portable already, and whether builds for AMD compile it for certain."""
        if file not in self.ports:
            return "none"
        is_compiled = file.is_source and self._amd_sources.has(file.real.as_posix())
        return "compiled" if is_compiled else "kept"

    @_guarded(())
    def only_for_cuda(self, files: Iterable[File]) -> Sequence[str]:
        """The sources of a portable tree that its builds for AMD do not name."""
        paths = {file.real.as_posix(): str(file.path) for file in files}
        return [paths[path] for path in self._amd_sources.unnamed(paths)]

    @cached_property
    def _amd_sources(self) -> AmdSources:
        return AmdSources(self.ports, self._tree.named_build_texts, self._tree.includers.including)

    @_guarded(())
    def lacking(self, callers: Callers, name_of: Callable[[str], str]) -> Sequence[FileOutcome]:
        """What those who call headers of ours lack."""
        return tuple(MissingHelpers(self._tree, self._fragments, callers, name_of).found())

    @_guarded(())
    def quoted_includes(self) -> Sequence[tuple[str, File, str]]:
        """The files that sources include in quotes: the last part of each name, the source, and the name."""
        tree = self._tree
        return tuple(
            (name, tree.files[each.path], each.include.spelling)
            for name, mentions in tree.survey.mentions.items()
            for each in mentions
            if each.include.is_quoted and not each.is_in_macro
        )

    @_guarded(False)
    def concerns(self, file: File) -> bool:
        """Whether conversion may concern a file."""
        data = self._tree.content(file)
        return data is not None and self._relevance.concerns(file, data)

    @_guarded("")
    def why_no_work(self, file: File) -> str:
        """Why a port has no work with a file, if that is so."""
        return self._no_work.why(file)

    @_guarded("")
    def why_no_work_on(self, file: File, line: int, subject: str) -> str:
        """Why a port has no work with a line of a file, if that is so."""
        return self._no_work.why_remark(file, line, subject)

    @cached_property
    def _no_work(self) -> NoWork:
        return NoWork(self._tree, lambda: self.ports)
