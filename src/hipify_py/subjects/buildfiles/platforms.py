"""Which platforms a build file builds for."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Set
from enum import Enum, auto
from typing import NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles import cmake
from hipify_py.subjects.buildfiles.blanks import blanked
from hipify_py.subjects.buildfiles.branches import (
    Branch,
    For,
    asserts_no_hip,
    chains_of,
    is_for_all_of_hip,
    left_out_for_hip,
)
from hipify_py.subjects.buildfiles.kinds import kind_of
from hipify_py.subjects.buildfiles.make_conversion import calls_nvcc
from hipify_py.subjects.buildfiles.python import SAID, Python
from hipify_py.subjects.buildfiles.read import texts, without_comments


class BuildsFor(Enum):
    BOTH = auto()
    BOTH_BY_NAME = auto()  # if its options mean what AMD calls HIP
    CUDA_ALONE = auto()


class _Asked(NamedTuple):
    """What in a build file asks for HIP, and what for CUDA: one that asks for both builds the same sources for both.
    `by_name` are options with the bare word, which has other meanings."""

    hip: Callable[[bytes], object]
    cuda: Callable[[bytes], object]
    by_name: Callable[[bytes], object] | None = None


# A call of a converter, but for ours: who calls that is about to port.
_HIPIFY = rb"\bhipify(?![-_]py\b)[\w-]*"
_CALLS_HIPCC = rb"hipcc\b(?!\.\w)"  # and no file of that name
_HIPCC, _NVCC = rb"\b" + _CALLS_HIPCC + rb"|-lamdhip64\b|" + _HIPIFY, rb"\bnvcc\b|-lcudart\b"
_BY_COMPILERS = _Asked(pattern(_HIPCC).search, pattern(_NVCC).search)
# What Autoconf and its macros call a platform: `AC_ARG_WITH([rocm], …)`, `m4_include([config/m4/rocm.m4])`.
_BY_AUTOCONF = _Asked(
    pattern(_HIPCC + rb"|\[(?:hip|rocm|rocr)\]|\b(?:hip|rocm|rocr)\.m4\b").search,
    pattern(_NVCC + rb"|\[cuda\]|\bcuda\.m4\b").search,
)
_HIP_IN_PYTHON = pattern(
    rb"\b(?:IS_ROCM|IS_HIP_EXTENSION|torch\.version\.hip|hipcc)\b|\btorch\.version[ \t]*,[ \t]*[\"']hip[\"']|" + _HIPIFY
)
_BOTH_HOMES = pattern(rb"\bCUDA_HOME\b"), pattern(rb"\bROCM_HOME\b")


def _asks_for_hip(code: bytes) -> object:
    """Scripts for both know both folders: `CUDAExtension`, and the key `nvcc`, are those of PyTorch for ROCm, too."""
    return _HIP_IN_PYTHON.search(code) or all(each.search(code) for each in _BOTH_HOMES)


# `LANGUAGES CXX HIP`, and variables that are set to a language: `set(TARGET_LANGUAGE HIP)`.
_LANGUAGES = rb"\b\w{0,40}LANG(?:UAGES?)?\b[^)\n]{0,99}\b"
# Options and conditions of CMake.
_OPTION = rb"\b(?:(?:else)?if|option)\s*\([^)\n]{0,200}?\b(?:\w{1,40}_)?(?:USE|WITH|ENABLE|HAVE|GPU)_"
_IN_MESON = rb"\b(?:add_languages|project|dependency|find_program|find_library|get_option|option)[ \t]*\([^)]{0,200}'"
_ASKED = {
    "python": _Asked(
        _asks_for_hip,
        pattern(rb"\b(?:CUDAExtension|CUDA_HOME|nvcc)\b").search,
    ),
    "cmake": _Asked(
        pattern(
            rb"(?i)\benable_language\s*\(\s*HIP\b|" + _LANGUAGES + rb"HIP\b|"
            rb"\bfind_package\s*\(\s*(?:HIP|ROCM|rccl|(?:hip|roc)(?:blas|sparse|fft|rand|solver|cub|prim|thrust))\b|"
            rb"\bhip_add_\w+|" + _HIPIFY + rb"|"
            rb"\bSTREQUAL[ \t]+\"?(?:hip|rocm)\b|" + _OPTION + rb"ROCM\b"
        ).search,
        pattern(
            rb"(?i)\benable_language\s*\(\s*CUDA\b|" + _LANGUAGES + rb"CUDA\b|"
            rb"\bfind_package\s*\(\s*CUDA|\bcuda_add_\w+|\b(?:\w{1,40}_)?(?:USE|WITH|ENABLE)_CUDA\b|\bnvcc\b"
        ).search,
        pattern(rb"(?i)" + _OPTION + rb"HIP\b").search,
    ),
    "bazel": _Asked(
        pattern(rb"\b(?:if_rocm\w*|rocm_library|hip_library)[ \t]*\(|@local_config_rocm\b").search,
        pattern(rb"\b(?:if_cuda\w*|cuda_library)[ \t]*\(|@local_config_cuda\b").search,
    ),
    "meson": _Asked(
        pattern(_IN_MESON + rb"(?:hip|hipcc|amdhip64|rocm)'").search,
        pattern(_IN_MESON + rb"(?:cuda|nvcc|cudart)'").search,
    ),
    "make": _BY_COMPILERS,
    "other": _BY_COMPILERS,
}
# Of what converted builds may keep, `option(USE_CUDA)` and `$(shell nvcc --version)` build nothing for CUDA.
_IN_SHELL = pattern(rb"\$\(shell\b[^()\n]*")
_LINKS_CUDA = pattern(rb"-lcudart\b")
_NEEDS_CUDA = pattern(
    rb"(?i)\benable_language\s*\(\s*CUDA\b|" + _LANGUAGES + rb"CUDA\b|\bfind_package\s*\(\s*CUDA|\bcuda_add_\w+"
)
_CHOOSES_HIP = pattern(
    rb"(?i)\b(?:(?:else)?if|option)\s*\([^)\n]{0,200}?(?:\b(?:\w{1,40}_)?(?:USE|WITH|ENABLE|HAVE|GPU)_(?:HIP|ROCM)\b|"
    rb"\bSTREQUAL[ \t]+\"?(?:hip|rocm)\b|(?-i:\bHIP_FOUND\b|ROCM))|\bhip_add_\w+|" + _HIPIFY
)
_SPEAKS_OF_HIP = pattern(
    rb"(?i)hipcc|rocm|amdhip|amdgpu|\bgfx\d|\bhip::|::hip\b|\bCMAKE_HIP_|\bHIP_(?:PATH|ARCH|ROOT|PLATFORM|CLANG)|"
    rb"\benable_language\s*\(\s*HIP\b|" + _LANGUAGES + rb"HIP\b|\bfind_package\s*\(\s*(?:hip|roc)|"
    rb"\bhip_add_\w+|\bversion\.hip\b|" + _HIPIFY + rb"|" + _IN_MESON + rb"hip'"
).search
_AUTOCONF = (".ac", ".m4")
_IN_PYTHON = ("python", "bazel")
_WITH_REFUSALS = (*_IN_PYTHON, "cmake", "make", "meson")
# What PyTorch defines where it builds for ROCm.
PYTORCH_MACRO = b"USE_ROCM"
# How files begin a project of their own; each Makefile does.
_PROJECTS = {
    "cmake": pattern(rb"(?mi)^[ \t]*project[ \t]*\("),
    "python": pattern(rb"(?m)^(?:\w{1,40}\.)?setup[ \t]*\("),
}
# Folders for parts of a build, which are about the directory they lie in.
PARTS_OF_BUILDS = frozenset(("cmake", "cmake_modules", "modules", "m4", "config", "build_tools", "op_builder"))

# How a build refuses to go on.
_REFUSES = {"make": pattern(rb"\$\(error\b"), "meson": pattern(rb"\berror[ \t]*\(")}
_REFUSES_IN_PYTHON = pattern(rb"(?m)(?:^|[:;])[ \t]*(?:raise\b|(?:sys\.)?exit\b)")
_EXTENSION = pattern(rb"(?<!Build)Extension\b")
_IMPORTS = pattern(rb"(?:from|import)\b")
_NEVER = pattern(rb"(?i)[\s(]*(?:0|false|off|no)[\s):]*")
_CONVERTS = pattern(rb"\b" + _CALLS_HIPCC + rb"|" + _HIPIFY)
_REFUSES_IN_CMAKE = pattern(rb"\s*(?:FATAL|SEND)_ERROR\b")
_SAID_IN_CMAKE = pattern(rb"(?i)\bmessage\s*\(\s*\)")
_WARNS = pattern(rb"(?i)warn|\bnot?\b|n't\b|unsupported|ignor")
# What statements have that do anything.
_DOES = pattern(rb"[^\w.\s]")
# What is longer does more than warn.
_LONGEST_WARNING = 2_000

# Rules of Make: those of one target, with what it is made of.
_RULE = pattern(rb"[^\s.:=#%][^:=%\n]*:(?![:=])[^=%\n]*\Z")
_NAMES_HIPCC = pattern(rb"(?m)^[ \t]{0,40}\w{0,60}HIPCC\w{0,60}[ \t]{0,20}[:?+]?=[^\n]*")
_FOR_HIP, _FOR_CUDA = (
    pattern(rb"(?i)-lamdhip64\b|\b\w*" + _CALLS_HIPCC + rb"|" + _HIPIFY),
    pattern(rb"(?i)-lcudart\b|\b\w*nvcc\b"),
)
_MADE_OF = pattern(rb"(?<![\w./+-])[\w./+-]{1,200}\.(?:cu|c|cc|cpp|cxx|hip|o)\b")
_MADE_OF_VARIABLE = pattern(rb"\$[({]\w+[)}]")
_PLATFORM = pattern(rb"(?:(?<![a-z])|[-_])(?:cuda|cu|nv|hip|rocm|amd)(?![a-z])[-_]?")


def builds_for(name: str, data: bytes) -> BuildsFor | None:
    """What a build file builds for, if it does so by itself. Programs in Python may ask for either for what they run,
    not build, and find modules are copied from anywhere."""
    kind, asked = _language(name)
    if asked is None or (kind == "python" and b"Extension" not in data) or not asked.cuda(data):  # as most
        return None
    build = _Build(kind, posixpath.splitext(name)[1].lower(), data)
    if not asked.cuda(_IN_SHELL.sub(b"", build.text) if kind == "make" else build.text):
        return None
    if kind == "make" and not _LINKS_CUDA.search(build.text) and not calls_nvcc(build.text):
        return None
    is_rest = kind == "cmake" and not (_NEEDS_CUDA.search(build.text) or _CHOOSES_HIP.search(build.text))
    if not is_rest and build.asks_for(asked.hip) and not (kind == "make" and _is_of_few(build.text)):
        return BuildsFor.BOTH
    if asked.by_name is not None and build.asks_for(asked.by_name):
        return BuildsFor.BOTH_BY_NAME
    is_project = kind == "make" or (kind in _PROJECTS and _PROJECTS[kind].search(build.text))
    return BuildsFor.CUDA_ALONE if is_project else None


def is_part_for_hip(name: str, data: bytes) -> bool:
    """Whether a part of a build in CMake, as `rocm.cmake`, is for HIP."""
    kind, asked = _language(name)
    if kind != "cmake" or asked is None:
        return False
    build = _Build(kind, "", data)
    return any(ask is not None and build.asks_for(ask) for ask in (asked.hip, asked.by_name))


def speaks_of_hip(name: str, data: bytes) -> bool:
    """Whether a build file has anything of ROCm, beyond macros and options with the word."""
    kind = kind_of(name)
    if not kind or _SPEAKS_OF_HIP(data) is None:
        return False
    build = _Build(kind, posixpath.splitext(name)[1].lower(), data)
    return _SPEAKS_OF_HIP(build.text) is not None


def builds_with_pytorch(name: str, data: bytes) -> bool:
    """Whether a build leaves it to PyTorch to compile sources for CUDA or, translated, for ROCm."""
    return kind_of(name) == "python" and b"cpp_extension" in data and b"torch" in data


def _language(name: str) -> tuple[str, _Asked | None]:
    kind = kind_of(name)
    if name.startswith("Find"):
        return kind, None
    return kind, _BY_AUTOCONF if name.endswith(_AUTOCONF) else _ASKED.get(kind)


@dataclass(frozen=True)
class _Build:
    kind: str
    suffix: str
    data: bytes

    @cached_property
    def text(self) -> bytes:
        """With blanks for comments, and for what is said to people."""
        return blanked(self._code, texts(self.kind, self._code, self._python))

    def asks_for(self, hip: Callable[[bytes], object]) -> bool:
        """Whether it does more for HIP than to refuse it, to warn of it, or to leave out what it builds."""
        if not hip(self.data) or not hip(self.text):
            return False
        refusing = list(self._refusing())
        if any(is_all and is_for_all_of_hip(branch) for branch, is_all in refusing):
            return False
        if self._python and (asserts_no_hip(self._python) or self._leaves_hip_out(self._python)):
            return False
        useless = [*(branch for branch, _is_all in refusing), *filter(self._only_warns, self._branches)]
        spans = [(branch.head, branch.end) for branch in useless if branch.who is For.HIP]
        spans += [(branch.start, branch.end) for branch in self._branches if _NEVER.fullmatch(branch.condition)]
        return bool(hip(blanked(self.text, spans)))

    def _leaves_hip_out(self, python: Python) -> bool:
        """Whether a `setup.py` has extensions, and none of them for HIP."""
        if self.kind != "python" or _CONVERTS.search(self.text):
            return False
        imports = ((line.start, line.end) for line in python.lines if _IMPORTS.match(python.code, line.head))
        code = blanked(self.text, imports)
        return bool(_EXTENSION.search(code)) and not _EXTENSION.search(
            blanked(code, left_out_for_hip(python, self.text))
        )

    def _refusing(self) -> Iterator[tuple[Branch, bool]]:
        """The branches that refuse to go on, each with whether no other condition stands around it."""
        around: list[Branch] = []
        waiting = self._branches[::-1]
        for place in self._refusals():
            while waiting and waiting[-1].start <= place:
                branch = waiting.pop()
                around = _up_to(around, branch.head)
                around.append(branch)
            around = _up_to(around, place)
            if around:
                yield around[-1], len(around) == 1

    def _refusals(self) -> Iterator[int]:
        if self._python:
            yield from (found.end() for found in _REFUSES_IN_PYTHON.finditer(self._python.skeleton))
        elif self.kind == "cmake":
            for command in cmake.commands(self._code):
                if command.name == b"message" and _REFUSES_IN_CMAKE.match(self._code, command.opened + 1):
                    yield command.start
        elif self.kind in _REFUSES:
            yield from (found.start() for found in _REFUSES[self.kind].finditer(self._code))

    def _only_warns(self, branch: Branch) -> bool:
        if branch.end - branch.start > _LONGEST_WARNING or not _WARNS.search(self._code, branch.start, branch.end):
            return False
        said = SAID if self._python else _SAID_IN_CMAKE
        return _DOES.search(said.sub(b"", self.text[branch.start : branch.end])) is None

    @cached_property
    def _branches(self) -> list[Branch]:
        if self.kind not in _WITH_REFUSALS:
            return []
        found = chains_of(self.kind, self._code, self._python)
        return sorted((branch for chain in found for branch in chain.branches), key=lambda branch: branch.start)

    @cached_property
    def _python(self) -> Python | None:
        return Python(self.data) if self.kind in _IN_PYTHON else None

    @cached_property
    def _code(self) -> bytes:
        return without_comments(self.kind, self.suffix, self.data, self._python)


def _up_to(around: list[Branch], place: int) -> list[Branch]:
    """Those of the branches, each in the one before, that reach over a place."""
    while around and around[-1].end <= place:
        around.pop()
    return around


class _Rule(NamedTuple):
    """What one target of a Makefile is made of, and by what."""

    head: bytes
    recipe: list[bytes]

    @property
    def is_for_hip(self) -> bool:
        return any(map(_FOR_HIP.search, self.recipe))

    @property
    def is_for_cuda(self) -> bool:
        return any(map(_FOR_CUDA.search, self.recipe))

    @property
    def sources(self) -> Set[bytes]:
        """What it is made of, without what the platforms are called in names."""
        names = [*_MADE_OF.findall(self.head), *(name for line in self.recipe for name in _MADE_OF.findall(line))]
        stems = (posixpath.basename(name).partition(b".")[0].lower() for name in names)
        return {_PLATFORM.sub(b"", stem) for stem in stems}.union(_MADE_OF_VARIABLE.findall(self.head))


def _is_of_few(text: bytes) -> bool:
    """Whether a Makefile calls HIP's compiler for single targets, and of those for CUDA most are made of other files:
    that is one of many programs."""
    rules, rest = _rules(text)
    if _FOR_HIP.search(_NAMES_HIPCC.sub(b"", rest)):
        return False
    of_hip = frozenset[bytes]().union(*(rule.sources for rule in rules if rule.is_for_hip))
    for_cuda = [rule for rule in rules if rule.is_for_cuda]
    both = [rule for rule in for_cuda if rule.is_for_hip or not of_hip.isdisjoint(rule.sources)]
    return 2 * len(both) < len(for_cuda) or (not for_cuda and bool(of_hip))


def _rules(text: bytes) -> tuple[list[_Rule], bytes]:
    """The rules for single targets, and all the rest."""
    rules: list[_Rule] = []
    rest: list[bytes] = []
    is_recipe = False
    for line in text.replace(b"\\\n", b"  ").split(b"\n"):
        if is_recipe and line.startswith(b"\t"):
            rules[-1].recipe.append(line)
        elif is_recipe := _RULE.match(line) is not None:
            rules.append(_Rule(line, []))
        else:
            is_recipe = is_recipe and not line.strip()
            rest.append(line)
    return rules, b"\n".join(rest)
