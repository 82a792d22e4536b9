"""Sources for both platforms: branches that a build for AMD never reads hold CUDA on purpose and are left alone."""

from __future__ import annotations

from hipify_py.file.surroundings import Surroundings
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import CONDITIONS, Branch
from hipify_py.reading.expressions import UNDEFINED, UNKNOWN, Worth, answer, defined_as, with_signs
from hipify_py.reading.preprocessor import Directive
from hipify_py.reading.reading import Reading
from hipify_py.records import dataclass
from hipify_py.texts import to_bytes

# How code bases call the choice of a platform: `USE_HIP`, `MINE_WITH_CUDA`.
CHOICES = rb"(?:USE|USING|WITH|ENABLE|HAVE|HAS|BUILD|TARGET|BACKEND)"
_HIP = (
    rb"(?:__HIP(?:CC|_PLATFORM_AMD|_PLATFORM_HCC|_ROCclr)?__"
    rb"|(?:\w+_)?" + CHOICES + rb"_(?:HIP|ROCM)(?:CC)?(?:_(?:ON|ENABLED|BACKEND))?"
    rb"|(?:\w+_)?(?:HIP|ROCM)_(?:ENABLED|BACKEND|BUILD)|__HCC__|HIPCC)"
)
_CHOICE_OF_CUDA = rb"(?:\w+_)?" + CHOICES + rb"_(?:CUDA|NVCC)"
_CUDA = rb"(?:__CUDACC__|__NVCC__|__CUDA__|" + _CHOICE_OF_CUDA + rb")"
# One of these stands in each of them.
_IN_HIP_MACROS = (b"HIP", b"ROCM", b"HCC")
# What a build for AMD always defines, in HIP or in the code base's own words; and what never.
HIP_MACRO = pattern(_HIP)
# Only compilers for AMD define it, and only where they compile for a GPU.
FOR_AMD_DEVICES = b"defined(__AMDGCN__)"
NVIDIA_MACRO = pattern(rb"__HIP_PLATFORM_(?:NVIDIA|NVCC)__")
_NVIDIA = pattern(rb"\b" + NVIDIA_MACRO.pattern + rb"\b")
_MENTIONS_HIP = pattern(rb"\b" + _HIP + rb"\b")
_OF_CUDA = pattern(_CUDA)
_OF_CHOICE = pattern(_CHOICE_OF_CUDA)
_MENTIONS_CUDA = pattern(rb"\b" + _CUDA + rb"\b")
_WORD = pattern(rb"[A-Za-z_]\w*")
# What stands for the code base's own macros, in conditions as they are read here.
_AS_HIP, _AS_CUDA = b"__HIP_PLATFORM_AMD__", b"USE_CUDA"
# `#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_HIP`
_THRUST = {b"THRUST_DEVICE_SYSTEM_HIP": _AS_HIP, b"THRUST_DEVICE_SYSTEM_CUDA": _AS_CUDA}
_NEGATED = rb"!\s*(?:defined\s*(?:\(\s*)?)?(?:\(\s*)?"
_NEGATED_HIP = pattern(_NEGATED + _HIP + rb"\b")
_NEGATED_CUDA = pattern(_NEGATED + _CUDA + rb"\b")
_NEGATIVE = (b"ifndef", b"elifndef")
_POSITIVE = (b"if", b"ifdef", b"elif", b"elifdef")
_ASKED_ALONE = pattern(rb"(?:defined\s*\(?\s*)?([A-Za-z]\w*)\s*\)?")
_HEADERS_OF_HIP, _HEADERS_OF_CUDA = (b"hip/", b"hipblas", b"hipfft", b"rccl"), (b"cuda", b"cublas", b"cufft", b"nccl")


