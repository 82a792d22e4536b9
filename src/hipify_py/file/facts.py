"""The facts about one file that several passes rely on, each found once and only when asked for."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any, TypeVar

from hipify_py.edits import Edit
from hipify_py.file import lane_builtins as lanes
from hipify_py.file.amd_branches import AmdBranches, on_amd, on_newest, on_nvidia
from hipify_py.file.api_overloads import is_overload
from hipify_py.file.argument_lookup import with_counts
from hipify_py.file.assembler import Statement, keywords, statements
from hipify_py.file.data_types import DataTypes
from hipify_py.file.declaring_macros import DeclaredName, DeclaringMacros
from hipify_py.file.device_functions import Device
from hipify_py.file.functions import Functions
from hipify_py.file.listed import Call, Decision, Listed
from hipify_py.file.local_uses import LocalUses
from hipify_py.file.macro_uses import MacroUses
from hipify_py.file.marks import COMPAT_HEADER, ON_NVIDIA
from hipify_py.file.marks import PTX_HEADER as HEADER
from hipify_py.file.ownership import (
    OwnName,
    could_return,
    hides_type,
    holder,
    is_forward_declared,
    is_typedef,
    names_hip_type,
    opens_namespace,
    own_builtins,
    own_declaration,
    own_definition,
    own_enumerations,
    own_macro,
    own_types_in_scopes,
)
from hipify_py.file.platform import Platforms
from hipify_py.file.spare_cases import spare_cases
from hipify_py.file.style import DEFAULT_STYLE, Style
from hipify_py.file.surroundings import ALONE, OwnElsewhere, Surroundings
from hipify_py.file.typed_arguments import fits
from hipify_py.file.typedefs import HANDLES, typedefs
from hipify_py.file.unknown_names import UnknownNames
from hipify_py.file.usage import Usage, is_own_scope, qualifier, usage
from hipify_py.file.visibility import Visibility
from hipify_py.file.without_cuda import without_cuda
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import CONDITIONS
from hipify_py.reading.declarators import Declaration
from hipify_py.reading.expressions import UNDEFINED, UNKNOWN, Worth, defined_as
from hipify_py.reading.preprocessor import INCLUDES, Macro
from hipify_py.reading.reading import Neighbours, Reading
from hipify_py.reading.scopes import Kind, Path
from hipify_py.reading.suppressions import off_spans
from hipify_py.reading.tokens import Name, rskip_blank, word_before, words
from hipify_py.records import dataclass
from hipify_py.tables.model import TYPE_SECTIONS, Policy
from hipify_py.texts import to_bytes, to_text

# Some write a function by the name of HIP's for CUDA.
_OWN_LANE_ID = pattern(rb"\b__lane_id\s{0,9}\(\s{0,9}(?:void\s{0,9})?\)\s{0,9}\{")
_IDENTIFIER = pattern(rb"[A-Za-z_]\w*")
_CONSTANT = pattern(rb"\b(?:const|constexpr)\b[\w\s:]{1,60}\b(\w+)\s*[={]")
_HIP_NAME = pattern(rb"(?:__)?(?:hip|roc)[A-Za-z_]\w*")
_VALUE = pattern(rb"\s*([^;,}]*)")
_INITIALIZER = pattern(rb"\s*[={]\s*([^;,}]{0,500})")
_LONGEST_VALUE = 500
_USED = pattern(rb"\busing\s+::\s*(\w+)\s*;")
_USED_ELSEWHERE = pattern(rb"namespace (\w+) \{ using ::(\w+); \}")
_NAMESPACE = pattern(rb"\bnamespace\s+([A-Za-z_]\w*)\s*\{")
_OF_DEVICE = pattern(
    rb"(?<![\w$\x80-\xff])(?:__(?:global|device|shared|syncthreads)|threadIdx|blockIdx|blockDim)|DEVICE|KERNEL|XPU"
    rb"|HD(?![\w$\x80-\xff])"
)
# The usual ones: most files of device code have one of them.
_WORDS_OF_DEVICE = frozenset((b"__global__", b"__device__", b"threadIdx"))
_ARCHITECTURE = pattern(rb"__CUDA_ARCH__")
# The macros by which code asks for a compiler of GPU code, and for the backend of Thrust.
_CHOICES = (b"__CUDACC__", b"THRUST_DEVICE_SYSTEM_CUDA")
_FOR_NVIDIA = pattern(rb"\b" + ON_NVIDIA + rb"\s*\(")
# Libraries whose names others give to namespaces in their own.
NESTED = frozenset((b"cub", b"cuda", b"thrust"))
_NESTED_NAMESPACE = pattern(rb"\bnamespace\s{1,9}((?:\w{1,90}\s{0,9}::\s{0,9}){0,9})(cub|cuda|thrust)\s{0,9}\{")
_CUB_ALIAS = pattern(rb"\bnamespace\s+(\w+)\s*=\s*(?:::\s*)?cub\s*;")
_DEVICE_CODE = b"__HIP_DEVICE_COMPILE__"
# What only compilers define that make code for GPUs.
_OF_GPU_COMPILERS = (b"__CUDACC__", b"__NVCC__", b"__HIPCC__")
_LAUNCH = pattern(rb"<<[ \t]*<")
# So much text before a place is searched for the call that it may stand in.
_CALL_REACH = 2_000
# A file with this many `#define cudaX hipX` lines, and little else of CUDA, is a portability header.
SHIM_LINES = 12


_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class Facts:
    """`planned` are the edits of an earlier plan: what they keep from AMD defines nothing of the file's own."""

    reading: Reading
    policy: Policy
    local_headers: frozenset[str] = field(default_factory=frozenset)
    renamed_headers: Mapping[str, str] = field(default_factory=dict)
    is_unit: bool = False
    style: Style = DEFAULT_STYLE
    ptx_header: str = HEADER  # as an include names it
    surroundings: Surroundings = ALONE
    planned: tuple[Edit, ...] | None = None

    @cached_property
    def shared(self) -> dict[object, Any]:
        """What `once_per_file` has found out, by the function that finds it."""
        return {}

    def on_amd(self, name: bytes) -> Worth:
        """What a macro that the file does not define is in builds for AMD."""
        return self._others.get(name) or on_amd(name)

    @cached_property
    def _others(self) -> dict[bytes, Worth]:
        return {to_bytes(macro.name): macro.on_amd for macro in self.surroundings.macros}

    @cached_property
    def _platforms(self) -> Platforms:
        return Platforms(self.reading, self.surroundings)

    @cached_property
    def macros(self) -> MacroUses:
        return MacroUses(self.reading, self.surroundings.pasting)

    @cached_property
    def needs_runtime(self) -> bool:
        """Whether the file uses anything of the runtime's header, which nvcc includes by itself. Lines that are
        switched off stay as they are, with what they include."""
        declared = self.runtime_words
        if self._switched_off:
            rest = self._switched_on
            return not declared.isdisjoint(words(rest)) or _LAUNCH.search(rest) is not None
        return (
            not declared.isdisjoint(self.reading.words)
            or _LAUNCH.search(self.reading.code) is not None
            or not declared.isdisjoint(words(self.reading.code))
        )

    @cached_property
    def is_ported(self) -> bool:
        """Whether the file is HIP already."""
        return self.names_hip or (self.surroundings.is_hip and not self.shows_cuda)

    @cached_property
    def names_hip(self) -> bool:
        """Whether the file itself has headers or builtins of HIP, or the header that an earlier run includes."""
        if any(name.startswith(("hip/", "hip\\")) or name.endswith(COMPAT_HEADER) for name in self.included):
            return True
        says_lane_id = b"__lane_id" in self.reading.code and not (self.shows_cuda or self.surroundings.is_cuda)
        return says_lane_id and _OWN_LANE_ID.search(self.reading.code) is None

    @cached_property
    def is_about_cuda(self) -> bool:
        """Whether there is anything of CUDA, or of HIP, in the file beside words that everybody uses."""
        return (
            self.reading.is_cuda
            or self.is_ported
            or self.shows_cuda
            or not self.runtime_words.isdisjoint(self.reading.words)
        )

    @cached_property
    def sees_cuda(self) -> bool:
        """Whether a file is read with headers of CUDA for its own sake: nvcc includes that of the runtime in units."""
        is_of_nvcc = self.is_unit or self.reading.source.path.endswith(".cuh")
        has_kernels = not self.reading.words.isdisjoint(_WORDS_OF_DEVICE)
        return is_of_nvcc or has_kernels or any(self.policy.header(name) is not None for name in self.included)

    @cached_property
    def has_device_code(self) -> bool:
        """Whether any code of the file may run on a GPU: a header of device code may leave the qualifiers to macros."""
        if self.reading.source.path.endswith((".cuh", ".inl")) or self.reading.words & _WORDS_OF_DEVICE:
            return True
        return _OF_DEVICE.search(b" ".join(self.reading.words)) is not None

    @cached_property
    def asks_for_hip(self) -> bool:
        """Whether the file has branches for HIP alone, so that its conditions mean what they say already."""
        return self._platforms.tells_hip_from_cuda()

    @cached_property
    def is_half_ported(self) -> bool:
        """Whether the file has branches for HIP, and includes a header of CUDA in all builds for AMD."""
        if not self.asks_for_hip:
            return False
        amd = AmdBranches(self.reading, (), self.on_amd)
        for line, header in self.reading.headers:
            spelling = to_text(header.name)
            found = self.policy.header(spelling)
            is_cuda = found is not None and found.target not in (None, spelling) and spelling not in self.local_headers
            is_for_all = amd.is_sure(line.start) and not self.is_left_alone(line.start)
            if is_cuda and is_for_all and not self.is_for_hip(line.start):
                return True
        return False

    @cached_property
    def asks_for_amd_devices(self) -> bool:
        """Whether conditions ask for code of AMD's GPUs already, so that `__CUDA_ARCH__` means NVIDIA's."""
        code = self.reading.code
        lines = (line for line in self.reading.directives if line.keyword in CONDITIONS)
        return any(code.find(_DEVICE_CODE, line.body, line.end) >= 0 for line in lines)

    @cached_property
    def is_surely_cuda(self) -> bool:
        """Whether the file is CUDA and not HIP already: by its names and headers, by builtins with lane masks, by who
        includes it, or as a unit that relies on the header which nvcc alone includes unasked. Code for both platforms
        is CUDA where a header of macros serves it."""
        if self.is_ported or (self.asks_for_hip and not self.style.for_shim) or self.style.stays:
            return False
        return (
            self.shows_cuda
            or self.surroundings.is_cuda
            or self._is_unit_for_nvcc
            or bool(self.reading.names(lanes.WITH_MASKS))
        )

    @property
    def _is_unit_for_nvcc(self) -> bool:
        return self.is_unit and self.needs_runtime

    @cached_property
    def shows_cuda(self) -> bool:
        """Whether names or headers that only CUDA has stand in the file."""
        headers = (self.policy.header(name) for name in self.included)
        return bool(self.calls) or any(found and found.target != found.entry.name for found in headers)

    @cached_property
    def has_own_dim3(self) -> bool:
        """Whether the file, or one that it includes, has a type of its own by that name in some builds."""
        is_elsewhere = any(own.name == "dim3" for own in self.surroundings.own)
        return is_elsewhere or any(name == b"dim3" for name, _place in self._own_builtin_types)

    @cached_property
    def _own_builtin_types(self) -> tuple[tuple[bytes, int], ...]:
        return tuple(own_builtins(self.reading.code))

    @cached_property
    def own_vectors(self) -> frozenset[bytes]:
        """The vector types that the file, or one that it includes, has of its own even where NVIDIA's compiler reads
        it: there is no CUDA about them. One of a namespace or a class counts where a use of its name may mean it."""
        vectors = (own for own in self._own_vector_types if own.name.text != b"dim3")
        return frozenset(own.name.text for own in vectors if not own.scope.names or self._is_vector_used(own))

    @property
    def _own_vector_types(self) -> Iterator[OwnName]:
        on_cuda = AmdBranches(self.reading, (), on_nvidia)
        for name, place in self._own_builtin_types:
            if not on_cuda.is_dead(place):
                yield OwnName(Name(place, place, name), "class", self.reading.scopes.path_at(place))
        for own in self.surroundings.own:
            if own.what == "type" and not own.is_maybe:
                yield OwnName(Name(0, 0, to_bytes(own.name)), "class", own.scope, own.file)

    def _is_vector_used(self, own: OwnName) -> bool:
        """Whether a vector of a namespace or a class may be meant anywhere by its name alone, but in itself."""
        defined, scopes = {place for _name, place in self._own_builtin_types}, self.reading.scopes
        uses = (use for use in self.reading.names((own.name.text,)) if use.start not in defined)
        others = (use for use in uses if own.name.text not in scopes.path_at(use.start).names)
        around = ((use, self.reading.neighbours(use)) for use in others)
        plain = ((use, each) for use, each in around if not each.preceded_by(b"::"))
        return any(self._visibility.hides(own, *each, Usage.PLAIN) for each in plain)

    @cached_property
    def runtime_words(self) -> frozenset[bytes]:
        """The names that `cuda_runtime.h` declares, those left out that mean something else here."""
        declared, own = self.policy.runtime_words, self.own_vectors
        return declared.difference(own, (b"make_" + name for name in own)) if own else declared

    @property
    def is_c(self) -> bool:
        """Whether the file is C, which has no casts by name."""
        return self.reading.source.path.endswith(".c")

    @cached_property
    def assembler(self) -> list[Statement]:
        """The assembler statements of the file."""
        return statements(self.reading, self._assembler_macros)

    @cached_property
    def assembler_keywords(self) -> frozenset[bytes]:
        """The words that begin assembler, or may do so."""
        return keywords(self.reading, self._assembler_macros)

    @property
    def _assembler_macros(self) -> frozenset[bytes]:
        return frozenset(to_bytes(name) for name in self.surroundings.assembler)

    @cached_property
    def unknown_names(self) -> UnknownNames:
        return UnknownNames(self.reading, self.policy, self.macros, self.introduces)

    @cached_property
    def local_uses(self) -> LocalUses:
        return LocalUses(self.reading, self.introduces)

    @cached_property
    def functions(self) -> Functions:
        said = self.surroundings.qualifiers
        return Functions(self.reading, {to_bytes(name): {*map(str.encode, words)} for name, words in said})

    @cached_property
    def on_device(self) -> AmdBranches:
        """What the compiler for a GPU reads, NVIDIA's or AMD's: what is dead here is for the host."""
        return AmdBranches(self.reading, (), _in_device_code)

    def is_for_gpus(self, place: int) -> bool:
        """Whether a compiler reads a place only where it makes code for a GPU."""
        return not self.names_hip and self._on_host.is_dead(place)

    @cached_property
    def _on_host(self) -> AmdBranches:
        return AmdBranches(self.reading, (), _in_host_code)

    def is_for_cuda(self, place: int) -> bool:
        """Whether code at a place is CUDA's: by its file, or as no compiler for hosts alone reads it."""
        return self.reading.is_cuda or (not self.names_hip and self._without_gpus.is_dead(place))

    @cached_property
    def _without_gpus(self) -> AmdBranches:
        return AmdBranches(self.reading, (), _without_gpus)

    @cached_property
    def device(self) -> Device:
        return Device(self.reading, self.functions)

    @cached_property
    def opened_namespaces(self) -> frozenset[bytes]:
        """The namespaces that the file puts something in."""
        return frozenset(_NAMESPACE.findall(self.reading.plain))

    def introduces(self, name: Name) -> bool:
        """Whether a name that may be in no table is declared or defined where it stands."""
        around = self.reading.neighbours(name)
        if around.preceded_by(b"}") and around.sign_after == b";":
            return True  # `typedef struct { … } name;`
        if is_typedef(around):
            return True
        if around.preceded_by(b"*") and around.sign_after == b")" and self._definition(name, around):
            return True  # `typedef int (*name)(…);`
        if around.word_before == b"namespace" and around.sign_after == b";":
            return False  # `using namespace name;`
        if around.word_before in (b"class", b"struct", b"union", b"enum", b"namespace", b"using", b"typename"):
            return around.sign_after in (b"{", b":", b";", b"=", b"<") or around.followed_by(b"final")
        return self._definition(name, around) is not None or self.declares(name, around)

    def names(self, wanted: Iterable[bytes]) -> list[Name]:
        """Where the wanted identifiers stand in code that conversion may change."""
        return self._changeable(self.reading.names(wanted))

    def _changeable(self, names: list[Name]) -> list[Name]:
        """Those that conversion may change: in most files all but some parameters of macros."""
        if self._left_alone or self._constraints:
            return [name for name in names if self.may_change(name)]
        parameters = self._macro_parameters
        return [name for name in names if name.text not in parameters or self.may_change(name)]

    def may_change(self, name: Name) -> bool:
        """Whether conversion may replace a name where it stands. A parameter of a macro means what it is given."""
        if self.is_left_alone(name.start) or _lies_in(self._constraints, name.start):
            return False
        macro = self.reading.macro_at(name.start) if name.text in self._macro_parameters else None
        return macro is None or name.text not in (macro.parameters or ())

    @cached_property
    def _macro_parameters(self) -> frozenset[bytes]:
        return frozenset(name for macro in self.reading.macros for name in macro.parameters or ())

    def is_left_alone(self, offset: int) -> bool:
        """Whether a place stands in a branch for CUDA beside one for HIP, or in lines that become one."""
        return _lies_in(self._left_alone, offset)

    def is_for_one_platform(self, offset: int) -> bool:
        """Whether a place stands in a branch for CUDA beside one for HIP, or in that."""
        return _lies_in(self._cuda_only, offset)

    def is_for_hip(self, offset: int) -> bool:
        """Whether a place stands in a branch for HIP alone."""
        return _lies_in(self._hip_only, offset) and not self.is_for_nvidia(offset)

    @cached_property
    def _hip_only(self) -> list[tuple[int, int]]:
        return _merged(self._platforms.hip_only())

    def is_for_nvidia(self, offset: int) -> bool:
        """Whether a place is in what an earlier run keeps for NVIDIA, or in lines that are switched off."""
        return _lies_in(self._kept_for_nvidia, offset)

    @cached_property
    def _constraints(self) -> list[tuple[int, int]]:
        """What stands in assembler statements outside of their operands: texts, and macros that stand for texts."""
        return [
            span
            for found in self.assembler
            for span in self.reading.outside_of_brackets(self.reading.openers[found.end - 1] + 1, found.end - 1)
        ]

    @cached_property
    def _kept_for_nvidia(self) -> list[tuple[int, int]]:
        return _merged((*self._switched_off, *self._for_nvidia))

    @cached_property
    def _left_alone(self) -> list[tuple[int, int]]:
        if self.surroundings.is_for_nvidia:
            return [(0, len(self.reading.code) + 1)]
        return _merged((*self._cuda_only, *self.spare_cases, *self._kept_for_nvidia))

    @property
    def _for_nvidia(self) -> Iterator[tuple[int, int]]:
        """What stands in the selector that an earlier run has put around assembler."""
        for match in _FOR_NVIDIA.finditer(self.reading.code) if ON_NVIDIA in self.reading.words else ():
            if (closing := self.reading.closers.get(match.end() - 1)) is not None:
                yield match.end(), closing

    @property
    def _switched_off(self) -> list[tuple[int, int]]:
        """What stands between `// hipify: off` and `// hipify: on`."""
        return off_spans(self.reading.source.text, self.reading.code)

    @property
    def _switched_on(self) -> bytes:
        """The code without the lines that are switched off."""
        code, at, parts = self.reading.code, 0, []
        for start, end in self._switched_off:
            parts.append(code[at:start])
            at = end
        return b"\n".join((*parts, code[at:]))

    def before_switched_off(self, offset: int) -> int:
        """A place, or the line before the lines that are switched off in which it stands."""
        start = next((start for start, end in self._switched_off if start < offset < end), None)
        return offset if start is None else self.reading.line_start(start)

    @cached_property
    def _cuda_only(self) -> list[tuple[int, int]]:
        return _merged(self._platforms.cuda_only())

    def _definition(self, name: Name, around: Neighbours) -> OwnName | None:
        """What an occurrence of a name defines or declares, if it does: several ask, and it is found once."""
        key = name.start, around.after
        if key not in self._definition_at:
            self._definition_at[key] = own_definition(self.reading, name, around)
        return self._definition_at[key]

    @cached_property
    def _definition_at(self) -> dict[tuple[int, int], OwnName | None]:
        return {}

    def declares(self, name: Name, around: Neighbours) -> bool:
        """Whether a function is declared or defined here, CUDA's own once more or one of the file's."""
        if around.sign_after != b"(":
            return False
        if self._definition(name, around) is not None:
            return True
        if around.code is not self.reading.plain or not could_return(around):
            return False
        return self.reading.scopes.kind_at(name.start) in (Kind.FILE, Kind.NAMESPACE, Kind.CLASS)

    def is_argument_of_function(self, offset: int) -> bool:
        """Whether a place stands among the arguments of a function that the tables know, or of what one becomes: in
        those of a macro statements can stand, in these none."""
        code, low = self.reading.code, max(0, offset - _CALL_REACH)
        opening = self.reading.bracket_around(code, offset, low)
        if opening is None or code[opening : opening + 1] != b"(":
            return False
        callee = word_before(code, rskip_blank(code, opening, low), low)
        if callee is not None and callee.text.startswith(b"hip"):
            return True
        home = self.policy.tables.homes.get(to_text(callee.text)) if callee else None
        return home is not None and home[1] in ("functions", "device_functions")

    def constant(self, text: bytes, place: int) -> bytes:
        """What a name stands for at a place that is a macro or a constant; else the text itself."""
        if not _IDENTIFIER.fullmatch(text):
            return text
        if text in self.own_macros:
            code = self.reading.code
            values = {code[macro.body : macro.end].strip() for macro in self.reading.macros_called[text]}
            return values.pop() if len(values) == 1 else text
        if not self._may_be_constant(text):
            return text
        known = self.reading.declarations.of(text, place)
        return (known is not None and self.value_of(known, text)) or text

    def _may_be_constant(self, name: bytes) -> bool:
        """Whether anything looks like the initializer of a constant of this name: for most variables nothing does."""
        if self.reading.words.isdisjoint((b"const", b"constexpr")):
            return False
        return any(_INITIALIZER.match(self.reading.plain, use.end) for use in self.reading.names((name,)))

    def value_of(self, known: Declaration, name: bytes) -> bytes:
        """The value of a constant; nothing for what is none, or may have another one in each object or call."""
        kind = self.reading.scopes.kind_at(known.place)
        is_constant = b"constexpr" in known.qualifiers or known.qualifiers >= {b"const", b"static"}
        is_constant = is_constant or (b"const" in known.qualifiers and kind is not Kind.CLASS)
        found = _INITIALIZER.match(self.reading.plain, known.place + len(name))
        is_simple = found is not None and is_constant and not known.depth and kind is not Kind.BRACKET
        return found[1].strip() if found is not None and is_simple else b""

    def value_behind(self, place: int) -> bytes:
        """The value of a constant, from behind its `=` on."""
        found = _VALUE.match(self.reading.plain, place, place + _LONGEST_VALUE)
        return found[1].strip() if found else b""

    @cached_property
    def constants_called(self) -> dict[bytes, list[tuple[int, int]]]:
        """Where the definitions of each constant begin, and where its value does."""
        return _grouped((found[1], found.span()) for found in _CONSTANT.finditer(self.reading.plain))

    @cached_property
    def own_macros(self) -> frozenset[bytes]:
        return frozenset(macro.name for macro in self.reading.macros)

    def computes_with_architecture(self, start: int, end: int) -> bool:
        """Whether code or a macro between two places speaks of the number of the architecture."""
        return _any_between(self._architecture_numbers, start, end)

    def asks_for_architecture(self, start: int, end: int) -> bool:
        """Whether anything between two places does, conditions too."""
        return _any_between(self._architectures, start, end)

    @cached_property
    def _architectures(self) -> list[int]:
        return [found.start() for found in _ARCHITECTURE.finditer(self.reading.code)]

    @cached_property
    def _architecture_numbers(self) -> list[int]:
        code, defined = self.reading.code, (line for line in self.reading.directives if line.keyword == b"define")
        in_macros = (found for line in defined for found in _ARCHITECTURE.finditer(code, line.body, line.end))
        return sorted(found.start() for found in (*_ARCHITECTURE.finditer(self.reading.plain), *in_macros))

    def declares_builtin(self, start: int, end: int) -> bool:
        """Whether a device function that HIP has by itself is defined between two places."""
        return _any_between(self._own_builtins, start, end)

    @cached_property
    def _own_builtins(self) -> list[int]:
        names = self.reading.names(self.policy.device_functions)
        return [name.start for name in names if self.declares(name, self.reading.neighbours(name))]

    @cached_property
    def spare_cases(self) -> list[tuple[int, int]]:
        """The cases that only other compilers may see."""
        names = self._mentions if b"case" in self.reading.code else []
        return spare_cases(
            self.reading, self.policy, [name for name in names if not _lies_in(self._cuda_only, name.start)]
        )

    @cached_property
    def _undefs(self) -> list[tuple[int, int]]:
        lines = self.reading.directives if b"undef" in self.reading.code else []
        return [(line.start, line.end) for line in lines if line.keyword == b"undef"]

    @cached_property
    def _mentions(self) -> list[Name]:
        return self.reading.names(self.policy.interesting)

    @cached_property
    def occurrences(self) -> list[Name]:
        """The identifiers that may have to change."""
        return self._changeable(self._mentions)

    @cached_property
    def data_types(self) -> DataTypes:
        return DataTypes(self.reading, self.policy)

    @cached_property
    def listed(self) -> list[Listed]:
        found = []
        for name in self.occurrences:
            resolution = self.policy.name(to_text(name.text))
            if resolution is not None:
                resolution = self.data_types.at(resolution, name.start)
                around = self.reading.neighbours(name)
                is_scope = resolution.entry.section in (*TYPE_SECTIONS, "namespaces")
                found.append(Listed(name, resolution, around, usage(around, is_scope=is_scope)))
        return found

    @cached_property
    def own(self) -> dict[bytes, list[OwnName]]:
        """The listed names that this file or one that it includes defines, types excepted that can change everywhere
        alike. The file's own come first."""
        own: dict[bytes, list[OwnName]] = defaultdict(list)
        for each in _distinct(filter(self._is_kept, self._defined)):
            own[each.name.text].append(each)
        for other in self.surroundings.own:
            name = to_bytes(other.name)
            if name in self._first_listed and not other.is_maybe and other.what != "type":
                first = self._first_listed[name]
                there = OwnName(first, other.what, other.scope, other.file, other.is_called, other.begin)
                own[name].append(
                    there._replace(relation=other.relation, takes=other.takes, found_with=other.found_with)
                )
        return dict(own)

    @cached_property
    def _defined(self) -> list[OwnName]:
        """What the file itself defines by listed names, for whichever compiler."""
        by_macros = (each.own for each in self._declared_by_macros)
        defined = [*self._own_types, *self._own_macros, *self._own_declarations, *by_macros]
        return [*defined, *map(self._visibility.with_extent, self._types_beside(defined))]

    @property
    def _own_macros(self) -> Iterator[OwnName]:
        for macro in self.reading.macros:
            if macro.name in self.policy.interesting and self._is_read(macro.name_start) and not self.is_stub(macro):
                yield own_macro(macro, self.reading.end_of(macro))

    @property
    def _own_declarations(self) -> Iterator[OwnName]:
        """Functions and variables, and what hides a type of CUDA."""
        for item, definition in self._listed_definitions:
            if item.resolution.entry.section in TYPE_SECTIONS:
                if hides_type(definition, item.around):
                    yield self._visibility.with_extent(definition)
            elif not self._is_beside_cudas(item, definition):
                yield self._visibility.with_extent(definition)

    @cached_property
    def _declared_by_macros(self) -> list[DeclaredName]:
        """What macros declare by listed names."""
        declaring = DeclaringMacros(self.reading)
        plain = (item for item in self.listed if item.usage is Usage.PLAIN) if self._macro_parameters else ()
        found = (declaring.definition(item.name, item.around) for item in plain)
        return [each for each in found if each is not None]

    @cached_property
    def quoted_members(self) -> dict[int, bytes]:
        """The names that macros declare members by, and make texts of, by their places."""
        quoted = (each.own.name for each in self._declared_by_macros if each.is_quoted)
        return {name.start: name.text for name in quoted}

    @cached_property
    def _listed_definitions(self) -> list[tuple[Listed, OwnName]]:
        """The listed names that the file defines, as what."""
        plain = (item for item in self.listed if item.usage is Usage.PLAIN)
        found = ((item, self._definition(item.name, item.around)) for item in plain)
        return [
            (item, with_counts(self.reading, own, self.policy.is_type))
            for item, own in found
            if own is not None and self._is_read(item.name.start)
        ]

    @cached_property
    def _overloads(self) -> dict[bytes, list[OwnName]]:
        """The functions of the file that are renamed with those of CUDA which they overload."""
        overloads = (own for _item, own in self._listed_definitions if is_overload(self.reading, own))
        return _grouped((own.name.text, own) for own in _distinct(overloads))

    def may_mean_overload(self, item: Listed) -> bool:
        """Whether a converted call may mean a function of the file's own that is renamed with CUDA's."""
        own = self._overloads.get(item.name.text, ())
        return any(self._takes_arguments_of(each, item) for each in own)

    def _takes_arguments_of(self, own: OwnName, item: Listed) -> bool:
        """Whether a function of the file takes as many arguments as a call passes, as far as is known."""
        count = self.reading.argument_count(item.around.after) if item.around.sign_after == b"(" else None
        return count is None or count in own.takes

    def _is_kept(self, own: OwnName) -> bool:
        """Whether AMD may read a definition, as far as an earlier plan shows. One in a block is for what is read with
        it."""
        return own.is_local or self._planned is None or not self._planned.is_dead(own.name.start)

    @cached_property
    def _planned(self) -> AmdBranches | None:
        return None if self.planned is None else AmdBranches(self.reading, self.planned, self.on_amd)

    @cached_property
    def _lost(self) -> frozenset[int]:
        """Where definitions stand that are kept from AMD."""
        return frozenset(own.name.start for own in self._defined if not self._is_kept(own))

    def loses_definitions(self, edits: tuple[Edit, ...]) -> bool:
        """Whether edits keep from AMD what defines a name as the file's own: a use of it means CUDA's then."""
        defined = [own for own in (*self._defined, *self.own_targets.values()) if self._is_kept(own)]
        later = replace(self, planned=edits)
        return not all(map(later._is_kept, defined))

    def _types_beside(self, own: Iterable[OwnName]) -> Iterator[OwnName]:
        """The types by names of CUDA that stay as what is made of them does: those of enumerators that keep their
        names, those of namespaces and classes, and those that are others in HIP, where no header of CUDA makes them
        the same."""
        types = [item.name for item in self.listed if item.resolution.entry.section in TYPE_SECTIONS]
        yield from own_enumerations(self.reading, own, types)
        yield from own_types_in_scopes(self.reading, types)
        spans = () if self.sees_cuda else (each for each in typedefs(self.reading) if each.name.text in HANDLES)
        for start, end in [(each.start, each.end) for each in spans if not self.is_without_cuda(each.start)]:
            for name in types:
                if start <= name.start < end:
                    yield OwnName(name, "typedef", self.reading.scopes.path_at(start))

    def _is_beside_cudas(self, item: Listed, own: OwnName) -> bool:
        """Whether the same calls mean a definition of the file's and CUDA's, so that both are renamed."""
        is_loaded = own.what not in ("function", "enumerator") and item.resolution.entry.section == "functions"
        if not is_loaded and not own.scope.names and self.is_without_cuda(own.name.start):
            return True
        return is_overload(self.reading, own)

    def is_stub(self, macro: Macro) -> bool:
        """Whether a macro stands in for a name that HIP has too where the file does not include CUDA's header."""
        if not self.is_without_cuda(macro.name_start) or self._is_shim(macro):
            return False
        resolution = self.policy.name(to_text(macro.name))
        return resolution is not None and resolution.target is not None

    def is_without_cuda(self, place: int) -> bool:
        """Whether a place is read only in builds without a header of CUDA that others read there."""
        return _lies_in(self._without_cuda, place)

    @cached_property
    def _without_cuda(self) -> list[tuple[int, int]]:
        if self.surroundings.is_without_cuda:
            return [(0, len(self.reading.code) + 1)]
        given = {to_bytes(each.name) for each in self.surroundings.given if each.is_always_with_cuda}
        return _merged(without_cuda(self.reading, self.policy, given))

    @cached_property
    def _first_listed(self) -> dict[bytes, Name]:
        """Where each listed name is first met that may mean one of other files."""
        is_met = (item for item in reversed(self.listed) if item.usage in (Usage.PLAIN, Usage.GLOBAL))
        return {item.name.text: item.name for item in is_met}

    @cached_property
    def maybe_own(self) -> dict[bytes, OwnElsewhere]:
        """The macros by names of CUDA that included files define in some builds."""
        return {to_bytes(each.name): each for each in self.surroundings.own if each.is_maybe}

    def owner(self, item: Listed) -> OwnName | None:
        """What the file or one that it includes has by a name, if that is what a use of it means."""
        own = self.own.get(item.name.text, ())
        return next((each for each in own if self._is_meant(each, item)), None)

    def _is_meant(self, own: OwnName, item: Listed) -> bool:
        """Whether a use of a name means what the file has by it. A function that a `using` brings into sight stands
        beside CUDA's: a call that passes another number of arguments means the latter."""
        if not self._visibility.hides(own, item.name, item.around, item.usage):
            return False
        is_beside = bool(own.scope.names) and self._visibility.is_overload_at(own, item.name.start)
        return not is_beside or self._takes_arguments_of(own, item)

    @cached_property
    def _visibility(self) -> Visibility:
        return Visibility(self.reading)

    def is_own(self, name: Name, around: Neighbours) -> bool:
        """Whether a name that may be in no table declares something here, or means what hides CUDA's."""
        own = (each for each in self.own_called(name.text) if not self._visibility.is_overload_at(each, name.start))
        return self.declares(name, around) or self.meant_of(own, name, around) is not None

    def own_called(self, name: bytes) -> list[OwnName]:
        """What the file, or surely one that it includes, has by a name that no table may know. Macros for compilers
        older than the newest are none."""
        if name not in self._own_called:
            self._own_called[name] = list(self._all_called(name))
        return self._own_called[name]

    @cached_property
    def _own_called(self) -> dict[bytes, list[OwnName]]:
        return {}

    def _all_called(self, name: bytes) -> Iterator[OwnName]:
        newest = AmdBranches(self.reading, (), on_newest)
        for macro in self.reading.macros_called.get(name, ()):
            if not newest.is_dead(macro.name_start):
                yield own_macro(macro, self.reading.end_of(macro))
        uses = self.reading.names((name,))
        for use in uses:
            definition = self._definition(use, self.reading.neighbours(use))
            own = self._visibility.with_extent(definition) if definition and self._is_read(use.start) else None
            if own is not None and self._is_kept(own):
                yield own
        for each in self.surroundings.own if uses else ():
            if to_bytes(each.name) == name and not each.is_maybe:
                yield OwnName(uses[0], each.what, each.scope, each.file, each.is_called, each.begin)

    def meant_of(self, own: Iterable[OwnName], name: Name, around: Neighbours) -> OwnName | None:
        """That of what a file has by a name which a use of it means."""
        use = usage(around, is_scope=False)
        return next((each for each in own if self._visibility.hides(each, name, around, use)), None)

    def found_by_arguments(self, item: Listed) -> OwnName | None:
        """The function of a namespace that a call from outside may mean because of what it passes."""
        candidates = [own for own in self.own.get(item.name.text, ()) if own.found_with]
        if not candidates or item.usage is not Usage.PLAIN or item.around.sign_after != b"(":
            return None
        count = self.reading.argument_count(item.around.after)
        return next((own for own in candidates if count is None or count in own.found_with), None)

    @property
    def _own_types(self) -> Iterator[OwnName]:
        """CUDA's types that the code base makes from HIP's itself, in whatever branch."""
        for name in self._mentions if self.asks_for_hip else ():
            if self.policy.is_type(name.text) and names_hip_type(self.reading.neighbours(name)):
                yield OwnName(name, "type alias")

    def _is_the_trees(self, name: bytes) -> bool:
        """Whether a name of CUDA's without a counterpart is declared here, or by a file that this one includes."""
        return any(own.text == name for own in self._own_left_types) or name in self.declared_elsewhere

    @cached_property
    def declared_elsewhere(self) -> frozenset[bytes]:
        """The names of CUDA that HIP lacks, and that files define as macros which this one includes."""
        return frozenset(to_bytes(name) for name in self.surroundings.declared)

    @cached_property
    def _own_left_types(self) -> list[Name]:
        """The types without a counterpart that the file declares itself, as stand-ins do."""
        left = (item for item in self.listed if item.resolution.target is None)
        return [
            item.name
            for item in left
            if item.resolution.entry.section in TYPE_SECTIONS
            and self.introduces(item.name)
            and not self._names_type_of_cuda(item.name)
        ]

    @cached_property
    def definitions(self) -> Mapping[bytes, Sequence[Name]]:
        """Where the file defines names as of CUDA for all that follows, be they in the tables or not."""
        own = (own.name for own in self._defined if not own.is_local)
        names = (*own, *self._own_left_types, *self.unknown_names.definitions)
        return _grouped((name.text, name) for name in names)

    def _names_type_of_cuda(self, name: Name) -> bool:
        """`struct cublasContext;` outside of all scopes: it stands for an include of CUDA's header."""
        scopes = self.reading.scopes
        is_forward = is_forward_declared(self.reading.neighbours(name))
        return is_forward and scopes.balanced and scopes.kind_at(name.start) is Kind.FILE

    @cached_property
    def own_targets(self) -> dict[str, OwnName]:
        """HIP names that the file defines itself: what is renamed to one of them would then mean the file's own."""
        return {name: own for name, own in self.defined_targets.items() if not self._is_apart(own)}

    def target_owner(self, item: Listed) -> OwnName | None:
        """What the file, or one that it includes, has by the name that an item would become."""
        own = self.own_targets.get(item.resolution.target or "")
        if own is not None and own.what == "macro":
            own = self.meant_of((own,), item.name, item.around)
        if own is not None or not self.surroundings.own:
            return own
        elsewhere = (each for each in self.surroundings.own if each.name == item.resolution.target)
        found = (
            OwnName(item.name, each.what, each.scope, each.file, each.is_called, each.begin)
            for each in elsewhere
            if not each.is_maybe
        )
        return self.meant_of(found, item.name, item.around)

    def _is_apart(self, own: OwnName) -> bool:
        """Whether what a file calls by a HIP name is a member of a class that does not use HIP's, and that no function
        and no class outside of it sees by that name alone."""
        around = holder(self.reading, own.name.start, own.what) if own.what == "member" else None
        if around is None or not own.scope.names:
            return False
        uses = (item.name.start for item in self.listed if item.resolution.target == to_text(own.name.text))
        name = re.escape(own.scope.names[-1])
        inherits = rb"\b%s\s*(?:::|<)|(?:[:,]|\bpublic|\bprivate|\bprotected|\bvirtual)\s*%s\b" % (name, name)
        seen = re.search(inherits, self.reading.plain)
        return seen is None and not any(around.start < place < around.end for place in uses)

    @cached_property
    def defined_targets(self) -> dict[str, OwnName]:
        """The HIP names of converted names that the file defines, as members of classes maybe."""
        targets = {to_bytes(item.resolution.target) for item in self.listed if item.resolution.target}
        present = targets.intersection(self.reading.words)
        if not present:
            return {}
        macros = (macro for macro in self.reading.macros if macro.name in present and self._is_read(macro.name_start))
        found = [own for macro in macros if (own := self._own_target(macro)) is not None]
        for name in self.reading.names(present):
            around = self.reading.neighbours(name)
            definition = self._definition(name, around) or own_declaration(name, around)
            if definition is not None and self._is_read(name.start):
                found.append(definition)
        return {to_text(own.name.text): own for own in reversed(found) if self._is_kept(own)}

    def _is_read(self, place: int) -> bool:
        """Whether any compiler may read a place: what is defined in `#if 0` is nobody's."""
        return not self._in_any_build.is_dead(place)

    @cached_property
    def _in_any_build(self) -> AmdBranches:
        return AmdBranches(self.reading, (), _in_any_build)

    def _own_target(self, macro: Macro) -> OwnName | None:
        """A macro by a HIP name as the file's own. One made of the CUDA name of that means itself after conversion,
        and counts all over the file."""
        if self.means_itself(macro):
            return own_macro(macro)._replace(is_called=False, begin=0)
        return own_macro(macro, self.reading.end_of(macro)) if self.replaces_hip(macro) else None

    def means_itself(self, macro: Macro) -> bool:
        """Whether converting the body would make a macro of a HIP name expand to that very name."""
        body = (self.policy.name(to_text(word)) for word in words(self.reading.code[macro.body : macro.end]))
        return any(found is not None and found.target == to_text(macro.name) for found in body)

    def replaces_hip(self, macro: Macro) -> bool:
        """Whether a macro by a HIP name means something of the file's own in builds for AMD: `#define hipFree release`.
        One made of other names of HIP or CUDA, or of a number, is what a release of HIP may lack."""
        place = macro.name_start
        body = words(self.reading.code[macro.body : macro.end])
        is_made_of_any = any(_HIP_NAME.fullmatch(word) or self.policy.name(to_text(word)) for word in body)
        is_value = macro.parameters is None and not any(map(_IDENTIFIER.fullmatch, body))
        is_of_hip = b"hip" in macro.name or macro.name.startswith(b"roc")  # no `uint32_t`
        if not is_of_hip or is_made_of_any or is_value or self.is_without_cuda(place) or self.is_left_alone(place):
            return False
        return not AmdBranches(self.reading, (), self.on_amd).is_dead(place)

    @cached_property
    def decisions(self) -> list[tuple[Listed, Decision]]:
        """What becomes of each listed identifier."""
        return [(item, self._decision(item)) for item in self.listed]

    @cached_property
    def calls(self) -> list[Call]:
        """The converted names, as calls where they are called."""
        return [self.call(item) for item, decision in self.decisions if decision is Decision.CONVERTED]

    def call(self, item: Listed) -> Call:
        """A listed name as a call; one object a name, which counts the arguments once."""
        if item.name.start not in self._calls:
            call = Call(self.reading, self.policy, item, partial(fits, self), self.defined_for_headers)
            self._calls[item.name.start] = call
        return self._calls[item.name.start]

    @cached_property
    def typed_calls(self) -> list[Call]:
        """The calls of functions that HIP has by the same name, for arguments of fewer types maybe."""
        names = self.names(self.policy.typed) if not self.policy.typed.isdisjoint(self.reading.words) else ()
        return [call for name in names if self.is_surely_cuda and (call := self._typed_call(name)) is not None]

    def _typed_call(self, name: Name) -> Call | None:
        around, resolution = self.reading.neighbours(name), self.policy.name(to_text(name.text))
        use = usage(around, is_scope=False)
        is_std = use is Usage.QUALIFIED and qualifier(around) == b"std"
        is_free = (use in (Usage.PLAIN, Usage.GLOBAL) and not self.is_own(name, around)) or is_std
        is_call = around.sign_after == b"(" and is_free
        return self.call(Listed(name, resolution, around, use)) if is_call and resolution is not None else None

    @cached_property
    def defined_for_headers(self) -> frozenset[str]:
        """The macros that spare this file changes of arguments, as it can define them before any header: a unit can."""
        if not self.is_unit or self.surroundings.is_fragment or not self.listed:
            return frozenset()
        changes = (
            (item, change["unless"])
            for item in self.listed
            for change in self.policy.argument_changes(item.resolution.entry)
            if "unless" in change
        )
        return frozenset(
            macro for item, macro in changes if item.usage in (Usage.PLAIN, Usage.GLOBAL) and self.owner(item) is None
        )

    @cached_property
    def _calls(self) -> dict[int, Call]:
        return {}

    def _decision(self, item: Listed) -> Decision:
        if item.usage in (Usage.MEMBER, Usage.LABEL) or item.name.start in self.macros.untouchable:
            return Decision.NO_NAME
        if item.name.start in self._lost or item.name.start in self.quoted_members:
            return Decision.NO_NAME
        if item.resolution.entry.section == "namespaces" or item.library in self.own_libraries:
            return Decision.NO_NAME
        if item.name.text in _CHOICES and self.asks_for_hip and not self.guards_converted(item.name.start):
            return Decision.NO_NAME
        if self.owner(item) is not None:
            return Decision.OWN
        is_qualified = item.usage is Usage.QUALIFIED and is_own_scope(item.around, self._is_type_of_cuda)
        if is_qualified and (qualifier(item.around), item.name.text) not in self.used_in_namespaces:
            return Decision.OWN_SCOPE
        is_macro = item.resolution.entry.section == "macros"
        if is_macro and self._is_defined_elsewhere(item.name.text):
            return Decision.NO_NAME
        if not is_macro and _lies_in(self._undefs, item.name.start):  # a macro of the tree, which keeps its name
            return Decision.NO_NAME
        if self.target_owner(item) is not None:
            return Decision.OWN_TARGET
        if item.resolution.target is None:
            return Decision.NO_NAME if self._is_the_trees(item.name.text) else Decision.LEFT
        return Decision.LEGACY if self._is_legacy(item) else Decision.CONVERTED

    @cached_property
    def used_in_namespaces(self) -> frozenset[tuple[bytes, bytes]]:
        """`namespace gpu { using ::cudaMalloc; }`, here or in an included file: a namespace with a name of CUDA's."""
        names = ((found[1], self.reading.scopes.path_at(found.start())) for found in _USED.finditer(self.reading.plain))
        here = ((path.names[-1], name) for name, path in names if path.names and not path.is_in_class)
        elsewhere = (_USED_ELSEWHERE.fullmatch(to_bytes(statement)) for statement in self.surroundings.usings)
        return frozenset((*here, *((found[1], found[2]) for found in elsewhere if found is not None)))

    def _is_type_of_cuda(self, name: bytes) -> bool:
        return self.policy.is_type(name) and name not in self.own

    def guards_converted(self, place: int) -> bool:
        """Whether a condition chooses among branches with names or headers of CUDA that conversion changes, or stands
        in a file whose headers change for all builds: it has to go with them."""
        if self.is_half_ported:
            return True
        line = self.reading.directive_at(place)
        opened = self.reading.conditionals.opened_by(line) if line is not None else None
        if opened is None:
            return False
        start, end = opened.chain.branches[0].start, opened.chain.branches[-1].end
        return _any_between(self._changing, start, end)

    @cached_property
    def _changing(self) -> list[int]:
        """Where names and headers stand that become others."""
        names = (item for item in self.listed if item.name.text not in _CHOICES and item.usage is not Usage.MEMBER)
        found = (item.name.start for item in names if item.resolution.target not in (None, item.resolution.entry.name))
        headers = ((line.start, to_text(header.name)) for line, header in self.reading.headers)
        resolved = ((place, name, self.policy.header(name)) for place, name in headers if not self.is_left_alone(place))
        included = (place for place, name, header in resolved if header and header.target not in (None, name))
        return sorted((*found, *included))

    def _is_defined_elsewhere(self, name: bytes) -> bool:
        """Whether a file of the tree that this one includes defines the macro, as its own include guard maybe."""
        return name in self._others and self._others[name].is_defined is True

    def _is_legacy(self, item: Listed) -> bool:
        """Whether the older API (of `cublas.h`, say) is meant: by the argument count, else by what is included."""
        required = item.resolution.entry.get("requires")
        if not required or required in self.included:
            return False
        call = self.call(item)
        if call.count is not None:
            return bool(call.wrong_count)
        is_old_included = required.replace("_v2", "") in self.included
        macro = self.reading.macro_at(item.name.start) if is_old_included else None
        is_alias = macro is not None and self.reading.code[macro.body : macro.end].strip() == item.name.text
        return self._is_used_as_legacy(macro.name, call) if macro is not None and is_alias else is_old_included

    def _is_used_as_legacy(self, alias: bytes, call: Call) -> bool:
        """Whether another name of a function is called without a handle here. Who calls it elsewhere may pass one, and
        gets an error of the compiler if not."""
        uses = map(self.reading.neighbours, self.reading.names((alias,)))
        counts = (self.reading.argument_count(use.after) for use in uses if use.sign_after == b"(")
        return any(count is not None and not call.takes(count) for count in counts)

    @cached_property
    def included(self) -> frozenset[str]:
        """The headers that the file includes, as it spells them."""
        return frozenset(to_text(header.name) for _directive, header in self.reading.headers)

    @cached_property
    def included_macros(self) -> frozenset[bytes]:
        """The macros that stand for headers in includes of the file, or of others of its tree."""
        code = self.reading.code
        lines = (line for line in self.reading.directives if line.keyword in INCLUDES)
        named = {code[line.body : line.end].strip() for line in lines}
        return frozenset((*named, *(to_bytes(name) for name in self.surroundings.included_macros)))

    @cached_property
    def own_namespaces(self) -> dict[bytes, Name]:
        """The listed namespaces that are a copy of the library here, not the library: where each is first met."""
        own: dict[bytes, Name] = {}
        for item in self.listed:
            if item.resolution.entry.section != "namespaces" or item.name.text in own:
                continue
            target = to_bytes(item.resolution.target or "")
            is_nested = self.is_nested_namespace(item.name.text, item.name.start)
            if (opens_namespace(item.around, target) and not is_nested) or self._includes_copy_of(item):
                own[item.name.text] = item.name
        return own

    @cached_property
    def own_nested_namespaces(self) -> list[tuple[bytes, ...]]:
        """The paths of namespaces by the name of a library's that the file has in others: `app::cub`."""
        if b"namespace" not in self.reading.words or NESTED.isdisjoint(self.reading.words):
            return []
        found = _NESTED_NAMESPACE.finditer(self.reading.plain)
        around = ((self.reading.scopes.path_at(each.start()).names, each) for each in found)
        paths = ((*names, *words(each[1]), each[2]) for names, each in around)
        return [path for path in paths if len(path) > 1]

    @cached_property
    def _nested_namespaces(self) -> list[OwnName]:
        """Those of the file and of what it includes. One that includes no header of the library may have a copy."""
        included = {entry.library for header in self.included if (entry := self.policy.tables.header(header))}
        libraries = {to_text(name): self.policy.name(to_text(name)) for name in NESTED}
        copies = {to_bytes(name) for name, row in libraries.items() if row and row.entry.library not in included}
        here = ((path, "") for path in self.own_nested_namespaces if path[-1] not in copies)
        said = (_NESTED_NAMESPACE.fullmatch(to_bytes(each), 0, len(each) - 1) for each in self.surroundings.usings)
        there = (((*words(found[1]), found[2]), "included") for found in said if found is not None)
        return [OwnName(Name(0, 0, path[-1]), "class", Path(path[:-1]), file) for path, file in (*here, *there)]

    def is_nested_namespace(self, name: bytes, place: int, outer: bytes = b"") -> bool:
        """Whether the name of a library, in a scope maybe, means one in another: `cub` in `at`, `at::cub`."""
        nested = [own for own in self._nested_namespaces if own.name.text == name]
        if outer or not nested:
            return any(own.scope.names[-1] == outer for own in nested)
        use = Name(place, place + len(name), name)
        return any(self._visibility.hides(own, use, self.reading.neighbours(use), Usage.PLAIN) for own in nested)

    def is_in_nested_namespace(self, name: Name) -> bool:
        """Whether a name stands behind one of these: `cuda::atomic` in `app`."""
        if not self._nested_namespaces:
            return False
        around, chain = self.reading.neighbours(name), list[bytes]()
        colons, start = around.colons_before(around.before), name.start
        while colons is not None:
            start, word = around.token_before(colons)
            chain.insert(0, word)
            colons = around.colons_before(start)
        place = next((i for i, word in enumerate(chain) if word in NESTED), None)
        return place is not None and self.is_nested_namespace(chain[place], start, b"".join(chain[place - 1 : place]))

    def _includes_copy_of(self, item: Listed) -> bool:
        """Whether the library comes from a path of the user's own (`third_party/cub/…`) and from no listed header."""
        folder = f"/{to_text(item.name.text)}/"
        entries = [(header, self.policy.tables.header(header)) for header in self.included]
        if any(entry is not None and entry.library == item.library for _header, entry in entries):
            return False
        return any(folder in header for header, entry in entries if entry is None)

    @cached_property
    def own_libraries(self) -> frozenset[str]:
        """The libraries that are a copy here; their macros are then the copy's too."""
        return frozenset(item.library for item in self.listed if item.name.text in self.own_namespaces)

    def usings(self, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
        """What is said of namespaces here, and in what the file includes."""
        yield from pattern.finditer(self.reading.plain)
        for statement in self.surroundings.usings:
            yield from pattern.finditer(to_bytes(statement))

    @cached_property
    def cub_names(self) -> frozenset[bytes]:
        """`cub`, and what the file calls it."""
        return frozenset((b"cub", *(found[1] for found in self.usings(_CUB_ALIAS))))

    @cached_property
    def shims(self) -> list[Macro]:
        """The lines `#define cudaX hipX`, or the reverse, or `#define cudaX musaX`: names of some other library."""
        return [macro for macro in self.reading.macros if self._is_shim(macro)]

    @property
    def is_shim_header(self) -> bool:
        return len(self.shims) >= SHIM_LINES and 2 * len(self.shims) >= len(self.occurrences)

    def _is_shim(self, macro: Macro) -> bool:
        """One side of the line is the CUDA name, the other what the tables make of it, or any HIP name."""
        body = self.reading.code[macro.body : macro.end].split(b"(")[0].strip()
        if macro.name in self.policy.interesting:
            return _IDENTIFIER.fullmatch(body) is not None and self.policy.name(to_text(body)) is None
        resolution = self.policy.name(to_text(body))
        return resolution is not None and resolution.target == to_text(macro.name)


def _in_any_build(_name: bytes) -> Worth:
    return UNKNOWN


def _in_device_code(name: bytes) -> Worth:
    if name == _DEVICE_CODE:
        return defined_as(1)
    return defined_as(None) if _ARCHITECTURE.fullmatch(name) or name == _CHOICES[0] else UNKNOWN


def _in_host_code(name: bytes) -> Worth:
    return UNDEFINED if name == _DEVICE_CODE or _ARCHITECTURE.fullmatch(name) else UNKNOWN


def _without_gpus(name: bytes) -> Worth:
    return UNDEFINED if name in _OF_GPU_COMPILERS else _in_host_code(name)


def _distinct(own: Iterable[OwnName]) -> Iterator[OwnName]:
    """The first of all that differ in nothing but their places."""
    known = set()
    for each in own:
        key = each.name.text, each[1:]
        if key not in known:
            known.add(key)
            yield each


def _grouped(items: Iterable[tuple[bytes, _Item]]) -> dict[bytes, list[_Item]]:
    groups: dict[bytes, list[_Item]] = {}
    for name, item in items:
        groups.setdefault(name, []).append(item)
    return groups


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those that touch as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _any_between(places: list[int], start: int, end: int) -> bool:
    index = bisect_left(places, start)
    return index < len(places) and places[index] < end


def _lies_in(spans: list[tuple[int, int]], offset: int) -> bool:
    index = bisect_right(spans, (offset, sys.maxsize)) - 1
    return index >= 0 and offset < spans[index][1]
