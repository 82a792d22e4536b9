"""Which branches of `#if` no build for AMD ever reads, judged by what AMD's preprocessor will be given to read."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence, Set
from contextlib import suppress
from functools import partial

from hipify_py.edits import Edit
from hipify_py.file.platform import HIP_MACRO, NVIDIA_MACRO
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch, Chain
from hipify_py.reading.expressions import (
    UNDEFINED,
    UNKNOWN,
    Names,
    Value,
    Worth,
    answer,
    asked_in,
    defined_as,
    value_of,
)
from hipify_py.reading.preprocessor import Directive, Macro
from hipify_py.reading.reading import Reading
from hipify_py.records import dataclass
from hipify_py.texts import to_text

_LINE_SPLICE = pattern(rb"\\\r?\n")
# What only NVIDIA's compilers and headers define: to others it is not defined, and 0 as a number.
_NEVER_DEFINED = pattern(
    rb"__NVCC__|__CUDACC(?:_\w+)?__|__CUDACC_VER_\w+__|__CUDA_API_VERSION|__CUDART_API_VERSION|__NVCOMPILER\w*|"
    rb"_NVHPC\w*|__PGI\w*|__CUDA__|__(?:NV)?PTX__|__nvptx\w*|CUDA_HAS_\w+"
    # What libraries derive from those.
    rb"|\w{0,60}(?:CUDA|PTX)_ARCH\w*|HIPCUB_ARCH|(?:\w{1,60}_)?(?:CUDA|CUDART|CUDA_SDK)_VER(?:SION)?|CUB_USE_COOPERATIVE_GROUPS|CUB_VERSION|CCCL_VERSION|_(?:LIBCUDACXX|CCCL)_\w+"
    # What a configuration finds only where a library of NVIDIA's is installed.
    rb"|(?:\w{1,60}_)?(?:HAVE|HAS|WITH|USE|ENABLE|FOUND)_(?:\w{1,60}_)?"
    rb"(?:LIB)?(?:NVIDIA_ML|NVML|CUPTI|NVTX\d?|NVJPEG|NPP|OPTIX|NVSHMEM|CUDSS|CUTENSOR|TENSORRT|NVCOMP|CUFILE|GDS)"
    # What is built for one generation of NVIDIA's GPUs.
    rb"|(?:\w{1,60}_)?(?:HAVE|HAS|WITH|USE|ENABLE)_(?:\w{1,60}_)?(?:HOPPER|BLACKWELL|AMPERE|VOLTA|SM_?\d{2,3}[aA]?)(?:_\w{1,60})?"
    # What ROCm does not exist for.
    rb"|__APPLE__|__MACH__"
    # What nobody compiles.
    rb"|__?DOXYGEN_?_?|DOXYGEN\w*"
)
# What the newest GPUs and releases of NVIDIA answer.
_NEWEST = (
    (re.compile(rb"\w{0,60}(?:CUDA|PTX)_ARCH\w*"), 1200),
    (re.compile(rb"__CUDACC_VER_MAJOR__"), 13),
    (re.compile(rb"__CUDACC_VER_\w{1,40}__"), 0),
    (re.compile(rb"(?:\w{1,60}_)?(?:CUDA|CUDART|CUDA_SDK)_VER(?:SION)?|__CUDA(?:RT)?_API_VERSION"), 13000),
)


_DEVICE_MACRO = b"__HIP_DEVICE_COMPILE__"
# What nvcc defines, and conversion makes HIP's.
_OF_CUDA_COMPILERS = (b"__CUDACC__", b"__NVCC__")


def on_amd(name: bytes) -> Worth:
    if _NEVER_DEFINED.fullmatch(name) or NVIDIA_MACRO.fullmatch(name):
        return UNDEFINED
    return defined_as(1) if HIP_MACRO.fullmatch(name) else UNKNOWN


def on_nvidia(name: bytes) -> Worth:
    """As a build for NVIDIA answers, with its newest compiler."""
    if HIP_MACRO.fullmatch(name):
        return UNDEFINED
    if name in _OF_CUDA_COMPILERS or NVIDIA_MACRO.fullmatch(name):
        return defined_as(1)
    return next((defined_as(value) for pattern, value in _NEWEST if pattern.fullmatch(name)), UNKNOWN)


def without_hip(name: bytes) -> Worth:
    """As every build for others than AMD answers: for any GPU of NVIDIA, or for none."""
    return UNDEFINED if HIP_MACRO.fullmatch(name) else UNKNOWN


def in_device_code(names: Names) -> Names:
    """What names are in the pass that compiles for GPUs of AMD, by what they are in either pass."""
    return partial(_in_device_code, names)


def _in_device_code(names: Names, name: bytes) -> Worth:
    return defined_as(1) if name == _DEVICE_MACRO else names(name)


def on_newest(name: bytes) -> Worth:
    return next((defined_as(value) for pattern, value in _NEWEST if pattern.fullmatch(name)), on_amd(name))


# A name with more definitions than that is none that decides anything.
_MOST_DEFINITIONS = 50


@dataclass(frozen=True)
class AmdBranches:
    """What is read depends on what conversion makes of the conditions: `edits` are all that will be applied."""

    reading: Reading
    edits: Sequence[Edit]
    names: Names = on_amd  # what those are that the file does not define

    def guard(self, offset: int) -> str:
        """The condition that keeps a place from every build for AMD, if there is one."""
        for branch in self.reading.conditionals.around(offset):
            if branch.directive.start <= offset < branch.end and self._is_dead(branch):
                return self._words(branch)
        return ""

    @cached_property
    def guards_any(self) -> bool:
        """Whether anything in the file is kept from every build for AMD."""
        return any(self._is_dead(branch) for chain in self.reading.conditionals.chains for branch in chain.branches)

    def _is_dead(self, branch: Branch) -> bool:
        if id(branch) not in self._dead:
            is_taken_before = False
            for other in branch.chain.branches:
                value = self.value(other.directive)
                self._dead[id(other)] = is_taken_before or value == 0
                is_taken_before |= bool(value)
        return self._dead[id(branch)]

    @cached_property
    def _dead(self) -> dict[int, bool]:
        return {}

    def _words(self, branch: Branch) -> str:
        """The branch in the words of its directives."""
        first = self._text(self.reading.code, branch.chain.branches[0].directive)
        own = self._text(self.reading.code, branch.directive)
        return own if branch is branch.chain.branches[0] else f"{own} of {first}"

    def _text(self, code: bytes, directive: Directive) -> str:
        return " ".join(to_text(code[directive.start : directive.end]).replace("\\\n", " ").split())

    def is_dead(self, offset: int) -> bool:
        return bool(self.guard(offset))

    def is_sure(self, offset: int) -> bool:
        """Whether every build for AMD reads a place."""
        return all(map(self._is_taken, self.reading.conditionals.around(offset)))

    def taken(self, branches: Sequence[Branch]) -> Branch | None:
        """The branch of a short chain that every build for AMD reads which reads what is around the chain."""
        return next((branch for branch in branches if self._is_taken(branch)), None)

    def is_read(self, offset: int, chain: Chain) -> bool | None:
        """Whether a place in a chain is read where the chain is; None where that depends."""
        is_sure = True
        for branch in self.reading.conditionals.around(offset):
            if self._is_dead(branch):
                return False
            is_sure &= self._is_taken(branch)
            if branch.chain is chain:
                break
        return True if is_sure else None

    @cached_property
    def newest(self) -> AmdBranches:
        """The same for the newest GPU and CUDA."""
        return AmdBranches(self.reading, self.edits, on_newest)

    def at_end(self, name: bytes) -> Worth:
        """What a name is behind the last line of the file."""
        return self._on_amd(len(self.reading.code), name)

    def is_answered_as_by_newest(self, directive: Directive) -> bool:
        """Whether AMD's answer to a condition is that of the newest GPU and CUDA, which is what is wanted then."""
        if directive.start not in self._alike:
            here, there = self.value(directive), self._value_by(directive, on_newest)
            self._alike[directive.start] = here is not None and there is not None and bool(here) == bool(there)
        return self._alike[directive.start]

    def is_false_by_newest(self, directive: Directive) -> bool:
        """Whether the newest GPU and CUDA surely answer a condition with no."""
        return self._value_by(directive, on_newest) == 0

    @cached_property
    def _alike(self) -> dict[int, bool]:
        return {}

    def value(self, directive: Directive) -> Value:
        """What a condition is worth on AMD: 0, something else, or None where that depends."""
        return self._value_by(directive, partial(self._on_amd, directive.start))

    def _value_by(self, directive: Directive, names: Names) -> Value:
        converted = directive._replace(keyword=self._keyword(directive))
        return answer(converted, self._converted(directive), names)

    def _on_amd(self, place: int, name: bytes) -> Worth:
        """What a name is to AMD's preprocessor where it asks for it."""
        branch = self.reading.conditionals.at(place)
        earlier = self.reading.macros_called.get(name, [])
        earlier = earlier[: bisect_left(earlier, place, key=_begins)]
        key = name, id(branch), len(earlier)
        if key not in self._worth:
            self._worth[key] = UNKNOWN  # until it is known, also to whoever asks for it on the way
            with suppress(RecursionError):  # nobody derives macros from each other as often as that
                self._worth[key] = self._own_worth(place, name, earlier)
        return self._worth[key]

    def _own_worth(self, place: int, name: bytes, earlier: Sequence[Macro]) -> Worth:
        if name in self._undefined or len(earlier) > _MOST_DEFINITIONS:
            return UNKNOWN
        if not earlier:
            return self.names(name)
        live = [macro for macro in earlier if not self.guard(macro.name_start)]
        if not live:
            return UNDEFINED
        if name in self._of_guard:
            return defined_as(None)  # as what, whoever compiles the file may have said
        if any(map(self._may_be_given, live)):
            return UNKNOWN
        bodies = {self.reading.code[macro.body : macro.end].strip() for macro in live}
        is_number = len(bodies) == 1 and all(macro.parameters is None for macro in live)
        value = value_of(bodies.pop(), partial(self._on_amd, place)) if is_number else None
        given = self.reading.conditionals.around(place)
        if any(self._is_sure(macro, given) for macro in live) or self._is_sure_by_branches(live, given):
            return defined_as(value)
        return Worth(None, value if value == 0 else None)

    def _is_sure(self, macro: Macro, given: Sequence[Branch]) -> bool:
        """Whether every build for AMD reads a definition that reads the given branches."""
        around = self.reading.conditionals.around(macro.name_start)
        return all(branch in given or self._is_taken(branch) for branch in around)

    def _is_sure_by_branches(self, macros: Sequence[Macro], given: Sequence[Branch]) -> bool:
        """Whether all branches of a chain have a definition, the `#else` too."""
        defining: set[int] = set()
        chains: dict[int, Chain] = {}
        for macro in macros:
            around = self.reading.conditionals.around(macro.name_start)
            open_ = [branch for branch in around if branch not in given and not self._is_taken(branch)]
            if len(open_) == 1:
                defining.add(id(open_[0]))
                chains[id(open_[0].chain)] = open_[0].chain
        return any(
            chain.branches[-1].directive.keyword == b"else"
            and all(id(branch) in defining or self._is_dead(branch) for branch in chain.branches)
            for chain in chains.values()
        )

    def _may_be_given(self, macro: Macro) -> bool:
        """`#ifndef NAME`, `#define NAME 0`: who compiles the file may say otherwise."""
        around = self.reading.conditionals.around(macro.name_start)
        lines = (branch.chain.branches[0].directive for branch in around)
        return any(macro.name in asked_in(self.reading.code[line.body : line.end]) for line in lines)

    def _is_taken(self, branch: Branch) -> bool:
        *before, own = (self.value(other.directive) for other in branch.chain.branches[: branch.number + 1])
        return bool(own) and all(value == 0 for value in before)

    @cached_property
    def _worth(self) -> dict[tuple[bytes, int, int], Worth]:
        return {}

    @cached_property
    def _of_guard(self) -> Set[bytes]:
        """What keeps the file from being read twice."""
        code = self.reading.code
        lines = (chain.branches[0].directive for chain in self.reading.conditionals.chains[:1] if chain.is_guard)
        return frozenset().union(*(asked_in(code[line.body : line.end]) for line in lines))

    @cached_property
    def _undefined(self) -> frozenset[bytes]:
        """The names that the file takes back: what they are depends on where one asks."""
        lines = (line for line in self.reading.directives if line.keyword == b"undef")
        return frozenset(self.reading.code[line.body : line.end].strip() for line in lines)

    def _keyword(self, directive: Directive) -> bytes:
        """`ifndef` may have become `if`."""
        for edit in self.edits[bisect_left(self._starts, directive.start) :]:
            if edit.end > directive.body:
                break
            if edit.takes == (directive.keyword,) and isinstance(edit.new, bytes):
                return edit.new
        return directive.keyword

    def _converted(self, directive: Directive) -> bytes:
        code, position, pieces = self.reading.code, directive.body, []
        for edit in self.edits[bisect_left(self._starts, directive.body) :]:
            if edit.end > directive.end:
                break
            if isinstance(edit.new, bytes):
                pieces += [code[position : edit.start], edit.new]
                position = edit.end
        return _LINE_SPLICE.sub(b" ", b"".join((*pieces, code[position : directive.end])))

    @cached_property
    def _starts(self) -> list[int]:
        return [edit.start for edit in self.edits]


def _begins(macro: Macro) -> int:
    return macro.name_start