@dataclass(frozen=True)
class Platforms:
    """`surroundings` know the code base's own macros for either platform."""

    reading: Reading
    surroundings: Surroundings

    def cuda_only(self) -> list[tuple[int, int]]:
        """The spans that conversion leaves alone: branches for CUDA beside ones for HIP, and the conditions of both."""
        spans = []
        for chain in self.reading.conditionals.chains if self._may_speak_of_hip else ():
            asking = [each for each in chain.branches if self._mentions_hip(each)]
            if not asking:
                spans += [(each.start, each.end) for each in chain.branches if self._is_for_an_alternative(each)]
            if asking and not chain.is_guard:
                all_of_hip = next((other.number for other in asking if self._is_all_of_hip(other)), None)
                is_for_one = any(self._tells(each.directive) for each in asking)
                lines = [each.directive for each in (chain.branches if is_for_one else asking)]
                spans += [(line.body, line.end) for line in lines]
                judged = chain.branches if is_for_one or all_of_hip is not None else asking
                spans += [(each.start, each.end) for each in judged if self._is_settled(each, all_of_hip)]
        return spans

    def hip_only(self) -> list[tuple[int, int]]:
        """The spans of branches for HIP alone."""
        chains = self.reading.conditionals.chains if self._may_speak_of_hip else []
        branches = (branch for chain in chains if not chain.is_guard for branch in chain.branches)
        settled = (each for each in branches if self._is_settled(each, None) and not self._is_for_cuda(each, None))
        return [(each.start, each.end) for each in settled]

    def tells_hip_from_cuda(self) -> bool:
        """Whether any condition of the file asks for HIP alone: one that asks for either compiler decides nothing."""
        if not self._may_speak_of_hip:
            return False
        lines = (line for line in self.reading.directives if line.keyword in CONDITIONS)
        return any(map(self._tells, lines))

    def _tells(self, line: Directive) -> bool:
        """Whether a condition that names HIP has another answer in builds for AMD than in those for NVIDIA."""
        condition = self._condition(line)
        if not _MENTIONS_HIP.search(condition):
            return _NVIDIA.search(condition) is not None
        for_amd, for_nvidia = answer(line, condition, _on_amd), answer(line, condition, _on_nvidia)
        if for_amd is not None or for_nvidia is not None:
            return for_amd is None or for_nvidia is None or bool(for_amd) is not bool(for_nvidia)
        return bool(_NEGATED_HIP.search(condition)) or _MENTIONS_CUDA.search(condition) is None

    def _is_settled(self, branch: Branch, all_of_hip: int | None) -> bool:
        """Whether a branch is for CUDA alone, or for HIP alone; `all_of_hip` is the number of the first branch of its
        chain that every build for AMD takes."""
        condition = self._condition(branch.directive)
        is_for_both = b"||" in condition or _MENTIONS_CUDA.search(condition) is not None
        return self._is_for_cuda(branch, all_of_hip) or (self._mentions_hip(branch) and not is_for_both)

    def _is_for_cuda(self, branch: Branch, all_of_hip: int | None) -> bool:
        condition = self._condition(branch.directive)
        if _NVIDIA.search(condition):
            return not condition.lstrip().startswith(b"!")
        if self._is_against_hip(branch):
            return True
        if _MENTIONS_HIP.search(condition):
            return False
        if branch.directive.keyword not in _NEGATIVE and _MENTIONS_CUDA.search(_NEGATED_CUDA.sub(b"", condition)):
            return True
        return all_of_hip is not None and all_of_hip < branch.number

    def _is_for_an_alternative(self, branch: Branch) -> bool:
        """Whether a branch asks for a macro that the file has beside one for HIP: `#ifdef USE_CUDA`, where another
        condition is `#ifdef USE_HIP … #elif defined(USE_CUDA)`."""
        condition = self._condition(branch.directive)
        is_negative = branch.directive.keyword in _NEGATIVE or b"!" in condition or b"||" in condition
        named = [] if is_negative else _WORD.findall(condition)
        return not self._alternatives.isdisjoint(named)

    @cached_property
    def _alternatives(self) -> frozenset[bytes]:
        """The macros for CUDA that are asked for where those for HIP are not defined."""
        found = {_AS_CUDA} if self._pairs else set[bytes]()
        for chain in self.reading.conditionals.chains:
            named = [_WORD.findall(self._condition(each.directive)) for each in chain.branches]
            of_hip = [place for place, words in enumerate(named) if any(map(HIP_MACRO.fullmatch, words))]
            others = (words for place, words in enumerate(named) if of_hip and place not in of_hip)
            found |= {word for words in others for word in words if _OF_CHOICE.fullmatch(word)}
        return frozenset(found)

    def _is_against_hip(self, branch: Branch) -> bool:
        """`#ifndef USE_HIP`, `#if !defined(USE_HIP)`, also with more conditions joined by `&&`."""
        condition = self._condition(branch.directive)
        if branch.directive.keyword in _NEGATIVE:
            return _MENTIONS_HIP.search(condition) is not None
        return _NEGATED_HIP.search(condition) is not None and b"||" not in condition

    def _is_all_of_hip(self, branch: Branch) -> bool:
        """Whether every build for AMD takes this branch: HIP's macro alone, or as one of several alternatives."""
        condition = self._condition(branch.directive)
        if branch.directive.keyword in _NEGATIVE or b"&&" in condition or b"!" in condition:
            return False
        return self._mentions_hip(branch)

    def _mentions_hip(self, branch: Branch) -> bool:
        condition = self._condition(branch.directive)
        return bool(_MENTIONS_HIP.search(condition) or _NVIDIA.search(condition))

    def _condition(self, line: Directive) -> bytes:
        """A condition, with what the code base derives from the platforms' macros in the words of these."""
        condition = with_signs(self.reading.code[line.body : line.end])
        return _WORD.sub(lambda word: self._own.get(word[0], word[0]), condition) if self._own else condition

    @cached_property
    def _may_speak_of_hip(self) -> bool:
        """Whether a condition may name a macro of HIP's, or one that the code base derives from it."""
        if self._own:
            return True
        code, lines = self.reading.code, (line for line in self.reading.directives if line.keyword in CONDITIONS)
        conditions = b"\n".join([code[line.body : line.end] for line in lines])
        return any(sign in conditions for sign in _IN_HIP_MACROS)

    @cached_property
    def _own(self) -> dict[bytes, bytes]:
        of_hip = {to_bytes(macro.name): _AS_HIP for macro in self.surroundings.macros if macro.is_for_amd}
        of_cuda = {to_bytes(macro.name): _AS_CUDA for macro in self.surroundings.macros if macro.is_for_nvidia}
        given_hip = {to_bytes(each.name): _AS_HIP for each in self.surroundings.given if each.is_for_hip}
        given_cuda = {to_bytes(each.name): _AS_CUDA for each in self.surroundings.given if each.is_for_cuda}
        return {
            **given_hip,
            **given_cuda,
            **of_hip,
            **of_cuda,
            **self._pairs,
            **(_THRUST if b"THRUST_DEVICE_SYSTEM_HIP" in self.reading.words else {}),
        }

    @cached_property
    def _pairs(self) -> dict[bytes, bytes]:
        """`GRID_HIP` and `GRID_CUDA`, each asked for by itself: the one with a header of HIP's in its branch, and the
        other with one of CUDA's."""
        asked: dict[bytes, Branch] = {}
        for chain in self.reading.conditionals.chains if b"_HIP" in self.reading.code else ():
            for branch in chain.branches:
                directive = branch.directive
                named = _ASKED_ALONE.fullmatch(self.reading.code[directive.body : directive.end].strip())
                if named is not None and directive.keyword in _POSITIVE:
                    asked.setdefault(named[1], branch)
        found: dict[bytes, bytes] = {}
        for name, branch in asked.items():
            other = asked.get(name.removesuffix(b"_HIP") + b"_CUDA") if name.endswith(b"_HIP") else None
            if (
                other is not None
                and self._includes(branch, _HEADERS_OF_HIP)
                and self._includes(other, _HEADERS_OF_CUDA)
            ):
                found |= {name: _AS_HIP, name.removesuffix(b"_HIP") + b"_CUDA": _AS_CUDA}
        return found

    def _includes(self, branch: Branch, headers: tuple[bytes, ...]) -> bool:
        lines = (line.start for line, header in self.reading.headers if header.name.startswith(headers))
        return any(branch.start <= place < branch.end for place in lines)


def _on_amd(name: bytes) -> Worth:
    return defined_as(1) if HIP_MACRO.fullmatch(name) else UNDEFINED if _OF_CUDA.fullmatch(name) else UNKNOWN


def _on_nvidia(name: bytes) -> Worth:
    return UNDEFINED if HIP_MACRO.fullmatch(name) else defined_as(1) if _OF_CUDA.fullmatch(name) else UNKNOWN
